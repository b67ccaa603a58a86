#include "router/router.hpp"

#include <algorithm>
#include <utility>

#include "records/member_positions.hpp"
#include "records/record_class.hpp"
#include "records/recovery_class.hpp"

namespace triad::router {

Router::Router(Outlets& outlets, const BoundOrder& order, const RouterOptions& options)
    : between_members_(options.between_members),
      records_copies_(options.records_copies),
      paths_(outlets, options.records_copies),
      interest_(*this, InterestExchange::Place::root, options.interest),
      holds_(paths_, outlets, options.queue),
      time_(*this, TimeExchange::Place::root, order) {}

// --- Members.

void Router::attach(FederateHandle newcomer, const Newcomer& as) {
  members_[newcomer] = {as.on_fabric, as.position, 0, as.since};
  paths_.add(newcomer, as.link, as.on_fabric, as.position, as.via);
  interest_.add_member(newcomer, {as.link, as.via, as.on_fabric});
  holds_.add_member(newcomer, as.expel);
  time_.add_member(newcomer, {as.via, as.on_fabric, as.regulates});
}

void Router::send_interest_to_newcomer(FederateHandle newcomer) {
  if (!paths_.is_on_fabric(newcomer)) return;
  const wire::InterestChanged sum = interest_.sum_of_links();
  if (!is_empty(sum)) paths_.send_message(newcomer, sum);
}

void Router::detach(FederateHandle leaver) {
  interest_.forget_link(paths_.link(leaver));
  interest_.remove_member(leaver);
  paths_.remove(leaver);
  time_.remove_member(leaver);
  holds_.remove_member(leaver);
  members_.erase(leaver);
}

// While the member has no link, no router reports its promise, so the bounds of others do not
// rise.
void Router::move(FederateHandle member, LinkId link, LinkId via, bool regulates) {
  time_.move_member(member);
  paths_.move(member, link, via);
  interest_.move_member(member, via);
  (void)holds_.record_backlog(member, 0);
  time_.add_member(member, {via, paths_.is_on_fabric(member), regulates});
}

void Router::change_link(FederateHandle member, LinkId link) {
  paths_.move(member, link, {});
  interest_.move_member(member, {});
  (void)holds_.record_backlog(member, 0);
}

std::map<FederateHandle, LinkId> Router::detach_all() {
  members_.clear();
  interest_.clear();
  holds_.clear();
  time_.clear();
  return paths_.remove_all();
}

// --- Records.

Router::ReceiveResult Router::receive_from_member(FederateHandle by, const Record& record,
                                                  bool is_known_in_memory) {
  is_known_in_memory_ = is_known_in_memory;
  ReceiveResult result = receive_and_forward(by, record);
  is_known_in_memory_ = false;
  return result;
}

Router::ReceiveResult Router::receive_and_forward(FederateHandle by, const Record& record) {
  Member& member = members_.at(by);
  if (member.ignores(record.header)) return {};
  if (auto fault = verify(by, member, record)) return {std::move(fault), false};
  record_header(by, member, record.header);
  const wire::RecordHeader& header = record.header;
  const bool data = header.is_data() && header.has_interest();
  if (const FederateHandle to = header.to()) {
    forward_to_members(record, std::span(&to, 1));
    if (!data) return {};
  } else if (data) {
    forward_to_interested(record);
  }
  if (data) return {{}, concerns_authority(header)};
  ReceiveResult taken;
  taken.for_authority = !receive_own_message(by, record, taken.fault);
  return taken;
}

void Router::send_data_again(const Record& record) {
  is_known_in_memory_ = true;
  if (const FederateHandle to = record.header.to()) {
    forward_to_members(record, std::span(&to, 1));
  } else {
    forward_to_interested(record);
  }
  is_known_in_memory_ = false;
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
  if (header.to() && !(header.is_data() && header.has_interest()) &&
      std::ranges::find(between_members_, header.message_kind()) == between_members_.end()) {
    return "a " + std::string(name_of(header.message_kind())) +
           " record, which members do not send to each other";
  }
  if (member.on_fabric || wire::may_be_lost(record.frame)) return {};
  // If members share memory at their router, it reads local data apart from records of their
  // links.
  if (records::is_local_data(header) && paths_.find(by)->via != LinkId{}) return {};
  if (checks_order_ && header.position <= member.last_reliable_position)
    return "a record at a position that it has used before";
  member.last_reliable_position = std::max(member.last_reliable_position, header.position);
  return {};
}

void Router::record_header(FederateHandle by, Member& member, const wire::RecordHeader& header) {
  if (header.message_kind() == wire::Kind::CausalDependencies) return;
  member.last_position = std::max(member.last_position, header.position);
  if (!member.on_fabric) return;
  paths_.record_read(header);
  // Messages that other members skip do not count: an honest member sends none in time-stamp order.
  const bool for_members = !header.to() && (header.flags & wire::kToRtig) == 0;
  if (for_members && (header.flags & wire::kTimeStamped) != 0)
    time_.record_tso_read(by, header.position);
}

bool Router::receive_own_message(FederateHandle by, const Record& record, Fault& fault) {
  switch (record.header.message_kind()) {
    case wire::Kind::InterestChanged:
      fault = interest_.receive_statement_from_member(by, paths_.link(by), record);
      return true;
    case wire::Kind::TimeReport:
    case wire::Kind::TimeWait:
      fault = time_.receive_from_member(by, record);
      return true;
    case wire::Kind::RequestLbts:
      // The authority lets promises be reduced first.
      if (!time_.knows_all() && time_.sends_lbts_to(by)) return false;
      decode_and_apply<wire::RequestLbts>(record, fault, [&](const wire::RequestLbts&) {
        fault = time_.receive_request(by, record.header.position);
      });
      return true;
    case wire::Kind::CausalDependencies:
      decode_and_apply<wire::CausalDependencies>(
          record, fault,
          [&](const wire::CausalDependencies& causes) { fault = check_dependencies(by, causes); });
      return true;
    case wire::Kind::FlowControl:
      decode_and_apply<wire::FlowControl>(
          record, fault, [&](const wire::FlowControl& flow) { holds_.set_lagging(by, flow.held); });
      return true;
    case wire::Kind::SenderWaiting:
      decode_and_apply<wire::SenderWaiting>(record, fault, [&](const wire::SenderWaiting& sender) {
        holds_.set_waiting_in_send(by, sender.waiting);
      });
      return true;
    default:
      return false;
  }
}

// records::RecordMerge has ordered the records by the positions already.
Fault Router::check_dependencies(FederateHandle by, const wire::CausalDependencies& causes) const {
  if (!paths_.is_on_fabric(by))
    return "positions of streams in shared memory that it does not read";
  const bool in_order = records::visit_member_positions(
      causes.handled, [&](FederateHandle federate) { return paths_.contains(federate); },
      [](auto) {});
  if (!in_order) return "the streams that it has read, out of order";
  return {};
}

template <class Message, class Take>
void Router::decode_and_apply(const Record& record, Fault& fault, Take&& take) {
  if (const auto message = wire::decode<Message>(record.payload)) {
    take(*message);
  } else {
    fault = "a malformed " + std::string(name_of(record.header.message_kind())) + " record";
  }
}

void Router::accept_request(FederateHandle by, wire::Position request) {
  wire::RecordHeader cause;
  cause.sender = by.value;
  cause.position = request;
  paths_.send_message(by, wire::Accepted{}, cause);
}

// Names the statement as the cause of the answer.
void Router::answer_member(FederateHandle member, wire::Position statement,
                           InterestExchange::Answer answer, wire::Bytes /*record*/) {
  wire::RecordHeader cause;
  cause.sender = member.value;
  cause.position = statement;
  if (answer == InterestExchange::Answer::settled) {
    paths_.send_message(member, wire::InterestSettled{}, cause);
  } else {
    const bool settled = answer == InterestExchange::Answer::taken_and_settled;
    paths_.send_message(member, wire::InterestAcknowledged{settled}, cause);
  }
}

// --- The fabric.

bool Router::needs_record(FederateHandle by, const Record& beginning) const {
  const wire::RecordHeader& header = beginning.header;
  if (!header.has_interest() || header.to() || concerns_authority(header)) return true;
  if (paths_.all_on_fabric()) return false;
  return !paths_.is_on_fabric(by) || concerns_others(beginning);
}

Fault Router::receive_header(FederateHandle by, const Record& beginning) {
  Member& member = members_.at(by);
  if (member.ignores(beginning.header)) return {};
  if (auto fault = verify(by, member, beginning)) return fault;
  record_header(by, member, beginning.header);
  return {};
}

// Excludes members that read the record on the fabric.
bool Router::concerns_others(const Record& beginning) const {
  bool concerns = false;
  interest_.filter().for_each_in_groups(beginning.interest(), [&](const InterestOwner& owner) {
    const FederateHandle to = owner.member();
    const bool is_at_link = paths_.contains(to) && !paths_.is_on_fabric(to);
    concerns = concerns || is_at_link;
    return is_at_link;
  });
  return concerns;
}

// --- Forwarding.

Router::ForwardingState Router::begin_forwarding(const Record& record) {
  const wire::RecordHeader& header = record.header;
  const Paths::Path* const by = paths_.find(header.from());
  const bool has_routers = paths_.has_members_behind_routers();
  const bool time_stamped = (header.flags & wire::kTimeStamped) != 0;
  const bool from_fabric = is_known_in_memory_ || (by != nullptr && by->on_fabric);
  if (!has_routers) return {record, time_stamped, from_fabric, LinkId{}, false, false};
  const records::RecordRules& rules = records::rules_downwards(header);
  const bool by_hops = rules.is_chosen_at_each_hop;
  if (by_hops) paths_.begin_hops(record.frame);
  const bool passed = by != nullptr && rules.turn == records::Turn::each_router;
  const bool is_kept = records_copies_ && by_hops &&
                       records::recovery_class_downwards(header) == records::RecoveryClass::answer;
  return {record, time_stamped, from_fabric, passed ? by->via : LinkId{}, by_hops, is_kept};
}

void Router::forward_to_interested(const Record& record) {
  ForwardingState forwarded = begin_forwarding(record);
  interest_.filter().for_each_in_groups(record.interest(), [&](const InterestOwner& owner) {
    return forward(forwarded, owner.member());
  });
}

void Router::forward_to_members(const Record& record, std::span<const FederateHandle> to) {
  ForwardingState forwarded = begin_forwarding(record);
  for (const FederateHandle member : to) forward(forwarded, member);
}

void Router::forward_to_others(const Record& record) {
  ForwardingState forwarded = begin_forwarding(record);
  paths_.for_each_member([&](FederateHandle to) { forward(forwarded, to); });
}

// Members that do not receive the record learn the log's position from their next record.
void Router::send_log_to_interested(const Record& record, LogReceivers receivers) {
  const FederateHandle cause = record.header.cause();
  const Paths::Path* const by = paths_.find(cause);
  const bool elsewhere = receivers == LogReceivers::interested_elsewhere ||
                         receivers == LogReceivers::known_interested_elsewhere;
  const bool read_directly = by != nullptr && by->on_fabric && elsewhere;
  bool published = false;
  paths_.begin_hops(record.frame);
  // Returns true if no other member behind the same router needs a copy.
  const auto send = [&](FederateHandle to, const Paths::Path& path) {
    if (!path.on_fabric) return paths_.send_log(to, path, record.frame);
    if (read_directly) return false;
    if (std::exchange(published, true)) {
      paths_.wake(to);
    } else {
      paths_.publish_frame(to, record.frame);
    }
    return false;
  };
  if (by != nullptr && receivers == LogReceivers::interested_and_cause) (void)send(cause, *by);
  interest_.filter().for_each_in_groups(record.interest(), [&](const InterestOwner& owner) {
    const FederateHandle to = owner.member();
    const Paths::Path* const path = paths_.find(to);
    return path != nullptr && to != cause && send(to, *path);
  });
  const bool known_is_enough =
      read_directly || receivers == LogReceivers::known_interested_elsewhere;
  if (!published && !known_is_enough && !paths_.is_fabric_empty()) {
    paths_.publish_frame(cause, record.frame);  // a member that subscribes now is awake
  }
}

Paths::Copy Router::take_router_copy(const ForwardingState& forwarded, FederateHandle to,
                                     const Paths::Path& path) {
  if (path.via == forwarded.forwarding_router ||
      interest_.is_direct(forwarded.forwarding_router, path.via)) {
    return {.is_needed = false, .is_last = true};
  }
  const bool is_counted_alone = forwarded.time_stamped && !time_.is_counted_below(to);
  return !forwarded.once_per_router || is_counted_alone ? Paths::Copy() : paths_.take_copy(path);
}

bool Router::forward_behind_router(ForwardingState& forwarded, FederateHandle to,
                                   const Paths::Path& path) {
  const Paths::Copy copy =
      forwarded.is_kept ? Paths::Copy() : take_router_copy(forwarded, to, path);
  if (!copy.is_needed) return copy.is_last;
  if (forwarded.time_stamped) time_.record_tso_forwarded(to);
  if (forwarded.is_kept) {
    paths_.send_addressed(to, path, forwarded.record.frame);
  } else {
    paths_.send_by_path(path, forwarded.record.frame);
  }
  return copy.is_last;
}

void Router::forward_on_fabric(ForwardingState& forwarded, FederateHandle to) {
  if (forwarded.from_fabric) return;  // it reads the record itself
  if (std::exchange(forwarded.published, true)) return paths_.wake(to);
  const Record& record = forwarded.record;
  paths_.publish_for_member(to, record);
  if (forwarded.time_stamped)
    time_.record_tso_published(record.header.from(), record.header.position);
}

bool Router::forward(ForwardingState& forwarded, FederateHandle to) {
  const Record& record = forwarded.record;
  if (to == record.header.from()) return TRIAD_DEFECT(group_skipped_after_its_sender);
  const Paths::Path* const path = paths_.find(to);
  if (path == nullptr) return false;  // it has left
  if (path->on_fabric) return forward_on_fabric(forwarded, to), false;
  if (path->via != LinkId{}) return forward_behind_router(forwarded, to, *path);
  if (forwarded.time_stamped) time_.record_tso_forwarded(to);
  paths_.send_by_path(*path, record.frame);
  return false;
}

}  // namespace triad::router
