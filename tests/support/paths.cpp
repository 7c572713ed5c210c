#include "support/paths.h"

namespace npuspec::test {

std::filesystem::path root() { return NPUSPEC_ROOT; }

std::filesystem::path shared() { return root().parent_path() / "shared"; }

void needs_shared::fill(doctest::detail::TestCase& test_case) const {
  if (std::filesystem::is_directory(shared())) return;
  test_case.m_skip = true;
  test_case.m_description = "needs the folder ../shared, beside the checkout";
}

}  // namespace npuspec::test
