// A member's part of a recovery (wire/messages/recovery_messages.hpp; the RTIG's part is
// router/recovery.hpp). It has the positions that this member has received, keeps records aside
// while a recovery is in progress, and gives them back in an order that the federation could have
// had without the failure. The Ambassador passes it the records and handles those that it gives
// back. Private to rtia/.
//
//   state            the federate's calls and callbacks   goes on with
//   running          yes                                  loss of the link: away; RecoveryBegins
//   away             wait                                 a new link: returned
//   returned         wait                                 RecoveryBegins: stating
//   stating          wait                                 Retransmit: retransmitting
//   retransmitting   wait                                 RecoveryOver: running
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "records/defect.hpp"
#include "records/recovery_class.hpp"
#include "rtia/connection.hpp"
#include "wire/message_list.hpp"
#include "wire/record.hpp"

namespace triad::rtia {

class MemberRecovery {
 public:
  using FederateHandle = wire::FederateHandle;
  enum class State { off, running, away, returned, stating, retransmitting };

  // Keeps a reference to `connection`, which must outlive this object.
  explicit MemberRecovery(Connection& connection) : connection_(connection) {}

  // --- Membership
  struct Session {
    FederateHandle self;
    std::string federation;
    wire::SessionSecret secret;
    // Time for which the RTIG waits for the member's return.
    std::chrono::milliseconds patience{0};
    std::size_t bytes_max = 0;  // of records that are kept
  };
  void begin(Session session);
  void end();
  // Identity and progress of a member that is away, as its process or another one needs them to
  // return.
  struct Absence {
    FederateHandle self;
    std::string federation;
    wire::SessionSecret secret;
    std::uint64_t patience_ms = 0;
    std::uint32_t attempt = 0;
    std::uint64_t epoch = 0;
    std::uint64_t answers = 0;
    std::vector<wire::StreamPosition> received;  // of each member: position of its last data
  };
  Absence absence() const;
  // Begins as a member that is away.
  void continue_absence(const Absence& absence, std::size_t bytes_max);
  // Continues as this member after a restore, which has replaced all positions and counts.
  void continue_as(FederateHandle self);
  bool is_on() const { return state_ != State::off; }
  bool is_running() const { return state_ == State::running; }
  bool is_paused() const { return is_on() && !is_running(); }
  State state() const { return state_; }
  std::chrono::milliseconds patience() const { return session_.patience; }
  const std::string& federation() const { return session_.federation; }

  // --- The link
  // The link has ended.
  void lose_link();
  // Sends the request to continue by a new link.
  void return_by_link();

  // --- Received records, while running. Returns false for data that were received before. Counts
  // other records, and sends an acknowledgement if many have come.
  [[nodiscard]] bool record_received(const wire::Record& record) {
    const wire::RecordHeader& header = record.header;
    const bool is_usual = last_received_ != nullptr && header.from() == last_sender_ &&
                          records::recovery_class_downwards(header) == records::RecoveryClass::data;
    if (!is_usual) return record_other_received(record);
    if (header.position <= last_received_->position) return false;
    *last_received_ = {header.position, false};
    count_unacknowledged(record);
    return true;
  }
  // Acknowledges the records received since the last time, if there are any.
  void acknowledge();
  bool acknowledgement_is_due() const {
    const bool is_withheld =
        withholds_acknowledgements_ && !TRIAD_DEFECT(acknowledged_during_a_restore);
    return is_running() && is_ack_due_ && !is_withheld;
  }

