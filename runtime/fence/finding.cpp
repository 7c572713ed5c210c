#include "fence/finding.h"

namespace npuspec::fence {

using ethos_u_stream_split::Fault;

std::string Finding::text() const {
  std::string out = where + ": " + what;
  if (rule == Fault::kNone) return out;
  out += " [";
  out += ethos_u_stream_split::id(rule);
  return out + ", rule " + std::to_string(static_cast<unsigned>(rule)) + "]";
}

void Findings::add(Finding finding) {
  if (full()) return;
  all_.push_back(std::move(finding));
  if (full()) all_.back() = {{}, "there is more", "only the first " + std::to_string(kMost) + " findings are told"};
}

bool Findings::judge(Fault fault, const std::string& where, const std::string& more) {
  if (fault == Fault::kNone) return true;
  add({fault, where, std::string(ethos_u_stream_split::doc(fault)) + (more.empty() ? "" : "; " + more)});
  return false;
}

}  // namespace npuspec::fence
