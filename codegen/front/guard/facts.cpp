#include "front/guard/facts.h"

#include <algorithm>

namespace npuspec::guard {
namespace {

std::uint64_t hash_of(std::span<const std::uint64_t> words) {
  std::uint64_t hash = 0x9E3779B97F4A7C15u;
  for (std::uint64_t word : words) {
    hash = (hash ^ word) * 0xFF51AFD7ED558CCDu;
    hash ^= hash >> 32u;
  }
  return hash;
}

}  // namespace

std::uint32_t Keys::intern(std::span<const std::uint64_t> words) {
  if (entries_.size() * 2 >= table_.size()) grow();
  std::uint64_t hash = hash_of(words);
  std::size_t mask = table_.size() - 1;
  std::size_t at = hash & mask;
  for (; table_[at] != 0; at = (at + 1) & mask) {
    const Entry& entry = entries_[table_[at]];
    if (entry.hash == hash && std::ranges::equal(words, std::span(words_).subspan(entry.from, entry.size))) {
      return table_[at];
    }
  }
  table_[at] = static_cast<std::uint32_t>(entries_.size());
  entries_.push_back({static_cast<std::uint32_t>(words_.size()), static_cast<std::uint32_t>(words.size()), hash});
  words_.insert(words_.end(), words.begin(), words.end());
  return table_[at];
}

std::uint32_t Keys::of(const Typed& n, const Let* let) {
  auto word = [&](auto value) { spelled_.push_back(static_cast<std::uint64_t>(value)); };
  auto address = [&](const void* p) { spelled_.push_back(reinterpret_cast<std::uintptr_t>(p)); };
  spelled_.clear();
  word((static_cast<unsigned>(n.act) << 24u) | (static_cast<unsigned>(n.relation) << 16u) |
       (static_cast<unsigned>(n.type.base) << 8u) | (n.open ? 2u : 0u) | (n.many ? 1u : 0u));
  word(n.value);
  word(n.value >> 64);
  word(n.value2);
  // A named constant is its value; a local is its place in its let or guard.
  address(n.act == Act::kConstant ? nullptr : n.act == Act::kLocal ? static_cast<const void*>(let) : n.symbol);
  address(n.column);
  address(n.type.of);
  address(n.text.data());
  for (Int row : n.rows) word(row);
  for (Relation relation : n.relations) word(relation);
  for (const Typed* arg : n.args) word(arg->key);
  if (n.loop) {
    const Domain& d = n.loop->domain;
    word((static_cast<unsigned>(n.loop->does) << 16u) | (static_cast<unsigned>(d.over) << 8u) | (d.open ? 1u : 0u));
    word(d.each->key);
    for (const Typed* part : {d.first, d.last, d.many, n.loop->condition, n.loop->body}) word(part ? part->key : 0);
    for (Int row : d.rows) word(row);
  }
  return intern(spelled_);
}

void Keys::grow() {
  if (entries_.empty()) entries_.emplace_back();
  table_.assign(std::max<std::size_t>(256, table_.size() * 2), 0);
  std::size_t mask = table_.size() - 1;
  for (std::uint32_t key = 1; key < entries_.size(); ++key) {
    std::size_t at = entries_[key].hash & mask;
    while (table_[at] != 0) at = (at + 1) & mask;
    table_[at] = key;
  }
}

const Bounds* Facts::Layer::find(std::uint32_t key) const {
  std::uint32_t newest = key < newest_.size() ? newest_[key] : 0;
  return newest > hidden_ ? &entries_[newest - 1].bounds : nullptr;
}

void Facts::Layer::put(const Entry& entry) {
  if (entry.key >= newest_.size()) newest_.resize(std::max<std::size_t>(entry.key + 1, newest_.size() * 2));
  before_.push_back(newest_[entry.key]);
  entries_.push_back(entry);
  newest_[entry.key] = static_cast<std::uint32_t>(entries_.size());
}

void Facts::Layer::forget(std::size_t mark) {
  while (entries_.size() > std::max(mark, hidden_)) {
    newest_[entries_.back().key] = before_.back();
    entries_.pop_back();
    before_.pop_back();
  }
}

const Bounds* Facts::find(std::uint32_t key) const {
  if (const Bounds* found = inner_.find(key)) return found;
  if (const Bounds* found = under_.find(key)) return found;
  return key < base_.size() && base_[key] ? &*base_[key] : nullptr;
}

void Facts::put(std::uint32_t key, const Typed* node, const Bounds& bounds) {
  if (walking_) {
    inner_.put({key, node, bounds});
  } else if (unders_ != 0) {
    under_.put({key, node, bounds});
  } else {
    if (key >= base_.size()) base_.resize(key + 1);
    base_[key] = bounds;
  }
}

std::size_t Facts::enter_under() {
  ++unders_;
  return under_.size();
}

void Facts::leave_under(std::size_t mark) {
  --unders_;
  under_.forget(mark);
}

Facts::Aside::Aside(Facts& facts, bool unders_too)
    : facts_(facts), inner_(facts.inner_.hide()), under_(unders_too ? facts.under_.hide() : facts.under_.hidden()) {}

Facts::Aside::~Aside() {
  facts_.inner_.forget(0);
  facts_.inner_.show(inner_);
  facts_.under_.show(under_);
}

}  // namespace npuspec::guard
