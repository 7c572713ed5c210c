#include "front/number.h"

#include <algorithm>
#include <array>
#include <utility>

namespace npuspec {
namespace {

__extension__ using Wide = unsigned __int128;

struct Unit {
  std::string_view name;
  std::uint64_t factor;
  Dimension dimension;
};

constexpr Unit kUnits[] = {
    {"KiB", 1ull << 10, Dimension::kBytes}, {"MiB", 1ull << 20, Dimension::kBytes},
    {"GiB", 1ull << 30, Dimension::kBytes}, {"ns", 1, Dimension::kTime},
    {"us", 1'000, Dimension::kTime},        {"ms", 1'000'000, Dimension::kTime},
    {"s", 1'000'000'000, Dimension::kTime},
};

constexpr const char* kExample = "write one such as 12, -7, 0x1F or 4 KiB";
constexpr std::string_view kUnitHelp = "units are KiB MiB GiB ns us ms s";
constexpr std::size_t kMostDecimals = 18;  // so that a fraction times a GiB fits 128 bits

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

int hex_value(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// Reads one number; every refusal goes through fail().
class Scan {
 public:
  Scan(std::string_view text, NumberFault* fault) : text_(text), fault_(fault) {}

  std::optional<Number> number() {
    if (peek() == '-') {
      out_.negative = true;
      ++at_;
    }
    if (!is_digit(peek())) return no_digit();
    if (peek() == '0' && (peek(1) == 'x' || peek(1) == 'X')) return hexadecimal();
    return decimal();
  }

 private:
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  std::nullopt_t fail(std::size_t at, std::string message, std::string help) {
    if (fault_) *fault_ = {at, std::move(message), std::move(help)};
    return std::nullopt;
  }

  std::string quoted() const { return "'" + std::string(text_) + "'"; }

  std::nullopt_t no_digit() {
    if (peek() == '.') return fail(at_, quoted() + " has no digit before the point", "write 0 before it");
    return fail(at_, text_.empty() ? "a number is missing" : quoted() + " is not a number", kExample);
  }

  std::nullopt_t too_large() { return fail(0, quoted() + " does not fit", "numbers go from -2^63 to 2^64 - 1"); }

  std::optional<Number> hexadecimal() {
    if (peek(1) == 'X') return fail(at_ + 1, "0X is not read as hexadecimal", "write 0x");
    at_ += 2;
    std::size_t begin = at_;
    Wide value = 0;
    for (; hex_value(peek()) >= 0; ++at_) {
      value = value << 4 | static_cast<Wide>(hex_value(peek()));
      if (value >> 64 != 0) return too_large();
    }
    if (at_ == begin) return fail(at_, "0x has no digits", "write at least one of 0-9 A-F");
    if (at_ != text_.size()) return after_hexadecimal();
    return finish(value);
  }

  std::nullopt_t after_hexadecimal() {
    if (peek() == '_') return trailing();
    bool unit = peek() == ' ' || is_letter(peek());
    return fail(at_, quoted() + " is not a number", unit ? "hexadecimal has no unit: write it in decimal" : kExample);
  }

  std::optional<Number> decimal() {
    std::size_t begin = at_;
    Wide whole = 0;
    bool over = false;
    for (; is_digit(peek()); ++at_) {
      over = over || (whole = whole * 10 + static_cast<Wide>(peek() - '0')) >> 64 != 0;
      if (over) whole = 0;
    }
    if (text_[begin] == '0' && at_ - begin > 1) return leading_zero(begin);
    Wide fraction = 0;
    Wide scale = 1;
    std::size_t point = at_;
    if (peek() == '.') {
      ++at_;
      if (!is_digit(peek())) return fail(point, "a point without digits after it", "take it out, or write a digit");
      for (; is_digit(peek()); ++at_) {
        if (scale >= kScaleLimit) return fail(point, "too many digits after the point", "write at most 18");
        fraction = fraction * 10 + static_cast<Wide>(peek() - '0');
        scale *= 10;
      }
    }
    if (over) return too_large();
    return with_unit(whole, fraction, scale);
  }

  std::nullopt_t leading_zero(std::size_t begin) {
    std::size_t first = std::min(text_.find_first_not_of('0', begin), at_ - 1);
    return fail(begin, quoted() + " starts with 0, which is octal to some readers",
                "write " + std::string(text_.substr(first)));
  }

  std::optional<Number> with_unit(Wide whole, Wide fraction, Wide scale) {
    const Unit* unit = nullptr;
    if (at_ < text_.size()) {
      std::string_view rest = text_.substr(peek() == ' ' ? at_ + 1 : at_);
      for (const Unit& each : kUnits) {
        if (rest == each.name) unit = &each;
      }
      if (!unit) return trailing();
      out_.dimension = unit->dimension;
    }
    if (!unit && scale != 1) {  // 8.0 is no whole number to other readers
      std::string written(text_.substr(0, text_.find('.')));
      return fail(0, quoted() + " has a fraction",
                  fraction == 0 ? "write " + written : "numbers have no fraction unless a unit makes it whole");
    }
    Wide factor = unit ? unit->factor : 1;
    if (fraction * factor % scale != 0) {
      std::string what = unit->dimension == Dimension::kTime ? "nanoseconds" : "bytes";
      return fail(0, quoted() + " is no whole number of " + what, "choose a value or a unit that makes it whole");
    }
    return finish(whole * factor + fraction * factor / scale);
  }

  std::nullopt_t trailing() {
    char c = peek();
    std::string_view rest = text_.substr(at_);
    if (c == '_') {
      std::string without(text_);
      std::erase(without, '_');
      return fail(at_, "digits are not grouped with '_', which some readers refuse", "write " + without);
    }
    if (c == ':') return fail(at_, "a ':' makes this base 60 to some readers", "write one number");
    if (text_.starts_with("0b") || text_.starts_with("0o")) {
      return fail(0, quoted() + " is not read alike by all readers", "write it in decimal, or in hexadecimal with 0x");
    }
    if (c == 'e' || c == 'E') return fail(at_, "numbers have no exponent", "write the digits out");
    if (is_letter(c) || (c == ' ' && at_ + 1 < text_.size() && is_letter(text_[at_ + 1]))) {
      std::string_view word = c == ' ' ? rest.substr(1) : rest;
      return fail(at_ + (c == ' ' ? 1 : 0), "'" + std::string(word) + "' is not a unit", std::string(kUnitHelp));
    }
    return fail(at_, quoted() + " is not a number", kExample);
  }

  std::optional<Number> finish(Wide value) {
    Wide limit = out_.negative ? Wide{1} << 63 : (Wide{1} << 64) - 1;
    if (value > limit) return too_large();
    if (out_.negative && value == 0) return fail(0, quoted() + " is a zero with a sign", "write 0");
    out_.magnitude = static_cast<std::uint64_t>(value);
    return out_;
  }

  static constexpr Wide kScaleLimit = 1'000'000'000'000'000'000;  // 10^kMostDecimals
  static_assert(kMostDecimals == 18);

  std::string_view text_;
  NumberFault* fault_;
  std::size_t at_ = 0;
  Number out_;
};

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

Number before(Number n) {
  if (n.magnitude == 0) return {true, 1, n.dimension};
  n.magnitude = n.negative ? n.magnitude + 1 : n.magnitude - 1;
  return n;
}

}  // namespace

std::optional<std::uint64_t> Number::as_u64() const {
  if (negative) return std::nullopt;
  return magnitude;
}

std::optional<std::int64_t> Number::as_i64() const {
  if (negative) return static_cast<std::int64_t>(~magnitude + 1);
  if (magnitude > static_cast<std::uint64_t>(INT64_MAX)) return std::nullopt;
  return static_cast<std::int64_t>(magnitude);
}

bool operator<(const Number& a, const Number& b) {
  if (a.negative != b.negative) return a.negative;
  return a.negative ? a.magnitude > b.magnitude : a.magnitude < b.magnitude;
}

bool operator==(const Number& a, const Number& b) { return a.negative == b.negative && a.magnitude == b.magnitude; }

std::optional<Number> parse_number(std::string_view text, NumberFault* fault) { return Scan(text, fault).number(); }

std::optional<Range> parse_range(std::string_view text, NumberFault* fault) {
  auto fail = [&](std::size_t at, std::string message, std::string help) {
    if (fault) *fault = {at, std::move(message), std::move(help)};
    return std::nullopt;
  };
  std::size_t dots = text.find("..");
  if (dots == text.npos) {
    return fail(0, "'" + std::string(text) + "' is not a range", "write both ends: 1..6 holds 6, 0..<6 does not");
  }
  bool open = dots + 2 < text.size() && text[dots + 2] == '<';
  auto end = [&](std::string_view part) {
    std::optional<Number> value = parse_number(trimmed(part), fault);
    if (!value && fault) fault->offset += static_cast<std::size_t>(trimmed(part).data() - text.data());
    return value;
  };
  std::optional<Number> lo = end(text.substr(0, dots));
  if (!lo) return std::nullopt;
  std::optional<Number> hi = end(text.substr(dots + (open ? 3 : 2)));
  if (!hi) return std::nullopt;
  bool time = lo->dimension == Dimension::kTime || hi->dimension == Dimension::kTime;
  if (time && lo->dimension != hi->dimension) {
    return fail(0, "a duration at one end only", "write its unit at both ends: 104 ms..107 ms");
  }
  if (*hi < *lo || (open && !(*lo < *hi))) {
    return fail(0, "the range '" + std::string(text) + "' is empty", "the lower end comes first");
  }
  Dimension dimension = std::max(lo->dimension, hi->dimension);
  Range out{*lo, open ? before(*hi) : *hi};
  out.lo.dimension = out.hi.dimension = dimension;
  return out;
}

}  // namespace npuspec
