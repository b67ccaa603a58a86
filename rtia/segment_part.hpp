// A member's part in a segment: which of its records it writes where others at its router read them
// directly, and which of theirs it may believe (docs/shm-fabric.md, "Segments";
// router/member_segment.hpp is the other end). Pure; the host asks it, and tells it what the router
// says.
#pragma once

#include <algorithm>
#include <optional>
#include <utility>

#include "records/local_record.hpp"
#include "wire/message_list.hpp"
#include "wire/record.hpp"

namespace triad::rtia {

class SegmentPart {
 public:
  using Position = wire::Position;

  // --- What the router says by the link.
  void on(const wire::SegmentEntered&) {
    *this = {};
    entered_ = true;
  }
  // All others have been told how far the log goes by then.
  void on(const wire::SegmentWrite& write) {
    passed_on_ = write.position;
    log_told_ = log_passed_;
  }
  void on(const wire::LogPassed& passed) { log_passed_ = std::max(log_passed_, passed.position); }
  // Its membership has begun, by a join or a restore, or it has ended. Whether it is in a segment;
  // until the router says so it may write nothing there.
  bool begin() {
    passed_on_.reset();
    sent_by_link_ = 0;
    return std::exchange(entered_, false);
  }

  // --- What the member sends.
  // Whether others are to read it directly; if not, it is sent by the link.
  bool writes(const wire::RecordHeader& header) const {
    return passed_on_ && sent_by_link_ <= *passed_on_ && header.after_position <= log_told_ &&
           records::is_local_data(header);
  }
  void note_sent_by_link(const wire::RecordHeader& header) {
    if (!records::is_for_router(header)) sent_by_link_ = std::max(sent_by_link_, header.position);
  }

  // --- What others wrote. Whether it is what they may write there, once all has been handled that
  // had come by the link.
  static bool may_stand_there(const wire::RecordHeader& header, Position log_position) {
    return records::is_local_data(header) && header.after_position <= log_position;
  }

 private:
  bool entered_ = false;
  std::optional<Position> passed_on_;
  Position sent_by_link_ = 0;
  Position log_passed_ = 0;  // as this member has been told
  Position log_told_ = 0;    // as all have been told
};

}  // namespace triad::rtia
