// Counts heap memory by account, with an account for each router of a GrownMesh. counted_memory.cpp
// replaces operator new in the programs that contain it; uncounted_memory.cpp does not.
#pragma once

#include <cstddef>
#include <cstdint>

namespace triad::growth {

// Owner of memory. 0: the program itself.
using Account = std::uint32_t;
inline constexpr std::size_t kAccounts = 1u << 12;

// Returns the bytes allocated on the account that are not freed. A free on another account counts
// as well.
std::int64_t bytes_of(Account account);

// Assigns allocations of this thread to the account during its lifetime.
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