  // --- A recovery. begin_epoch() returns false if the epoch is not higher than the last one.
  [[nodiscard]] bool begin_epoch(std::uint64_t epoch);
  // Sends the kept requests. The caller has stated everything else that is not kept.
  void send_requests();
  // Sends the kept data. Returns false if the member does not expect this.
  [[nodiscard]] bool send_data(std::uint64_t epoch);
  // Keeps a record aside that arrives during the recovery.
  void keep_aside(const wire::Record& record);
  // Ends the recovery. Returns false if the member does not expect this.
  [[nodiscard]] bool end_epoch(std::uint64_t epoch);
  // Calls handle(frame) for the records that were kept aside: before each record of the RTIG the
  // data that its causes name. Stops if handle() returns false; returns false then.
  template <class Handle>
  bool give_back(Handle&& handle) {
    const Log log = std::exchange(log_, {});
    Data data = std::exchange(data_, {});
    const auto handle_data = [&](FederateHandle sender, wire::Position up_to) {
      const auto at = data.find(sender);
      if (at == data.end()) return true;
      for (auto& queue = at->second; !queue.empty() && queue.front().first <= up_to;) {
        const wire::Buffer record = std::move(queue.front().second);
        queue.pop_front();
        if (!handle(wire::Bytes(record))) return false;
      }
      return true;
    };
    for (const wire::Buffer& frame : log) {
      if (TRIAD_DEFECT(merged_by_stamps_alone)) handle_data_by_stamps(data, handle);
      const auto record = wire::parse_record(frame);
      if (record->header.message_kind() != wire::Kind::CausalDependencies) {
        if (!handle(wire::Bytes(frame))) return false;
        continue;
      }
      const auto causes = wire::decode<wire::CausalDependencies>(record->payload);
      if (!causes || TRIAD_DEFECT(log_before_its_causes)) continue;
      for (const auto& [sender, position] : causes->handled) {
        if (!handle_data(sender, position)) return false;
      }
    }
    for (const auto& [sender, queue] : data) {
      if (!handle_data(sender, ~wire::Position{0})) return false;
    }
    return true;
  }

 private:
  using Log = std::deque<wire::Buffer>;
  using Data = std::map<FederateHandle, std::deque<std::pair<wire::Position, wire::Buffer>>>;

  // Bytes after which records are acknowledged at once.
  static constexpr std::size_t kAckBytes = std::size_t{64} << 10;

  // Position of the last data of a member that were received, and whether they have been
  // acknowledged.
  struct Received {
    wire::Position position = 0;
    bool is_acknowledged = true;
  };
  bool record_other_received(const wire::Record& record);
  void count_unacknowledged(const wire::Record& record) {
    is_ack_due_ = true;
    bytes_since_ack_ += record.frame.size();
    if (bytes_since_ack_ >= kAckBytes) acknowledge();
  }
  wire::RtigProgress progress() const { return {connection_.streams().log_position(), answers_}; }
  // Handles the beginning of a restore, or its failure.
  void record_restore(wire::Kind kind);
  void drop_kept_aside();
  // Handles data as soon as the log has reached their stamps. Only for a defect.
  template <class Handle>
  void handle_data_by_stamps(Data& data, Handle&& handle) {
    for (auto& [sender, queue] : data) {
      while (!queue.empty()) {
        const wire::Buffer frame = queue.front().second;
        const auto record = wire::parse_record(frame);
        if (record->header.after_position > connection_.streams().log_position()) break;
        queue.pop_front();
        (void)handle(wire::Bytes(frame));
      }
    }
  }

  Connection& connection_;
  State state_ = State::off;
  Session session_;
  std::uint32_t attempt_ = 0;
  std::uint64_t epoch_ = 0;  // of the last recovery
  std::map<FederateHandle, Received> received_;
  FederateHandle last_sender_ = {};  // of the last data; none: unknown
  Received* last_received_ = nullptr;
  std::uint64_t answers_ = 0;  // records of the RTIG for this member alone
  bool is_ack_due_ = false;
  // While a restore is in progress, so that no acknowledgement of the present state arrives at the
  // RTIG after it.
  bool withholds_acknowledgements_ = false;
  std::size_t bytes_since_ack_ = 0;
  Log log_;    // records of the RTIG and their causes, in order
  Data data_;  // of each member, in order
};
BOOST_DESCRIBE_STRUCT(MemberRecovery::Absence, (),
                      (self, federation, secret, patience_ms, attempt, epoch, answers, received))

}  // namespace triad::rtia
