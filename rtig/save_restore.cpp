// Save and restore in the RTIG (HLA 1.3 clause 4.11 to 4.21). The rules are core::SaveProgress's
// and core::RestoreProgress's; here requests come in, their decisions go into the log, and the
// federation's state goes to the host's store of saves and comes from it.
#include <algorithm>

#include "rtig/federation_execution.hpp"

namespace triad::rtig {

namespace {

constexpr std::size_t kLabelBytesMax = 1024;
constexpr std::size_t kTimeTextMax = 256;
constexpr std::uint64_t kReportPeriodMax = std::uint64_t{400} * 24 * 3600 * 1000;

const char* const kAnObserver = "an observer takes no part in saves and restores";
const char* const kNoSaves =
    "this rtig keeps no saves: start it without an empty --saves (or RTIG_SAVES)";

std::string in_quotes(std::string_view text) {
  return "'" + std::string(text) + "'";
}

}  // namespace

// Why nobody can join now; empty if anybody can.
std::optional<wire::Error> FederationExecution::in_progress() const {
  if (save_ && save_->started()) {
    return wire::error(wire::ErrorCode::SaveInProgress,
                       "federation execution " + in_quotes(name_) + " is being saved");
  }
  if (restore_) {
    return wire::error(wire::ErrorCode::RestoreInProgress,
                       "federation execution " + in_quotes(name_) + " is being restored");
  }
  return std::nullopt;
}

// --- Saves.

std::optional<wire::Error> FederationExecution::why_not(
    const wire::RequestFederationSave& request) const {
  if (auto busy = in_progress()) return busy;
  if (!rtig_.downlinks_.keeps_saves()) {
    return wire::error(wire::ErrorCode::RTIinternalError, kNoSaves);
  }
  if (request.label.size() > kLabelBytesMax) {
    return wire::error(wire::ErrorCode::RTIinternalError,
                       "a label of " + std::to_string(request.label.size()) +
                           " bytes; a save's has at most " + std::to_string(kLabelBytesMax));
  }
  return std::nullopt;
}

FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record& record,
                                                   const wire::RequestFederationSave& request) {
  if (request.time.size() > wire::kTimeBytesMax || request.timed == request.time.empty()) {
    return "a save at an impossible time";
  }
  if (request.time_text.size() > kTimeTextMax) return "a time of the save that nobody could read";
  auto refusal = why_not(request);
  if (!refusal && sessions_.at(by).observer) {
    refusal = wire::error(wire::ErrorCode::RTIinternalError, kAnObserver);
  }
  if (refusal) {
    delivery_.send_to(by, record.header, wire::Refused{refusal->code, refusal->text});
    return {};
  }
  pass_kept_reports_on();
  save_.emplace(++last_save_, request);
  delivery_.send_to(by, record.header, wire::Accepted{});
  tell_of_saves(false);
  if (request.timed) delivery_.append_log(record.header, planned_save());
  instruct_members();
  return {};
}

wire::SavePlanned FederationExecution::planned_save() const {
  return {save_->number(), save_->label(), save_->time()};
}

void FederationExecution::instruct_members() {
  if (!save_->started() && !save_->due(federation_, observers()).empty()) {
    dismiss_observers("saved");
  }
  const auto members = save_->instruct(federation_);
  if (members.empty()) return;
  delivery_.append_log({}, wire::SaveInitiated{save_->number(), save_->label(), members});
}

std::set<FederateHandle> FederationExecution::observers() const {
  std::set<FederateHandle> observers;
  for (const auto& [federate, session] : sessions_) {
    if (session.observer) observers.insert(federate);
  }
  return observers;
}

// Before anybody is told to save or restore they leave, so nothing of them is in what is saved, and
// no restore looks for them. They may join again when it is over.
void FederationExecution::dismiss_observers(std::string_view what) {
  for (const FederateHandle observer : observers()) {
    if (!sessions_.contains(observer)) continue;
    const LinkId link = sessions_.at(observer).link;
    const std::string type = federation_.member(observer)->federate_type;
    const std::string reason = std::string(wire::kObserverOutside) + std::string(what);
    resign(observer, rtig_.options_.lost_action, true, reason, {});
    rtig_.left(link);
    rtig_.downlinks_.log("federate " + std::to_string(observer.value) + " '" + type +
                         "' resigned from federation '" + name_ + "': it " + reason);
  }
}

FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record&,
                                                   const wire::SaveTimeReached& reached) {
  if (!save_ || save_->number() != reached.save) return {};
  save_->reached(by, reached.beyond);
  instruct_members();
  return {};
}

// Who is constrained, or there at all, has changed: a planned save may be due for the others.
void FederationExecution::review_planned_save() {
  if (save_ && save_->timed()) instruct_members();
}

FederationExecution::Fault FederationExecution::on(FederateHandle, const Record&,
                                                   const wire::FederateSaveBegun&) {
  return {};
}

FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record&,
                                                   const wire::FederateSaveComplete& report) {
  return report_save(by, report.save, true);
}

FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record&,
                                                   const wire::FederateSaveNotComplete& report) {
  return report_save(by, report.save, false);
}

FederationExecution::Fault FederationExecution::report_save(FederateHandle by, std::uint64_t save,
                                                            bool complete) {
  if (!save_ || save_->number() != save) return {};
  if (!save_->report(by, complete)) return "a report about a save that it was not told to make";
  if (!save_->all_reported(federation_)) return {};
  if (save_->refused()) {
    end_save("a federate did not complete its part");
  } else {
    begin_settling();
  }
  return {};
}

void FederationExecution::begin_settling() {
  const wire::SaveSettling settling{save_->number(), save_->begin_round(),
                                    delivery_.streams().fabric_positions()};
  delivery_.append_log({}, settling);
}

FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record&,
                                                   const wire::SaveSettled& settled) {
  if (!save_ || save_->number() != settled.save) return {};
  if (!save_->settled(by, settled.round, settled.quiet)) return "an answer that nobody asked for";
  if (!save_->round_over(federation_)) return {};
  if (save_->quiet()) {
    save_->begin_collecting();
    delivery_.append_log({}, wire::SaveCollecting{save_->number()});
  } else {
    begin_settling();
  }
  return {};
}

FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record&,
                                                   const wire::FederateState& state) {
  if (!save_ || save_->number() != state.number) return {};
  if (!save_->take(by, state.piece, state.last)) return "a part of a save that nobody asked for";
  if (!save_->all_taken(federation_)) return {};
  const auto stored =
      rtig_.downlinks_.store_save(name_, save_->label(), encode_file(saved_state()));
  end_save(stored ? std::string() : stored.error().text);
  return {};
}

// `why_not` is empty if the federation is saved.
void FederationExecution::end_save(const std::string& why_not) {
  const std::uint64_t number = save_->number();
  const std::string label = save_->label();
  const std::string time = save_->time_text();
  save_.reset();
  if (why_not.empty()) {
    last_saved_ = {label, time};
    delivery_.append_log({}, wire::FederationSaved{number});
    rtig_.downlinks_.log("federation " + in_quotes(name_) + " saved as " + in_quotes(label));
  } else {
    delivery_.append_log({}, wire::FederationNotSaved{number});
    rtig_.downlinks_.log("federation " + in_quotes(name_) + " not saved as " + in_quotes(label) +
                         ": " + why_not);
  }
  tell_of_saves(why_not.empty());
}

core::SavedFederation FederationExecution::saved_state() {
  core::SavedFederation saved;
  saved.federation = name_;
  saved.label = save_->label();
  saved.release = rtig_.options_.release;
  saved.fed = fed_.name;
  saved.model_fingerprint = core::fingerprint(encoded_model_);
  saved.time_type = time_type_;
  saved.time_text = save_->time_text();
  saved.log_position = delivery_.log_position();
  saved.last_federate = last_federate_;
  saved.next_object = next_object_;
  saved.federation_object = federation_object_;
  saved.last_alert = last_alert_;
  saved.state = federation_.snapshot();
  for (const auto& [federate, session] : sessions_) {
    core::SavedMember& member = saved.members.emplace_back();
    member.federate = federate;
    member.federate_type = federation_.member(federate)->federate_type;
    member.position = session.position;
    for (const core::Lease& lease : session.leases)
      member.leases.push_back({lease.first, lease.end});
    member.reserved_names.assign(session.reserved_names.begin(), session.reserved_names.end());
    member.report_period_ms = static_cast<std::uint64_t>(session.report_period.count());
    member.part = std::move(save_->part(federate));
  }
  for (const auto& [label, point] : points_) {
    saved.points.push_back({label,
                            point.tag,
                            point.everyone,
                            {point.participants.begin(), point.participants.end()},
                            {point.achieved.begin(), point.achieved.end()}});
  }
  for (const auto& [object, negotiation] : negotiations_) {
    saved.negotiations.push_back({object, negotiation.snapshot()});
  }
  for (const auto& [object, retraction] : deletions_) {
    saved.deletions.push_back({object, retraction});
  }
  return saved;
}

