// One federation execution in the RTIG: a Router and an Authority above it. A member's record goes
// to the Router first, and to the Authority if the Router does not answer it. This class carries
// out the Authority's outputs in order before the next input: it sends records along the Router's
// paths, calls the Router and calls the RTIG's host, the program that runs it. Only Rtig uses it. A
// guest is a client that is not a member; a turn is a pass of the host's loop.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "records/defect.hpp"
#include "router/outlets.hpp"
#include "router/router.hpp"
#include "rtig/authority.hpp"
#include "rtig/gateway/federation_events.hpp"
#include "rtig/gateway/federation_recovery.hpp"
#include "rtig/gateway/held_bytes.hpp"
#include "rtig/gateway/host_access.hpp"
#include "rtig/gateway/journal.hpp"
#include "rtig/gateway/journal_writer.hpp"
#include "rtig/gateway/rtig.hpp"
#include "rtig/gateway/time_status_monitor.hpp"
#include "rtig/outputs.hpp"

namespace triad::rtig {

class FederationExecution final : private router::Outlets {
 public:
  // Keeps all references, which must outlive this object. `now` is the time of the RTIG's host.
  FederationExecution(Clients& clients, const HostAccess& downlinks, const RtigOptions& options,
                      const std::chrono::milliseconds& now, std::string name, FedSource fed,
                      core::ObjectModel model);
  ~FederationExecution() override { downlinks_->end_fabric(fabric_); }
  FederationExecution(const FederationExecution&) = delete;
  FederationExecution& operator=(const FederationExecution&) = delete;

  const Authority& authority() const { return authority_; }
  // Returns the Router, for headers and queues of members and for words of routers below.
  router::Router& router() { return router_; }
  const std::string& name() const { return authority_.name(); }
  // Returns the federation's description for rtictl, with the bytes queued for members.
  wire::FederationInfo info();

  // --- The journal (federation_journal.cpp).
  JournalWriter& journal() { return journal_; }
  // Repeats the inputs of a journal, of which `entries` are all entries but the first one, and
  // continues it. The federation was created at `begun_at`. The host is muted meanwhile. All links
  // of the members have ended. Throws std::runtime_error if the journal does not fit; the
  // federation must then be removed.
  void repeat_journal(std::string_view settings, std::chrono::milliseconds begun_at,
                      std::span<const wire::Bytes> entries, std::unique_ptr<Journal> journal);

  // --- Guests.
  // Handles a request to join. Not called while members move.
  void join(const input::Join& join) { process_input(join); }
  // Handles the request of a moved member to continue at another link.
  void return_member(const input::Returning& returning) { process_input(returning); }

  // --- Members.
  // Handles a member's record. Expels the member if the record is a fault.
  void receive_from_member(FederateHandle by, const Record& record);
  // Handles the loss of a member's link. If `disconnects`, the link is still open and is ended
  // after the other members have been told.
  void end_membership(FederateHandle federate, LinkId link, std::string_view reason,
                      bool disconnects);
  // Ends the membership of a member that has left one link and has not returned at another.
  void end_moving_membership(FederateHandle federate, std::string_view reason);
  // Asks the member to move, because its router leaves the mesh.
  void ask_to_move(FederateHandle federate) {
    process_input(input::MoveRequest{federate, options_.make_token()});
  }
  // Returns the links of members that have held up senders for longer than
  // Timeouts::hold.
  std::vector<LinkId> overdue_holders() const;

  // --- Turns and timers.
  // --- Members whose links are lost (member_returns.cpp).
  // Handles the end of a member's link. Returns a reason if the member cannot return by another
  // link: `reason`, and why not. Its membership must then be ended for that reason.
  [[nodiscard]] std::optional<std::string> keep_absent_member(FederateHandle federate, LinkId link,
                                                              std::string_view reason,
                                                              router::LinkEnd end);
  // Handles the request of a member to continue at another link, or refuses it.
  void resume_member(const input::Resuming& resuming);
  // Handles a request to join with the session of a member, which has lost its link before it
  // received the answer. Returns false if the request is a new one.
  [[nodiscard]] bool repeat_join(const input::Join& join);
  // Sends the reply again if the member repeats a request to create or destroy a federation, and
  // ignores the request if its reply is still to come. Returns false if the request is to be
  // handled; keep_outside_reply() then receives its reply.
  [[nodiscard]] bool answer_again(FederateHandle by, const Record& record);
  void keep_outside_reply(FederateHandle to, wire::Bytes record);
  // Handles the acknowledgements of a router below.
  void receive_from_router(LinkId router, const wire::StreamsReceived& streams) {
    recovery_.receive_from_router(router, streams);
  }
  // Passes on the answers to former members that may not have received them.
  void move_farewells_to(MemberReplies& other) { recovery_.replies().move_farewells_to(other); }
  // Returns true while a recovery is due or in progress. No guest may join then.
  bool is_recovering() const { return !recovery_.is_running(); }
  // Sends acknowledgements, and resigns members that have been away for too long.
  void check_recovery();
  const FederationRecovery& recovery() const { return recovery_; }

