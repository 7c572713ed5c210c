// How the kernel calls memcpy: it is built here with another one in its place.
#include <doctest/doctest.h>

#include <cstring>

#include "kernels/fence.h"

using namespace npuspec::test;

namespace {
int calls = 0;
}

extern "C" void* watched_memcpy(void* to, const void* from, std::size_t bytes) {
  ++calls;
  CHECK(to != nullptr);
  CHECK(from != nullptr);
  CHECK(bytes > 0);
  CHECK(to != from);
  return std::memcpy(to, from, bytes);
}

TEST_CASE("memcpy is called once for each pair that has bytes to move, and never with a null, a 0 or an alias") {
  const std::vector<std::int32_t> four = {4};
  const std::vector<std::int32_t> none = {0, 4};
  Bytes in(counting(4)), alias(counting(4));
  Bytes out(4);
  Fence fence;
  fence.add(tensor(none, nullptr), tensor(none, nullptr));
  fence.add(tensor(none, in.data()), tensor(none, out.data()));
  fence.add(tensor(none, nullptr), tensor(none, out.data()));
  fence.add(tensor(four, alias.data()), tensor(four, alias.data()));
  CHECK(said(fence.invoke()) == "fine");
  CHECK(calls == 0);
  fence.add(tensor(four, in.data()), tensor(four, out.data()));
  CHECK(said(fence.invoke()) == "fine");
  CHECK(calls == 1);
  CHECK(out.all() == counting(4));
}

TEST_CASE("a length that was told of a tensor without elements and without an address is not copied") {
  const std::vector<std::int32_t> none = {0};
  Fence fence;
  fence.add(tensor(none, nullptr), tensor(none, nullptr));
  fence.inputs[0].bytes = fence.outputs[0].bytes = 8;
  calls = 0;
  CHECK(said(fence.prepare()) == "whole-bytes of pair 0");
  CHECK(said(fence.invoke()) == "fine");  // no address, so no bytes: just what the shape makes
  CHECK(calls == 0);
}

TEST_CASE("whatever is refused calls memcpy not at all") {
  const std::vector<std::int32_t> four = {4};
  Bytes in(counting(8));
  Bytes out(4);
  Fence fence;
  fence.add(tensor(four, in.data()), tensor(four, out.data()));
  fence.add(tensor(four, in.data() + 4), tensor(four, in.data() + 2));
  calls = 0;
  CHECK(said(fence.invoke()) == "no-clobber of pair 1");
  CHECK(calls == 0);
}
