// SharedMemory: a federate's end of memory that it shares with others on its machine. It attaches
// the others, flushes, and waits for the memory and for the link to the RTIG together. FabricMember
// (all records, on the RTIG's machine) and SegmentMember (updates and interactions in receive
// order, at another router) say which records it reads there, and in which order. The link remains.
// It carries records that precede a membership (create, join) and the endpoints of new members, and
// its end shows that the RTIG is gone.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "rtia/ambassador.hpp"
#include "transport/fabric/attach_message.hpp"
#include "transport/fabric/fabric.hpp"
#include "transport/link.hpp"

namespace triad::rtia {

class SharedMemory : public transport::Waitable {
 public:
  // Passes an outbox of this process to the RTIG, for the next membership. Returns null if `link`
  // leads to another machine.
  using Offer = std::unique_ptr<transport::Fabric>;
  static wire::Result<Offer> offer(transport::Link& link, const transport::FabricOptions& options);

  // Makes sent records visible to readers. Returns false if some have found no room.
  bool publish() {
    fabric_->publish();
    return fabric_->queued_bytes() == 0;
  }
  // Exchanges `memory` for the memory that begins with `record`, so that it is not copied. Valid
  // only while the Ambassador handles that record. Returns false if it must be copied.
  bool exchange(wire::Bytes record, wire::Buffer& memory) {
    return current_sender_ && fabric_->logs().exchange(current_sender_.value, record, memory);
  }
  // Wakes the RTIG at the next flush, because something was sent over the link.
  void wake_rtig() { fabric_->wake_on_flush(transport::kCoordinator); }
  // Returns the member, or kRtig, that has the most to read while records find no room; empty: all
  // records have found room.
  std::optional<wire::FederateHandle> slowest() const;
  // Returns the error that ends the membership; empty: none.
  const std::string& fault() const { return fault_; }

  // --- Waitable: the link to the RTIG and the memory together.
  void flush() override;
  [[nodiscard]] std::size_t queued_bytes() const override;
  [[nodiscard]] bool has_input() override { return link_.has_input() || fabric_->has_input(); }
  [[nodiscard]] bool is_poll_cheap() const override { return true; }
  [[nodiscard]] std::size_t awake_others_count() const override { return fabric_->awake_senders(); }
  [[nodiscard]] int descriptor() const override { return link_.descriptor(); }
  [[nodiscard]] int second_descriptor() const override { return fabric_->descriptor(); }
  [[nodiscard]] bool wants_write() const override { return link_.wants_write(); }
  [[nodiscard]] bool prepare_wait() override;
  void finish_wait() override;
  void finish_wait(bool link_ready, bool rung) override;

 protected:
  // Keeps references to `link` and `ambassador`, which must outlive the object.
  SharedMemory(transport::Link& link, Ambassador& ambassador, Offer offer)
      : link_(link), ambassador_(ambassador), fabric_(std::move(offer)) {}

  // Part of the source and sink of records::RecordMerge. Its names differ from those of Waitable.
  struct MemberStreams {
    SharedMemory& memory;
    bool next(wire::FederateHandle stream, wire::ParsedFrame& frame);
    std::optional<wire::Bytes> beginning(wire::FederateHandle stream) {
      return memory.fabric_->logs().beginning(participant(stream));
    }
    void pop(wire::FederateHandle stream) { memory.fabric_->logs().pop(participant(stream)); }
    std::optional<wire::Position> forwarded_position(wire::FederateHandle federate) const {
      return memory.ambassador_.forwarded_position(federate);
    }
  };

  // Convert between federates and participants of the fabric. The RTIG is its coordinator.
  static transport::ParticipantId participant(wire::FederateHandle federate) {
    return federate == wire::kRtig ? transport::kCoordinator : federate.value;
  }
  static wire::FederateHandle stream_of(transport::ParticipantId id) {
    return id == transport::kCoordinator ? wire::kRtig : wire::FederateHandle(id);
  }

  // Attaches the RTIG and all members. Their endpoints arrived before the acceptance. An error ends
  // the membership.
  wire::Result<void> enter();
  // Attaches a new member, which reads this federate's records written since the RTIG admitted it.
  // Returns false if its endpoint is still in transit, or if attaching it failed (fault()).
  bool admit(wire::FederateHandle newcomer);
  // Reads the stream of an attached participant from now on.
  virtual void add_stream(wire::FederateHandle stream) = 0;
  // Passes a member's record, or only its beginning if the rest is not needed.
  void receive_from_member(wire::FederateHandle stream, const wire::ParsedFrame& frame);
  // Returns whether the log has unhandled records before `end`, a byte offset in it.
  bool has_records_before(transport::ParticipantId id, std::uint64_t end) const {
    return fabric_->logs().read_up_to(id) < end || fabric_->logs().is_amid_message(id);
  }
  // Releases the memory of handled records, if the federate is joined, and checks the fabric.
  // Called after each turn of reading.
  void after_receiving();
  // Reports faults of other members' shared memory to the RTIG. A fault of the RTIG's end sets
  // fault(), which then ends the membership.
  void check_fabric();

  transport::Link& link_;
  Ambassador& ambassador_;
  const std::unique_ptr<transport::Fabric> fabric_;
  std::string fault_;

 private:
  void receive_endpoints();
  wire::Result<void> open_bells(const transport::PassedDescriptors& bells);
  wire::Result<void> attach(const transport::AttachMessage& note,
                            transport::PassedDescriptors endpoint, std::uint64_t they_read_from);

  transport::ParticipantId fabric_id_ = 0;
  std::deque<std::pair<transport::AttachMessage, transport::PassedDescriptors>> endpoints_;
  wire::FederateHandle current_sender_;  // of the member's record being handled; empty: none
};

}  // namespace triad::rtia
