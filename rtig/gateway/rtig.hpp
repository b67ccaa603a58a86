// The RTIG: the gateway of any number of federation executions, as a pure state machine. Its inputs
// are links that come and go and the records on them. It passes records of members to their
// federations (rtig/gateway/federation_execution.hpp), and all others to the front desk
// (rtig/front_desk.hpp). Its outputs are records for links and lines for the log. It never blocks
// and uses no clock, file or socket. Its hosts, which run it, are the rtig program
// (rtig/program/server.hpp) and tests.
#pragma once

#include <algorithm>
#include <boost/unordered/unordered_flat_map.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/object_model.hpp"
#include "router/client_links.hpp"
#include "router/client_membership.hpp"
#include "router/fabric_id.hpp"
#include "router/link_id.hpp"
#include "router/sink.hpp"
#include "rtig/front_desk.hpp"
#include "rtig/gateway/clients.hpp"
#include "rtig/gateway/host_access.hpp"
#include "rtig/gateway/journal.hpp"
#include "rtig/gateway/member_replies.hpp"
#include "rtig/move_limits.hpp"
#include "rtig/options.hpp"
#include "wire/error.hpp"
#include "wire/parsed_frame.hpp"
#include "wire/record.hpp"

namespace triad::core {
class Federation;
}

namespace triad::rtig {

class Rtig final : private Clients, private DeskHost {
 public:
  Rtig(Downlinks& downlinks, RtigOptions options);
  ~Rtig() override;
  Rtig(const Rtig&) = delete;
  Rtig& operator=(const Rtig&) = delete;

  // Makes a federation execution again from its journal, of which `entries` are all entries, and
  // continues the journal. Its members are away, and may return. Fails if the journal is damaged or
  // was written by another version or with other settings. Called before the first client.
  Result<void> restore_federation(std::span<const wire::Bytes> entries,
                                  std::unique_ptr<Journal> journal);
  // Returns the greatest number of the clients in the journals. New links have greater ones.
  LinkId last_earlier_link() const { return last_earlier_link_; }

  // Returns the links of the members whose federations have journals, in ascending order.
  std::vector<LinkId> members_with_journals() const;

  // Begins to serve a peer.
  void add_client(LinkId link, const router::NewClient& arrived);
  void receive_from_client(LinkId link, wire::Bytes frame);
  // Returns true if a member's record in shared memory must be passed to receive_from_client(),
  // judged by its header (records/header_filter.hpp). Otherwise the host calls receive_header():
  // all members that an update or interaction may concern read it in shared memory. `beginning`:
  // the first wire::kHeaderBytesMax bytes of the record or more, or the whole record.
  bool needs_record(LinkId link, const wire::ParsedFrame& beginning) const;
  void receive_header(LinkId link, const wire::ParsedFrame& beginning);
  // Ends a turn: sends the results that waited until no more records have come
  // (router::Router::end_turn). Call it soon after each record, or after several that came
  // together.
  void end_turn();
  // Returns true if end_turn() has something to send.
  bool turn_is_due() const;
  void remove_client(LinkId link, std::string_view reason, router::LinkEnd end);
  // Handles a record of a router below that is for the RTIG's router (`word`). Returns the fault of
  // a wrong one.
  router::Fault receive_from_router(LinkId router, const router::RouterMessage& word);
  // --- Interest of lower routers, checked at intervals. send_digests() sends digests of interest
  // that has changed; a lower router compares them with its own state. find_late_routers() returns
  // routers that have become late to answer; `unread`: links with unread input; routers there are
  // not late.
  void send_digests();
  bool digests_are_due() const;
  router::LateRouters find_late_routers(std::span<const router::NeighbourRouter> unread);
  // Applies a policy to requests from now on. Null: everything is allowed.
  void set_policy(std::shared_ptr<const policy::Policy> policy) {
    desk_.set_policy(std::move(policy));
  }
  // Takes the result of a reading that read_fed() began.
  void receive_fed_model(std::uint64_t ticket, Result<core::ObjectModel> model) {
    desk_.receive_fed_model(ticket, std::move(model));
  }
  // Ends the federation of the link's member, or the link if it is no member. Called when a record
  // of the link, or the link's end, could not be handled completely: memory was missing, or there
  // is a defect.
  void end_after_no_memory(LinkId link) { end_after_failure(link, kNoMemory); }
  void end_after_defect(LinkId link) { end_after_failure(link, kDefect); }
  // Takes the result of a save that the host has written in the background.
  void receive_save_result(std::uint64_t ticket, std::string_view save, const Result<void>& stored);
  // Returns the name of the federation execution that the link's client has joined; empty: none.
  std::string_view federation_of(LinkId link) const;
  // Returns the bytes of parts of saves that have come and have not been given to the host: of all
  // members, or of the member at the link.
  std::uint64_t bytes_of_saves() const { return bytes_of_saves_; }
  std::uint64_t bytes_of_saves(LinkId link) const;
  // Takes the number of bytes in the host's queue for this link. Call it after each larger change.
  void record_backlog(LinkId link, std::size_t bytes);
  // Sets the time since an arbitrary start. It serves to compute ages, so the host may call it at
  // any intervals.
  void set_time(std::chrono::milliseconds now) {
    if (std::exchange(is_time_unknown_, false)) time_added_ = now_ - now;
    now_ = now + time_added_;
  }

