// How generated rules look at flatbuffers.
//
// The rules are templates over accessors: a table is a pointer to something with a member function for each field, as
// flatc generates; an offset field gives a pointer that is null when it is absent; a vector has size() and Get(i); a
// string has size() and c_str(). Anything else with these members does too. An absent vector or string reads as an
// empty one, and same_* tell the two apart. Nothing here allocates or throws; lengths are those that a flatbuffers
// Verifier has checked.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace npuspec::flat {

constexpr std::string_view view(std::string_view text) { return text; }

template <class String>
constexpr std::string_view view(const String* text) {
  return text == nullptr ? std::string_view() : std::string_view(text->c_str(), text->size());
}

template <class Vector>
constexpr std::uint64_t length(const Vector* vector) {
  return vector == nullptr ? 0 : vector->size();
}

template <class Vector>
constexpr auto element(const Vector* vector, std::uint64_t index) {
  return vector->Get(static_cast<decltype(vector->size())>(index));
}

template <class T>
constexpr bool present(const T* offset) {
  return offset != nullptr;
}

// Equal for the very same object only.
template <class T>
constexpr const void* place(const T* offset) {
  return offset;
}

template <class A, class B>
constexpr bool equal_text(const A& a, const B& b) {
  return view(a) == view(b);
}

template <class A, class B>
constexpr bool equal_text_ignoring_case(const A& a, const B& b) {
  const std::string_view x = view(a);
  const std::string_view y = view(b);
  if (x.size() != y.size()) return false;
  constexpr auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (lower(x[i]) != lower(y[i])) return false;
  }
  return true;
}

// Floats bit by bit: a copy of a NaN is the same.
template <class T>
constexpr bool same_scalar(T a, T b) {
  if constexpr (std::is_same_v<T, float>) {
    return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
  } else if constexpr (std::is_same_v<T, double>) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
  } else {
    return a == b;
  }
}

template <class A, class B, class Same>
constexpr bool same_elements(const A* a, const B* b, Same same) {
  if (length(a) != length(b)) return false;
  if (a == nullptr || b == nullptr) return true;
  for (decltype(a->size()) i = 0; i < a->size(); ++i) {
    if (!same(a->Get(i), b->Get(i))) return false;
  }
  return true;
}

// The elements alone: an absent vector equals an empty one.
template <class A, class B>
constexpr bool equal_vector(const A* a, const B* b) {
  return same_elements(a, b, [](auto x, auto y) { return same_scalar(x, y); });
}

template <class A, class B>
constexpr bool equal_span(const A& a, const B& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] != b[i]) return false;
  }
  return true;
}

template <class A, class B>
constexpr bool same_vector(const A* a, const B* b) {
  return present(a) == present(b) && equal_vector(a, b);
}

template <class A, class B>
constexpr bool same_text(const A* a, const B* b) {
  return present(a) == present(b) && equal_text(a, b);
}

template <class A, class B>
constexpr bool same_texts(const A* a, const B* b) {
  return present(a) == present(b) && same_elements(a, b, [](const auto* x, const auto* y) { return same_text(x, y); });
}

template <class A, class B, class Same>
constexpr bool same_tables(const A* a, const B* b, Same same) {
  return present(a) == present(b) && same_elements(a, b, same);
}

// What cannot be looked into is the same in one place only.
template <class A, class B>
constexpr bool same_place(const A* a, const B* b) {
  return place(a) == place(b);
}

template <class A, class B>
constexpr bool same_places(const A* a, const B* b) {
  return present(a) == present(b) && same_elements(a, b, [](const auto* x, const auto* y) { return same_place(x, y); });
}

}  // namespace npuspec::flat
