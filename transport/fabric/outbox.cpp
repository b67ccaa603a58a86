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

#ifndef F_SEAL_FUTURE_WRITE
#define F_SEAL_FUTURE_WRITE 0x0010
#endif

namespace triad::transport {

namespace {

constexpr std::size_t kPageBytes = 4096;
constexpr std::size_t kStatBlockBytes = 512;  // whatever st_blksize says
constexpr std::size_t kHeaderBytes =
    (sizeof(OutboxHeader) + kPageBytes - 1) / kPageBytes * kPageBytes;
// Its owner keeps the mapping that it has; nobody can make another that writes.
constexpr int kSeals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_FUTURE_WRITE | F_SEAL_SEAL;

Error short_of_memory(std::size_t bytes, int error_number) {
  Error problem = system_error(
      "cannot reserve " + std::to_string(bytes) + " bytes of shared memory for an outbox",
      error_number);
  problem.code = Error::Code::no_room;
  problem.text += "; free memory, or set smaller outboxes";
  return problem;
}

Result<void> reserve(int memfd, std::size_t bytes) {
  const auto size = static_cast<off_t>(bytes);
  if (::ftruncate(memfd, size) != 0) return short_of_memory(bytes, errno);
  int problem = EINTR;
  while (problem == EINTR) problem = ::posix_fallocate(memfd, 0, size);
  if (problem != 0) return short_of_memory(bytes, problem);
  return {};
}

}  // namespace

Result<std::unique_ptr<Outbox>> Outbox::create(std::size_t bytes, UniqueFd& memfd) {
  const std::uint64_t capacity = std::bit_ceil(std::clamp(bytes, kOutboxBytesMin, kOutboxBytesMax));
  memfd.reset(::memfd_create("triad-outbox", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!memfd.valid()) return system_error("cannot create shared memory", errno);
  if (const auto reserved = reserve(memfd.get(), kHeaderBytes + capacity); !reserved) {
    return reserved.error();
  }
  auto outbox = map(memfd.get(), capacity, true);
  if (!outbox) return outbox;
  ::new (const_cast<OutboxHeader*>(&(*outbox)->header())) OutboxHeader{.capacity = capacity};
  if (::fcntl(memfd.get(), F_ADD_SEALS, kSeals) != 0) {
    return system_error("cannot seal shared memory (Linux 5.1 or later is needed)", errno);
  }
  return outbox;
}

Result<std::unique_ptr<Outbox>> Outbox::open(const UniqueFd& memfd) {
  const auto bad = [](const char* what) { return error(Error::Code::bad_frame, what); };
  const int seals = ::fcntl(memfd.get(), F_GET_SEALS);
  if (seals < 0 || (seals & kSeals) != kSeals) return bad("the peer's outbox is not sealed");
  struct stat status {};
  if (::fstat(memfd.get(), &status) != 0) return system_error("the peer's outbox", errno);
  const auto size = static_cast<std::uint64_t>(status.st_size);
  if (size < kHeaderBytes + kOutboxBytesMin || size > kHeaderBytes + kOutboxBytesMax ||
      !std::has_single_bit(size - kHeaderBytes)) {
    return bad("the peer's outbox has an impossible size");
  }
  // A read of what is not there yet takes memory, and ends this process where there is none.
  if (static_cast<std::uint64_t>(status.st_blocks) * kStatBlockBytes < size) {
    return bad("the peer's outbox has not reserved its memory");
  }
  auto outbox = map(memfd.get(), size - kHeaderBytes, false);
  if (outbox && (*outbox)->header().magic != kOutboxMagic) {
    return bad("the peer's outbox is of another release of Triad");
  }
  return outbox;
}

// One stretch of addresses: the header, the log, and the log once more.
Result<std::unique_ptr<Outbox>> Outbox::map(int memfd, std::uint64_t capacity, bool writable) {
  const std::size_t all = kHeaderBytes + 2 * capacity;
  void* const memory =
      ::mmap(nullptr, all, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return short_of_memory(all, errno);
  const int protection = writable ? PROT_READ | PROT_WRITE : PROT_READ;
  std::byte* const begin = static_cast<std::byte*>(memory);
  const bool mapped = ::mmap(begin, kHeaderBytes + capacity, protection, MAP_SHARED | MAP_FIXED,
                             memfd, 0) != MAP_FAILED &&
                      ::mmap(begin + kHeaderBytes + capacity, capacity, protection,
                             MAP_SHARED | MAP_FIXED, memfd, kHeaderBytes) != MAP_FAILED;
  if (!mapped) {
    const int problem = errno;
    ::munmap(memory, all);
    return short_of_memory(all, problem);
  }
  return std::unique_ptr<Outbox>(new Outbox(memory, capacity));
}

MappedOutbox::MappedOutbox(void* memory, std::uint64_t capacity)
    : memory_(memory),
      header_(static_cast<OutboxHeader*>(memory)),
      data_(static_cast<std::byte*>(memory) + kHeaderBytes),
      capacity_(capacity) {}

MappedOutbox::~MappedOutbox() {
  ::munmap(memory_, kHeaderBytes + 2 * capacity_);
}

}  // namespace triad::transport
