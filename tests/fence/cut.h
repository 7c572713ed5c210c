// What tests of cuts share: a model of our own, cut, and both read.
#pragma once

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "fence/rewrite.h"
#include "support/models.h"

namespace npuspec::test {

// A model and the bytes that it is a view of.
struct Held {
  explicit Held(Bytes its_bytes, std::string name = "model.tflite")
      : bytes(std::move(its_bytes)), model(std::make_unique<fence::Model>(std::move(name), bytes)) {}
  explicit Held(const ModelSpec& spec) : Held(spec.build()) {}

  const fence::Model* operator->() const { return model.get(); }
  const fence::fbs::SubGraph& graph() const { return *model->root().subgraphs()->Get(0); }

  Bytes bytes;
  std::unique_ptr<fence::Model> model;
};

struct Cut {
  Cut(const ModelSpec& spec, std::vector<std::int64_t> after, const fence::RewriteOptions& options = {})
      : source(spec),
        result(fence::rewrite_model_with_fences(*source.model, {std::move(after)}, options)),
        fenced(result.bytes(), "fenced.tflite") {}

  // What an operator of the fenced model reads.
  std::vector<std::int32_t> inputs(std::uint32_t op) const { return list(fenced->op(op)->inputs()); }
  std::vector<std::int32_t> outputs(std::uint32_t op) const { return list(fenced->op(op)->outputs()); }
  std::vector<std::int32_t> returned() const { return list(fenced.graph().outputs()); }
  std::string_view name(std::uint32_t tensor) const { return fenced->tensor_name(tensor); }

  static std::vector<std::int32_t> list(const flatbuffers::Vector<std::int32_t>* of) {
    return of == nullptr ? std::vector<std::int32_t>() : std::vector<std::int32_t>(of->begin(), of->end());
  }

  Held source;
  fence::RewriteResult result;
  Held fenced;
};

// The rule that refuses a cut; kNone for a refusal by none; fails the test where there is no refusal.
template <class E = fence::Error>
fence::Fault refusal(const ModelSpec& spec, std::vector<std::int64_t> after) {
  try {
    const Cut cut(spec, std::move(after));
  } catch (const E& error) {
    return error.fault();
  }
  FAIL("it was cut");
  return fence::Fault::kNone;
}

}  // namespace npuspec::test
