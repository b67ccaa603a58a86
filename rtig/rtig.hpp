// The RTIG: the gateway of any number of federation executions, as a pure state machine. Inputs are
// links that come and go and the records on them; outputs are records for links and lines for the
// log. It never blocks, reads no clock, opens no file and knows no socket. Hosts: the rtig program,
// tests.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/object_model.hpp"
#include "core/saved_federation.hpp"
#include "router/client_links.hpp"
#include "router/client_membership.hpp"
#include "router/fabric_id.hpp"
#include "router/link_id.hpp"
#include "router/sink.hpp"
#include "rtig/clients.hpp"
#include "rtig/guest.hpp"
#include "rtig/move_limits.hpp"
#include "rtig/options.hpp"
#include "wire/error.hpp"
#include "wire/record.hpp"

namespace triad::core {
class Federation;
}

namespace triad::rtig {

using router::Standing;

// Host of the RTIG. Called only from within calls of the Rtig. Must not call back.
class Downlinks : public router::ClientLinks {
 public:
  // Same as send(), for a record that may wait in the link's queue (router/outlets.hpp).
  virtual void send_later(LinkId to, wire::Bytes record) { send(to, record); }
  // --- Shared memory. Records of its members come by Rtig::on_record() with their links, in the
  // order of records::RecordMerge.
  // Wakes one that takes part, for what was published concerns it, too.
  virtual void wake(FabricId, wire::FederateHandle) {}
  // So that it reads all that others wrote, too, over which it may have slept.
  virtual void wake_to_read_all(FabricId, wire::FederateHandle) {}
  virtual Standing standing(FabricId, wire::FederateHandle) { return {}; }

  // Begins to make the object model of a FED that takes long to read, beside the Rtig: the
  // arguments are those of RtigOptions::load_fed, and what they refer to stays as it is until
  // on_fed_read() is called. A short one the Rtig reads itself.
  enum class FedReading { begun, short_one, too_many };
  virtual FedReading read_fed(std::uint64_t /*ticket*/, LinkId /*by*/, std::string_view /*name*/,
                              std::optional<std::string_view> /*text*/) {
    return FedReading::short_one;
  }

  // --- The store of saves, which outlive their federations. Files are made and read by
  // core/saved_federation.hpp; an error says what to do.
  virtual bool keeps_saves() const { return false; }
  struct Save {
    std::string federation;  // as far as its beginning tells
    std::string label;
    std::string fed;
    std::string release;
    std::uint64_t bytes = 0;
    std::int64_t saved_at = 0;  // seconds since 1970
    std::string file;
    std::string fault;  // why it is of no use; empty: of use
  };
  virtual std::vector<Save> list_saves() { return {}; }
  // Stores the save on the disk, whole or not at all; a save of that label is replaced. Empty: the
  // host writes it beside its other work, and calls Rtig::on_save_stored() with the ticket later.
  virtual std::optional<Result<void>> store_save(std::uint64_t /*ticket*/,
                                                 core::SavedFederation&& /*saved*/) {
    return Result<void>(no_store());
  }
  // The parts of a save have at most so many bytes together.
  virtual std::uint64_t save_bytes_max() const { return std::uint64_t{4} << 30; }
  virtual Result<wire::Buffer> load_save(std::string_view /*federation*/,
                                         std::string_view /*label*/) {
    return no_store();
  }

  // One readable line.
  virtual void log(std::string_view line) = 0;
  void warn(std::string_view line) override { log("warning: " + std::string(line)); }

 private:
  static wire::Error no_store() {
    return wire::error(wire::ErrorCode::RTIinternalError, "there is no store of saves here");
  }
};

// Bytes of the encoded object models of all federations without members. A program that has not
// joined cannot create more than that.
inline constexpr std::size_t kUnusedModelsMax = std::size_t{64} << 20;

class Rtig final : private Clients {
 public:
  Rtig(Downlinks& downlinks, RtigOptions options);
  ~Rtig() override;
  Rtig(const Rtig&) = delete;
  Rtig& operator=(const Rtig&) = delete;

