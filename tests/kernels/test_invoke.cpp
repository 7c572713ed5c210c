// What the kernel copies, and when it copies nothing.
#include <doctest/doctest.h>
#include <sys/mman.h>

#include <array>
#include <cstring>
#include <random>

#include "kernels/fence.h"

using namespace npuspec::test;

namespace {

using Shape = std::vector<std::int32_t>;
using Content = std::vector<std::uint8_t>;

constexpr std::int8_t kFloat32 = ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_FLOAT32;

template <typename T, std::size_t N>
Content bytes_of(const std::array<T, N>& values) {
  Content content(sizeof values);
  std::memcpy(content.data(), values.data(), content.size());
  return content;
}

}  // namespace

TEST_CASE("the output bytes equal the input bytes for each type, and the input is as it was") {
  std::mt19937 random(1);
  int types = 0;
  for (int number = INT8_MIN; number <= INT8_MAX; ++number) {
    auto type = static_cast<std::int8_t>(number);
    if (!ethos_u_stream_split_tensor_type_copied(type)) continue;
    ++types;
    CAPTURE(number);
    const Shape shape = {3, 7};
    Content content(21 * ethos_u_stream_split_tensor_type_bytes(type));
    for (std::uint8_t& byte : content) byte = static_cast<std::uint8_t>(random());
    Bytes in(content);
    Bytes out(content.size());
    Fence fence;
    fence.add(tensor(shape, in.data(), type), tensor(shape, out.data(), type));
    CHECK(said(fence.invoke()) == "fine");
    CHECK(out.all() == content);
    CHECK(in.all() == content);
  }
  CHECK(types == 8);
}

TEST_CASE("payloads of NaN, signs of zero, denormals and odd booleans come through as they are") {
  const Shape six = {6};
  const auto singles =
      bytes_of(std::array<std::uint32_t, 6>{0x7F800001, 0xFFC12345, 0x7FFFFFFF, 0x80000000, 0x00000001, 0xFF800000});
  const auto halves = bytes_of(std::array<std::uint16_t, 6>{0x7C01, 0xFE55, 0x7FFF, 0x8000, 0x0001, 0xFC00});
  const Content booleans = {0, 1, 2, 0x80, 0xFF, 0x55};
  Bytes in0(singles), in1(halves), in2(booleans);
  Bytes out0(singles.size()), out1(halves.size()), out2(booleans.size());
  Fence fence;
  fence.add(tensor(six, in0.data(), kFloat32), tensor(six, out0.data(), kFloat32));
  fence.add(tensor(six, in1.data(), ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_FLOAT16),
            tensor(six, out1.data(), ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_FLOAT16));
  fence.add(tensor(six, in2.data(), ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_BOOL),
            tensor(six, out2.data(), ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_BOOL));
  CHECK(said(fence.invoke()) == "fine");
  CHECK(out0.all() == singles);
  CHECK(out1.all() == halves);
  CHECK(out2.all() == booleans);
}

TEST_CASE("no byte around an output is written, whatever its size and alignment") {
  for (std::int32_t size = 0; size <= 70; ++size) {
    for (const std::size_t offset : {16u, 17u, 19u}) {
      const Shape shape = {size};
      const Content content = counting(static_cast<std::size_t>(size));
      Bytes in(content);
      Bytes out(offset + content.size() + 16, 0xCC);
      Fence fence;
      fence.add(tensor(shape, in.data()), tensor(shape, out.data() + offset));
      CHECK(said(fence.invoke()) == "fine");
      Content expected(offset + content.size() + 16, 0xCC);
      std::copy(content.begin(), content.end(), expected.begin() + static_cast<std::ptrdiff_t>(offset));
      CHECK(out.all() == expected);
    }
  }
}

TEST_CASE("trap 55: an output at the address of its own input is permitted and changes nothing") {
  const Shape shape = {8};
  Bytes both(counting(8));
  Fence fence;
  fence.add(tensor(shape, both.data()), tensor(shape, both.data()));
  CHECK(said(fence.invoke()) == "fine");
  CHECK(both.all() == counting(8));
}

