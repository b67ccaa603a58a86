// Definitions of BasicFabric's functions for sending and receiving. Included only by
// basic_fabric.hpp, because it is a template.
#pragma once

#include "transport/fabric/basic_fabric.hpp"

namespace triad::transport {

template <class Outbox, class Doorbell, class Bells>
void BasicFabric<Outbox, Doorbell, Bells>::begin(ParticipantId self, Slot slot,
                                                 ParticipantId coordinator) {
  self_ = self;
  slot_ = slot;
  coordinator_ = coordinator;
  writer_.emplace(*own_, self, slot);
}

template <class Outbox, class Doorbell, class Bells>
Result<void> BasicFabric<Outbox, Doorbell, Bells>::attach(ParticipantId id, Slot slot,
                                                          Doorbell doorbell,
                                                          std::unique_ptr<Outbox> outbox,
                                                          std::uint64_t read_from,
                                                          std::uint64_t they_read_from) {
  if (id == 0 || id == self_ || peers_.contains(id) || !slot_is_free(slot) ||
      !writer_->may_begin_at(they_read_from)) {
    return error(Error::Code::bad_frame,
                 "invalid id, slot or offset of a participant of the fabric");
  }
  writer_->publish();
  LogReader<Outbox> reader(*outbox, id, slot, *own_, read_from);
  const auto [at, added] = peers_.emplace(id, Peer{.slot = slot,
                                                   .doorbell = std::move(doorbell),
                                                   .outbox = std::move(outbox),
                                                   .reader = reader});
  static_cast<void>(at->second.message.room_for(MessageMemory::kAtFirst));
  writer_->add_reader(id, *at->second.outbox, they_read_from);
  looks_.insert(std::ranges::lower_bound(looks_, id, {}, &Look::id),
                Look{at->second.outbox->glance(), kNotRead, {}, &at->second, id});
  if (heeds_ == Heeds::one) heeds_ = Heeds::everybody;
  if (id == coordinator_) coordinator_peer_ = &at->second;
  newcomer_untold_ = coordinator_ == 0;
  // It may have rung before it was known here.
  if (selective_ && !TRIAD_FABRIC_DEFECT(newcomer_not_looked_at)) look_at(id, at->second);
  // It may be asleep although messages were written between its last look and now.
  if (!TRIAD_FABRIC_DEFECT(newcomer_not_rung)) concern(id);
  return {};
}

template <class Outbox, class Doorbell, class Bells>
bool BasicFabric<Outbox, Doorbell, Bells>::slot_is_free(Slot slot) const {
  for (const auto& [id, peer] : peers_) {
    if (peer.slot == slot) return false;
  }
  return slot < kSlots;
}

template <class Outbox, class Doorbell, class Bells>
void BasicFabric<Outbox, Doorbell, Bells>::detach(ParticipantId id) {
  const auto at = peers_.find(id);
  if (at == peers_.end()) return;
  if (&at->second == coordinator_peer_) coordinator_peer_ = nullptr;
  own_->set_cursor_of(at->second.slot, 0);
  writer_->remove_reader(id);
  if (heeds_ == Heeds::one) heeds_ = Heeds::everybody;
  std::erase_if(looks_, [id](const Look& look) { return look.id == id; });
  std::erase_if(to_look_at_, [id](const LookAt& look) { return look.id == id; });
  std::erase(concerned_, &at->second);
  std::erase(unreleased_, &at->second);
  peers_.erase(at);
}

template <class Outbox, class Doorbell, class Bells>
void BasicFabric<Outbox, Doorbell, Bells>::look_beside(ParticipantId id,
                                                       const std::function<bool()>& has_input) {
  if (const auto at = peers_.find(id); at != peers_.end()) {
    at->second.has_input_beside = has_input;
    Look& look = *std::ranges::find(looks_, id, &Look::id);
    look.read_tail = kNotRead;
    look.looks_beside = true;
  }
}

// Returns whether every newcomer is known here. The coordinator announces a newcomer before its own
// cursor moves past the newcomer's beginning. The newcomer is attached here before the announcement
// is popped.
template <class Outbox, class Doorbell, class Bells>
bool BasicFabric<Outbox, Doorbell, Bells>::all_known() const {
  if (coordinator_peer_ == nullptr || TRIAD_FABRIC_DEFECT(coordinator_not_looked_at)) return true;
  if (coordinator_peer_->bytes != 0 || coordinator_peer_->complete) {
    return TRIAD_FABRIC_DEFECT(coordinator_message_in_hand_ignored);
  }
  return !coordinator_peer_->reader.has_input();
}

// --- Sending ---

template <class Outbox, class Doorbell, class Bells>
void BasicFabric<Outbox, Doorbell, Bells>::send(std::span<const Bytes> parts) {
  const bool behind_others = !queue_.empty();
  if (behind_others || !write(parts)) {
    queued_bytes_ += size_of(parts) - (behind_others ? 0 : queue_offset_);
    queue_.push(parts);
  }
  // Publish during a long batch, so that readers can begin and give back room.
  if (writer_->unpublished_bytes() >= own_->capacity() / 8) flush();
}

// Writes the message from queue_offset_ on, which is 0 except for the first queued message. Returns
// false if there is no room; queue_offset_ is then the number of bytes written.
template <class Outbox, class Doorbell, class Bells>
bool BasicFabric<Outbox, Doorbell, Bells>::write(std::span<const Bytes> message) {
  const std::size_t piece_max = piece_bytes_max(own_->capacity());
  const std::size_t size = size_of(message);
  while (true) {
    const std::size_t rest = size - queue_offset_;
    const bool more = rest > piece_max;
    const std::size_t bytes = more ? piece_max : rest;
    PartsOfPiece piece(message, queue_offset_, bytes);
    if (!writer_->append(piece.parts(), bytes, more, [this] { return all_known(); })) return false;
    sent_more_pieces_ = sent_more_pieces_ || queue_offset_ != 0;
    queue_offset_ += bytes;
    if (!more) break;
    writer_->publish();
  }
  queue_offset_ = 0;
  return true;
}

template <class Outbox, class Doorbell, class Bells>
void BasicFabric<Outbox, Doorbell, Bells>::drain_queue() {
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
void BasicFabric<Outbox, Doorbell, Bells>::concern(ParticipantId id) {
  Peer* const peer = find(id);
  if (peer == nullptr || std::exchange(peer->concerned, true)) return;
  concerned_.push_back(peer);
}

template <class Outbox, class Doorbell, class Bells>
void BasicFabric<Outbox, Doorbell, Bells>::concern_with_all_logs(ParticipantId id) {
  concern(id);
  if (Peer* const peer = find(id)) peer->with_all_logs = true;
}

template <class Outbox, class Doorbell, class Bells>
void BasicFabric<Outbox, Doorbell, Bells>::note(const NoteWords& words) {
  unpublished_note_ = words;
}

template <class Outbox, class Doorbell, class Bells>
void BasicFabric<Outbox, Doorbell, Bells>::note_at_once(const NoteWords& words) {
  unpublished_note_.reset();
  own_->set_note({words, 0});
}

// Publishes the note after all messages sent before it, and perhaps after later ones.
template <class Outbox, class Doorbell, class Bells>
void BasicFabric<Outbox, Doorbell, Bells>::publish_note() {
  if (!queue_.empty()) return;
  own_->set_note({*unpublished_note_, writer_->tail()});
  unpublished_note_.reset();
}

template <class Outbox, class Doorbell, class Bells>
void BasicFabric<Outbox, Doorbell, Bells>::flush() {
  drain_queue();
  publish();
  for (const ParticipantId id : writer_->take_cut_off()) {
    if (const auto at = peers_.find(id); at != peers_.end()) {
      fail(id, at->second, "its cursor in another participant's log is impossible");
    }
  }
  ring_concerned();
  if (TRIAD_FABRIC_DEFECT(rung_before_note) && unpublished_note_) publish_note();
  ring_those_behind_pieces();
  writer_->for_laggards(
      own_->capacity() / 4 * 3, [this] { return all_known(); },
      [this](ParticipantId id) { ring(peers_.at(id)); });
  // A participant may send after prepare_wait(), for example in an event loop that serves others
  // too. It does not look again before it sleeps, so look for room here.
  if (!queue_.empty() && own_->asleep() && has_room_again()) return flush();
  if (queue_.empty() && std::exchange(waits_for_room_, false)) writer_->stop_waiting();
  if (release_held_) release();
}

template <class Outbox, class Doorbell, class Bells>
std::uint64_t BasicFabric<Outbox, Doorbell, Bells>::tail() {
  writer_->publish();
  return writer_->tail();
}

// --- Receiving ---

// Finds a participant. In a large fabric most messages are the coordinator's, so it is looked up
// first.
template <class Outbox, class Doorbell, class Bells>
auto BasicFabric<Outbox, Doorbell, Bells>::find(ParticipantId id) -> Peer* {
  if (id == coordinator_ && coordinator_peer_ != nullptr) return coordinator_peer_;
  const auto at = peers_.find(id);
  return at == peers_.end() ? nullptr : &at->second;
}
template <class Outbox, class Doorbell, class Bells>
auto BasicFabric<Outbox, Doorbell, Bells>::find(ParticipantId id) const -> const Peer* {
  return const_cast<BasicFabric*>(this)->find(id);
}

template <class Outbox, class Doorbell, class Bells>
std::optional<Bytes> BasicFabric<Outbox, Doorbell, Bells>::next(ParticipantId id) {
  return next(id, [](Bytes) { return true; });
}

template <class Outbox, class Doorbell, class Bells>
template <class Wants>
std::optional<Bytes> BasicFabric<Outbox, Doorbell, Bells>::next(ParticipantId id, Wants&& wants) {
  Peer* const found = find(id);
  if (found == nullptr) return std::nullopt;
  Peer& peer = *found;
  while (!peer.complete) {
    if (peer.faulty || !take_piece(id, peer, wants)) return std::nullopt;
  }
  return peer.message.first(peer.header_only ? std::min(peer.bytes, kBeginningBytes) : peer.bytes);
}

template <class Outbox, class Doorbell, class Bells>
std::optional<Bytes> BasicFabric<Outbox, Doorbell, Bells>::beginning(ParticipantId id) {
  Peer* const found = find(id);
  if (found == nullptr) return std::nullopt;
  Peer& peer = *found;
  if (peer.complete || peer.bytes != 0) {
    return peer.message.first(std::min(peer.bytes, kBeginningBytes));
  }
  if (peer.faulty) return std::nullopt;
  const auto header = peek(peer);
  if (!header) return std::nullopt;
  const std::size_t bytes = std::min<std::size_t>(header->bytes, kBeginningBytes);
  if (!copy(id, peer, 0, bytes)) return std::nullopt;
  return peer.message.first(bytes);
}

// Returns the header of the next frame. May skip the rest of a message that began before this
// participant's start.
template <class Outbox, class Doorbell, class Bells>
std::optional<FrameHeader> BasicFabric<Outbox, Doorbell, Bells>::peek(Peer& peer) {
  const bool released = peer.reader.unpublished_bytes() == 0;
  const auto header = peer.reader.peek();
  if (released && peer.reader.unpublished_bytes() != 0) unreleased_.push_back(&peer);
  return header;
}

template <class Outbox, class Doorbell, class Bells>
bool BasicFabric<Outbox, Doorbell, Bells>::header_only(ParticipantId id) const {
  const Peer* const peer = find(id);
  return peer != nullptr && peer->header_only;
}

template <class Outbox, class Doorbell, class Bells>
template <class Wants>
bool BasicFabric<Outbox, Doorbell, Bells>::take_piece(ParticipantId id, Peer& peer, Wants&& wants) {
  const auto header = peek(peer);
  const bool too_long = header && peer.bytes + header->bytes > message_bytes_max_;
  if (!header || too_long) {
    explain_no_piece(id, peer, too_long);
    return false;
  }
  if (!peer.header_only && !copy_piece(id, peer, header->bytes, wants)) {
    explain_no_piece(id, peer, false);
    return false;
  }
  peer.bytes += header->bytes;
  peer.complete = header->more == 0;
  ++pieces_read_;
  if (peer.reader.unpublished_bytes() == 0) unreleased_.push_back(&peer);
  peer.reader.advance(*header);
  if (peer.reader.unpublished_bytes() >= peer.outbox->capacity() / 8 && may_release() &&
      peer.reader.publish_cursor()) {
    ring_writer(peer);
  }
  return true;
}

template <class Outbox, class Doorbell, class Bells>
template <class Wants>
bool BasicFabric<Outbox, Doorbell, Bells>::copy_piece(ParticipantId id, Peer& peer,
                                                      std::size_t bytes, Wants&& wants) {
  std::size_t beginning = 0;
  if (peer.bytes == 0) {
    beginning = std::min(bytes, kBeginningBytes);
    if (!copy(id, peer, 0, beginning)) return false;
    peer.header_only = !wants(peer.message.first(beginning));
  }
  return peer.header_only || beginning == bytes || copy(id, peer, beginning, bytes);
}

// Copies the bytes from `from` to `to` of the peeked piece.
template <class Outbox, class Doorbell, class Bells>
bool BasicFabric<Outbox, Doorbell, Bells>::copy(ParticipantId id, Peer& peer, std::size_t from,
                                                std::size_t to) {
  const std::span<std::byte> room = peer.message.room_for(peer.bytes + to);
  if (room.empty() && to > 0) {
    fail(id, peer, "no memory is left for its message");
    return false;
  }
  return peer.reader.copy(room.subspan(peer.bytes + from), from);
}

template <class Outbox, class Doorbell, class Bells>
void BasicFabric<Outbox, Doorbell, Bells>::explain_no_piece(ParticipantId id, Peer& peer,
                                                            bool too_long) {
  using State = typename LogReader<Outbox>::State;
  if (too_long) {
    fail(id, peer, "it sent a message that is too long");
  } else if (peer.reader.state() == State::cut_off) {
    fail(id, peer, "it has overwritten unread messages", true);
  } else if (peer.reader.state() == State::broken) {
    fail(id, peer, "its outbox is invalid");
  }
}

template <class Outbox, class Doorbell, class Bells>
void BasicFabric<Outbox, Doorbell, Bells>::pop(ParticipantId id) {
  Peer* const found = find(id);
  if (found == nullptr) return;
  Peer& peer = *found;
  peer.message.done_with(peer.bytes);
  peer.complete = false;
  peer.header_only = false;
  peer.bytes = 0;
  ++peer.taken;
}

template <class Outbox, class Doorbell, class Bells>
bool BasicFabric<Outbox, Doorbell, Bells>::exchange(ParticipantId id, Bytes message,
                                                    std::vector<std::byte>& memory) {
  Peer* const peer = find(id);
  if (peer == nullptr || !peer->complete) return false;
  if (peer->message.data() != message.data() || peer->bytes != message.size()) return false;
  peer->message.exchange(memory);
  pop(id);
  return true;
}

template <class Outbox, class Doorbell, class Bells>
template <class Take>
void BasicFabric<Outbox, Doorbell, Bells>::take_notes(Take&& take) {
  for (Look& look : looks_) {
    Peer& peer = *look.peer;
    if (!look.note.look(look.outbox, peer.note)) continue;
    const bool has_read = !peer.faulty && !peer.complete && peer.bytes == 0 &&
                          peer.reader.offset() >= peer.note.behind;
    if (!has_read || !take(look.id, peer.note.words)) continue;
    look.note.taken();
    ++pieces_read_;
  }
}

template <class Outbox, class Doorbell, class Bells>
std::uint64_t BasicFabric<Outbox, Doorbell, Bells>::read_up_to(ParticipantId id) const {
  const Peer* const peer = find(id);
  return peer == nullptr ? 0 : peer->reader.offset();
}

template <class Outbox, class Doorbell, class Bells>
std::uint64_t BasicFabric<Outbox, Doorbell, Bells>::written_up_to(ParticipantId id) const {
  const Peer* const peer = find(id);
  return peer == nullptr ? 0 : peer->reader.written_up_to();
}

template <class Outbox, class Doorbell, class Bells>
bool BasicFabric<Outbox, Doorbell, Bells>::amid_message(ParticipantId id) const {
  const Peer* const peer = find(id);
  return peer != nullptr && (peer->complete || peer->bytes != 0);
}

template <class Outbox, class Doorbell, class Bells>
auto BasicFabric<Outbox, Doorbell, Bells>::begun_message(ParticipantId id) const -> BegunMessage {
  const Peer* const peer = find(id);
  if (peer == nullptr || peer->complete || peer->bytes == 0) return {};
  return {peer->taken + 1, peer->bytes};
}

template <class Outbox, class Doorbell, class Bells>
std::size_t BasicFabric<Outbox, Doorbell, Bells>::message_memory(ParticipantId id) const {
  const Peer* const peer = find(id);
  return peer == nullptr ? 0 : peer->message.size();
}

template <class Outbox, class Doorbell, class Bells>
void BasicFabric<Outbox, Doorbell, Bells>::release() {
  release_held_ = !may_release();
  if (release_held_) return;
  for (Peer* const peer : unreleased_) {
    if (peer->reader.publish_cursor()) ring_writer(*peer);
  }
  unreleased_.clear();
}

// Returns whether cursors may be published. The coordinator's cursor must not move past a
// newcomer's beginning until the announcement of the newcomer is readable.
template <class Outbox, class Doorbell, class Bells>
bool BasicFabric<Outbox, Doorbell, Bells>::may_release() {
  if (!newcomer_untold_ || TRIAD_FABRIC_DEFECT(coordinator_cursor_before_news)) return true;
  writer_->publish();
  newcomer_untold_ = !queue_.empty();
  return !newcomer_untold_;
}

template <class Outbox, class Doorbell, class Bells>
bool BasicFabric<Outbox, Doorbell, Bells>::has_input() const {
  if (selective_) {
    for (const LookAt& look : to_look_at_) {
      if (has_messages(*look.peer)) return true;
    }
    return !trouble_.empty() || has_input_of_coordinator();
  }
  for (Look& look : looks_) {
    if (has_messages(look)) return true;
  }
  return !trouble_.empty() || has_heeded_notes();
}

template <class Outbox, class Doorbell, class Bells>
bool BasicFabric<Outbox, Doorbell, Bells>::has_heeded_notes() const {
  if (TRIAD_FABRIC_DEFECT(note_not_heeded)) return false;
  if (heeds_ == Heeds::one) {
    const std::uint64_t number = looks_[heeded_].outbox.note_number();
    return number != heeded_number_ && Outbox::is_whole(number);
  }
  return heeds_ == Heeds::everybody && has_unread_notes();
}

// During selective looks, unmarks the logs without input: their writers ring again when they have a
// message.
template <class Outbox, class Doorbell, class Bells>
template <class Visit, class VisitBeside>
void BasicFabric<Outbox, Doorbell, Bells>::for_each_with_input(Visit&& visit,
                                                               VisitBeside&& visit_beside) {
  if (!selective_) {
    for (Look& look : looks_) {
      if (look.looks_beside) {
        visit_what_has_input(look.id, *look.peer, visit, visit_beside);
      } else if (has_messages(look)) {
        visit(look.id);
      }
    }
    return;
  }
  std::erase_if(to_look_at_, [&](const LookAt& look) {
    look.peer->is_to_look_at = visit_what_has_input(look.id, *look.peer, visit, visit_beside);
    return !look.peer->is_to_look_at;
  });
  if (has_input_of_coordinator()) visit(coordinator_);
}

template <class Outbox, class Doorbell, class Bells>
bool BasicFabric<Outbox, Doorbell, Bells>::has_input_of(ParticipantId id) const {
  const Peer* const peer = find(id);
  return peer != nullptr && has_messages(*peer);
}

template <class Outbox, class Doorbell, class Bells>
void BasicFabric<Outbox, Doorbell, Bells>::fail(ParticipantId id, Peer& peer, std::string what,
                                                bool cut_off_here) {
  if (std::exchange(peer.faulty, true)) return;
  std::ranges::find(looks_, id, &Look::id)->read_tail = kNotRead;
  writer_->remove_reader(id);
  trouble_.push_back({id, cut_off_here, std::move(what)});
}

template <class Outbox, class Doorbell, class Bells>
auto BasicFabric<Outbox, Doorbell, Bells>::take_trouble() -> std::optional<Trouble> {
  if (trouble_.empty()) return std::nullopt;
  Trouble first = std::move(trouble_.front());
  trouble_.pop_front();
  return first;
}

template <class Outbox, class Doorbell, class Bells>
auto BasicFabric<Outbox, Doorbell, Bells>::standing(ParticipantId id) const -> Standing {
  Standing standing;
  const auto at = peers_.find(id);
  if (at == peers_.end()) return standing;
  const Outbox& reader = *at->second.outbox;
  add_unread(standing, reader, self_, slot_, *own_);
  for (const auto& [other, peer] : peers_) {
    if (other != id) add_unread(standing, reader, other, peer.slot, *peer.outbox);
  }
  standing.waits_for_room = reader.wants_room();
  const bool is_rung = at->second.doorbell.is_rung() ||
                       (bells_ != nullptr && reader.sleeps_on_words(reader.sleep()) &&
                        bells_->is_rung(at->second.slot));
  const bool is_concerned = !reader.asleep() || is_rung;
  if (!is_concerned && !standing.holds_others) standing.unread_bytes = 0;
  return standing;
}

// Adds the unread bytes of one log. Ignores impossible cursors and tails.
template <class Outbox, class Doorbell, class Bells>
void BasicFabric<Outbox, Doorbell, Bells>::add_unread(Standing& standing, const Outbox& reader,
                                                      ParticipantId writer, Slot slot,
                                                      const Outbox& log) {
  if (reader.cursor_of(slot) != writer) return;
  const std::uint64_t unread = log.tail() - reader.cursor(slot);
  if (unread > log.capacity()) return;
  standing.unread_bytes += unread;
  // A writer waits for readers that keep half of its log (LogWriter::wait_for_room()).
  standing.holds_others =
      standing.holds_others || (log.wants_room() && unread >= log.capacity() / 2);
}

}  // namespace triad::transport
