// Compares a model with what was made of it, field by field, by what the generated tables of fields say.
//
// Each value must be the same, but for places in the file, which move by as much as the file grew. What this schema
// cannot look into (options, sparsity, fields of newer schemas) is the same only where the source lies verbatim at the
// end of the other file, and it at its place there; anywhere else it is told as what cannot be compared. Work is
// bounded, however much the tables of a file share.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "fence/finding.h"
#include "fence/model.h"
#include "fence/walk.h"

namespace npuspec::fence {

class Differ {
 public:
  Differ(const Model& was, const Model& is, Findings& told);

  // All that the two tables lead to; fields of these ids of the two themselves are left to the caller.
  void table(const void* was, const void* is, TableId id, const std::string& where,
             std::initializer_list<std::uint16_t> but = {});
  // What a table of the source has at a place in its file must lie in the other, moved.
  void data(std::uint64_t offset, std::uint64_t size, const std::string& where);
  // At last: the bytes of the source that no table has told of, and those behind its flatbuffer.
  void rest();

  // Tells the fields of a table that this schema has no name for, and may not be there.
  void nothing_newer(const void* table, TableId id, const std::string& where, const std::string& why);

 private:
  using Table = flatbuffers::Table;

  bool worked(std::uint64_t more);
  bool kept(const void* was, const void* is);
  void field(const At& was, const At& is, const std::string& where);
  void bytes(const At& was, const At& is, std::uint64_t width, const std::string& where);
  void opaque(const void* was, const void* is, const std::string& where);
  void newer(const Table* was, const Table* is, TableId id, const std::string& where);
  void tell(const At& is, std::size_t from, std::size_t length, const std::string& where, const std::string& what);
  void source_at_the_end();
  void trailing();

  const Model& was_;
  const Model& is_;
  Findings& told_;
  const std::uint64_t shift_;  // modulo 2^64
  std::uint64_t work_ = 0;
  bool verbatim_ = false;  // something is the same only if the source's bytes are there as they were
  std::set<std::pair<const void*, const void*>> compared_;
  std::vector<std::size_t> moved_;                            // places in the source of numbers that may move
  std::vector<std::pair<std::size_t, std::size_t>> told_of_;  // first and last byte, of the other file
};

}  // namespace npuspec::fence
