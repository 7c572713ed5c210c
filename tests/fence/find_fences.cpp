// For the tests that run compilers: find_fences COMPILED SIDECAR prints, a line for each boundary of the sidecar, the
// operator of the compiled model that is its fence, and the segment that its own key finds again; - for none.
#include <cstdio>
#include <exception>
#include <string>

#include "fence/fence.h"
#include "fence/join.h"

int main(int argc, char** argv) {
  using namespace npuspec::fence;
  if (argc != 3) return std::fprintf(stderr, "usage: find_fences COMPILED SIDECAR\n"), 2;
  try {
    const ModelFile compiled(argv[1]);
    const auto sidecar = read_sidecar(argv[2]);
    const auto found = fences_in(compiled.model(), sidecar);
    for (std::uint32_t i = 0; i < found.size(); ++i) {
      const auto joined = join_boundary(sidecar, key_of(sidecar, i));
      std::printf("%s %s\n", found[i] ? std::to_string(*found[i]).c_str() : "-",
                  joined ? std::to_string(joined->segment).c_str() : "-");
    }
  } catch (const std::exception& error) {
    return std::fprintf(stderr, "find_fences: %s\n", error.what()), 1;
  }
  return 0;
}
