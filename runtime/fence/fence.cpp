#include "fence/fence.h"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string_view>
#include <system_error>

#include "base/json_text.h"
#include "fence/binding.h"

namespace npuspec::fence {

namespace rules = ethos_u_stream_split;
namespace fs = std::filesystem;

namespace {

std::span<const std::uint8_t> bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

std::string_view text_of(const MappedFile& file) {
  return {reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size()};
}

std::string base_name(const std::string& path) {
  std::string name = fs::path(path).filename().string();
  if (is_utf8(name)) return name;
  throw ModelError("the name of the model " + quote(path) +
                   " is not UTF-8, and a sidecar could not hold it; rename it");
}

// A file that may be replaced, or a place for one.
void check_output(const std::string& path, const MappedFile& source) {
  check_place(path);
  std::error_code error;
  if (fs::equivalent(path, source.path(), error)) {
    throw Error("'" + path + "' is the source itself, which is never changed; name another file");
  }
}

void write_pair(const RewriteResult& fenced, const MappedFile& source, const OutputPaths& out) {
  const std::string model_path = real_path(out.model);
  const std::string sidecar_path = real_path(out.sidecar);
  check_output(model_path, source);
  check_output(sidecar_path, source);
  if (model_path == sidecar_path) throw Error("'" + out.model + "' cannot be the model and its sidecar at once");

  NewFile model(model_path);
  fenced.for_each_piece([&](std::span<const std::uint8_t> piece) { model.put(piece); });
  NewFile sidecar(sidecar_path);
  sidecar.put(bytes_of(sidecar_text(fenced)));
  if (!source.unchanged()) throw Error("'" + source.path() + "' was changed while it was read; try again");

  // Two runs that write one pair leave that of one of them.
  const FolderLock lock({model_path, sidecar_path});
  remove_file(model_path);
  remove_file(sidecar_path);
  sidecar.place();
  model.place();
}

}  // namespace

ModelFile::ModelFile(const std::string& path, Reading how) : file_(path, how), model_(base_name(path), file_.bytes()) {}

std::string sidecar_path(const std::string& model) {
  const fs::path path(model);
  return (path.parent_path() / rules::sidecar_file(path.stem().string())).string();
}

RewriteResult fence_model(const ModelFile& source, const FencePlan& plan, const OutputPaths& out,
                          const RewriteOptions& options) {
  check_plan_binding(plan, source.model());
  check_has_fences(plan, source.model().name());
  return fence_model(source, fence_config_for(plan), out, options);
}

RewriteResult fence_model(const ModelFile& source, const FenceConfig& fences, const OutputPaths& out,
                          const RewriteOptions& options) {
  RewriteResult fenced = rewrite_model_with_fences(source.model(), fences, options);
  const std::string beside = sidecar_path(out.model);
  write_pair(fenced, source.file(), {out.model, out.sidecar.empty() ? beside : out.sidecar});
  std::error_code error;
  if (!out.sidecar.empty() && real_path(out.sidecar) != real_path(beside) && fs::exists(beside, error)) {
    fenced.warnings.push_back("'" + beside +
                              "' is not the sidecar of this model, and stands where one is looked for; "
                              "remove it");
  }
  return fenced;
}

std::string sidecar_text(const rules::Sidecar& sidecar) {
  nlohmann::ordered_json json;
  rules::to_json(json, sidecar);
  return json.dump(2) + "\n";
}

rules::Sidecar read_sidecar(const std::string& path) {
  const MappedFile file(path);
  nlohmann::json json;
  if (std::string wrong = read_json(text_of(file), json); !wrong.empty()) throw Error(path + ":" + wrong);
  rules::Sidecar out;
  if (std::string wrong = rules::from_json(json, out); !wrong.empty()) {
    throw Error(path + ": no sidecar of contract version " + std::to_string(rules::kContractVersion) + ": " + wrong);
  }
  return out;
}

}  // namespace npuspec::fence
