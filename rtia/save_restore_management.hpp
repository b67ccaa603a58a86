// Save and restore in the RTIA (HLA 1.3 clauses 4.11 to 4.21). The RTIG orders each step. This
// class has the federate's calls and callbacks, the time of a planned save, and the transfer of the
// federate's part of a saved state. It does not know the contents of a part.
//
// From the delivery of initiateFederateSave to that of the outcome, the federate receives no other
// callbacks, so these callbacks have a queue of their own. The callbacks of a restore come before
// all queued ones, which are dropped if the restore succeeds.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "rtia/during_saves.hpp"
#include "rtia/federate_time.hpp"
#include "rtia/member_context.hpp"
#include "rtia/message_delivery.hpp"
#include "rtia/mom.hpp"
#include "wire/messages/save_restore_messages.hpp"

namespace triad::rtia {

class SaveRestoreManagement : private ServiceGroup {
 public:
  // Object that is saved and restored: the membership with all its groups.
  class Subject {
   public:
    virtual ~Subject() = default;
    // Handles everything that has arrived.
    virtual void settle() = 0;
    // Returns the encoded part of the save.
    virtual wire::Buffer encode_part() const = 0;
    // Makes the membership that will replace this one. Returns false if the image does not fit.
    virtual bool make_image(const wire::RestoreImage& image) = 0;
    virtual void drop_image() = 0;
  };

  SaveRestoreManagement(MemberContext& context, FederateTime& time, MessageDelivery& delivery,
                        Subject& subject)
      : ServiceGroup(context), time_(time), delivery_(delivery), subject_(subject) {}

  Result<void> perform_call(const wire::RequestFederationSave&);
  Result<void> perform_call(const wire::FederateSaveBegun&);
  Result<void> perform_call(const wire::FederateSaveComplete&);
  Result<void> perform_call(const wire::FederateSaveNotComplete&);
  Result<void> perform_call(const wire::RequestFederationRestore&);
  Result<void> perform_call(const wire::FederateRestoreComplete&);
  Result<void> perform_call(const wire::FederateRestoreNotComplete&);

  // Handle the RTIG's orders. SaveSettling: answers whether anything was sent since the last round.
  // SaveCollecting: sends the part. FederateState: a piece of this federate's saved part arrives.
  Fault receive_record(const Record&, const wire::SavePlanned&);
  Fault receive_record(const Record&, const wire::SaveInitiated&);
  Fault receive_record(const Record&, const wire::SaveSettling&);
  Fault receive_record(const Record&, const wire::SaveCollecting&);
  Fault receive_record(const Record&, const wire::FederationSaved&);
  Fault receive_record(const Record&, const wire::FederationNotSaved&);
  Fault receive_record(const Record&, const wire::RequestFederationRestoreSucceeded&);
  Fault receive_record(const Record&, const wire::RequestFederationRestoreFailed&);
  Fault receive_record(const Record&, const wire::FederationRestoreBegun&);
  Fault receive_record(const Record&, const wire::FederateState&);
  Fault receive_record(const Record&, const wire::FederationNotRestored&);

  // Make a queued callback the current one. Return false if it is no longer due.
  bool make_callback(const Record&, const wire::InitiateFederateSave&);
  bool make_callback(const Record&, const wire::FederationSaved&);
  bool make_callback(const Record&, const wire::FederationNotSaved&);
  bool make_callback(const Record&, const wire::RequestFederationRestoreSucceeded&);
  bool make_callback(const Record&, const wire::RequestFederationRestoreFailed&);
  bool make_callback(const Record&, const wire::FederationRestoreBegun&);
  bool make_callback(const Record&, const wire::InitiateFederateRestore&);
  bool make_callback(const Record&, const wire::FederationRestored&);
  bool make_callback(const Record&, const wire::FederationNotRestored&);

  // Returns an error if the federate may not make the call during a save or restore, regardless of
  // its arguments.
  template <class Call>
  std::optional<Error> refuse_meanwhile() const;

