// The main of every C++ test executable, and a doctest reporter that speaks TAP (https://testanything.org), which Meson
// and tests/support/count.py read.
//
// `--reporters=tap` prints one line a test case, what failed above it as comments, and the plan last: a runner that
// died or left early has no plan, and that counts as a failure. In this mode the exit status is 0 when every case was
// reported, so that a status other than 0 always means a crash. Without it doctest behaves as its manual says.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <iostream>
#include <sstream>
#include <string>
#include <string_view>

namespace {

bool speaks_tap = false;

// What doctest's own console reporter says about one test case, kept until the case's line is due.
struct Said {
  std::ostringstream text;
};

class TapReporter : private Said, public doctest::ConsoleReporter {
 public:
  explicit TapReporter(const doctest::ContextOptions& options)
      : doctest::ConsoleReporter(options, Said::text), out_(*options.cout) {
    speaks_tap = true;
  }

  void test_run_start() override {}
  void test_run_end(const doctest::TestRunStats&) override { out_ << "1.." << count_ << std::endl; }

  void test_case_end(const doctest::CurrentTestCaseStats& stats) override {
    doctest::ConsoleReporter::test_case_end(stats);
    std::istringstream lines(Said::text.str());
    Said::text.str("");
    for (std::string line; std::getline(lines, line);) out_ << "# " << line << '\n';
    out_ << (stats.testCaseSuccess ? "ok " : "not ok ") << ++count_ << " - " << case_name() << std::endl;
  }

  void test_case_skipped(const doctest::TestCaseData& data) override {
    if (!data.m_skip) return;  // a filter left it out
    tc = &data;
    out_ << "ok " << ++count_ << " - " << case_name() << " # SKIP";
    if (data.m_description) out_ << ' ' << data.m_description;
    out_ << std::endl;
  }

 private:
  // '#' starts a directive in TAP.
  std::string case_name() const {
    std::string name(tc->m_name);
    for (char& c : name) {
      if (c == '#' || c == '\n') c = ' ';
    }
    return name;
  }

  std::ostream& out_;
  unsigned count_ = 0;
};

DOCTEST_REGISTER_REPORTER("tap", 1, TapReporter);

}  // namespace

int main(int argc, char** argv) {
  doctest::Context context(argc, argv);
  context.setOption("no-intro", true);
  int status = context.run();
  return speaks_tap ? 0 : status;
}