  // `transport` is for people: "tcp 127.0.0.1:51234". `trusted`: who is there may ask for what an
  // operator asks for.
  void on_link_up(LinkId link, std::string_view transport, bool trusted);
  void on_record(LinkId link, wire::Bytes frame);
  // Whether it has a use for a member's record, by its header (records/header_filter.hpp): not for
  // updates and interactions that all whom they may concern read in shared memory. `beginning`: at
  // least wire::kHeaderBytesMax of it, or all. Of others it is told the beginning alone.
  bool wants(LinkId link, wire::Bytes beginning) const;
  void on_header_only(LinkId link, wire::Bytes beginning);
  // No more records have come for now: says what waited for that (router::Router::end_turn). To be
  // called soon after each record, or after several that came together.
  void end_turn();
  bool turn_is_due() const;
  void on_link_down(LinkId link, std::string_view reason);
  // Same as router::Sink::on_word().
  router::Fault on_word(LinkId router, const router::RouterWord& word);
  // Same as in router::Relay.
  void tell_digests();
  bool digests_are_due() const;
  router::LateRouters find_late_routers(std::span<const LinkId> unread);
  // The reading that read_fed() began is done.
  void on_fed_read(std::uint64_t ticket, Result<core::ObjectModel> model);
  // What this link's record (or its end) asked for could not be carried out, or in part alone: the
  // federation of its member ends, or the link if it is no member. There was no memory for it, or,
  // by a defect, another reason.
  void on_no_memory(LinkId link) { give_up(link, kNoMemory); }
  void on_defect(LinkId link) { give_up(link, kDefect); }
  // A save that the host has written beside its other work is on the disk, or why it is not.
  void on_save_stored(std::uint64_t ticket, const Result<void>& stored);
  // The name of the federation execution whose member is at the link; empty: nobody's.
  std::string_view federation_of(LinkId link) const;
  // Bytes of the parts of saves that have come and that the host has not been given: from all
  // members, and from the member at the link.
  std::uint64_t bytes_of_saves() const { return bytes_of_saves_; }
  std::uint64_t bytes_of_saves(LinkId link) const;
  // The host's queue for this link has `bytes` in it. To be called when that changed much.
  void on_backlog(LinkId link, std::size_t bytes);
  // What time it is, from any beginning: for the ages of what came since. As often as the host
  // likes to say.
  void on_time(std::chrono::milliseconds now) { now_ = now; }

  // Who waits for long (RtigOptions::report_waits)? The host asks, gives the federates time to
  // answer, and lets it be reported; again and again.
  void ask_for_waits();
  void report_waits();

  // Resigns whoever has held up others for too long (RtigOptions::hold_patience), by the clock of
  // on_time(). Again and again.
  void end_long_holds();
  // Resigns members that do not carry out orders to resign (RtigOptions::resign_patience), by the
  // same clock. Again and again.
  void end_overdue_orders();
  // Ends what takes longer than RtigOptions::move_timeout, by the same clock. Again and again.
  void end_overdue_moves();
  // The same of RtigOptions::save_timeout.
  void end_overdue_saves();

  // Periodic updates of Manager.Federate objects (mom_authority.cpp): when the next is due, by the
  // clock of on_time(); empty: none. What is due is asked for.
  std::optional<std::chrono::milliseconds> next_report() const { return next_report_; }
  void report_managers();

  // What this federation's participants agree on, for tests and tools; null if there is no such
  // federation.
  const core::Federation* state(std::string_view federation) const;
  // Whether it pauses, for members of it move.
  bool pauses(std::string_view federation) const;

 private:
  struct Peer {
    LinkId link;
    Origin origin;
    bool handshake_done = false;
    bool trusted = false;
    std::size_t backlog = 0;
    std::chrono::milliseconds heard_at{0};      // the last record
    FederationExecution* federation = nullptr;  // joined
    wire::FederateHandle federate;
    // Its member goes on by another link, and has yet to come there. What still comes by this one
    // is void.
    bool vacated = false;
    bool ended = false;  // while it was that
    // The last FED that it named for a federation that had another one.
    struct OtherFed {
      std::string federation;
      std::uint64_t in_force = 0;  // core::fingerprint
      std::string text;            // whose is in force
    };
    std::optional<OtherFed> other_fed;
    wire::FederateHandle former;     // that left last on this link
    std::uint32_t late_records = 0;  // in its name since
  };

  void on_hello(Peer& peer, const wire::Record& record);
  void on_request(Peer& peer, const wire::Record& record);
  void on(Peer&, const wire::Record&, const wire::CreateFederationExecution&);
  void on(Peer&, const wire::Record&, const wire::DestroyFederationExecution&);
  void on(Peer&, const wire::Record&, const wire::JoinFederationExecution&);
  void on(Peer&, const wire::Record&, const wire::ReturnMember&);
  void on(Peer&, const wire::Record&, const wire::ListFederations&);
  void on(Peer&, const wire::Record&, const wire::ListSaves&);
  void on(Peer&, const wire::Record&, const wire::TerminateFederation&);
  void on(Peer&, const wire::Record&, const wire::QueryTimeStatus&);
  router::Fault on(LinkId router, const wire::OutsideInterestTaken& taken);
  router::Fault on(LinkId router, const wire::OutsideInterestDoubted& doubted);
  router::Fault on(LinkId router, const wire::TimeStated& stated);
  router::Fault on(LinkId router, const router::RouterBack& back);
  router::Fault on(LinkId router, const router::ClientInterest& interest);
  router::Fault on(LinkId router, const router::ClientDoubted& doubted);
  router::Fault on(LinkId router, const router::ClientLeaves& leaves);
  router::Fault on(LinkId, const router::Direct& direct) {
    return set_direct(direct.federation, direct.from, direct.to, true);
  }
  router::Fault on(LinkId, const router::DirectEnded& ended) {
    return set_direct(ended.federation, ended.from, ended.to, false);
  }
  router::Fault set_direct(std::string_view federation, LinkId from, LinkId to, bool direct);
  void forget_status_queries(LinkId link);

