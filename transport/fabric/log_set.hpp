// LogSet: the logs of a fabric. This participant writes its own log and reads those of all others.
// A message that finds no room in the own log waits in a queue. Used by BasicFabric, which
// publishes and rings.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "queues/record_queue.hpp"
#include "transport/fabric/log.hpp"
#include "transport/fabric/message_parts.hpp"
#include "transport/fabric/peer_table.hpp"
#include "transport/fabric/ringer.hpp"
#include "transport/link.hpp"
#include "transport/transport_error.hpp"

namespace triad::transport {

// Number of leading bytes that a reader needs to decide whether to copy the whole message.
inline constexpr std::size_t kBeginningBytes = 256;

// A faulty participant, reported once with the reason. Its log or its cursor is invalid, or it has
// cut this one off.
struct PeerFault {
  ParticipantId participant = 0;
  // This participant has lost messages, unless the other one lies. One of the two has to leave.
  bool has_lost_messages = false;
  std::string reason;
};

// The progress of a participant in all logs, as the outboxes show it; for reports. Empty if it does
// not take part.
struct ParticipantState {
  // Unread bytes in all logs; 0 if it sleeps, has not been rung and holds no writer, because then
  // none of them concern it.
  std::uint64_t unread_bytes = 0;
  bool holds_others = false;    // writers wait for it to make room
  bool waits_for_room = false;  // it waits for room itself
};

template <class Outbox, class Doorbell, class Bells>
class LogSet {
 public:
  using Table = PeerTable<Outbox, Doorbell>;
  using Peer = typename Table::Peer;

  LogSet(Table& table, Ringer<Outbox, Doorbell, Bells>& ringer, std::size_t message_bytes_max)
      : table_(table), own_(*table.own), ringer_(ringer), message_bytes_max_(message_bytes_max) {}

  // --- For BasicFabric.
  void begin() { writer_.emplace(own_, table_.self, table_.slot); }
  // Adds the logs of a participant (BasicFabric::attach).
  Result<Peer*> attach(ParticipantId id, Slot slot, Doorbell doorbell,
                       std::unique_ptr<Outbox> outbox, std::uint64_t read_from,
                       std::uint64_t they_read_from);
  void detach(ParticipantId id, Peer& peer);
  // Writes one message, or queues it.
  void send(std::span<const Bytes> parts);
  // Returns whether so much is written but not published that readers should begin, so that they
  // give back room.
  bool has_long_batch() const { return writer_->unpublished_bytes() >= own_.capacity() / 8; }
  void drain_queue();
  void publish() { writer_->publish(); }
  void record_cut_off_readers();
  // Rings participants without room, and those that keep three quarters of the log.
  void ring_laggards();
  // Returns whether the queue has room. If not, wakes the readers for which it waits, because they
  // may sleep over messages that do not concern them.
  bool has_room_again();
  void end_flush();
  bool has_queue() const { return !queue_.empty(); }
  std::size_t queued_bytes() const { return queued_bytes_; }
  // Returns the end of all written messages, perhaps not published.
  std::uint64_t end() const { return writer_->tail(); }

  // Returns the end of the log, where a newcomer begins. The queue must be empty.
  std::uint64_t tail();
  // Returns the participant that keeps most of the log, for which the queue waits; 0 if there is
  // none.
  ParticipantId slowest_reader() const { return writer_->slowest_reader().value_or(0); }
  // Returns the offset in this log that `id` had reached at the last look. It may have read on
  // since.
  std::uint64_t reader_offset(ParticipantId id) const {
    return writer_->reader_offset(id).value_or(0);
  }

