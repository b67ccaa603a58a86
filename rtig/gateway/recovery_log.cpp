#include "rtig/gateway/recovery_log.hpp"

#include <algorithm>
#include <utility>

#include "records/defect.hpp"

namespace triad::rtig {

void RecoveryLog::append(Entry entry) {
  for (const auto& [member, at] : causes_) entry.causes.push_back({member, at});
  bytes_ += entry.record.size();
  entries_.push_back(std::move(entry));
}

void RecoveryLog::append_log(wire::Bytes record, Position position, Audience audience,
                             FederateHandle cause) {
  log_end_ = position;
  append({.record = {record.begin(), record.end()},
          .log = position,
          .audience = audience,
          .cause = cause});
  causes_.clear();
}

bool RecoveryLog::append_answer(FederateHandle to, wire::Bytes record) {
  const auto at = members_.find(to);
  if (at == members_.end()) return false;
  const std::uint64_t number = ++at->second.answers_sent;
  if (TRIAD_DEFECT(reply_not_kept)) return false;
  append({.record = {record.begin(), record.end()}, .answer = number, .to = to});
  return true;
}

bool RecoveryLog::record_ack(FederateHandle by, const wire::RtigProgress& received) {
  const auto at = members_.find(by);
  if (at == members_.end()) return true;
  Member& member = at->second;
  if (received.log > log_end_ && received.log > member.acked.log) return false;
  if (received.answers > member.answers_sent) return false;
  member.acked.log = std::max(member.acked.log, received.log);
  member.acked.answers = std::max(member.acked.answers, received.answers);
  return true;
}

// A member that was not sent the later records of the log, because it is not interested in them,
// acknowledges only what it was sent.
bool RecoveryLog::is_acknowledged(const Entry& entry) const {
  if (entry.log == 0) {
    const auto at = members_.find(entry.to);
    return at == members_.end() || at->second.acked.answers >= entry.answer;
  }
  return std::ranges::all_of(members_, [&](const auto& member) {
    const Member& of = member.second;
    return of.acked.log >= entry.log || of.acked.log >= of.log_sent;
  });
}

void RecoveryLog::drop_acknowledged() {
  while (!entries_.empty() && is_acknowledged(entries_.front())) {
    bytes_ -= entries_.front().record.size();
    entries_.pop_front();
  }
}

void RecoveryLog::begin_epoch() {
  for (auto& [member, of] : members_) of.log_sent = of.acked.log;
}

std::optional<wire::FederateHandle> RecoveryLog::slowest_member() const {
  std::optional<FederateHandle> slowest;
  Position least = 0;
  for (const auto& [member, of] : members_) {
    const bool lacks = of.acked.log < of.log_sent || of.acked.answers < of.answers_sent;
    if (!lacks || (slowest && of.acked.log >= least)) continue;
    slowest = member;
    least = of.acked.log;
  }
  return slowest;
}

void RecoveryLog::save(FederationImage& image) const {
  for (const Entry& entry : entries_) {
    image.records.push_back({entry.record, entry.log, entry.answer, entry.to, entry.audience,
                             entry.cause, entry.causes});
  }
  image.log_end = log_end_;
  for (const auto& [member, at] : causes_) image.causes.push_back({member, at});
}

void RecoveryLog::save(FederateHandle member, ImageProgress& progress) const {
  const Member& of = members_.at(member);
  progress.acked = of.acked;
  progress.answers_sent = of.answers_sent;
  progress.log_sent = of.log_sent;
}

bool RecoveryLog::restore(const FederationImage& image) {
  const auto is_record = [](const ImageRecord& kept) {
    return wire::parse_record(kept.record).has_value();
  };
  if (!std::ranges::all_of(image.records, is_record)) return false;
  entries_.clear();
  bytes_ = 0;
  for (const ImageRecord& record : image.records) {
    bytes_ += record.record.size();
    entries_.push_back({{record.record.begin(), record.record.end()},
                        record.log,
                        record.answer,
                        record.to,
                        record.audience,
                        record.cause,
                        record.causes});
  }
  log_end_ = image.log_end;
  causes_.clear();
  for (const wire::StreamPosition& cause : image.causes) causes_[cause.federate] = cause.position;
  for (const ImageProgress& progress : image.members)
    members_.at(progress.member) = {progress.acked, progress.answers_sent, progress.log_sent};
  return true;
}

}  // namespace triad::rtig
