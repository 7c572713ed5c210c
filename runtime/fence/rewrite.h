// Puts fences into a model: ETHOS_U_STREAM_SPLIT operators behind chosen operators, and not one other change.
//
// The fenced file is new tables, the front, and behind them the source, byte for byte; but numbers in it that say where
// data lies in the file move with it (Buffer.offset, Operator.large_custom_options_offset). Only tables on the way to
// what changes are written anew, so that the work follows the number of operators, not of bytes. A field of a newer
// schema in a table that is written anew is refused, never dropped.
//
// Source: ETHOS_U_STREAM_SPLIT contract version 1 (specs/fence/stream_split.yaml).
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <ranges>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "fence/graph.h"
#include "fence/model.h"

namespace npuspec::fence {

// Positions alone: the caller asserts that they are operators of the model. In any order. A list of whole numbers is
// one, as FencePlan::after_ops() gives it.
struct FenceConfig {
  FenceConfig() = default;
  template <std::integral Position>  // deduced, so that a list in a list is a vector
  FenceConfig(std::initializer_list<Position> positions) : after_ops(positions.begin(), positions.end()) {}
  FenceConfig(std::vector<std::int64_t> positions) : after_ops(std::move(positions)) {}
  template <class List>
  requires std::ranges::input_range<const List> && std::integral<std::ranges::range_value_t<const List>> &&
      (sizeof(std::ranges::range_value_t<const List>) >= sizeof(std::int32_t))  // no text
      FenceConfig(const List& positions)
      : after_ops(std::ranges::begin(positions), std::ranges::end(positions)) {}

  std::vector<std::int64_t> after_ops;
};

struct RewriteOptions {
  // Outside contract version 1, for Vela before 5.0: fences with options of no byte instead of none.
  bool empty_custom_options = ethos_u_stream_split::kVelaBelow5Default;
};

// 8 bytes of the source that are another number in the fenced file.
struct Moved {
  std::uint64_t at = 0;
  std::uint64_t number = 0;

  friend bool operator==(const Moved&, const Moved&) = default;
};

// What the sidecar says, and the fenced file as pieces: `front`, then the source with `moved` in it.
struct RewriteResult : ethos_u_stream_split::Sidecar {
  std::span<const std::uint8_t> source;  // the model's bytes, which outlive this
  std::vector<std::uint8_t> front;
  std::vector<Moved> moved;           // ascending
  std::vector<std::string> warnings;  // one sentence each

  std::uint64_t size() const { return front.size() + source.size(); }
  // f(span<const uint8_t>) for each piece of the fenced file, in order. Copies nothing of the source.
  template <class F>
  void for_each_piece(F f) const;
  // The fenced file in memory.
  std::vector<std::uint8_t> bytes() const;
};

// `fences` is a FenceConfig, or positions as they are: {3, 10}, plan.after_ops(). Throws ModelError, CutError,
// FenceBindingError (a position behind the last operator). `fences` may not be empty.
RewriteResult rewrite_model_with_fences(const Model& model, const FenceConfig& fences,
                                        const RewriteOptions& options = {});

template <class F>
void RewriteResult::for_each_piece(F f) const {
  f(std::span<const std::uint8_t>(front));
  std::uint64_t done = 0;
  for (const Moved& each : moved) {
    if (each.at > done) f(source.subspan(done, each.at - done));
    std::uint8_t number[sizeof each.number];
    for (unsigned i = 0; i < sizeof number; ++i) number[i] = static_cast<std::uint8_t>(each.number >> (8 * i));
    f(std::span<const std::uint8_t>(number));
    done = each.at + sizeof number;
  }
  f(source.subspan(done));
}

}  // namespace npuspec::fence
