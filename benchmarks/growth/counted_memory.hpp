// Bytes that are allocated on the heap, by whom they were allocated: one account for each router of
// a GrownMesh. operator new is replaced in every program that has counted_memory.cpp, and in none
// that has uncounted_memory.cpp.
#pragma once

#include <cstddef>
#include <cstdint>

namespace triad::growth {

// Whose the memory is. 0: nobody's, the program's own.
using Account = std::uint32_t;
inline constexpr std::size_t kAccounts = 1u << 12;

// Bytes that are allocated on the account and have not been freed, by whomever.
std::int64_t bytes_of(Account account);

// What is allocated in its time is on the account.
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
