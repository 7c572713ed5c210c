// What the command lines of all tools have in common: how they refuse, and how they come to an exit status.
//
// A refusal of a command line is one line on stderr, whoever finds the fault: who refuses, what is wrong, the way out.
// The exit status is 2 then.
//   npuspec explain: there is no option '--form'; did you mean '--from'?
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace npuspec::cli {

// Says it, and returns 2.
int refuse(const std::string& who, const std::string& wrong, const std::string& way_out);
int refuse(const std::string& who, const std::string& wrong_and_way_out);

// "did you mean 'rank'?" when a known word is near, else the other way out.
std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& known, const std::string& other);

// Reads the command line, runs the callbacks of the verb that it names, and makes sure that all they printed is out.
// Returns the exit status: 0 after --help, 2 for a command line or an output that is not right, else `status`.
int run(CLI::App& app, int argc, char** argv, const int& status);

// An option whose value is one of these words, by their numbers; the first is the default.
CLI::Option* add_choice(CLI::App& verb, const std::string& option, const std::vector<std::string>& words,
                        const std::function<void(std::size_t)>& choose, const std::string& about);

template <class Value>
CLI::Option* add_choice(CLI::App& verb, const std::string& option, Value& value,
                        const std::vector<std::pair<std::string, std::type_identity_t<Value>>>& words,
                        const std::string& about) {
  std::vector<std::string> names;
  for (const auto& word : words) names.push_back(word.first);
  auto choose = [&value, words](std::size_t i) { value = words[i].second; };
  return add_choice(verb, option, names, choose, about);
}

// `--knob NAME=0|1`, once a name.
void add_knobs(CLI::App& verb, std::vector<std::string>& texts);

// What it was given. False after a refusal.
bool read_knobs(const std::string& who, const std::vector<std::string>& texts,
                std::vector<std::pair<std::string, bool>>& knobs);

}  // namespace npuspec::cli
