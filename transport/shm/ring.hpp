// The two ends of one ring (ring_format.hpp): RingWriter and RingReader. They move bytes and say
// when to wake the other end. They own no descriptor and make no system call; RingLink owns the
// bells. The two ends may be in two processes or two threads; each end is used by one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "transport/link.hpp"
#include "transport/shm/ring_format.hpp"

namespace triad::transport {

// Whether the other end asked to be woken. If yes, the caller rings its bell.
enum class Wake { no, yes };

class RingWriter {
 public:
  explicit RingWriter(const Ring& ring) : ring_(ring) {}

  // Copies as many bytes as there is room for, and returns their number. The reader sees them after
  // publish().
  std::size_t write(Bytes bytes);
  // Makes the written bytes visible to the reader.
  [[nodiscard]] Wake publish();
  [[nodiscard]] std::size_t unpublished_bytes() const {
    return static_cast<std::size_t>(tail_ - published_);
  }

  // Asks to be woken when a quarter of the ring is free. Returns false if it is free already: then
  // write now.
  [[nodiscard]] bool wait_for_room();
  // Withdraws the request, because nothing is left to be written.
  void stop_waiting();
  // Publishes the rest and marks the writer as closed.
  [[nodiscard]] Wake close();

  // Returns whether the reader's index was impossible. Nothing can be written then.
  [[nodiscard]] bool is_broken() const { return is_broken_; }

 private:
  [[nodiscard]] std::size_t room() const;
  void load_head();

  const Ring ring_;
  std::uint64_t tail_ = 0;       // end of the written bytes
  std::uint64_t published_ = 0;  // end of the published bytes
  std::uint64_t head_ = 0;       // reader's index, when last loaded
  bool is_waiting_ = false;
  bool is_broken_ = false;
};

class RingReader {
 public:
  explicit RingReader(const Ring& ring) : ring_(ring) {}

  // Returns the number of readable bytes. Loads the writer's index once.
  [[nodiscard]] std::size_t available();
  // Copies out at most as many bytes as available() returned, and returns their number.
  std::size_t read(std::span<std::byte> space);
  // Gives the room of the read bytes back to the writer.
  [[nodiscard]] Wake release();

  // Sets the asleep flag. Returns false if bytes have arrived meanwhile, or the writer has closed.
  [[nodiscard]] bool fall_asleep();
  void wake_up();

  // Returns whether the writer has closed. If true, the next available() counts all bytes that will
  // ever come.
  [[nodiscard]] bool writer_has_closed() const;
  // Returns whether the writer's index was impossible. Nothing can be read then.
  [[nodiscard]] bool is_broken() const { return is_broken_; }

 private:
  const Ring ring_;
  std::uint64_t head_ = 0;
  std::uint64_t tail_ = 0;  // writer's index, when last loaded
  bool is_asleep_ = false;
  bool is_broken_ = false;
};

}  // namespace triad::transport
