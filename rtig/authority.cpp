#include "rtig/authority.hpp"

#include <algorithm>
#include <new>

#include "core/age_text.hpp"
#include "core/count_text.hpp"
#include "core/shown_name.hpp"
#include "records/defect.hpp"
#include "router/client_membership.hpp"
#include "rtig/not_from_members.hpp"
#include "wire/harmless_text.hpp"
#include "wire/limits.hpp"
#include "wire/print.hpp"

namespace triad::rtig {

namespace {

// Handles with which a newcomer can register instances before it must ask for more.
constexpr std::uint32_t kFirstLease = 4096;

template <class Authority, class Message>
concept Takes = requires(Authority& authority, FederateHandle by, const Record& record,
                         const Message& message) {
  { authority.receive_from_member(by, record, message) } -> std::same_as<Fault>;
};

template <class Message, class Authorities>
constexpr int kTakers = 0;
template <class Message, class... Authority>
constexpr int kTakers<Message, const std::tuple<Authority...>> = (0 + ... +
                                                                  int{Takes<Authority, Message>});

}  // namespace

Authority::Authority(input::Begin begin, Outputs& outputs) : context_(std::move(begin), outputs) {
  for (const std::string& line : context_.rules().unknown_class_lines(context_.name())) {
    writer_.log(line);
  }
}

void Authority::process_input(const Input& input, Outputs& outputs) {
  context_.writer().set_outputs(outputs);
  std::visit([&](const auto& one) { apply_input(one); }, input);
}

// --- State, for the host.

wire::FederationInfo Authority::info() const {
  wire::FederationInfo info;
  info.federation = name();
  const auto shown = [](std::string_view text) { return text.substr(0, kShownTextBytesMax); };
  info.fed = shown(context_.fed().name);
  const std::vector<FederateHandle> owing = saves_.unanswered_members();
  info.objects = state().objects().size() - (mom_.has_federation_object() ? 1 : 0);
  for (const auto& [federate, session] : members_.all()) {
    const core::Member& member = *state().member(federate);
    if (member.manager) --info.objects;  // the count of the federates' own objects
    info.federates.push_back({federate, shown(member.federate_type), shown(session.origin.host),
                              session.origin.process, shown(session.origin.transport),
                              state_of(federate, owing), 0, session.origin.principal_text});
  }
  info.steps = steps_.shown_steps();
  return info;
}

std::string_view Authority::state_of(FederateHandle federate,
                                     const std::vector<FederateHandle>& owing) const {
  const bool owes = std::ranges::binary_search(owing, federate);
  if (saves_.is_saving()) return owes ? "saving" : "waiting for the save";
  if (saves_.is_restoring()) return owes ? "restoring" : "waiting for the restore";
  return moves_.is_away(federate) ? "moving" : "joined";
}

std::string Authority::members_text() const {
  constexpr std::size_t kNamedMost = 8;
  const auto& sessions = members_.all();
  std::string text = core::count_text(sessions.size(), "federate is", "federates are") +
                     " joined to " + wire::quoted(name());
  std::size_t named = 0;
  for (const auto& [federate, session] : sessions) {
    if (named == kNamedMost) break;
    const Origin& origin = session.origin;
    text += (named++ == 0 ? ": " : ", ") + std::to_string(federate.value) + " " +
            wire::quoted(core::shown_name(state().member(federate)->federate_type)) + " on " +
            wire::host_text(origin.host) + " (pid " + std::to_string(origin.process) + ")";
  }
  if (sessions.size() > named) text += " and " + std::to_string(sessions.size() - named) + " more";
  return text;
}

std::string Authority::same_name_note(FederateHandle federate) const {
  const std::string& type = state().member(federate)->federate_type;
  FederateHandle first;
  std::size_t others = 0;
  for (const auto& [other, session] : members_.all()) {
    if (other == federate || state().member(other)->federate_type != type) continue;
    if (others++ == 0) first = other;
  }
  if (others == 0 || type.empty()) return {};
  return "; note: federate " + std::to_string(first.value) +
         (others > 1 ? " (and " + std::to_string(others - 1) + " more)" : "") +
         " of that federation has the same name";
}

// --- Members' records.

void Authority::apply_input(const input::FromMember& from) {
  const Record& record = from.record;
  const auto kind = record.header.message_kind();
  context_.members().record_position(from.by, record.header.position);
  if (kind == wire::Kind::RequestFederationRestore && postpone_restore(from.by, record)) return;
  bool takes = false;
  wire::with_message_type(kind, [&](auto type) {
    using Message = typename decltype(type)::type;
    constexpr bool kFromMembers = !boost::mp11::mp_contains<NotFromMembers, Message>::value &&
                                  !boost::mp11::mp_contains<HandledByRouter, Message>::value;
    static_assert(kTakers<Message, decltype(authorities_)> == int{kFromMembers},
                  "a member's record is to be taken by one authority, and by no other");
    if constexpr (kFromMembers) {
      takes = true;
      decode_and_dispatch<Message>(from.by, record);
    }
  });
  if (!takes) {
    expel_for_fault(from.by, "a " + std::string(name_of(kind)) +
                                 " record, which an RTIA does not send to an RTIG");
  }
}

template <class Message>
void Authority::decode_and_dispatch(FederateHandle by, const Record& record) {
  const auto message = wire::decode<Message>(record.payload);
  const auto refused = message ? wire::name_refusal(*message) : std::nullopt;
  if (message && !refused) return dispatch(by, record, *message);
  const std::string name(name_of(record.header.message_kind()));
  expel_for_fault(by, refused ? "a " + name + " record in which " + refused->text
                              : "a malformed " + name + " record");
}

template <class Message>
void Authority::dispatch(FederateHandle by, const Record& record, const Message& message) {
  const auto offer = [&](auto& to) {
    if constexpr (Takes<decltype(to), Message>) {
      if (const Fault fault = to.receive_from_member(by, record, message))
        expel_for_fault(by, *fault);
    }
  };
  std::apply([&](auto&... authority) { (offer(authority), ...); }, authorities_);
}

void Authority::expel_for_fault(FederateHandle by, std::string_view fault) {
  writer_.expel(by, "sent " + std::string(fault));
}

// --- Joins.

std::optional<wire::Error> Authority::join_refusal(
    const wire::JoinFederationExecution& join) const {
  if (auto busy = saves_.busy_error()) return busy;
  const std::string& type = context_.times().type();
  if (!empty() && join.time_type != type) {
    return wire::error(wire::ErrorCode::RTIinternalError,
                       "the times of federation execution " + wire::quoted(name()) + " are " +
                           type + ", this federate's " + std::string(join.time_type) +
                           ": link all federates with the same libFedTime");
  }
  if (context_.handles().last_federate >= router::kLastFederate.value) {
    return wire::error(wire::ErrorCode::RTIinternalError,
                       "federation execution " + wire::quoted(name()) +
                           " has used up its federate handles: create another one");
  }
  return std::nullopt;
}

void Authority::apply_input(const input::Join& request) {
  if (const auto refusal = join_refusal(request.join)) {
    return writer_.refuse(request.guest, request.request, *refusal);
  }
  context_.times().set_type(request.join.time_type);
  const FederateHandle newcomer(++context_.handles().last_federate);
  joining_ = {newcomer,
              request.guest,
              request.origin,
              request.request,
              std::string(request.join.federate_type),
              request.join.observer,
              std::string(request.fed_in_force),
              request.join.session};
  writer_.add(output::Enter{request.guest, newcomer});
}

void Authority::apply_input(const input::Entered& entered) {
  const Joining& joining = *joining_;
  const FederateHandle newcomer = joining.newcomer;
  core::Federation& federation = context_.federation();
  const bool managed = static_cast<bool>(federation.management().federate());
  const ObjectHandle manager(managed ? context_.handles().next_object++ : 0);
  const core::Lease leased = context_.handles().lease_objects(kFirstLease);
  wire::FederateJoined joined{newcomer, joining.federate_type, entered.shares_memory, manager};
  if (entered.shares_memory) {
    joined.leases.push_back({newcomer, ObjectHandle(leased.first), ObjectHandle(leased.end)});
  }
  writer_.append_log({}, joined);
  federation.apply(joined);
  if (managed)
    federation.apply(wire::kRtiOwner, federation.management().registration_of_manager(manager));
  writer_.add(output::Admit{.federate = newcomer,
                            .guest = joining.guest,
                            .shares_memory = entered.shares_memory,
                            .queue_max = context_.rules().queue_max(joining.origin)});
  members_.begin(newcomer, {.session = session_for(joining, entered.shares_memory),
                            .origin = joining.origin,
                            .rights = context_.rules().rights_at(joining.origin),
                            .observer = joining.observer,
                            .shares_memory = entered.shares_memory,
                            .joined_at = context_.now()});
  time_.reduce_promises_if_due();
  objects_.add_member(newcomer, leased);
  mom_.add_member(newcomer);
  try {
    welcome(joining, leased, entered);
  } catch (const std::bad_alloc&) {
    return refuse_newcomer();
  }
  report_membership(newcomer, true, {});
  writer_.log(federate_text(newcomer) + " joined federation " + wire::quoted(name()) + " from " +
              joining.origin.address() + same_name_note(newcomer));
}

wire::SessionSecret Authority::session_for(const Joining& joining, bool shares_memory) const {
  return !shares_memory && context_.options().timeouts.resume.count() > 0 ? joining.session
                                                                          : wire::SessionSecret();
}

void Authority::welcome(const Joining& joining, core::Lease leased, const input::Entered& entered) {
  const FederateHandle newcomer = joining.newcomer;
  wire::Buffer state;
  wire::Encoder(state).put(core::snapshot_of_members(context_.federation()));
  wire::JoinAccepted accepted;
  accepted.federate = newcomer;
  accepted.position = writer_.log_position();
  accepted.object_model = context_.encoded_model();
  accepted.members = state;
  accepted.first_object = ObjectHandle(leased.first);
  accepted.objects_leased = static_cast<std::uint32_t>(leased.end - leased.first);
  accepted.on_fabric = entered.shares_memory;
  accepted.fed_in_force = joining.fed_in_force;
  accepted.rules = context_.rules().rules_for(members_.at(newcomer));
  if (can_return(newcomer)) {
    accepted.resume_ms = static_cast<std::uint32_t>(context_.options().timeouts.resume.count());
  }
  if (accepted.on_fabric) {
    accepted.streams = entered.streams;
    accepted.forwarded = entered.forwarded;
    accepted.leases = objects_.leases_on_fabric(newcomer);
    accepted.promises_reduced = time_.reduces_promises();
  }
  writer_.add(output::Welcome{newcomer, writer_.encode(newcomer, joining.request, accepted)});
  federation_.announce_open_points(newcomer);
  saves_.send_planned_save(newcomer);
  mom_.send_newcomer_values(newcomer);
}

void Authority::apply_input(const input::WelcomeFailed& newcomer) {
  if (joining_ && joining_->newcomer == newcomer.newcomer) refuse_newcomer();
}

// Removes the newcomer, because the RTIG has no memory for its snapshot.
void Authority::refuse_newcomer() {
  resign(joining_->newcomer, wire::ResignAction::no_action, true, "could not be admitted", {},
         Link::stays);
  writer_.refuse(joining_->guest, joining_->request,
                 wire::error(wire::ErrorCode::RTIinternalError,
                             "the RTIG has no memory for the snapshot of federation execution " +
                                 wire::quoted(name()) + " that a newcomer needs"));
}

void Authority::report_membership(FederateHandle federate, bool joins, std::string_view reason) {
  const Origin& origin = members_.at(federate).origin;
  Outputs& outputs = writer_.outputs();
  writer_.add(
      output::MembershipChange{.federate = federate,
                               .joins = joins,
                               .process = origin.process,
                               .name = outputs.store_text(state().member(federate)->federate_type),
                               .principal = outputs.store_text(origin.principal_text),
                               .transport = outputs.store_text(origin.transport),
                               .host = outputs.store_text(origin.host),
                               .reason = outputs.store_text(reason)});
}

// --- Departures.

void Authority::resign(FederateHandle federate, wire::ResignAction action, bool lost,
                       std::string_view reason, const wire::RecordHeader& cause, Link link) {
  report_membership(federate, false, reason);
  objects_.complete_deletions_of(federate);
  if (!moves_.is_away(federate)) {
    writer_.add(output::BeginResignation{federate, writer_.log_position()});
  }
  wire::RecordHeader last = cause;
  last.sender = federate.value;
  last.position = members_.position(federate);
  const wire::FederateResigned resigned{federate, action, lost, reason};
  // The leaver receives it as well: it is the answer to its request.
  const Extent answer = writer_.append_log(last, resigned);
  writer_.add(output::Detach{federate});
  const core::InstanceChanges changes = context_.federation().apply(resigned);
  for (const ObjectHandle object : changes.deleted) ownership_.erase_object(object);
  members_.end(federate);
  objects_.remove_member(federate);
  mom_.remove_member(federate);
  orders_.remove_member(federate);
  supply_.remove_member(federate);
  ownership_.remove_member(federate);
  if (!TRIAD_DEFECT(departure_forgets_waiting_federates)) ownership_.transfer_released(changes);
  writer_.add(output::BoundsMayRise{});
  federation_.remove_member(federate);
  mom_.send_federate_list();
  saves_.remove_member(federate);
  writer_.add(output::FinishResignation{federate, answer, link == Link::stays});
  moves_.remove_member(federate);
}

void Authority::apply_input(const input::MemberLost& lost) {
  members_.record_position(lost.federate, lost.last_position);
  resign_lost_member(lost.federate, context_.options().lost_action, lost.reason);
}

void Authority::apply_input(const input::MemberAway& away) {
  members_.record_absence(away.federate, away.is_suspended);
  mom_.send_warning(
      away.federate,
      "the federate is away: " + std::string(away.reason) + "; it may return for at most " +
          core::age_text(static_cast<std::uint64_t>(context_.options().timeouts.resume.count())) +
          " (resume.timeout)");
}

void Authority::apply_input(const input::Resuming& resuming) {
  const FederateHandle federate = resuming.request.federate;
  members_.continue_at(federate, resuming.origin, context_.rules().rights_at(resuming.origin));
  mom_.send_warning(federate, "the federate has returned from " + resuming.origin.address());
}

// In the logged text `reason` follows the member's name; for a member on its way to another router
// it follows "it".
void Authority::resign_lost_member(FederateHandle federate, wire::ResignAction action,
                                   std::string_view reason) {
  const std::string cause = (moves_.is_away(federate) ? "it " : "") + std::string(reason);
  const std::string name_text = federate_text(federate);
  resign(federate, action, true, reason, {}, Link::ends);
  writer_.log("lost " + name_text + " of federation " + wire::quoted(name()) + ": " + cause +
              "; resigned it with " + wire::print_name(action));
}

Fault Authority::Departures::receive_from_member(FederateHandle by, const Record& record,
                                                 const wire::ResignFederationExecution& resign) {
  const std::string name_text = authority_.federate_text(by);
  std::string reason = "resigned";
  std::string how;
  if (const auto* const order = authority_.orders_.accepted_order(by)) {
    reason = "was ordered to resign through the MOM by " + order->by;
    how = " by order of " + order->by + " through the MOM";
  }
  authority_.resign(by, resign.action, false, reason, record.header, Link::stays);
  authority_.writer_.log(name_text + " resigned from federation " +
                         wire::quoted(authority_.name()) + how);
  return {};
}

// Resigns members that have not carried out an order in time: the member or its router is stopped,
// or the member does not read its link. If the standard forbids the ordered resign action (HLA 1.3
// clause 4.5), the RTIG does not carry it out either.
void Authority::apply_input(const input::EndOverdueOrders&) {
  if (context_.options().timeouts.order.count() <= 0) return;
  const auto waited = static_cast<std::uint64_t>(context_.options().timeouts.order.count());
  for (const auto& [federate, order] : orders_.overdue()) {
    if (!members_.contains(federate)) continue;
    const std::string age = core::age_text(waited) + " (resign.patience)";
    const std::string reason =
        (order.is_accepted ? "has not resigned for " + age + ", though it has accepted the order"
                           : "has not answered for " + age + " to the order") +
        " to resign that " + order.by + " gave through the MOM";
    if (keeps_attributes(federate, order.action)) {
      orders_.remove_oldest(federate);
      mom_.raise_alert(federate, {},
                       "ResignFederationExecution: the federate " + reason +
                           ", and owns attributes that the resign action does not give up");
    } else {
      dismiss(federate, order.action, reason);
    }
  }
}

bool Authority::keeps_attributes(FederateHandle federate, wire::ResignAction action) const {
  const bool deletes = action == wire::ResignAction::delete_objects;
  if (!deletes && action != wire::ResignAction::no_action) return false;
  const core::Federation& federation = context_.federation();
  const auto handles = federation.objects().handles();
  return std::ranges::any_of(handles, [&](ObjectHandle object) {
    const core::ObjectInstance& instance = *federation.objects().find(object);
    const auto owned = instance.owned_by(federate);
    return !instance.deleted && !owned.empty() &&
           !(deletes && owned.contains(federation.privilege_to_delete()));
  });
}

void Authority::dismiss(FederateHandle federate, const std::string& reason) {
  if (members_.contains(federate)) dismiss(federate, context_.options().lost_action, reason);
}

void Authority::dismiss(FederateHandle federate, wire::ResignAction action,
                        const std::string& reason) {
  if (moves_.is_away(federate)) return resign_lost_member(federate, action, reason);
  const std::string name_text = federate_text(federate);
  resign(federate, action, true, reason, {}, Link::stays);
  writer_.log(name_text + " resigned from federation " + wire::quoted(name()) + ": it " + reason);
}

// --- Saves and restores.

core::SavedFederation Authority::saved_state() const {
  core::SavedFederation saved;
  saved.federation = name();
  saved.release = context_.options().release;
  saved.fed = context_.fed().name;
  saved.model_fingerprint = model_fingerprint();
  saved.time_type = context_.times().type();
  saved.log_position = writer_.log_position();
  saved.last_federate = context_.handles().last_federate;
  saved.next_object = context_.handles().next_object;
  saved.state = core::snapshot_of(context_.federation());
  for (const auto& [federate, session] : members_.all()) {
    core::SavedMember& member = saved.members.emplace_back();
    member.federate = federate;
    member.federate_type = context_.federation().member(federate)->federate_type;
    member.position = members_.position(federate);
    objects_.save(federate, member);
    mom_.save(federate, member);
  }
  mom_.save(saved);
  federation_.save(saved);
  ownership_.save(saved);
  objects_.save(saved);
  return saved;
}

// The members leave shared memory and enter it again under their saved handles. No member receives
// records of the state that is replaced.
void Authority::apply_restore(core::RestoreProgress restored) {
  Restoring restoring{std::move(restored), {}};
  for (const auto& [present, becomes] : restoring.progress.members()) {
    restoring.sessions[becomes] = members_.at(present);
  }
  members_.end_all();
  supply_.clear();
  orders_.clear();
  steps_.clear();
  load_state(restoring.progress.saved());
  writer_.outputs().add_reentry(writer_.log_position(), restoring.progress.members());
  restoring_ = std::move(restoring);
}

void Authority::apply_input(const input::Reentered& reentered) {
  const Restoring restoring = *std::exchange(restoring_, std::nullopt);
  for (const core::SavedMember& member : restoring.progress.saved().members) {
    return_member(member, restoring.sessions.at(member.federate),
                  std::ranges::binary_search(reentered.sharing, member.federate),
                  restoring.progress.number());
  }
  writer_.add(output::Restored{});
  saves_.finish_restore(restoring.progress.saved().label);
}

void Authority::load_state(const core::SavedFederation& saved) {
  core::Federation& federation = context_.federation();
  (void)federation.restore(saved.state);  // SaveRestoreAuthority::can_restore() has tried it
  writer_.continue_log_from(saved.log_position);
  HandleCounters& given = context_.handles();
  given.last_federate = std::max(given.last_federate, saved.last_federate);
  given.next_object = std::max(given.next_object, saved.next_object);
  mom_.restore(saved);
  federation_.restore(saved);
  ownership_.restore(saved);
  objects_.restore(saved);
}

// A member returns in the same steps as a newcomer joins, but knows the federation already.
void Authority::return_member(const core::SavedMember& member, const MemberSession& session,
                              bool shares_memory, std::uint64_t restore) {
  const FederateHandle federate = member.federate;
  wire::RecordHeader last;  // last of its records before the save
  last.sender = federate.value;
  last.position = member.position;
  wire::FederateReturned returned{federate, shares_memory};
  if (shares_memory) {
    for (const core::SavedLease& lease : member.leases) {
      returned.leases.push_back({federate, ObjectHandle(lease.first), ObjectHandle(lease.end)});
    }
  }
  writer_.append_log(last, returned);
  const wire::Position since = writer_.log_position();
  wire::FederationRestored restored{restore, federate, since, shares_memory, {}, {}};
  if (shares_memory) {
    // The log announces members that return later.
    for (const auto& [other, of] : members_.all()) {
      auto& streams = of.shares_memory ? restored.streams : restored.forwarded;
      streams.push_back({other, of.shares_memory ? members_.position(other) : 0});
    }
    restored.leases = objects_.leases_on_fabric(federate);
    restored.promises_reduced = time_.reduces_promises();
  }
  members_.begin(federate, {.session = shares_memory ? wire::SessionSecret{} : session.session,
                            .origin = session.origin,
                            .rights = context_.rules().rights_at(session.origin),
                            .shares_memory = shares_memory,
                            .joined_at = context_.now()});
  members_.record_position(federate, member.position);
  writer_.add(output::Admit{.federate = federate,
                            .since = since,
                            .position = member.position,
                            .shares_memory = shares_memory,
                            .regulates = context_.federation().member(federate)->regulating,
                            .returns = true,
                            .queue_max = context_.rules().queue_max(session.origin)});
  time_.reduce_promises_if_due();
  objects_.restore_member(member);
  mom_.restore_member(member);
  // The record is not addressed, because the member does not know its handle yet. The cause states
  // where its records continue.
  writer_.add(output::Welcome{federate, writer_.encode({}, last, restored)});
}

// --- Turns.

void Authority::apply_input(const input::EndTurn&) {
  if (moves_.is_pause_due(context_.now())) moves_.begin_pause();
  restore_postponed();
}

void Authority::apply_input(const input::RequestManagerValues&) {
  mom_.request_manager_values();
  writer_.add(output::WakeAt{mom_.next_report()});
}

}  // namespace triad::rtig
