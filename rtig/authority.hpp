// Decisions of the RTIG for one federation execution. Authority takes inputs (rtig/inputs.hpp) and
// returns outputs (rtig/outputs.hpp), both plain values. It calls nothing outside itself and does
// not read the Router, so the same inputs give the same outputs. FederationExecution calls it.
//
// Authority handles joins, departures and returns of members. It passes each record of a member to
// the one authority of a service group that has a receive_from_member() for it. All participants of
// the federation share the state core::Federation.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "rtig/authority_image.hpp"
#include "rtig/data_distribution_authority.hpp"
#include "rtig/declaration_authority.hpp"
#include "rtig/federation_authority.hpp"
#include "rtig/federation_context.hpp"
#include "rtig/federation_texts.hpp"
#include "rtig/inputs.hpp"
#include "rtig/instance_supply.hpp"
#include "rtig/mom_authority.hpp"
#include "rtig/move_authority.hpp"
#include "rtig/object_authority.hpp"
#include "rtig/open_step_monitor.hpp"
#include "rtig/outputs.hpp"
#include "rtig/ownership_authority.hpp"
#include "rtig/resignation_orders.hpp"
#include "rtig/save_restore_authority.hpp"
#include "rtig/time_authority.hpp"

namespace triad::rtig {

class Authority final : private WholeFederation, private Seats {
 public:
  // Adds log lines about unknown classes in the mesh's file to `outputs`.
  Authority(input::Begin begin, Outputs& outputs);
  Authority(const Authority&) = delete;
  Authority& operator=(const Authority&) = delete;

  // Appends the outputs that follow from the input to `outputs`.
  void process_input(const Input& input, Outputs& outputs);
  void process_input(const input::FromMember& from, Outputs& outputs) {
    context_.writer().set_outputs(outputs);
    apply_input(from);
  }

  // --- Images (rtig/authority_image.hpp). Returns none while something is in progress that an
  // image does not have: a save, a restore, moves, an order to resign, or the supply of a new
  // subscriber.
  std::optional<AuthorityImage> image() const;
  // Returns true if load_image() would take the image.
  bool fits(const AuthorityImage& image) const;
  // Continues from an image. Called before the first input. `guests` has a client for each member
  // of the image. The outputs admit the members. Returns false, without effect, if the image does
  // not fit the object model.
  [[nodiscard]] bool load_image(const AuthorityImage& image, std::span<const GuestId> guests,
                                Outputs& outputs);

  // --- State for the host, the program that runs the RTIG. Views are valid until the next input.
  const std::string& name() const { return context_.name(); }
  bool empty() const { return members_.empty(); }
  bool is_member(FederateHandle federate) const { return members_.contains(federate); }
  const core::Federation& state() const { return context_.federation(); }
  const FedSource& fed_source() const { return context_.fed(); }
  const core::TimeOrder& times() const { return context_.times(); }
  std::uint64_t model_fingerprint() const { return context_.model_fingerprint(); }
  const wire::Buffer& encoded_model() const { return context_.encoded_model(); }
  // Returns the federation's description for rtictl, without the bytes queued for members.
  wire::FederationInfo info() const;
  // Returns the name of the host of a member, as its program stated it.
  std::string_view host_of(FederateHandle member) const { return members_.at(member).origin.host; }
  // Returns the open steps for rtictl, with labels cut to kShownTextBytesMax bytes.
  std::vector<wire::OpenStep> shown_steps() const { return steps_.shown_steps(); }
  // Returns the bytes of its part of a save that the member has sent.
  std::uint64_t bytes_of_save(FederateHandle of) const { return saves_.bytes_of(of); }

