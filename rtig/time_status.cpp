// Who holds up time (wire/messages/time_status.hpp): asks the members, answers rtictl, and puts
// into the log who waits for long. What a member says of its time is text here, as every time is.
#include <algorithm>
#include <cstdio>
#include <span>

#include "rtig/federation_execution.hpp"

namespace triad::rtig {

namespace {

// Lines of the log are for people: of many who hold somebody back the first say enough.
constexpr std::size_t kHoldersInLine = 4;

bool fits(const wire::TimeStatus& status) {
  const auto short_enough = [](std::string_view text) { return text.size() <= wire::kTimeTextMax; };
  return short_enough(status.time) && short_enough(status.state) &&
         short_enough(status.lookahead) && short_enough(status.lbts) &&
         status.held_by.size() <= wire::kHoldersMax && status.in_state_ms <= wire::kAgeMsMax;
}

std::string seconds(std::uint64_t milliseconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f s", static_cast<double>(milliseconds) / 1000);
  return text;
}

std::string text_or(std::string_view text, std::string_view otherwise) {
  return std::string(text.empty() ? otherwise : text);
}

}  // namespace

// Who owes an answer to an earlier question is not asked again: a federate that does not tick would
// find a heap of them.
void FederationExecution::ask_time_status() {
  ++status_epoch_;
  pass_kept_reports_on();
  for (auto& [federate, session] : sessions_) {
    if (session.status.owed != 0) continue;
    session.status.owed = status_epoch_;
    delivery_.send_to(federate, {}, wire::TimeStatusRequest{status_epoch_});
  }
}

FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record& record,
                                                   const wire::TimeStatus& status) {
  if (!fits(status)) return "a time status of texts, holders or ages that no RTIA sends";
  StatusOfTime& kept = sessions_.at(by).status;
  if (status.epoch == 0 || status.epoch != kept.owed) return {};  // not what it was asked
  kept.owed = 0;
  kept.told.assign(record.payload.begin(), record.payload.end());
  kept.told_at = rtig_.now_;
  answer_status_queries(by);
  return {};
}

// --- rtictl.

void FederationExecution::query_time_status(LinkId link, const wire::RecordHeader& cause,
                                            bool now) {
  status_queries_.erase(link);
  if (now) return send_time_status(link, cause);
  ask_time_status();
  StatusQuery query{cause, {}};
  for (const auto& [federate, session] : sessions_) query.open.insert(federate);
  if (query.open.empty()) return send_time_status(link, cause);
  status_queries_.emplace(link, std::move(query));
}

// The member has answered or has left.
void FederationExecution::answer_status_queries(FederateHandle federate) {
  for (auto at = status_queries_.begin(); at != status_queries_.end();) {
    StatusQuery& query = at->second;
    query.open.erase(federate);
    if (!query.open.empty()) {
      ++at;
      continue;
    }
    send_time_status(at->first, query.cause);
    at = status_queries_.erase(at);
  }
}

std::uint64_t FederationExecution::age(std::chrono::milliseconds since) const {
  return static_cast<std::uint64_t>(std::max<std::int64_t>((rtig_.now_ - since).count(), 0));
}

wire::FederateTimeStatus FederationExecution::time_status(FederateHandle federate,
                                                          const MemberSession& session) const {
  const core::Member& member = *federation_.member(federate);
  wire::FederateTimeStatus status;
  status.federate = federate;
  status.federate_type = member.federate_type;
  status.owes_answer = session.status.owed != 0;
  status.silent_ms = age(rtig_.peers_.at(session.link).heard_at);
  status.dropped = rtig_.downlinks_.unreliable_dropped(session.link);
  status.told.regulating = member.regulating;
  status.told.constrained = member.constrained;
  if (const auto told = wire::decode<wire::TimeStatus>(session.status.told)) {
    status.known = true;
    status.told_ms = age(session.status.told_at);
    status.told = *told;
  }
  return status;
}

void FederationExecution::send_time_status(LinkId link, const wire::RecordHeader& cause) {
  wire::FederationTimeStatus answer{name_, {}};
  for (const auto& [federate, session] : sessions_) {
    answer.federates.push_back(time_status(federate, session));
  }
  wire::RecordHeader header;
  header.after = cause.sender;
  header.after_position = cause.position;
  wire::Buffer frame;
  wire::encode_record(header, answer, frame);
  rtig_.downlinks_.send(link, frame);
}

// --- The log.

// Without a constrained federate nobody waits.
void FederationExecution::ask_for_waits() {
  const bool may_wait = std::ranges::any_of(sessions_, [&](const auto& session) {
    return federation_.member(session.first)->constrained ||
           session.second.status.reported_state != 0;
  });
  if (may_wait) ask_time_status();
}

void FederationExecution::report_waits() {
  if (rtig_.options_.report_waits.count() <= 0) return;
  std::vector<wire::FederateTimeStatus> all;
  for (const auto& [federate, session] : sessions_) all.push_back(time_status(federate, session));
  report_who_goes_on(all);
  for (const core::Stall& stall : core::stalls(all)) report_stall(all, stall);
}

