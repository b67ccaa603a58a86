#include "rtig/save_restore_authority.hpp"

#include <algorithm>

#include "rtig/federation_texts.hpp"
#include "wire/harmless_text.hpp"

namespace triad::rtig {

namespace {

constexpr std::size_t kLabelBytesMax = 1024;
constexpr std::size_t kTimeTextMax = 256;
// Bytes of parts that count as progress. A member that sends fewer does not extend the timeout.
constexpr std::uint64_t kProgress = std::uint64_t{64} << 10;
constexpr std::uint64_t kReportPeriodMax = std::uint64_t{400} * 24 * 3600 * 1000;

const char* const kAnObserver = "an observer takes no part in saves and restores";
const char* const kNoSaves =
    "this rtig keeps no saves: start it without an empty --saves (or RTIG_SAVES)";

std::string in_quotes(std::string_view text) {
  return wire::quoted(text);
}

}  // namespace

std::optional<wire::Error> SaveRestoreAuthority::busy_error() const {
  if (save_ && save_->has_started()) {
    return wire::error(wire::ErrorCode::SaveInProgress,
                       "federation execution " + in_quotes(context_.name()) + " is being saved");
  }
  if (restore_) {
    return wire::error(wire::ErrorCode::RestoreInProgress,
                       "federation execution " + in_quotes(context_.name()) + " is being restored");
  }
  return std::nullopt;
}

// --- Saves.

std::optional<wire::Error> SaveRestoreAuthority::save_refusal(
    const wire::RequestFederationSave& request) const {
  if (auto busy = busy_error()) return busy;
  if (!context_.save_store().present) {
    return wire::error(wire::ErrorCode::RTIinternalError, kNoSaves);
  }
  if (request.label.size() > kLabelBytesMax) {
    return wire::error(wire::ErrorCode::RTIinternalError,
                       "a label of " + std::to_string(request.label.size()) +
                           " bytes; a save's has at most " + std::to_string(kLabelBytesMax));
  }
  return std::nullopt;
}

Fault SaveRestoreAuthority::receive_from_member(FederateHandle by, const Record& record,
                                                const wire::RequestFederationSave& request) {
  if (request.time.size() > wire::kTimeBytesMax || request.timed == request.time.empty()) {
    return "a save at an impossible time";
  }
  if (request.time_text.size() > kTimeTextMax) return "a text of the save's time that is too long";
  auto refusal = save_refusal(request);
  if (!refusal && context_.members().at(by).observer) {
    refusal = wire::error(wire::ErrorCode::RTIinternalError, kAnObserver);
  }
  if (refusal) {
    writer_.refuse(by, record, refusal->code, refusal->text);
    return {};
  }
  save_.emplace(++last_save_number_, request);
  requested_at_ = context_.now();
  ordered_at_.clear();
  writer_.accept(by, record);
  mom_.send_save_values(false);
  if (request.timed) writer_.append_log(record.header, planned_save());
  instruct_members();
  return {};
}

wire::SavePlanned SaveRestoreAuthority::planned_save() const {
  return {save_->number(), save_->label(), save_->time()};
}

void SaveRestoreAuthority::instruct_members() {
  if (!save_->has_started() && !save_->due_members(federation_, observers()).empty()) {
    dismiss_observers("saved");
  }
  const auto members = save_->take_due_members(federation_);
  if (members.empty()) return;
  for (const FederateHandle member : members) ordered_at_[member] = context_.now();
  writer_.append_log({}, wire::SaveInitiated{save_->number(), save_->label(), members});
}

std::set<FederateHandle> SaveRestoreAuthority::observers() const {
  std::set<FederateHandle> observers;
  for (const auto& [federate, session] : context_.members().all()) {
    if (session.observer) observers.insert(federate);
  }
  return observers;
}

// Observers leave before any member is told to save or restore. So the save contains nothing of
// them, and no restore expects them. They may join again afterwards.
void SaveRestoreAuthority::dismiss_observers(std::string_view activity) {
  for (const FederateHandle observer : observers()) {
    if (!context_.members().contains(observer)) continue;
    whole_.dismiss(observer, std::string(wire::kObserverOutside) + std::string(activity));
  }
}

Fault SaveRestoreAuthority::receive_from_member(FederateHandle by, const Record&,
                                                const wire::SaveTimeReached& reached) {
  if (!save_ || save_->number() != reached.save) return {};
  save_->record_time_reached(by, reached.beyond);
  instruct_members();
  return {};
}

void SaveRestoreAuthority::review_planned_save() {
  if (save_ && save_->is_timed()) instruct_members();
}

Fault SaveRestoreAuthority::receive_from_member(FederateHandle, const Record&,
                                                const wire::FederateSaveBegun&) {
  return {};
}

Fault SaveRestoreAuthority::receive_from_member(FederateHandle by, const Record&,
                                                const wire::FederateSaveComplete& report) {
  return report_save(by, report.save, true);
}

Fault SaveRestoreAuthority::receive_from_member(FederateHandle by, const Record&,
                                                const wire::FederateSaveNotComplete& report) {
  return report_save(by, report.save, false);
}

Fault SaveRestoreAuthority::report_save(FederateHandle by, std::uint64_t save, bool complete) {
  if (!save_ || save_->number() != save) return {};
  if (!save_->record_report(by, complete))
    return "a report about a save that it was not told to make";
  if (!save_->have_all_reported(federation_)) return {};
  if (save_->has_failed()) {
    end_save("a federate did not complete its part");
  } else {
    waits_since_ = phase_at_ = context_.now();
    begin_settling();
  }
  return {};
}

void SaveRestoreAuthority::begin_settling() {
  const wire::SaveSettling settling{save_->number(), save_->begin_round(),
                                    context_.members().shared_positions()};
  writer_.append_log({}, settling);
}

Fault SaveRestoreAuthority::receive_from_member(FederateHandle by, const Record&,
                                                const wire::SaveSettled& settled) {
  if (!save_ || save_->number() != settled.save) return {};
  if (!save_->record_settling_answer(by, settled.round, settled.quiet))
    return "an answer without a request";
  if (!save_->is_round_over(federation_)) return {};
  if (save_->rounds().is_quiet()) {
    save_->begin_collecting();
    waits_since_ = phase_at_ = context_.now();
    progress_ = 0;
    writer_.append_log({}, wire::SaveCollecting{save_->number()});
  } else {
    begin_settling();
  }
  return {};
}

Fault SaveRestoreAuthority::receive_from_member(FederateHandle by, const Record&,
                                                const wire::FederateState& state) {
  if (!save_ || save_->number() != state.number) return {};
  if (!save_->receive_part_piece(by, state.piece, state.last))
    return "a part of a save without a request";
  set_held_bytes(save_->bytes());
  record_progress(state.piece.size(), state.last);
  if (const std::uint64_t most = context_.save_store().bytes_max; save_->bytes() > most) {
    end_save("the parts of its federates have more than " + std::to_string(most) +
             " bytes, the most that a save may have (saves.federation, saves.total, "
             "memory.federation)");
    return {};
  }
  const std::uint64_t all_most = context_.options().bytes_of_saves_max;
  if (save_->bytes() + bytes_elsewhere_ > all_most) {
    end_save("the parts of all saves that are made at this time have more than " +
             std::to_string(all_most) + " bytes (half of memory.total); try again later");
    return {};
  }
  if (save_->has_all_parts(federation_)) store_save();
  return {};
}

void SaveRestoreAuthority::record_progress(std::uint64_t bytes, bool last) {
  progress_ += bytes;
  if (!last && progress_ < kProgress) return;
  progress_ = 0;
  waits_since_ = context_.now();
}

// Members must not change until the host has written the save.
void SaveRestoreAuthority::store_save() {
  save_->begin_storing();
  writer_.outputs().add_save(saved_state());
  set_held_bytes(0);
}

void SaveRestoreAuthority::receive_store_result(const wire::Result<void>& stored) {
  if (!save_ || !save_->is_storing()) return;
  end_save(stored ? std::string() : stored.error().text);
}

// After all federates have reported, the save waits only for their RTIAs. An RTIA without a
// background thread (`background = no`) answers when its federate ticks or calls a service.
void SaveRestoreAuthority::end_overdue() {
  using Phase = core::SaveProgress::Phase;
  const auto timeout = context_.options().timeouts.save;
  if (timeout.count() <= 0 || !save_ || save_->is_storing()) return;
  if (context_.now() - waits_since_ < timeout) return;
  const std::string seconds =
      " for " + std::to_string(timeout.count() / 1000) + " s (save.timeout): ";
  if (save_->phase() == Phase::settling) {
    end_save("records have been in transit" + seconds +
             unsettled_text(federation_, save_->rounds()));
  } else if (save_->phase() == Phase::collecting) {
    const auto without_part = save_->members_without_part(federation_);
    end_save("nothing has come" + seconds + federates_text(federation_, without_part) +
             (without_part.size() == 1 ? " has" : " have") + " not sent its part");
  }
}

void SaveRestoreAuthority::drop_save() {
  save_.reset();
  set_held_bytes(0);
}

void SaveRestoreAuthority::set_held_bytes(std::uint64_t bytes) {
  if (std::exchange(held_bytes_, bytes) != bytes) writer_.add(output::HeldParts{bytes});
}

// `failure` is empty if the federation is saved.
void SaveRestoreAuthority::end_save(const std::string& failure) {
  const std::uint64_t number = save_->number();
  const std::string label = save_->label();
  const std::string time = save_->time_text();
  drop_save();
  if (failure.empty()) {
    last_saved_ = {label, time};
    writer_.append_log({}, wire::FederationSaved{number});
    writer_.log("federation " + in_quotes(context_.name()) + " saved as " + in_quotes(label));
  } else {
    writer_.append_log({}, wire::FederationNotSaved{number});
    writer_.log("federation " + in_quotes(context_.name()) + " not saved as " + in_quotes(label) +
                ": " + failure);
  }
  mom_.send_save_values(failure.empty());
}

core::SavedFederation SaveRestoreAuthority::saved_state() {
  core::SavedFederation saved = whole_.saved_state();
  saved.label = save_->label();
  saved.time_text = save_->time_text();
  for (core::SavedMember& member : saved.members) {
    member.part = save_->take_part(member.federate);
  }
  return saved;
}

// --- Restores.

Fault SaveRestoreAuthority::receive_from_member(FederateHandle by, const Record& record,
                                                const wire::RequestFederationRestore& request) {
  const RestoreRequest restore{by, record.header, std::string(request.label)};
  if (const auto refusal = restore_refusal(by)) {
    refuse_restore(restore, *refusal);
  } else {
    loading_ = restore;
    writer_.add(output::LoadSave{writer_.outputs().store_text(request.label)});
  }
  return {};
}

std::optional<std::string> SaveRestoreAuthority::restore_refusal(FederateHandle by) const {
  if (context_.members().at(by).observer) return kAnObserver;
  if (restore_ || loading_) return "a restore is in progress";
  if (save_) return "a save is in progress, or requested for a later time";
  // A restore would end the membership of one that is away, and fail.
  for (const auto& [federate, session] : context_.members().all()) {
    if (session.is_away) {
      return federate_text(federation_, federate) +
             " is away or suspended: ask again when it has returned";
    }
  }
  if (!context_.save_store().present) return kNoSaves;
  return std::nullopt;
}

void SaveRestoreAuthority::refuse_restore(const RestoreRequest& request, const std::string& why) {
  writer_.log("federation " + in_quotes(context_.name()) + " cannot be restored from " +
              in_quotes(request.label) + ": " + why);
  writer_.send_to(request.by, request.header,
                  wire::RequestFederationRestoreFailed{request.label, why});
}

// While the host loaded the save, the member may have left, or another save may have begun.
void SaveRestoreAuthority::receive_loaded_save(const wire::Result<wire::Buffer>& file) {
  const RestoreRequest request = *std::exchange(loading_, std::nullopt);
  if (!context_.members().contains(request.by)) return;
  if (const auto refusal = restore_refusal(request.by)) {
    return refuse_restore(request, *refusal);
  }
  if (const auto begun = begin_restore(request.label, file); !begun) {
    return refuse_restore(request, begun.error().text);
  }
  writer_.send_to(request.by, request.header,
                  wire::RequestFederationRestoreSucceeded{request.label});
  announce_restore();
}

wire::Result<void> SaveRestoreAuthority::begin_restore(const std::string& label,
                                                       const wire::Result<wire::Buffer>& file) {
  const auto refusal = [](std::string text) {
    return wire::error(wire::ErrorCode::CouldNotRestore, std::move(text));
  };
  if (!file) return file.error();
  auto saved = core::decode_file(*file);
  if (!saved)
    return refusal("the save " + in_quotes(label) + " cannot be used: " + saved.error().text);
  if (saved->federation != context_.name() || saved->label != label) {
    return refusal("the save is that of federation " + in_quotes(saved->federation) + ", label " +
                   in_quotes(saved->label));
  }
  if (saved->model_fingerprint != context_.model_fingerprint()) {
    return refusal("the federation was saved with another FED file (" + saved->fed +
                   "); create it with that one");
  }
  if (saved->time_type != context_.times().type()) {
    return refusal("the saved times are " + saved->time_type + ", those of the federation " +
                   context_.times().type() + ": link all federates with that libFedTime");
  }
  auto members = core::match_members(federation_, *saved, observers());
  if (!members) return members.error();
  if (auto why = return_refusal(*saved, *members)) return refusal(std::move(*why));
  if (!can_restore(*saved)) return refusal("the save " + in_quotes(label) + " is inconsistent");
  dismiss_observers("restored");
  restore_.emplace(++last_save_number_, std::move(*saved), std::move(*members));
  requested_at_ = context_.now();
  return {};
}

// Returns a text if a member would continue an activity that the rules of its present router
// forbid.
std::optional<std::string> SaveRestoreAuthority::return_refusal(
    const core::SavedFederation& saved, const std::vector<wire::RestoredMember>& members) const {
  for (const auto& [present, becomes] : members) {
    const auto state =
        std::ranges::find(saved.state.members, becomes, &core::MemberSnapshot::federate);
    if (state == saved.state.members.end()) continue;
    const MemberSession& session = context_.members().at(present);
    const std::string where =
        " as when the federation was saved, which router " + session.origin.router;
    if (state->regulating && !session.rights.may_regulate) {
      return federate_text(federation_, present) + " would be time-regulating" + where +
             " forbids (`federates-regulate: false` in the file of the mesh); let it join at "
             "another router";
    }
    if (const auto path = context_.rules().blocked_class(session.rights, *state)) {
      return federate_text(federation_, present) + " would publish or subscribe to " + *path +
             where +
             " forbids (`classes` in the file of the mesh); let it join at "
             "another router";
    }
  }
  return std::nullopt;
}

// Returns true if the saved state fits the object model and contains the required objects of the
// MOM.
bool SaveRestoreAuthority::can_restore(const core::SavedFederation& saved) const {
  core::Federation trial{core::ObjectModel(federation_.model())};
  if (!trial.restore(saved.state) || trial.members().size() != saved.members.size()) return false;
  const auto is = [&](ObjectHandle object, wire::ObjectClassHandle object_class) {
    const core::ObjectInstance* instance = trial.objects().find(object);
    return object_class ? instance != nullptr && instance->object_class == object_class : !object;
  };
  return is(saved.federation_object, federation_.management().federation()) &&
         std::ranges::all_of(saved.members, [&](const core::SavedMember& member) {
           const core::Member* restored = trial.member(member.federate);
           return restored != nullptr &&
                  is(restored->manager, federation_.management().federate()) &&
                  member.report_period_ms <= kReportPeriodMax;
         });
}

void SaveRestoreAuthority::announce_restore() {
  const core::SavedFederation& saved = restore_->saved();
  writer_.append_log(
      {}, wire::FederationRestoreBegun{restore_->number(), saved.label, restore_->members()});
  wire::Buffer state;
  wire::Encoder(state).put(saved.state.members);
  for (const auto& [present, becomes] : restore_->members()) {
    const auto member = std::ranges::find(saved.members, becomes, &core::SavedMember::federate);
    wire::Buffer image;
    wire::Encoder(image).put(
        wire::RestoreImage{becomes, state, std::as_bytes(std::span(member->part))});
    wire::Bytes rest = image;
    while (!rest.empty()) {
      const wire::Bytes piece = rest.first(std::min(rest.size(), wire::kStatePieceBytes));
      rest = rest.subspan(piece.size());
      writer_.send_to(present, {}, wire::FederateState{restore_->number(), rest.empty(), piece});
    }
  }
}

Fault SaveRestoreAuthority::receive_from_member(FederateHandle by, const Record&,
                                                const wire::FederateRestoreComplete& report) {
  return report_restore(by, report.restore, true);
}

Fault SaveRestoreAuthority::receive_from_member(FederateHandle by, const Record&,
                                                const wire::FederateRestoreNotComplete& report) {
  return report_restore(by, report.restore, false);
}

Fault SaveRestoreAuthority::report_restore(FederateHandle by, std::uint64_t number, bool complete) {
  if (!restore_ || restore_->number() != number) return {};
  if (!restore_->record_report(by, complete)) return "a second report about a restore";
  if (!restore_->have_all_reported()) return {};
  if (restore_->has_failed()) {
    cancel_restore("a federate did not complete its part");
  } else {
    carry_out_restore();
  }
  return {};
}

void SaveRestoreAuthority::cancel_restore(const std::string& why) {
  writer_.log("federation " + in_quotes(context_.name()) + " not restored from " +
              in_quotes(restore_->saved().label) + ": " + why);
  writer_.append_log({}, wire::FederationNotRestored{restore_->number()});
  restore_.reset();
}

void SaveRestoreAuthority::carry_out_restore() {
  core::RestoreProgress done = std::move(*restore_);
  restore_.reset();
  last_saved_ = {done.saved().label, done.saved().time_text};
  whole_.apply_restore(std::move(done));
}

void SaveRestoreAuthority::finish_restore(std::string_view label) {
  mom_.send_save_values(true);
  writer_.add(output::WakeAt{mom_.next_report()});
  writer_.log("federation " + in_quotes(context_.name()) + " restored from " + in_quotes(label));
}

// --- Members that owe an answer.

std::vector<FederateHandle> SaveRestoreAuthority::unanswered_members() const {
  if (is_saving()) return save_->unanswered_members(federation_);
  return restore_ ? restore_->unanswered_members() : std::vector<FederateHandle>();
}

std::vector<wire::OpenStep> SaveRestoreAuthority::open_steps() const {
  std::vector<wire::OpenStep> steps;
  const auto add = [&](std::string_view kind, std::string_view label, std::string_view awaited,
                       const std::vector<FederateHandle>& owing, const auto& due_at) {
    PendingAnswers since;
    for (const FederateHandle federate : owing) since.emplace_back(federate, due_at(federate));
    if (since.empty() && !(save_ && save_->is_storing())) return;
    steps.push_back(describe_open_step(context_.now(), kind, label, awaited, requested_at_, since));
  };
  const auto requested = [&](FederateHandle) { return requested_at_; };
  if (restore_) {
    add("restore", restore_->saved().label,
        "call federateRestoreComplete or federateRestoreNotComplete",
        restore_->unanswered_members(), requested);
  }
  if (!save_) return steps;
  using Phase = core::SaveProgress::Phase;
  const Phase phase = save_->phase();
  if (phase == Phase::planned || phase == Phase::reporting) {
    add("save", save_->label(), "reach its time",
        save_->members_before_time(federation_, observers()), requested);
  }
  if (phase == Phase::reporting) {
    add("save", save_->label(), "call federateSaveComplete or federateSaveNotComplete",
        save_->unanswered_members(federation_),
        [&](FederateHandle federate) { return ordered_at_.at(federate); });
  } else if (phase == Phase::storing) {
    add("save", save_->label(), "be written to the disk of rtig", {}, requested);
  } else if (phase != Phase::planned) {
    add("save", save_->label(),
        phase == Phase::settling ? "handle the records sent before the save" : "send its state",
        save_->unanswered_members(federation_), [&](FederateHandle) { return phase_at_; });
  }
  return steps;
}

// --- Joins and departures.

void SaveRestoreAuthority::send_planned_save(FederateHandle newcomer) {
  if (save_) writer_.send_to(newcomer, {}, planned_save());
}

void SaveRestoreAuthority::remove_member(FederateHandle leaver) {
  const std::string why = "federate " + std::to_string(leaver.value) + " left";
  // A save that is being written has all its parts, also that of the leaver.
  const bool is_storing = save_ && save_->is_storing();
  if (save_ && save_->has_started()) {
    if (!is_storing) end_save(why);
  } else if (save_ && context_.members().empty()) {
    drop_save();
  } else {
    review_planned_save();
  }
  if (restore_) cancel_restore(why);
}

}  // namespace triad::rtig
