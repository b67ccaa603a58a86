#include "rtig/gateway/time_status_monitor.hpp"

#include <algorithm>
#include <span>

#include "core/age_text.hpp"
#include "wire/harmless_text.hpp"

namespace triad::rtig {

using core::age_text;

namespace {

// Number of blockers that a line of the log names.
constexpr std::size_t kHoldersInLine = 4;
// Time after a question for figures during which the RTIG's own questions ask for them, too. A
// watching program asks more often.
constexpr std::chrono::seconds kWatchedFor(10);

bool fits(const wire::Figures& figures) {
  if (!figures.host) return true;
  const auto& interfaces = figures.host->interfaces;
  return interfaces.size() <= wire::kInterfacesMax &&
         std::ranges::all_of(interfaces, [](const wire::InterfaceFigures& one) {
           return one.name.size() <= wire::kInterfaceNameMax;
         });
}

bool fits(const wire::TimeStatus& status) {
  const auto short_enough = [](std::string_view text) { return text.size() <= wire::kTimeTextMax; };
  return short_enough(status.time) && short_enough(status.state) &&
         short_enough(status.lookahead) && short_enough(status.lbts) &&
         status.held_by.size() <= wire::kHoldersMax && status.in_state_ms <= wire::kAgeMsMax &&
         status.not_ticking_ms.value_or(0) <= wire::kAgeMsMax &&
         status.outside_ms.value_or(0) <= wire::kAgeMsMax && fits(status.figures);
}

std::string text_or(std::string_view text, std::string_view otherwise) {
  return std::string(text.empty() ? otherwise : text);
}

}  // namespace

// A federate that owes an answer to an earlier question is not asked again. Otherwise the questions
// to a federate that does not tick would accumulate.
void TimeStatusMonitor::send_status_requests() {
  ++epoch_;
  const bool is_watched = watched_until_ && now_ < *watched_until_;
  std::set<std::string_view> asked_hosts{own_host_};
  for (auto& [federate, status] : statuses_) {
    if (status.pending_epoch != 0) continue;
    status.pending_epoch = epoch_;
    auto figures = wire::FiguresScope::none;
    if (is_watched) {
      const bool is_first = asked_hosts.insert(authority_.host_of(federate)).second;
      figures = is_first ? wire::FiguresScope::process_and_host : wire::FiguresScope::process;
    }
    const bool sends_lbts = exchange().sends_lbts_to(federate);
    if (sends_lbts && member(federate).constrained) exchange().send_lbts(federate);
    router_.paths().send_message(federate, wire::TimeStatusRequest{epoch_, figures});
  }
}

void TimeStatusMonitor::repeat_requests() {
  for (auto& [federate, status] : statuses_) {
    if (status.pending_epoch == 0) continue;
    const wire::TimeStatusRequest request{status.pending_epoch, wire::FiguresScope::none};
    router_.paths().send_message(federate, request);
  }
}

Fault TimeStatusMonitor::receive_time_status(FederateHandle by, const Record& record) {
  const auto decoded = wire::decode<wire::TimeStatus>(record.payload);
  if (!decoded) return "a malformed TimeStatus record";
  const wire::TimeStatus& status = *decoded;
  if (!fits(status))
    return "a time status of texts, holders, ages or interfaces that no RTIA sends";
  MemberTimeStatus& kept = statuses_.at(by);
  if (status.epoch == 0 || status.epoch != kept.pending_epoch)
    return {};  // answers another question
  kept.pending_epoch = 0;
  kept.encoded_status.assign(record.payload.begin(), record.payload.end());
  exchange().record_reported_promise(by, status.promise);
  kept.received_at = now_;
  answer_queries(by);
  return {};
}

// Adds the members that hold this member back. The member itself does not know them if the Router
// computes its LBTS. Called after the other members have answered.
wire::TimeStatus TimeStatusMonitor::with_holders(FederateHandle by, wire::TimeStatus status) const {
  status.held_by = exchange().slowest(by);
  status.holders = static_cast<std::uint32_t>(status.held_by.size());
  if (status.held_by.size() > wire::kHoldersMax) status.held_by.resize(wire::kHoldersMax);
  return status;
}

// --- rtictl.

void TimeStatusMonitor::query(LinkId link, const wire::RecordHeader& cause,
                              const wire::QueryTimeStatus& query) {
  queries_.erase(link);
  if (query.figures) watched_until_ = now_ + kWatchedFor;
  if (query.now) return send_statuses_to_client(link, cause);
  send_status_requests();
  Query waiting{cause, {}};
  for (const auto& [federate, status] : statuses_) waiting.unanswered.insert(federate);
  if (waiting.unanswered.empty()) return send_statuses_to_client(link, cause);
  queries_.emplace(link, std::move(waiting));
}

// Called when the member has answered or has left.
void TimeStatusMonitor::answer_queries(FederateHandle federate) {
  for (auto at = queries_.begin(); at != queries_.end();) {
    Query& query = at->second;
    query.unanswered.erase(federate);
    if (!query.unanswered.empty()) {
      ++at;
      continue;
    }
    send_statuses_to_client(at->first, query.cause);
    at = queries_.erase(at);
  }
}

std::uint64_t TimeStatusMonitor::age(std::chrono::milliseconds since) const {
  return static_cast<std::uint64_t>(std::max<std::int64_t>((now_ - since).count(), 0));
}

wire::FederateTimeStatus TimeStatusMonitor::status_of(FederateHandle federate) const {
  const MemberTimeStatus& last = statuses_.at(federate);
  const LinkId link = router_.paths().link(federate);
  const core::Member& known = member(federate);
  wire::FederateTimeStatus status;
  status.federate = federate;
  status.federate_type = known.federate_type;
  status.owes_answer = last.pending_epoch != 0;
  status.silent_ms = age(clients_.last_record_at(link));
  status.dropped = host_->best_effort_losses(link);
  status.told.regulating = known.regulating;
  status.told.constrained = known.constrained;
  if (const auto answer = wire::decode<wire::TimeStatus>(last.encoded_status)) {
    status.known = true;
    status.told_ms = age(last.received_at);
    const bool does_not_know =
        answer->waits && answer->holders == 0 && exchange().sends_lbts_to(federate);
    status.told = does_not_know ? with_holders(federate, *answer) : *answer;
  }
  return status;
}

void TimeStatusMonitor::send_statuses_to_client(LinkId link, const wire::RecordHeader& cause) {
  const wire::FederationTimeStatus answer{authority_.name(), all_statuses(),
                                          authority_.shown_steps()};
  wire::RecordHeader header;
  header.set_cause(cause);
  wire::Buffer frame;
  wire::encode_record(header, answer, frame);
  host_->send_record(link, frame);
}

std::vector<wire::FederateTimeStatus> TimeStatusMonitor::all_statuses() const {
  std::vector<wire::FederateTimeStatus> all;
  for (const auto& [federate, status] : statuses_) all.push_back(status_of(federate));
  return all;
}

void TimeStatusMonitor::remove_member(FederateHandle leaver) {
  statuses_.erase(leaver);
  answer_queries(leaver);
}

void TimeStatusMonitor::clear() {
  statuses_.clear();
  queries_.clear();
}

// --- The log.

void TimeStatusMonitor::log(const std::string& text) const {
  host_->log("federation " + wire::quoted(authority_.name()) + ": " + text);
}

// Only a constrained federate can wait for time.
void TimeStatusMonitor::request_time_status() {
  const bool may_wait = std::ranges::any_of(statuses_, [&](const auto& entry) {
    return member(entry.first).constrained || entry.second.reported_state != 0;
  });
  if (may_wait) send_status_requests();
}

void TimeStatusMonitor::report_waits() {
  const std::vector<wire::FederateTimeStatus> members = all_statuses();
  report_resumed(members);
  for (const core::Stall& stall : core::find_stalls(members)) report_stall(members, stall);
}

// Ignores federates that owe an answer: their last status may be outdated.
void TimeStatusMonitor::report_resumed(const std::vector<wire::FederateTimeStatus>& all) {
  std::vector<FederateHandle> resumed;
  std::uint64_t longest_ms = 0;
  for (const auto& status : all) {
    MemberTimeStatus& kept = statuses_.at(status.federate);
    const bool same = kept.reported_state == status.told.state_number;
    if (!status.known || status.owes_answer || kept.reported_state == 0 || same) continue;
    kept.reported_state = 0;
    longest_ms = std::max(longest_ms, kept.reported_ms);
    resumed.push_back(status.federate);
  }
  if (resumed.empty()) return;
  const bool one = resumed.size() == 1;
  log((one ? authority_.federate_text(resumed.front()) + " continues after a wait"
           : std::to_string(resumed.size()) + " federates continue after waits, the longest") +
      " of more than " + age_text(longest_ms));
}

// Logs the stall once, and again each time it has become twice as long. A federate that joins the
// stall is logged at the next line.
void TimeStatusMonitor::report_stall(const std::vector<wire::FederateTimeStatus>& all,
                                     const core::Stall& stall) {
  const auto least = static_cast<std::uint64_t>(report_waits_.count());
  std::uint64_t due = 0;  // of the members in the log; zero: none is
  for (const std::size_t place : stall.waiting) {
    const MemberTimeStatus& kept = statuses_.at(all[place].federate);
    if (kept.reported_state != 0) due = std::max(due, kept.report_at_ms);
  }
  const std::uint64_t longest_ms = all[stall.waiting.front()].told.in_state_ms;
  if (longest_ms < (due == 0 ? least : due)) return;
  if (due == 0) due = least;
  while (due <= longest_ms) due *= 2;
  for (const std::size_t place : stall.waiting) {
    MemberTimeStatus& kept = statuses_.at(all[place].federate);
    kept.reported_state = all[place].told.state_number;
    kept.reported_ms = all[place].told.in_state_ms;
    kept.report_at_ms = due;
  }
  log(stall_text(all, stall));
  notify_idle_blockers(stall, all[stall.waiting.front()]);
}

// Tells each blocker that does not tick, once, that it holds up others. Its RTIA then warns its
// user.
void TimeStatusMonitor::notify_idle_blockers(const core::Stall& stall,
                                             const wire::FederateTimeStatus& longest) {
  for (const FederateHandle blocker : stall.blockers) {
    const wire::FederateTimeStatus status = status_of(blocker);
    const std::uint64_t not_ticking = core::not_ticking_ms(status);
    bool& is_notified = statuses_.at(blocker).knows_that_it_holds;
    if (is_notified || not_ticking < core::kTicksWithinMs) continue;
    is_notified = true;
    router_.paths().send_message(
        blocker, wire::HoldsUpOthers{static_cast<std::uint32_t>(stall.waiting.size()),
                                     longest.federate, longest.told.in_state_ms, not_ticking});
  }
}

std::string TimeStatusMonitor::stall_text(const std::vector<wire::FederateTimeStatus>& all,
                                          const core::Stall& stall) const {
  const wire::FederateTimeStatus& longest = all[stall.waiting.front()];
  const wire::TimeStatus& last_status = longest.told;
  const std::string wait_text =
      age_text(last_status.in_state_ms) + " in " + std::string(last_status.state) + " (at " +
      std::string(last_status.time) + ", LBTS " + text_or(last_status.lbts, "unknown") + ")";
  const std::string blockers = blockers_text(stall);
  if (stall.waiting.size() == 1) {
    return authority_.federate_text(longest.federate) + " waits for " + wait_text +
           ": held back by " + text_or(blockers, "no known federate");
  }
  return std::to_string(stall.waiting.size()) + " federates wait for " +
         text_or(blockers, "no known federate") + "; longest " +
         authority_.federate_text(longest.federate) + ", for " + wait_text;
}

std::string TimeStatusMonitor::blockers_text(const core::Stall& stall) const {
  std::string text;
  const std::size_t shown = std::min(stall.blockers.size(), kHoldersInLine);
  for (const FederateHandle blocker : std::span(stall.blockers).first(shown)) {
    text += (text.empty() ? "" : "; ") + authority_.federate_text(blocker) + " (" +
            status_text(status_of(blocker)) + ")";
  }
  const std::size_t more = stall.blockers.size() - shown + stall.unnamed_blockers;
  return more == 0 ? text : text + "; and " + std::to_string(more) + " more";
}

std::string TimeStatusMonitor::status_text(const wire::FederateTimeStatus& status) const {
  const wire::TimeStatus& last_status = status.told;
  std::string text;
  if (status.known) {
    // The member was heard after its last status, so the status may be outdated.
    const bool old = status.owes_answer && status.silent_ms < status.told_ms;
    if (old) text = age_text(status.told_ms) + " ago ";
    text += "at " + std::string(last_status.time) + ", ";
    if (last_status.regulating) text += "lookahead " + std::string(last_status.lookahead) + ", ";
    text += last_status.state;
    if (last_status.undelivered) {
      text += ", undelivered for " + age_text(last_status.in_state_ms) + ": it does not tick";
    }
  } else {
    text = "has not ticked since it was first asked";
  }
  const std::uint64_t not_ticking = core::not_ticking_ms(status);
  if (status.owes_answer || not_ticking >= core::kTicksWithinMs) {
    text += ", not ticking for " + age_text(not_ticking);
  }
  const std::uint64_t outside = core::outside_ms(status);
  if (outside >= core::kTicksWithinMs) text += ", outside the RTI for " + age_text(outside);
  return text;
}

}  // namespace triad::rtig
