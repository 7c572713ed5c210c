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

namespace npuspec::test {

// Of the table of a polymorphic object that other code made, as the Itanium C++ ABI lays it out.
class Overlay {
 public:
  // `replacement` takes the place of the virtual function of that index. The object keeps it for as long as it lives,
  // and so the overlay is never freed.
  static void put_on(void* object, std::size_t index, void* replacement) {
    auto& table = *static_cast<void***>(object);
    if (table[index] == replacement) return;  // it has been here
    auto* overlay = new Overlay(table);
    overlay->words_[kBefore + index] = replacement;
    table = overlay->words_ + kBefore;
  }

  // The function that an overlaid object had.
  template <typename Function>
  static Function original(const void* object, std::size_t index) {
    void** table = *static_cast<void** const*>(object);
    return reinterpret_cast<Function>(static_cast<void**>(table[-kBefore - 1])[index]);
  }

 private:
  static constexpr std::ptrdiff_t kBefore = 2;      // words that a table has in front: an offset, and the type's name
  static constexpr std::ptrdiff_t kFunctions = 10;  // at least those of any resolver

  explicit Overlay(void** theirs) : theirs_(theirs) { std::copy(theirs - kBefore, theirs + kFunctions, words_); }

  void* theirs_;
  void* words_[kBefore + kFunctions];
};

inline bool is(const char* name, const char* other) { return std::strcmp(name, other) == 0; }

}  // namespace npuspec::test
