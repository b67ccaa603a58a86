// Replaces counted_memory.cpp in programs that use a GrownMesh but do not count memory.
#include "benchmarks/growth/counted_memory.hpp"

namespace triad::growth {

OnAccount::OnAccount(Account account) : before_(account) {}
OnAccount::~OnAccount() {
  static_cast<void>(before_);
}

std::int64_t bytes_of(Account) {
  return 0;
}

}  // namespace triad::growth
