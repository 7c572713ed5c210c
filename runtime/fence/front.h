// Writes flatbuffer tables that stand in front of an old file and lead into it.
//
// A flatbuffer's offsets lead forwards, so that parents are written before their children, and new parents of old
// tables before the old file, which follows as one block. Who calls names a part by a Label before the part is written;
// finish() fills in the offsets when all has its place. The block begins at a multiple of kBlockAlignment, so that
// every old byte keeps its alignment.
//
// It knows no table: widths and ids come with each value, from the generated tables of fields.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace npuspec::fence {

class Front {
 public:
  static constexpr std::size_t kBlockAlignment = 16;

  using Label = std::uint32_t;

  // What an offset leads to: a part that is written here, or a byte of the old file.
  struct Target {
    bool old = false;
    std::uint64_t at = 0;  // a Label, or a position in the old file

    static Target of(Label label) { return {false, label}; }
    static Target in_old(std::uint64_t position) { return {true, position}; }
  };

  // One field of a table that is written.
  struct Value {
    std::uint16_t id = 0;
    std::uint8_t width = 0;
    bool is_offset = false;
    bool is_file_offset = false;  // a scalar that moves with the block
    std::uint64_t bits = 0;       // of a scalar
    Target target;                // of an offset

    static Value scalar(std::uint16_t id, std::uint8_t width, std::uint64_t bits, bool is_file_offset = false) {
      return {id, width, false, is_file_offset, bits, {}};
    }
    static Value offset(std::uint16_t id, Target target) { return {id, 4, true, false, 0, target}; }
  };

  Label label();
  void root(Label table, std::string_view identifier);
  // No two values of one id.
  void table(Label me, std::vector<Value>& values);
  void offsets(Label me, std::span<const Target> targets);
  // `alignment` is the first element's, at least `width`.
  void scalars(Label me, const void* elements, std::size_t count, std::size_t width, std::size_t alignment);
  void text(Label me, std::string_view characters);

  // The front, whose size is where the block begins. Empty when an offset would be 2 GiB or more. Once, at the end.
  std::vector<std::uint8_t> finish();

 private:
  void align(std::size_t alignment, std::size_t remainder = 0);
  template <class T>
  void put(T value);
  void put_offset(Target target);

  std::vector<std::uint8_t> bytes_;
  std::vector<std::size_t> places_;                      // of each label
  std::vector<std::pair<std::size_t, Target>> offsets_;  // where, and to what
  std::vector<std::size_t> file_offsets_;                // scalars of 8 bytes to be moved
};

}  // namespace npuspec::fence
