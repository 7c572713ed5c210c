// Cutting many models, several at once.
#pragma once

#include <string>

#include "fence/rewrite.h"
#include "verbs.h"

namespace npuspec::fence {

struct BatchOptions {
  std::string list;    // a file: a line a model
  std::string folder;  // for the fenced models and their sidecars
  unsigned threads = 1;
  Places places;  // for lines that name none
  RewriteOptions rewrite;
  Format format = Format::kText;
};

// A model that is refused does not stop the others; the summary says what became of each, in the order of the list.
// Returns 0, 1 when a model was refused, 2 when a file could not be read or written. Throws Error when the list itself
// is not right.
int cut_batch(const std::string& who, const BatchOptions& options);

}  // namespace npuspec::fence