// --- Restores.

FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record& record,
                                                   const wire::RequestFederationRestore& request) {
  wire::Result<void> begun = wire::error(wire::ErrorCode::CouldNotRestore, kAnObserver);
  if (!sessions_.at(by).observer) begun = begin_restore(request.label);
  if (begun) {
    delivery_.send_to(by, record.header, wire::RequestFederationRestoreSucceeded{request.label});
    announce_restore();
  } else {
    rtig_.downlinks_.log("federation " + in_quotes(name_) + " cannot be restored from " +
                         in_quotes(request.label) + ": " + begun.error().text);
    delivery_.send_to(by, record.header,
                      wire::RequestFederationRestoreFailed{request.label, begun.error().text});
  }
  return {};
}

wire::Result<void> FederationExecution::begin_restore(std::string_view label) {
  const auto refusal = [](std::string text) {
    return wire::error(wire::ErrorCode::CouldNotRestore, std::move(text));
  };
  if (restore_) return refusal("a restore is in progress");
  if (save_) return refusal("a save is in progress, or requested for a later time");
  if (!rtig_.downlinks_.keeps_saves()) return refusal(kNoSaves);
  const auto file = rtig_.downlinks_.load_save(name_, label);
  if (!file) return file.error();
  auto saved = core::decode_file(*file);
  if (!saved)
    return refusal("the save " + in_quotes(label) + " cannot be used: " + saved.error().text);
  if (saved->federation != name_ || saved->label != label) {
    return refusal("the save is that of federation " + in_quotes(saved->federation) + ", label " +
                   in_quotes(saved->label));
  }
  if (saved->model_fingerprint != core::fingerprint(encoded_model_)) {
    return refusal("the federation was saved with another FED file (" + saved->fed +
                   "); create it with that one");
  }
  if (saved->time_type != time_type_) {
    return refusal("the saved times are " + saved->time_type + ", those of the federation " +
                   time_type_ + ": link all federates with that libFedTime");
  }
  auto members = core::match_members(federation_, *saved, observers());
  if (!members) return members.error();
  if (!can_become(*saved)) return refusal("the save " + in_quotes(label) + " is inconsistent");
  dismiss_observers("restored");
  restore_.emplace(++last_save_, std::move(*saved), std::move(*members));
  return {};
}

// Whether the file's state can be that of this federation, with the objects of the MOM that there
// have to be.
bool FederationExecution::can_become(const core::SavedFederation& saved) const {
  core::Federation trial{core::ObjectModel(federation_.model())};
  if (!trial.restore(saved.state) || trial.members().size() != saved.members.size()) return false;
  const auto is = [&](ObjectHandle object, wire::ObjectClassHandle object_class) {
    const core::ObjectInstance* instance = trial.objects().find(object);
    return object_class ? instance != nullptr && instance->object_class == object_class : !object;
  };
  return is(saved.federation_object, management().federation()) &&
         std::ranges::all_of(saved.members, [&](const core::SavedMember& member) {
           const core::Member* restored = trial.member(member.federate);
           return restored != nullptr && is(restored->manager, management().federate()) &&
                  member.report_period_ms <= kReportPeriodMax;
         });
}

void FederationExecution::announce_restore() {
  const core::SavedFederation& saved = restore_->saved();
  delivery_.append_log(
      {}, wire::FederationRestoreBegun{restore_->number(), saved.label, restore_->members()});
  wire::Buffer state;
  wire::Encoder(state).put(saved.state);
  for (const auto& [present, becomes] : restore_->members()) {
    const auto member = std::ranges::find(saved.members, becomes, &core::SavedMember::federate);
    wire::Buffer image;
    wire::Encoder(image).put(
        wire::RestoreImage{becomes, state, std::as_bytes(std::span(member->part))});
    wire::Bytes rest = image;
    while (!rest.empty()) {
      const wire::Bytes piece = rest.first(std::min(rest.size(), wire::kStatePieceBytes));
      rest = rest.subspan(piece.size());
      delivery_.send_to(present, {}, wire::FederateState{restore_->number(), rest.empty(), piece});
    }
  }
}

FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record&,
                                                   const wire::FederateRestoreComplete& report) {
  return report_restore(by, report.restore, true);
}

FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record&,
                                                   const wire::FederateRestoreNotComplete& report) {
  return report_restore(by, report.restore, false);
}

FederationExecution::Fault FederationExecution::report_restore(FederateHandle by,
                                                               std::uint64_t number,
                                                               bool complete) {
  if (!restore_ || restore_->number() != number) return {};
  if (!restore_->report(by, complete)) return "a second report about a restore";
  if (!restore_->all_reported()) return {};
  if (restore_->refused()) {
    give_up_restore("a federate did not complete its part");
  } else {
    carry_out_restore();
  }
  return {};
}

void FederationExecution::give_up_restore(const std::string& why) {
  rtig_.downlinks_.log("federation " + in_quotes(name_) + " not restored from " +
                       in_quotes(restore_->saved().label) + ": " + why);
  delivery_.append_log({}, wire::FederationNotRestored{restore_->number()});
  restore_.reset();
}

// The members leave what they share and enter it anew, as who they were: what is still on its way
// of the state that ends here finds nobody.
void FederationExecution::carry_out_restore() {
  const core::RestoreProgress done = std::move(*restore_);
  restore_.reset();
  sessions_.clear();
  const auto links = delivery_.remove_all(FabricId{++rtig_.last_fabric_});
  in_flight_ = {};
  status_queries_.clear();
  load(done.saved());
  for (const core::SavedMember& member : done.saved().members) {
    const auto matched =
        std::ranges::find(done.members(), member.federate, &wire::RestoredMember::saved);
    re_enter(member, links.at(matched->present), done.number());
  }
  tell_of_saves(true);
  rtig_.schedule_reports();
  rtig_.downlinks_.log("federation " + in_quotes(name_) + " restored from " +
                       in_quotes(done.saved().label));
}

void FederationExecution::load(const core::SavedFederation& saved) {
  federation_.clear();
  (void)federation_.restore(saved.state);  // tried before
  delivery_.continue_log_from(saved.log_position);
  last_federate_ = std::max(last_federate_, saved.last_federate);
  next_object_ = std::max(next_object_, saved.next_object);
  federation_object_ = saved.federation_object;
  last_alert_ = saved.last_alert;
  last_saved_ = {saved.label, saved.time_text};
  points_.clear();
  for (const core::SavedPoint& point : saved.points) {
    points_[point.label] = {point.tag,
                            point.everyone,
                            {point.participants.begin(), point.participants.end()},
                            {point.achieved.begin(), point.achieved.end()}};
  }
  negotiations_.clear();
  for (const auto& [object, negotiation] : saved.negotiations) {
    if (federation_.objects().find(object) == nullptr) continue;
    negotiations_[object] = core::Negotiation::restored(negotiation);
  }
  deletions_.clear();
  for (const auto& [object, retraction] : saved.deletions) deletions_[object] = retraction;
}

// As a newcomer enters (join), but that it knows the federation already.
void FederationExecution::re_enter(const core::SavedMember& member, LinkId link,
                                   std::uint64_t restore) {
  const bool on_fabric = delivery_.enter_fabric(link, member.federate);
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
  delivery_.append_log(last, returned);
  wire::FederationRestored restored{
      restore, member.federate, delivery_.log_position(), on_fabric, {}, {}};
  if (on_fabric) {
    delivery_.streams().tell(member.federate, restored.streams, restored.forwarded);
    restored.leases = leases_on_fabric(member.federate);
  }
  delivery_.add(member.federate, link, on_fabric, member.position);
  MemberSession& session = sessions_[member.federate];
  session.link = link;
  session.since = delivery_.log_position();
  session.position = member.position;
  for (const core::SavedLease& lease : member.leases) {
    session.leases.push_back({lease.first, lease.end});
  }
  session.reserved_names.insert(member.reserved_names.begin(), member.reserved_names.end());
  session.report_period = std::chrono::milliseconds(member.report_period_ms);
  session.report_due = rtig_.now_ + session.report_period;
  rtig_.peers_.at(link).federate = member.federate;
  delivery_.send_by_link(link, {}, {}, restored);  // it does not know itself by that name yet
}

// --- Departures.

void FederationExecution::leave_save_and_restore(FederateHandle leaver) {
  const std::string why = "federate " + std::to_string(leaver.value) + " left";
  if (save_ && save_->started()) {
    end_save(why);
  } else if (save_ && sessions_.empty()) {
    save_.reset();
  } else {
    review_planned_save();
  }
  if (restore_) give_up_restore(why);
}

}  // namespace triad::rtig
