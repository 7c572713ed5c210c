#include "batch.h"

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <filesystem>
#include <new>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

#include "fence/fence.h"
#include "progress.h"

namespace npuspec::fence {
namespace {

namespace fs = std::filesystem;

struct Job {
  std::string model;
  Places places;
  std::string out;
  // What became of it.
  int status = 0;
  bool starved = false;  // of memory
  std::string refused;
  std::uint32_t segments = 0;
  std::uint64_t bytes = 0;
  std::vector<std::string> warnings;
};

std::vector<Job> read_jobs(const BatchOptions& options) {
  const MappedFile file(options.list);
  std::string_view text(reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size());
  std::vector<Job> jobs;
  std::set<std::string> outputs;
  for (unsigned number = 1; !text.empty(); ++number) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty() || line.starts_with('#')) continue;
    const std::string where = options.list + ":" + std::to_string(number) + ": ";
    const std::string_view model = line.substr(0, line.find('\t'));
    Job job{.model = std::string(model), .places = options.places, .out = {}, .refused = {}, .warnings = {}};
    if (model.size() < line.size()) job.places = {std::string(line.substr(model.size() + 1)), {}};
    if (model.empty()) throw Error(where + "no model is named before the tab");
    if (!job.places.given()) {
      throw Error(where +
                  "where to cut? Write a tab and the operators' indices behind the model, or name --after or --plan");
    }
    job.out = (fs::path(options.folder) / fs::path(job.model).filename()).string();
    for (const std::string& output : {job.out, sidecar_path(job.out)}) {
      if (outputs.insert(output).second) continue;
      throw Error(where + "'" + output + "' would be written twice; models whose names differ in nothing but what " +
                  "stands behind the last point need two runs");
    }
    jobs.push_back(std::move(job));
  }
  if (jobs.empty()) throw Error(options.list + ": names no model");
  std::vector<std::string> read = {options.list, options.places.plan};
  for (const Job& job : jobs) read.push_back(job.model);
  const Inputs inputs(read);
  for (const std::string& output : outputs) inputs.keep(output);
  return jobs;
}

void try_job(Job& job, const RewriteOptions& rewrite) {
  try {
    // A file that is cut short meanwhile must end no other's cut.
    const ModelFile source(job.model, Reading::kCopied);
    const RewriteResult fenced = fence_model(source, positions(job.places, source.model()), {job.out, {}}, rewrite);
    job.segments = fenced.num_segments;
    job.bytes = fenced.size();
    job.warnings = fenced.warnings;
  } catch (const Error& error) {
    job.status = 1;
    job.refused = error.what();
  } catch (const std::system_error& error) {
    job.status = 2;
    job.starved = error.code() == std::errc::not_enough_memory;
    job.refused = error.what();
  }
}

void run_job(Job& job, const RewriteOptions& rewrite) {
  job.status = 0;
  job.starved = false;
  job.refused.clear();
  try {
    try_job(job, rewrite);
  } catch (const std::bad_alloc&) {  // perhaps of the text that says so
    job.status = 2;
    job.starved = true;
  } catch (const std::exception& error) {
    job.status = 2;
    job.refused = error.what();
  }
}

// Addresses that threads are not to take, so that those there are have some to work with.
class Reserve {
 public:
  Reserve() : pages_(::mmap(nullptr, kBytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {}
  ~Reserve() {
    if (pages_ != MAP_FAILED) ::munmap(pages_, kBytes);
  }
  Reserve(const Reserve&) = delete;
  Reserve& operator=(const Reserve&) = delete;

 private:
  static constexpr std::size_t kBytes = std::size_t{48} << 20;
  void* pages_;
};

// As many threads as asked for, or as can be made; this one is the first of them.
template <class Work>
void run_threads(std::size_t threads, const Work& work) {
  std::vector<std::jthread> others;
  try {
    const Reserve reserve;
    others.reserve(threads);
    while (others.size() + 1 < threads) others.emplace_back(work);
  } catch (const std::exception&) {  // there are no more to be had
  }
  work();
}

void print_summary(const std::string& who, const std::vector<Job>& jobs, Format format) {
  const auto cut =
      static_cast<std::size_t>(std::count_if(jobs.begin(), jobs.end(), [](const Job& job) { return job.status == 0; }));
  if (format == Format::kJson) {
    nlohmann::ordered_json json;
    json["cut"] = cut;
    json["refused"] = jobs.size() - cut;
    nlohmann::ordered_json& models = json["models"] = nlohmann::ordered_json::array();
    for (const Job& job : jobs) {
      nlohmann::ordered_json one;
      one["model"] = job.model;
      one["out"] = job.status == 0 ? nlohmann::ordered_json(job.out) : nlohmann::ordered_json(nullptr);
      one["segments"] = job.segments;
      one["bytes"] = job.bytes;
      one["warnings"] = job.warnings;
      one["refused"] = job.status == 0 ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(job.refused);
      models.push_back(std::move(one));
    }
    print(json);
    return;
  }
  for (const Job& job : jobs) {
    for (const std::string& warning : job.warnings) warn(who, warning);
    if (job.status == 0) {
      say(stdout, job.out + ": " + std::to_string(job.segments) + " segments, " + std::to_string(job.bytes) + " bytes");
    } else {
      say(stdout, job.model + ": refused: " + job.refused);
    }
  }
  say(stdout, std::to_string(cut) + " cut, " + std::to_string(jobs.size() - cut) + " refused");
}

}  // namespace

int cut_batch(const std::string& who, const BatchOptions& options) {
  std::vector<Job> jobs = read_jobs(options);
  std::error_code error;
  if (!fs::is_directory(options.folder, error))
    throw Error("there is no folder '" + options.folder + "'; make it first");
  {
    cli::Progress progress("cutting", jobs.size());
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
      for (std::size_t i = next++; i < jobs.size(); i = next++) {
        run_job(jobs[i], options.rewrite);
        progress.step();
      }
    };
    const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
    const std::size_t threads = std::min<std::size_t>(options.threads == 0 ? cores : options.threads, jobs.size());
    run_threads(threads, work);
  }
  for (Job& job : jobs) {  // what many at once had too little memory for, one alone may have
    if (job.starved) run_job(job, options.rewrite);
    if (job.starved && job.refused.empty()) job.refused = "there is not enough memory";
  }
  print_summary(who, jobs, options.format);
  int status = 0;
  for (const Job& job : jobs) status = std::max(status, job.status);
  return status;
}

}  // namespace npuspec::fence
