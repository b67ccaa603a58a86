#include "rtig/federation_execution.hpp"

#include <algorithm>
#include <new>

#include "core/age_text.hpp"
#include "core/counted.hpp"
#include "core/shown_name.hpp"
#include "records/defect.hpp"
#include "router/peer.hpp"
#include "rtig/not_from_members.hpp"
#include "wire/harmless_text.hpp"
#include "wire/limits.hpp"

namespace triad::rtig {

namespace {

// Handles that a newcomer can register instances with before it has to ask.
constexpr std::uint32_t kFirstLease = 4096;

template <class Authority, class Message>
concept Takes = requires(Authority& authority, FederateHandle by, const Record& record,
                         const Message& message) {
  { authority.on(by, record, message) } -> std::same_as<Fault>;
};

template <class Message, class Authorities>
constexpr int kTakers = 0;
template <class Message, class... Authority>
constexpr int kTakers<Message, const std::tuple<Authority...>> = (0 + ... +
                                                                  int{Takes<Authority, Message>});

}  // namespace

// --- What it looks like.

wire::FederationInfo FederationExecution::info() const {
  const core::Federation& federation = context_.federation();
  wire::FederationInfo info;
  info.federation = context_.name();
  const auto shown = [](std::string_view text) { return text.substr(0, kShownTextBytesMax); };
  info.fed = shown(context_.fed().name);
  const std::vector<FederateHandle> owing = saves_.owing();
  info.objects = federation.objects().size() - (mom_.has_federation_object() ? 1 : 0);
  for (const auto& [federate, session] : context_.sessions()) {
    const auto& peer = context_.peer(federate);
    if (federation.member(federate)->manager) --info.objects;  // the federates' own count
    const Standing standing = context_.delivery().standing(federate);
    info.federates.push_back({federate, shown(federation.member(federate)->federate_type),
                              shown(peer.host), peer.process, shown(peer.transport),
                              state_of(federate, owing), peer.backlog + standing.unread_bytes});
  }
  info.steps = steps_.shown_steps();
  return info;
}

std::string_view FederationExecution::state_of(FederateHandle federate,
                                               const std::vector<FederateHandle>& owing) const {
  const Standing standing = context_.delivery().standing(federate);
  const router::SenderHolds& holds = context_.router().holds();
  if (holds.waits_in_send(federate) || standing.waits_for_room) return "waiting to send";
  if (holds.holds_others(federate) || standing.holds_others) return "lagging";
  const bool owes = std::ranges::binary_search(owing, federate);
  if (saves_.is_saving()) return owes ? "saving" : "waiting for the save";
  if (saves_.is_restoring()) return owes ? "restoring" : "waiting for the restore";
  return moves_.is_away(federate) ? "moving" : "joined";
}

void FederationExecution::report_waits() {
  if (context_.options().report_waits.count() <= 0) return;
  time_status_.report_waits();
  steps_.report();
}

std::vector<LinkId> FederationExecution::overdue_holders() const {
  std::vector<LinkId> links;
  const auto patience = context_.options().hold_patience;
  for (const FederateHandle federate : context_.router().holds().held_others_for(patience)) {
    links.push_back(context_.sessions().at(federate).link);
  }
  return links;
}

std::vector<LinkId> FederationExecution::links() const {
  std::vector<LinkId> links;
  for (const auto& [federate, session] : context_.sessions()) links.push_back(session.link);
  return links;
}

std::string FederationExecution::members_text() const {
  constexpr std::size_t kNamedMost = 8;
  const auto& sessions = context_.sessions();
  std::string text = core::counted(sessions.size(), "federate is", "federates are") +
                     " joined to " + wire::quoted(name());
  std::size_t named = 0;
  for (const auto& [federate, session] : sessions) {
    if (named == kNamedMost) break;
    const auto& peer = context_.peer(federate);
    text += (named++ == 0 ? ": " : ", ") + std::to_string(federate.value) + " " +
            wire::quoted(core::shown_name(state().member(federate)->federate_type)) + " on " +
            wire::host_text(peer.host) + " (pid " + std::to_string(peer.process) + ")";
  }
  if (sessions.size() > named) text += " and " + std::to_string(sessions.size() - named) + " more";
  return text;
}

std::string FederationExecution::same_name_note(FederateHandle federate) const {
  const std::string& type = state().member(federate)->federate_type;
  FederateHandle first;
  std::size_t others = 0;
  for (const auto& [other, session] : context_.sessions()) {
    if (other == federate || state().member(other)->federate_type != type) continue;
    if (others++ == 0) first = other;
  }
  if (others == 0 || type.empty()) return {};
  return "; note: federate " + std::to_string(first.value) +
         (others > 1 ? " (and " + std::to_string(others - 1) + " more)" : "") +
         " of that federation has the same name";
}

// --- Members' records.

Fault FederationExecution::on_record(FederateHandle by, const Record& record) {
  router::Router::Taken taken = context_.router().take(by, record);
  Fault& fault = taken.fault;
  if (fault || !taken.for_authority || postpone_restore(by, record)) return fault;
  const auto kind = record.header.message_kind();
  bool takes = false;
  wire::with_message_type(kind, [&](auto type) {
    using Message = typename decltype(type)::type;
    constexpr bool kFromMembers = !boost::mp11::mp_contains<NotFromMembers, Message>::value &&
                                  !boost::mp11::mp_contains<RouterTakes, Message>::value;
    static_assert(kTakers<Message, decltype(authorities_)> == int{kFromMembers},
                  "a member's record is to be taken by one authority, and by no other");
    if constexpr (kFromMembers) {
      takes = true;
      const auto message = wire::decode<Message>(record.payload);
      const auto refused = message ? wire::refused_name(*message) : std::nullopt;
      if (message && !refused) {
        fault = dispatch(by, record, *message);
      } else if (refused) {
        fault = "a " + std::string(name_of(kind)) + " record in which " + refused->text;
      } else {
        fault = "a malformed " + std::string(name_of(kind)) + " record";
      }
    }
  });
  if (!takes) {
    return "a " + std::string(name_of(kind)) + " record, which an RTIA does not send to an RTIG";
  }
  return fault;
}

template <class Message>
Fault FederationExecution::dispatch(FederateHandle by, const Record& record,
                                    const Message& message) {
  Fault fault;
  const auto offer = [&](auto& to) {
    if constexpr (Takes<decltype(to), Message>) fault = to.on(by, record, message);
  };
  std::apply([&](auto&... authority) { (offer(authority), ...); }, authorities_);
  return fault;
}

// --- Joins.

std::optional<wire::Error> FederationExecution::why_not(
    const wire::JoinFederationExecution& join) const {
  if (auto busy = saves_.in_progress()) return busy;
  if (empty() || join.time_type == context_.times().type()) return std::nullopt;
  return wire::error(wire::ErrorCode::RTIinternalError,
                     "the times of federation execution " + wire::quoted(name()) + " are " +
                         context_.times().type() + ", this federate's " +
                         std::string(join.time_type) +
                         ": link all federates with the same libFedTime");
}

wire::Result<FederateHandle> FederationExecution::join(LinkId link,
                                                       const wire::JoinFederationExecution& join,
                                                       const Record& cause) {
  if (context_.given().last_federate >= router::kLastFederate.value) {
    return wire::error(wire::ErrorCode::RTIinternalError,
                       "federation execution " + wire::quoted(name()) +
                           " has used up its federate handles: create another one");
  }
  const FederateHandle newcomer(++context_.given().last_federate);
  context_.times().set_type(join.time_type);
  const bool on_fabric = context_.delivery().enter_fabric(link, newcomer);
  const bool managed = static_cast<bool>(context_.federation().management().federate());
  const ObjectHandle manager(managed ? context_.given().next_object++ : 0);
  const core::Lease leased = context_.next_handles(kFirstLease);
  wire::FederateJoined joined{newcomer, join.federate_type, on_fabric, manager};
  if (on_fabric) {
    joined.leases.push_back({newcomer, ObjectHandle(leased.first), ObjectHandle(leased.end)});
  }
  context_.append_log({}, joined);
  context_.federation().apply(joined);
  if (managed) {
    const auto registered = context_.federation().registration_of_manager(manager);
    context_.federation().apply(wire::kRtiOwner, registered);
  }
  context_.host().admit(link, {name(), newcomer, 0});
  begin_session(newcomer,
                {.link = link, .on_fabric = on_fabric, .via = context_.host().router_of(link)});
  context_.session(newcomer).observer = join.observer;
  objects_.member_joined(newcomer, leased);
  mom_.member_joined(newcomer);
  try {
    admit(newcomer, cause.header, leased);
  } catch (const std::bad_alloc&) {
    resign(newcomer, wire::ResignAction::no_action, true, "could not be let in", {});
    return wire::error(wire::ErrorCode::RTIinternalError,
                       "the RTIG has no memory for the snapshot of federation execution " +
                           wire::quoted(name()) + " that a newcomer needs");
  }
  return newcomer;
}

void FederationExecution::begin_session(FederateHandle newcomer, router::Router::Newcomer as) {
  as.expel = context_.queue_most(as.link);
  context_.begin_session(newcomer, as.link);
  context_.router().attach(newcomer, as);
  time_.reduce_promises_if_due();
  time_status_.member_joined(newcomer);
}

void FederationExecution::admit(FederateHandle newcomer, const wire::RecordHeader& cause,
                                core::Lease leased) {
  Delivery& delivery = context_.delivery();
  const router::Paths& paths = context_.paths();
  wire::Buffer state;
  wire::Encoder(state).put(context_.federation().snapshot_of_members());
  wire::JoinAccepted accepted;
  accepted.federate = newcomer;
  accepted.position = delivery.log_position();
  accepted.object_model = context_.encoded_model();
  accepted.members = state;
  accepted.first_object = ObjectHandle(leased.first);
  accepted.objects_leased = static_cast<std::uint32_t>(leased.end - leased.first);
  accepted.on_fabric = paths.on_fabric(newcomer);
  const auto& other_fed = context_.peer(newcomer).other_fed;
  if (other_fed && other_fed->federation == name() && other_fed->in_force == model_fingerprint()) {
    accepted.fed_in_force = other_fed->text;
  }
  accepted.rules = context_.rules(newcomer);
  if (accepted.on_fabric) {
    paths.streams().tell(newcomer, accepted.streams, accepted.forwarded);
    accepted.leases = objects_.leases_on_fabric(newcomer);
    accepted.promises_reduced = context_.router().promises().reduces_fabric();
  }
  // By its link, which it still reads alone.
  delivery.send_by_link(paths.link(newcomer), newcomer, cause, accepted);

  federation_.announce_open_points(newcomer);
  saves_.tell_newcomer(newcomer);
  context_.router().interest().tell_newcomer(newcomer);
  context_.router().holds().tell_newcomer(newcomer);
  mom_.tell_of_newcomer(newcomer);
}

// --- Departures.

void FederationExecution::resign(FederateHandle federate, wire::ResignAction action, bool lost,
                                 std::string_view reason, const wire::RecordHeader& cause) {
  objects_.complete_deletions_of(federate);
  const LinkId link = context_.session(federate).link;
  const bool is_away = moves_.is_away(federate);
  if (!is_away) context_.host().resign(link, context_.delivery().log_position());
  wire::RecordHeader last = cause;
  last.sender = federate.value;
  last.position = context_.router().position(federate);
  const wire::FederateResigned resigned{federate, action, lost, reason};
  context_.append_log(last, resigned);  // to the leaver as well: it is the answer to its request
  const Delivery::Departure departure = context_.delivery().remove(federate);
  const core::InstanceChanges changes = context_.federation().apply(resigned);
  for (const ObjectHandle object : changes.deleted) ownership_.erase_object(object);
  context_.end_session(federate);
  objects_.member_left(federate);
  mom_.member_left(federate);
  orders_.member_left(federate);
  supply_.member_left(federate);
  ownership_.member_left(federate);
  if (!TRIAD_DEFECT(departure_forgets_who_waits)) ownership_.transfer_released(changes);
  context_.router().promises().tell_due();
  federation_.member_left(federate);
  mom_.tell_of_members();
  time_status_.member_left(federate);
  saves_.member_left(federate);
  context_.delivery().complete(departure);
  if (is_away) {
    (void)context_.delivery().take_kept(link);
    context_.forget_vacated(link);
  }
  moves_.member_left(federate);
}

Fault FederationExecution::Departures::on(FederateHandle by, const Record& record,
                                          const wire::ResignFederationExecution& resign) {
  FederationContext& context = execution_.context_;
  const LinkId link = context.session(by).link;
  const std::string who = context.named(by);
  std::string reason = "resigned";
  std::string how;
  if (const auto* const order = execution_.orders_.obeyed_by(by)) {
    reason = "was ordered to resign through the MOM by " + order->by;
    how = " by order of " + order->by + " through the MOM";
  }
  execution_.resign(by, resign.action, false, reason, record.header);
  context.left(link);
  context.log(who + " resigned from federation " + wire::quoted(context.name()) + how);
  return {};
}

// A member that is stopped, or whose router is, or that does not look at its link. An order that
// the standard forbids (HLA 1.3 clause 4.5) is not carried out here either.
void FederationExecution::end_overdue_orders() {
  if (context_.options().resign_patience.count() <= 0) return;
  const auto waited = static_cast<std::uint64_t>(context_.options().resign_patience.count());
  for (const auto& [federate, order] : orders_.overdue()) {
    if (!context_.is_member(federate)) continue;
    const std::string age = core::age_text(waited) + " (resign.patience)";
    const std::string reason =
        (order.obeyed ? "has not resigned for " + age + ", though it has accepted the order"
                      : "has not answered for " + age + " to the order") +
        " to resign that " + order.by + " gave through the MOM";
    if (keeps_attributes(federate, order.action)) {
      orders_.forget(federate);
      mom_.alert(federate, {},
                 "ResignFederationExecution: the federate " + reason +
                     ", and owns attributes that the resign action does not give up");
    } else if (moves_.is_away(federate)) {
      give_up_seat(federate, order.action, reason);
    } else {
      dismiss(federate, order.action, reason);
    }
  }
}

bool FederationExecution::keeps_attributes(FederateHandle federate,
                                           wire::ResignAction action) const {
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

void FederationExecution::dismiss(FederateHandle federate, const std::string& reason) {
  if (!context_.is_member(federate)) return;
  if (moves_.is_away(federate)) return give_up_seat(federate, reason);
  dismiss(federate, context_.options().lost_action, reason);
}

void FederationExecution::dismiss(FederateHandle federate, wire::ResignAction action,
                                  const std::string& reason) {
  const LinkId link = context_.session(federate).link;
  const std::string who = context_.named(federate);
  resign(federate, action, true, reason, {});
  context_.left(link);
  context_.log(who + " resigned from federation " + wire::quoted(name()) + ": it " + reason);
}

// --- Saves and restores.

core::SavedFederation FederationExecution::saved_state() const {
  core::SavedFederation saved;
  saved.federation = name();
  saved.release = context_.options().release;
  saved.fed = context_.fed().name;
  saved.model_fingerprint = model_fingerprint();
  saved.time_type = context_.times().type();
  saved.log_position = context_.delivery().log_position();
  saved.last_federate = context_.given().last_federate;
  saved.next_object = context_.given().next_object;
  saved.state = context_.federation().snapshot();
  for (const auto& [federate, session] : context_.sessions()) {
    core::SavedMember& member = saved.members.emplace_back();
    member.federate = federate;
    member.federate_type = context_.federation().member(federate)->federate_type;
    member.position = context_.router().position(federate);
    objects_.save(federate, member);
    mom_.save(federate, member);
  }
  mom_.save(saved);
  federation_.save(saved);
  ownership_.save(saved);
  objects_.save(saved);
  return saved;
}

// The members leave what they share and enter it anew, as who they were: what is still on its way
// of the state that ends here finds nobody.
void FederationExecution::become(const core::RestoreProgress& restored) {
  context_.end_all_sessions();
  supply_.clear();
  orders_.clear();
  steps_.restored();
  const auto links = context_.delivery().remove_all(context_.next_fabric());
  time_status_.clear();
  load(restored.saved());
  const auto link_of = [&](const core::SavedMember& member) {
    const auto matched =
        std::ranges::find(restored.members(), member.federate, &wire::RestoredMember::saved);
    return links.at(matched->present);
  };
  // All of them before one can send as who it is now.
  const wire::Position since = context_.delivery().log_position() + 1;
  for (const core::SavedMember& member : restored.saved().members) {
    context_.host().admit(link_of(member), {name(), member.federate, since});
  }
  for (const core::SavedMember& member : restored.saved().members) {
    return_member(member, link_of(member), restored.number());
  }
  tell_log_passed();  // until then no router passes anything between its members
}

void FederationExecution::end_turn() {
  if (moves_.is_due()) moves_.begin_pause();
  restore_postponed();
  context_.router().end_turn();
  if (log_is_to_be_told()) tell_log_passed();
}

void FederationExecution::tell_log_passed() {
  log_passed_ = context_.delivery().log_position();
  context_.host().log_passed(name(), log_passed_);
}

void FederationExecution::load(const core::SavedFederation& saved) {
  core::Federation& federation = context_.federation();
  federation.clear();
  (void)federation.restore(saved.state);  // tried before
  context_.delivery().continue_log_from(saved.log_position);
  FederationContext::Given& given = context_.given();
  given.last_federate = std::max(given.last_federate, saved.last_federate);
  given.next_object = std::max(given.next_object, saved.next_object);
  mom_.restore(saved);
  federation_.restore(saved);
  ownership_.restore(saved);
  objects_.restore(saved);
}

// As a newcomer enters (join), but that it knows the federation already.
void FederationExecution::return_member(const core::SavedMember& member, LinkId link,
                                        std::uint64_t restore) {
  Delivery& delivery = context_.delivery();
  const bool on_fabric = delivery.enter_fabric(link, member.federate);
  wire::RecordHeader last;  // of its records from before the save
  last.sender = member.federate.value;
  last.position = member.position;
  wire::FederateReturned returned{member.federate, on_fabric};
  if (on_fabric) {
    for (const core::SavedLease& lease : member.leases) {
      returned.leases.push_back(
          {member.federate, ObjectHandle(lease.first), ObjectHandle(lease.end)});
    }
  }
  context_.append_log(last, returned);
  wire::FederationRestored restored{
      restore, member.federate, delivery.log_position(), on_fabric, {}, {}};
  if (on_fabric) {
    context_.paths().streams().tell(member.federate, restored.streams, restored.forwarded);
    restored.leases = objects_.leases_on_fabric(member.federate);
    restored.promises_reduced = context_.router().promises().reduces_fabric();
  }
  begin_session(member.federate,
                {.link = link,
                 .on_fabric = on_fabric,
                 .regulates = context_.federation().member(member.federate)->regulating,
                 .position = member.position,
                 .since = delivery.log_position(),
                 .via = context_.host().router_of(link)});
  objects_.member_returned(member);
  mom_.member_returned(member);
  context_.becomes(link, member.federate);
  // By its link: it does not know its handle yet. The cause says where its records continue.
  delivery.send_by_link(link, {}, last, restored);
  context_.router().interest().tell_newcomer(member.federate);
}

}  // namespace triad::rtig
