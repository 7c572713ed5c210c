// What the kernel refuses before it runs.
#include <doctest/doctest.h>

#include "kernels/fence.h"

using namespace npuspec::test;

namespace {

using Shape = std::vector<std::int32_t>;
constexpr std::int8_t kInt8 = ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_INT8;
constexpr std::int32_t kMost = INT32_MAX;

const Shape kShape = {1, 4, 3};

// Two good pairs; Prepare looks at no data.
Fence good() {
  Fence fence;
  fence.add(tensor(kShape, nullptr), tensor(kShape, nullptr));
  fence.add(tensor(kShape, nullptr, kInt8), tensor(kShape, nullptr, kInt8));
  return fence;
}

// What Prepare says when both tensors of the second pair are this.
std::string both(const stream_split_tensor& t) {
  Fence fence = good();
  fence.inputs[1] = fence.outputs[1] = t;
  return said(fence.prepare());
}

}  // namespace

TEST_CASE("a node whose pairs agree is fine, whatever each pair is") {
  Fence fence = good();
  CHECK(said(fence.prepare()) == "fine");
}

TEST_CASE("a fence has at least one pair") {
  Fence fence;
  CHECK(said(fence.prepare()) == "some-pair of pair 0");
  CHECK(said(fence.invoke()) == "some-pair of pair 0");
}

TEST_CASE("a fence has as many outputs as inputs") {
  Fence fewer = good();
  fewer.outputs.pop_back();
  CHECK(said(fewer.prepare()) == "paired of pair 0");
  CHECK(said(fewer.invoke()) == "paired of pair 0");
  Fence more = good();
  more.outputs.push_back(more.outputs[0]);
  CHECK(said(more.prepare()) == "paired of pair 0");
  CHECK(said(more.invoke()) == "paired of pair 0");
}

TEST_CASE("types that differ fail, though their sizes are equal") {
  Fence fence = good();
  fence.outputs[1].type = ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_UINT8;
  CHECK(said(fence.prepare()) == "same-type of pair 1");
}

TEST_CASE("every number that is no type of the contract is refused: packed, string, resource, wide and unknown ones") {
  int copied = 0;
  for (int number = INT8_MIN; number <= INT8_MAX; ++number) {
    auto type = static_cast<std::int8_t>(number);
    CAPTURE(number);
    stream_split_tensor t = tensor(kShape, nullptr);
    t.type = type;
    if (ethos_u_stream_split_tensor_type_copied(type)) {
      ++copied;
      t.bytes = 12 * ethos_u_stream_split_tensor_type_bytes(type);
      CHECK(both(t) == "fine");
      continue;
    }
    for (const std::size_t bytes :
         {0u, 6u, 12u, 24u, 48u, 96u, 192u}) {  // whatever size such a type is thought to have
      t.bytes = bytes;
      CHECK(both(t) == "same-type of pair 1");
    }
  }
  CHECK(copied == 8);
}

TEST_CASE("a variable tensor is refused on either side") {
  Fence in = good();
  in.inputs[1].is_variable = true;
  CHECK(said(in.prepare()) == "not-variable of pair 1");
  Fence out = good();
  out.outputs[0].is_variable = true;
  CHECK(said(out.prepare()) == "not-variable of pair 0");
}

TEST_CASE("shapes that differ fail, though they have as many elements") {
  for (const Shape& other : {Shape{1, 3, 4}, Shape{4, 3}, Shape{12}, Shape{1, 4, 3, 1}, Shape{1, 4, 2}}) {
    Fence fence = good();
    fence.outputs[1] = tensor(other, nullptr, kInt8);
    CHECK(said(fence.prepare()) == "same-shape of pair 1");
  }
}

TEST_CASE("an extent that is open fails") {
  const Shape open = {-1, 4, 3};
  stream_split_tensor t = tensor(kShape, nullptr);
  t.shape = open.data();
  CHECK(both(t) == "shape-known of pair 1");
}

TEST_CASE("byte lengths that differ fail rather than being cut to the lesser") {
  for (int change : {-1, 1}) {
    Fence in = good();
    in.inputs[1].bytes = static_cast<std::size_t>(12 + change);
    CHECK(said(in.prepare()) == "same-bytes of pair 1");
    Fence out = good();
    out.outputs[1].bytes = static_cast<std::size_t>(12 + change);
    CHECK(said(out.prepare()) == "same-bytes of pair 1");
  }
}

