#include "cli.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>

#include "front/diag.h"

namespace npuspec::cli {
namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string list;
  for (const std::string& word : words) list += (list.empty() ? "" : ", ") + word;
  return list;
}

// The verb that the command line names; the tool itself before there is one.
const CLI::App& chosen(const CLI::App& app) {
  return app.get_subcommands().empty() ? app : *app.get_subcommands().front();
}

std::vector<std::string> verbs_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(verb->get_name());
  return names;
}

std::vector<std::string> options_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::string full_name(const CLI::App& app) {
  const CLI::App* parent = app.get_parent();
  return (parent ? parent->get_name() + " " : "") + app.get_name();
}

std::string help_of(const CLI::App& app) { return "`" + full_name(app) + " --help` says what there is"; }

int refuse_word(const CLI::App& app, const std::string& word) {
  std::string who = full_name(app);
  std::vector<std::string> verbs = verbs_of(app);
  std::vector<std::string> options = options_of(app);
  std::string name = word.substr(0, word.find('='));
  if (word.size() > 1 && word.front() == '-') {
    return refuse(who, "there is no option " + in_quotes(name),
                  did_you_mean(name, {options.begin(), options.end()}, help_of(app)));
  }
  if (verbs.empty()) return refuse(who, in_quotes(word) + " is one word too many", help_of(app));
  return refuse(who, "there is no command " + in_quotes(word),
                did_you_mean(word, {verbs.begin(), verbs.end()}, "the commands are " + joined(verbs)));
}

// In CLI11's own words, or in better ones where it speaks to programmers.
int refuse_line(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App& verb = chosen(app);
  // A word that nothing takes is the likely cause of whatever else is amiss.
  for (const CLI::App* each : {&app, &verb}) {
    for (const std::string& word : each->remaining()) {
      if (word != "--") return refuse_word(*each, word);
    }
  }
  std::string who = full_name(verb);
  std::string said = error.what();
  if (error.get_name() == "RequiredError" && &verb == &app)
    return refuse(who, "no command is given", "the commands are " + joined(verbs_of(app)));
  std::string name = said.substr(0, said.find(':'));
  const CLI::Option* option = error.get_name() == "ArgumentMismatch" ? verb.get_option_no_throw(name) : nullptr;
  if (option && option->count() > 1) return refuse(who, name + " is given more than once", "give it once");
  if (option) return refuse(who, name + " needs " + option->get_type_name(), help_of(verb));
  return refuse(who, said, help_of(verb));
}

int run_verb(CLI::App& app, int argc, char** argv, const int& status) {
  app.require_subcommand(1);
  app.set_help_all_flag("--help-all", "Print this help and that of every command");
  app.set_version_flag("--version", app.get_name() + " " + NPUSPEC_VERSION);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help and its like
    return refuse_line(app, error);
  }
  return status;
}

}  // namespace

int refuse(const std::string& who, const std::string& wrong, const std::string& way_out) {
  return refuse(who, wrong + "; " + way_out);
}

int refuse(const std::string& who, const std::string& wrong_and_way_out) {
  std::fprintf(stderr, "%s: %s\n", who.c_str(), wrong_and_way_out.c_str());
  return 2;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& known, const std::string& other) {
  std::string_view near = nearest(word, known);
  return near.empty() ? other : "did you mean " + in_quotes(near) + "?";
}

int run(CLI::App& app, int argc, char** argv, const int& status) {
  int result = 2;
  try {
    result = run_verb(app, argc, argv, status);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: internal error: %s\n", app.get_name().c_str(), error.what());
  }
  // A full disk or a closed pipe shows only here.
  if ((std::fflush(stdout) == 0 && !std::ferror(stdout)) || result == 2) return result;
  std::perror((app.get_name() + ": standard output").c_str());
  return 2;
}

CLI::Option* add_choice(CLI::App& verb, const std::string& option, const std::vector<std::string>& words,
                        const std::function<void(std::size_t)>& choose, const std::string& about) {
  auto take = [option, words, choose](const std::string& word) {
    auto found = std::find(words.begin(), words.end(), word);
    if (found == words.end()) throw CLI::ValidationError(option, in_quotes(word) + " is none of " + joined(words));
    choose(static_cast<std::size_t>(found - words.begin()));
  };
  return verb.add_option_function<std::string>(option, take, about + ": " + joined(words))
      ->type_name("FORMAT")
      ->default_str(words.front());
}

void add_knobs(CLI::App& verb, std::vector<std::string>& texts) {
  verb.add_option("--knob", texts, "A knob that is not at its default")->type_name("NAME=0|1")->allow_extra_args(false);
}

bool read_knobs(const std::string& who, const std::vector<std::string>& texts,
                std::vector<std::pair<std::string, bool>>& knobs) {
  for (const std::string& text : texts) {
    std::string name = text.substr(0, text.find('='));
    std::string value = text.substr(std::min(text.size(), name.size() + 1));
    if (name.empty() || (value != "0" && value != "1")) {
      refuse(who, "--knob: " + in_quotes(text) + " sets no knob", "write NAME=0 or NAME=1");
      return false;
    }
    bool again = std::any_of(knobs.begin(), knobs.end(), [&](const auto& knob) { return knob.first == name; });
    if (again) {
      refuse(who, "--knob: " + in_quotes(name) + " is set twice", "set it once");
      return false;
    }
    knobs.emplace_back(name, value == "1");
  }
  return true;
}

}  // namespace npuspec::cli
