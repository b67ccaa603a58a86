#include "overlay/registry.hpp"

#include <algorithm>
#include <utility>

#include "overlay/take_word.hpp"

namespace triad::overlay {

namespace {

constexpr std::size_t kNonceBytesMin = 16;
constexpr std::size_t kNonceBytesMax = 64;

// A delay has changed if it differs from the old one by more than a quarter of it, and by more than
// 1 ms.
constexpr Delay kChangeShare = 4;
constexpr Delay kChangeMin = 1000;

// Limits log lines about repeated events: true for 1, 10, 100 and so on.
bool is_told(std::uint64_t times) {
  while (times >= 10 && times % 10 == 0) times /= 10;
  return times == 1;
}

bool is_other(Delay was, Delay is) {
  if (was == kNoDelay || is == kNoDelay) return was != is;
  const Delay difference = was > is ? was - is : is - was;
  return difference > std::max(was / kChangeShare, kChangeMin);
}

}  // namespace

Registry::Registry(Host& host, Setup setup, RegistryState state)
    : host_(host),
      setup_(std::move(setup)),
      state_(std::move(state)),
      found_by_(setup_.names.size()),
      known_(setup_.names.size()) {
  RTI_ASSERT(state_.routers.size() == setup_.names.size() &&
             state_.delays.places() == setup_.names.size() &&
             setup_.keys.size() == setup_.names.size());
}

template <class Message>
void Registry::tell(Place to, const Message& message) {
  out_.clear();
  wire::encode_record({}, message, out_);
  host_.send(to, out_);
}

Fault Registry::on_word(Place from, const wire::Record& word, Time now) {
  return take_word(word, "a registry",
                   [&]<class Message>(const Message& message) -> decltype(on(from, message, now)) {
                     return on(from, message, now);
                   });
}

// --- Admission.

Fault Registry::on(Place from, const wire::OverlayJoin& join, Time now) {
  if (join.nonce.size() < kNonceBytesMin || join.nonce.size() > kNonceBytesMax) {
    return "a nonce of a wrong size";
  }
  Known& known = known_[from];
  if (known.admitted && now - *known.admitted < setup_.calm)
    return {};                                // The router asks again later.
  if (members_.test(from)) leave(from, now);  // A new process, or it has lost its state.
  Asking& asking = known.asking.emplace();
  asking.nonce = host_.new_nonce();
  asking.other_nonce.assign(join.nonce.begin(), join.nonce.end());
  tell(from, wire::OverlayChallenge{asking.nonce});
  return {};
}

Fault Registry::on(Place from, const wire::OverlayProof& proof, Time now) {
  Known& known = known_[from];
  if (!known.asking) return "a proof without a challenge";
  const Asking asking = *std::exchange(known.asking, std::nullopt);
  const std::string& name = setup_.names[from];
  const wire::Buffer words = words_of_proof(Proves::member, setup_.mesh, name, asking.nonce);
  if (!setup_.keys[from].verifies(words, proof.signature)) {
    refuse(from);
    return {};
  }
  ++state_.routers[from].admissions;
  members_.set(from);
  known.admitted = now;
  has_newcomers_ = true;
  has_changed_ = true;
  const Signature signature = setup_.key.sign(
      words_of_proof(Proves::registry, setup_.mesh, setup_.names[setup_.own], asking.other_nonce));
  tell(from, wire::OverlayAdmitted{signature});
  if (from != setup_.own) host_.info("router '" + name + "' is admitted to the overlay");
  change_at(now + setup_.settle);
  return {};
}

void Registry::refuse(Place router) {
  const std::string& name = setup_.names[router];
  ++state_.routers[router].refusals;
  has_changed_ = true;
  if (is_told(++known_[router].refusals)) {
    host_.warn("router '" + name +
               "' is refused in the overlay: it has another key than the mesh's file states; "
               "correct its --overlay-key, or `key` in the file");
  }
  tell(router, wire::OverlayRefused{"router '" + name +
                                    "' has another key than the mesh's file states; correct its "
                                    "--overlay-key, or `key` in the file"});
}

void Registry::on_lost(Place router, Time now) {
  known_[router].asking.reset();
  if (members_.test(router)) leave(router, now);
}

// Removes a router. Its delays are kept for its return: the values of other routers count until
// they state that their link is lost.
void Registry::leave(Place router, Time now) {
  members_.reset(router);
  waited_for_.reset(router);
  change_at(now);
}

// --- Delays.

Fault Registry::on(Place from, const wire::OverlayDelays& delays, Time now) {
  if (delays.microseconds.size() != setup_.names.size())
    return "delays for a wrong number of routers";
  if (!members_.test(from)) return {};
  bool is_new = false;
  bool has_changed = false;
  for (Place to = 0; to < end_of_places(setup_.names.size()); ++to) {
    if (to == from) continue;
    state_.delays.state(from, to, delays.microseconds[to]);
    const Delay was = found_by_.between(from, to);
    const Delay is = state_.delays.between(from, to);
    is_new = is_new || (was == kNoDelay) != (is == kNoDelay);
    has_changed = has_changed || is_other(was, is);
  }
  if (is_new) {
    const Time soon = now + setup_.settle;
    change_at(hurried_ ? std::max(soon, *hurried_ + setup_.calm) : soon);
    hurried_ = due_;
  } else if (has_changed || takes_too_long()) {
    change_at(std::max(now, told_ + setup_.update_every));
  }
  return {};
}

// Returns whether a path by relays exceeds the bound, though no single delay has changed enough.
bool Registry::takes_too_long() const {
  const Paths& paths = state_.paths;
  for (Place source = 0; source < paths.places; ++source) {
    for (Place at = 0; at < paths.places; ++at) {
      const Place parent = paths.parent(source, at);
      if (parent == kNoPlace || parent == source) continue;
      if (delay_to(paths, state_.delays, source, at) > setup_.bounds.delay_max) return true;
    }
  }
  return false;
}

// --- Paths.

void Registry::change_at(Time when) {
  due_ = due_ ? std::min(*due_, when) : when;
}

void Registry::on_tick(Time now) {
  if (!is_used_ && now - told_ >= setup_.patience) {
    for (Place at = 0; at < end_of_places(setup_.names.size()); ++at) {
      if (!waited_for_.test(at)) continue;
      host_.warn("router '" + setup_.names[at] +
                 "' has not accepted the paths of the overlay in time: it is removed until it "
                 "connects again");
      members_.reset(at);
      tell(at, wire::OverlayRefused{"it has not accepted the paths in time"});
    }
    change_at(now);
  }
  if (due_ && now >= *due_) {
    due_.reset();
    find_again(now);
  }
  if (std::exchange(has_changed_, false)) host_.store(state_);
}

// Sends new paths. The routers use the old ones until all have accepted these.
void Registry::find_again(Time now) {
  Paths found = find_paths(state_.delays, members_, setup_.bounds);
  found.version = state_.paths.version + 1;
  found_by_ = state_.delays;
  const bool had_newcomers = std::exchange(has_newcomers_, false);
  if (is_used_ && !had_newcomers && found.parents == state_.paths.parents) return;
  told_ = now;
  is_used_ = false;
  state_.paths = std::move(found);
  waited_for_ = members_;
  has_changed_ = true;
  const wire::OverlayPaths paths{state_.paths.version, state_.paths.parents};
  for (Place at = 0; at < end_of_places(setup_.names.size()); ++at) {
    if (members_.test(at)) tell(at, paths);
  }
}

Fault Registry::on(Place from, const wire::OverlayPathsTaken& taken, Time) {
  if (taken.version > state_.paths.version) return "an answer to unknown paths";
  if (taken.version != state_.paths.version) return {};
  waited_for_.reset(from);
  if (is_used_ || waited_for_.any()) return {};
  is_used_ = true;
  for (Place at = 0; at < end_of_places(setup_.names.size()); ++at) {
    if (members_.test(at)) tell(at, wire::OverlayPathsUsed{state_.paths.version});
  }
  return {};
}

}  // namespace triad::overlay