  // Finds federates that wait for long (Timeouts::report). The host calls
  // request_time_status(), gives the federates time to answer, calls report_waits(), and repeats
  // this.
  void request_time_status();
  void report_waits();

  // Resigns members that have held up senders for too long (Timeouts::hold), by the
  // clock of set_time(). Called at intervals, as are the next three.
  void end_long_holds();
  // Resigns members that do not carry out orders to resign (Timeouts::order).
  void end_overdue_orders();
  // Ends moves that take longer than Timeouts::move.
  void end_overdue_moves();
  // Ends saves that take longer than Timeouts::save.
  void end_overdue_saves();
  // Sends acknowledgements to members, and resigns members that have been away for longer than
  // Timeouts::resume or whose processes have ended. Called about every 100 ms if that is not zero.
  void check_recoveries();
  // Returns true if check_recoveries() has acknowledgements to send.
  bool recovery_checks_are_due() const;

  // Serve periodic updates of Manager.Federate objects (rtig/mom_authority.cpp). next_report()
  // returns the time of the next update by the clock of set_time(); empty: none.
  // request_manager_values() requests the values that are due.
  std::optional<std::chrono::milliseconds> next_report() const {
    return next_report_ ? std::optional(*next_report_ - time_added_) : std::nullopt;
  }
  void request_manager_values();

  // Returns the state that all participants of the federation share, for tests and tools; null if
  // there is no such federation.
  const core::Federation* state(std::string_view federation) const;
  // Returns true if the federation pauses because members move.
  bool is_paused(std::string_view federation) const;
  // Returns the number of the RTIG's records that the federation keeps for its members, for tests.
  std::size_t records_kept(std::string_view federation) const;

 private:
  // A client and its link.
  struct Peer {
    std::size_t backlog = 0;
    std::chrono::milliseconds last_record_at{0};  // time of the last record
    FederationExecution* federation = nullptr;    // null: not joined
    wire::FederateHandle federate;
    // Its member is on its way to another link. Records that still come by this link are ignored.
    bool vacated = false;
    bool ended = false;  // the link ended while it was vacated
  };