  // --- Receiving
  // Returns the next message of a participant, in memory of this process and valid until pop().
  // Returns nullopt if no complete message has arrived.
  std::optional<Bytes> next(ParticipantId id);
  // Returns the next message; `needs_rest` decides whether to copy the rest of a message. It
  // receives the first kBeginningBytes, or all of a shorter message. If it returns false, next()
  // returns only this beginning, and is_header_only() is true until pop().
  template <class Wants>
  std::optional<Bytes> next(ParticipantId id, Wants&& needs_rest);
  bool is_header_only(ParticipantId id) const;
  // Returns the first kBeginningBytes of the next message, or all of a shorter one, without taking
  // it. Valid until the next call for this participant. next() decides later whether the message is
  // wanted.
  std::optional<Bytes> beginning(ParticipantId id);
  void pop(ParticipantId id);
  // Pops a message that next() returned, and swaps its memory with `memory`, which then begins with
  // the message. Returns false and pops nothing if `message` is not that message.
  bool exchange(ParticipantId id, Bytes message, std::vector<std::byte>& memory);
  // Returns the offset up to which the participant's log has been read. This includes a message
  // that is not popped and the pieces of an incomplete message; a newcomer that begins there does
  // not get those.
  std::uint64_t read_up_to(ParticipantId id) const;
  // Returns the offset up to which the participant's log can be read now.
  std::uint64_t written_up_to(ParticipantId id) const;
  // Returns whether some pieces of a message have arrived, or a message is not popped.
  bool is_amid_message(ParticipantId id) const;
  // An incomplete message of a participant: its number, counted from 1 (0: there is none), and the
  // bytes that have arrived.
  struct IncompleteMessage {
    std::uint64_t number = 0;
    std::size_t bytes = 0;
  };
  IncompleteMessage incomplete_message(ParticipantId id) const;
  // Returns the bytes of memory that a participant's messages take here.
  std::size_t message_memory_bytes(ParticipantId id) const;
  bool has_input_of_coordinator() const {
    return table_.coordinator_peer != nullptr && table_.coordinator_peer->has_messages();
  }
  // Gives the room of read messages back to their writers, and wakes writers that wait for it.
  void release();

  bool has_faults() const { return !peer_faults_.empty(); }
  std::optional<PeerFault> take_peer_fault();
  ParticipantState participant_state(ParticipantId id) const;

 private:
  friend struct exploration::State;
  static void add_unread(ParticipantState& standing, const Outbox& reader, ParticipantId writer,
                         Slot slot, const Outbox& log);
  bool write(std::span<const Bytes> message);
  void ring_peers_without_room();
  void record_peer_fault(ParticipantId id, Peer& peer, std::string reason,
                         bool has_lost_messages = false);
  std::optional<FrameHeader> peek(Peer& peer);
  template <class Wants>
  bool read_piece(ParticipantId id, Peer& peer, Wants&& needs_rest);
  template <class Wants>
  bool copy_piece(ParticipantId id, Peer& peer, std::size_t bytes, Wants&& needs_rest);
  bool copy(ParticipantId id, Peer& peer, std::size_t from, std::size_t to);
  void record_read_fault(ParticipantId id, Peer& peer, bool too_long);
  bool may_release();

  static constexpr std::size_t kQueueBytesKept = std::size_t{4} << 20;

  Table& table_;
  Outbox& own_;
  Ringer<Outbox, Doorbell, Bells>& ringer_;
  const std::size_t message_bytes_max_;
  std::optional<LogWriter<Outbox>> writer_;
  // Messages that found no room. queue_offset_ is the number of bytes of the first that are
  // written. Some megabytes of the memory of a burst are kept for the next one.
  queues::RecordQueue queue_{kQueueBytesKept / queues::RecordQueue::kChunkBytes};
  std::size_t queue_offset_ = 0;
  std::size_t queued_bytes_ = 0;
  bool is_waiting_for_room_ = false;
  bool has_sent_more_pieces_ = false;     // a continuing piece was sent
  std::vector<Peer*> unreleased_peers_;   // logs with read bytes that are not given back
  bool is_newcomer_unannounced_ = false;  // coordinator: the announcement may be unpublished
  bool is_release_held_ = false;          // because of is_newcomer_unannounced_
  std::deque<PeerFault> peer_faults_;
};

}  // namespace triad::transport

#include "transport/fabric/log_set_definitions.hpp"
