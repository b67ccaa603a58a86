// See bell_page.hpp.
#include "transport/fabric/bell_page.hpp"

#include <fcntl.h>
#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <ctime>
#include <new>

#include "transport/posix/sealable_memory.hpp"

namespace triad::transport {

struct alignas(kLineBytes) BellLine {
  std::atomic<Rings> rings{0};
  // Values of the two words with which the owner fell asleep.
  std::atomic<Rings> slept_with{0};
  std::atomic<Rings> slept_with_common{0};
};

namespace {

constexpr std::size_t kBellBytes = (kSlots + 1) * sizeof(BellLine);
constexpr MemoryPurpose kBellPurpose{"triad-bells", "doorbells", "raise its limit"};
constexpr int kBellSeals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;

#ifdef SYS_futex_waitv
constexpr long kFutexWaitv = SYS_futex_waitv;
#else
constexpr long kFutexWaitv = 449;  // the same on every architecture
#endif

// The kernel's struct futex_waitv, which older headers do not have.
struct WaitedWord {
  std::uint64_t value = 0;
  std::uint64_t address = 0;
  std::uint32_t flags = 2;  // 32 bits, shared between processes
  std::uint32_t reserved = 0;
};

long wait_for_words(std::array<WaitedWord, 2>& words, const timespec& until) {
  return ::syscall(kFutexWaitv, words.data(), words.size(), 0, &until, CLOCK_MONOTONIC);
}

WaitedWord waited(const std::atomic<Rings>& word, Rings value) {
  return {.value = value, .address = reinterpret_cast<std::uint64_t>(&word)};
}

void wake_sleepers(const std::atomic<Rings>& word, int most) {
  ::syscall(SYS_futex, &word, FUTEX_WAKE, most, nullptr, nullptr, 0);
}

// Returns the time for CLOCK_MONOTONIC, which is the clock of std::chrono::steady_clock.
timespec moment(Clock::time_point time) {
  const Duration since = time.time_since_epoch();
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(since);
  return {static_cast<time_t>(seconds.count()), static_cast<long>((since - seconds).count())};
}

}  // namespace

static_assert(sizeof(std::atomic<Rings>) == sizeof(Rings) &&
                  std::atomic<Rings>::is_always_lock_free,
              "the kernel looks at it");

bool BellPage::is_possible() {
  static const bool possible =
      ::syscall(kFutexWaitv, nullptr, 0, 0, nullptr, 0) != 0 && errno == EINVAL;
  return possible;
}

Result<std::unique_ptr<BellPage>> BellPage::create(UniqueFd& memfd) {
  auto made = make_sealable_memory(kBellPurpose, kBellBytes);
  if (!made) return made.error();
  memfd = std::move(*made);
  auto page = map(memfd);
  if (!page) return page;
  for (std::size_t i = 0; i <= kSlots; ++i) ::new ((*page)->lines_ + i) BellLine;
  if (::fcntl(memfd.get(), F_ADD_SEALS, kBellSeals) != 0) {
    return system_error("cannot seal shared memory", errno);
  }
  return page;
}

Result<std::unique_ptr<BellPage>> BellPage::open(const UniqueFd& memfd) {
  const int seals = ::fcntl(memfd.get(), F_GET_SEALS);
  struct stat status {};
  if (seals < 0 || (seals & kBellSeals) != kBellSeals || ::fstat(memfd.get(), &status) != 0 ||
      status.st_size != static_cast<off_t>(kBellBytes) || !has_reserved_memory(status)) {
    return error(Error::Code::bad_frame, "the peer's bell page is invalid");
  }
  return map(memfd);
}

Result<std::unique_ptr<BellPage>> BellPage::map(const UniqueFd& memfd) {
  void* const memory =
      ::mmap(nullptr, kBellBytes, PROT_READ | PROT_WRITE, MAP_SHARED, memfd.get(), 0);
  if (memory == MAP_FAILED) return system_error("cannot map shared memory", errno);
  return std::unique_ptr<BellPage>(new BellPage(static_cast<BellLine*>(memory)));
}

BellPage::~BellPage() {
  ::munmap(lines_, kBellBytes);
}

BellLine& BellPage::line_of(Slot slot) const {
  return lines_[slot + 1];
}

Rings BellPage::rings(Slot of) const {
  return line_of(of).rings.load();
}

Rings BellPage::common_rings() const {
  return lines_->rings.load();
}

void BellPage::ring(Slot whom, Rings how) {
  line_of(whom).rings.fetch_add(how);
}

void BellPage::ring_all() {
  lines_->rings.fetch_add(1);
}

void BellPage::wake(Slot whom) const {
  wake_sleepers(line_of(whom).rings, 1);
}

void BellPage::wake_all() const {
  wake_sleepers(lines_->rings, INT_MAX);
}

// Sleeps. If the kernel cannot wait (an older kernel, a word that has changed), it returns at once.
bool BellPage::wait(Slot self, Rings rings, Rings common, Clock::time_point until) {
  BellLine& line = line_of(self);
  line.slept_with.store(rings, std::memory_order_relaxed);
  line.slept_with_common.store(common, std::memory_order_relaxed);
  const timespec moment_until = moment(until);
  std::array<WaitedWord, 2> words{waited(line.rings, rings), waited(lines_->rings, common)};
  while (wait_for_words(words, moment_until) < 0) {
    if (errno != EINTR) return errno != ETIMEDOUT;
  }
  return true;
}

bool BellPage::is_rung(Slot sleeper) const {
  const BellLine& line = line_of(sleeper);
  return line.rings.load() != line.slept_with.load() ||
         lines_->rings.load() != line.slept_with_common.load();
}

}  // namespace triad::transport
