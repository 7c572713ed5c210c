// A tree of specs as large as one likes, written as people write them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace npuspec::bench {

// One descriptor of u64 fields, each on a line of its own with a range, a code and a sentence.
inline std::string descriptor(std::size_t number, std::size_t fields) {
  std::string id = std::to_string(number);
  std::string out = "kind: descriptor\nname: unit-" + id + "\nabi: {major: 1, minor: 0}\ndoc: Request " + id +
                    " of a made-up device.\nsource: none\nendian: little\nsize: " + std::to_string(8 * fields) +
                    "\nalign: 8\n\nfields:\n";
  for (std::size_t i = 0; i < fields; ++i) {
    std::string n = std::to_string(i);
    out += "  - {name: field_" + n + ", at: " + std::to_string(8 * i) +
           ", type: u64, in: 0..<4 GiB, code: " + std::to_string(i + 1) + ", doc: what field " + n + " of request " +
           id + " holds}\n";
  }
  return out;
}

inline std::vector<std::string> tree(std::size_t specs, std::size_t fields) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < specs; ++i) out.push_back(descriptor(i, fields));
  return out;
}

}  // namespace npuspec::bench
