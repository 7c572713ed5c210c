#include "mode/sim/trace.h"

#include <cstdio>

#include "base/files.h"

namespace npuspec::sim {

namespace {

// Microseconds with all nanoseconds, exactly.
std::string microseconds(std::int64_t ns) {
  char text[32];
  std::snprintf(text, sizeof text, "%lld.%03d", static_cast<long long>(ns / 1000), static_cast<int>(ns % 1000));
  return text;
}

// How many bytes of a character `text` begins with; 0 where it is none.
std::size_t character(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < length) return 0;
  std::uint32_t value = first & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    const auto next = static_cast<unsigned char>(text[i]);
    if ((next & 0xC0) != 0x80) return 0;
    value = value << 6 | (next & 0x3F);
  }
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  const bool longer_than_needed = value < (length == 3 ? 0x800U : length == 4 ? 0x10000U : 0x80U);
  return surrogate || longer_than_needed || value > 0x10FFFF ? 0 : length;
}

std::string escaped(char c) {
  if (c == '"' || c == '\\') return std::string("\\") + c;
  if (static_cast<unsigned char>(c) >= 0x20) return std::string(1, c);
  char text[8];
  std::snprintf(text, sizeof text, "\\u%04x", static_cast<unsigned>(c));
  return text;
}

}  // namespace

std::string quoted(std::string_view text) {
  std::string out = "\"";
  while (!text.empty()) {
    const std::size_t length = character(text);
    if (length == 1) {
      out += escaped(text[0]);
    } else if (length == 0) {
      out += "\\ufffd";
    } else {
      out += text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return out + "\"";
}

Trace::Trace(std::uint32_t cores) : cores_(cores) {
  for (std::uint32_t i = 0; i < cores; ++i) name_track(i, "core " + std::to_string(i));
  name_track(resets(), "resets");
  name_track(software(), "software");
}

void Trace::name_track(std::uint32_t track, std::string_view name) {
  events_.push_back(R"({"ph":"M","pid":0,"tid":)" + std::to_string(track) + R"(,"name":"thread_name","args":{"name":)" +
                    quoted(name) + "}}");
  events_.push_back(R"({"ph":"M","pid":0,"tid":)" + std::to_string(track) +
                    R"(,"name":"thread_sort_index","args":{"sort_index":)" + std::to_string(track) + "}}");
}

void Trace::add(std::uint32_t track, std::string_view name, std::int64_t begin, std::int64_t duration,
                const Arguments& arguments) {
  std::string event = R"({"ph":"X","pid":0,"tid":)" + std::to_string(track) + R"(,"ts":)" + microseconds(begin) +
                      R"(,"dur":)" + microseconds(duration) + R"(,"name":)" + quoted(name) + R"(,"args":{)";
  const char* before = "";
  for (const auto& [key, value] : arguments) {
    event += before + quoted(key) + ":" + value;
    before = ",";
  }
  events_.push_back(event + "}}");
}

void Trace::write(const std::string& path) const {
  std::string text = R"({"displayTimeUnit":"ms","traceEvents":[)";
  const char* before = "\n";
  for (const std::string& event : events_) {
    text += before + event;
    before = ",\n";
  }
  text += "\n]}\n";
  write_file(path, {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

}  // namespace npuspec::sim
