// Members of the harness that share memory at their router, with the tasks of their host
// (rtia::SegmentPart, router/member_segment.hpp).
#include "tests/scenario/core/core_harness.hpp"

namespace triad::test {

void CoreHarness::enter_segment(Federate member, const SegmentReader& begins) {
  sessions_[member]->next_segment = begins;
}

// Handles a router's record about the segment. Returns false if the frame is another record.
bool CoreHarness::MemberSession::receive_segment_message(wire::Bytes frame) {
  const auto record = wire::parse_record(frame);
  if (!at || !record || ambassador.link_changes().recovery().is_on()) return false;
  switch (record->header.message_kind()) {
    case wire::Kind::SegmentEntered:
      segment_part.receive_from_router(wire::SegmentEntered{});
      return true;
    case wire::Kind::SegmentWrite:
      segment_part.receive_from_router(*wire::decode<wire::SegmentWrite>(record->payload));
      return true;
    case wire::Kind::LogPassed: {
      const auto passed = wire::decode<wire::LogPassed>(record->payload);
      segment_part.receive_from_router(*passed);
      if (ambassador.is_joined()) ambassador.record_log_position(passed->position);
      return true;
    }
    case wire::Kind::CausalDependencies:
      read_up_to(*wire::decode<wire::CausalDependencies>(record->payload));
      return true;
    default:
      return false;
  }
}

bool CoreHarness::MemberSession::writes_directly(wire::Bytes record) {
  const auto parsed = wire::parse_record(record);
  if (segment.streams && segment_part.can_write_directly(parsed->header)) return true;
  segment_part.record_sent_by_link(parsed->header);
  return false;
}

void CoreHarness::MemberSession::follow_segment() {
  segment = segment_part.begin() ? std::move(next_segment) : SegmentReader();
  next_segment = {};
  if (!segment.streams || up_ended) return;
  wire::SegmentRead read;
  for (const auto& [of, from] : segment.read) read.federates.push_back(of);
  wire::Buffer out;
  wire::encode_record({}, read, out);
  up.push_back({std::move(out), false});
}

// Reads which members write, and which no longer do.
void CoreHarness::MemberSession::read_router() {
  while (segment.streams && segment.read_of_router < segment.streams->of_router.size()) {
    const wire::Buffer said = segment.streams->of_router[segment.read_of_router++];
    const auto said_of = *wire::decode<wire::SegmentMember>(wire::parse_record(said)->payload);
    if (said_of.federate == ambassador.federate()) continue;
    if (!said_of.writes) {
      while (read_record_of_segment(said_of.federate)) {
      }
      segment.read.erase(said_of.federate);
      continue;
    }
    segment.read.try_emplace(said_of.federate, 0);
    wire::Buffer out;
    wire::encode_record({}, wire::SegmentRead{{said_of.federate}}, out);
    if (!up_ended) up.push_back({std::move(out), false});
  }
}

void CoreHarness::MemberSession::read_up_to(const wire::CausalDependencies& read) {
  for (const auto& [of, position] : read.handled) {
    while (const wire::Buffer* const next = segment.streams ? segment.next(of) : nullptr) {
      if (wire::parse_record(*next)->header.position > position) break;
      if (!read_record_of_segment(of)) break;
    }
  }
}

// Returns false if there is nothing more to read.
bool CoreHarness::MemberSession::read_record_of_segment(wire::FederateHandle of) {
  const wire::Buffer* const next =
      segment.streams && ambassador.is_joined() ? segment.next(of) : nullptr;
  if (next == nullptr) return false;
  const wire::Buffer kept = *next;
  ++segment.read[of];
  const auto record = wire::parse_record(kept);
  harness.show_record(*this, false, kept);
  if (!rtia::SegmentPart::is_valid_in_segment(record->header, ambassador.log_position())) {
    ambassador.report_faulty_federate(
        of, "a record in shared memory that no member may write there, after record " +
                std::to_string(record->header.after_position) + " of the log, of which it has " +
                std::to_string(ambassador.log_position()));
  } else if (ambassador.needs_record(wire::Bytes(kept))) {
    (void)ambassador.receive_record(wire::Bytes(kept), of);
  } else {
    ambassador.receive_header(wire::Bytes(kept), of);
  }
  return true;
}

// Everything that had arrived over the link is handled first.
void CoreHarness::read_some_of_segment(MemberSession& session) {
  while (!session.down.empty()) deliver_down(session);
  const bool is_lost = session.down_ended && session.down.empty();
  if (is_lost || !session.ambassador.is_joined()) session.segment = {};
  session.read_router();
  if (session.segment.streams && !session.segment.read.empty()) {
    auto of = session.segment.read.begin();
    std::advance(of, static_cast<std::ptrdiff_t>(random_.below(session.segment.read.size())));
    const wire::FederateHandle first = of->first;
    for (std::size_t left = 1 + random_.below(3); left > 0 && session.read_record_of_segment(first);
         --left) {
    }
  }
  continue_call(session);
}

}  // namespace triad::test
