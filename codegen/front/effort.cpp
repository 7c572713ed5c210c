#include "front/effort.h"

namespace npuspec {
namespace {

thread_local Effort* current = nullptr;

}  // namespace

Effort::Effort(std::uint64_t steps) : left_(steps), outer_(current) { current = this; }

Effort::~Effort() { current = outer_; }

void Effort::spend(std::uint64_t steps) {
  if (!current) return;
  if (steps > current->left_) throw Spent();
  current->left_ -= steps;
}

}  // namespace npuspec
