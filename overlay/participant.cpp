#include "overlay/participant.hpp"

#include <utility>

#include "overlay/take_word.hpp"

namespace triad::overlay {

namespace {

// Limit on the printed length of a registry's text.
constexpr std::size_t kReasonMax = 300;

std::string whole_seconds(Time time) {
  return std::to_string(std::chrono::duration_cast<std::chrono::seconds>(time).count()) + " s";
}

}  // namespace

Participant::Participant(Host& host, Setup setup)
    : host_(host),
      setup_(std::move(setup)),
      linked_(setup_.names.size(), false),
      round_trips_(setup_.names.size()) {}

void Participant::start(Time now) {
  if (is_registry(setup_.own)) on_link(setup_.own, true, now);
}

// --- Links.

void Participant::on_link(Place other, bool is_up, Time now) {
  if (linked_[other] == is_up) return;  // Every failed attempt to connect reports this.
  linked_[other] = is_up;
  round_trips_.forget(other);
  delays_are_new_ = true;
  if (!is_registry(other)) {
    if (!is_up && state_ == State::admitted) tell_delays(now);
    return;
  }
  if (is_up) return ask(now);
  state_ = State::alone;
  if (!uses_paths_) return;
  lost_registry_ = now;
  host_.warn("the registry of the overlay, " + name_of_registry() +
             ", is lost: best effort uses the known paths for " + whole_seconds(setup_.keep) +
             ", then goes directly");
}

void Participant::ask(Time now) {
  state_ = State::asking;
  asked_ = now;
  nonce_ = host_.new_nonce();
  tell(setup_.registry, wire::OverlayJoin{nonce_});
}

void Participant::on_tick(Time now) {
  if (lost_registry_ && now - *lost_registry_ >= setup_.keep) {
    lost_registry_.reset();
    uses_paths_ = false;
    host_.use_none();
    host_.warn("the overlay has had no registry for " + whole_seconds(setup_.keep) +
               ": best effort goes directly from now on");
  }
  if (state_ == State::asking && now - asked_ >= setup_.ask_every) ask(now);
  if (now - probed_ >= setup_.probe_every) {
    probed_ = now;
    for (Place to = 0; to < end_of_places(linked_.size()); ++to) {
      if (linked_[to] && to != setup_.own)
        tell(to, wire::OverlayProbe{round_trips_.probe(to, now)});
    }
  }
  const bool is_due =
      delays_are_new_ ? now - told_ >= setup_.probe_every : now - told_ >= setup_.tell_every;
  if (state_ == State::admitted && is_due) tell_delays(now);
}

void Participant::tell_delays(Time now) {
  told_ = now;
  delays_are_new_ = false;
  wire::OverlayDelays delays;
  for (Place to = 0; to < end_of_places(linked_.size()); ++to) {
    delays.microseconds.push_back(round_trips_.delay(to));
  }
  tell(setup_.registry, delays);
}

// --- Records.

template <class Message>
void Participant::tell(Place to, const Message& message) {
  out_.clear();
  wire::encode_record({}, message, out_);
  host_.send(to, out_);
}

Fault Participant::on_word(Place from, const wire::Record& word, Time now) {
  return take_word(word, "this router",
                   [&]<class Message>(const Message& message) -> decltype(on(from, message, now)) {
                     return on(from, message, now);
                   });
}

Fault Participant::on(Place from, const wire::OverlayChallenge& challenge, Time) {
  if (!is_registry(from)) return "a challenge, which only the registry of the overlay may send";
  if (state_ != State::asking) return {};
  const wire::Buffer words =
      words_of_proof(Proves::member, setup_.mesh, setup_.names[setup_.own], challenge.nonce);
  const Signature signature = setup_.key.sign(words);
  tell(from, wire::OverlayProof{signature});
  return {};
}

Fault Participant::on(Place from, const wire::OverlayAdmitted& admitted, Time now) {
  if (!is_registry(from)) return "an admission, which only the registry of the overlay may send";
  if (state_ != State::asking) return {};
  const wire::Buffer words =
      words_of_proof(Proves::registry, setup_.mesh, setup_.names[setup_.registry], nonce_);
  if (!setup_.registry_key.verifies(words, admitted.signature)) {
    state_ = State::refused;
    host_.warn("the registry of the overlay, " + name_of_registry() +
               ", has another key than the mesh's file states: best effort goes directly; correct "
               "its --overlay-key, or `key` in the file");
    return {};
  }
  state_ = State::admitted;
  lost_registry_.reset();
  delays_are_new_ = true;
  told_ = now;
  host_.info("is admitted to the overlay by its registry, " + name_of_registry());
  return {};
}

Fault Participant::on(Place from, const wire::OverlayRefused& refused, Time) {
  if (!is_registry(from)) return "a refusal, which only the registry of the overlay may send";
  state_ = State::refused;
  if (std::exchange(uses_paths_, false)) host_.use_none();
  lost_registry_.reset();
  host_.warn("the registry of the overlay, " + name_of_registry() +
             ", refuses this router, and best effort goes directly: " +
             std::string(refused.reason.substr(0, kReasonMax)));
  return {};
}

Fault Participant::on(Place from, const wire::OverlayProbe& probe, Time) {
  tell(from, wire::OverlayProbed{probe.number});
  return {};
}

Fault Participant::on(Place from, const wire::OverlayProbed& probed, Time now) {
  const bool was_known = round_trips_.delay(from) != kNoDelay;
  round_trips_.answered(from, probed.number, now);
  if (!was_known) delays_are_new_ = true;
  return {};
}

Fault Participant::on(Place from, const wire::OverlayPaths& told, Time) {
  if (!is_registry(from)) return "paths, which only the registry of the overlay may send";
  if (state_ != State::admitted) return {};
  const Paths paths{told.version, setup_.names.size(), told.parents};
  if (Fault fault = why_no_trees(paths)) return fault;
  prepared_ = told.version;
  host_.prepare(paths);
  tell(from, wire::OverlayPathsTaken{told.version});
  return {};
}

Fault Participant::on(Place from, const wire::OverlayPathsUsed& used, Time) {
  if (!is_registry(from))
    return "a switch to paths, which only the registry of the overlay may send";
  if (state_ != State::admitted || used.version != prepared_) return {};
  uses_paths_ = true;
  host_.use(used.version);
  return {};
}

}  // namespace triad::overlay
