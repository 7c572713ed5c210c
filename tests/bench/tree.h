// A tree of specs as large as one likes, written as people write them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace npuspec::bench {

inline constexpr std::size_t kHeaderFields = 8;
inline constexpr std::size_t kGroupFields = 7;
inline constexpr std::size_t kGroups = 6;
inline constexpr std::size_t kFields = kHeaderFields + kGroups * kGroupFields;

// One descriptor of kFields fields: a header, and a group of fields for each buffer that a request of a made-up device
// names. It has what a real one has: constants, an enum, an array, a digest, ranges, codes, a let, checks and examples.
class Descriptor {
 public:
  explicit Descriptor(std::size_t number) : id_(std::to_string(number)) {}

  std::string text() {
    head();
    header_fields();
    for (std::size_t i = 0; i < kGroups; ++i) group_fields(i);
    checks();
    examples();
    return std::move(out_);
  }

 private:
  static constexpr std::size_t kHeaderBytes = 40;
  static constexpr std::size_t kGroupBytes = 24;
  static constexpr std::size_t kBytes = kHeaderBytes + kGroups * kGroupBytes;

  void line(const std::string& text) { out_ += text + "\n"; }

  void head() {
    line("kind: descriptor");
    line("name: unit-" + id_);
    line("abi: {major: 1, minor: 0}");
    line("doc: Request " + id_ + " of a made-up device.");
    line("source: 'made up, section " + id_ + "'");
    line("endian: little");
    line("size: " + std::to_string(kBytes));
    line("align: 8\n");
    line("enums:");
    line("  mode:");
    line("    base: u8");
    line("    doc: how the device reaches its buffers");
    line("    rows:");
    line("      DIRECT: {value: 0, doc: by their addresses}");
    line("      STAGED: {value: 1, doc: 'through its own memory, a tile at a time'}");
    line("      SHARED: {value: 2, doc: together with another request}\n");
    line("fields:");
  }

  // The rest of a row ends with its doc, most with a range and a code before it.
  void field(const std::string& name, std::size_t at, const std::string& type, const std::string& rule,
             const std::string& doc) {
    std::string code = rule.empty() ? "" : ", " + rule + ", code: " + std::to_string(++code_);
    line("  - {name: " + name + ", at: " + std::to_string(at) + ", type: " + type + code + ", doc: " + doc + "}");
  }

  void header_fields() {
    field("magic", 0, "u32", "const: 0x53525155", "the bytes UQRS");
    field("version", 4, "u16", "const: 1", "version of this layout");
    field("bytes", 6, "u16", "const: " + std::to_string(kBytes), "size of the request");
    field("rank", 8, "u8", "in: 1..6", "number of axes");
    line("  - {name: mode, at: 9, type: mode, code: " + std::to_string(++code_) + ", doc: how buffers are reached}");
    line("  - {reserved: 2, at: 10, code: " + std::to_string(++code_) + ", doc: must be zero}");
    field("integrity", 12, "u32", "digest: crc32c", "'CRC-32C of the request, with this field taken as zero'");
    field("sizes", 16, "u32", "count: 6, live: rank, in: 0..<1 GiB", "'extents of the axes; 0 beyond the rank'");
  }

  void group_fields(std::size_t group) {
    std::string n = std::to_string(group);
    std::string of = " of buffer " + n + " in request " + id_;
    std::size_t at = kHeaderBytes + group * kGroupBytes;
    field("address_" + n, at, "u64", "in: 0..<4 GiB", "device address" + of);
    field("length_" + n, at + 8, "u32", "in: 1..64 MiB", "bytes" + of);
    field("bias_" + n, at + 12, "i32", "in: -128..127", "added to each element" + of);
    field("pitch_" + n, at + 16, "u16", "in: 0.." + std::to_string(4096 + code_),
          "bytes from one row to the next" + of);
    field("lane_" + n, at + 18, "u8", "in: 0..15", "the lane that moves it");
    field("hint_" + n, at + 19, "u8", "", "what a cache may assume" + of);
    field("ticket_" + n, at + 20, "u32", "", "'given back when it is done, as it came'");
  }

  void check(const std::string& id, const std::string& when, const std::string& require, const std::string& doc) {
    line("  - code: " + std::to_string(++code_));
    line("    id: " + id);
    if (!when.empty()) line("    when: " + when);
    line("    require: " + require);
    line("    doc: " + doc);
  }

  void checks() {
    line("\nlet:");
    line("  elements: prod(sizes[i] for i in 0..<rank)\n");
    line("checks:");
    check("not-empty", "", "all(sizes[i] >= 1 for i in 0..<rank)", "an empty request is never sent");
    check("elements-bounded", "", "elements < 4 GiB", "more elements than there are addresses");
    for (std::size_t i = 0; i < kGroups; ++i) {
      std::string n = std::to_string(i);
      check("buffer-" + n + "-in-domain", i % 2 == 0 ? "mode == DIRECT" : "",
            "address_" + n + " + length_" + n + " <= 4 GiB", "buffer " + n + " ends within the address domain");
    }
  }

  void examples() {
    std::string values = "rank: 2, mode: STAGED, sizes: [64, 32]";
    for (std::size_t i = 0; i < kGroups; ++i) {
      std::string n = std::to_string(i);
      values += ",\n           address_" + n + ": " + std::to_string(4096 * (i + 1)) + ", length_" + n +
                ": 2 KiB, lane_" + n + ": " + std::to_string(i);
    }
    line("\nexamples:");
    line("  - id: plain");
    line("    doc: two axes, each buffer on a lane of its own");
    line("    with: {" + values + "}");
    line("    expect: {elements: 2048}");
    line("  - {id: at-the-top, like: plain, doc: the last byte may be used, with: {address_1: 0xFFFFF800}}");
    line("  - {id: over-the-top, like: plain, with: {address_1: 0xFFFFF801}, refuse: buffer-1-in-domain}");
    line("  - {id: seven-axes, like: plain, with: {rank: 7}, refuse: rank}");
  }

  std::string id_;
  std::string out_;
  std::size_t code_ = 0;  // the one used last
};

inline std::vector<std::string> tree(std::size_t specs) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < specs; ++i) out.push_back(Descriptor(i).text());
  return out;
}

}  // namespace npuspec::bench
