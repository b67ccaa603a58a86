// In the place of counted_memory.cpp, for programs that have a GrownMesh and count no memory.
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
