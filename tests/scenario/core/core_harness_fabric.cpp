// Shared memory in the harness: streams that every member reads itself. A record can be read at
// once; the scheduler decides when it is read, in the order of records::RecordMerge.
#include "tests/scenario/core/core_harness.hpp"
#include "transport/fabric/basic_fabric.hpp"

namespace triad::test {

namespace {

bool concerns_no_federation(wire::Bytes record) {
  const auto kind = wire::parse_record(record)->header.message_kind();
  return kind == wire::Kind::CreateFederationExecution ||
         kind == wire::Kind::DestroyFederationExecution ||
         kind == wire::Kind::FederateRestoreComplete;
}

// Part of an unwanted record that is copied.
wire::Bytes beginning_of(wire::Bytes record) {
  return record.first(std::min(record.size(), transport::kBeginningBytes));
}

}  // namespace

bool CoreHarness::Reader::next(wire::FederateHandle stream, wire::ParsedFrame& frame) {
  const auto record = beginning(stream);
  if (!record) return false;
  if (!wanted.contains(stream)) wanted[stream] = wants(stream, beginning_of(*record));
  frame.extend(*record);
  return true;
}

std::optional<wire::Bytes> CoreHarness::Reader::beginning(wire::FederateHandle stream) const {
  const auto at = places.find(stream);
  if (at == places.end()) return std::nullopt;
  const auto& [federate, place] = *at;
  const Stream& records = *place.stream;
  return place.read < records.size() ? std::optional<wire::Bytes>(records[place.read])
                                     : std::nullopt;
}

void CoreHarness::Reader::begin(wire::FederateHandle stream, std::size_t at) {
  places[stream] = {&harness.streams_[{fabric, stream}], at, &harness.notes_[{fabric, stream}]};
  read_all_of = 0;
  merge.add(stream);
}

void CoreHarness::Reader::end(wire::FederateHandle stream) {
  places.erase(stream);
  wanted.erase(stream);
  merge.remove(stream);
}

bool CoreHarness::Reader::has_input() const {
  if (read_all_of == harness.written_) return false;
  for (const auto& [stream, place] : places) {
    if (place.read < place.stream->size()) return true;
    if (heeds_notes() && place.note && place.note_reader.has_new_note(*place.note)) return true;
  }
  read_all_of = harness.written_;
  return false;
}

void CoreHarness::write_shared(rtig::FabricId fabric, wire::FederateHandle stream,
                               wire::Buffer record) {
  streams_[{fabric, stream}].push_back(std::move(record));
  ++written_;
}

bool CoreHarness::RtigReader::wants(wire::FederateHandle stream, wire::Bytes beginning) {
  const auto at = std::ranges::find(harness.sessions_, stream,
                                    [](const auto& session) { return session->member; });
  return at == harness.sessions_.end() || harness.rtig_.needs_record((*at)->link, beginning);
}

// Correct members never cause a cycle.
void CoreHarness::RtigReader::record_circular_records() {
  for (const wire::FederateHandle federate : merge.take_cycle()) {
    harness.faults_.push_back("of federate " + std::to_string(federate.value) +
                              ": a record that follows itself");
  }
}

bool CoreHarness::RtigReader::receive_record(wire::FederateHandle stream,
                                             const wire::ParsedFrame& frame) {
  record_circular_records();
  for (const auto& session : harness.sessions_) {
    if (session->member != stream) continue;
    harness.show_record(*session, true, frame.bytes());
    const wire::Buffer kept(frame.bytes().begin(),
                            frame.bytes().end());  // the stream may grow meanwhile
    const wire::Bytes beginning = beginning_of(kept);
    if (header_only(stream)) {
      harness.rtig_.receive_header(session->link, beginning);
    } else {
      harness.rtig_.receive_from_client(session->link, kept);
    }
    return true;
  }
  return false;
}

// The member reads only after it has learned of its acceptance. Until then it is already in the
// fabric.
bool CoreHarness::add_to_fabric(rtig::FabricId fabric, std::string_view /*federation*/,
                                rtig::LinkId link, wire::FederateHandle newcomer) {
  if (!options_.on_fabric || (options_.mixed && link.value % 2 == 0)) return false;
  if (session_of(link) == nullptr) return false;  // its host is another one
  if (rtig_reader_.fabric != fabric) {
    rtig_reader_.places.clear();
    rtig_reader_.wanted.clear();
    rtig_reader_.merge.clear();
    rtig_reader_.fabric = fabric;
  }
  MemberSession& session = *session_of(link);
  session.member = newcomer;
  session.entered_fabric = fabric;
  session.entered_places = rtig_reader_.places;  // earlier records are in the snapshot
  const Stream& of_rtig = streams_[{fabric, wire::kRtig}];
  session.entered_places[wire::kRtig] = {&of_rtig, of_rtig.size()};
  rtig_reader_.begin(newcomer, 0);
  return true;
}

void CoreHarness::record_accusation(wire::Bytes record) {
  const auto parsed = wire::parse_record(record);
  if (parsed->header.message_kind() != wire::Kind::FaultyFederate) return;
  const auto faulty = wire::decode<wire::FaultyFederate>(parsed->payload);
  faults_.push_back("of federate " + std::to_string(faulty->federate.value) + ": " +
                    std::string(faulty->what));
}

void CoreHarness::MemberSession::follow_membership() {
  if (std::exchange(membership, ambassador.membership_number()) == membership) return;
  follow_segment();
  merge.clear();
  places.clear();
  wanted.clear();
  if (!ambassador.on_fabric()) return;
  fabric = entered_fabric;
  places = entered_places;
  read_all_of = 0;
  for (const auto& [stream, place] : places) merge.add(stream);
}

void CoreHarness::end_fabric(rtig::FabricId fabric) {
  if (rtig_reader_.fabric != fabric) return;
  rtig_reader_.places.clear();
  rtig_reader_.wanted.clear();
  rtig_reader_.merge.clear();
}

void CoreHarness::remove_from_fabric(rtig::FabricId, wire::FederateHandle member) {
  rtig_reader_.end(member);
  for (const auto& session : sessions_) {
    if (session->member == member) session->member = {};
  }
}

void CoreHarness::publish(rtig::FabricId fabric, wire::FederateHandle, wire::Bytes record) {
  write_shared(fabric, wire::kRtig, wire::Buffer(record.begin(), record.end()));
}

void CoreHarness::MemberSession::send_record(const core::Audience& audience,
                                             std::span<const wire::Bytes> parts) {
  wire::Buffer record;
  for (const wire::Bytes part : parts) record.insert(record.end(), part.begin(), part.end());
  harness.record_accusation(record);
  if (ambassador.on_fabric() && !audience.is_outside_stream && !concerns_no_federation(record)) {
    harness.write_shared(fabric, ambassador.federate(), std::move(record));
  } else if (writes_directly(record)) {
    segment.streams->of_members[ambassador.federate()].push_back(std::move(record));
  } else if (!up_ended) {
    up.push_back({std::move(record), false});
  }
}

void CoreHarness::MemberSession::publish_note(const core::Audience&,
                                              const records::TimeNote::Words& words) {
  SharedNote& shared = harness.notes_[{fabric, ambassador.federate()}];
  shared.number += 2;
  shared.note = {words, harness.streams_[{fabric, ambassador.federate()}].size()};
  ++harness.written_;
}

void CoreHarness::MemberSession::publish_tso_position(wire::Position position) {
  harness.notes_[{fabric, ambassador.federate()}].sent = position;
}

std::span<const wire::StreamPosition> CoreHarness::MemberSession::last_tso_positions() {
  sent_tso_positions.clear();
  for (const auto& [of, place] : places) {
    if (of != wire::kRtig && place.note) sent_tso_positions.push_back({of, place.note->sent});
  }
  return sent_tso_positions;
}

void CoreHarness::MemberSession::withdraw_note() {
  publish_note({}, records::TimeNote::kEmptyWords);
}

// As in rtia::FabricMember: reads all notes at once if that is sufficient, and otherwise each, some
// of them later.
void CoreHarness::MemberSession::receive_next_notes() {
  if (!ambassador.reads_promises() || (harness.random_.below(2) == 0 && receive_all_notes()))
    return;
  for (auto& [of, place] : places) {
    if (!place.note) continue;
    const bool later = place.note_reader.has_new_note(*place.note) && harness.random_.below(4) == 0;
    if (later || !place.note_reader.read(*place.note, place.last_note)) continue;
    if (!place.is_next(place.last_note) && !TRIAD_DEFECT(note_overtakes_messages)) continue;
    if (ambassador.notes().receive(of, place.last_note.words)) place.note_reader.mark_received();
  }
}

bool CoreHarness::MemberSession::receive_all_notes() {
  if (!ambassador.notes().waits_for_notes()) return false;
  records::PromiseScan scan;
  for (const auto& [of, place] : places) {
    if (!place.note) continue;
    if (!place.is_next(place.note->note) && !TRIAD_DEFECT(note_overtakes_messages)) return false;
    scan.add(of.value, place.note->note.words);
  }
  return ambassador.notes().receive_all(scan);
}

namespace {

// Time of a message in time-stamp order; empty: it has none, or not one of Triad's own.
std::optional<double> stamp_of(const wire::Record& record) {
  if ((record.header.flags & wire::kTimeStamped) == 0) return std::nullopt;
  std::optional<double> stamp;
  const auto take = [&](const auto& message) {
    if (message && message->time.size() == sizeof(double)) {
      stamp = core::TimeType::double_of(message->time);
    }
  };
  switch (record.header.message_kind()) {
    case wire::Kind::UpdateAttributeValues:
      take(wire::decode<wire::UpdateAttributeValues>(record.payload));
      break;
    case wire::Kind::SendInteraction:
      take(wire::decode<wire::SendInteraction>(record.payload));
      break;
    case wire::Kind::DeleteObjectInstance:
      take(wire::decode<wire::DeleteObjectInstance>(record.payload));
      break;
    default:
      break;
  }
  return stamp;
}

}  // namespace

// Checks that no message comes below the bound that its receiver knows, whether the bound came from
// records, notes or the RTIG.
void CoreHarness::MemberSession::check_message(const wire::Record& record) {
  const auto stamp = stamp_of(record);
  const auto bound = stamp ? ambassador.known_lbts() : std::nullopt;
  if (!bound || bound->bytes().size() != sizeof(double)) return;
  const double least = core::TimeType::double_of(bound->bytes());
  if (*stamp >= least) return;
  harness.faults_.push_back("of federate " + std::to_string(record.header.from().value) +
                            ": a message at " + std::to_string(*stamp) + " comes to federate " +
                            std::to_string(ambassador.federate().value) + ", whose LBTS is " +
                            std::to_string(least));
}

bool CoreHarness::MemberSession::receive_record(wire::FederateHandle stream,
                                                const wire::ParsedFrame& frame) {
  if (!ambassador.is_joined()) return false;
  const wire::Buffer kept(frame.bytes().begin(),
                          frame.bytes().end());  // the stream may grow meanwhile
  const auto record = wire::parse_record(kept);
  if (record) check_message(*record);
  const auto log_before = ambassador.log_position();
  harness.show_record(*this, false, kept);
  const wire::Bytes beginning = beginning_of(kept);
  if (header_only(stream)) {
    ambassador.receive_header(beginning, stream);
    return true;
  }
  if (!ambassador.receive_record(wire::Bytes(kept), stream)) {
    harness.faults_.push_back(ambassador.fault());
    harness.lose_link(*this, ambassador.fault());
    return true;
  }
  if (stream != wire::kRtig || record->header.position <= log_before) return true;
  harness.record_delivery(*this, kept);
  if (const auto joined = wire::decode<wire::FederateJoined>(record->payload);
      joined && joined->on_fabric && record->header.message_kind() == wire::Kind::FederateJoined) {
    begin(joined->federate, 0);
  }
  if (const auto returned = wire::decode<wire::FederateReturned>(record->payload);
      returned && returned->on_fabric &&
      record->header.message_kind() == wire::Kind::FederateReturned) {
    begin(returned->federate, 0);
  }
  if (const auto resigned = wire::decode<wire::FederateResigned>(record->payload);
      resigned && record->header.message_kind() == wire::Kind::FederateResigned) {
    end(resigned->federate);
  }
  return true;
}

void CoreHarness::read_some(MemberSession& session) {
  if (!session.ambassador.on_fabric()) {
    // Its acceptance is in transit, or it is no longer a member.
    if (!session.member) {
      session.places.clear();
      session.wanted.clear();
      session.merge.clear();
    }
    return;
  }
  (void)session.merge.run(1 + random_.below(4));
  session.receive_next_notes();
  continue_call(session);
}

void CoreHarness::Links::read_shared(Federate federate) {
  MemberSession& session = *harness_.sessions_[federate];
  while (session.segment.has_input()) harness_.read_some_of_segment(session);
  if (!session.ambassador.on_fabric()) return;
  while (session.merge.run(~std::size_t{0}) > 0) {
  }
  session.receive_next_notes();
  harness_.continue_call(session);
}

// Handles the RTIG's log to its end, before every call.
void CoreHarness::catch_up(MemberSession& session) {
  if (!session.ambassador.on_fabric()) return;
  (void)session.merge.run_stream(wire::kRtig);
  session.receive_next_notes();
}

}  // namespace triad::test