TEST_CASE("an output that overlaps its own input in part is refused, and no pair is copied, not even one before it") {
  const Shape shape = {8};
  for (const std::size_t offset : {1u, 4u, 7u}) {
    for (bool output_first : {false, true}) {
      Bytes shared(counting(16));
      Bytes in(counting(8, 100));
      Bytes out(8);
      std::uint8_t* low = shared.data();
      std::uint8_t* high = low + offset;
      Fence fence;
      fence.add(tensor(shape, in.data()), tensor(shape, out.data()));
      fence.add(tensor(shape, output_first ? high : low), tensor(shape, output_first ? low : high));
      CHECK(said(fence.prepare()) == "fine");  // where buffers lie is no matter of Prepare
      CHECK(said(fence.invoke()) == "no-partial-overlap of pair 1");
      CHECK(shared.all() == counting(16));
      CHECK(out.all() == Content(8));
    }
  }
}

TEST_CASE("trap 55: an output that overlaps another pair's input is refused, also where it lies exactly there") {
  const Shape shape = {8};
  for (const std::size_t offset : {0u, 3u, 7u}) {
    Bytes first(counting(8));
    Bytes shared(counting(16, 50));
    Bytes last(8);
    Fence fence;
    fence.add(tensor(shape, first.data()), tensor(shape, shared.data() + offset));
    fence.add(tensor(shape, shared.data()), tensor(shape, last.data()));
    CHECK(said(fence.invoke()) == "no-clobber of pair 0");
    CHECK(shared.all() == counting(16, 50));
    CHECK(last.all() == Content(8));
  }
}

TEST_CASE("an output that overlaps another pair's output is refused, also where it lies exactly there") {
  const Shape shape = {8};
  for (const std::size_t offset : {0u, 3u, 7u}) {
    Bytes one(counting(8)), two(counting(8, 20));
    Bytes shared(16);
    Fence fence;
    fence.add(tensor(shape, one.data()), tensor(shape, shared.data()));
    fence.add(tensor(shape, two.data()), tensor(shape, shared.data() + offset));
    CHECK(said(fence.invoke()) == "no-clobber of pair 0");
    CHECK(shared.all() == Content(16));
  }
}

TEST_CASE("an output that is its own input and another pair's too is refused") {
  const Shape shape = {8};
  Bytes shared(counting(8));
  Bytes out(8);
  Fence fence;
  fence.add(tensor(shape, shared.data()), tensor(shape, shared.data()));
  fence.add(tensor(shape, shared.data()), tensor(shape, out.data()));
  CHECK(said(fence.invoke()) == "no-clobber of pair 0");
  CHECK(out.all() == Content(8));
}

TEST_CASE("inputs may overlap each other, in part or whole") {
  const Shape shape = {8};
  for (const std::size_t offset : {0u, 3u, 8u}) {
    Bytes shared(counting(16));
    Bytes one(8), two(8);
    Fence fence;
    fence.add(tensor(shape, shared.data()), tensor(shape, one.data()));
    fence.add(tensor(shape, shared.data() + offset), tensor(shape, two.data()));
    CHECK(said(fence.invoke()) == "fine");
    CHECK(one.all() == counting(8));
    CHECK(two.all() == counting(8, 1 + static_cast<int>(offset)));
  }
}

TEST_CASE("buffers that touch do not overlap") {
  const Shape shape = {4};
  Bytes row(counting(16));
  Fence fence;
  fence.add(tensor(shape, row.data()), tensor(shape, row.data() + 4));
  fence.add(tensor(shape, row.data() + 12), tensor(shape, row.data() + 8));
  CHECK(said(fence.invoke()) == "fine");
  CHECK(row.all() == Content{1, 2, 3, 4, 1, 2, 3, 4, 13, 14, 15, 16, 13, 14, 15, 16});
}

