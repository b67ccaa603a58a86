#include "rtig/time_status_monitor.hpp"

#include <algorithm>
#include <span>

#include "core/age_text.hpp"
#include "wire/harmless_text.hpp"

namespace triad::rtig {

using core::age_text;

namespace {

// Number of blockers that a line of the log names.
constexpr std::size_t kHoldersInLine = 4;

bool fits(const wire::TimeStatus& status) {
  const auto short_enough = [](std::string_view text) { return text.size() <= wire::kTimeTextMax; };
  return short_enough(status.time) && short_enough(status.state) &&
         short_enough(status.lookahead) && short_enough(status.lbts) &&
         status.held_by.size() <= wire::kHoldersMax && status.in_state_ms <= wire::kAgeMsMax &&
         status.not_ticking_ms.value_or(0) <= wire::kAgeMsMax &&
         status.outside_ms.value_or(0) <= wire::kAgeMsMax;
}

std::string text_or(std::string_view text, std::string_view otherwise) {
  return std::string(text.empty() ? otherwise : text);
}

}  // namespace

// A federate that owes an answer to an earlier question is not asked again. Otherwise the questions
// to a federate that does not tick would accumulate.
void TimeStatusMonitor::ask() {
  ++epoch_;
  for (auto& [federate, status] : told_) {
    if (status.owed != 0) continue;
    status.owed = epoch_;
    const bool told = promises().tells(federate);
    if (told && member(federate).constrained) promises().tell_lbts(federate);
    router_.paths().tell(federate, wire::TimeStatusRequest{epoch_});
  }
}

Fault TimeStatusMonitor::on_record(FederateHandle by, const Record& record) {
  const auto decoded = wire::decode<wire::TimeStatus>(record.payload);
  if (!decoded) return "a malformed TimeStatus record";
  const wire::TimeStatus& status = *decoded;
  if (!fits(status)) return "a time status of texts, holders or ages that no RTIA sends";
  StatusOfTime& kept = told_.at(by);
  if (status.epoch == 0 || status.epoch != kept.owed) return {};  // answers another question
  kept.owed = 0;
  kept.told.assign(record.payload.begin(), record.payload.end());
  promises().note_said(by, status.promise);
  kept.told_at = now_;
  answer_queries(by);
  return {};
}

// Adds the members that hold this member back. The member itself does not know them if the Router
// computes its LBTS. Called after the other members have answered.
wire::TimeStatus TimeStatusMonitor::with_holders(FederateHandle by, wire::TimeStatus status) const {
  status.held_by = promises().slowest(by);
  status.holders = static_cast<std::uint32_t>(status.held_by.size());
  if (status.held_by.size() > wire::kHoldersMax) status.held_by.resize(wire::kHoldersMax);
  return status;
}

// --- rtictl.

void TimeStatusMonitor::query(LinkId link, const wire::RecordHeader& cause, bool now) {
  queries_.erase(link);
  if (now) return send(link, cause);
  ask();
  Query query{cause, {}};
  for (const auto& [federate, status] : told_) query.open.insert(federate);
  if (query.open.empty()) return send(link, cause);
  queries_.emplace(link, std::move(query));
}

// Called when the member has answered or has left.
void TimeStatusMonitor::answer_queries(FederateHandle federate) {
  for (auto at = queries_.begin(); at != queries_.end();) {
    Query& query = at->second;
    query.open.erase(federate);
    if (!query.open.empty()) {
      ++at;
      continue;
    }
    send(at->first, query.cause);
    at = queries_.erase(at);
  }
}

std::uint64_t TimeStatusMonitor::age(std::chrono::milliseconds since) const {
  return static_cast<std::uint64_t>(std::max<std::int64_t>((now_ - since).count(), 0));
}

wire::FederateTimeStatus TimeStatusMonitor::status_of(FederateHandle federate) const {
  const StatusOfTime& last = told_.at(federate);
  const LinkId link = router_.paths().link(federate);
  const core::Member& known = member(federate);
  wire::FederateTimeStatus status;
  status.federate = federate;
  status.federate_type = known.federate_type;
  status.owes_answer = last.owed != 0;
  status.silent_ms = age(clients_.heard_at(link));
  status.dropped = host_.unreliable_dropped(link);
  status.told.regulating = known.regulating;
  status.told.constrained = known.constrained;
  if (const auto told = wire::decode<wire::TimeStatus>(last.told)) {
    status.known = true;
    status.told_ms = age(last.told_at);
    const bool does_not_know = told->waits && told->holders == 0 && promises().tells(federate);
    status.told = does_not_know ? with_holders(federate, *told) : *told;
  }
  return status;
}

void TimeStatusMonitor::send(LinkId link, const wire::RecordHeader& cause) {
  const wire::FederationTimeStatus answer{authority_.name(), all(), authority_.shown_steps()};
  wire::RecordHeader header;
  header.after = cause.sender;
  header.after_position = cause.position;
  wire::Buffer frame;
  wire::encode_record(header, answer, frame);
  host_.send(link, frame);
}

std::vector<wire::FederateTimeStatus> TimeStatusMonitor::all() const {
  std::vector<wire::FederateTimeStatus> all;
  for (const auto& [federate, status] : told_) all.push_back(status_of(federate));
  return all;
}

void TimeStatusMonitor::member_left(FederateHandle leaver) {
  told_.erase(leaver);
  answer_queries(leaver);
}

void TimeStatusMonitor::clear() {
  told_.clear();
  queries_.clear();
}

// --- The log.

void TimeStatusMonitor::log(const std::string& text) const {
  host_.log("federation " + wire::quoted(authority_.name()) + ": " + text);
}

// Only a constrained federate can wait for time.
void TimeStatusMonitor::ask_for_waits() {
  const bool may_wait = std::ranges::any_of(told_, [&](const auto& entry) {
    return member(entry.first).constrained || entry.second.reported_state != 0;
  });
  if (may_wait) ask();
}

void TimeStatusMonitor::report_waits() {
  const std::vector<wire::FederateTimeStatus> members = all();
  report_who_goes_on(members);
  for (const core::Stall& stall : core::stalls(members)) report_stall(members, stall);
}

// Ignores federates that owe an answer: their last status may be outdated.
void TimeStatusMonitor::report_who_goes_on(const std::vector<wire::FederateTimeStatus>& all) {
  std::vector<FederateHandle> gone_on;
  std::uint64_t longest_ms = 0;
  for (const auto& status : all) {
    StatusOfTime& kept = told_.at(status.federate);
    const bool same = kept.reported_state == status.told.state_number;
    if (!status.known || status.owes_answer || kept.reported_state == 0 || same) continue;
    kept.reported_state = 0;
    longest_ms = std::max(longest_ms, kept.reported_ms);
    gone_on.push_back(status.federate);
  }
  if (gone_on.empty()) return;
  const bool one = gone_on.size() == 1;
  log((one ? authority_.named(gone_on.front()) + " continues after a wait"
           : std::to_string(gone_on.size()) + " federates continue after waits, the longest") +
      " of more than " + age_text(longest_ms));
}

// Logs the stall once, and again each time it has become twice as long. A federate that joins the
// stall is logged at the next line.
void TimeStatusMonitor::report_stall(const std::vector<wire::FederateTimeStatus>& all,
                                     const core::Stall& stall) {
  const auto least = static_cast<std::uint64_t>(report_waits_.count());
  std::uint64_t due = 0;  // of the members in the log; zero: none is
  for (const std::size_t place : stall.waiting) {
    const StatusOfTime& kept = told_.at(all[place].federate);
    if (kept.reported_state != 0) due = std::max(due, kept.report_at_ms);
  }
  const std::uint64_t longest_ms = all[stall.waiting.front()].told.in_state_ms;
  if (longest_ms < (due == 0 ? least : due)) return;
  if (due == 0) due = least;
  while (due <= longest_ms) due *= 2;
  for (const std::size_t place : stall.waiting) {
    StatusOfTime& kept = told_.at(all[place].federate);
    kept.reported_state = all[place].told.state_number;
    kept.reported_ms = all[place].told.in_state_ms;
    kept.report_at_ms = due;
  }
  log(line_of(all, stall));
  tell_who_does_not_tick(stall, all[stall.waiting.front()]);
}

// Tells each blocker that does not tick, once, that it holds up others. Its RTIA then warns its
// user.
void TimeStatusMonitor::tell_who_does_not_tick(const core::Stall& stall,
                                               const wire::FederateTimeStatus& longest) {
  for (const FederateHandle blocker : stall.blockers) {
    const wire::FederateTimeStatus status = status_of(blocker);
    const std::uint64_t not_ticking = core::not_ticking_ms(status);
    bool& told = told_.at(blocker).told_that_it_holds;
    if (told || not_ticking < core::kTicksWithinMs) continue;
    told = true;
    router_.paths().tell(
        blocker, wire::HoldsUpOthers{static_cast<std::uint32_t>(stall.waiting.size()),
                                     longest.federate, longest.told.in_state_ms, not_ticking});
  }
}

std::string TimeStatusMonitor::line_of(const std::vector<wire::FederateTimeStatus>& all,
                                       const core::Stall& stall) const {
  const wire::FederateTimeStatus& longest = all[stall.waiting.front()];
  const wire::TimeStatus& told = longest.told;
  const std::string how = age_text(told.in_state_ms) + " in " + std::string(told.state) + " (at " +
                          std::string(told.time) + ", LBTS " + text_or(told.lbts, "unknown") + ")";
  const std::string blockers = blockers_of(stall);
  if (stall.waiting.size() == 1) {
    return authority_.named(longest.federate) + " waits for " + how + ": held back by " +
           text_or(blockers, "no known federate");
  }
  return std::to_string(stall.waiting.size()) + " federates wait for " +
         text_or(blockers, "no known federate") + "; longest " +
         authority_.named(longest.federate) + ", for " + how;
}

std::string TimeStatusMonitor::blockers_of(const core::Stall& stall) const {
  std::string text;
  const std::size_t shown = std::min(stall.blockers.size(), kHoldersInLine);
  for (const FederateHandle blocker : std::span(stall.blockers).first(shown)) {
    text += (text.empty() ? "" : "; ") + authority_.named(blocker) + " (" +
            described(status_of(blocker)) + ")";
  }
  const std::size_t more = stall.blockers.size() - shown + stall.unnamed;
  return more == 0 ? text : text + "; and " + std::to_string(more) + " more";
}

std::string TimeStatusMonitor::described(const wire::FederateTimeStatus& status) const {
  const wire::TimeStatus& told = status.told;
  std::string text;
  if (status.known) {
    // The member was heard after its last status, so the status may be outdated.
    const bool old = status.owes_answer && status.silent_ms < status.told_ms;
    if (old) text = age_text(status.told_ms) + " ago ";
    text += "at " + std::string(told.time) + ", ";
    if (told.regulating) text += "lookahead " + std::string(told.lookahead) + ", ";
    text += told.state;
    if (told.undelivered) {
      text += ", undelivered for " + age_text(told.in_state_ms) + ": it does not tick";
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
