// See outbox.hpp.
#include "transport/fabric/outbox.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <new>
#include <string>
#include <utility>

#include "transport/posix/sealable_memory.hpp"

#ifndef F_SEAL_FUTURE_WRITE
#define F_SEAL_FUTURE_WRITE 0x0010
#endif

namespace triad::transport {

namespace {

constexpr std::size_t kPageBytes = FirstPages::kPageBytes;
constexpr std::size_t kHeaderBytes =
    (sizeof(OutboxHeader) + kPageBytes - 1) / kPageBytes * kPageBytes;
// The owner keeps its mapping; no further writable mapping is possible.
constexpr int kSeals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_FUTURE_WRITE | F_SEAL_SEAL;

constexpr MemoryPurpose kOutboxPurpose{"triad-outbox", "an outbox", "set smaller outboxes"};

}  // namespace

Result<std::unique_ptr<Outbox>> Outbox::create(std::size_t bytes, UniqueFd& memfd) {
  const std::uint64_t capacity = std::bit_ceil(std::clamp(bytes, kOutboxBytesMin, kOutboxBytesMax));
  auto made = make_sealable_memory(kOutboxPurpose, kHeaderBytes + capacity);
  if (!made) return made.error();
  memfd = std::move(*made);
  auto outbox = map(memfd.get(), capacity, true, {});
  if (!outbox) return outbox;
  ::new (const_cast<OutboxHeader*>(&(*outbox)->header())) OutboxHeader{.capacity = capacity};
  if (::fcntl(memfd.get(), F_ADD_SEALS, kSeals) != 0) {
    return system_error("cannot seal shared memory (Linux 5.1 or later is needed)", errno);
  }
  return outbox;
}

Result<std::unique_ptr<Outbox>> Outbox::open(const UniqueFd& memfd, FirstPages* first_pages) {
  const auto bad = [](const char* what) { return error(Error::Code::bad_frame, what); };
  const int seals = ::fcntl(memfd.get(), F_GET_SEALS);
  if (seals < 0 || (seals & kSeals) != kSeals) return bad("the peer's outbox is not sealed");
  struct stat status {};
  if (::fstat(memfd.get(), &status) != 0)
    return system_error("cannot inspect the peer's outbox", errno);
  const auto size = static_cast<std::uint64_t>(status.st_size);
  if (size < kHeaderBytes + kOutboxBytesMin || size > kHeaderBytes + kOutboxBytesMax ||
      !std::has_single_bit(size - kHeaderBytes)) {
    return bad("the peer's outbox has an impossible size");
  }
  if (!has_reserved_memory(status)) {
    return bad("the peer's outbox has not reserved its memory");
  }
  auto outbox = map(memfd.get(), size - kHeaderBytes, false,
                    first_pages != nullptr ? first_pages->map(memfd) : FirstPages::Page());
  if (outbox && (*outbox)->header().magic != kOutboxMagic) {
    return bad("the peer's outbox is of another release of Triad");
  }
  return outbox;
}

// Maps the header, the log, and the log again, in one range of addresses.
Result<std::unique_ptr<Outbox>> Outbox::map(int memfd, std::uint64_t capacity, bool writable,
                                            FirstPages::Page first_page) {
  const std::size_t all = kHeaderBytes + 2 * capacity;
  void* const memory =
      ::mmap(nullptr, all, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return short_of_memory(kOutboxPurpose, all, errno);
  const int protection = writable ? PROT_READ | PROT_WRITE : PROT_READ;
  std::byte* const begin = static_cast<std::byte*>(memory);
  const bool mapped = ::mmap(begin, kHeaderBytes + capacity, protection, MAP_SHARED | MAP_FIXED,
                             memfd, 0) != MAP_FAILED &&
                      ::mmap(begin + kHeaderBytes + capacity, capacity, protection,
                             MAP_SHARED | MAP_FIXED, memfd, kHeaderBytes) != MAP_FAILED;
  if (!mapped) {
    const int problem = errno;
    ::munmap(memory, all);
    return short_of_memory(kOutboxPurpose, all, problem);
  }
  return std::unique_ptr<Outbox>(new Outbox(memory, capacity, std::move(first_page)));
}

MappedOutbox::MappedOutbox(void* memory, std::uint64_t capacity, FirstPages::Page first_page)
    : MappedFront(first_page.memory() != nullptr ? first_page.memory() : memory),
      memory_(memory),
      header_(static_cast<OutboxHeader*>(memory)),
      data_(static_cast<std::byte*>(memory) + kHeaderBytes),
      capacity_(capacity),
      first_page_(std::move(first_page)) {}

MappedOutbox::~MappedOutbox() {
  ::munmap(memory_, kHeaderBytes + 2 * capacity_);
}

}  // namespace triad::transport
