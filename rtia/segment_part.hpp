// A member's part in a segment (members that share memory at a router other than the RTIG's): which
// of its records it writes where the others read them directly, and which of their records it
// accepts (docs/shm-fabric.md, "Segments"; the router's side is router/member_segment.hpp). Pure
// rules. The host, the code that runs the Ambassador, passes the router's records to it.
#pragma once

#include <algorithm>
#include <optional>
#include <utility>

#include "records/record_class.hpp"
#include "wire/message_list.hpp"
#include "wire/record.hpp"

namespace triad::rtia {

class SegmentPart {
 public:
  using Position = wire::Position;

  // --- Records that the router sends over the link.
  void receive_from_router(const wire::SegmentEntered&) {
    *this = {};
    entered_ = true;
  }
  // Handles the permission to write in the segment. All other members have received the log as far
  // as this member.
  void receive_from_router(const wire::SegmentWrite& write) {
    passed_on_ = write.position;
    log_known_to_all_ = log_passed_;
  }
  void receive_from_router(const wire::LogPassed& passed) {
    log_passed_ = std::max(log_passed_, passed.position);
  }
  // Handles the beginning or end of a membership. Returns true if the member is in a segment. It
  // writes nothing there until SegmentWrite arrives.
  bool begin() {
    passed_on_.reset();
    sent_by_link_ = 0;
    return std::exchange(entered_, false);
  }

  // --- Sent records. can_write_directly() returns whether other members read the record directly;
  // if not, it is sent over the link.
  bool can_write_directly(const wire::RecordHeader& header) const {
    return passed_on_ && sent_by_link_ <= *passed_on_ &&
           header.after_position <= log_known_to_all_ && records::is_local_data(header);
  }
  void record_sent_by_link(const wire::RecordHeader& header) {
    if (!records::is_for_router(header)) sent_by_link_ = std::max(sent_by_link_, header.position);
  }

  // --- Other members' records. Returns whether a record may be in the segment, once everything
  // that had arrived over the link is handled.
  static bool is_valid_in_segment(const wire::RecordHeader& header, Position log_position) {
    return records::is_local_data(header) && header.after_position <= log_position;
  }

 private:
  bool entered_ = false;
  // Own records that the router has forwarded; none: must not write in the segment.
  std::optional<Position> passed_on_;
  Position sent_by_link_ = 0;
  Position log_passed_ = 0;        // as told to this member
  Position log_known_to_all_ = 0;  // as told to all members
};

}  // namespace triad::rtia