  // Returns true if an exception interrupted the outputs. The federation must then be ended.
  bool has_lost_outputs() const { return carrying_out_; }
  // Returns true if end_turn() has something to send.
  bool turn_is_due() const;
  void end_turn();
  void end_overdue_moves() { process_input(input::EndOverdueMoves{}); }
  void end_overdue_saves() { process_input(input::EndOverdueSaves{}); }
  void end_overdue_orders() { process_input(input::EndOverdueOrders{}); }
  // Returns true if the host is writing a save of this federation under that ticket.
  bool awaits_save(std::uint64_t ticket) const { return ticket == store_ticket_; }
  void receive_save_result(const wire::Result<void>& stored);
  // --- Status of the members' time.
  // Answers a query of rtictl or rtimon on this link, after all members have answered or at once if
  // it asks so. The query is forgotten when the link ends.
  void query_time_status(LinkId link, const wire::RecordHeader& cause,
                         const wire::QueryTimeStatus& query);
  void forget_status_query(LinkId link) { time_status_.forget_query(link); }
  // Asks all members for their time status. report_waits(), some time later, logs members that wait
  // for long.
  void request_time_status() { time_status_.request_time_status(); }
  void report_waits();
  // --- Periodic updates of Manager.Federate objects. next_report() returns when the next one is
  // due, or nothing. request_manager_values() requests the values that are due.
  std::optional<std::chrono::milliseconds> next_report() const { return next_report_; }
  void request_manager_values() { process_input(input::RequestManagerValues{}); }

 private:
  struct Leaver {
    LinkId link;
    bool on_fabric = false;
    bool is_behind_router = false;
    bool is_away = false;
    bool lacks_answer = false;  // the log was not sent to it, because of a recovery
    wire::SessionSecret session = {};
  };

  // Gives the input to the authority and carries out its outputs. Carrying out an output may give
  // another input; the outputs of that input are appended and carried out last.
  template <class One>
  void process_input(const One& input) {
    if (is_repeating()) return;  // the journal has it
    const bool is_inner = std::exchange(carrying_out_, true);
    update_authority_time();
    give(input);
    if (is_inner) return;
    if (!outputs_.empty()) carry_out_all();
    carrying_out_ = false;
  }
  // Gives the input to the authority, after it stands in the journal.
  template <class One>
  void give(const One& input) {
    journal_.append_input(input);
    authority_.process_input(input, outputs_);
  }
  class Replay;
  // Returns true if the journal has the next input.
  bool is_repeating() const;
  // Repeats the inputs of the journal that were given while this output was carried out.
  void repeat_inner_inputs(std::size_t output);
  // Counts a member as interested in everything until it states its interest.
  void assume_all_interest(FederateHandle member);
  // Returns a number greater than the interest keys of all classes.
  static wire::InterestKey keys_end(const core::ObjectModel& model);
  // Appends the acknowledgements of members to the journal.
  void append_progress();
  // Replaces the journal by an image of the federation, if nothing is in progress.
  void write_image();
  // Continues from an image, before the inputs after it. Throws std::runtime_error if it does not
  // fit.
  void load_image(const FederationImage& image);
  // Carries out all outputs in order, also those that are added meanwhile.
  void carry_out_all();
  // Ends the link of a member that has sent a fault, which ends its membership.
  void expel(FederateHandle by, const std::string& fault);
  // Returns the reason why no member of the federation can return after the loss of its link;
  // empty: members can.
  std::optional<std::string> return_refusal() const;
  // Returns the reason why the member cannot return if it loses its link now; empty: it can.
  std::optional<std::string> loss_refusal(FederateHandle federate) const;
  void log_obstacle_to_returns(FederateHandle newcomer);
  // Returns the reason why this request to continue is refused; empty: it is accepted.
  std::optional<std::string> resume_refusal(const input::Resuming& resuming) const;
  // Carries out the steps of a recovery that are due.
  void run_recovery_steps();
  // Returns true for a member that shares memory with the RTIG.
  bool shares_memory(FederateHandle federate) const {
    const router::Paths::Path* const path = router_.paths().find(federate);
    return path != nullptr && path->on_fabric;
  }
  // Returns true for a record that members in memory receive at once, also in a recovery.
  static bool publishes_in_recovery(wire::Bytes record);
  // Takes the member's return by this link. Returns the reason why it is refused; empty: it is
  // taken. A member that returns too often is resigned.
  std::optional<std::string> take_return(FederateHandle federate,
                                         std::optional<std::uint32_t> attempt, LinkId to);
  // Returns true if the authority has work at the end of a turn. No pause for members that move
  // begins while a member is away.
  bool authority_turn_is_due() const {
    return !is_recovering() && authority_.turn_is_due(now_ - authority_now_);
  }
  // Takes a member that is away from its router.
  void leave_router(FederateHandle federate);
  // Makes the member one that is away, and frees its link.
  void begin_absence(FederateHandle federate, LinkId link, std::string_view reason,
                     router::LinkEnd end);
  // Answers a member's request to be suspended.
  void suspend_member(FederateHandle by, const Record& request);
  // Lets the member, whose return is taken, continue at the guest's link.
  void continue_at_guest(const input::Resuming& resuming, LinkId from, bool was_away);
  // Answers a former member that repeats its request to resign. Returns false if it has not
  // resigned by itself.
  bool send_farewell(LinkId to, const wire::ResumeMember& request);
  void resign_absent_members();
  // Returns the reason for which such a member is resigned.
  std::string overdue_text(const FederationRecovery::Overdue& late) const;
  // Ends the links of members that keep a recovery waiting and send nothing. They may return.
  void end_silent_links();
  void update_authority_time() {
    if (now_ != authority_now_) give(input::TimePassed{now_ - std::exchange(authority_now_, now_)});
  }
  // Gives the authority the bytes of saves that other federations hold. Called before it receives a
  // part of a save.
  void report_saves_elsewhere();