TEST_CASE("a tensor without elements copies nothing, needs no address, and overlaps nothing") {
  const Shape shape = {2, 0, 3};
  const Shape four = {4};
  Bytes in(counting(4));
  Bytes out(4);
  Fence fence;
  fence.add(tensor(shape, nullptr, kFloat32), tensor(shape, nullptr, kFloat32));
  fence.add(tensor(four, in.data()), tensor(four, out.data()));
  fence.add(tensor(shape, in.data() + 1), tensor(shape, out.data() + 2));
  fence.add(tensor(shape, nullptr), tensor(shape, in.data()));
  CHECK(said(fence.prepare()) == "fine");
  CHECK(said(fence.invoke()) == "fine");
  CHECK(out.all() == counting(4));
}

TEST_CASE("a tensor that has elements and no address is refused before any copy") {
  const Shape shape = {4};
  Bytes in(counting(4)), other(counting(4, 9));
  Bytes out(4);
  Fence fence;
  fence.add(tensor(shape, in.data()), tensor(shape, out.data()));
  fence.add(tensor(shape, other.data()), tensor(shape, nullptr));
  CHECK(said(fence.prepare()) == "fine");
  CHECK(said(fence.invoke()) == "same-bytes of pair 1");
  fence.inputs[1].data = nullptr;
  CHECK(said(fence.invoke()) == "whole-bytes of pair 1");
  fence.outputs[1].data = other.data();
  CHECK(said(fence.invoke()) == "same-bytes of pair 1");
  CHECK(out.all() == Content(4));
  CHECK(other.all() == counting(4, 9));
}

TEST_CASE("a pair that was resized since Prepare is copied at the size that it has now") {
  const Shape before = {4};
  const Shape after = {2, 3};
  Bytes in(counting(6));
  Bytes out(6);
  Fence fence;
  fence.add(tensor(before, in.data()), tensor(before, out.data()));
  CHECK(said(fence.prepare()) == "fine");
  fence.inputs[0] = tensor(after, in.data());
  fence.outputs[0] = tensor(after, out.data());
  CHECK(said(fence.invoke()) == "fine");
  CHECK(out.all() == counting(6));
}

TEST_CASE("a pair of which one side was resized since Prepare is refused before any copy") {
  const Shape before = {4};
  const Shape after = {6};
  for (bool input : {false, true}) {
    Bytes in(counting(6)), first_in(counting(4, 70));
    Bytes out(6), first_out(4);
    Fence fence;
    fence.add(tensor(before, first_in.data()), tensor(before, first_out.data()));
    fence.add(tensor(before, in.data()), tensor(before, out.data()));
    CHECK(said(fence.prepare()) == "fine");
    (input ? fence.inputs : fence.outputs)[1] = tensor(after, (input ? in : out).data());
    CHECK(said(fence.invoke()) == "same-shape of pair 1");
    CHECK(out.all() == Content(6));
    CHECK(first_out.all() == Content(4));
  }
}

TEST_CASE("sizes beyond 32 bits are judged in whole") {
  const std::size_t gib = std::size_t{1} << 30;
  const Shape shape = {5, 1 << 30};
  // Addresses alone: what is refused or an alias touches none of it.
  void* reserved = mmap(nullptr, 10 * gib, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  REQUIRE(reserved != MAP_FAILED);
  auto* base = static_cast<std::uint8_t*>(reserved);
  Fence alias;
  alias.add(tensor(shape, base), tensor(shape, base));
  CHECK(alias.inputs[0].bytes == 5 * gib);
  CHECK(said(alias.invoke()) == "fine");
  // Cut to 32 bits both would be 1 GiB long, and apart.
  for (std::size_t offset : {std::size_t{1}, 2 * gib, 4 * gib, 5 * gib - 1}) {
    Fence part;
    part.add(tensor(shape, base), tensor(shape, base + offset));
    CHECK(said(part.invoke()) == "no-partial-overlap of pair 0");
  }
  CHECK(munmap(reserved, 10 * gib) == 0);
}
