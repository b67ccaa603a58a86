// A member's end of the segment at its router, which is not the RTIG's (docs/shm-fabric.md,
// "Segments"). Only updates and interactions in receive order are read there; all other records
// come over the link.
#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "records/record_merge.hpp"
#include "rtia/hosting/hosted_shared_memory.hpp"

namespace triad::rtia {

class SegmentMember final : public SharedMemory {
 public:
  // Enters the segment when the router has admitted the member. `link` and `ambassador` must
  // outlive the object.
  static wire::Result<std::unique_ptr<SegmentMember>> enter(transport::Link& link,
                                                            Ambassador& ambassador, Offer offer);

  // Returns whether an answer was sent over the link since the last call, so that the link must be
  // flushed.
  bool take_answer_sent() { return std::exchange(has_sent_answer_, false); }
  // Writes a record for all members of the segment, though some may not want it.
  void send_record(std::span<const wire::Bytes> parts);
  // Handle records in the segment, in two steps. mark_readable() records how far the segment can be
  // read now, and is called before more is received over the link. receive_marked() handles the
  // marked records after everything received over the link has been handled. It returns their
  // number.
  void mark_readable();
  std::size_t receive_marked();
  // Handles the named records, before more is received over the link.
  void read_up_to(const wire::CausalDependencies& named);

 private:
  struct Streams : MemberStreams {
    SegmentMember& member;
    explicit Streams(SegmentMember& of) : MemberStreams{of}, member(of) {}
    // Returns false: a router's records in a segment never answer a request.
    static bool rtig_has_records() { return false; }
    bool receive_record(wire::FederateHandle stream, const wire::ParsedFrame& frame);
    // Returns the greatest position: records in a segment wait for the link, which has been handled
    // before.
    static wire::Position log_position() { return ~wire::Position{0}; }
  };

  using SharedMemory::SharedMemory;
  void add_stream(wire::FederateHandle stream) override { merge_.add(stream); }
  // Handles the router's record in its own log: which members write now.
  bool receive_from_router(const wire::ParsedFrame& frame);
  // Begins or ends reading a member's stream. Returns false if its endpoint is still in transit.
  bool apply_segment_member(const wire::SegmentMember& member);
  // Tells the router that the streams of these members have been read as far as they go.
  void send_read_to_router(std::vector<wire::FederateHandle> federates);

  Streams streams_{*this};
  records::RecordMerge<Streams, Streams> merge_{streams_, streams_};
  std::vector<std::pair<wire::FederateHandle, std::uint64_t>> marked_;
  bool has_sent_answer_ = false;
};

}  // namespace triad::rtia
