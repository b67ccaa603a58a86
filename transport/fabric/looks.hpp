// Looks: how a participant of a fabric looks for input. It looks at all logs, or selectively: with
// many others, of which few have woken it, it looks only at their logs and at the coordinator's,
// and then sleeps again. Any other participant with a message for it rings it, even while it is
// awake (docs/shm-fabric.md, "Selective scans"). Used by BasicFabric.
#pragma once

#include <utility>
#include <vector>

#include "transport/fabric/fabric_defect.hpp"
#include "transport/fabric/log_set.hpp"
#include "transport/fabric/note_memory.hpp"
#include "transport/fabric/peer_table.hpp"
#include "transport/fabric/ringers.hpp"

namespace triad::transport {

template <class Outbox, class Doorbell, class Bells>
class Looks {
 public:
  using Table = PeerTable<Outbox, Doorbell>;
  using Peer = typename Table::Peer;

  Looks(Table& table, const LogSet<Outbox, Doorbell, Bells>& logs,
        const NoteMemory<Outbox, Doorbell, Bells>& notes)
      : table_(table), own_(*table.own), logs_(logs), notes_(notes) {}

  // Returns whether there is input. Looks once at each log, or, during selective scans, at the
  // marked logs. A message that is not popped counts.
  bool has_input() const;
  // Calls visit(participant) for each log with input and visit_other(participant) for each other
  // input source with input, among those that has_input() covers. During selective scans, unmarks
  // the logs without input: their writers ring again when they have a message.
  template <class Visit, class VisitOther>
  void for_each_with_input(Visit&& visit, VisitOther&& visit_other);
  // Returns the number of other participants that are awake; all of them during selective scans.
  std::size_t awake_senders() const;

  void allow_selective_scans(bool allowed);
  bool may_be_selective() const { return may_be_selective_; }
  bool is_selective() const { return is_selective_; }
  // Marks the logs of participants that have rung, and looks only at marked logs from now on. Ends
  // the selective scans if many or unknown participants have rung.
  void mark_rung_logs(const Ringers& rung);
  void mark_for_scan(ParticipantId id, Peer& peer);
  // Makes the next looks cover all logs.
  void mark_all_logs();
  // Forgets a participant that leaves.
  void forget(ParticipantId id) {
    std::erase_if(marked_, [id](const MarkedPeer& view) { return view.id == id; });
  }

 private:
  friend struct exploration::State;
  void end_selective_scans();
  template <class Visit, class VisitOther>
  static bool visit_inputs(ParticipantId id, const Peer& peer, Visit&& visit,
                           VisitOther&& visit_other) {
    const bool has_other = peer.has_other_source_input();
    const bool has_log = peer.has_log_input();
    if (has_other) visit_other(id);
    if (has_log) visit(id);
    return has_other || has_log;
  }

  struct MarkedPeer {
    ParticipantId id = 0;
    Peer* peer = nullptr;
  };

  Table& table_;
  Outbox& own_;
  const LogSet<Outbox, Doorbell, Bells>& logs_;
  const NoteMemory<Outbox, Doorbell, Bells>& notes_;
  bool may_be_selective_ = false;
  bool is_selective_ = false;  // it looks only at the marked participants and at the coordinator
  std::vector<MarkedPeer> marked_;
};

template <class Outbox, class Doorbell, class Bells>
bool Looks<Outbox, Doorbell, Bells>::has_input() const {
  if (is_selective_) {
    for (const MarkedPeer& view : marked_) {
      if (view.peer->has_messages()) return true;
    }
    return logs_.has_faults() || logs_.has_input_of_coordinator();
  }
  for (auto& view : table_.views) {
    if (view.has_messages()) return true;
  }
  return logs_.has_faults() || notes_.has_watched();
}

template <class Outbox, class Doorbell, class Bells>
template <class Visit, class VisitOther>
void Looks<Outbox, Doorbell, Bells>::for_each_with_input(Visit&& visit, VisitOther&& visit_other) {
  if (!is_selective_) {
    for (auto& view : table_.views) {
      if (view.has_other_source) {
        visit_inputs(view.id, *view.peer, visit, visit_other);
      } else if (view.has_messages()) {
        visit(view.id);
      }
    }
    return;
  }
  std::erase_if(marked_, [&](const MarkedPeer& view) {
    view.peer->is_marked = visit_inputs(view.id, *view.peer, visit, visit_other);
    return !view.peer->is_marked;
  });
  if (logs_.has_input_of_coordinator()) visit(table_.coordinator);
}

template <class Outbox, class Doorbell, class Bells>
std::size_t Looks<Outbox, Doorbell, Bells>::awake_senders() const {
  if (is_selective_) return table_.views.size();
  std::size_t count = 0;
  for (const auto& view : table_.views) count += view.peer->outbox->is_asleep() ? 0 : 1;
  return count;
}

template <class Outbox, class Doorbell, class Bells>
void Looks<Outbox, Doorbell, Bells>::allow_selective_scans(bool allowed) {
  if (allowed == may_be_selective_) return;
  may_be_selective_ = allowed;
  own_.set_needs_names(allowed);
  if (!allowed && is_selective_) end_selective_scans();
}

// Stores the new sleep number before it looks. A writer that does not ring again because of the old
// number had published its message before that. Where many have rung, a look at all logs costs no
// more than their rings.
template <class Outbox, class Doorbell, class Bells>
void Looks<Outbox, Doorbell, Bells>::mark_rung_logs(const Ringers& rung) {
  bool by_known = !rung.has_unknown();
  for (const ParticipantId name : rung.names()) by_known = by_known && table_.peers.contains(name);
  if (!by_known) return end_selective_scans();
  is_selective_ = true;
  if (rung.empty() || TRIAD_FABRIC_DEFECT(rings_not_noted)) {
    own_.set_scans_coordinator(true);
  } else {
    own_.renew_sleep_number();
  }
  for (const ParticipantId name : rung.names()) mark_for_scan(name, table_.peers.at(name));
}

template <class Outbox, class Doorbell, class Bells>
void Looks<Outbox, Doorbell, Bells>::mark_for_scan(ParticipantId id, Peer& peer) {
  if (&peer == table_.coordinator_peer || std::exchange(peer.is_marked, true)) return;
  marked_.push_back({id, &peer});
}

// Ends the selective scans. No participant rings this one again until it sleeps.
template <class Outbox, class Doorbell, class Bells>
void Looks<Outbox, Doorbell, Bells>::end_selective_scans() {
  for (const MarkedPeer& marked : marked_) marked.peer->is_marked = false;
  marked_.clear();
  is_selective_ = false;
  if (!TRIAD_FABRIC_DEFECT(end_of_selective_looks_untold)) own_.set_asleep(false);
}

template <class Outbox, class Doorbell, class Bells>
void Looks<Outbox, Doorbell, Bells>::mark_all_logs() {
  if (!is_selective_) return;
  for (const auto& view : table_.views) mark_for_scan(view.id, *view.peer);
}

}  // namespace triad::transport