  std::string federate_text(FederateHandle federate) const {
    return rtig::federate_text(state(), federate);
  }
  // Returns a text for people: "2 federates are joined to 'X': 1 'a' on ws1 (pid 12), 2 'b' on ws2
  // (pid 34)".
  std::string members_text() const;
  // Returns true if the member can return after the loss of its link: it has a session.
  bool can_return(FederateHandle federate) const {
    return static_cast<bool>(members_.at(federate).session);
  }
  // Returns the reason why the member may not continue at this origin; none: it may.
  std::optional<std::string> return_refusal(FederateHandle federate, const Origin& origin) const {
    const auto why = context_.rules().move_refusal(federate, origin);
    return why ? std::optional("it " + *why) : std::nullopt;
  }
  const MemberSession& session(FederateHandle federate) const { return members_.at(federate); }
  bool is_restoring() const { return saves_.is_restoring(); }
  // Returns true if a save or restore is requested or in progress.
  bool saves_or_restores() const { return !saves_.is_idle(); }
  // Returns true while members move to other routers. No join may begin then.
  bool is_paused() const { return moves_.is_paused(); }
  // Returns true if input::EndTurn would have an effect when `span` has passed since the last
  // input::TimePassed.
  bool turn_is_due(std::chrono::milliseconds span) const {
    return moves_.is_pause_due(context_.now() + span) ||
           (!moves_.is_paused() && !postponed_restores_.empty());
  }

 private:
  // Handles the request of a member to resign. The member's link stays open.
  class Departures {
   public:
    explicit Departures(Authority& authority) : authority_(authority) {}
    Fault receive_from_member(FederateHandle by, const Record&,
                              const wire::ResignFederationExecution&);

   private:
    Authority& authority_;
  };
  // A guest with a new federate handle, until it is a member. The host decides whether it shares
  // memory.
  struct Joining {
    FederateHandle newcomer;
    GuestId guest;
    Origin origin;
    wire::RecordHeader request;
    std::string federate_type;
    bool observer = false;
    std::string fed_in_force;
    wire::SessionSecret session;
  };
  // A restore before its members have returned, and the origin of each by its saved handle.
  struct Restoring {
    core::RestoreProgress progress;
    std::map<FederateHandle, MemberSession> sessions;  // of the present members, by saved handles
  };
  // Effect of a departure on the client's link.
  enum class Link { ends, stays };

  // --- Inputs, described in rtig/inputs.hpp.
  void apply_input(const input::TimePassed& time) { context_.advance_time(time.span); }
  void apply_input(const input::FromMember& from);
  void apply_input(const input::Denied& denied) {
    writer_.refuse(denied.by, denied.record, wire::ErrorCode::RTIinternalError, denied.reason);
  }
  void apply_input(const input::MemberLost& lost);
  void apply_input(const input::MemberAway& away);
  void apply_input(const input::MoveRequest& wish) {
    moves_.ask_to_move(wish.federate, wish.token);
  }
  void apply_input(const input::Join& request);
  void apply_input(const input::Entered& entered);
  void apply_input(const input::WelcomeFailed& newcomer);
  void apply_input(const input::Returning& returning);
  void apply_input(const input::Resuming& resuming);
  void apply_input(const input::Reentered& reentered);
  void apply_input(const input::EndTurn&);
  void apply_input(const input::SavesElsewhere& saves) { saves_.set_bytes_elsewhere(saves.bytes); }
  void apply_input(const input::SaveStored& save) { saves_.receive_store_result(save.stored); }
  void apply_input(const input::SaveLoaded& save) { saves_.receive_loaded_save(save.file); }
  void apply_input(const input::EndOverdueMoves&) { moves_.end_overdue(); }
  void apply_input(const input::EndOverdueSaves&) { saves_.end_overdue(); }
  void apply_input(const input::EndOverdueOrders&);
  void apply_input(const input::ReportOpenSteps&) { steps_.report(); }
  void apply_input(const input::RequestManagerValues&);

  // --- Images.
  void load_member(const ImageMember& member, const core::SavedMember& saved, GuestId guest);

  // --- Records of members. A faulty record expels its member.
  // dispatch() calls receive_from_member() of the authority that handles such messages.
  template <class Message>
  void decode_and_dispatch(FederateHandle by, const Record& record);
  template <class Message>
  void dispatch(FederateHandle by, const Record& record, const Message& message);
  void expel_for_fault(FederateHandle by, std::string_view fault);

