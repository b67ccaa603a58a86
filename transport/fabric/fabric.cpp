// See fabric.hpp.
#include "transport/fabric/fabric.hpp"

#include <sys/eventfd.h>

#include <cerrno>

namespace triad::transport {

namespace {

// Readers may begin while a long batch is still being written, and writers go on while one is read.
std::uint64_t publish_after(const Outbox& outbox) {
  return outbox.capacity() / 8;
}

}  // namespace

Result<std::unique_ptr<Fabric>> Fabric::create(const FabricOptions& options) {
  auto fabric = std::unique_ptr<Fabric>(new Fabric(options));
  auto outbox = Outbox::create(options.outbox_bytes, fabric->own_door_.memory);
  if (!outbox) return outbox.error();
  fabric->own_ = std::move(*outbox);
  fabric->own_door_.doorbell.reset(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!fabric->own_door_.doorbell.valid())
    return system_error("no descriptor for a doorbell", errno);
  fabric->own_door_.memory.close_in_children();
  fabric->own_door_.doorbell.close_in_children();
  return fabric;
}

Fabric::~Fabric() = default;

void Fabric::begin(ParticipantId self, Slot slot, ParticipantId gate) {
  self_ = self;
  gate_ = gate;
  writer_.emplace(*own_, self, slot);
}

Result<void> Fabric::attach(ParticipantId id, Slot slot, FabricDoor door, std::uint64_t read_from,
                            std::uint64_t they_read_from) {
  if (slot >= kSlots || peers_.contains(id) || id == self_) {
    return error(Error::Code::bad_frame, "a participant of the fabric that there cannot be");
  }
  auto outbox = Outbox::open(door.memory);
  if (!outbox) return outbox.error();
  door.doorbell.close_in_children();
  LogReader<Outbox> reader(**outbox, id, slot, *own_, read_from);
  const auto [at, added] =
      peers_.emplace(id, Peer{slot, std::move(door.doorbell), std::move(*outbox), reader, {}});
  writer_->add_reader(id, *at->second.outbox, they_read_from);
  if (id == gate_) gate_peer_ = &at->second;
  return {};
}

void Fabric::detach(ParticipantId id) {
  const auto at = peers_.find(id);
  if (at == peers_.end()) return;
  if (&at->second == gate_peer_) gate_peer_ = nullptr;
  own_->set_cursor_of(at->second.slot, 0);
  writer_->remove_reader(id);
  peers_.erase(at);
}

// Newcomers are in the gate's log before its cursor leaves the place where they begin.
bool Fabric::all_known() const {
  return gate_peer_ == nullptr || !gate_peer_->reader.has_input();
}

// --- Sending ---

void Fabric::send(Bytes message) {
  const bool behind_others = !queue_.empty();
  if (behind_others || !write(message)) {
    queued_bytes_ += message.size() - (behind_others ? 0 : queue_offset_);
    queue_.emplace_back(message.begin(), message.end());
  }
  if (writer_->unpublished_bytes() >= publish_after(*own_)) flush();
}

// Goes on at queue_offset_, which is 0 but for the first of the queue. False: it stands where it
// found no room.
bool Fabric::write(Bytes message) {
  const std::size_t piece_max = piece_bytes_max(own_->capacity());
  while (true) {
    const Bytes rest = message.subspan(queue_offset_);
    const bool more = rest.size() > piece_max;
    const Bytes piece = more ? rest.first(piece_max) : rest;
    if (!writer_->append(std::span(&piece, 1), piece.size(), more,
                         [this] { return all_known(); })) {
      return false;
    }
    queue_offset_ += piece.size();
    if (!more) break;
    writer_->publish();
  }
  queue_offset_ = 0;
  return true;
}

void Fabric::drain_queue() {
  while (!queue_.empty()) {
    const std::size_t before = queue_.front().size() - queue_offset_;
    const bool done = write(queue_.front());
    queued_bytes_ -= done ? before : before - (queue_.front().size() - queue_offset_);
    if (!done) return;
    queue_.pop_front();
  }
}

void Fabric::concern(ParticipantId id) {
  const auto at = peers_.find(id);
  if (at == peers_.end() || std::exchange(at->second.concerned, true)) return;
  concerned_.push_back(id);
}

void Fabric::flush() {
  drain_queue();
  writer_->publish();
  for (const ParticipantId id : writer_->take_cut_off()) {
    if (const auto at = peers_.find(id); at != peers_.end()) {
      fail(id, at->second, "its cursor in another's log is impossible");
    }
  }
  if (concern_all_) {
    for (const auto& [id, peer] : peers_) ring(peer);
  }
  concern_all_ = false;
  for (const ParticipantId id : concerned_) {
    const auto at = peers_.find(id);
    if (at == peers_.end()) continue;
    at->second.concerned = false;
    ring(at->second);
  }
  concerned_.clear();
  writer_->for_laggards([this] { return all_known(); },
                        [this](ParticipantId id) { ring(peers_.at(id)); });
  if (queue_.empty() && std::exchange(waits_for_room_, false)) writer_->stop_waiting();
}

void Fabric::ring(const Peer& peer) const {
  if (peer.outbox->asleep()) ::eventfd_write(peer.doorbell.get(), 1);
}

// --- Receiving ---

std::optional<Bytes> Fabric::next(ParticipantId id) {
  const auto at = peers_.find(id);
  if (at == peers_.end()) return std::nullopt;
  Peer& peer = at->second;
  while (!peer.complete) {
    if (peer.faulty || !take_piece(id, peer)) return std::nullopt;
  }
  return Bytes(peer.message).first(peer.bytes);
}

bool Fabric::take_piece(ParticipantId id, Peer& peer) {
  const auto header = peer.reader.peek();
  const auto fits = [&] { return peer.bytes + header->bytes <= options_.message_bytes_max; };
  if (header && fits()) {
    if (peer.message.size() < peer.bytes + header->bytes) {
      peer.message.resize(peer.bytes + header->bytes);
    }
    if (peer.reader.copy(std::span(peer.message).subspan(peer.bytes, header->bytes))) {
      peer.bytes += header->bytes;
      peer.complete = header->more == 0;
      peer.reader.advance(*header);
      if (peer.reader.unpublished_bytes() >= peer.outbox->capacity() / 8 &&
          peer.reader.publish_cursor()) {
        ring(peer);
      }
      return true;
    }
  }
  if (peer.reader.state() == LogReader<Outbox>::State::cut_off) {
    fail(id, peer, "it has overwritten what was not read yet", true);
  } else if (header || peer.reader.state() == LogReader<Outbox>::State::broken) {
    fail(id, peer, header ? "it sent a message that is too long" : "its outbox makes no sense");
  }
  return false;
}

void Fabric::pop(ParticipantId id) {
  const auto at = peers_.find(id);
  if (at == peers_.end()) return;
  at->second.complete = false;
  at->second.bytes = 0;
}

std::uint64_t Fabric::read_up_to(ParticipantId id) const {
  const auto at = peers_.find(id);
  return at == peers_.end() ? 0 : at->second.reader.offset();
}

void Fabric::release() {
  for (auto& [id, peer] : peers_) {
    if (peer.reader.publish_cursor()) ring(peer);
  }
}

bool Fabric::has_input() const {
  for (const auto& [id, peer] : peers_) {
    if (!peer.faulty && peer.reader.has_input()) return true;
  }
  return !trouble_.empty();
}

void Fabric::fail(ParticipantId id, Peer& peer, std::string what, bool cut_off_here) {
  if (std::exchange(peer.faulty, true)) return;
  writer_->remove_reader(id);
  trouble_.push_back({id, cut_off_here, std::move(what)});
}

std::optional<Fabric::Trouble> Fabric::take_trouble() {
  if (trouble_.empty()) return std::nullopt;
  Trouble first = std::move(trouble_.front());
  trouble_.pop_front();
  return first;
}

// --- Sleeping ---

bool Fabric::prepare_wait() {
  return fall_asleep(*own_, [this] { return has_input() || has_room_again(); });
}

bool Fabric::has_room_again() {
  if (queue_.empty()) return false;
  waits_for_room_ = true;
  return !writer_->wait_for_room([this] { return all_known(); });
}

void Fabric::finish_wait() {
  own_->set_asleep(false);
  eventfd_t rings = 0;
  ::eventfd_read(own_door_.doorbell.get(), &rings);
}

}  // namespace triad::transport
