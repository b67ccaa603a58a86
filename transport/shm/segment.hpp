// The memory of one link: two rings in one mapping. Used by the shm backend (a memfd, whose
// descriptor is passed to the peer) and by the memory backend (memory of this process).
//
// A memfd and not shm_open: it never has a name, so there is no moment at which kill -9 leaves
// something in /dev/shm, nobody else can open it, it does not count against a small /dev/shm of a
// container, and it can be sealed against shrinking, which would turn a peer's next access into a
// SIGBUS. Its pages are reserved at once: short memory is an error at join, not a signal later.
#pragma once

#include <cstddef>
#include <memory>

#include "transport/posix/unique_fd.hpp"
#include "transport/shm/ring_format.hpp"
#include "transport/transport_error.hpp"

namespace triad::transport {

class Segment {
 public:
  // `ring_bytes` is rounded up to a power of two within kRingBytesMin and kRingBytesMax.
  static Result<std::shared_ptr<Segment>> create_private(std::size_t ring_bytes);
  // Also gives the descriptor to be passed on.
  static Result<std::shared_ptr<Segment>> create_shared(std::size_t ring_bytes, UniqueFd& memfd);
  // What a peer has passed: checked (size, seals), never trusted.
  static Result<std::shared_ptr<Segment>> open_shared(const UniqueFd& memfd,
                                                      std::size_t ring_bytes);

  Segment(const Segment&) = delete;
  Segment& operator=(const Segment&) = delete;
  ~Segment();

  // From the creator to the one who opens, and back.
  [[nodiscard]] Ring forth() const { return ring(0); }
  [[nodiscard]] Ring back() const { return ring(1); }
  [[nodiscard]] std::size_t ring_bytes() const { return ring_bytes_; }

 private:
  Segment(void* memory, std::size_t ring_bytes) : memory_(memory), ring_bytes_(ring_bytes) {}
  static Result<std::shared_ptr<Segment>> map(int memfd, std::size_t ring_bytes);
  void initialize();
  [[nodiscard]] Ring ring(std::size_t index) const;

  void* const memory_;
  const std::size_t ring_bytes_;
};

}  // namespace triad::transport
