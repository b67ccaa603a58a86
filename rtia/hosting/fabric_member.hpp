// A federate's end of its federation's shared memory, on the RTIG's host or at another router,
// where it is a segment (below). On the RTIG's host: what the RTIG and the other members on this
// host write it reads directly, and hands to the Ambassador in the order of records::RecordMerge;
// what the Ambassador sends it writes once for all of them. The link to the RTIG stays beside it:
// it carries what is no membership's (create, join), the endpoints of newcomers, and the news that
// the RTIG is gone.
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
  // Passes an outbox of its own to the RTIG, for the join that is asked for next. Null where `link`
  // leads out of this host. Both must outlive it.
  static wire::Result<std::unique_ptr<FabricMember>> offer(transport::Link& link,
                                                           Ambassador& ambassador,
                                                           const transport::FabricOptions& options);
  ~FabricMember() override;

  // The join has been accepted with Ambassador::on_fabric(). The error ends the membership.
  wire::Result<void> enter();

  void send(const core::Audience& audience, std::span<const wire::Bytes> parts);
  // --- A segment: the others' updates and interactions in receive order alone are read there, the
  // rest comes by the link (docs/shm-fabric.md, "Segments").
  // The router has let it in.
  wire::Result<void> enter_segment();
  bool is_segment() const { return is_segment_; }
  // Something was sent by the link since this was asked last, and is to be flushed.
  bool take_answered() { return std::exchange(answered_, false); }
  // For all there, though some may not want it.
  void write(std::span<const wire::Bytes> parts);
  // What can be read now, before more is taken from the link; then, when all that had come by it
  // has been handled, that is handled. How many records.
  void mark();
  std::size_t handle_marked();
  // What has to be handled before more is taken from the link.
  void read_up_to(const wire::CausalDependencies& named);

  // What was sent can be read by whoever looks. False: something has found no room.
  bool publish() {
    fabric_->publish();
    return fabric_->queued_bytes() == 0;
  }
  // As Uplink::exchange.
  bool exchange(wire::Bytes record, wire::Buffer& memory);
  void wake(wire::FederateHandle federate);
  // As Uplink has them.
  void note(const core::Audience& audience, const records::TimeNote::Words& note);
  void take_note_back() { fabric_->note_at_once(records::TimeNote::kNothing); }
  void sent_in_order(wire::Position position) { fabric_->sent_in_order(position); }
  std::span<const wire::StreamPosition> last_in_order() { return notes_.last_in_order(); }
  // Everything that others have noted is known to the ambassador from here on.
  void read_notes();
  // Something has been sent by the link.
  void wake_rtig() { fabric_->concern(transport::kCoordinator); }

  // Handles about so many records.
  std::size_t handle(std::size_t records_max);
  // Handles what was there when it was called, and what that names.
  std::size_t handle_arrived();
  // Handles the RTIG's log to its end, so that what is sent next is matched by it. One look when
  // there is no news.
  void catch_up();
  // Whom the last promise wakes may have been computed without something that came at the same
  // time: takes that in, and has it computed anew. After each flush, and before the next sleep.
  void recompute_wake_ups(std::size_t records_max);
  // For whom what finds no room waits most; empty: it has found room.
  std::optional<wire::FederateHandle> slowest() const;
  // Why the membership has to end; empty: it goes on.
  const std::string& fault() const { return fault_; }

  // --- To be waited for: the link to the RTIG, and the fabric, in one.
  void flush() override;
  [[nodiscard]] std::size_t queued_bytes() const override;
  [[nodiscard]] bool has_input() override;
  [[nodiscard]] bool look_is_cheap() const override { return true; }
  [[nodiscard]] std::size_t others_awake() const override {
    return fabric_id_ != 0 ? fabric_->others_awake() : 0;
  }
  [[nodiscard]] int descriptor() const override { return link_.descriptor(); }
  [[nodiscard]] int second_descriptor() const override { return fabric_->descriptor(); }
  [[nodiscard]] bool wants_write() const override { return link_.wants_write(); }
  [[nodiscard]] bool prepare_wait() override;
  void finish_wait() override;
  void finish_wait(bool link_ready, bool rung) override;
  [[nodiscard]] std::optional<bool> wait_shortly(transport::Clock::time_point until) override;

 private:
  // What records::RecordMerge asks for, under names of its own.
  struct Streams {
    FabricMember& member;
    std::optional<wire::Bytes> next(wire::FederateHandle stream);
    std::optional<wire::Bytes> beginning(wire::FederateHandle stream);
    // What a router says in a segment answers nobody.
    bool rtig_has_records() const {
      return !member.is_segment_ && member.fabric_->has_input_of_coordinator();
    }
    void pop(wire::FederateHandle stream);
    bool handle(wire::FederateHandle stream, wire::Bytes frame);
    // What stands in a segment waits for the link, which has been handled before.
    wire::Position log_position() const {
      return member.is_segment_ ? ~wire::Position{0} : member.ambassador_.log_position();
    }
    std::optional<wire::Position> forwarded_position(wire::FederateHandle federate) const {
      return member.ambassador_.forwarded_position(federate);
    }
  };

  bool take_of_segment(wire::FederateHandle stream, wire::Bytes frame);
  bool take_member(const wire::SegmentMember& member);
  void tell_read(std::vector<wire::FederateHandle> federates);
  FabricMember(transport::Link& link, Ambassador& ambassador,
               std::unique_ptr<transport::Fabric> fabric);
  bool reads_notes() const { return !is_segment_ && ambassador_.reads_promises(); }
  bool has_unread() const;
  void choose_looks();
  // Notes (fabric_member_notes.cpp).
  void heed_notes();
  void take_notes();
  void take_each_note();
  void wake_by_notes();
  void concern(const core::Audience& audience);
  void after_handling();
  bool admit(const wire::Record& record);
  bool admit(wire::FederateHandle newcomer);
  void take_endpoints();
  wire::Result<void> open_bells(const transport::PassedDescriptors& bells);
  wire::Result<void> attach(const transport::AttachMessage& note,
                            transport::PassedDescriptors endpoint, std::uint64_t they_read_from);
  void look_for_trouble();
  void flush_fabric();
  bool to_recompute() const {
    return fabric_id_ != 0 && fault_.empty() && ambassador_.must_recompute_wake_ups();
  }

  transport::Link& link_;
  Ambassador& ambassador_;
  const std::unique_ptr<transport::Fabric> fabric_;
  transport::ParticipantId fabric_id_ = 0;  // 0: not entered
  bool is_segment_ = false;
  bool answered_ = false;
  std::vector<std::pair<wire::FederateHandle, std::uint64_t>> marked_;
  Streams streams_{*this};
  records::RecordMerge<Streams, Streams> merge_{streams_, streams_};
  std::vector<wire::FederateHandle> with_records_;  // of handle()
  std::deque<std::pair<transport::AttachMessage, transport::PassedDescriptors>> endpoints_;
  std::string fault_;
  wire::FederateHandle handling_;  // whose record is given to the ambassador; none: not a member's
  bool promise_unpublished_ = false;
  NotesOfOthers<transport::Fabric> notes_{*fabric_};
};

}  // namespace triad::rtia
