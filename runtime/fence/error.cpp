#include "fence/error.h"

namespace npuspec::fence {
namespace {

std::string sentence(const std::string& where, Fault fault) {
  std::string out = where + ": ";
  out += ethos_u_stream_split::doc(fault);
  out += " [";
  out += ethos_u_stream_split::id(fault);
  out += ", rule " + std::to_string(static_cast<unsigned>(fault)) + "]";
  return out;
}

}  // namespace

Error::Error(const std::string& where, Fault fault) : std::runtime_error(sentence(where, fault)), fault_(fault) {}

}  // namespace npuspec::fence
