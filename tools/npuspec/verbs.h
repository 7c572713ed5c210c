// The verbs of npuspec: one file and one function each.
//
// A verb adds its subcommand to the command line; when chosen, it runs and leaves its exit status in `status`: 0, 1
// (found something wrong with what it was given) or 2 (usage, or a file that cannot be read or written). Findings and
// errors go to stderr; what was asked for goes to stdout or to the file named.
#pragma once

#include <string>

#include "front/diag.h"
#include "front/load.h"
#include "front/spec.h"

namespace CLI {
class App;
}

namespace npuspec {

void add_check(CLI::App& app, int& status);
void add_ir(CLI::App& app, int& status);
void add_report(CLI::App& app, int& status);
void add_diff(CLI::App& app, int& status);
void add_explain(CLI::App& app, int& status);
void add_encode(CLI::App& app, int& status);
void add_decode(CLI::App& app, int& status);
void add_schema(CLI::App& app, int& status);

// Where the shipped specs are: $NPUSPEC_SPECS, else the folder that this build was made from or installed to, from
// where the user stands if that is above it: so every verb names its files.
std::string shipped_specs();

// Adds `--specs DIR`, which defaults to the shipped ones.
void add_specs_option(CLI::App& verb, std::string& folder);

// Adds `--format`, one of text, json and sarif.
void add_format_option(CLI::App& verb, DiagFormat& format);

// Adds `-j`.
void add_threads_option(CLI::App& verb, unsigned& threads);

// The exit status that findings ask for: 0 without an error, 2 when a file could not be read or written, else 1.
int exit_status(const Diags& diags);

// Findings of a folder of specs as a user is to see them: a command of a help line that looks at specs looks at those.
Diags with_folder(const Diags& diags, const std::string& folder);

// Prints findings as text to stderr.
void print_findings(const Diags& diags, const Sources& sources);

// Says that nothing is made of specs that are whole, and only do not do what they expect of themselves.
void say_nothing_is_made();

// Loads specs for a verb that makes something of them, which needs them without error. On an error prints the findings,
// sets the status, returns false.
bool load_sound(const std::string& folder, SpecSet& set, int& status, const LoadOptions& options = {});

// Loads specs for a verb that only shows what they say. Where they are whole, and only do not do what they expect of
// themselves, it goes on: then one line says so, and the status is 1.
bool load_whole(const std::string& folder, SpecSet& set, int& status, const LoadOptions& options = {});

}  // namespace npuspec