  // Handle words of a router below. OutsideInterestTaken: it applies the interest of members
  // elsewhere. OutsideInterestDoubted: its digest of that interest differs. TimeStated: promises
  // behind it. RouterReconnected: it has returned at another link. ClientInterestDigest,
  // ClientDigestMismatch: a digest of a client's interest, and one that differs. ClientMustMove: it
  // leaves the mesh, so the client must move. DirectForwarding: two routers below exchange data
  // directly, or no longer. AttachRouter: it asks whether its way leads here.
  // RouterGone: its link has ended.
  router::Fault receive_message(LinkId router, const wire::OutsideInterestTaken& taken);
  router::Fault receive_message(LinkId router, const wire::OutsideInterestDoubted& doubted);
  router::Fault receive_message(LinkId router, const wire::TimeStated& stated);
  router::Fault receive_message(LinkId router, const wire::StreamsReceived& streams);
  router::Fault receive_message(LinkId router, const wire::AttachRouter& attach);
  router::Fault receive_message(LinkId, const router::RouterGone&) { return {}; }
  router::Fault receive_message(LinkId router, const router::RouterReconnected& back);
  router::Fault receive_message(LinkId router, const router::ClientInterestDigest& interest);
  router::Fault receive_message(LinkId router, const router::ClientDigestMismatch& doubted);
  router::Fault receive_message(LinkId router, const router::ClientMustMove& leaves);
  router::Fault receive_message(LinkId, const router::DirectForwarding& direct) {
    return set_direct(direct.federation, direct.from, direct.to, true);
  }
  router::Fault receive_message(LinkId, const router::DirectForwardingEnded& ended) {
    return set_direct(ended.federation, ended.from, ended.to, false);
  }
  router::Fault set_direct(std::string_view federation, LinkId from, LinkId to, bool direct);
  // Forgets queries of rtictl on a link that has ended.
  void forget_status_queries(LinkId link);

  // Returns null if there is no such federation.
  FederationExecution* execution(std::string_view name) const;
  // Texts for people about a request that cannot be carried out.
  struct FailureTexts {
    const char* of_link;        // "this program ..."
    const char* of_federation;  // "federation ended: ..."
    const char* of_members;     // "federation, which the RTIG ended: it ..."
  };
  static constexpr FailureTexts kNoMemory{"asks for more than there is memory for",
                                          "there is no memory for a request",
                                          "has no memory for a request"};
  static constexpr FailureTexts kDefect{
      "sent a record that the RTIG cannot process, which is a defect",
      "a record cannot be processed, which is a defect",
      "cannot process a record, which is a defect"};
  // Runs `work`, which concerns one federation. If it throws, the federation may have changed in
  // part, so it ends; other federations continue.
  template <class Work>
  void guard(FederationExecution& federation, Work&& work);
  // Runs `work` for each federation, each with guard().
  template <class Work>
  void guard_each(Work&& work);
  // Ends the federations that an exception has damaged, and the federation or link of this client.
  void end_after_failure(LinkId link, const FailureTexts& why);
  void end_failed_federation(FederationExecution& ending, const FailureTexts& why);
  // Erases the federation, and then ends its members' links with the reason.
  void end_federation(FederationExecution& ending, const std::string& reason);
  // Removes the federation, and then handles its postponed requests to join as new requests.
  void erase(FederationExecution& ending);
  // Handles requests to join that waited, as new requests.
  void receive_again(const FrontDesk::PostponedJoins& requests);
  // Ends federations that an exception kept from sending their outputs.
  void end_failed_federations(const FailureTexts& why);

  // Adds a federation execution without a journal.
  FederationExecution& add_execution(std::string_view name, FedSource fed,
                                     core::ObjectModel&& model);
  std::string settings_of_journals() const;
  // Removes a federation that its journal has made only in part.
  void drop_damaged(FederationExecution& federation);
  // Ends the links of a federation's earlier clients. Its members may return.
  void end_earlier_links(FederationExecution& federation);
  LinkId add_earlier_client() override;
  void set_earlier_time(std::chrono::milliseconds now) override { now_ = std::max(now_, now); }