  // Returns whether time stands still: while the federate saves, and between its report that it is
  // at the save's time and the RTIG's order to save. A pending advance is saved as it is.
  bool holds_time() const {
    return save_.phase != Saving::inactive || (save_.planned != 0 && save_.is_time_reported);
  }
  // Reports to the RTIG, once, that the federate is at the time of the planned save.
  void report_save_time();
  // Returns the state of the federate for the MOM.
  FederateCondition condition() const;
  // Returns whether a restore has been announced and has not ended.
  bool is_restoring() const { return restore_.phase != Restoring::inactive; }

  // Returns the error of a suspension, which would lose the state of a save or restore.
  std::optional<Error> suspension_refusal() const;

  // Returns whether that restore is in progress and its image is complete.
  bool is_ready(std::uint64_t restore) const {
    return restore == restore_.number && restore_.image_fits;
  }
  // Makes this image take over. Its federate first receives the outcome of the restore.
  void activate_restored(const wire::FederationRestored& restored);

  void save(wire::Encoder& out) const { out.put(context_.position()); }
  bool load(wire::Decoder& in) {
    in.get(restore_.position);
    return in.ok();
  }

 private:
  enum class Saving { inactive, initiated, begun, reported };
  enum class Restoring { inactive, announced, begun, initiated, reported };

  // Numbers of saves and restores come from the RTIG; 0: none.
  struct Save {
    Saving phase = Saving::inactive;
    std::uint64_t delivered = 0;    // last save for which the federate was told to save
    std::uint64_t planned = 0;      // save that waits for its time
    bool is_time_reported = false;  // the time of the planned save was reported as reached
    // It was reported that the federate is past that time, but not constrained yet.
    bool is_beyond_reported = false;
    std::uint64_t initiated = 0;    // from the RTIG's order to save until the outcome
    wire::Position settled_at = 0;  // own position at the last answer to SaveSettling
  };

  struct Restore {
    Restoring phase = Restoring::inactive;
    std::uint64_t number = 0;     // last restore that the RTIG announced
    std::uint64_t delivered = 0;  // last restore of which the federate was told
    std::string label;
    FederateHandle self;       // handle of this federate after the restore
    wire::Buffer image_bytes;  // pieces of the saved state that have arrived
    bool image_fits = false;
    wire::Position position = 0;  // of the last record sent before the save
  };

  // Set the phase; during a save or restore only urgent callbacks are made.
  void set_phase(Saving next);
  void set_phase(Restoring next);
  std::optional<Error> refuse_while_saving() const;
  std::optional<Error> refuse_while_restoring() const;
  // Enter the phase `reported`, or return an error if no report is due.
  std::optional<Error> record_save_report();
  // Records the federate's report about a restore, or returns the error if none was requested.
  std::optional<Error> record_restore_report();

  // Queues a callback with the number of its save or restore.
  template <class Queue, class Message>
  void queue_numbered(Queue& queue, std::uint64_t number, const Message& message);
  // Queues the outcome of the save for the federate.
  template <class Outcome>
  Fault end_save(const Outcome& outcome);
  // Makes the callback of the outcome the current one. `next`: the phase that begins.
  template <class Phase, class Outcome>
  bool end_phase(Phase next, const Outcome& callback);
  // Begins to deliver the callbacks of a restore. Those of an earlier restore that have not been
  // delivered come first.
  void announce_restore();
  // Makes the callback of a restore's outcome the current one. The callbacks of a later restore may
  // wait behind it.
  template <class Outcome>
  bool end_restore(const Outcome& callback);
  // Drops the state that was loaded for a restore.
  void drop_image();

  FederateTime& time_;
  MessageDelivery& delivery_;
  Subject& subject_;

  Save save_;
  Restore restore_;
  wire::Buffer encoded_;
};

template <class Call>
std::optional<Error> SaveRestoreManagement::refuse_meanwhile() const {
  if constexpr (!kDuringSave<Call>) {
    if (auto refused = refuse_while_saving()) return refused;
  }
  if constexpr (!kDuringRestore<Call>) {
    if (auto refused = refuse_while_restoring()) return refused;
  }
  return std::nullopt;
}

}  // namespace triad::rtia
