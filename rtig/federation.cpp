// Federation management in the RTIG (HLA 1.3 clause 4): members and synchronization points.
#include <algorithm>
#include <new>

#include "core/defect.hpp"
#include "core/object_model_wire.hpp"
#include "rtig/federation_execution.hpp"
#include "wire/limits.hpp"

namespace triad::rtig {

namespace {
// Handles that a newcomer can register instances with before it has to ask.
constexpr std::uint32_t kFirstLease = 4096;
constexpr std::size_t kAccusationTextMax = 512;
}  // namespace

FederationExecution::FederationExecution(Rtig& rtig, FabricId fabric, std::string name,
                                         FedSource fed, core::ObjectModel model)
    : rtig_(rtig),
      name_(std::move(name)),
      fed_(std::move(fed)),
      federation_(std::move(model)),
      delivery_(rtig.downlinks_, fabric) {
  core::encode(federation_.model(), encoded_model_);
  register_federation_object();
}

wire::FederationInfo FederationExecution::info() const {
  wire::FederationInfo info;
  info.federation = name_;
  info.fed = fed_.name;
  info.objects = federation_.objects().size() - (federation_object_ ? 1 : 0);
  for (const auto& [federate, session] : sessions_) {
    const Rtig::Peer& peer = rtig_.peers_.at(session.link);
    if (federation_.member(federate)->manager) --info.objects;  // the federates' own count
    const Standing standing = delivery_.standing(federate);
    const bool waits = session.waits_in_send || standing.waits_for_room;
    const std::string_view state = waits                                   ? "waiting to send"
                                   : session.held || standing.holds_others ? "lagging"
                                   : save_ && save_->started()             ? "saving"
                                   : restore_                              ? "restoring"
                                                                           : "joined";
    info.federates.push_back({federate, federation_.member(federate)->federate_type, peer.host,
                              peer.process, peer.transport, state,
                              peer.backlog + standing.unread_bytes});
  }
  return info;
}

std::vector<LinkId> FederationExecution::links() const {
  std::vector<LinkId> links;
  for (const auto& [federate, session] : sessions_) links.push_back(session.link);
  return links;
}

FederationExecution::Fault FederationExecution::note(FederateHandle by, MemberSession& session,
                                                     const Record& record) {
  if (record.header.from() != by) return "a record in the name of another federate";
  if (record.header.after_position > delivery_.log_position()) {
    return "a record that claims to follow what the log does not have yet";
  }
  if (record.header.message_kind() != wire::Kind::CausalDependencies) {
    session.position = std::max(session.position, record.header.position);
    if (delivery_.note(by, record.header) && (record.header.flags & wire::kTimeStamped) != 0) {
      in_flight_.stamped(by, record.header.position);
    }
  }
  return {};
}

std::optional<std::string> FederationExecution::on_passed_over(FederateHandle by,
                                                               const Record& beginning) {
  MemberSession& session = sessions_.at(by);
  return session.voids(beginning) ? Fault() : note(by, session, beginning);
}

std::optional<std::string> FederationExecution::on_record(FederateHandle by, const Record& record) {
  MemberSession& session = sessions_.at(by);
  if (session.voids(record)) return {};
  Fault fault = note(by, session, record);
  if (fault || passes_over(record)) return fault;
  const auto kind = record.header.message_kind();
  bool takes = false;
  wire::with_message_type(kind, [&](auto type) {
    using Message = typename decltype(type)::type;
    if constexpr (requires(const Message& m) { this->on(by, record, m); }) {
      takes = true;
      const auto message = wire::decode<Message>(record.payload);
      const auto refused = message ? wire::refused_name(*message) : std::nullopt;
      if (message && !refused) {
        fault = this->on(by, record, *message);
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

std::optional<wire::Error> FederationExecution::why_not(
    const wire::JoinFederationExecution& join) const {
  if (auto busy = in_progress()) return busy;
  if (sessions_.empty() || join.time_type == time_type_) return std::nullopt;
  return wire::error(wire::ErrorCode::RTIinternalError,
                     "the times of federation execution '" + name_ + "' are " + time_type_ +
                         ", this federate's " + std::string(join.time_type) +
                         ": link all federates with the same libFedTime");
}

wire::Result<FederateHandle> FederationExecution::join(LinkId link,
                                                       const wire::JoinFederationExecution& join,
                                                       const Record& cause) {
  const FederateHandle newcomer(++last_federate_);
  time_type_ = join.time_type;
  pass_kept_reports_on();
  const bool on_fabric = delivery_.enter_fabric(link, newcomer);
  const ObjectHandle manager(management().federate() ? next_object_++ : 0);
  const core::Lease leased = next_handles(kFirstLease);
  wire::FederateJoined joined{newcomer, join.federate_type, on_fabric, manager};
  if (on_fabric) {
    joined.leases.push_back({newcomer, ObjectHandle(leased.first), ObjectHandle(leased.end)});
  }
  delivery_.append_log({}, joined);
  federation_.apply(joined);
  MemberSession& session = sessions_[newcomer];
  session.link = link;
  session.observer = join.observer;
  session.leases.push_back(leased);
  delivery_.add(newcomer, link, on_fabric);
  try {
    admit(newcomer, cause.header, on_fabric);
  } catch (const std::bad_alloc&) {
    // The snapshot is by far the largest thing that a federation makes the RTIG hold.
    resign(newcomer, wire::ResignAction::no_action, true, "could not be let in", {});
    return wire::error(wire::ErrorCode::RTIinternalError,
                       "the RTIG has no memory for the snapshot of federation execution '" + name_ +
                           "' that a newcomer needs");
  }
  return newcomer;
}

void FederationExecution::admit(FederateHandle newcomer, const wire::RecordHeader& cause,
                                bool on_fabric) {
  const core::Lease leased = sessions_.at(newcomer).leases.front();
  wire::Buffer state;
  wire::Encoder(state).put(federation_.snapshot());
  wire::JoinAccepted accepted;
  accepted.federate = newcomer;
  accepted.position = delivery_.log_position();
  accepted.object_model = encoded_model_;
  accepted.federation = state;
  accepted.first_object = ObjectHandle(leased.first);
  accepted.objects_leased = static_cast<std::uint32_t>(leased.end - leased.first);
  accepted.on_fabric = on_fabric;
  const auto& other_fed = rtig_.peers_.at(sessions_.at(newcomer).link).other_fed;
  if (other_fed && other_fed->federation == name_ && other_fed->in_force == model_fingerprint()) {
    accepted.fed_in_force = other_fed->text;
  }
  if (on_fabric) {
    delivery_.streams().tell(newcomer, accepted.streams, accepted.forwarded);
    accepted.leases = leases_on_fabric(newcomer);
    send_last_reports(newcomer, false);
  }
  // By its link, which it still reads alone.
  delivery_.send_by_link(sessions_.at(newcomer).link, newcomer, cause, accepted);

  announce_open_points(newcomer);
  if (save_) delivery_.send_to(newcomer, {}, planned_save());
  for (const auto& [federate, other] : sessions_) {
    if (other.held) delivery_.send_to(newcomer, {}, wire::FlowControl{federate, true});
  }
  tell_of_newcomer(newcomer);
}

void FederationExecution::resign(FederateHandle federate, wire::ResignAction action, bool lost,
                                 std::string_view reason, const wire::RecordHeader& cause) {
  pass_kept_reports_on();
  complete_deletions_of(federate);
  const MemberSession& leaver = sessions_.at(federate);
  wire::RecordHeader last = cause;
  last.sender = federate.value;
  last.position = leaver.position;
  const wire::FederateResigned resigned{federate, action, lost, reason};
  delivery_.append_log(last, resigned);  // to the leaver as well: it is the answer to its request
  const Delivery::Departure departure = delivery_.remove(federate);
  const core::InstanceChanges changes = federation_.apply(resigned);
  for (const ObjectHandle object : changes.deleted) erase_object(object);
  in_flight_.left(federate, delivery_.log_position());
  sessions_.erase(federate);
  leave_negotiations(federate);
  if (!TRIAD_DEFECT(departure_forgets_who_waits)) transfer_released(changes);
  send_snapshots();
  leave_synchronization_points(federate);
  tell_of_members();
  answer_status_queries(federate);
  leave_save_and_restore(federate);
  delivery_.complete(departure);
}

FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record& record,
                                                   const wire::ResignFederationExecution& resign) {
  const LinkId link = sessions_.at(by).link;
  const std::string type = federation_.member(by)->federate_type;
  this->resign(by, resign.action, false, "resigned", record.header);
  rtig_.left(link);
  rtig_.downlinks_.log("federate " + std::to_string(by.value) + " '" + type +
                       "' resigned from federation '" + name_ + "'");
  return {};
}

// What goes by links has been checked here, so nobody can know of a fault that the RTIG does not:
// an accusation is worth a line. Those who share memory are processes of one user.
FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record&,
                                                   const wire::FaultyFederate& faulty) {
  const auto at = sessions_.find(faulty.federate);
  if (at == sessions_.end() || faulty.federate == by) return {};
  MemberSession& accuser = sessions_.at(by);
  if (!delivery_.read_directly(faulty.federate, by)) {
    if (std::exchange(accuser.accused, true)) return {};
    rtig_.downlinks_.log(named(by) + " of federation '" + name_ + "' reports of " +
                         named(faulty.federate) + ", of which nothing follows: it sent " +
                         std::string(faulty.what.substr(0, kAccusationTextMax)));
    return {};
  }
  rtig_.expel(at->second.link, "sent federate " + std::to_string(by.value) +
                                   " invalid data: " + std::string(faulty.what));
  return {};
}

// Why the registration fails; empty if it does not.
std::string FederationExecution::why_not(
    const wire::RegisterFederationSynchronizationPoint& request) const {
  if (points_.contains(request.label)) {
    return "the label is in use by a synchronization point that is not finished";
  }
  if (points_.size() >= rtig_.options_.synchronization_points_max) {
    return "the federation has " + std::to_string(points_.size()) +
           " synchronization points that are not finished, which is the limit";
  }
  for (const FederateHandle federate : request.federates) {
    if (!sessions_.contains(federate)) {
      return "federate " + std::to_string(federate.value) + " of the set is not joined";
    }
  }
  return {};
}

FederationExecution::Fault FederationExecution::on(
    FederateHandle by, const Record& record,
    const wire::RegisterFederationSynchronizationPoint& request) {
  if (const std::string reason = why_not(request); !reason.empty()) {
    // The callback of HLA 1.3 has no room for the reason.
    rtig_.downlinks_.log("federate " + std::to_string(by.value) + " of federation '" + name_ +
                         "' did not register synchronization point '" + std::string(request.label) +
                         "': " + reason);
    delivery_.send_to(by, record.header,
                      wire::SynchronizationPointRegistrationFailed{request.label, reason});
    return {};
  }
  SynchronizationPoint& point = points_[std::string(request.label)];
  point.tag = request.tag;
  point.everyone = request.federates.empty();
  point.participants.insert(request.federates.begin(), request.federates.end());
  if (point.everyone) {
    for (const auto& [federate, session] : sessions_) point.participants.insert(federate);
  }
  delivery_.append_log(
      record.header,
      wire::SynchronizationPointRegistered{
          by, request.label, request.tag, {point.participants.begin(), point.participants.end()}});
  return {};
}

FederationExecution::Fault FederationExecution::on(
    FederateHandle by, const Record&, const wire::SynchronizationPointAchieved& achieved) {
  const auto at = points_.find(achieved.label);
  if (at == points_.end() || !at->second.participants.contains(by)) {
    return "an achieved synchronization point that was not announced to it";
  }
  at->second.achieved.insert(by);
  if (synchronize_if_complete(at->first, at->second)) points_.erase(at);
  return {};
}

void FederationExecution::announce_open_points(FederateHandle newcomer) {
  for (auto& [label, point] : points_) {
    if (!point.everyone) continue;
    point.participants.insert(newcomer);
    const wire::SynchronizationPointRegistered announced{{}, label, point.tag, {newcomer}};
    delivery_.send_to(newcomer, {}, announced);
    if (TRIAD_DEFECT(point_announced_twice)) delivery_.send_to(newcomer, {}, announced);
  }
}

// HLA 1.3 clause 4.10: a point may synchronize by a departure; one with nobody left vanishes.
void FederationExecution::leave_synchronization_points(FederateHandle federate) {
  for (auto at = points_.begin(); at != points_.end();) {
    SynchronizationPoint& point = at->second;
    const bool took_part = point.participants.erase(federate) != 0;
    point.achieved.erase(federate);
    const bool over = took_part && !TRIAD_DEFECT(departure_completes_no_point) &&
                      (point.participants.empty() || synchronize_if_complete(at->first, point));
    at = over ? points_.erase(at) : std::next(at);
  }
}

bool FederationExecution::synchronize_if_complete(std::string_view label,
                                                  const SynchronizationPoint& point) {
  if (point.achieved.size() < point.participants.size()) return false;
  delivery_.append_log({}, wire::FederationSynchronized{
                               label, {point.participants.begin(), point.participants.end()}});
  return true;
}

}  // namespace triad::rtig
