// The coordinator of a fabric: the end of rtig or a router in the memory that the members of one
// federation on its machine share. Each participant writes its own log and reads the logs of the
// others; a doorbell wakes a participant that sleeps. The coordinator attaches members, writes the
// log of its program, and reads those of the members. The event loop waits for it as for a link.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "records/record_merge.hpp"
#include "router/fabric_id.hpp"
#include "router/link_id.hpp"
#include "transport/fabric/attach_message.hpp"
#include "transport/fabric/fabric.hpp"
#include "transport/link.hpp"

namespace triad::router {

class FabricCoordinator final : public transport::Waitable {
 public:
  // Receives the records of members. A member is named by its link.
  struct Receiver {
    std::function<void(LinkId, wire::Bytes)> on_record;
    // Returns true if the rest of a long record, of which only these first bytes have come, is
    // needed. If not, the rest is skipped.
    std::function<bool(LinkId, const wire::ParsedFrame&)> needs_rest;
    // Handles the beginning of a record, if its rest is not needed.
    std::function<void(LinkId, const wire::ParsedFrame&)> on_header_only;
    // Serves the member's link, which has input. A member at a link in shared memory rings this
    // fabric's doorbell for it, and not the link's own bell.
    std::function<void(LinkId)> serve_link;
  };

  static transport::Result<std::unique_ptr<FabricCoordinator>> create(
      FabricId id, const transport::FabricOptions& options, Receiver receiver);

  // Attaches a newcomer. `endpoint`: descriptors of its memory, received by its link. Passes the
  // newcomer's endpoint to all members, and all endpoints to the newcomer. The error's text is for
  // the log. The next published record is the newcomer's first from this end. `link` must live
  // until the member leaves.
  transport::Result<void> attach(wire::FederateHandle newcomer, LinkId id, transport::Link& link,
                                 transport::PassedDescriptors endpoint);
  // Handles all records that members have written. Called before a newcomer enters. The newcomer
  // reads only later records, so none may be left that was read and still waits for its cause.
  void drain_all();
  // Handles all records of a member that will write no more.
  void drain(wire::FederateHandle member);
  // Handles the records that the member has written so far. Called before an input of its link that
  // must come after them.
  void drain_written(wire::FederateHandle member);
  // Detaches a member. Its unread records are lost unless drain() was called.
  void detach(wire::FederateHandle member);
  std::optional<LinkId> link_of(wire::FederateHandle member) const;
  // Makes members ring their links' own bells again. Called before this fabric ends, if the links
  // remain.
  void restore_link_bells();

  // Publishes a record to all members. Wakes only `to`, or all members if `to` is empty.
  void publish(wire::FederateHandle to, wire::Bytes record);
  void wake(wire::FederateHandle member) { fabric_->wake_on_flush(member.value); }
  // Wakes a member that must look at all logs, also at those of members that did not ring it.
  // kRtig: the next run() looks at all logs.
  void wake_to_read_all(wire::FederateHandle member) {
    if (member == wire::kRtig) return fabric_->mark_all_logs();
    fabric_->wake_on_flush_for_all_logs(member.value);
  }
  FabricMemberState member_state(wire::FederateHandle member) const;
  // Returns the slowest member, if this end has queued output that waits for room. Empty if nothing
  // is queued.
  std::optional<LinkId> lagging_member() const;
  // State of the message that the member is writing, by which a member that stops amid a message is
  // noticed.
  transport::Link::IncompleteFrame incomplete_frame(wire::FederateHandle member) const;
  // Return the bytes of this program's memory for messages that have been read and not yet handled:
  // of one member, and of all.
  std::size_t held_bytes_of(wire::FederateHandle member) const;
  [[nodiscard]] std::size_t held_bytes() const;
  // Returns members with invalid data in their shared memory, and the reason. Each is returned
  // once.
  std::vector<std::pair<LinkId, std::string>> take_faulty_members();
  // Returns true once after a member has shut down this end's doorbell, which all members share.
  bool take_shut_doorbell();
  // Returns members whose records claim to follow each other in a cycle, which correct members
  // never do. Only the first cycle is returned, once.
  std::vector<wire::FederateHandle> take_cycle();

