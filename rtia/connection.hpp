// Sending side of an RTIA, and the positions up to which it has handled other streams: the part of
// an Ambassador that outlives its memberships. Knows neither the federation nor the call in
// progress. Private to rtia/.
#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "core/audience.hpp"
#include "queues/record_queue.hpp"
#include "records/stream_positions.hpp"
#include "rtia/retention.hpp"
#include "rtia/rules_at_router.hpp"
#include "rtia/uplink.hpp"
#include "wire/message_list.hpp"
#include "wire/record.hpp"

namespace triad::rtia {

class Connection {
 public:
  explicit Connection(Uplink& uplink) : uplink_(uplink) {}

  // Encodes and sends a record. Before the federate has joined, `from` is a handle that no federate
  // has.
  template <class Message>
  void send_message(wire::FederateHandle from, const core::Audience& audience,
                    const Message& message, std::uint16_t flags = 0);
  template <class Message>
  void send_to_rtig(wire::FederateHandle from, const Message& message) {
    send_message(from, {core::Audience::Kind::rtig, {}}, message);
  }
  // Sends an acknowledgement. It takes no position, because a member that only acknowledges counts
  // as quiet.
  void acknowledge(wire::FederateHandle from, const wire::Ack& ack);
  // Sends kept records again, as they were.
  void resend(const queues::RecordQueue& kept);
  void resend(wire::Bytes record);
  // Records that this member may have to send again.
  Retention& retention() { return retention_; }
  const Retention& retention() const { return retention_; }
  // Publishes a note, this member's time promise in shared memory. It replaces a TimeReport and
  // takes a position as a record does.
  void publish_note(const core::Audience& audience, records::TimeNote report) {
    report.sender_position = ++position_;
    report.log_position = streams_.log_position();
    uplink_.publish_note(audience, report.to_words());
  }
  void withdraw_note() { uplink_.withdraw_note(); }
  void publish_tso_position() { uplink_.publish_tso_position(position_); }
  std::span<const wire::StreamPosition> last_tso_positions() {
    return uplink_.last_tso_positions();
  }
  wire::Position position() const { return position_; }  // of the last record sent
  // Raises the position of the last record to `position` if it is lower.
  void continue_from(wire::Position position) { position_ = std::max(position_, position); }

  // Returns the positions handled in the streams of the RTIG and of other members.
  records::StreamPositions& streams() { return streams_; }
  const records::StreamPositions& streams() const { return streams_; }

  // Counts received bytes, for the MOM.
  void count_received(std::size_t bytes) { bytes_.received += bytes; }
  // Bytes of all records of this member, and of all records received.
  struct ByteCounts {
    std::uint64_t sent = 0;
    std::uint64_t received = 0;
  };
  const ByteCounts& byte_counts() const { return bytes_; }

  // Returns the rules in force at the nearest router of a mesh.
  const RulesAtRouter& rules() const { return rules_; }
  void set_rules(RulesAtRouter rules) { rules_ = std::move(rules); }

  // Calls of the Uplink. wake(): wakes a sleeping member of the fabric. exchange(): takes over the
  // memory of a received record. can_move(): another router is known. log_line(): writes to the log
  // of the federate's process.
  void wake(wire::FederateHandle federate) { uplink_.wake(federate); }
  bool exchange(wire::Bytes record, wire::Buffer& memory) {
    return uplink_.exchange(record, memory);
  }
  bool can_move() const { return uplink_.can_move(); }
  void log_line(std::string_view line) { uplink_.log_line(line); }
  // Logs a line once for each subject, for at most kToldMax subjects.
  template <class MakeLine>
  void log_once(std::string subject, MakeLine&& make_line) {
    if (logged_subjects_.size() >= kLoggedSubjectsMax ||
        !logged_subjects_.insert(std::move(subject)).second)
      return;
    log_line(make_line());
  }

 private:
  static constexpr std::size_t kLoggedSubjectsMax = 1000;

  template <class Message>
  static bool needs_causal_dependencies(const core::Audience& audience, const Message& message);
  // Sends the positions handled since the last such record, ahead of the next record.
  void send_causal_dependencies(wire::FederateHandle from);

  Uplink& uplink_;
  wire::Position position_ = 0;
  Retention retention_;
  records::StreamPositions streams_;
  ByteCounts bytes_;
  RulesAtRouter rules_;
  std::set<std::string> logged_subjects_;  // subjects of log_once()
  wire::Buffer out_;                       // record being sent; kept for its capacity
};

// Returns whether the record depends on other members' records that may have reached this member by
// another path than its readers use. That is so for requests, and for the use of a name that has
// become free.
template <class Message>
bool Connection::needs_causal_dependencies(const core::Audience& audience, const Message& message) {
  if constexpr (std::is_same_v<Message, wire::ObjectInstanceRegistered>) {
    return !message.name.empty();
  }
  return audience.kind == core::Audience::Kind::rtig;
}

template <class Message>
void Connection::send_message(wire::FederateHandle from, const core::Audience& audience,
                              const Message& message, std::uint16_t flags) {
  if (needs_causal_dependencies(audience, message)) send_causal_dependencies(from);
  wire::RecordHeader header;
  header.flags = flags;
  if (audience.kind == core::Audience::Kind::rtig) header.flags |= wire::kToRtig;
  header.sender = from.value;
  header.position = ++position_;
  header.addressee = audience.federate.value;
  header.after_position = streams_.log_position();
  header.interest_key = audience.interest.key;
  header.interest_mask = audience.interest.mask;
  out_.clear();
  wire::GatherSegment values;
  wire::encode_record(header, message, out_, &values, audience.interest.cells);
  const wire::Bytes record(out_);
  bytes_.sent += record.size() + values.bytes.size();
  const wire::Bytes parts[] = {record.first(values.at), values.bytes, record.subspan(values.at)};
  const bool is_whole = values.bytes.empty();
  const std::span<const wire::Bytes> sent = is_whole ? std::span(&record, 1) : std::span(parts);
  if (retention_.is_enabled()) {
    header.kind = static_cast<std::uint16_t>(wire::kind_of<Message>);
    retention_.keep(header, sent);
  }
  uplink_.send_record(audience, sent);
}

}  // namespace triad::rtia