// What a federate that does not tick said last may be over, and what it waits for may be there.
void FederationExecution::report_who_goes_on(const std::vector<wire::FederateTimeStatus>& all) {
  std::vector<FederateHandle> gone_on;
  std::uint64_t longest_ms = 0;
  for (const auto& status : all) {
    StatusOfTime& kept = sessions_.at(status.federate).status;
    const bool same = kept.reported_state == status.told.state_number;
    if (!status.known || status.owes_answer || kept.reported_state == 0 || same) continue;
    kept.reported_state = 0;
    longest_ms = std::max(longest_ms, kept.reported_ms);
    gone_on.push_back(status.federate);
  }
  if (gone_on.empty()) return;
  const bool one = gone_on.size() == 1;
  rtig_.downlinks_.log(
      "federation '" + name_ + "': " +
      (one ? named(gone_on.front()) + " goes on, after it had waited"
           : std::to_string(gone_on.size()) + " federates go on, of whom one had waited") +
      " for more than " + seconds(longest_ms));
}

// Once, and again whenever it has become twice as long; who joins those who wait is told of then.
void FederationExecution::report_stall(const std::vector<wire::FederateTimeStatus>& all,
                                       const core::Stall& stall) {
  const auto least = static_cast<std::uint64_t>(rtig_.options_.report_waits.count());
  std::uint64_t due = 0;  // of those who have been told of; zero: nobody has
  for (const std::size_t place : stall.waiting) {
    const StatusOfTime& kept = sessions_.at(all[place].federate).status;
    if (kept.reported_state != 0) due = std::max(due, kept.report_at_ms);
  }
  const std::uint64_t longest_ms = all[stall.waiting.front()].told.in_state_ms;
  if (longest_ms < (due == 0 ? least : due)) return;
  if (due == 0) due = least;
  while (due <= longest_ms) due *= 2;
  for (const std::size_t place : stall.waiting) {
    StatusOfTime& kept = sessions_.at(all[place].federate).status;
    kept.reported_state = all[place].told.state_number;
    kept.reported_ms = all[place].told.in_state_ms;
    kept.report_at_ms = due;
  }
  rtig_.downlinks_.log("federation '" + name_ + "': " + line_of(all, stall));
}

std::string FederationExecution::line_of(const std::vector<wire::FederateTimeStatus>& all,
                                         const core::Stall& stall) const {
  const wire::FederateTimeStatus& longest = all[stall.waiting.front()];
  const wire::TimeStatus& told = longest.told;
  const std::string how = seconds(told.in_state_ms) + " in " + std::string(told.state) + " (at " +
                          std::string(told.time) + ", LBTS " + text_or(told.lbts, "unknown") + ")";
  const std::string blockers = blockers_of(stall);
  if (stall.waiting.size() == 1) {
    return named(longest.federate) + " waits for " + how + ": held back by " +
           text_or(blockers, "nobody known");
  }
  return std::to_string(stall.waiting.size()) + " federates wait for " +
         text_or(blockers, "nobody known") + "; longest " + named(longest.federate) + ", for " +
         how;
}

std::string FederationExecution::blockers_of(const core::Stall& stall) const {
  std::string text;
  const std::size_t shown = std::min(stall.blockers.size(), kHoldersInLine);
  for (const FederateHandle blocker : std::span(stall.blockers).first(shown)) {
    text += (text.empty() ? "" : "; ") + named(blocker) + " (" +
            described(time_status(blocker, sessions_.at(blocker))) + ")";
  }
  const std::size_t more = stall.blockers.size() - shown + stall.unnamed;
  return more == 0 ? text : text + "; and " + std::to_string(more) + " more";
}

std::string FederationExecution::described(const wire::FederateTimeStatus& status) const {
  const wire::TimeStatus& told = status.told;
  std::string text;
  if (status.known) {
    // Heard since, and so it may have moved on since.
    const bool old = status.owes_answer && status.silent_ms < status.told_ms;
    if (old) text = seconds(status.told_ms) + " ago ";
    text += "at " + std::string(told.time) + ", ";
    if (told.regulating) text += "lookahead " + std::string(told.lookahead) + ", ";
    text += told.state;
    if (told.undelivered) {
      text += ", undelivered for " + seconds(told.in_state_ms) + ": it does not tick";
    }
  } else {
    text = "has not ticked since it was first asked";
  }
  if (status.owes_answer) text += ", not ticking for " + seconds(status.silent_ms);
  return text;
}

std::string FederationExecution::named(FederateHandle federate) const {
  return "federate " + std::to_string(federate.value) + " '" +
         federation_.member(federate)->federate_type + "'";
}

// --- Rtig: all federations.

void Rtig::on(LinkId link, Peer&, const Record& record, const wire::QueryTimeStatus& query) {
  FederationExecution* federation = find(query.federation);
  if (federation == nullptr) {
    refuse(link, record, wire::ErrorCode::FederationExecutionDoesNotExist,
           "there is no federation execution '" + std::string(query.federation) + "'");
    return;
  }
  federation->query_time_status(link, record.header, query.now);
}

void Rtig::ask_for_waits() {
  for (const auto& [name, federation] : federations_) federation->ask_for_waits();
}

void Rtig::report_waits() {
  for (const auto& [name, federation] : federations_) federation->report_waits();
}

void Rtig::forget_status_queries(LinkId link) {
  for (const auto& [name, federation] : federations_) federation->forget_status_query(link);
}

}  // namespace triad::rtig
