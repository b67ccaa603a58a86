// A federate's end of its federation's shared memory. On the RTIG's host it reads records of the
// RTIG and of other members directly and passes them to the Ambassador in the order of
// records::RecordMerge. It writes each of the Ambassador's records once for all. At another router
// the shared memory is a segment (see below). The link to the RTIG remains. It carries records that
// precede a membership (create, join) and the endpoints of new members, and its end shows that the
// RTIG is gone.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "records/record_merge.hpp"
#include "rtia/ambassador.hpp"
#include "rtia/hosting/notes_of_others.hpp"
#include "transport/fabric/attach_message.hpp"
#include "transport/fabric/fabric.hpp"
#include "transport/link.hpp"

namespace triad::rtia {

class FabricMember final : public transport::Waitable {
 public:
  // Passes an outbox of this process to the RTIG, for the next join. Returns null if `link` leads
  // to another host. `link` and `ambassador` must outlive the object.
  static wire::Result<std::unique_ptr<FabricMember>> offer(transport::Link& link,
                                                           Ambassador& ambassador,
                                                           const transport::FabricOptions& options);
  ~FabricMember() override;

  // Enters the fabric when the join has been accepted with Ambassador::on_fabric(). An error ends
  // the membership.
  wire::Result<void> enter();

  void send(const core::Audience& audience, std::span<const wire::Bytes> parts);
  // --- Segments. Only the others' updates and interactions in receive order are read there; all
  // other records come over the link (docs/shm-fabric.md, "Segments"). enter_segment(): the router
  // has admitted the member.
  wire::Result<void> enter_segment();
  bool is_segment() const { return is_segment_; }
  // Returns whether an answer was sent over the link since the last call, so that the link must be
  // flushed.
  bool take_answer_sent() { return std::exchange(has_sent_answer_, false); }
  // Writes a record for all members of the segment, though some may not want it.
  void send_to_segment(std::span<const wire::Bytes> parts);
  // mark_readable() notes how far the segment can be read now, and is called before more is
  // received over the link. receive_marked() handles the marked records after everything received
  // over the link has been handled. Returns their number.
  void mark_readable();
  std::size_t receive_marked();
  // Handles the named records, before more is received over the link.
  void read_up_to(const wire::CausalDependencies& named);

  // Makes sent records visible to readers. Returns false if some have found no room.
  bool publish() {
    fabric_->publish();
    return fabric_->queued_bytes() == 0;
  }
  // As Uplink::exchange.
  bool exchange(wire::Bytes record, wire::Buffer& memory);
  void wake(wire::FederateHandle federate);
  // As in Uplink.
  void publish_note(const core::Audience& audience, const records::TimeNote::Words& note);
  void withdraw_note() { fabric_->notes().publish_at_once(records::TimeNote::kNothing); }
  void publish_tso_position(wire::Position position) {
    fabric_->notes().publish_tso_position(position);
  }
  std::span<const wire::StreamPosition> last_tso_positions() { return notes_.last_tso_positions(); }
  // Passes all other members' notes to the ambassador.
  void read_notes();
  // Wakes the RTIG, because something was sent over the link.
  void wake_rtig() { fabric_->wake_on_flush(transport::kCoordinator); }

  // Handles about `records_max` records. Returns their number.
  std::size_t receive_records(std::size_t records_max);
  // Handles all records present at the call, and the records that these depend on.
  std::size_t receive_arrived();
  // Handles the RTIG's log to its end, so that the next sent record is matched by it. Costs one
  // look if there is nothing new.
  void catch_up();
  // Computes again which members the last promise wakes, because the computation may have missed
  // something that arrived at the same time. Called after each flush, and before the next sleep.
  void recompute_wake_ups(std::size_t records_max);
  // Member that has the most to read while a record finds no room; empty: all records have found
  // room.
  std::optional<wire::FederateHandle> slowest() const;
  // Error that ends the membership; empty: none.
  const std::string& fault() const { return fault_; }

