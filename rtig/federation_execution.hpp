// One federation execution in the RTIG: composed of an authority for each service group, each in
// its own file. Here members join, depart and return, and each record goes to the one authority
// that takes it. What all participants share is core::Federation. Called by Rtig alone.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "rtig/data_distribution_authority.hpp"
#include "rtig/declaration_authority.hpp"
#include "rtig/federation_authority.hpp"
#include "rtig/federation_context.hpp"
#include "rtig/instance_supply.hpp"
#include "rtig/mom_authority.hpp"
#include "rtig/move_authority.hpp"
#include "rtig/object_authority.hpp"
#include "rtig/open_step_monitor.hpp"
#include "rtig/ownership_authority.hpp"
#include "rtig/resignation_orders.hpp"
#include "rtig/rtig.hpp"
#include "rtig/save_restore_authority.hpp"
#include "rtig/time_authority.hpp"
#include "rtig/time_status_monitor.hpp"

namespace triad::rtig {

class FederationExecution final : private WholeFederation, private Seats {
 public:
  FederationExecution(Rtig& rtig, FabricId fabric, std::string name, FedSource fed,
                      core::ObjectModel model)
      : context_(rtig, fabric, std::move(name), std::move(fed), std::move(model)) {}

  const std::string& name() const { return context_.name(); }
  bool empty() const { return context_.sessions().empty(); }
  const core::Federation& state() const { return context_.federation(); }
  const FedSource& fed_source() const { return context_.fed(); }
  std::uint64_t model_fingerprint() const { return context_.model_fingerprint(); }
  // Of the object model, encoded.
  std::size_t model_bytes() const { return context_.encoded_model().size(); }
  wire::FederationInfo info() const;
  std::vector<LinkId> links() const;
  // For people: "2 federates are joined to 'X': 1 'a' on ws1 (pid 12), 2 'b' on ws2 (pid 34)".
  std::string members_text() const;
  // A note on other members of the same federate type; empty: there are none.
  std::string same_name_note(FederateHandle federate) const;

  // Why this federate cannot join; empty if it can.
  std::optional<wire::Error> why_not(const wire::JoinFederationExecution& join) const;
  // Fails, and nothing has changed, where there is no memory for what the newcomer is to be told.
  wire::Result<FederateHandle> join(LinkId link, const wire::JoinFederationExecution& join,
                                    const Record& cause);
  // The member leaves: by its own request (`cause`), by loss, or because an operator says so.
  void resign(FederateHandle federate, wire::ResignAction action, bool lost,
              std::string_view reason, const wire::RecordHeader& cause);

  // A member's record. A text says what was wrong with it; the member is then to be expelled.
  Fault on_record(FederateHandle by, const Record& record);
  // As the Router has it.
  bool wants(FederateHandle by, const Record& record) const {
    return context_.router().wants(by, record);
  }
  Fault on_header_only(FederateHandle by, const Record& beginning) {
    return context_.router().take_header(by, beginning);
  }
  Fault on_time_stated(LinkId router, const wire::TimeStated& stated) {
    return context_.router().promises().on_stated(router, stated);
  }
  router::StatedInterest& interest() { return context_.router().interest(); }
  // One router below passes on directly to another what members send (router/peer_sessions.hpp).
  void set_direct(LinkId from, LinkId to, bool direct) {
    context_.router().interest().set_direct(from, to, direct);
  }
  bool turn_is_due() const {
    return context_.router().turn_is_due() || log_is_to_be_told() || moves_.is_due() ||
           (!moves_.pauses() && (!postponed_.empty() || !postponed_restores_.empty()));
  }
  // The host writes a save of this federation, and reports by this ticket.
  bool awaits_save(std::uint64_t ticket) const {
    return saves_.save() && saves_.save()->is_storing() && saves_.save()->ticket() == ticket;
  }
  void on_save_stored(const wire::Result<void>& stored) { saves_.on_stored(stored); }
  std::uint64_t bytes_of_save(FederateHandle of) const { return saves_.bytes_of(of); }
  void end_turn();
  [[nodiscard]] bool on_backlog(FederateHandle federate, std::size_t bytes) {
    return context_.router().on_backlog(federate, bytes);
  }

