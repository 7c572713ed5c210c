// Hazards and costs by name, from the generated rows.
#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>

#include "mode/sim/sim.h"

namespace {

bool same_but_for_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
    return std::tolower(static_cast<unsigned char>(x)) == std::tolower(static_cast<unsigned char>(y));
  });
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

ork_sim_status fail(ork_sim_fault* fault, ork_sim_status status, std::size_t at, const std::string& message) {
  if (fault != nullptr) {
    fault->status = status;
    fault->at = static_cast<std::uint32_t>(at);
    std::snprintf(fault->message, sizeof fault->message, "%s", message.c_str());
  }
  return status;
}

std::string in_quotes(std::string_view text) { return "'" + std::string(text.substr(0, 60)) + "'"; }

// -1 where there is none.
int find_switch(std::string_view name) {
  for (int i = 0; i < RK3588_SWITCHES; ++i) {
    if (same_but_for_case(name, rk3588_switch_rows[i].name)) return i;
  }
  return -1;
}

int find_position(const rk3588_switch_row& row, std::string_view text) {
  int number = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc() && end == text.data() + text.size()) return number < row.positions ? number : -1;
  if (row.names != nullptr) {
    for (int i = 0; i < row.positions; ++i) {
      if (same_but_for_case(text, row.names[i])) return i;
    }
    return -1;
  }
  if (same_but_for_case(text, "on") || same_but_for_case(text, "true")) return 1;
  return same_but_for_case(text, "off") || same_but_for_case(text, "false") ? 0 : -1;
}

std::string positions_of(const rk3588_switch_row& row) {
  if (row.names == nullptr) return "off or on";
  std::string out;
  for (int i = 0; i < row.positions; ++i) out += (i == 0 ? "" : ", ") + std::string(row.names[i]);
  return out;
}

ork_sim_status set(rk3588_switches& switches, std::string_view name, std::string_view position, std::size_t name_at,
                   std::size_t position_at, ork_sim_fault* fault) {
  const int which = find_switch(name);
  if (which < 0) return fail(fault, ORK_SIM_NO_SWITCH, name_at, "there is no hazard " + in_quotes(name));
  const rk3588_switch_row& row = rk3588_switch_rows[which];
  const int found = find_position(row, position);
  if (found < 0 || !rk3588_set_switch(&switches, which, found)) {
    return fail(fault, ORK_SIM_NO_POSITION, position_at,
                std::string(row.name) + " is " + positions_of(row) + ", not " + in_quotes(position));
  }
  return ORK_SIM_OK;
}

// The position that a switch has: the one that setting it again changes nothing of.
int position_of(const rk3588_switches& switches, int which) {
  for (int i = 0; i < rk3588_switch_rows[which].positions; ++i) {
    rk3588_switches other = switches;
    rk3588_set_switch(&other, which, i);
    if (std::memcmp(&other, &switches, sizeof other) == 0) return i;
  }
  return 0;
}

}  // namespace

ork_sim_options ork_sim_default_options(void) {
  ork_sim_options options{};
  options.switches = rk3588_default_switches();
  options.costs = rk3588_default_costs();
  options.seed = 1;
  options.cores = RK3588_CORES;
  return options;
}

ork_sim_status ork_sim_set_hazard(ork_sim_options* options, const char* name, const char* position,
                                  ork_sim_fault* fault) {
  return set(options->switches, name, position, 0, 0, fault);
}

ork_sim_status ork_sim_set_hazards(ork_sim_options* options, const char* text, ork_sim_fault* fault) {
  rk3588_switches switches = options->switches;
  const std::string_view all = text;
  const auto at = [&](std::string_view part) { return static_cast<std::size_t>(part.data() - all.data()); };
  for (std::size_t from = 0; !trimmed(all).empty() && from <= all.size();) {
    const std::size_t to = std::min(all.find(',', from), all.size());
    const std::string_view item = trimmed(all.substr(from, to - from));
    const std::size_t equals = item.find('=');
    if (equals == std::string_view::npos) {
      return fail(fault, ORK_SIM_MALFORMED, at(item), in_quotes(item) + " is not NAME=POSITION");
    }
    const std::string_view name = trimmed(item.substr(0, equals));
    const std::string_view position = trimmed(item.substr(equals + 1));
    const ork_sim_status status = set(switches, name, position, at(name), at(position), fault);
    if (status != ORK_SIM_OK) return status;
    from = to + 1;
  }
  options->switches = switches;
  return ORK_SIM_OK;
}

ork_sim_status ork_sim_set_cost(ork_sim_options* options, const char* name, uint64_t nanoseconds,
                                ork_sim_fault* fault) {
  for (int i = 0; i < RK3588_COSTS; ++i) {
    if (!same_but_for_case(name, rk3588_cost_rows[i].name)) continue;
    rk3588_set_cost(&options->costs, i, nanoseconds);
    options->steady = options->steady || i == RK3588_COST_RESET;
    return ORK_SIM_OK;
  }
  return fail(fault, ORK_SIM_NO_COST, 0, "there is no cost " + in_quotes(name));
}

size_t ork_sim_hazards(const ork_sim_options* options, char* text, size_t bytes) {
  std::string all;
  for (int i = 0; i < RK3588_SWITCHES; ++i) {
    const rk3588_switch_row& row = rk3588_switch_rows[i];
    const int position = position_of(options->switches, i);
    const char* word = row.names != nullptr ? row.names[position] : position != 0 ? "on" : "off";
    all += (i == 0 ? "" : ",") + std::string(row.name) + "=" + word;
  }
  const int length = std::snprintf(text, bytes, "%s", all.c_str());
  return static_cast<std::size_t>(length);
}
