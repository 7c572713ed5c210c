// Strict YAML: one document of plain scalars, lists and maps, as a Node tree.
//
// YAML has many ways to say something else than one means. This reader refuses them, each with a place and a way out:
// anchors, aliases, tags, merge keys, directives, a second document, empty and null values, repeated, empty and
// non-scalar keys, keys that YAML 1.1 takes for a truth value or null (on off yes no y n true false null ~),
// unterminated quotes, invalid UTF-8, control characters, byte order marks, tabs outside comments, nesting over
// kMaxDepth, and files over kMaxSpecBytes. JSON without nulls is read too. What is left means the same to every YAML
// reader.
//
// All mistakes of a file are reported in one run as long as its structure can be followed, at most kMaxReadErrors.
// Cost: one pass of yaml-cpp, plus about a tenth; memory about ten times the input. Safe in many threads with one Arena
// and one Diags each. yaml-cpp is known to reader.cpp only; it throws, this does not.
#pragma once

#include <cstddef>
#include <cstdint>

#include "front/arena.h"
#include "front/diag.h"
#include "front/limits.h"
#include "front/node.h"
#include "front/source.h"

namespace npuspec {

inline constexpr std::size_t kMaxSpecBytes = limits::kFileBytes;
inline constexpr std::size_t kMaxReadErrors = limits::kFindings;

// The root of a file's one document. Null when its structure cannot be followed; the reason is in `diags`. A tree comes
// back in spite of lesser mistakes, with the parts that have them marked broken, so ask diags.failed() before trusting
// it.
const Node* read_yaml(const Sources& sources, std::uint32_t file, Arena& arena, Diags& diags);

}  // namespace npuspec