  // --- Moves (federation_moves.cpp). The router of the member asks for it.
  void ask_to_move(FederateHandle federate) { moves_.ask(federate); }
  // Nothing is begun while members move.
  bool pauses() const { return moves_.pauses(); }
  // Whoever is at the link wants the seat of a member that was sent away. What is wrong with that.
  Fault take_up_seat(LinkId link, const wire::ReturnMember& returned) {
    return moves_.take_up(link, returned);
  }
  // A member that has been sent away and has not returned is resigned.
  void give_up_seat(FederateHandle federate, const std::string& reason);
  void give_up_seat(FederateHandle federate, wire::ResignAction action, const std::string& reason);
  void end_overdue_move() { moves_.end_overdue(); }
  void end_overdue_save() { saves_.end_overdue(); }
  // A request to join, of a link, which waits until all go on. False: one of that link waits.
  [[nodiscard]] bool postpone(LinkId link, wire::Bytes request);
  // Those that wait no more.
  using Postponed = std::vector<std::pair<LinkId, wire::Buffer>>;
  Postponed take_postponed();
  Postponed take_all_postponed() { return std::exchange(postponed_, {}); }

  // Who has held up its senders for so long as nobody may (RtigOptions::hold_patience).
  std::vector<LinkId> overdue_holders() const;

  // As Rtig has it.
  void end_overdue_orders();

  // As TimeStatusMonitor and MomAuthority have it.
  void query_time_status(LinkId link, const wire::RecordHeader& cause, bool now) {
    time_status_.query(link, cause, now);
  }
  void forget_status_query(LinkId link) { time_status_.forget_query(link); }
  void ask_for_waits() { time_status_.ask_for_waits(); }
  void report_waits();
  std::optional<std::chrono::milliseconds> next_report() const { return mom_.next_report(); }
  void report_managers() { mom_.report_managers(); }

 private:
  // The member asks to resign; its link stays.
  class Departures {
   public:
    explicit Departures(FederationExecution& execution) : execution_(execution) {}
    Fault on(FederateHandle by, const Record&, const wire::ResignFederationExecution&);

   private:
    FederationExecution& execution_;
  };

  template <class Message>
  Fault dispatch(FederateHandle by, const Record& record, const Message& message);

  void begin_session(FederateHandle newcomer, router::Router::Newcomer as);
  void admit(FederateHandle newcomer, const wire::RecordHeader& cause, core::Lease leased);
  void return_member(const core::SavedMember& member, LinkId link, std::uint64_t restore);

  // To routers, which pass on what waits for it (router/edge_switch.hpp).
  bool log_is_to_be_told() const {
    return context_.paths().any_behind_routers() &&
           log_passed_ != context_.delivery().log_position();
  }
  void tell_log_passed();
  core::SavedFederation saved_state() const override;
  void become(const core::RestoreProgress& restored) override;
  void dismiss(FederateHandle federate, const std::string& reason) override;
  void dismiss(FederateHandle federate, wire::ResignAction action, const std::string& reason);
  bool keeps_attributes(FederateHandle federate, wire::ResignAction action) const;
  void load(const core::SavedFederation& saved);
  // `owing`: members whose answer a save or restore lacks, ascending.
  std::string_view state_of(FederateHandle federate,
                            const std::vector<FederateHandle>& owing) const;
  void vacate(FederateHandle federate) override;
  void take_up(FederateHandle federate, LinkId link, std::uint64_t pause) override;
  void move(FederateHandle federate, LinkId link, LinkId via);
  void give_up(FederateHandle federate, const std::string& reason) override;
  bool postpone_restore(FederateHandle by, const Record& record);
  void restore_postponed();

  FederationContext context_;
  wire::Position log_passed_ = 0;  // as the host has been told
  Departures departures_{*this};
  FederationAuthority federation_{context_};
  OwnershipAuthority ownership_{context_};
  ResignationOrders orders_{context_};
  MomAuthority mom_{context_, ownership_, saves_, orders_};
  SaveRestoreAuthority saves_{context_, mom_, *this};
  MoveAuthority moves_{context_, saves_, *this};
  Postponed postponed_;
  std::vector<std::pair<FederateHandle, wire::Buffer>> postponed_restores_;
  InstanceSupply supply_{context_, mom_};
  DeclarationAuthority declarations_{context_, ownership_, supply_};
  DataDistributionAuthority data_distribution_{context_, supply_};
  ObjectAuthority objects_{context_, ownership_, mom_};
  TimeAuthority time_{context_, saves_};
  OpenStepMonitor steps_{context_, federation_, saves_, mom_};
  TimeStatusMonitor time_status_{context_, steps_};
  // Each record of a member goes to the one of these that takes it.
  const std::tuple<Departures&, FederationAuthority&, OwnershipAuthority&, MomAuthority&,
                   SaveRestoreAuthority&, DeclarationAuthority&, DataDistributionAuthority&,
                   ObjectAuthority&, InstanceSupply&, TimeAuthority&, TimeStatusMonitor&,
                   MoveAuthority&, ResignationOrders&>
      authorities_{departures_, federation_,   ownership_,         mom_,
                   saves_,      declarations_, data_distribution_, objects_,
                   supply_,     time_,         time_status_,       moves_,
                   orders_};
};

}  // namespace triad::rtig
