// PeerTable: the other participants of a fabric as this one sees them. LogSet, Ringer, Looks and
// NoteMemory share it; BasicFabric adds and removes the participants.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "transport/fabric/fabric_defect.hpp"
#include "transport/fabric/log.hpp"
#include "transport/fabric/message_memory.hpp"
#include "transport/fabric/note_reader.hpp"
#include "transport/fabric/outbox_layout.hpp"

namespace triad::transport {

template <class Outbox, class Doorbell>
struct FabricPeer {
  Slot slot = 0;
  Doorbell doorbell;
  std::unique_ptr<Outbox> outbox;
  LogReader<Outbox> reader;
  MessageMemory message = {};  // the next message, or its pieces so far
  std::size_t bytes = 0;       // bytes of it
  bool is_complete = false;
  std::uint64_t popped_messages = 0;  // number of messages before it
  bool is_header_only = false;        // only its beginning is copied
  bool is_to_be_woken = false;
  bool is_to_scan_all_logs = false;           // it must look at all logs
  bool is_marked = false;                     // marked for selective scans
  bool is_faulty = false;                     // nothing more is read
  Note note = {};                             // last time promise seen
  std::uint64_t last_rung_sleep = 0;          // last of its sleeps in which this one rang it
  std::uint64_t last_sleep_rung_for_all = 0;  // the same for a ring to look at all logs
  std::function<bool()> has_other_input = {};

  bool has_log_input() const { return !is_faulty && (is_complete || reader.has_input()); }
  bool has_other_source_input() const { return has_other_input && has_other_input(); }
  bool has_messages() const { return has_other_source_input() || has_log_input(); }
};

template <class Outbox, class Doorbell>
struct PeerTable {
  using Peer = FabricPeer<Outbox, Doorbell>;

  // Part of a participant that each look at all participants reads.
  struct View {
    typename Outbox::Glance outbox;
    std::uint64_t read_tail;  // tail at which its log was read to the end
    NoteReader note;
    Peer* peer;
    ParticipantId id;
    bool has_other_source = false;

    // Returns whether this participant has messages to read. If its log is its only source and has
    // been read to the end, stores the tail in `read_tail`. The next call then takes one load if
    // there is no new message.
    bool has_messages() {
      const std::uint64_t tail = outbox.tail();
      if (tail == read_tail) return false;
      if (peer->has_messages()) return true;
      if (!peer->is_faulty && !has_other_source && tail == peer->reader.offset()) read_tail = tail;
      return false;
    }
  };
  static constexpr std::uint64_t kNotRead = ~std::uint64_t{0};  // View::read_tail

  explicit PeerTable(std::unique_ptr<Outbox> own_outbox) : own(std::move(own_outbox)) {}
  PeerTable(const PeerTable&) = delete;
  PeerTable& operator=(const PeerTable&) = delete;

  bool is_coordinator() const { return coordinator == 0; }
  // Returns null if it does not take part. In a large fabric most messages are the coordinator's,
  // so it is looked up first.
  Peer* find(ParticipantId id) {
    if (id == coordinator && coordinator_peer != nullptr) return coordinator_peer;
    const auto at = peers.find(id);
    return at == peers.end() ? nullptr : &at->second;
  }
  const Peer* find(ParticipantId id) const { return const_cast<PeerTable*>(this)->find(id); }
  bool is_slot_free(Slot candidate) const {
    return candidate < kSlots && std::ranges::none_of(peers, [candidate](const auto& entry) {
             return entry.second.slot == candidate;
           });
  }
  // Returns the view of this participant, which must take part.
  View& view_of(ParticipantId id) { return *std::ranges::find(views, id, &View::id); }

  Peer& add(ParticipantId id, Peer added) {
    Peer& peer = peers.emplace(id, std::move(added)).first->second;
    static_cast<void>(peer.message.room_for(MessageMemory::kInitialBytes));
    views.insert(std::ranges::lower_bound(views, id, {}, &View::id),
                 View{peer.outbox->glance(), kNotRead, {}, &peer, id});
    if (id == coordinator) coordinator_peer = &peer;
    return peer;
  }
  // Removes this participant, which must take part.
  void remove(ParticipantId id) {
    const auto at = peers.find(id);
    if (&at->second == coordinator_peer) coordinator_peer = nullptr;
    std::erase_if(views, [id](const View& view) { return view.id == id; });
    peers.erase(at);
  }

  // Returns whether every newcomer is known here. The coordinator announces a newcomer before its
  // own cursor moves past the newcomer's beginning. The newcomer is attached here before the
  // announcement is popped.
  bool all_known() const {
    if (coordinator_peer == nullptr || TRIAD_FABRIC_DEFECT(coordinator_not_looked_at)) return true;
    if (coordinator_peer->bytes != 0 || coordinator_peer->is_complete) {
      return TRIAD_FABRIC_DEFECT(coordinator_message_in_hand_ignored);
    }
    return !coordinator_peer->reader.has_input();
  }

  const std::unique_ptr<Outbox> own;
  ParticipantId self = 0;
  Slot slot = 0;
  ParticipantId coordinator = 0;  // 0: this participant
  std::map<ParticipantId, Peer> peers;
  // The same participants in a vector, by id, because each sleep takes several looks at all.
  std::vector<View> views;
  Peer* coordinator_peer = nullptr;
};

}  // namespace triad::transport
