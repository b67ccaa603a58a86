// The two ends of one ring (ring_format.hpp): bytes in, bytes out, and who must be woken. No
// descriptor, no system call: RingLink owns the doorbells. The two ends may be in two processes or
// two threads; each end is used by one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "transport/link.hpp"
#include "transport/shm/ring_format.hpp"

namespace triad::transport {

// Whether the other side asked to be woken; then ring its doorbell.
enum class Wake { no, yes };

class RingWriter {
 public:
  explicit RingWriter(const Ring& ring) : ring_(ring) {}

  // Copies as much as there is room for, and returns how much. Seen by the reader after publish().
  std::size_t write(Bytes bytes);
  [[nodiscard]] Wake publish();
  [[nodiscard]] std::size_t unpublished_bytes() const {
    return static_cast<std::size_t>(tail_ - published_);
  }

  // Asks to be woken when a good part of the ring is free. False: it is already, so write now.
  [[nodiscard]] bool wait_for_room();
  // Nothing is left to be written.
  void stop_waiting();
  // The last word of the writer.
  [[nodiscard]] Wake close();

  // The reader's index made no sense; nothing can be written any more.
  [[nodiscard]] bool is_broken() const { return is_broken_; }

 private:
  [[nodiscard]] std::size_t room() const;
  void look_at_head();

  const Ring ring_;
  std::uint64_t tail_ = 0;       // written, perhaps not published
  std::uint64_t published_ = 0;  // what the reader has been told
  std::uint64_t head_ = 0;       // where the reader was when last looked at
  bool is_waiting_ = false;
  bool is_broken_ = false;
};

class RingReader {
 public:
  explicit RingReader(const Ring& ring) : ring_(ring) {}

  // Bytes that may be read. One look at the writer's index.
  [[nodiscard]] std::size_t available();
  // Copies out at most as much as available() said, and returns how much.
  std::size_t read(std::span<std::byte> space);
  // Gives the room of what was read back to the writer.
  [[nodiscard]] Wake release();

  // Sets the asleep flag. False: something has come meanwhile.
  [[nodiscard]] bool fall_asleep();
  void wake_up();

  // The writer closed; true says that available() afterwards tells all there will ever be.
  [[nodiscard]] bool writer_has_closed() const;
  // The writer's index made no sense; nothing can be read any more.
  [[nodiscard]] bool is_broken() const { return is_broken_; }

 private:
  const Ring ring_;
  std::uint64_t head_ = 0;
  std::uint64_t tail_ = 0;  // where the writer was when last looked at
  bool is_asleep_ = false;
  bool is_broken_ = false;
};

}  // namespace triad::transport