  // --- Joins and departures.
  std::optional<wire::Error> join_refusal(const wire::JoinFederationExecution& join) const;
  // Returns the session of a newcomer that can return after the loss of its link.
  wire::SessionSecret session_for(const Joining& joining, bool shares_memory) const;
  // Admits the newcomer and sends it JoinAccepted, after shared memory has answered.
  void welcome(const Joining& joining, core::Lease leased, const input::Entered& entered);
  // Removes the newcomer again, because there is no memory for its snapshot.
  void refuse_newcomer();
  // Reports a join or a resignation to the audit log. Called while the federate is a member.
  void report_membership(FederateHandle federate, bool joins, std::string_view reason);
  // Returns a note for the log if other members have the same federate type; otherwise empty.
  std::string same_name_note(FederateHandle federate) const;
  // Carries out a resignation with all its consequences. `lost`: not requested by the federate.
  // `cause`: the request that the log record answers, if any.
  void resign(FederateHandle federate, wire::ResignAction action, bool lost,
              std::string_view reason, const wire::RecordHeader& cause, Link link);
  // Resigns a member that cannot be reached any more, and ends its link.
  void resign_lost_member(FederateHandle federate, wire::ResignAction action,
                          std::string_view reason);
  // Returns true if the member would remain an owner after a resignation with this action.
  bool keeps_attributes(FederateHandle federate, wire::ResignAction action) const;
  // Resigns a member without its request; its link stays, if it is not moving.
  void dismiss(FederateHandle federate, const std::string& reason) override;
  void dismiss(FederateHandle federate, wire::ResignAction action, const std::string& reason);
  // Returns the text that rtictl shows for the member's state. `owing`: members that still owe an
  // answer to a save or restore, in ascending order.
  std::string_view state_of(FederateHandle federate,
                            const std::vector<FederateHandle>& owing) const;

  // --- Saves and restores.
  core::SavedFederation saved_state() const override;
  void apply_restore(core::RestoreProgress restored) override;
  // Replaces the state of the federation and of all authorities by the saved state.
  void load_state(const core::SavedFederation& saved);
  // Admits one member again, under its saved handle.
  void return_member(const core::SavedMember& member, const MemberSession& session,
                     bool shares_memory, std::uint64_t restore);

  // --- Moves (authority_moves.cpp).
  void vacate(FederateHandle federate) override;
  void continue_member(FederateHandle federate, GuestId guest, const Origin& origin,
                       std::uint64_t pause) override;
  void resign_moving_member(FederateHandle federate, const std::string& reason) override;
  // Keeps a request to restore until members have moved. Returns false if it need not wait.
  bool postpone_restore(FederateHandle by, const Record& record);
  void restore_postponed();

  FederationContext context_;
  OutputWriter& writer_ = context_.writer();
  MemberSessions& members_ = context_.members();
  std::optional<Joining> joining_;      // the last guest that asked to join
  std::optional<Restoring> restoring_;  // its members have not returned yet
  std::vector<std::pair<FederateHandle, wire::Buffer>> postponed_restores_;
  Departures departures_{*this};
  FederationAuthority federation_{context_};
  OwnershipAuthority ownership_{context_};
  ResignationOrders orders_{context_};
  MomAuthority mom_{context_, ownership_, saves_, orders_};
  SaveRestoreAuthority saves_{context_, mom_, *this};
  MoveAuthority moves_{context_, saves_, *this};
  InstanceSupply supply_{context_, mom_};
  DeclarationAuthority declarations_{context_, ownership_, supply_};
  DataDistributionAuthority data_distribution_{context_, supply_};
  ObjectAuthority objects_{context_, ownership_, mom_};
  TimeAuthority time_{context_, saves_};
  OpenStepMonitor steps_{context_, federation_, saves_, mom_};
  // Each record of a member goes to the only one of these that has a receive_from_member() for it.
  const std::tuple<Departures&, FederationAuthority&, OwnershipAuthority&, MomAuthority&,
                   SaveRestoreAuthority&, DeclarationAuthority&, DataDistributionAuthority&,
                   ObjectAuthority&, InstanceSupply&, TimeAuthority&, MoveAuthority&,
                   ResignationOrders&>
      authorities_{departures_,        federation_, ownership_, mom_,  saves_, declarations_,
                   data_distribution_, objects_,    supply_,    time_, moves_, orders_};
};

}  // namespace triad::rtig
