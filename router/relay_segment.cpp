// The part of Relay that is about members that share memory (router/member_segment.hpp).
#include "records/defect.hpp"
#include "records/record_class.hpp"
#include "router/relay.hpp"

namespace triad::router {

// One that was there before has been restored, and all others have been, or are next: they share
// memory anew.
void Relay::add_to_segment(Federation& of, LinkId client, FederateHandle member) {
  if (of.segment.contains(client)) {
    host_.end_fabric(of.fabric);
    of.segment.clear();
    of.edge.end_segment();
  }
  const bool is_first = of.segment.empty();
  const FabricId fabric = is_first ? FabricId{last_fabric_ + 1} : of.fabric;
  if (!host_.add_to_fabric(fabric, client, member)) return;
  if (is_first) ++last_fabric_;
  of.fabric = fabric;
  of.edge.set_in_segment(client, true);
  of.segment.add_member(client, member);
}

// What it has written comes before what it sends by its link, and so does what others have, which
// it may have read. True: that was all.
bool Relay::receive_segment_message(Federation& of, LinkId client, const wire::Record& record) {
  if (!of.segment.contains(client)) return false;
  if (!TRIAD_DEFECT(segment_not_read_before_links)) host_.read_segment(of.fabric);
  if (!clients_.contains(client)) return true;
  if (!records::is_for_router(record.header)) {
    of.segment.record_link_record(client, records::is_local_data(record.header));
  }
  if (record.header.message_kind() == wire::Kind::SegmentRead) {
    const auto read = wire::decode<wire::SegmentRead>(record.payload);
    if (!read) {
      disconnect_faulty(client, "a malformed SegmentRead record");
    } else if (auto fault = of.segment.receive_read_statement(client, *read)) {
      disconnect_faulty(client, *fault);
    }
    return true;
  }
  if (record.header.message_kind() != wire::Kind::FaultyFederate) return false;
  // They are processes of one user.
  const auto faulty = wire::decode<wire::FaultyFederate>(record.payload);
  const auto accused = faulty ? of.segment.find(faulty->federate) : std::nullopt;
  if (!accused || *accused == client) return false;
  disconnect_faulty(*accused, "another federate invalid data: " + std::string(faulty->what));
  return true;
}

void Relay::receive_from_segment(LinkId client, wire::Bytes bytes) {
  const auto at = clients_.find(client);
  if (at == clients_.end() || at->second.federation == nullptr) return;
  Federation& of = *at->second.federation;
  const auto record = wire::parse_record(bytes);
  if (!record || !records::is_local_data(record->header) ||
      record->header.from() != at->second.federate) {
    return disconnect_faulty(client, "a record in shared memory that members may not write there");
  }
  of.segment.record_read(client, record->header.position);
  if (record->header.after_position < at->second.since) return;
  if (of.edge.receive_from_client(client, *record, EdgeSwitch::ArrivalPath::in_segment)) {
    forward_up(client, &of, *record);
  } else {
    ++records_kept_;
  }
}

bool Relay::needs_segment_record(LinkId client, wire::Bytes beginning) const {
  const auto at = clients_.find(client);
  if (at == clients_.end() || at->second.federation == nullptr) return false;
  const auto record = wire::parse_record(beginning);
  return !record || !records::is_local_data(record->header) ||
         at->second.federation->edge.has_other_receivers(client, *record);
}

void Relay::receive_segment_header(LinkId client, wire::Bytes beginning) {
  const auto at = clients_.find(client);
  if (at == clients_.end() || at->second.federation == nullptr) return;
  const auto record = wire::parse_record(beginning);
  if (!record || record->header.from() != at->second.federate) {
    return disconnect_faulty(client, "a record in shared memory that members may not write there");
  }
  at->second.federation->segment.record_read(client, record->header.position);
}

bool Relay::Federation::has_queued_output(LinkId client) const {
  const auto at = relay.clients_.find(client);
  return at != relay.clients_.end() && at->second.backlog > 0;
}

}  // namespace triad::router