  // --- Carry out one output each (rtig/outputs.hpp, federation_outputs.cpp).

  // Send records. Log: a decision for the members of its audience. ToMember, ToGuest: a record for
  // one receiver. `forward`: the receivers to which the record of the present input is forwarded.
  void carry_out(const output::Log& log);
  void carry_out(const output::ToMember& to);
  void carry_out(const output::ToGuest& to);
  void carry_out(const output::Forward& forward);

  // Joins. A newcomer enters shared memory (Enter), gets its place in the Router (Admit) and
  // receives JoinAccepted (Welcome).
  void carry_out(const output::Enter& enter);
  void carry_out(const output::Admit& admit);
  void carry_out(const output::Welcome& welcome);
  void carry_out(const output::MembershipChange& change);

  // Departures. The three steps of a resignation: its announcement to the routers (`resigns`), the
  // end of the member's place in the Router, and the answer to the leaver after all consequences
  // are in the log (`resignation`). EndMember, EndGuest: the link must be ended for the stated
  // reason.
  void carry_out(const output::BeginResignation& resigns);
  void carry_out(const output::Detach& detach);
  void carry_out(const output::FinishResignation& resignation);
  void carry_out(const output::EndMember& end);
  void carry_out(const output::EndGuest& end);

  // Moves to other routers. `refusal`: a member that does not move, and the reason. MoveFailed: how
  // long the others paused for a move that failed. Vacate: the member leaves its link; its records
  // are kept. `return_to`: the link at which the member continues; it receives the kept records
  // first.
  void carry_out(const output::MoveRefused& refusal);
  void carry_out(const output::MoveFailed& failed);
  void carry_out(const output::Vacate& vacate);
  void carry_out(const output::TakeUp& return_to);

  // Restores. Reenter: all members get their saved handles. Restored: all have returned.
  void carry_out(const output::Reenter& reenter);
  void carry_out(const output::Restored&);

  // Calls of the Router. `interest`: the key of data that the authority itself must receive.
  void carry_out(const output::TimeRole& role);
  void carry_out(const output::ReducePromises&) { router_.time().reduce_fabric(); }
  void carry_out(const output::AnswerLbts& answer);
  void carry_out(const output::BoundsMayRise&) { router_.time().send_due_bounds(); }
  void carry_out(const output::AddInterest& interest) {
    router_.add_authority_interest(interest.key);
  }

