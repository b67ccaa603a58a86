// The federate's calls in the order in which it makes them, then the RTIG's records about saves and
// restores, then the callbacks.
#include "rtia/save_restore_management.hpp"

#include <algorithm>

#include "rtia/labels.hpp"

namespace triad::rtia {

namespace {

bool lists(const std::vector<FederateHandle>& federates, FederateHandle federate) {
  return std::ranges::find(federates, federate) != federates.end();
}

}  // namespace

void SaveRestoreManagement::set_phase(Saving next) {
  save_.phase = next;
  context_.callbacks.only_urgent =
      next != Saving::inactive || restore_.phase != Restoring::inactive;
}

void SaveRestoreManagement::set_phase(Restoring next) {
  restore_.phase = next;
  context_.callbacks.only_urgent = next != Restoring::inactive || save_.phase != Saving::inactive;
}

FederateCondition SaveRestoreManagement::condition() const {
  if (restore_.phase > Restoring::announced) return FederateCondition::restoring;
  if (restore_.phase == Restoring::announced) return FederateCondition::restore_pending;
  if (save_.phase != Saving::inactive) return FederateCondition::saving;
  return save_.planned != 0 || save_.initiated != 0 ? FederateCondition::save_pending
                                                    : FederateCondition::running;
}

std::optional<Error> SaveRestoreManagement::refuse_while_saving() const {
  if (save_.phase == Saving::inactive) return std::nullopt;
  return wire::error(ErrorCode::SaveInProgress,
                     "the federation is being saved: wait for federationSaved");
}

std::optional<Error> SaveRestoreManagement::refuse_while_restoring() const {
  if (restore_.phase <= Restoring::announced) return std::nullopt;
  return wire::error(ErrorCode::RestoreInProgress,
                     "the federation is being restored: wait for federationRestored");
}

// The phase lasts until the federate has received the outcome.
std::optional<Error> SaveRestoreManagement::suspension_refusal() const {
  if (restore_.phase != Restoring::inactive) {
    return wire::error(ErrorCode::RestoreInProgress,
                       "a restore of the federation is in progress: suspend the federate after it");
  }
  const bool has_outcome = context_.callbacks.undelivered_urgent() != 0;
  if (save_.phase != Saving::inactive || save_.planned != 0 || save_.initiated != 0 ||
      has_outcome) {
    return wire::error(ErrorCode::SaveInProgress,
                       "a save of the federation is planned or in progress: suspend the federate "
                       "after it");
  }
  return std::nullopt;
}

// Queues a record. The header identifies the save or restore.
template <class Queue, class Message>
void SaveRestoreManagement::queue_numbered(Queue& queue, std::uint64_t number,
                                           const Message& message) {
  wire::RecordHeader header;
  header.position = number;
  encoded_.clear();
  wire::encode_record(header, message, encoded_);
  queue.push(encoded_);
}

// --- The federate's calls.

Result<void> SaveRestoreManagement::perform_call(const wire::RequestFederationSave& request) {
  if (is_blank(request.label)) {
    return wire::error(ErrorCode::RTIinternalError, "a save needs a label");
  }
  wire::RequestFederationSave complete = request;
  core::Time at;
  std::string text;
  if (request.timed) {
    const auto& type = time_.type();
    if (!time_.checks().is_valid(request.time) || type.is_infinite(core::Time(request.time))) {
      return wire::error(
          ErrorCode::InvalidFederationTime,
          "the time of the save is no " + std::string(type.name()) + ", or not a number");
    }
    const core::Time& now = time_.state().time;
    at = time_.checks().raised(core::Time(request.time), now);
    if (type.less(at, now)) {
      return wire::error(ErrorCode::FederationTimeAlreadyPassed,
                         "cannot save at " + type.text(at) + ": the federate is at " +
                             type.text(now) +
                             time_.checks().rounding_hint(core::Time(request.time), now));
    }
    text = type.text(at);
    complete.time = at.bytes();
  }
  complete.time_text = text;
  context_.request(complete);
  return {};
}

Result<void> SaveRestoreManagement::perform_call(const wire::FederateSaveBegun&) {
  if (save_.phase != Saving::initiated) {
    return wire::error(ErrorCode::SaveNotInitiated,
                       save_.phase == Saving::inactive
                           ? "this federate was not ordered to save (initiateFederateSave)"
                           : "this federate has begun to save already");
  }
  set_phase(Saving::begun);
  context_.send_to_rtig(wire::FederateSaveBegun{save_.delivered});
  return {};
}

std::optional<Error> SaveRestoreManagement::record_save_report() {
  if (save_.phase == Saving::begun) {
    save_.phase = Saving::reported;
    return std::nullopt;
  }
  return wire::error(ErrorCode::SaveNotInitiated,
                     save_.phase == Saving::inactive
                         ? "this federate was not ordered to save (initiateFederateSave)"
                     : save_.phase == Saving::initiated ? "call federateSaveBegun first"
                                                        : "this federate has reported already");
}

Result<void> SaveRestoreManagement::perform_call(const wire::FederateSaveComplete&) {
  if (auto refusal = record_save_report()) return *refusal;
  context_.send_to_rtig(wire::FederateSaveComplete{save_.delivered});
  return {};
}

Result<void> SaveRestoreManagement::perform_call(const wire::FederateSaveNotComplete& report) {
  // The callback may have reported before it threw.
  if (report.threw && (save_.phase == Saving::inactive || save_.phase == Saving::reported))
    return {};
  if (report.threw) set_phase(Saving::begun);
  if (auto refusal = record_save_report()) return *refusal;
  context_.send_to_rtig(wire::FederateSaveNotComplete{save_.delivered, report.threw});
  return {};
}

Result<void> SaveRestoreManagement::perform_call(const wire::RequestFederationRestore& request) {
  context_.send_to_rtig(request);
  return {};
}

std::optional<Error> SaveRestoreManagement::record_restore_report() {
  if (restore_.phase == Restoring::initiated) {
    restore_.phase = Restoring::reported;
    return std::nullopt;
  }
  return wire::error(ErrorCode::RestoreNotRequested,
                     restore_.phase == Restoring::reported
                         ? "this federate has reported already"
                         : "this federate was not ordered to restore (initiateFederateRestore)");
}

// The saved state arrived before the federate was told to restore. The restore may be over since,
// and another one announced. The RTIG then ignores the report.
Result<void> SaveRestoreManagement::perform_call(const wire::FederateRestoreComplete&) {
  if (auto refusal = record_restore_report()) return *refusal;
  if (restore_.image_fits) {
    context_.send_to_rtig(wire::FederateRestoreComplete{restore_.delivered});
  } else {
    context_.send_to_rtig(wire::FederateRestoreNotComplete{restore_.delivered, false});
  }
  return {};
}

Result<void> SaveRestoreManagement::perform_call(const wire::FederateRestoreNotComplete& report) {
  if (report.threw && restore_.phase != Restoring::initiated) return {};
  if (auto refusal = record_restore_report()) return *refusal;
  context_.send_to_rtig(wire::FederateRestoreNotComplete{restore_.delivered, report.threw});
  return {};
}

// --- Saves: records of the RTIG.

Fault SaveRestoreManagement::receive_record(const Record&, const wire::SavePlanned& planned) {
  const bool fits = time_.checks().is_valid(planned.time);  // if not, the save is never reached
  save_.planned = fits ? planned.save : 0;
  save_.is_time_reported = save_.is_beyond_reported = false;
  time_.hold_grants_at(fits ? std::optional(core::Time(planned.time)) : std::nullopt);
  return {};
}

void SaveRestoreManagement::report_save_time() {
  if (save_.planned == 0 || save_.is_time_reported) return;
  save_.is_time_reported = time_.outlook(delivery_.first_stamp()).is_save_due();
  const bool beyond = !save_.is_time_reported && !save_.is_beyond_reported &&
                      time_.outlook(std::nullopt).is_beyond_save();
  if (!save_.is_time_reported && !beyond) return;
  save_.is_beyond_reported = beyond;
  if (save_.is_time_reported) time_.record_save_reached();
  context_.send_to_rtig(wire::SaveTimeReached{save_.planned, beyond});
}

// If the federate advances beyond the time of the save, it first receives all messages up to that
// time. If it was granted exactly that time, and requests neither a later time nor the next event,
// later messages stay queued.
Fault SaveRestoreManagement::receive_record(const Record&, const wire::SaveInitiated& initiated) {
  if (!lists(initiated.federates, self_)) return {};
  if (const auto& at = time_.state().save_at; at && save_.planned == initiated.save) {
    const auto next = time_.outlook(delivery_.first_stamp()).next_time();
    const bool goes_beyond = next && time_.type().less(*at, *next);
    delivery_.release_tso(
        [&](const core::Time& stamp) { return goes_beyond && !time_.type().less(*at, stamp); });
  }
  save_.planned = 0;
  time_.hold_grants_at(std::nullopt);
  save_.initiated = initiated.save;
  queue_numbered(context_.callbacks.queue, initiated.save,
                 wire::InitiateFederateSave{initiated.label});
  return {};
}

// Handles all records that have arrived before it answers that nothing was sent because of them.
Fault SaveRestoreManagement::receive_record(const Record&, const wire::SaveSettling& settling) {
  subject_.settle();
  const bool quiet = settling.round > 1 && context_.position() == save_.settled_at;
  context_.send_to_rtig(wire::SaveSettled{settling.save, settling.round, quiet});
  save_.settled_at = context_.position();
  return {};
}

Fault SaveRestoreManagement::receive_record(const Record&, const wire::SaveCollecting& collecting) {
  const wire::Buffer encoded = subject_.encode_part();
  Bytes rest = encoded;
  while (!rest.empty()) {
    const Bytes piece = rest.first(std::min(rest.size(), wire::kStatePieceBytes));
    rest = rest.subspan(piece.size());
    context_.send_to_rtig(wire::FederateState{collecting.save, rest.empty(), piece});
  }
  return {};
}

template <class Outcome>
Fault SaveRestoreManagement::end_save(const Outcome& outcome) {
  if (save_.planned == outcome.save) {
    save_.planned = 0;
    time_.hold_grants_at(std::nullopt);
  }
  // A federate that has not been told to save yet, perhaps because an earlier save goes on,
  // receives the outcome after that (make_callback()). A federate that was not sent SaveInitiated
  // receives it, too.
  if (save_.phase != Saving::inactive && save_.delivered == outcome.save) {
    queue_numbered(context_.callbacks.urgent, outcome.save, outcome);
  } else if (save_.initiated != outcome.save) {
    queue_numbered(context_.callbacks.queue, outcome.save, outcome);
  }
  save_.initiated = 0;
  return {};
}

Fault SaveRestoreManagement::receive_record(const Record&, const wire::FederationSaved& saved) {
  return end_save(saved);
}

Fault SaveRestoreManagement::receive_record(const Record&,
                                            const wire::FederationNotSaved& not_saved) {
  return end_save(not_saved);
}

// --- Restores.

Fault SaveRestoreManagement::receive_record(
    const Record&, const wire::RequestFederationRestoreSucceeded& succeeded) {
  announce_restore();
  queue_numbered(context_.callbacks.urgent, 0, succeeded);
  return {};
}

Fault SaveRestoreManagement::receive_record(const Record&,
                                            const wire::RequestFederationRestoreFailed& failed) {
  context_.queue(failed);
  return {};
}

Fault SaveRestoreManagement::receive_record(const Record&,
                                            const wire::FederationRestoreBegun& begun) {
  const auto self = std::ranges::find(begun.members, self_, &wire::RestoredMember::present);
  if (self == begun.members.end()) return "a restore without this member";
  restore_.number = begun.restore;
  drop_image();
  restore_.image_bytes.clear();
  announce_restore();
  restore_.label = begun.label;
  restore_.self = self->saved;
  queue_numbered(context_.callbacks.urgent, begun.restore,
                 wire::FederationRestoreBegun{begun.restore, begun.label, {}});
  return {};
}

// The federate is told when the whole state has arrived, because its report says whether the image
// fits.
Fault SaveRestoreManagement::receive_record(const Record&, const wire::FederateState& state) {
  if (state.number != restore_.number) return "a piece of a saved state that was not requested";
  restore_.image_bytes.insert(restore_.image_bytes.end(), state.piece.begin(), state.piece.end());
  if (!state.last) return {};
  if (const auto image = wire::decode<wire::RestoreImage>(restore_.image_bytes)) {
    restore_.image_fits = subject_.make_image(*image);
  }
  restore_.image_bytes = {};
  queue_numbered(context_.callbacks.urgent, state.number,
                 wire::InitiateFederateRestore{restore_.label, restore_.self});
  return {};
}

Fault SaveRestoreManagement::receive_record(const Record&,
                                            const wire::FederationNotRestored& ended) {
  drop_image();
  restore_.image_bytes = {};
  queue_numbered(context_.callbacks.urgent, ended.restore, ended);
  return {};
}

void SaveRestoreManagement::announce_restore() {
  if (restore_.phase == Restoring::inactive) set_phase(Restoring::announced);
}

void SaveRestoreManagement::drop_image() {
  restore_.image_fits = false;
  subject_.drop_image();
}

void SaveRestoreManagement::activate_restored(const wire::FederationRestored& restored) {
  set_phase(Restoring::reported);
  restore_.number = restored.restore;
  context_.continue_from(restore_.position);
  queue_numbered(context_.callbacks.urgent, restored.restore, restored);
}

// --- Callbacks.

// Ends the save or restore. With an inactive phase the federate receives all other callbacks again.
template <class Phase, class Outcome>
bool SaveRestoreManagement::end_phase(Phase next, const Outcome& callback) {
  set_phase(next);
  context_.hold_senders_if_full();
  context_.callbacks.current = callback;
  return true;
}

// The outcome is still in the queue of urgent callbacks.
template <class Outcome>
bool SaveRestoreManagement::end_restore(const Outcome& callback) {
  const bool another_waits = context_.callbacks.urgent.size() > 1;
  return end_phase(another_waits ? Restoring::announced : Restoring::inactive, callback);
}

bool SaveRestoreManagement::make_callback(const Record& record,
                                          const wire::InitiateFederateSave& callback) {
  set_phase(Saving::initiated);
  save_.delivered = record.header.position;
  if (save_.delivered != save_.initiated) {
    queue_numbered(context_.callbacks.urgent, save_.delivered,
                   wire::FederationNotSaved{save_.delivered});  // the save is over
  }
  context_.release_senders();  // the queue does not shrink until the save is over
  context_.callbacks.current = callback;
  return true;
}

bool SaveRestoreManagement::make_callback(const Record&, const wire::FederationSaved& callback) {
  return end_phase(Saving::inactive, callback);
}

bool SaveRestoreManagement::make_callback(const Record&, const wire::FederationNotSaved& callback) {
  return end_phase(Saving::inactive, callback);
}

bool SaveRestoreManagement::make_callback(const Record&,
                                          const wire::RequestFederationRestoreSucceeded& callback) {
  context_.callbacks.current = callback;
  return true;
}

bool SaveRestoreManagement::make_callback(const Record&,
                                          const wire::RequestFederationRestoreFailed& callback) {
  context_.callbacks.current = callback;
  return true;
}

bool SaveRestoreManagement::make_callback(const Record& record,
                                          const wire::FederationRestoreBegun& callback) {
  set_phase(Restoring::begun);
  restore_.delivered = record.header.position;
  context_.release_senders();
  context_.callbacks.current = callback;
  return true;
}

bool SaveRestoreManagement::make_callback(const Record&,
                                          const wire::InitiateFederateRestore& callback) {
  set_phase(Restoring::initiated);
  context_.callbacks.current = callback;
  return true;
}

bool SaveRestoreManagement::make_callback(const Record&, const wire::FederationRestored& callback) {
  return end_restore(callback);
}

bool SaveRestoreManagement::make_callback(const Record&,
                                          const wire::FederationNotRestored& callback) {
  return end_restore(callback);
}

}  // namespace triad::rtia
