// Definitions of LogSet's functions. Included only by log_set.hpp, because it is a template.
#pragma once

#include "transport/fabric/log_set.hpp"

namespace triad::transport {

template <class Outbox, class Doorbell, class Bells>
auto LogSet<Outbox, Doorbell, Bells>::attach(ParticipantId id, Slot slot, Doorbell doorbell,
                                             std::unique_ptr<Outbox> outbox,
                                             std::uint64_t read_from, std::uint64_t they_read_from)
    -> Result<Peer*> {
  if (id == 0 || id == table_.self || table_.peers.contains(id) || !table_.is_slot_free(slot) ||
      !writer_->may_begin_at(they_read_from)) {
    return error(Error::Code::bad_frame,
                 "invalid id, slot or offset of a participant of the fabric");
  }
  writer_->publish();
  LogReader<Outbox> reader(*outbox, id, slot, own_, read_from);
  Peer& peer = table_.add(id, Peer{.slot = slot,
                                   .doorbell = std::move(doorbell),
                                   .outbox = std::move(outbox),
                                   .reader = reader});
  writer_->add_reader(id, *peer.outbox, they_read_from);
  is_newcomer_unannounced_ = table_.is_coordinator();
  return &peer;
}

template <class Outbox, class Doorbell, class Bells>
void LogSet<Outbox, Doorbell, Bells>::detach(ParticipantId id, Peer& peer) {
  own_.set_cursor_participant(peer.slot, 0);
  writer_->remove_reader(id);
  std::erase(unreleased_peers_, &peer);
}

// --- Sending ---

template <class Outbox, class Doorbell, class Bells>
void LogSet<Outbox, Doorbell, Bells>::send(std::span<const Bytes> parts) {
  const bool behind_others = !queue_.empty();
  if (behind_others || !write(parts)) {
    queued_bytes_ += size_of(parts) - (behind_others ? 0 : queue_offset_);
    queue_.push(parts);
  }
}

// Writes the message from queue_offset_ on, which is 0 except for the first queued message. Returns
// false if there is no room; queue_offset_ is then the number of bytes written.
template <class Outbox, class Doorbell, class Bells>
bool LogSet<Outbox, Doorbell, Bells>::write(std::span<const Bytes> message) {
  const std::size_t piece_max = piece_bytes_max(own_.capacity());
  const std::size_t size = size_of(message);
  while (true) {
    const std::size_t rest = size - queue_offset_;
    const bool more = rest > piece_max;
    const std::size_t bytes = more ? piece_max : rest;
    PieceParts piece(message, queue_offset_, bytes);
    if (!writer_->append(piece.parts(), bytes, more, [this] { return table_.all_known(); }))
      return false;
    has_sent_more_pieces_ = has_sent_more_pieces_ || queue_offset_ != 0;
    queue_offset_ += bytes;
    if (!more) break;
    writer_->publish();
  }
  queue_offset_ = 0;
  return true;
}

template <class Outbox, class Doorbell, class Bells>
void LogSet<Outbox, Doorbell, Bells>::drain_queue() {
  while (!queue_.empty()) {
    const Bytes first = queue_.front();
    const std::size_t before = first.size() - queue_offset_;
    const bool done = write(std::span(&first, 1));
    queued_bytes_ -= done ? before : before - (first.size() - queue_offset_);
    if (!done) return;
    queue_.pop();
  }
}

template <class Outbox, class Doorbell, class Bells>
void LogSet<Outbox, Doorbell, Bells>::record_cut_off_readers() {
  if (!writer_->has_cut_off_readers()) return;
  for (const ParticipantId id : writer_->take_cut_off_readers()) {
    if (const auto at = table_.peers.find(id); at != table_.peers.end()) {
      record_peer_fault(id, at->second, "its cursor in another participant's log is impossible");
    }
  }
}

template <class Outbox, class Doorbell, class Bells>
void LogSet<Outbox, Doorbell, Bells>::ring_laggards() {
  ring_peers_without_room();
  writer_->for_each_laggard(
      own_.capacity() / 4 * 3, [this] { return table_.all_known(); },
      [this](ParticipantId id) { ringer_.ring(table_.peers.at(id)); });
}

template <class Outbox, class Doorbell, class Bells>
void LogSet<Outbox, Doorbell, Bells>::end_flush() {
  if (queue_.empty() && std::exchange(is_waiting_for_room_, false)) writer_->stop_waiting();
  if (is_release_held_) release();
}

// Rings all participants that wait for room, after the coordinator has published a continuing
// piece. A participant with an incomplete message has no input and would sleep on, although its
// look for room did not count.
template <class Outbox, class Doorbell, class Bells>
void LogSet<Outbox, Doorbell, Bells>::ring_peers_without_room() {
  if (!std::exchange(has_sent_more_pieces_, false) || !table_.is_coordinator()) return;
  if (TRIAD_FABRIC_DEFECT(ring_behind_pieces_forgotten)) return;
  for (auto& [id, peer] : table_.peers) {
    if (peer.outbox->wants_room()) ringer_.ring(peer);
  }
}

template <class Outbox, class Doorbell, class Bells>
bool LogSet<Outbox, Doorbell, Bells>::has_room_again() {
  if (queue_.empty()) return false;
  is_waiting_for_room_ = true;
  if (!writer_->wait_for_room([this] { return table_.all_known(); })) return true;
  if (!TRIAD_FABRIC_DEFECT(room_without_ring_of_laggards)) {
    writer_->for_each_laggard(own_.capacity() / 2,
                              [this](ParticipantId id) { ringer_.ring(table_.peers.at(id)); });
  }
  return false;
}

template <class Outbox, class Doorbell, class Bells>
std::uint64_t LogSet<Outbox, Doorbell, Bells>::tail() {
  writer_->publish();
  return writer_->tail();
}

// --- Receiving ---

template <class Outbox, class Doorbell, class Bells>
std::optional<Bytes> LogSet<Outbox, Doorbell, Bells>::next(ParticipantId id) {
  return next(id, [](Bytes) { return true; });
}

template <class Outbox, class Doorbell, class Bells>
template <class Wants>
std::optional<Bytes> LogSet<Outbox, Doorbell, Bells>::next(ParticipantId id, Wants&& needs_rest) {
  Peer* const found = table_.find(id);
  if (found == nullptr) return std::nullopt;
  Peer& peer = *found;
  while (!peer.is_complete) {
    if (peer.is_faulty || !read_piece(id, peer, needs_rest)) return std::nullopt;
  }
  return peer.message.first(peer.is_header_only ? std::min(peer.bytes, kBeginningBytes)
                                                : peer.bytes);
}

template <class Outbox, class Doorbell, class Bells>
std::optional<Bytes> LogSet<Outbox, Doorbell, Bells>::beginning(ParticipantId id) {
  Peer* const found = table_.find(id);
  if (found == nullptr) return std::nullopt;
  Peer& peer = *found;
  if (peer.is_complete || peer.bytes != 0) {
    return peer.message.first(std::min(peer.bytes, kBeginningBytes));
  }
  if (peer.is_faulty) return std::nullopt;
  const auto header = peek(peer);
  if (!header) return std::nullopt;
  const std::size_t bytes = std::min<std::size_t>(header->bytes, kBeginningBytes);
  if (!copy(id, peer, 0, bytes)) return std::nullopt;
  return peer.message.first(bytes);
}

// Returns the header of the next frame. May skip the rest of a message that began before this
// participant's start.
template <class Outbox, class Doorbell, class Bells>
std::optional<FrameHeader> LogSet<Outbox, Doorbell, Bells>::peek(Peer& peer) {
  const bool released = peer.reader.unpublished_bytes() == 0;
  const auto header = peer.reader.peek();
  if (released && peer.reader.unpublished_bytes() != 0) unreleased_peers_.push_back(&peer);
  return header;
}

template <class Outbox, class Doorbell, class Bells>
bool LogSet<Outbox, Doorbell, Bells>::is_header_only(ParticipantId id) const {
  const Peer* const peer = table_.find(id);
  return peer != nullptr && peer->is_header_only;
}

template <class Outbox, class Doorbell, class Bells>
template <class Wants>
bool LogSet<Outbox, Doorbell, Bells>::read_piece(ParticipantId id, Peer& peer, Wants&& needs_rest) {
  const auto header = peek(peer);
  const bool too_long = header && peer.bytes + header->bytes > message_bytes_max_;
  if (!header || too_long) {
    record_read_fault(id, peer, too_long);
    return false;
  }
  if (!peer.is_header_only && !copy_piece(id, peer, header->bytes, needs_rest)) {
    record_read_fault(id, peer, false);
    return false;
  }
  peer.bytes += header->bytes;
  peer.is_complete = header->more == 0;
  if (peer.reader.unpublished_bytes() == 0) unreleased_peers_.push_back(&peer);
  peer.reader.advance(*header);
  if (peer.reader.unpublished_bytes() >= peer.outbox->capacity() / 8 && may_release() &&
      peer.reader.publish_cursor()) {
    ringer_.ring_writer(peer);
  }
  return true;
}

template <class Outbox, class Doorbell, class Bells>
template <class Wants>
bool LogSet<Outbox, Doorbell, Bells>::copy_piece(ParticipantId id, Peer& peer, std::size_t bytes,
                                                 Wants&& needs_rest) {
  std::size_t beginning = 0;
  if (peer.bytes == 0) {
    beginning = std::min(bytes, kBeginningBytes);
    if (!copy(id, peer, 0, beginning)) return false;
    peer.is_header_only = !needs_rest(peer.message.first(beginning));
  }
  return peer.is_header_only || beginning == bytes || copy(id, peer, beginning, bytes);
}

// Copies the bytes from `from` to `to` of the peeked piece.
template <class Outbox, class Doorbell, class Bells>
bool LogSet<Outbox, Doorbell, Bells>::copy(ParticipantId id, Peer& peer, std::size_t from,
                                           std::size_t to) {
  const std::span<std::byte> room = peer.message.room_for(peer.bytes + to);
  if (room.empty() && to > 0) {
    record_peer_fault(id, peer, "no memory is left for its message");
    return false;
  }
  return peer.reader.copy(room.subspan(peer.bytes + from), from);
}

template <class Outbox, class Doorbell, class Bells>
void LogSet<Outbox, Doorbell, Bells>::record_read_fault(ParticipantId id, Peer& peer,
                                                        bool too_long) {
  using State = typename LogReader<Outbox>::State;
  if (too_long) {
    record_peer_fault(id, peer, "it sent a message that is too long");
  } else if (peer.reader.state() == State::cut_off) {
    record_peer_fault(id, peer, "it has overwritten unread messages", true);
  } else if (peer.reader.state() == State::broken) {
    record_peer_fault(id, peer, "its outbox is invalid");
  }
}

template <class Outbox, class Doorbell, class Bells>
void LogSet<Outbox, Doorbell, Bells>::pop(ParticipantId id) {
  Peer* const found = table_.find(id);
  if (found == nullptr) return;
  Peer& peer = *found;
  peer.message.finish_message(peer.bytes);
  peer.is_complete = false;
  peer.is_header_only = false;
  peer.bytes = 0;
  ++peer.popped_messages;
}

template <class Outbox, class Doorbell, class Bells>
bool LogSet<Outbox, Doorbell, Bells>::exchange(ParticipantId id, Bytes message,
                                               std::vector<std::byte>& memory) {
  Peer* const peer = table_.find(id);
  if (peer == nullptr || !peer->is_complete) return false;
  if (peer->message.data() != message.data() || peer->bytes != message.size()) return false;
  peer->message.exchange(memory);
  pop(id);
  return true;
}

template <class Outbox, class Doorbell, class Bells>
std::uint64_t LogSet<Outbox, Doorbell, Bells>::read_up_to(ParticipantId id) const {
  const Peer* const peer = table_.find(id);
  return peer == nullptr ? 0 : peer->reader.offset();
}

template <class Outbox, class Doorbell, class Bells>
std::uint64_t LogSet<Outbox, Doorbell, Bells>::written_up_to(ParticipantId id) const {
  const Peer* const peer = table_.find(id);
  return peer == nullptr ? 0 : peer->reader.written_up_to();
}

template <class Outbox, class Doorbell, class Bells>
bool LogSet<Outbox, Doorbell, Bells>::is_amid_message(ParticipantId id) const {
  const Peer* const peer = table_.find(id);
  return peer != nullptr && (peer->is_complete || peer->bytes != 0);
}

template <class Outbox, class Doorbell, class Bells>
auto LogSet<Outbox, Doorbell, Bells>::incomplete_message(ParticipantId id) const
    -> IncompleteMessage {
  const Peer* const peer = table_.find(id);
  if (peer == nullptr || peer->is_complete || peer->bytes == 0) return {};
  return {peer->popped_messages + 1, peer->bytes};
}

template <class Outbox, class Doorbell, class Bells>
std::size_t LogSet<Outbox, Doorbell, Bells>::message_memory_bytes(ParticipantId id) const {
  const Peer* const peer = table_.find(id);
  return peer == nullptr ? 0 : peer->message.size();
}

template <class Outbox, class Doorbell, class Bells>
void LogSet<Outbox, Doorbell, Bells>::release() {
  is_release_held_ = !may_release();
  if (is_release_held_) return;
  for (Peer* const peer : unreleased_peers_) {
    if (peer->reader.publish_cursor()) ringer_.ring_writer(*peer);
  }
  unreleased_peers_.clear();
}

// Returns whether cursors may be published. The coordinator's cursor must not move past a
// newcomer's beginning until the announcement of the newcomer is readable.
template <class Outbox, class Doorbell, class Bells>
bool LogSet<Outbox, Doorbell, Bells>::may_release() {
  if (!is_newcomer_unannounced_ || TRIAD_FABRIC_DEFECT(coordinator_cursor_before_news)) return true;
  writer_->publish();
  is_newcomer_unannounced_ = !queue_.empty();
  return !is_newcomer_unannounced_;
}

template <class Outbox, class Doorbell, class Bells>
void LogSet<Outbox, Doorbell, Bells>::record_peer_fault(ParticipantId id, Peer& peer,
                                                        std::string reason,
                                                        bool has_lost_messages) {
  if (std::exchange(peer.is_faulty, true)) return;
  table_.view_of(id).read_tail = Table::kNotRead;
  writer_->remove_reader(id);
  peer_faults_.push_back({id, has_lost_messages, std::move(reason)});
}

template <class Outbox, class Doorbell, class Bells>
std::optional<PeerFault> LogSet<Outbox, Doorbell, Bells>::take_peer_fault() {
  if (peer_faults_.empty()) return std::nullopt;
  PeerFault first = std::move(peer_faults_.front());
  peer_faults_.pop_front();
  return first;
}

template <class Outbox, class Doorbell, class Bells>
ParticipantState LogSet<Outbox, Doorbell, Bells>::participant_state(ParticipantId id) const {
  ParticipantState standing;
  const auto at = table_.peers.find(id);
  if (at == table_.peers.end()) return standing;
  const Outbox& reader = *at->second.outbox;
  add_unread(standing, reader, table_.self, table_.slot, own_);
  for (const auto& [other, peer] : table_.peers) {
    if (other != id) add_unread(standing, reader, other, peer.slot, *peer.outbox);
  }
  standing.waits_for_room = reader.wants_room();
  const bool is_concerned = !reader.is_asleep() || ringer_.is_rung(at->second);
  if (!is_concerned && !standing.holds_others) standing.unread_bytes = 0;
  return standing;
}

// Adds the unread bytes of one log. Ignores impossible cursors and tails.
template <class Outbox, class Doorbell, class Bells>
void LogSet<Outbox, Doorbell, Bells>::add_unread(ParticipantState& standing, const Outbox& reader,
                                                 ParticipantId writer, Slot slot,
                                                 const Outbox& log) {
  if (reader.cursor_participant(slot) != writer) return;
  const std::uint64_t unread = log.tail() - reader.cursor(slot);
  if (unread > log.capacity()) return;
  standing.unread_bytes += unread;
  // A writer waits for readers that keep half of its log (LogWriter::wait_for_room()).
  standing.holds_others =
      standing.holds_others || (log.wants_room() && unread >= log.capacity() / 2);
}

}  // namespace triad::transport
