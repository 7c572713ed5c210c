// The only place of the compiler that touches the file system.
//
// Reads whole files, finds the specs of a folder, and writes outputs so that a reader sees either the old bytes or the
// new ones. Every failure is a diagnostic without a line (I001, I002, I003), naming the path and the system's reason.
// No function throws.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "front/diag.h"

namespace npuspec {

// A file's bytes; empty and I001 when it cannot be read, is no regular file, or is larger than `limit`.
std::optional<std::string> read_file(const std::string& path, std::size_t limit, Diags& diags);

// Every *.yaml file below `folder`, as paths that start with `folder`, sorted by bytes. Skips names that start with a
// dot, and folders named in `skip`. Links are not followed, so that no file is found twice or outside the tree: I004, a
// warning, for one that is or may hold a spec. I001 when a folder cannot be read; I002 when there is none.
std::vector<std::string> find_specs(const std::string& folder, const std::vector<std::string_view>& skip, Diags& diags);

// Whether find_specs() would find a file at `path`, were it there; links are followed.
bool is_place_of_spec(const std::string& path, const std::string& folder, const std::vector<std::string_view>& skip);

enum class Write { kWritten, kUnchanged, kFailed };

// Whether two paths lead to one file, be it there already or not: links are followed. Devices and pipes are never one.
bool is_same_file(const std::string& a, const std::string& b);

// Puts `text` at `path`, whose folder must be there; an old file's mode stays. Through a link the file that it names is
// written, be it there or not. A device is written to as such, and so is a pipe that somebody reads: one that nobody
// reads is refused and not waited for. A file that holds the text already is left alone, with its times. Else a new one
// takes its place at the very end, so that no failure leaves part of it; I003 then, and no file is left beside either.
Write write_file(const std::string& path, std::string_view text, Diags& diags);

// The same for a text that comes piece by piece, and is never whole in memory. What is not finished leaves no trace;
// nor does what is killed, where the file system has files without a name.
class OutputFile {
 public:
  OutputFile(const std::string& path, Diags& diags);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void put(std::string_view piece);
  // After the last piece: all of it is on the disk, and nothing has appeared at `path` yet. So several files can appear
  // together or not at all. False when it could not be written.
  bool complete();
  Write finish();  // once, at the end

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace npuspec
