// Counts heap memory by account, with an account for each router of a GrownMesh. counted_memory.cpp
// replaces operator new in the programs that contain it; programs with uncounted_memory.cpp count
// nothing, and bytes_of() returns 0 there.
#pragma once

#include <cstddef>
#include <cstdint>

namespace triad::growth {

// Owner of memory. 0: the program itself.
using Account = std::uint32_t;
// Accounts are below this number.
inline constexpr std::size_t kAccounts = 1u << 12;

// Returns the bytes that were allocated on the account and are not freed, no matter which account
// was active at a free.
std::int64_t bytes_of(Account account);

// Makes an account active for allocations of this thread during its lifetime.
class OnAccount {
 public:
  explicit OnAccount(Account account);
  ~OnAccount();
  OnAccount(const OnAccount&) = delete;
  OnAccount& operator=(const OnAccount&) = delete;

 private:
  const Account before_;
};

}  // namespace triad::growth
