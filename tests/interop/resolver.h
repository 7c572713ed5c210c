// Gives a resolver of operators one that it does not know, where its own AddCustom cannot be called: the wheels of
// LiteRT and TFLite Micro hide it or have it inlined, and their headers are packaged nowhere.
//
// A resolver is asked for a custom operator by a virtual function, the second that it has in both. So the one resolver
// at hand is given a table of virtual functions that differs from its own in that one. This is true of the versions in
// requirements.txt, which were tried; it is no interface of theirs.
#pragma once

#include <cstddef>
#include <cstring>

namespace npuspec::interop {

// Registration: what the resolver gives. More: what it is asked besides the name. One operator a program.
template <class Registration, class... More>
class Resolver {
 public:
  static void add(void* resolver, const char* name, const Registration* op) {
    void** const table = *static_cast<void***>(resolver);
    name_ = name;
    op_ = op;
    its_own_ = reinterpret_cast<Find*>(table[kFind]);
    std::memcpy(table_, table - kBefore, sizeof table_);
    table_[kBefore + kFind] = reinterpret_cast<void*>(&find);
    *static_cast<void***>(resolver) = table_ + kBefore;
  }

 private:
  using Find = const Registration*(const void* resolver, const char* name, More... more);

  static const Registration* find(const void* resolver, const char* name, More... more) {
    return std::strcmp(name, name_) == 0 ? op_ : its_own_(resolver, name, more...);
  }

  static constexpr std::size_t kBefore = 2;  // where the object starts, and its type
  static constexpr std::size_t kFind = 1;
  static constexpr std::size_t kFunctions = 8;  // as many as either resolver has, or more
  static inline const char* name_ = nullptr;
  static inline const Registration* op_ = nullptr;
  static inline Find* its_own_ = nullptr;
  static inline void* table_[kBefore + kFunctions] = {};
};

}  // namespace npuspec::interop