  // --- Clients
  std::size_t backlog(LinkId link) const override { return peers_.at(link).backlog; }
  std::chrono::milliseconds last_record_at(LinkId link) const override {
    return peers_.at(link).last_record_at;
  }
  std::uint64_t new_number() override { return ++last_number_; }
  std::uint64_t new_save_ticket() override { return ++last_save_ticket_; }
  std::uint64_t& save_bytes_total() override { return bytes_of_saves_; }
  EventHistory& event_history() override { return events_; }
  FabricId new_fabric() override { return FabricId{++last_fabric_}; }
  void record_join(LinkId link, FederationExecution& federation, FederateHandle federate) override;
  void record_resignation(LinkId link) override;
  // Tells the peer the reason, ends the link, and resigns the link's member.
  void expel(LinkId link, std::string_view reason) override;
  void erase_client(LinkId link, std::string_view reason, bool disconnects) override;
  // rtig_moves.cpp
  void vacate(LinkId link) override;
  void vacate_and_end(LinkId link, std::string_view reason) override;
  void complete_move(LinkId from, LinkId to) override;
  void remove_vacated(LinkId link) override;
  void record_failed_move(LinkId link, std::chrono::milliseconds pause) override;
  void schedule_reports() override;
  std::optional<std::string> member_denial(LinkId link, wire::Kind kind,
                                           std::string_view federation) override {
    return desk_.member_denial(guest_at(link), kind, federation);
  }

  // --- DeskHost (rtig_desk.cpp)
  bool keeps_audit_log() const override { return downlinks_->keeps_audit_log(); }
  void audit(const AuditEvent& event) override { downlinks_->audit(event); }
  std::string audit_fault() override { return downlinks_->audit_fault(); }
  void send_record(GuestId to, wire::Bytes record) override;
  void end_guest(GuestId guest, std::string_view reason) override { expel(link_of(guest), reason); }
  void log(std::string_view line) override { downlinks_->log(line); }
  void log_warning(std::string_view line) override { downlinks_->log_warning(line); }
  const Authority* find(std::string_view federation) const override;
  std::size_t unused_model_bytes() const override;
  std::vector<wire::FederationInfo> describe_federations() override;
  FedReadAnswer read_fed(std::uint64_t ticket, GuestId by, std::string_view name,
                         std::optional<std::string_view> text) override {
    return downlinks_->read_fed(ticket, link_of(by), name, text);
  }
  void create_federation(std::string_view name, FedSource fed, core::ObjectModel&& model) override;
  void destroy_federation(std::string_view name) override;
  void terminate_federation(std::string_view name, std::string_view reason) override;
  void join(const input::Join& join) override;
  void return_member(const input::Returning& returning) override;
  void resume_member(const input::Resuming& resuming) override;
  bool send_farewell(GuestId guest, const wire::ResumeMember& request) override;
  bool repeat_join(const input::Join& join) override;
  bool postpones_joins(const Authority& federation) const override;
  void query_time_status(GuestId guest, const wire::RecordHeader& cause,
                         const wire::QueryTimeStatus& query) override;
  wire::Figures read_figures() override { return downlinks_->read_figures(); }
  const EventHistory& events() const override { return events_; }
  std::uint64_t now_ms() const override { return static_cast<std::uint64_t>(now_.count()); }
  bool keeps_saves() const override { return downlinks_->keeps_saves(); }
  std::vector<StoredSave> list_saves() override { return downlinks_->list_saves(); }

  HostAccess downlinks_;
  const RtigOptions options_;
  std::chrono::milliseconds now_{0};
  std::chrono::milliseconds time_added_{0};  // to the host's time: journals have times before it
  bool is_time_unknown_ = false;             // time_added_ is to be set by the host's next time
  LinkId last_earlier_link_;
  std::optional<std::chrono::milliseconds> next_report_;
  std::uint64_t last_number_ = 0;  // number of the last question to routers below
  std::uint64_t last_save_ticket_ = 0;
  std::uint64_t last_fabric_ = 0;
  MoveLimits move_limits_;  // by the names of routers linked to the RTIG's router
  boost::unordered_flat_map<LinkId, Peer, std::hash<LinkId>> peers_;
  std::uint64_t bytes_of_saves_ = 0;  // sum over all federations; outlives them
  EventHistory events_;
  MemberReplies ended_;  // answers to resignations from federations that have ended
  std::map<std::string, std::unique_ptr<FederationExecution>, std::less<>> federations_;
  FrontDesk desk_{*this, options_};
};

}  // namespace triad::rtig
