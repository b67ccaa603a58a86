// See segment.hpp.
#include "transport/shm/segment.hpp"

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

namespace triad::transport {

namespace {

// The control blocks take the first page; the data of the rings follows.
constexpr std::size_t kControlBytes = 4096;
static_assert(2 * sizeof(RingControl) <= kControlBytes);

constexpr int kSealed = F_SEAL_SHRINK | F_SEAL_GROW;

std::size_t rounded(std::size_t ring_bytes) {
  return std::bit_ceil(std::clamp(ring_bytes, kRingBytesMin, kRingBytesMax));
}

std::size_t segment_bytes(std::size_t ring_bytes) {
  return kControlBytes + 2 * ring_bytes;
}

constexpr MemoryPurpose kSegmentPurpose{"triad-link", "a link", "set smaller rings"};

}  // namespace

Result<std::shared_ptr<Segment>> Segment::create_private(std::size_t ring_bytes) {
  auto segment = map(-1, rounded(ring_bytes));
  if (segment) (*segment)->initialize();
  return segment;
}

Result<std::shared_ptr<Segment>> Segment::create_shared(std::size_t ring_bytes, UniqueFd& memfd) {
  ring_bytes = rounded(ring_bytes);
  auto made = make_sealable_memory(kSegmentPurpose, segment_bytes(ring_bytes));
  if (!made) return made.error();
  memfd = std::move(*made);
  if (::fcntl(memfd.get(), F_ADD_SEALS, kSealed | F_SEAL_SEAL) != 0) {
    return system_error("cannot seal shared memory", errno);
  }
  auto segment = map(memfd.get(), ring_bytes);
  if (segment) (*segment)->initialize();
  return segment;
}

Result<std::shared_ptr<Segment>> Segment::open_shared(const UniqueFd& memfd,
                                                      std::size_t ring_bytes) {
  const auto bad = [](const char* what) { return error(Error::Code::bad_frame, what); };
  if (ring_bytes != rounded(ring_bytes)) return bad("the peer states an impossible ring size");
  const int seals = ::fcntl(memfd.get(), F_GET_SEALS);
  if (seals < 0 || (seals & kSealed) != kSealed) return bad("the peer's memory is not sealed");
  struct stat status {};
  if (::fstat(memfd.get(), &status) != 0 ||
      status.st_size != static_cast<off_t>(segment_bytes(ring_bytes))) {
    return bad("the peer's memory does not have the size that the peer states");
  }
  return map(memfd.get(), ring_bytes);
}

Result<std::shared_ptr<Segment>> Segment::map(int memfd, std::size_t ring_bytes) {
  const int flags = memfd < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED;
  void* const memory =
      ::mmap(nullptr, segment_bytes(ring_bytes), PROT_READ | PROT_WRITE, flags, memfd, 0);
  if (memory == MAP_FAILED)
    return short_of_memory(kSegmentPurpose, segment_bytes(ring_bytes), errno);
  return std::shared_ptr<Segment>(new Segment(memory, ring_bytes));
}

Segment::~Segment() {
  ::munmap(memory_, segment_bytes(ring_bytes_));
}

void Segment::initialize() {
  for (std::size_t i = 0; i < 2; ++i) {
    ::new (static_cast<std::byte*>(memory_) + i * sizeof(RingControl)) RingControl();
  }
}

Ring Segment::ring(std::size_t index) const {
  std::byte* const begin = static_cast<std::byte*>(memory_);
  return {std::launder(reinterpret_cast<RingControl*>(begin + index * sizeof(RingControl))),
          begin + kControlBytes + index * ring_bytes_, ring_bytes_};
}

}  // namespace triad::transport
