// Continuation of a membership over a new link after the loss of the link (HostedAmbassador).
#include <algorithm>
#include <thread>
#include <utility>

#include "core/federation_state.hpp"
#include "rtia/hosting/hosted_ambassador.hpp"

namespace triad::rtia {

namespace {

using std::chrono::milliseconds;

// Least time between two acknowledgements, unless much has come. Short, because a resignation waits
// for the acknowledgements of all others.
constexpr milliseconds kAcknowledgeInterval{20};
// Longest time of an attempt to connect, which consists of several tries (connect_turns.hpp), and
// the pause after an attempt that failed at once.
constexpr milliseconds kAttempt{1'000};
constexpr milliseconds kPause{50};
// Added to the RTIG's patience, because the RTIG may notice the loss later.
constexpr milliseconds kPatienceAdded{5'000};

}  // namespace

void HostedAmbassador::use_link(RtigLink next) {
  link_ = std::move(next.link);
  url_ = std::move(next.url);
  pieces_ = {};
  is_router_leaving_ = false;
  request_limits_ = RequestLimits(*link_);
}

// A member that is lost again before it has gone on has no more time than before. A join that has
// offered shared memory cannot be repeated, because the offer is lost with the link.
bool HostedAmbassador::begin_return() {
  const LinkChanges& changes = ambassador_.link_changes();
  if (return_.reconnect == nullptr) return false;
  if (changes.can_resume()) {
    if (changes.recovery().is_running() || return_.until == Clock::time_point()) {
      return_.until = Clock::now() + changes.recovery().patience() + kPatienceAdded;
    }
    return true;
  }
  const bool offers_memory = memory_.may_share() && link_->capabilities().descriptors != nullptr;
  if (!changes.can_repeat_join() || offers_memory) return false;
  if (!return_.join_until) return_.join_until = Clock::now() + return_.join_patience;
  return_.until = *return_.join_until;
  return return_.has_lost_join = true;
}

void HostedAmbassador::lose_link(std::string reason) {
  if (!begin_return()) return end_link(std::move(reason));
  return_.reason = std::move(reason);
  ambassador_.link_changes().lose_link();
  link_->close();
  held_records_.clear();
  const auto left = std::chrono::ceil<std::chrono::seconds>(return_.until - Clock::now());
  log_line(return_.reason + "; the calls of this federate wait until it is connected again, for " +
           std::to_string(left.count()) + " s at most (resume.timeout)");
  if (!return_.has_lost_join) return_.news.record_loss(return_.reason, left);
  try_to_return();
}

// The thread may be needed elsewhere, so an attempt is short.
void HostedAmbassador::try_to_return() {
  const auto begin = Clock::now();
  const auto within = std::clamp<Clock::duration>(return_.until - begin, {}, kAttempt);
  auto next = return_.reconnect(url_, within);
  if (next) {
    use_link(std::move(*next));
    return_.has_lost_join = false;
    ambassador_.link_changes().resume_by_link();
    must_flush_ = true;
    flush_all();
    log_line("this federate is connected again, over " + url_);
  } else if (Clock::now() >= return_.until) {
    return_.has_lost_join = false;
    end_link(return_.reason +
             "; this federate could not return within resume.timeout: " + next.error().text);
  } else if (Clock::now() - begin < kPause) {
    // The error is one that does not go away at once.
    std::this_thread::sleep_for(kPause);
  }
}

// --- Memberships that continue in another process.

void HostedAmbassador::end_suspended(wire::SuspendedMembership& suspended) {
  earlier_.copy_to(suspended.callbacks);
  earlier_.clear();
  is_member_ = false;
  return_.news.clear();
  recording_.end();
  end_link("this federate was suspended");
}

void HostedAmbassador::begin_resumed(const wire::ResumeMembership& resumed) {
  is_member_ = true;
  for (const wire::Bytes frame : resumed.callbacks) {
    if (!earlier_.push(frame)) log_line("a damaged callback of the suspended federate is left out");
  }
  const core::Federation& federation = *ambassador_.state();
  recording_.begin(ambassador_, ambassador_.link_changes().recovery().federation(),
                   federation.member(ambassador_.federate())->federate_type);
}

const Callback* HostedAmbassador::find_earlier_callback() {
  earlier_.forget_taken();
  if (earlier_count() == 0) return nullptr;
  return earlier_.take([this](Callback& of, wire::InteractionClassHandle sent_class) {
    return ambassador_.filter_taken(of, sent_class);
  });
}

void HostedAmbassador::acknowledge(bool sleeps) {
  if (!ambassador_.link_changes().recovery().acknowledgement_is_due()) return;
  const auto now = Clock::now();
  if (!sleeps && now - return_.acknowledged_at < kAcknowledgeInterval) return;
  return_.acknowledged_at = now;
  ambassador_.link_changes().acknowledge();
}

std::optional<HostedAmbassador::Clock::time_point> HostedAmbassador::acknowledgement_due_at()
    const {
  if (!ambassador_.link_changes().recovery().acknowledgement_is_due()) return std::nullopt;
  return return_.acknowledged_at + kAcknowledgeInterval;
}

}  // namespace triad::rtia
