// Fencing model files: the whole way, from paths to paths.
//
// fence_model() reads a model, checks that a plan was made for it, puts the fences in, and writes the fenced model and
// its sidecar: both whole, or neither. The source is never touched. After a failure, or if the process is killed, there
// is nothing, or a whole sidecar alone: it is placed first, so that no model is ever without its own. An older pair at
// the paths goes just before the new one is placed. Of two runs that write one pair at once, one's whole pair is left.
//
// Peak memory is the mapped source and a few kilobytes: the fenced file is written from its front and the source.
#pragma once

#include <string>

#include "base/files.h"
#include "fence/plan.h"
#include "fence/rewrite.h"

namespace npuspec::fence {

// A model in a file, which is open as long as this lives.
class ModelFile {
 public:
  // Throws ModelError, std::system_error.
  explicit ModelFile(const std::string& path, Reading how = Reading::kMapped);

  const MappedFile& file() const { return file_; }
  const Model& model() const { return model_; }

 private:
  MappedFile file_;
  Model model_;
};

struct OutputPaths {
  std::string model;
  std::string sidecar;  // empty: sidecar_path(model)
};

// Where the sidecar of a fenced model is looked for: beside it, by the contract's name.
std::string sidecar_path(const std::string& model);

// A plan, which must have been made for the model. Throws what check_plan_binding() and rewrite_model_with_fences() do,
// and std::system_error.
RewriteResult fence_model(const ModelFile& source, const FencePlan& plan, const OutputPaths& out,
                          const RewriteOptions& options = {});

// Positions alone: the caller asserts that they are the model's. Throws what rewrite_model_with_fences() does,
// and std::system_error.
RewriteResult fence_model(const ModelFile& source, const FenceConfig& fences, const OutputPaths& out,
                          const RewriteOptions& options = {});

// As JSON, in the contract's order, with a line's end.
std::string sidecar_text(const ethos_u_stream_split::Sidecar& sidecar);

// Throws Error: what is wrong and where; std::system_error.
ethos_u_stream_split::Sidecar read_sidecar(const std::string& path);

}  // namespace npuspec::fence
