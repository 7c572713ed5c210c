// Puts the kernel's operator into a resolver whose own AddCustom cannot be called.
//
// The wheels on PyPI carry no headers, and none of their libraries exports AddCustom: of ai-edge-litert all C++ is
// hidden, and in tflite-micro it is inlined. Yet both hand a registerer the address of the resolver that they ask
// afterwards, by virtual functions; and in the public headers of both, FindOp by name is the second. So the resolver
// gets a table of functions of our own: theirs, but for that one.
//
// The other way that ai-edge-litert has, LiteRtAddCustomOpKernelOption of libLiteRt.so, is a C function; but it takes
// no registration, and its dispatcher ignores what the kernel returns: a fence could not fail Prepare.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <deque>

namespace npuspec::test {

// Of the table of a polymorphic object that other code made, as the Itanium C++ ABI lays it out: two words in front, an
// offset and the type; then its functions, where a virtual destructor is two.
template <std::size_t kFunctions>
class Overlay {
 public:
  // `replacement` takes the place of the virtual function of that index. An overlay is never freed: nobody tells when
  // the object dies.
  static void put_on(void* object, std::size_t index, void* replacement) {
    auto& table = *static_cast<void***>(object);
    if (table[index] == replacement) return;  // it has been here
    static auto& all = *new std::deque<Overlay>;
    void** words = all.emplace_back().words_;
    words[0] = table;
    std::copy(table - kBefore, table + kFunctions, words + 1);
    words[1 + kBefore + index] = replacement;
    table = words + 1 + kBefore;
  }

  // The function that an overlaid object had.
  template <typename Function>
  static Function original(const void* object, std::size_t index) {
    void** table = *static_cast<void** const*>(object);
    auto* theirs = static_cast<void**>(table[-kBefore - 1]);
    return reinterpret_cast<Function>(theirs[index]);
  }

 private:
  static constexpr std::ptrdiff_t kBefore = 2;

  void* words_[1 + kBefore + kFunctions];  // the table that was there, and the one that is there now
};

inline bool is(const char* name, const char* other) { return std::strcmp(name, other) == 0; }

}  // namespace npuspec::test
