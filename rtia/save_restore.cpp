// Save and restore in the RTIA (HLA 1.3 clause 4.11 to 4.21). What is to be done next the RTIG
// says; here are the federate's calls and callbacks, the time of a planned save, and the federate's
// part of a saved state (saved_state.cpp), handed in and taken over.
//
// From the delivery of initiateFederateSave to that of the outcome the federate hears of nothing
// else: those callbacks have a queue of their own. The word of a restore comes before all that
// waits, which is dropped if the restore succeeds.
#include <algorithm>

#include "rtia/membership.hpp"

namespace triad::rtia {

namespace {

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

bool names(const std::vector<FederateHandle>& federates, FederateHandle federate) {
  return std::ranges::find(federates, federate) != federates.end();
}

}  // namespace

std::optional<Error> SaveState::refuse_while_saving() const {
  if (saving == Saving::no) return std::nullopt;
  return wire::error(ErrorCode::SaveInProgress,
                     "the federation is being saved: wait for federationSaved");
}

std::optional<Error> SaveState::refuse_while_restoring() const {
  if (restoring <= Restoring::called) return std::nullopt;
  return wire::error(ErrorCode::RestoreInProgress,
                     "the federation is being restored: wait for federationRestored");
}

FederateCondition SaveState::condition() const {
  if (restoring > Restoring::called) return FederateCondition::restoring;
  if (restoring == Restoring::called) return FederateCondition::restore_pending;
  if (saving != Saving::no) return FederateCondition::saving;
  return planned != 0 || initiated != 0 ? FederateCondition::save_pending
                                        : FederateCondition::running;
}

// A record whose header says which save or restore it is of.
template <class Queue, class Message>
void Membership::queue_numbered(Queue& queue, std::uint64_t number, const Message& message) {
  wire::RecordHeader header;
  header.position = number;
  encoded_.clear();
  wire::encode_record(header, message, encoded_);
  queue.push(encoded_);
}

// --- The federate's calls.

Result<void> Membership::on(const wire::RequestFederationSave& request) {
  if (is_blank(request.label)) {
    return wire::error(ErrorCode::RTIinternalError, "a save needs a label");
  }
  if (request.timed) {
    const auto& type = time_.type();
    if (!time_.fits(request.time) || type.infinite(core::Time(request.time))) {
      return wire::error(
          ErrorCode::InvalidFederationTime,
          "the time of the save is no " + std::string(type.name()) + ", or not a number");
    }
    const auto now = time_.query(wire::TimeQuery::federate_time, std::nullopt);
    if (now && type.less(core::Time(request.time), *now)) {
      return wire::error(ErrorCode::FederationTimeAlreadyPassed,
                         "cannot save at " + type.text(core::Time(request.time)) +
                             ": the federate is at " + type.text(*now));
    }
  }
  const std::string text =
      request.timed ? time_.type().text(core::Time(request.time)) : std::string();
  wire::RequestFederationSave complete = request;
  complete.time_text = text;
  ambassador_.request(complete);
  return {};
}

Result<void> Membership::on(const wire::FederateSaveBegun&) {
  if (save_.saving != Saving::told) {
    return wire::error(ErrorCode::SaveNotInitiated,
                       save_.saving == Saving::no ? "this federate was not told to save"
                                                  : "this federate has begun to save already");
  }
  save_.enter(Saving::begun, callbacks_);
  ambassador_.send({Audience::Who::rtig, {}}, wire::FederateSaveBegun{save_.told});
  return {};
}

std::optional<Error> SaveState::refuse_save_report() {
  if (saving == Saving::begun) {
    saving = Saving::reported;
    return std::nullopt;
  }
  return wire::error(ErrorCode::SaveNotInitiated,
                     saving == Saving::no     ? "this federate was not told to save"
                     : saving == Saving::told ? "call federateSaveBegun first"
                                              : "this federate has reported already");
}

Result<void> Membership::on(const wire::FederateSaveComplete&) {
  if (auto refusal = save_.refuse_save_report()) return *refusal;
  ambassador_.send({Audience::Who::rtig, {}}, wire::FederateSaveComplete{save_.told});
  return {};
}

Result<void> Membership::on(const wire::FederateSaveNotComplete& report) {
  // Its callback may have reported before it threw.
  if (report.threw && (save_.saving == Saving::no || save_.saving == Saving::reported)) return {};
  if (report.threw) save_.enter(Saving::begun, callbacks_);
  if (auto refusal = save_.refuse_save_report()) return *refusal;
  ambassador_.send({Audience::Who::rtig, {}},
                   wire::FederateSaveNotComplete{save_.told, report.threw});
  return {};
}

Result<void> Membership::on(const wire::RequestFederationRestore& request) {
  ambassador_.send({Audience::Who::rtig, {}}, request);
  return {};
}

std::optional<Error> SaveState::refuse_restore_report() {
  if (restoring == Restoring::told) {
    restoring = Restoring::reported;
    return std::nullopt;
  }
  return wire::error(ErrorCode::RestoreNotRequested,
                     restoring == Restoring::reported
                         ? "this federate has reported already"
                         : "this federate has not been told to restore (initiateFederateRestore)");
}

// What was saved of it came before it was told.
Result<void> Membership::on(const wire::FederateRestoreComplete&) {
  if (auto refusal = save_.refuse_restore_report()) return *refusal;
  if (save_.image != nullptr) {
    ambassador_.send({Audience::Who::rtig, {}}, wire::FederateRestoreComplete{save_.restore});
  } else {
    ambassador_.send({Audience::Who::rtig, {}},
                     wire::FederateRestoreNotComplete{save_.restore, false});
  }
  return {};
}

Result<void> Membership::on(const wire::FederateRestoreNotComplete& report) {
  if (report.threw && save_.restoring != Restoring::told) return {};
  if (auto refusal = save_.refuse_restore_report()) return *refusal;
  ambassador_.send({Audience::Who::rtig, {}},
                   wire::FederateRestoreNotComplete{save_.restore, report.threw});
  return {};
}

// --- Saves: what the RTIG says.

Fault Membership::handle(const Record&, const wire::SavePlanned& planned) {
  const bool fits = time_.fits(planned.time);  // or a broken peer asked for it: it is never reached
  save_.planned = fits ? planned.save : 0;
  save_.time_told = save_.beyond_told = false;
  time_.hold_at(fits ? std::optional(core::Time(planned.time)) : std::nullopt);
  return {};
}

void Membership::tell_save_time() {
  if (save_.planned == 0 || save_.time_told) return;
  save_.time_told = time_.save_due(delivery_.first_stamp());
  const bool beyond = !save_.time_told && !save_.beyond_told && time_.beyond_save();
  if (!save_.time_told && !beyond) return;
  save_.beyond_told = beyond;
  if (save_.time_told) time_.save_reached();
  ambassador_.send({Audience::Who::rtig, {}}, wire::SaveTimeReached{save_.planned, beyond});
}

// All messages up to the time of a timed save are delivered before, if the federate goes beyond it:
// one that was granted that very time, and does not ask for more or for the next event, which then
// is at that time, has what came later in its queue.
Fault Membership::handle(const Record&, const wire::SaveInitiated& initiated) {
  if (!names(initiated.federates, self_)) return {};
  if (const auto& at = time_.save_at(); at && save_.planned == initiated.save) {
    const auto next = time_.next_time(delivery_.first_stamp());
    const bool goes_beyond = next && time_.type().less(*at, *next);
    delivery_.release_tso(
        [&](const core::Time& stamp) { return goes_beyond && !time_.type().less(*at, stamp); });
  }
  save_.planned = 0;
  time_.hold_at(std::nullopt);
  save_.initiated = initiated.save;
  queue_numbered(callbacks_.queue, initiated.save, wire::InitiateFederateSave{initiated.label});
  return {};
}

// What has come is taken into account before the answer says that nothing follows from it.
Fault Membership::handle(const Record&, const wire::SaveSettling& settling) {
  settle_time();
  const bool quiet = settling.round > 1 && ambassador_.position_ == save_.settled_at;
  ambassador_.send({Audience::Who::rtig, {}},
                   wire::SaveSettled{settling.save, settling.round, quiet});
  save_.settled_at = ambassador_.position_;
  return {};
}

Fault Membership::handle(const Record&, const wire::SaveCollecting& collecting) {
  const wire::Buffer encoded = part();
  Bytes rest = encoded;
  while (!rest.empty()) {
    const Bytes piece = rest.first(std::min(rest.size(), wire::kStatePieceBytes));
    rest = rest.subspan(piece.size());
    ambassador_.send({Audience::Who::rtig, {}},
                     wire::FederateState{collecting.save, rest.empty(), piece});
  }
  return {};
}

template <class Outcome>
Fault Membership::end_save(const Outcome& outcome) {
  if (save_.planned == outcome.save) {
    save_.planned = 0;
    time_.hold_at(std::nullopt);
  }
  // Who has not taken the word to save yet, perhaps as it still makes an earlier save, is told of
  // the outcome behind it (make()); who was not sent it hears of the outcome all the same.
  if (save_.saving != Saving::no && save_.told == outcome.save) {
    queue_numbered(save_.urgent, outcome.save, outcome);
  } else if (save_.initiated != outcome.save) {
    queue_numbered(callbacks_.queue, outcome.save, outcome);
  }
  save_.initiated = 0;
  return {};
}

Fault Membership::handle(const Record&, const wire::FederationSaved& saved) {
  return end_save(saved);
}

Fault Membership::handle(const Record&, const wire::FederationNotSaved& not_saved) {
  return end_save(not_saved);
}

// --- Restores.

Fault Membership::handle(const Record&, const wire::RequestFederationRestoreSucceeded& succeeded) {
  save_.enter(Restoring::called, callbacks_);
  queue_numbered(save_.urgent, 0, succeeded);
  return {};
}

Fault Membership::handle(const Record&, const wire::RequestFederationRestoreFailed& failed) {
  context_.queue(failed);
  return {};
}

Fault Membership::handle(const Record&, const wire::FederationRestoreBegun& begun) {
  const auto self = std::ranges::find(begun.members, self_, &wire::RestoredMember::present);
  if (self == begun.members.end()) return "a restore that leaves this member out";
  save_.restore = begun.restore;
  save_.image.reset();
  save_.image_bytes.clear();
  save_.enter(Restoring::called, callbacks_);
  save_.restored_label = begun.label;
  save_.restored_self = self->saved;
  queue_numbered(save_.urgent, begun.restore,
                 wire::FederationRestoreBegun{begun.restore, begun.label, {}});
  return {};
}

// The federate is told when all has come, for its report says whether the image fits.
Fault Membership::handle(const Record&, const wire::FederateState& state) {
  if (state.number != save_.restore) return "a piece of a state that nobody asked for";
  save_.image_bytes.insert(save_.image_bytes.end(), state.piece.begin(), state.piece.end());
  if (!state.last) return {};
  if (const auto image = wire::decode<wire::RestoreImage>(save_.image_bytes)) {
    auto membership = std::make_unique<Membership>(ambassador_, image->federate, model());
    if (membership->begin(*image)) save_.image = std::move(membership);
  }
  save_.image_bytes = {};
  queue_numbered(save_.urgent, state.number,
                 wire::InitiateFederateRestore{save_.restored_label, save_.restored_self});
  return {};
}

Fault Membership::handle(const Record&, const wire::FederationNotRestored& ended) {
  save_.image.reset();
  save_.image_bytes = {};
  queue_numbered(save_.urgent, ended.restore, ended);
  return {};
}

std::unique_ptr<Membership> Membership::take_image(std::uint64_t restore) {
  return restore == save_.restore ? std::move(save_.image) : nullptr;
}

// This is the image, and from now on the membership.
void Membership::take_over(const wire::FederationRestored& restored) {
  save_.enter(Restoring::reported, callbacks_);
  save_.restore = restored.restore;
  ambassador_.position_ = std::max(ambassador_.position_, save_.restored_position);
  neighbours_.begin(restored.position, restored.leases);
  time_management_.begin(restored.position, {});  // what was sent before the save has been received
  queue_numbered(save_.urgent, restored.restore, restored);
  mom_.take_over();
  context_.hold_senders_if_full();
}

// What it sent before the save, up to what the stamp names, everybody has received; a newcomer will
// want to hear so.
Fault Membership::handle(const Record& record, const wire::FederateReturned& returned) {
  ambassador_.streams_.member_returns(returned.federate, returned.on_fabric,
                                      record.header.after_position);
  neighbours_.lease(returned.leases);
  ambassador_.streams_.tell_all_anew();
  time_management_.joined();
  return {};
}

// --- Callbacks.

bool Membership::make(const Record& record, const wire::InitiateFederateSave& callback) {
  save_.enter(Saving::told, callbacks_);
  save_.told = record.header.position;
  if (save_.told != save_.initiated) {
    queue_numbered(save_.urgent, save_.told, wire::FederationNotSaved{save_.told});  // it is over
  }
  context_.release_senders();  // what waits here does not shrink until the save is over
  callbacks_.current = callback;
  return true;
}

bool Membership::make(const Record&, const wire::FederationSaved& callback) {
  save_.enter(Saving::no, callbacks_);
  context_.hold_senders_if_full();
  callbacks_.current = callback;
  return true;
}

bool Membership::make(const Record&, const wire::FederationNotSaved& callback) {
  save_.enter(Saving::no, callbacks_);
  context_.hold_senders_if_full();
  callbacks_.current = callback;
  return true;
}

bool Membership::make(const Record&, const wire::RequestFederationRestoreSucceeded& callback) {
  callbacks_.current = callback;
  return true;
}

bool Membership::make(const Record&, const wire::RequestFederationRestoreFailed& callback) {
  callbacks_.current = callback;
  return true;
}

bool Membership::make(const Record&, const wire::FederationRestoreBegun& callback) {
  save_.enter(Restoring::begun, callbacks_);
  context_.release_senders();
  callbacks_.current = callback;
  return true;
}

bool Membership::make(const Record&, const wire::InitiateFederateRestore& callback) {
  save_.enter(Restoring::told, callbacks_);
  callbacks_.current = callback;
  return true;
}

bool Membership::make(const Record&, const wire::FederationRestored& callback) {
  save_.enter(Restoring::no, callbacks_);
  context_.hold_senders_if_full();
  callbacks_.current = callback;
  return true;
}

bool Membership::make(const Record&, const wire::FederationNotRestored& callback) {
  save_.enter(Restoring::no, callbacks_);
  context_.hold_senders_if_full();
  callbacks_.current = callback;
  return true;
}

}  // namespace triad::rtia
