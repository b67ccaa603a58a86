// The part of Relay that is about members that share memory (router/member_segment.hpp).
#include "records/defect.hpp"
#include "router/local_data.hpp"
#include "router/relay.hpp"

namespace triad::router {

// One that was there before has been restored, and all others have been, or are next: they share
// memory anew.
void Relay::enter_segment(Federation& of, LinkId client, FederateHandle member) {
  if (of.segment.contains(client)) {
    host_.end_fabric(of.fabric);
    of.segment.clear();
    of.edge.end_segment();
  }
  const bool is_first = of.segment.empty();
  const FabricId fabric = is_first ? FabricId{last_fabric_ + 1} : of.fabric;
  if (!host_.enter_fabric(fabric, client, member)) return;
  if (is_first) ++last_fabric_;
  of.fabric = fabric;
  of.edge.set_in_segment(client, true);
  of.segment.enter(client, member);
}

// What it has written comes before what it sends by its link, and so does what others have, which
// it may have read. True: that was all.
bool Relay::take_of_segment(Federation& of, LinkId client, const wire::Record& record) {
  if (!of.segment.contains(client)) return false;
  if (!TRIAD_DEFECT(segment_not_read_before_links)) host_.read_fabric(of.fabric);
  if (!clients_.contains(client)) return true;
  if (!is_for_router(record.header)) {
    of.segment.note_sent_by_link(client, is_local_data(record.header));
  }
  if (record.header.message_kind() == wire::Kind::SegmentRead) {
    const auto read = wire::decode<wire::SegmentRead>(record.payload);
    if (!read) {
      blame(client, "a malformed SegmentRead record");
    } else if (auto fault = of.segment.on_read(client, *read)) {
      blame(client, *fault);
    }
    return true;
  }
  if (record.header.message_kind() != wire::Kind::FaultyFederate) return false;
  // They are processes of one user.
  const auto faulty = wire::decode<wire::FaultyFederate>(record.payload);
  const auto accused = faulty ? of.segment.find(faulty->federate) : std::nullopt;
  if (!accused || *accused == client) return false;
  blame(*accused, "another federate invalid data: " + std::string(faulty->what));
  return true;
}

void Relay::on_segment_record(LinkId client, wire::Bytes bytes) {
  const auto at = clients_.find(client);
  if (at == clients_.end() || at->second.federation == nullptr) return;
  Federation& of = *at->second.federation;
  const auto record = wire::parse_record(bytes);
  if (!record || !is_local_data(record->header) || record->header.from() != at->second.federate) {
    return blame(client, "a record in shared memory that members may not write there");
  }
  of.segment.note_read(client, record->header.position);
  if (record->header.after_position < at->second.since) return;
  if (of.edge.take(client, *record, EdgeSwitch::Came::in_segment)) {
    pass_up(client, &of, *record);
  } else {
    ++records_kept_;
  }
}

bool Relay::wants_in_segment(LinkId client, wire::Bytes beginning) const {
  const auto at = clients_.find(client);
  if (at == clients_.end() || at->second.federation == nullptr) return false;
  const auto record = wire::parse_record(beginning);
  return !record || !is_local_data(record->header) ||
         at->second.federation->edge.wants(client, *record);
}

void Relay::on_segment_header(LinkId client, wire::Bytes beginning) {
  const auto at = clients_.find(client);
  if (at == clients_.end() || at->second.federation == nullptr) return;
  const auto record = wire::parse_record(beginning);
  if (!record || record->header.from() != at->second.federate) {
    return blame(client, "a record in shared memory that members may not write there");
  }
  at->second.federation->segment.note_read(client, record->header.position);
}

bool Relay::Federation::is_behind(LinkId client) const {
  const auto at = relay.clients_.find(client);
  return at != relay.clients_.end() && at->second.backlog > 0;
}

}  // namespace triad::router
