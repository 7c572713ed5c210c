// What a verb writes: to stdout, or to files, which appear together or not at all.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "front/source.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace npuspec {

using Put = std::function<void(std::string_view piece)>;

struct Output {
  std::string path;                          // "-" is stdout
  std::function<void(const Put& put)> make;  // calls what it is given with each piece of the text
};

// What outputs were made from: files that were read, and the folder in which specs were looked for, if any.
struct Input {
  const Sources* sources = nullptr;
  std::string folder = {};
};

// Adds `-o`; what `path` holds is the default.
CLI::Option* add_output_option(CLI::App& verb, std::string& path);

// Adds `--depfile`.
void add_depfile_option(CLI::App& verb, std::string& path);

// A text that is there already.
Output whole(std::string path, std::string text);

// Which files an output was made from, in Make's syntax. The folders count too: a spec that is added or removed changes
// only them.
Output depfile(std::string path, const std::string& output, const std::string& folder, const Sources& read);

// Prints to stdout. On failure says so and sets status 2.
void print(std::string_view text, int& status);

// Writes all of them, or none of the files. None is a file that was read, nor one that the next run would read as a
// spec, nor another output. On failure says so and sets status 2.
void write_outputs(const std::vector<Output>& outputs, const std::vector<Input>& inputs, int& status);

}  // namespace npuspec
