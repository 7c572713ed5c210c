// A number of cycles, exactly: a decimal that is never negative, as Vela prints them (16.5, 7961358.368, 1e+06).
//
// Sums, differences and comparisons are exact, so that parts add up to their whole, which sums of doubles miss. A
// number has at most 17 digits before its point and 20 behind; what needs more is refused, never rounded. It is 16
// bytes, and is copied, added and compared as such.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

namespace npuspec::fence {

class Decimal {
 public:
  Decimal() = default;
  // Throws PlanError from 10^17 on.
  explicit Decimal(std::uint64_t whole);

  // Empty, or why `text` is none: no number (NaN, N/A, a sign), too large, or of too many digits behind the point.
  static std::string parse(std::string_view text, Decimal& out);

  // Throws PlanError from 10^17 on.
  friend Decimal operator+(Decimal a, Decimal b);
  Decimal& operator+=(Decimal b) { return *this = *this + b; }
  // `b` is not greater than `a`.
  friend Decimal operator-(Decimal a, Decimal b);
  friend bool operator==(Decimal, Decimal) = default;
  friend std::strong_ordering operator<=>(Decimal, Decimal) = default;

  // Rounded down to 20 digits behind the point, so that comparing it with a Decimal is exact. `whole` is not 0, `part`
  // not greater.
  static Decimal share(Decimal part, Decimal whole);
  // Half the sum, rounded down to 20 digits behind the point.
  friend Decimal midpoint(Decimal a, Decimal b);

  // As short as can be: "16.5", "0", "1000000".
  std::string text() const;
  // Of a share: "99.15 %", rounded down to so many digits behind the point, so that only all of it is "100 %".
  static constexpr unsigned kDigits = 18;  // all that a share can have
  std::string percent(unsigned digits = 2) const;
  // Of a share that is less than `other`, with as many digits more as it takes to show that.
  std::string percent_beside(Decimal other) const;

 private:
  __extension__ using Units = unsigned __int128;  // of 10^-20
  explicit Decimal(Units units, int) : units_(units) {}

  static const Units kOne;
  static const Units kLimit;

  Units units_ = 0;
};

}  // namespace npuspec::fence
