// What the authorities of one federation execution have in common: the federation as all
// participants see it, the members' sessions, and the ways to speak: into the log, to one member,
// to people. Each authority decides in its own service group, and keeps to itself what it alone
// needs.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/class_priorities.hpp"
#include "core/federation_state.hpp"
#include "core/lease.hpp"
#include "core/passing_classes.hpp"
#include "core/settling_rounds.hpp"
#include "core/time_order.hpp"
#include "rtig/delivery.hpp"
#include "rtig/rtig.hpp"

namespace triad::rtig {

// The member is then to be expelled.
using router::Fault;

// Where a federation's object model comes from.
struct FedSource {
  std::string name;     // as the creator gave it
  std::string creator;  // for people
  std::size_t text_digest = 0;
};

struct MemberSession {
  LinkId link;
  bool observer = false;
  std::chrono::milliseconds joined_at{0};
  std::optional<wire::PassingClasses> classes;  // by its router's rules; none: all pass
  // Of the log, where it last took something from the member that it owned or published.
  wire::Position lost = 0;
};

class FederationContext {
 public:
  FederationContext(Rtig& rtig, FabricId fabric, std::string name, FedSource fed,
                    core::ObjectModel model);

  // --- The federation.
  const std::string& name() const { return name_; }
  const FedSource& fed() const { return fed_; }
  const wire::Buffer& encoded_model() const { return encoded_model_; }
  std::uint64_t model_fingerprint() const;
  core::TimeOrder& times() { return times_; }
  const core::TimeOrder& times() const { return times_; }
  core::Federation& federation() { return federation_; }
  const core::Federation& federation() const { return federation_; }

  // --- Its members.
  const std::map<FederateHandle, MemberSession>& sessions() const { return sessions_; }
  bool is_member(FederateHandle federate) const { return sessions_.contains(federate); }
  MemberSession& session(FederateHandle federate) { return sessions_.at(federate); }
  MemberSession& begin_session(FederateHandle federate, LinkId link);
  void end_session(FederateHandle federate) { sessions_.erase(federate); }
  void end_all_sessions() { sessions_.clear(); }
  const Rtig::Peer& peer(FederateHandle federate) const;
  // What the mesh's file says of its router: whether it may do that there, whether a class passes,
  // and all of it.
  bool may_regulate(FederateHandle federate) const {
    return rtig_.rules_of(peer(federate)).federates_regulate;
  }
  template <class Handle>
  bool passes(FederateHandle federate, Handle which) const {
    const auto& classes = sessions_.at(federate).classes;
    return !classes || core::passes(federation_.model(), *classes, which);
  }
  template <class Handle>
  Fault check_passes(FederateHandle by, Handle which) const {
    if (passes(by, which)) return {};
    return "a declaration of a class that does not pass at its router";
  }
  wire::RulesAtRouter rules(FederateHandle federate) const;  // with a view into this
  // How much may wait for who is at the link, if that is another amount than for most.
  std::optional<std::size_t> queue_most(LinkId link) const;
  // To be called with a record that goes into the log next: the owners may lose what they own.
  void note_losses(const core::ObjectInstance& instance);
  void note_loss(FederateHandle federate) { session(federate).lost = delivery_.log_position() + 1; }

  // Handles are given once, of federates as of objects.
  struct Given {
    std::uint32_t last_federate = 0;
    std::uint64_t next_object = 1;
  };
  Given& given() { return given_; }
  const Given& given() const { return given_; }
  core::Lease next_handles(std::uint32_t count);

  // --- Speaking, and what carries it.
  Delivery& delivery() { return delivery_; }
  const Delivery& delivery() const { return delivery_; }
  router::Router& router() { return delivery_.router(); }
  const router::Router& router() const { return delivery_.router(); }
  const router::Paths& paths() const { return router().paths(); }
  template <class Message>
  void append_log(const wire::RecordHeader& cause, const Message& message) {
    delivery_.append_log(cause, message);
  }
  // Of an object instance that was registered at that class: to those who want to hear of its
  // existence. One who causes what becomes of it always hears of that.
  template <class Message>
  void append_log(const wire::RecordHeader& cause, const Message& message,
                  wire::ObjectClassHandle registered_class, router::Router::LogTo whom) {
    constexpr bool kRegisters = std::is_same_v<Message, wire::ObjectInstanceRegistered>;
    const wire::Interest interest{wire::existence_key(registered_class),
                                  kRegisters ? wire::kRegistrations : wire::kChanges};
    delivery_.append_log(cause, message, interest, whom);
  }
  template <class Message>
  void send_to(FederateHandle federate, const wire::RecordHeader& cause, const Message& message) {
    delivery_.send_to(federate, cause, message);
  }
  void accept(FederateHandle federate, const Record& request) {
    send_to(federate, request.header, wire::Accepted{});
  }
  void refuse(FederateHandle federate, const Record& request, wire::ErrorCode code,
              std::string_view text) {
    send_to(federate, request.header, wire::Refused{code, text});
  }

  // --- The RTIG around it.
  const RtigOptions& options() const { return rtig_.options_; }
  std::chrono::milliseconds now() const { return rtig_.now_; }
  // As Rtig::bytes_of_saves(): of all federations.
  std::uint64_t& bytes_of_saves() { return rtig_.bytes_of_saves_; }
  Downlinks& host() { return rtig_.downlinks_; }
  const Downlinks& host() const { return rtig_.downlinks_; }
  void log(std::string_view line) const { rtig_.downlinks_.log(line); }
  std::string named(FederateHandle federate) const;  // for people
  // The first four of them, and how many more there are.
  std::string named(std::span<const FederateHandle> federates) const;
  // Which members owe an answer, and which go on sending.
  std::string unsettled_text(const core::SettlingRounds& rounds) const;
  std::string addressed(FederateHandle federate) const;  // the same, and where it is
  // A step that waits for these federates' answers, each of which is due since then.
  using Owing = std::vector<std::pair<FederateHandle, std::chrono::milliseconds>>;
  wire::OpenStep open_step(std::string_view kind, std::string_view label, std::string_view awaited,
                           std::chrono::milliseconds since, const Owing& owing) const;
  // A member's link ends with a reason, and with it the membership; or the membership alone ended.
  void expel(LinkId link, std::string_view reason) { rtig_.expel(link, reason); }
  void left(LinkId link) { rtig_.left(link); }
  // The member at the one link goes on by the other; or it does not go on.
  void vacate(LinkId link) { rtig_.vacate(link); }
  void take_up(FederateHandle federate, LinkId link);
  // What it does that nobody may at the router behind which that link is; nothing: it may go there.
  std::optional<std::string> why_may_not_go(FederateHandle federate, LinkId link) const;
  void forget_vacated(LinkId link) { rtig_.forget_vacated(link); }
  // A pause of that length has not moved it.
  void note_failed_move(FederateHandle federate, std::chrono::milliseconds pause) {
    rtig_.note_failed_move(peer(federate), pause);
  }
  // The member at the link goes on as another.
  void becomes(LinkId link, FederateHandle federate) { rtig_.peers_.at(link).federate = federate; }
  FabricId next_fabric() { return FabricId{++rtig_.last_fabric_}; }
  void schedule_reports() { rtig_.schedule_reports(); }

 private:
  void tell_of_unknown_classes() const;

  Rtig& rtig_;
  const std::string name_;
  const FedSource fed_;
  core::Federation federation_;
  wire::Buffer encoded_model_;
  wire::ClassPriorities priorities_;
  core::TimeOrder times_;
  Delivery delivery_;
  std::map<FederateHandle, MemberSession> sessions_;
  Given given_;
};

}  // namespace triad::rtig
