#include "overlay/participant.hpp"

#include <utility>

#include "overlay/dispatch_record.hpp"

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
      is_linked_(setup_.names.size(), false),
      round_trips_(setup_.names.size()) {}

void Participant::start(Time now) {
  if (is_registry(setup_.own_place)) record_link_state(setup_.own_place, true, now);
}

// --- Links.

void Participant::record_link_state(Place other, bool is_up, Time now) {
  if (is_linked_[other] == is_up) return;  // Every failed attempt to connect reports this.
  is_linked_[other] = is_up;
  round_trips_.drop_measurements(other);
  has_unsent_delays_ = true;
  if (!is_registry(other)) {
    if (!is_up && state_ == State::admitted) send_delays_to_registry(now);
    return;
  }
  if (is_up) return request_admission(now);
  state_ = State::disconnected;
  if (!uses_paths_) return;
  registry_lost_at_ = now;
  host_.log_warning("the registry of the overlay, " + registry_name() +
                    ", is lost: best effort uses the known paths for " +
                    whole_seconds(setup_.keep_paths_for) + ", then goes directly");
}

void Participant::request_admission(Time now) {
  state_ = State::requesting;
  requested_at_ = now;
  nonce_ = host_.new_nonce();
  send_message_to_router(setup_.registry_place, wire::OverlayJoin{nonce_});
}

void Participant::process_timers(Time now) {
  if (registry_lost_at_ && now - *registry_lost_at_ >= setup_.keep_paths_for) {
    registry_lost_at_.reset();
    uses_paths_ = false;
    host_.use_no_paths();
    host_.log_warning("the overlay has had no registry for " +
                      whole_seconds(setup_.keep_paths_for) +
                      ": best effort goes directly from now on");
  }
  if (state_ == State::requesting && now - requested_at_ >= setup_.request_interval)
    request_admission(now);
  if (now - probed_at_ >= setup_.probe_interval) {
    probed_at_ = now;
    for (Place to = 0; to < end_of_places(is_linked_.size()); ++to) {
      if (is_linked_[to] && to != setup_.own_place)
        send_message_to_router(to, wire::OverlayProbe{round_trips_.record_probe(to, now)});
    }
  }
  const bool is_due = has_unsent_delays_ ? now - delays_sent_at_ >= setup_.probe_interval
                                         : now - delays_sent_at_ >= setup_.report_interval;
  if (state_ == State::admitted && is_due) send_delays_to_registry(now);
}

void Participant::send_delays_to_registry(Time now) {
  delays_sent_at_ = now;
  has_unsent_delays_ = false;
  wire::OverlayDelays delays;
  for (Place to = 0; to < end_of_places(is_linked_.size()); ++to) {
    delays.microseconds.push_back(round_trips_.delay(to));
  }
  send_message_to_router(setup_.registry_place, delays);
}

// --- Records.

template <class Message>
void Participant::send_message_to_router(Place to, const Message& message) {
  out_.clear();
  wire::encode_record({}, message, out_);
  host_.send_to_router(to, out_);
}

Fault Participant::receive_record(Place from, const wire::Record& record, Time now) {
  return dispatch_record(
      record, "this router",
      [&]<class Message>(const Message& message) -> decltype(receive_message(from, message, now)) {
        return receive_message(from, message, now);
      });
}

Fault Participant::receive_message(Place from, const wire::OverlayChallenge& challenge, Time) {
  if (!is_registry(from)) return "a challenge, which only the registry of the overlay may send";
  if (state_ != State::requesting) return {};
  const wire::Buffer words = proof_message(ProofRole::member, setup_.mesh,
                                           setup_.names[setup_.own_place], challenge.nonce);
  const Signature signature = setup_.key.sign(words);
  send_message_to_router(from, wire::OverlayProof{signature});
  return {};
}

Fault Participant::receive_message(Place from, const wire::OverlayAdmitted& admitted, Time now) {
  if (!is_registry(from)) return "an admission, which only the registry of the overlay may send";
  if (state_ != State::requesting) return {};
  const wire::Buffer words =
      proof_message(ProofRole::registry, setup_.mesh, setup_.names[setup_.registry_place], nonce_);
  if (!setup_.registry_key.is_valid_signature(words, admitted.signature)) {
    state_ = State::refused;
    host_.log_warning(
        "the registry of the overlay, " + registry_name() +
        ", has another key than the mesh's file states: best effort goes directly; correct "
        "its --overlay-key, or `key` in the file");
    return {};
  }
  state_ = State::admitted;
  registry_lost_at_.reset();
  has_unsent_delays_ = true;
  delays_sent_at_ = now;
  host_.log_info("is admitted to the overlay by its registry, " + registry_name());
  return {};
}

Fault Participant::receive_message(Place from, const wire::OverlayRefused& refused, Time) {
  if (!is_registry(from)) return "a refusal, which only the registry of the overlay may send";
  state_ = State::refused;
  if (std::exchange(uses_paths_, false)) host_.use_no_paths();
  registry_lost_at_.reset();
  host_.log_warning("the registry of the overlay, " + registry_name() +
                    ", refuses this router, and best effort goes directly: " +
                    std::string(refused.reason.substr(0, kReasonMax)));
  return {};
}

Fault Participant::receive_message(Place from, const wire::OverlayProbe& probe, Time) {
  send_message_to_router(from, wire::OverlayProbed{probe.number});
  return {};
}

Fault Participant::receive_message(Place from, const wire::OverlayProbed& probed, Time now) {
  const bool was_known = round_trips_.delay(from) != kNoDelay;
  round_trips_.record_answer(from, probed.number, now);
  if (!was_known) has_unsent_delays_ = true;
  return {};
}

Fault Participant::receive_message(Place from, const wire::OverlayPaths& received, Time) {
  if (!is_registry(from)) return "paths, which only the registry of the overlay may send";
  if (state_ != State::admitted) return {};
  const Paths paths{received.version, setup_.names.size(), received.parents};
  if (Fault fault = check_paths(paths)) return fault;
  prepared_version_ = received.version;
  host_.prepare_paths(paths);
  send_message_to_router(from, wire::OverlayPathsTaken{received.version});
  return {};
}

Fault Participant::receive_message(Place from, const wire::OverlayPathsUsed& used, Time) {
  if (!is_registry(from))
    return "a switch to paths, which only the registry of the overlay may send";
  if (state_ != State::admitted || used.version != prepared_version_) return {};
  uses_paths_ = true;
  host_.use_paths(used.version);
  return {};
}

}  // namespace triad::overlay
