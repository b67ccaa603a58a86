// A federate's end of its federation's fabric, on the RTIG's machine. It reads records of the RTIG
// and of other members directly and passes them to the Ambassador in the order of
// records::RecordMerge. It writes each of the Ambassador's records once for all.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "records/record_merge.hpp"
#include "rtia/hosting/hosted_shared_memory.hpp"
#include "rtia/hosting/notes_of_others.hpp"

namespace triad::rtia {

class FabricMember final : public SharedMemory {
 public:
  // Enters the fabric when the join has been accepted with Ambassador::on_fabric(). An error ends
  // the membership. `link` and `ambassador` must outlive the object.
  static wire::Result<std::unique_ptr<FabricMember>> enter(transport::Link& link,
                                                           Ambassador& ambassador, Offer offer);

  void send_record(const core::Audience& audience, std::span<const wire::Bytes> parts);
  // Wakes that member at the next flush.
  void wake(wire::FederateHandle federate) { fabric_->wake_on_flush(participant(federate)); }
  // Publishes this member's promise at the next flush, and wakes `audience`, which waits for it.
  void publish_note(const core::Audience& audience, const records::TimeNote::Words& note);
  // Replaces this member's note by an empty one at once.
  void withdraw_note() { fabric_->notes().publish_at_once(records::TimeNote::kEmptyWords); }
  // Records that the record sent last, at this position, is in time-stamp order.
  void publish_tso_position(wire::Position position) {
    fabric_->notes().publish_tso_position(position);
  }
  // Returns the last such position of each other member. Valid until the next call.
  std::span<const wire::StreamPosition> last_tso_positions() { return notes_.last_tso_positions(); }
  // Passes new notes of other members to the ambassador, if their logs have been read up to them.
  // Has no effect if this member does not read promises.
  void read_notes();

  // Handles about `records_max` records. Returns their number.
  std::size_t receive_records(std::size_t records_max);
  // Handles all records present at the call, and the records that these depend on.
  std::size_t receive_arrived();
  // Handles the RTIG's log to its end, so that the next call uses the latest declarations. Costs
  // one look if there is nothing new.
  void catch_up();
  // Recomputes which members the last promise wakes, until no recomputation is due. Each round
  // handles about `records_max` records, reads notes and flushes. Called after each flush, and
  // before the next sleep.
  void recompute_wake_ups(std::size_t records_max);

  // --- Waitable.
  void flush() override;
  [[nodiscard]] bool has_input() override;
  [[nodiscard]] bool prepare_wait() override;
  void finish_wait(bool link_ready, bool rung) override;
  using SharedMemory::finish_wait;
  [[nodiscard]] std::optional<bool> wait_shortly(transport::Clock::time_point until) override;

 private:
  struct Streams : MemberStreams {
    FabricMember& member;
    explicit Streams(FabricMember& of) : MemberStreams{of}, member(of) {}
    bool rtig_has_records() const { return member.fabric_->logs().has_input_of_coordinator(); }
    bool receive_record(wire::FederateHandle stream, const wire::ParsedFrame& frame);
    wire::Position log_position() const { return member.ambassador_.log_position(); }
  };

  using SharedMemory::SharedMemory;
  void add_stream(wire::FederateHandle stream) override { merge_.add(stream); }
  bool reads_notes() const { return ambassador_.reads_promises(); }
  bool has_unread() const;
  // Chooses between looks at all members and looks at members that rang.
  void configure_scans();
  // Handles a record of the RTIG's log. Returns false if it must be read again later.
  bool receive_from_rtig(const wire::ParsedFrame& frame);
  // Attaches a new member that shares memory. Returns false if its endpoint is still in transit.
  bool admit_newcomer(const wire::Record& record);
  // Notes (fabric_member_notes.cpp).
  void watch_notes();
  // Handles notes of members with logs that have been read up to them, all together if possible.
  void receive_notes();
  void receive_each_note();
  // Wakes the members that the own note lets advance, as all notes show.
  void wake_by_notes();
  // Wakes the receivers of a record when it is flushed.
  void wake_audience(const core::Audience& audience);
  // Publishes queued records and the note, then wakes members by the note.
  void flush_fabric();
  bool needs_wake_recompute() const {
    return fault_.empty() && ambassador_.notes().must_recompute_wake_ups();
  }

  Streams streams_{*this};
  records::RecordMerge<Streams, Streams> merge_{streams_, streams_};
  std::vector<wire::FederateHandle> with_records_;  // temporary of receive_records()
  bool promise_unpublished_ = false;
  NotesOfOthers<transport::Fabric::Notes> notes_{fabric_->notes()};
};

}  // namespace triad::rtia