  // Forward requests to the host. HeldParts: bytes of parts of a save that the authority holds.
  // WakeAt sets next_report_.
  void carry_out(const output::HeldParts& parts) { held_.set(parts.bytes); }
  void carry_out(const output::StoreSave&);
  void carry_out(const output::LoadSave& load);
  void carry_out(const output::WakeAt& wake);
  void carry_out(const output::Line& line) { downlinks_->log(outputs_.text(line.text)); }
  // Erases the client of a link that has ended or must be ended now.
  void carry_out(const output::LinkEnded& ended);
  LinkId link(FederateHandle member) const { return router_.paths().link(member); }

  // Returns true if routers below need a new log position. They hold records back until they know
  // it (router/edge_switch.hpp).
  bool needs_log_report() const {
    return router_.paths().has_members_behind_routers() &&
           log_passed_ != router_.paths().log_position();
  }
  // Tells the host the new log position, for routers below.
  void report_log_passed();

  // --- router::Outlets
  void send_record(LinkId to, wire::Bytes record) override {
    if (must_keep_records()) return keep_and_send(to, record);
    downlinks_->send_record(to, record);
  }
  void send_later(LinkId to, wire::Bytes record) override {
    if (!must_keep_records() || may_send(to, record)) downlinks_->send_later(to, record);
  }
  void record_copy(LinkId to, wire::Bytes record) override {
    if (recovery_.is_enabled()) (void)begin_sending(to, record);
  }
  // Returns whether records are kept for a recovery, or for members between two links.
  bool must_keep_records() const { return recovery_.is_enabled() || !kept_records_.empty(); }
  // Keeps the record where necessary, also in the journal. Returns false if it must not be sent
  // now.
  bool may_send(LinkId to, wire::Bytes record);
  // Not inlined, for the speed of federations that keep nothing.
  [[gnu::noinline]] void keep_and_send(LinkId to, wire::Bytes record);
  // Does this for a recovery and the journal.
  bool begin_sending(LinkId to, wire::Bytes record);
  // Returns true for a record for one member that the Router has made, or has forwarded by
  // interest.
  bool is_answer_of_router(wire::Bytes record) const;
  // Keeps a record for a member between two links. Returns false if no such member had this link.
  bool keep_record(LinkId to, wire::Bytes record);
  void publish(FederateHandle wakes, wire::Bytes record) override {
    const bool is_aside = recovery_.memory().keeps_aside() && !publishes_in_recovery(record);
    if (is_aside) return recovery_.memory().keep_aside(record);
    downlinks_->publish(fabric_, wakes, record);
  }
  void wake(FederateHandle member) override { downlinks_->wake(fabric_, member); }
  void wake_to_read_all(FederateHandle member) override {
    downlinks_->wake_to_read_all(fabric_, member);
  }
  bool send_to_router(LinkId router, wire::Bytes word) override {
    return downlinks_->send_to_router(router, word);
  }
  std::uint64_t new_number() override { return clients_.new_number(); }
  std::string_view federation() const override { return name(); }
  std::chrono::milliseconds now() const override { return now_; }

  Clients& clients_;
  const HostAccess& downlinks_;
  const RtigOptions& options_;
  const std::chrono::milliseconds& now_;
  FabricId fabric_;  // replaced at a restore
  Outputs outputs_;
  Authority authority_;
  core::TimeOrder times_;  // same type as in the authority
  router::Router router_;
  FederationRecovery recovery_{router_, options_, now_};
  TimeStatusMonitor time_status_;
  FederationEvents events_{clients_.event_history()};
  bool carrying_out_ = false;  // stays true after an exception
  JournalWriter journal_{router_.paths(), options_.journal_image_bytes};
  Replay* replay_ = nullptr;                        // of a journal; null: inputs are new
  bool sends_known_record_ = false;                 // of the authority, or one that is sent again
  std::chrono::milliseconds authority_now_ = now_;  // up to which the authority knows the time
  const Record* current_record_ = nullptr;          // last record given to the authority
  std::optional<Leaver> leaver_;                    // until output::FinishResignation
  std::map<FederateHandle, LinkId> returning_;      // in a restore
  std::map<LinkId, std::vector<wire::Buffer>> kept_records_;  // records for members that are moving
  HeldBytes held_{clients_.save_bytes_total()};
  std::uint64_t store_ticket_ = 0;  // of the save that is being written; 0: none
  std::optional<std::chrono::milliseconds> next_report_;
  wire::Position log_passed_ = 0;  // last position told to the host
};

}  // namespace triad::rtig