  // Handles at most `records_max` records, then flushes published records. Returns the number
  // handled.
  std::size_t serve(std::size_t records_max);

  // --- Waitable
  void flush() override { fabric_->flush(); }
  [[nodiscard]] std::size_t queued_bytes() const override { return fabric_->queued_bytes(); }
  [[nodiscard]] bool has_input() override { return fabric_->has_input(); }
  // Returns false if it scans selectively: then it reads only the logs of members that have rung
  // its doorbell.
  [[nodiscard]] bool is_poll_cheap() const override { return !fabric_->is_selective(); }
  [[nodiscard]] int descriptor() const override { return fabric_->descriptor(); }
  [[nodiscard]] bool wants_write() const override { return false; }
  [[nodiscard]] bool prepare_wait() override { return fabric_->prepare_wait(); }
  void finish_wait() override { fabric_->finish_wait(); }

 private:
  struct Member {
    LinkId id;
    transport::Slot slot = 0;
    transport::Link* link = nullptr;
    transport::FabricEndpoint endpoint;
    bool rings_here = false;  // its link's peer rings this fabric's doorbell
  };
  // The members' logs as RecordMerge reads them, and the receiver of the records in causal order.
  struct Streams {
    FabricCoordinator& coordinator;
    // Return the first complete record, or the first bytes of an incomplete one; pop() removes the
    // first.
    bool next(wire::FederateHandle stream, wire::ParsedFrame& frame);
    std::optional<wire::Bytes> beginning(wire::FederateHandle stream);
    static bool rtig_has_records() { return false; }
    void pop(wire::FederateHandle stream);
    bool receive_record(wire::FederateHandle stream, const wire::ParsedFrame& frame);
    // Returns the greatest position: this end writes the log itself, so no record has to wait for
    // it.
    static wire::Position log_position() { return ~wire::Position{0}; }
    // Returns no position: no record of a member comes here by another way.
    static std::optional<wire::Position> forwarded_position(wire::FederateHandle) {
      return std::nullopt;
    }
  };

  // Handles about `records_max` records. run_by() calls a function that handles records; members
  // that leave meanwhile are removed by end_run().
  std::size_t run(std::size_t records_max);
  template <class Handle>
  std::size_t run_by(Handle&& handle);
  void end_run();
  FabricCoordinator(FabricId id, std::unique_ptr<transport::Fabric> fabric,
                    transport::UniqueFd bells, Receiver receiver);
  std::optional<transport::Slot> free_slot() const;
  // Returns the endpoints of all participants, and where the newcomer begins to read each log.
  std::vector<transport::PassedDescriptors> endpoints(transport::Slot newcomer,
                                                      std::uint64_t begins_at) const;
  // Returns a member with a message that is incomplete or not yet handled.
  std::optional<wire::FederateHandle> member_amid_message() const;
  // Collects members with invalid words in shared memory.
  void record_faulty_members();
  void restore_link_bell(Member& member);

  const FabricId id_;
  const std::unique_ptr<transport::Fabric> fabric_;
  // Page on which members can sleep (transport/fabric/bell_page.hpp); invalid: members are woken by
  // their doorbells alone.
  const transport::UniqueFd bells_;
  const Receiver receiver_;
  std::map<wire::FederateHandle, Member> members_;
  Streams streams_{*this};
  records::RecordMerge<Streams, Streams> merge_{streams_, streams_};
  std::vector<wire::FederateHandle> with_records_;  // scratch of run()
  bool running_ = false;                            // true while records are handled
  std::vector<wire::FederateHandle> leaving_;       // members to remove after the run
  std::vector<std::pair<LinkId, std::string>> faulty_;
  bool doorbell_was_shut_ = false;
  bool cycle_was_reported_ = false;
};

}  // namespace triad::router