  // --- Waitable: the link to the RTIG and the fabric together.
  void flush() override;
  [[nodiscard]] std::size_t queued_bytes() const override;
  [[nodiscard]] bool has_input() override;
  [[nodiscard]] bool is_poll_cheap() const override { return true; }
  [[nodiscard]] std::size_t awake_others_count() const override {
    return fabric_id_ != 0 ? fabric_->awake_senders() : 0;
  }
  [[nodiscard]] int descriptor() const override { return link_.descriptor(); }
  [[nodiscard]] int second_descriptor() const override { return fabric_->descriptor(); }
  [[nodiscard]] bool wants_write() const override { return link_.wants_write(); }
  [[nodiscard]] bool prepare_wait() override;
  void finish_wait() override;
  void finish_wait(bool link_ready, bool rung) override;
  [[nodiscard]] std::optional<bool> wait_shortly(transport::Clock::time_point until) override;

 private:
  // Interface for records::RecordMerge. Its names differ from those of Waitable.
  struct Streams {
    FabricMember& member;
    std::optional<wire::Bytes> next(wire::FederateHandle stream);
    std::optional<wire::Bytes> beginning(wire::FederateHandle stream);
    // A router's records in a segment never answer a request.
    bool rtig_has_records() const {
      return !member.is_segment_ && member.fabric_->logs().has_input_of_coordinator();
    }
    void pop(wire::FederateHandle stream);
    bool handle(wire::FederateHandle stream, wire::Bytes frame);
    // Records in a segment wait for the link, which has been handled before.
    wire::Position log_position() const {
      return member.is_segment_ ? ~wire::Position{0} : member.ambassador_.log_position();
    }
    std::optional<wire::Position> forwarded_position(wire::FederateHandle federate) const {
      return member.ambassador_.forwarded_position(federate);
    }
  };

  bool receive_from_segment(wire::FederateHandle stream, wire::Bytes frame);
  bool apply_segment_member(const wire::SegmentMember& member);
  void send_read_to_router(std::vector<wire::FederateHandle> federates);
  FabricMember(transport::Link& link, Ambassador& ambassador,
               std::unique_ptr<transport::Fabric> fabric);
  bool reads_notes() const { return !is_segment_ && ambassador_.reads_promises(); }
  bool has_unread() const;
  void configure_scans();
  // Notes (fabric_member_notes.cpp).
  void watch_notes();
  void receive_notes();
  void receive_each_note();
  void wake_by_notes();
  void wake_audience(const core::Audience& audience);
  void after_receiving();
  bool admit(const wire::Record& record);
  bool admit(wire::FederateHandle newcomer);
  void receive_endpoints();
  wire::Result<void> open_bells(const transport::PassedDescriptors& bells);
  wire::Result<void> attach(const transport::AttachMessage& note,
                            transport::PassedDescriptors endpoint, std::uint64_t they_read_from);
  void check_fabric();
  void flush_fabric();
  bool needs_wake_recompute() const {
    return fabric_id_ != 0 && fault_.empty() && ambassador_.must_recompute_wake_ups();
  }

  transport::Link& link_;
  Ambassador& ambassador_;
  const std::unique_ptr<transport::Fabric> fabric_;
  transport::ParticipantId fabric_id_ = 0;  // 0: not entered
  bool is_segment_ = false;
  bool has_sent_answer_ = false;
  std::vector<std::pair<wire::FederateHandle, std::uint64_t>> marked_;
  Streams streams_{*this};
  records::RecordMerge<Streams, Streams> merge_{streams_, streams_};
  std::vector<wire::FederateHandle> with_records_;  // temporary of handle()
  std::deque<std::pair<transport::AttachMessage, transport::PassedDescriptors>> endpoints_;
  std::string fault_;
  wire::FederateHandle
      current_sender_;  // sender of the record being handled; empty: the RTIG, or none
  bool promise_unpublished_ = false;
  NotesOfOthers<transport::Fabric::Notes> notes_{fabric_->notes()};
};

}  // namespace triad::rtia
