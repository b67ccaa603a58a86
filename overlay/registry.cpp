#include "overlay/registry.hpp"

#include <algorithm>
#include <utility>

#include "overlay/dispatch_record.hpp"

namespace triad::overlay {

namespace {

constexpr std::size_t kNonceBytesMin = 16;
constexpr std::size_t kNonceBytesMax = 64;

// A delay has changed if it differs from the old one by more than a quarter of it, and by more than
// 1 ms.
constexpr Delay kChangeShare = 4;
constexpr Delay kChangeMin = 1000;

// Limits log lines about repeated events: true for 1, 10, 100 and so on.
bool is_power_of_ten(std::uint64_t times) {
  while (times >= 10 && times % 10 == 0) times /= 10;
  return times == 1;
}

bool is_notable_change(Delay old_delay, Delay new_delay) {
  if (old_delay == kNoDelay || new_delay == kNoDelay) return old_delay != new_delay;
  const Delay difference = old_delay > new_delay ? old_delay - new_delay : new_delay - old_delay;
  return difference > std::max(old_delay / kChangeShare, kChangeMin);
}

}  // namespace

Registry::Registry(Host& host, Setup setup, RegistryState state)
    : host_(host),
      setup_(std::move(setup)),
      state_(std::move(state)),
      delays_at_search_(setup_.names.size()),
      known_routers_(setup_.names.size()) {
  RTI_ASSERT(state_.routers.size() == setup_.names.size() &&
             state_.delays.places() == setup_.names.size() &&
             setup_.keys.size() == setup_.names.size());
}

template <class Message>
void Registry::send_message_to_router(Place to, const Message& message) {
  out_.clear();
  wire::encode_record({}, message, out_);
  host_.send_to_router(to, out_);
}

Fault Registry::receive_record(Place from, const wire::Record& record, Time now) {
  return dispatch_record(
      record, "a registry",
      [&]<class Message>(const Message& message) -> decltype(receive_message(from, message, now)) {
        return receive_message(from, message, now);
      });
}

// --- Admission.

Fault Registry::receive_message(Place from, const wire::OverlayJoin& join, Time now) {
  if (join.nonce.size() < kNonceBytesMin || join.nonce.size() > kNonceBytesMax) {
    return "a nonce of a wrong size";
  }
  KnownRouter& router = known_routers_[from];
  if (router.admitted_at && now - *router.admitted_at < setup_.damping_interval)
    return {};                                        // The router asks again later.
  if (members_.test(from)) remove_member(from, now);  // A new process, or it has lost its state.
  AdmissionRequest& request = router.request.emplace();
  request.registry_nonce = host_.new_nonce();
  request.router_nonce.assign(join.nonce.begin(), join.nonce.end());
  send_message_to_router(from, wire::OverlayChallenge{request.registry_nonce});
  return {};
}

Fault Registry::receive_message(Place from, const wire::OverlayProof& proof, Time now) {
  KnownRouter& router = known_routers_[from];
  if (!router.request) return "a proof without a challenge";
  const AdmissionRequest request = *std::exchange(router.request, std::nullopt);
  const std::string& name = setup_.names[from];
  const wire::Buffer words =
      proof_message(ProofRole::member, setup_.mesh, name, request.registry_nonce);
  if (!setup_.keys[from].is_valid_signature(words, proof.signature)) {
    refuse_admission(from);
    return {};
  }
  ++state_.routers[from].admissions;
  members_.set(from);
  router.admitted_at = now;
  has_newcomers_ = true;
  has_unstored_changes_ = true;
  const Signature signature = setup_.key.sign(proof_message(
      ProofRole::registry, setup_.mesh, setup_.names[setup_.own_place], request.router_nonce));
  send_message_to_router(from, wire::OverlayAdmitted{signature});
  if (from != setup_.own_place) host_.log_info("router " + name + " is admitted to the overlay");
  schedule_search(now + setup_.settle_delay);
  return {};
}

void Registry::refuse_admission(Place router) {
  const std::string& name = setup_.names[router];
  ++state_.routers[router].refusals;
  has_unstored_changes_ = true;
  if (is_power_of_ten(++known_routers_[router].refusals)) {
    host_.log_warning("router " + name +
                      " is refused in the overlay: it has another key than the mesh's file states; "
                      "correct its --overlay-key, or `key` in the file");
  }
  send_message_to_router(
      router, wire::OverlayRefused{"router " + name +
                                   " has another key than the mesh's file states; correct its "
                                   "--overlay-key, or `key` in the file"});
}

void Registry::record_lost_link(Place router, Time now) {
  known_routers_[router].request.reset();
  if (members_.test(router)) remove_member(router, now);
}

// Removes a router. Its delays are kept for its return: the values of other routers count until
// they state that their link is lost.
void Registry::remove_member(Place router, Time now) {
  members_.reset(router);
  pending_answers_.reset(router);
  schedule_search(now);
}

// --- Delays.

Fault Registry::receive_message(Place from, const wire::OverlayDelays& delays, Time now) {
  if (delays.microseconds.size() != setup_.names.size())
    return "delays for a wrong number of routers";
  if (!members_.test(from)) return {};
  bool is_new = false;
  bool has_changed = false;
  for (Place to = 0; to < end_of_places(setup_.names.size()); ++to) {
    if (to == from) continue;
    state_.delays.set_stated(from, to, delays.microseconds[to]);
    const Delay old_delay = delays_at_search_.between(from, to);
    const Delay new_delay = state_.delays.between(from, to);
    is_new = is_new || (old_delay == kNoDelay) != (new_delay == kNoDelay);
    has_changed = has_changed || is_notable_change(old_delay, new_delay);
  }
  if (is_new) {
    const Time soon = now + setup_.settle_delay;
    schedule_search(link_search_due_at_
                        ? std::max(soon, *link_search_due_at_ + setup_.damping_interval)
                        : soon);
    link_search_due_at_ = search_due_at_;
  } else if (has_changed) {
    schedule_search(std::max(now, paths_sent_at_ + setup_.update_interval));
  } else {
    may_have_slow_path_ = true;
  }
  return {};
}

// Returns whether a path by relays exceeds the bound, though no single delay has changed enough.
bool Registry::has_slow_path() const {
  const Paths& paths = state_.paths;
  for (Place source = 0; source < paths.places; ++source) {
    for (Place at = 0; at < paths.places; ++at) {
      const Place parent = paths.parent(source, at);
      if (parent == kNoPlace || parent == source) continue;
      if (path_delay(paths, state_.delays, source, at) > setup_.bounds.delay_max) return true;
    }
  }
  return false;
}

// --- Paths.

void Registry::schedule_search(Time due) {
  search_due_at_ = search_due_at_ ? std::min(*search_due_at_, due) : due;
}

void Registry::process_timers(Time now) {
  if (!is_accepted_by_all_ && now - paths_sent_at_ >= setup_.patience) {
    for (Place at = 0; at < end_of_places(setup_.names.size()); ++at) {
      if (!pending_answers_.test(at)) continue;
      host_.log_warning(
          "router " + setup_.names[at] +
          " has not accepted the paths of the overlay in time: it is removed until it "
          "connects again");
      members_.reset(at);
      send_message_to_router(at, wire::OverlayRefused{"it has not accepted the paths in time"});
    }
    schedule_search(now);
  }
  // The look takes long, so it is not made for each statement of delays.
  if (std::exchange(may_have_slow_path_, false) && has_slow_path()) {
    schedule_search(std::max(now, paths_sent_at_ + setup_.update_interval));
  }
  if (search_due_at_ && now >= *search_due_at_) {
    search_due_at_.reset();
    find_and_send_paths(now);
  }
  if (std::exchange(has_unstored_changes_, false)) host_.store_state(state_);
}

// Sends new paths. The routers use the old ones until all have accepted these.
void Registry::find_and_send_paths(Time now) {
  Paths found = find_paths(state_.delays, members_, setup_.bounds);
  found.version = state_.paths.version + 1;
  delays_at_search_ = state_.delays;
  const bool had_newcomers = std::exchange(has_newcomers_, false);
  if (is_accepted_by_all_ && !had_newcomers && found.parents == state_.paths.parents) return;
  paths_sent_at_ = now;
  is_accepted_by_all_ = false;
  state_.paths = std::move(found);
  pending_answers_ = members_;
  has_unstored_changes_ = true;
  const wire::OverlayPaths paths{state_.paths.version, state_.paths.parents};
  for (Place at = 0; at < end_of_places(setup_.names.size()); ++at) {
    if (members_.test(at)) send_message_to_router(at, paths);
  }
}

Fault Registry::receive_message(Place from, const wire::OverlayPathsTaken& taken, Time) {
  if (taken.version > state_.paths.version) return "an answer to unknown paths";
  if (taken.version != state_.paths.version) return {};
  pending_answers_.reset(from);
  if (is_accepted_by_all_ || pending_answers_.any()) return {};
  is_accepted_by_all_ = true;
  for (Place at = 0; at < end_of_places(setup_.names.size()); ++at) {
    if (members_.test(at)) send_message_to_router(at, wire::OverlayPathsUsed{state_.paths.version});
  }
  return {};
}

}  // namespace triad::overlay