  void refuse_existing(Peer& peer, const wire::Record& record, const FederationExecution& present,
                       const wire::CreateFederationExecution& create, bool is_other_fed);
  static bool is_other_fed(const FederationExecution& present,
                           const wire::CreateFederationExecution& create,
                           const Result<core::ObjectModel>& model);
  // rtig_creations.cpp
  bool has_too_many_unused_models() const;
  bool reads_beside(const Peer& peer, const wire::Record& record,
                    const wire::CreateFederationExecution& create);
  void create_with(Peer& peer, const wire::Record& record,
                   const wire::CreateFederationExecution& create, Result<core::ObjectModel>& model);
  FederationExecution* find(std::string_view name);
  void refuse(const Peer& peer, const wire::Record& cause, wire::ErrorCode code,
              std::string_view text, std::string_view warning = {});
  void accept(const Peer& peer, const wire::Record& cause);
  // What people are told where a request cannot be carried out.
  struct GivenUp {
    const char* of_link;        // "this program ..."
    const char* of_federation;  // "federation ended: ..."
    const char* of_members;     // "federation, which the RTIG ended: it ..."
  };
  static constexpr GivenUp kNoMemory{"asks for more than there is memory for",
                                     "there is no memory for what it needs",
                                     "has no memory for what that needs"};
  static constexpr GivenUp kDefect{"sent what the RTIG cannot carry out, which is a defect of that",
                                   "what it asks for cannot be carried out, which is a defect",
                                   "cannot carry out what that asks for, which is a defect"};
  // Carries out what concerns a federation, or each of them. One for which that fails may have
  // changed in part: it ends, and others go on.
  template <class Work>
  void guard(FederationExecution& federation, Work&& work);
  template <class Work>
  void guard_each(Work&& work);
  void give_up(LinkId link, const GivenUp& why);
  void end_given_up(FederationExecution& ending, const GivenUp& why);
  void end_federation(FederationExecution& ending, const std::string& reason);
  void erase(FederationExecution& ending);
  void end_those_given_up(const GivenUp& why);

  // --- Clients
  std::size_t backlog(LinkId link) const override { return peers_.at(link).backlog; }
  std::chrono::milliseconds heard_at(LinkId link) const override {
    return peers_.at(link).heard_at;
  }
  std::uint64_t new_number() override { return ++last_number_; }
  std::uint64_t new_save_ticket() override { return ++last_save_ticket_; }
  std::uint64_t& held_for_saves() override { return bytes_of_saves_; }
  FabricId new_fabric() override { return FabricId{++last_fabric_}; }
  void joins(LinkId link, FederationExecution& federation, FederateHandle federate) override;
  void leaves(LinkId link) override;
  // Tells the peer why, ends the link, and resigns the federate that was on it.
  void expel(LinkId link, std::string_view reason) override;
  void forget(LinkId link, std::string_view reason, bool disconnects) override;
  // rtig_moves.cpp
  void vacate(LinkId link) override { peers_.at(link).vacated = true; }
  void take_up(LinkId from, LinkId to) override;
  void forget_vacated(LinkId link) override;
  void note_failed_move(LinkId link, std::chrono::milliseconds pause) override;
  void schedule_reports() override;

  template <class Message>
  void send(LinkId to, wire::RecordHeader header, const Message& message);

  Downlinks& downlinks_;
  const RtigOptions options_;
  std::chrono::milliseconds now_{0};
  std::optional<std::chrono::milliseconds> next_report_;
  std::uint64_t last_number_ = 0;  // of questions to routers below
  std::uint64_t last_save_ticket_ = 0;
  std::uint64_t last_fabric_ = 0;
  MoveLimits move_limits_;  // by the names of the routers with a link to the RTIG's
  std::unordered_map<LinkId, Peer> peers_;
  // Requests to create federations whose FED is read beside. Requests that agree share one reading.
  struct Requester {
    LinkId link;
    wire::RecordHeader header;
  };
  struct Creation {
    std::string federation;
    std::string fed;
    std::size_t text_digest = 0;
    wire::Buffer request;  // the first
    std::vector<Requester> by;
  };
  std::map<std::uint64_t, Creation> creations_;  // by ticket
  std::uint64_t last_creation_ = 0;
  std::uint64_t bytes_of_saves_ = 0;  // outlives the federations, which count in it
  std::map<std::string, std::unique_ptr<FederationExecution>, std::less<>> federations_;
  wire::Buffer out_;
};

}  // namespace triad::rtig