TEST_CASE("byte lengths that agree, yet are not what shape and type make, fail") {
  stream_split_tensor t = tensor(kShape, nullptr);
  for (const std::size_t bytes : {0u, 1u, 11u, 13u, 24u}) {
    t.bytes = bytes;
    CHECK(both(t) == "whole-bytes of pair 1");
  }
  stream_split_tensor half = tensor(kShape, nullptr, ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_FLOAT16);
  half.bytes = 12;
  CHECK(both(half) == "whole-bytes of pair 1");
}

TEST_CASE("trap 55: a count that runs over 32 bits is not taken for the small one that is left") {
  const Shape shape = {65536, 65536};
  stream_split_tensor t = tensor(shape, nullptr);
  t.bytes = 0;  // what int32 arithmetic makes of it
  CHECK(both(t) == "whole-bytes of pair 1");
  const Shape beyond = {65536, 65536, 1, 1};
  t = tensor(beyond, nullptr, ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_INT64);
  t.bytes = 0;
  CHECK(both(t) == "whole-bytes of pair 1");
}

TEST_CASE("a count that runs over 64 bits fails") {
  const Shape shape = {kMost, kMost, kMost};
  stream_split_tensor t = tensor(kShape, nullptr);
  t.shape = shape.data();
  for (std::size_t bytes : {std::size_t{0}, std::size_t{1}, SIZE_MAX, SIZE_MAX / 2}) {
    t.bytes = bytes;
    CHECK(both(t) == "whole-bytes of pair 1");
  }
  // 2^61 elements fit, and 8 bytes each do not.
  const Shape eighth = {1 << 30, 1 << 30, 2};
  t = tensor(eighth, nullptr, ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_INT64);
  t.bytes = 0;
  CHECK(both(t) == "whole-bytes of pair 1");
}

TEST_CASE("a tensor without elements has no bytes, however large its other extents are") {
  const Shape shape = {kMost, kMost, kMost, 0};
  CHECK(both(tensor(shape, nullptr)) == "fine");
  stream_split_tensor one = tensor(shape, nullptr);
  one.bytes = 1;
  CHECK(both(one) == "whole-bytes of pair 1");
}

TEST_CASE("a scalar has no extents, and needs no shape") {
  stream_split_tensor scalar = tensor({}, nullptr, ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_FLOAT32);
  scalar.shape = nullptr;
  CHECK(scalar.bytes == 4);
  CHECK(both(scalar) == "fine");
}

TEST_CASE("the first fault of the first pair is told") {
  Fence fence = good();
  fence.outputs[0].bytes = 11;
  fence.outputs[1].type = ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_INT4;
  CHECK(said(fence.prepare()) == "same-bytes of pair 0");
  fence.inputs[0].is_variable = true;
  CHECK(said(fence.prepare()) == "not-variable of pair 0");
}

TEST_CASE("the bytes that shape and type make are counted in 64 bits") {
  const Shape shape = {3, 5};
  stream_split_tensor t = tensor(shape, nullptr, ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_FLOAT16);
  CHECK(stream_split_bytes(&t) == 30);
  t.rank = 0;
  CHECK(stream_split_bytes(&t) == 2);
  const Shape large = {65536, 65536, 3};
  t = tensor(large, nullptr, ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_INT64);
  CHECK(stream_split_bytes(&t) == std::size_t{3} << 35);
  const Shape none = {0, kMost, kMost, kMost};
  t = tensor(none, nullptr);
  CHECK(stream_split_bytes(&t) == 0);
}

TEST_CASE("a count of bytes that does not fit is refused, whatever number came out") {
  for (const Shape& shape : {Shape{kMost, kMost, kMost}, Shape{1 << 30, 1 << 30, 2}, Shape{1 << 30, 1 << 30, 8}}) {
    stream_split_tensor t = tensor(shape, nullptr, ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_INT64);
    t.bytes = stream_split_bytes(&t);
    CHECK(both(t) == "whole-bytes of pair 1");
  }
}
