#include "fence/damage.h"

#include <flatbuffers/flatbuffers.h>

#include "fence/walk.h"
#include "fence/work.h"

namespace npuspec::fence {

namespace {

using flatbuffers::soffset_t;
using flatbuffers::uoffset_t;
using flatbuffers::voffset_t;

constexpr std::uint32_t kMostTables = 1u << 20;
constexpr std::uint64_t kOffset = sizeof(uoffset_t);

std::string at_byte(std::uint64_t place) { return "byte " + std::to_string(place); }

class Damage {
 public:
  explicit Damage(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  std::string find() {
    std::uint64_t root = 0;
    if (follow("the root", 0, root)) table(root, TableId::kModel, 0);
    return found_;
  }

 private:
  // False, once something is found. All that follows reads what has passed here.
  bool within(const std::string& what, std::uint64_t from, std::uint64_t length, std::uint64_t alignment) {
    if (from % alignment != 0)
      return tell(what + " at " + at_byte(from) + " is not aligned to " + std::to_string(alignment));
    if (from <= bytes_.size() && length <= bytes_.size() - from) return true;
    return tell(what + " would be " + std::to_string(length) + " bytes from " + at_byte(from) + " on, and there are " +
                std::to_string(bytes_.size()) + ": was the file cut short?");
  }

  bool tell(const std::string& what) {
    if (found_.empty()) found_ = what;
    return false;
  }

  template <class T>
  T read(std::uint64_t from) const {
    return flatbuffers::ReadScalar<T>(bytes_.data() + from);
  }

  // The place that the offset at `from` leads to.
  bool follow(const std::string& what, std::uint64_t from, std::uint64_t& to) {
    if (!within(what + "'s offset", from, kOffset, kOffset)) return false;
    to = from + read<uoffset_t>(from);
    if (to != from && to < bytes_.size()) return true;
    return tell(what + " at " + at_byte(from) + " leads to " + at_byte(to) + ", and there are " +
                std::to_string(bytes_.size()) + ": was the file cut short?");
  }

  bool table(std::uint64_t place, TableId id, std::uint32_t depth) {
    if (depth > kMostDepth || ++tables_ > kMostTables) return false;
    const std::string name(tflite::name(id));
    if (!within(name, place, sizeof(soffset_t), sizeof(soffset_t))) return false;
    const std::int64_t slots = static_cast<std::int64_t>(place) - read<soffset_t>(place);
    if (slots < 0) return tell(name + " at " + at_byte(place) + " has its vtable before the file's start");
    const auto vtable = static_cast<std::uint64_t>(slots);
    if (!within(name + "'s vtable", vtable, 2 * sizeof(voffset_t), sizeof(voffset_t))) return false;
    const auto size = read<voffset_t>(vtable);
    if (!within(name + "'s vtable", vtable, size, sizeof(voffset_t))) return false;
    for (const Field& each : tflite::fields(id)) {
      if (each.slot() + sizeof(voffset_t) > size) break;
      const auto offset = read<voffset_t>(vtable + each.slot());
      if (offset != 0 && !field(place + offset, id, each, depth)) return false;
    }
    return true;
  }

  bool field(std::uint64_t place, TableId id, const Field& is, std::uint32_t depth) {
    const std::string what = std::string(tflite::name(id)) + "." + std::string(is.name);
    if (!is.is_offset()) return within(what, place, is.width, is.width);
    std::uint64_t to = 0;
    if (!follow(what, place, to)) return false;
    if (is.form == Form::kTable) return table(to, is.holds, depth + 1);
    if (is.form == Form::kOpaque) return within(what, to, sizeof(soffset_t), sizeof(soffset_t));
    if (!within(what, to, kOffset, kOffset)) return false;
    const std::uint64_t count = read<uoffset_t>(to);
    const std::uint64_t zero = is.form == Form::kString ? 1 : 0;
    if (!within(what + ", of " + std::to_string(count) + " elements,", to, kOffset + count * is.width + zero,
                kOffset)) {
      return false;
    }
    if (zero != 0 && bytes_[to + kOffset + count] != 0)
      return tell(what + " at " + at_byte(to) + " has no zero at its end");
    for (std::uint64_t i = 0; is.form == Form::kTables && i < count; ++i) {
      std::uint64_t element = 0;
      if (!follow(what + "[" + std::to_string(i) + "]", to + kOffset * (1 + i), element)) return false;
      if (!table(element, is.holds, depth + 1)) return false;
    }
    return true;
  }

  std::span<const std::uint8_t> bytes_;
  std::string found_;
  std::uint32_t tables_ = 0;
};

}  // namespace

std::string where_damaged(std::span<const std::uint8_t> bytes) { return Damage(bytes).find(); }

}  // namespace npuspec::fence
