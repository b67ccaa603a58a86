#include "router/switch.hpp"

#include <array>
#include <boost/container/flat_set.hpp>
#include <map>

#include "records/defect.hpp"
#include "records/record_class.hpp"

namespace triad::router {

Switch::Switch(RelayHost& host, SwitchCounts& counts, const BoundOrder& order, std::string name,
               std::size_t piece)
    : host_(host),
      counts_(counts),
      name_(std::move(name)),
      edge_([this](LinkId client, wire::Bytes record) { deliver_data(client, record); }, *this,
            piece),
      time_(*this, TimeExchange::Place::below_root, order) {}

// --- Members.

void Switch::add_member(const Newcomer& newcomer) {
  const LinkId client = newcomer.client;
  const LinkId via = host_.router_of(client);
  edge_.add(client, {newcomer.federate, via, newcomer.since, newcomer.moved, newcomer.recovers,
                     newcomer.may_return});
  if (!newcomer.has_link) edge_.record_link_end(client);
  time_.add_member(newcomer.federate, {.via = via});
  // A member that shares memory cannot return.
  if (via == LinkId{} && newcomer.has_link && !newcomer.recovers) add_to_segment(newcomer);
}

// A member that is there already has been restored, and all others have been, or are next: they
// share memory again.
void Switch::add_to_segment(const Newcomer& newcomer) {
  if (segment_.contains(newcomer.client)) {
    host_.end_fabric(fabric_);
    segment_.clear();
    edge_.end_segment();
  }
  const bool is_first = segment_.empty();
  const FabricId fabric = is_first ? FabricId{counts_.last_fabric + 1} : fabric_;
  if (!host_.add_to_fabric(fabric, name_, newcomer.client, newcomer.federate)) return;
  if (is_first) ++counts_.last_fabric;
  fabric_ = fabric;
  edge_.set_in_segment(newcomer.client, true);
  segment_.add_member(newcomer.client, newcomer.federate, newcomer.has_queue);
}

void Switch::remove_member(LinkId client, Departure departure) {
  up_gate_.remove_client(client);
  record_peer_receipt();
  const auto member = edge_.member(client);
  if (member && segment_.contains(client)) host_.remove_from_fabric(fabric_, member->federate);
  const bool shared = !segment_.empty();
  segment_.remove_former_member(client);
  if (shared && segment_.empty()) host_.end_fabric(fabric_);
  if (member && departure == Departure::cut_off) {
    edge_.streams().record_cut_off();
    time_.cut_off_member(member->federate);
  } else if (member) {
    time_.remove_member(member->federate);
  }
  edge_.remove(client);
}

void Switch::record_link_end(LinkId client) {
  edge_.record_link_end(client);
  if (!segment_.contains(client)) return;
  segment_.mark_left(client);
  if (const auto member = edge_.member(client)) {
    host_.remove_from_fabric(fabric_, member->federate);
  }
}

// --- Records of members.

Switch::Received Switch::receive_from_client(LinkId client, const wire::Record& record) {
  Received result{.faulty = client};
  if (!edge_.streams().accepts(client, record)) return result;
  if (record.header.message_kind() == wire::Kind::Ack && recovers()) {
    result.fault = receive_acknowledgement(client, record);
    return result;
  }
  if (segment_.contains(client) && receive_segment_word(client, record, result)) return result;
  const wire::RecordHeader& header = record.header;
  if (header.message_kind() == wire::Kind::SegmentRead) return result;  // it has left since
  if (time_.is_time_record(header)) {
    const auto member = edge_.member(client);
    // The RTIG's router finds records that do not count or are wrong.
    if (member && header.from() == member->federate && header.after_position >= member->since) {
      result.fault = time_.receive_from_member(member->federate, record);
      return result;
    }
  }
  if (header.message_kind() == wire::Kind::RequestLbts) time_.send_complete_statement();
  if (!edge_.receive_from_client(client, record)) {
    result.was_kept = true;
    return result;
  }
  const bool is_lost = TRIAD_DEFECT(local_data_kept_at_head) && records::is_local_data(header) &&
                       host_.router_of(client) != LinkId{};
  if (!is_lost) forward_up(client, record);
  result.went_up = true;
  return result;
}

bool Switch::receive_segment_word(LinkId client, const wire::Record& record, Received& result) {
  if (!records::is_for_router(record.header)) {
    segment_.record_link_record(client, records::is_local_data(record.header));
  }
  if (record.header.message_kind() == wire::Kind::SegmentRead) {
    const auto read = wire::decode<wire::SegmentRead>(record.payload);
    result.fault = read ? segment_.receive_read_statement(client, *read)
                        : Fault("a malformed SegmentRead record");
    return true;
  }
  if (record.header.message_kind() != wire::Kind::FaultyFederate) return false;
  // They are processes of one user.
  const auto faulty = wire::decode<wire::FaultyFederate>(record.payload);
  const auto accused = faulty ? segment_.find(faulty->federate) : std::nullopt;
  if (!accused || *accused == client) return false;
  result.faulty = *accused;
  result.fault = "another federate invalid data: " + std::string(faulty->what);
  return true;
}

Switch::Received Switch::receive_from_segment(LinkId client, const wire::Record& record) {
  Received result = receive_segment_header(client, record);
  const auto member = edge_.member(client);
  if (result.fault || !member || record.header.after_position < member->since) return result;
  if (edge_.receive_from_client(client, record, EdgeSwitch::ArrivalPath::in_segment)) {
    forward_up(client, record);
    result.went_up = true;
  } else {
    result.was_kept = true;
  }
  return result;
}

bool Switch::needs_segment_record(LinkId client, const wire::Record& beginning) const {
  return !records::is_local_data(beginning.header) || edge_.has_other_receivers(client, beginning);
}

Switch::Received Switch::receive_segment_header(LinkId client, const wire::Record& beginning) {
  const auto member = edge_.member(client);
  const wire::RecordHeader& header = beginning.header;
  if (!member || !records::is_local_data(header) || header.from() != member->federate) {
    return {.fault = "a record in shared memory that members may not write there",
            .faulty = client};
  }
  segment_.record_read(client, header.position);
  return {};
}

void Switch::forward_up(LinkId client, const wire::Record& record) {
  if (recovers()) {
    const auto by = edge_.member(client);
    const bool is_valid =
        by && record.header.from() == by->federate && record.header.after_position >= by->since;
    if (is_valid) edge_.streams().record_sent_up(record.header);
  }
  prefix_out_.clear();
  append_link_prefix(std::array{client.value}, prefix_out_);
  send_up(client, prefix_out_, record.frame, records::rules_upwards(record.header).waits_for_peers);
}

void Switch::send_up(LinkId client, wire::Bytes prefix, wire::Bytes record, bool waits_for_peers) {
  UpGate::Marks behind = waits_for_peers ? edge_.peers().unreceived_marks() : UpGate::Marks();
  if (up_gate_.may_pass(behind)) return host_.send_to_upper(prefix, record);
  up_gate_.hold(client, prefix, record, std::move(behind));
}

void Switch::record_peer_receipt() {
  up_gate_.release(
      [this](const UpGate::Marks& marks) { return edge_.peers().are_received(marks); },
      [this](const UpGate::Held& held) { host_.send_to_upper(held.prefix, held.record); });
}

void Switch::release_all_up() {
  up_gate_.release_all(
      [this](const UpGate::Held& held) { host_.send_to_upper(held.prefix, held.record); });
}

std::size_t Switch::held_bytes() const {
  return edge_.held_bytes() + edge_.peers().unreceived_bytes() + up_gate_.bytes();
}

// --- Records of the router above.

bool Switch::deliver(const wire::Record& record, const records::RecordRules& rules,
                     LinkId representative) {
  const wire::RecordHeader& header = record.header;
  const bool time_stamped = (header.flags & wire::kTimeStamped) != 0;
  if (time_stamped && !time_.is_active()) return false;
  edge_.record_log_position(header);
  edge_.streams().record_from_upper(header);
  if (time_stamped) time_.record_tso_from_upper();
  if (TRIAD_DEFECT(data_sent_to_representative_only)) {
    const auto member = edge_.member(representative);
    if (member && !member->has_gone) host_.send_record(representative, record.frame);
    return true;
  }
  const bool is_local = rules.turn == records::Turn::each_router;
  const auto give = [&](LinkId client, FederateHandle member) {
    if (time_stamped) time_.record_tso_forwarded(member);
    record_sent_down(header, client);
    // Its sender is behind another router, so no record of the segment comes before local data.
    is_local ? host_.send_record(client, record.frame) : send_after_segment(client, record.frame);
  };
  edge_.for_each_receiver(record, give);
  return true;
}

// The record may name a member with an ended link: it still counts.
void Switch::deliver_to(LinkId client, const wire::Record& record) {
  const wire::RecordHeader& header = record.header;
  const auto member = edge_.member(client);
  if (!member) return;
  const bool has_link = !member->has_gone;
  if (has_link && header.message_kind() == wire::Kind::InterestSettled &&
      header.from() == wire::kRtig && edge_.keeps_settled_answer(client, record)) {
    return;
  }
  edge_.streams().record_from_upper(header);
  if ((header.flags & wire::kTimeStamped) != 0) {
    time_.record_tso_from_upper();
    if (has_link) time_.record_tso_forwarded(member->federate);
  }
  if (!has_link) return;
  record_sent_down(header, client);
  records::is_local_data(header) ? host_.send_record(client, record.frame)
                                 : send_after_segment(client, record.frame);
}

void Switch::deliver_data(LinkId client, wire::Bytes record) {
  if (!segment_.empty()) {
    const auto parsed = wire::parse_record(record);
    if (parsed && segment_.find(parsed->header.from())) segment_.send_read_positions(client);
  }
  host_.send_record(client, record);
}

void Switch::record_handled(LinkId client, wire::Position position) {
  edge_.record_handled(client, position);
  host_.notify(RequestsHandled{client, position});
}

void Switch::receive_from_upper(const wire::OutsideInterest& outside) {
  edge_.interest().receive_statement_from_upper(outside);
  if (outside.replaces_earlier) edge_.peers().record_interest_restated();
}

bool Switch::receive_from_upper(const wire::OutsideInterestDigest& digest) {
  return edge_.interest().receive_digest_from_upper(digest.digest);
}

void Switch::receive_from_upper(const wire::TimeBegins& begins) {
  std::vector<TimeExchange::MemberPlace> members;
  edge_.for_each_member(
      [&](const EdgeSwitch::Place& place) { members.emplace_back(place.federate, place.via); });
  time_.receive_from_upper(begins, members);
}

// --- Recovery.

void Switch::RecoveryPart::receive_step(const wire::FederationRecovers& step) {
  wire::Buffer word;
  wire::encode_record({}, step, word);
  boost::container::flat_set<LinkId> routers;
  of_.edge_.for_each_member([&](const EdgeSwitch::Place& place) {
    if (place.via != LinkId{} && routers.insert(place.via).second)
      (void)of_.host_.send_to_router(place.via, word);
  });
  of_.edge_.streams().receive_step(step);
  if (step.step == wire::RecoveryStep::begins) of_.edge_.begin_epoch();
}

Fault Switch::receive_acknowledgement(LinkId client, const wire::Record& record) {
  const auto member = edge_.member(client);
  if (!member || record.header.from() != member->federate) return "a record in the name of another";
  const auto ack = wire::decode<wire::Ack>(record.payload);
  if (!ack) return "a malformed Ack record";
  const bool has_own_link = member->via == LinkId{};
  if (has_own_link) edge_.streams().record_received(client, ack->received);
  prefix_out_.clear();
  append_link_prefix(std::array{client.value}, prefix_out_);
  wire::Buffer rest;
  wire::encode_record(record.header, wire::Ack{{}, ack->rtig}, rest);
  send_up(client, prefix_out_, rest, false);
  return {};
}

void Switch::RecoveryPart::send_acknowledgements() {
  if (!of_.may_acknowledge()) return;
  std::map<LinkId, wire::StreamsReceived> words;
  of_.edge_.streams().take_stable([&](FederateHandle sender, wire::Position position, LinkId home) {
    const LinkId* const client = of_.edge_.find(sender);
    if (client == nullptr || *client != home) {
      words[home].received.push_back({sender, position});
      return;
    }
    wire::RecordHeader header;
    header.position = of_.edge_.forwarded_log_position();
    header.addressee = sender.value;
    wire::Buffer record;
    wire::encode_record(header, wire::Ack{{{sender, position}}, {}}, record);
    of_.host_.send_record(*client, record);
  });
  for (auto& [home, word] : words) {
    word.federation = of_.name_;
    wire::Buffer record;
    wire::encode_record({}, word, record);
    if (home == MemberStreams::kUpper) {
      of_.host_.send_to_upper(kRouterPrefix, record);
    } else {
      (void)of_.host_.send_to_router(home, record);
    }
  }
}

// --- Turns.

bool Switch::turn_is_due() const {
  return edge_.interest().turn_is_due() || time_.turn_is_due() || segment_.turn_is_due();
}

void Switch::end_turn() {
  edge_.interest().end_turn();
  edge_.peers().end_turn();
  time_.end_turn();
}

// --- Outputs of its parts.

void Switch::answer_member(FederateHandle member, wire::Position, InterestExchange::Answer,
                           wire::Bytes record) {
  const LinkId* const client = edge_.find(member);
  if (client != nullptr) send_after_segment(*client, record);
}

// After all that has gone by the router above so far.
void Switch::begin_direct(std::uint64_t session) {
  wire::Buffer record;
  wire::encode_record({}, wire::PeerDirect{session}, record);
  queue_word_up(record, false);
}

void Switch::end_session(std::uint64_t session) {
  wire::Buffer record;
  wire::encode_record({}, wire::PeersPart{session}, record);
  queue_word_up(record, false);
}

void Switch::send_time_statement(const wire::TimeStated& stated) {
  wire::Buffer record;
  wire::encode_record({}, stated, record);
  queue_word_up(record, true);
}

void Switch::send_lbts(std::span<const FederateHandle> to, const wire::LbtsTold& told,
                       wire::Position log) {
  wire::RecordHeader header;
  header.position = log;
  lbts_out_.clear();
  wire::encode_record(header, told, lbts_out_);
  for (const FederateHandle member : to) {
    const LinkId* const client = edge_.find(member);
    if (client == nullptr || edge_.member(*client)->has_gone) continue;
    wire::set_addressee(lbts_out_, member);
    send_after_segment(*client, lbts_out_);
  }
}

}  // namespace triad::router
