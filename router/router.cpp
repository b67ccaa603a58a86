#include "router/router.hpp"

#include <algorithm>
#include <utility>

#include "records/named_streams.hpp"
#include "router/local_data.hpp"

namespace triad::router {

Router::Router(Outlets& outlets, const BoundOrder& order, const RouterOptions& options)
    : between_members_(options.between_members),
      paths_(outlets),
      interest_(*this, InterestExchange::Place::root, options.interest),
      holds_(paths_, outlets, options.queue),
      promises_(paths_, order) {}

// --- Members.

void Router::attach(FederateHandle newcomer, const Newcomer& as) {
  members_[newcomer] = {as.on_fabric, as.position, 0, as.since};
  paths_.add(newcomer, as.link, as.on_fabric, as.position, as.via);
  interest_.add_member(newcomer, {as.link, as.via, as.on_fabric});
  holds_.member_joined(newcomer, as.expel);
  promises_.member_joined(newcomer, as.regulates);
}

void Router::send_interest_to_newcomer(FederateHandle newcomer) {
  if (!paths_.on_fabric(newcomer)) return;
  const wire::InterestChanged sum = interest_.sum_of_links();
  if (!is_empty(sum)) paths_.tell(newcomer, sum);
}

void Router::detach(FederateHandle leaver) {
  interest_.forget_link(paths_.link(leaver));
  interest_.remove_member(leaver);
  paths_.remove(leaver);
  promises_.member_left(leaver);
  holds_.member_left(leaver);
  members_.erase(leaver);
}

// While the member has no link, no router reports its promise, so the bounds of others do not
// rise.
void Router::move(FederateHandle member, LinkId link, LinkId via, bool regulates) {
  promises_.member_moves(member);
  paths_.move(member, link, via);
  interest_.move_member(member, via);
  (void)holds_.on_backlog(member, 0);
  promises_.member_joined(member, regulates);
}

std::map<FederateHandle, LinkId> Router::detach_all() {
  members_.clear();
  interest_.clear();
  holds_.clear();
  promises_.clear();
  return paths_.remove_all();
}

// --- Records.

Router::Taken Router::take(FederateHandle by, const Record& record) {
  Member& member = members_.at(by);
  if (member.voids(record.header)) return {};
  if (auto fault = verify(by, member, record)) return {std::move(fault), false};
  note(by, member, record.header);
  const wire::RecordHeader& header = record.header;
  const bool data = header.is_data() && header.says_interest();
  if (const FederateHandle to = header.to()) {
    pass_on(record, std::span(&to, 1));
    if (!data) return {};
  } else if (data) {
    pass_on_to_interested(record);
  }
  if (data) return {{}, concerns_authority(header)};
  Taken taken;
  taken.for_authority = !take_own(by, record, taken.fault);
  return taken;
}

// Checks a record. Best effort may arrive by another path, before or after records that were sent
// earlier.
Fault Router::verify(FederateHandle by, Member& member, const Record& record) {
  const wire::RecordHeader& header = record.header;
  if (header.from() != by) return "a record in the name of another federate";
  if (header.after_position > paths_.log_position()) {
    return "a record that depends on a log position that does not exist yet";
  }
  if ((header.flags & wire::kLogRecord) != 0) return "a record of the log, which is not its own";
  if (header.to() && !(header.is_data() && header.says_interest()) &&
      std::ranges::find(between_members_, header.message_kind()) == between_members_.end()) {
    return "a " + std::string(name_of(header.message_kind())) +
           " record, which members do not send to each other";
  }
  if (member.on_fabric || wire::may_be_lost(record.frame)) return {};
  // If members share memory at their router, it reads local data apart from records of their
  // links.
  if (is_local_data(header) && paths_.find(by)->via != LinkId{}) return {};
  if (header.position <= member.reliable) return "a record at a position that it has used before";
  member.reliable = header.position;
  return {};
}

void Router::note(FederateHandle by, Member& member, const wire::RecordHeader& header) {
  if (header.message_kind() == wire::Kind::CausalDependencies) return;
  member.position = std::max(member.position, header.position);
  if (!member.on_fabric) return;
  paths_.note_read(header);
  if ((header.flags & wire::kTimeStamped) != 0) promises_.tso_read(by, header.position);
}

bool Router::take_own(FederateHandle by, const Record& record, Fault& fault) {
  switch (record.header.message_kind()) {
    case wire::Kind::InterestChanged:
      fault = interest_.receive_statement_from_member(by, paths_.link(by), record);
      return true;
    case wire::Kind::TimeReport:
      take_as<wire::TimeReport>(record, fault, [&](const wire::TimeReport& report) {
        fault = promises_.on_report(by, record, report);
      });
      return true;
    case wire::Kind::TimeWait:
      take_as<wire::TimeWait>(record, fault, [&](const wire::TimeWait& wait) {
        fault = promises_.on_wait(by, record, wait);
      });
      return true;
    case wire::Kind::RequestLbts:
      // The authority lets promises be reduced first.
      if (!promises_.knows_all() && promises_.tells(by)) return false;
      take_as<wire::RequestLbts>(record, fault, [&](const wire::RequestLbts&) {
        fault = promises_.on_request(by, record);
      });
      return true;
    case wire::Kind::CausalDependencies:
      take_as<wire::CausalDependencies>(record, fault, [&](const wire::CausalDependencies& causes) {
        fault = take_dependencies(by, record.header.position, causes);
      });
      return true;
    case wire::Kind::FlowControl:
      take_as<wire::FlowControl>(
          record, fault, [&](const wire::FlowControl& flow) { holds_.lags(by, flow.held); });
      return true;
    case wire::Kind::SenderWaiting:
      take_as<wire::SenderWaiting>(record, fault, [&](const wire::SenderWaiting& sender) {
        holds_.waits_in_send(by, sender.waiting);
      });
      return true;
    default:
      return false;
  }
}

Fault Router::take_dependencies(FederateHandle by, wire::Position at,
                                const wire::CausalDependencies& causes) {
  if (!paths_.on_fabric(by)) return "positions of streams in shared memory that it does not read";
  const bool in_order = records::take_named(
      causes.handled, [&](FederateHandle federate) { return paths_.contains(federate); },
      [&](auto named) { promises_.note_dependencies(by, at, named); });
  if (!in_order) return "the streams that it has read, out of order";
  return {};
}

template <class Message, class Take>
void Router::take_as(const Record& record, Fault& fault, Take&& take) {
  if (const auto message = wire::decode<Message>(record.payload)) {
    take(*message);
  } else {
    fault = "a malformed " + std::string(name_of(record.header.message_kind())) + " record";
  }
}

// Names the statement as the cause of the answer.
void Router::answer_member(FederateHandle member, wire::Position statement,
                           InterestExchange::Answer answer, wire::Bytes /*record*/) {
  wire::RecordHeader cause;
  cause.sender = member.value;
  cause.position = statement;
  if (answer == InterestExchange::Answer::settled) {
    paths_.tell(member, wire::InterestSettled{}, cause);
  } else {
    const bool settled = answer == InterestExchange::Answer::taken_and_settled;
    paths_.tell(member, wire::InterestAcknowledged{settled}, cause);
  }
}

// --- The fabric.

bool Router::wants(FederateHandle by, const Record& beginning) const {
  const wire::RecordHeader& header = beginning.header;
  if (!header.says_interest() || header.to() || concerns_authority(header)) return true;
  if (paths_.all_on_fabric()) return false;
  return !paths_.on_fabric(by) || concerns_others(beginning);
}

Fault Router::take_header(FederateHandle by, const Record& beginning) {
  Member& member = members_.at(by);
  if (member.voids(beginning.header)) return {};
  if (auto fault = verify(by, member, beginning)) return fault;
  note(by, member, beginning.header);
  return {};
}

// Excludes members that read the record on the fabric.
bool Router::concerns_others(const Record& beginning) const {
  bool concerns = false;
  interest_.filter().for_each(beginning.interest(), [&](FederateHandle to) {
    concerns = concerns || (paths_.contains(to) && !paths_.on_fabric(to));
  });
  return concerns;
}

// --- Forwarding.

Router::Forwarded Router::begin_forwarding(const Record& record) const {
  const Paths::Path* const by = paths_.find(record.header.from());
  const bool passed = by != nullptr && is_local_data(record.header);
  return {record, (record.header.flags & wire::kTimeStamped) != 0, by != nullptr && by->on_fabric,
          passed ? by->via : LinkId{}};
}

void Router::pass_on_to_interested(const Record& record) {
  Forwarded forwarded = begin_forwarding(record);
  interest_.filter().for_each(record.interest(),
                              [&](FederateHandle to) { forward(forwarded, to); });
  TRIAD_IN_TRIAL(LinkChoice::forward(*this, record);)
}

void Router::pass_on(const Record& record, std::span<const FederateHandle> to) {
  TRIAD_IN_TRIAL(const auto others = LinkChoice::address(*this, record, to); to = others;)
  Forwarded forwarded = begin_forwarding(record);
  for (const FederateHandle member : to) forward(forwarded, member);
}

void Router::pass_on_to_others(const Record& record) {
  Forwarded forwarded = begin_forwarding(record);
  paths_.for_each_member([&](FederateHandle to) { forward(forwarded, to); });
}

// Members that do not receive the record learn the log's position from their next record.
void Router::log_to_interested(const Record& record, LogTo whom) {
  const FederateHandle cause = record.header.cause();
  const Paths::Path* const by = paths_.find(cause);
  const bool elsewhere =
      whom == LogTo::interested_elsewhere || whom == LogTo::known_interested_elsewhere;
  const bool read_directly = by != nullptr && by->on_fabric && elsewhere;
  bool published = false;
  const auto send = [&](FederateHandle to, const Paths::Path& path) {
    if (!path.on_fabric) {
      paths_.send_by(path, record.frame);
    } else if (read_directly) {
      return;
    } else if (std::exchange(published, true)) {
      paths_.wake(to);
    } else {
      paths_.publish_frame(to, record.frame);
    }
  };
  if (by != nullptr && whom == LogTo::interested_and_cause) send(cause, *by);
  interest_.filter().for_each(record.interest(), [&](FederateHandle to) {
    const Paths::Path* const path = paths_.find(to);
    if (path != nullptr && to != cause) send(to, *path);
  });
  const bool known_is_enough = read_directly || whom == LogTo::known_interested_elsewhere;
  if (!published && !known_is_enough && !paths_.nobody_on_fabric()) {
    paths_.publish_frame(cause, record.frame);  // a member that subscribes now is awake
  }
  TRIAD_IN_TRIAL(LinkChoice::log(*this, record);)
}

void Router::forward(Forwarded& forwarded, FederateHandle to) {
  const Record& record = forwarded.record;
  const FederateHandle by = record.header.from();
  if (to == by) return;
  const Paths::Path* const path = paths_.find(to);
  if (path == nullptr) return;  // it has left
  if (path->via != LinkId{} && (path->via == forwarded.passed_behind ||
                                interest_.is_direct(forwarded.passed_behind, path->via))) {
    return;
  }
  if (!path->on_fabric) {
    if (forwarded.time_stamped) promises_.tso_forwarded_to(to);
    paths_.send_by(*path, record.frame);
  } else if (forwarded.from_fabric) {
    // It reads it there itself.
  } else if (std::exchange(forwarded.published, true)) {
    paths_.wake(to);
  } else {
    paths_.publish_of(to, record);
    if (forwarded.time_stamped) promises_.tso_published(by, record.header.position);
  }
}

}  // namespace triad::router
