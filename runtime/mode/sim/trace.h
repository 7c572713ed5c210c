// What happened, as Chrome trace-event JSON: a track a core, one of resets, one of software.
//
// Events are kept as text until they are written, about 200 bytes each. Not safe in several threads.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace npuspec::sim {

class Trace {
 public:
  explicit Trace(std::uint32_t cores);

  // Values are JSON already: see quoted().
  using Arguments = std::vector<std::pair<std::string_view, std::string>>;

  std::uint32_t resets() const { return cores_; }
  std::uint32_t software() const { return cores_ + 1; }

  // `track`: a core, resets() or software(). Times in nanoseconds.
  void add(std::uint32_t track, std::string_view name, std::int64_t begin, std::int64_t duration,
           const Arguments& arguments);

  // Throws std::system_error.
  void write(const std::string& path) const;

 private:
  void name_track(std::uint32_t track, std::string_view name);

  std::uint32_t cores_;
  std::vector<std::string> events_;
};

// A JSON string. What is no UTF-8 becomes the replacement character.
std::string quoted(std::string_view text);

}  // namespace npuspec::sim
