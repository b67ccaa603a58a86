// Save and restore in the RTIA (HLA 1.3 clauses 4.11 to 4.21). What is to be done next the RTIG
// says; here are the federate's calls and callbacks, the time of a planned save, and the federate's
// part of a saved state, handed in and taken over. What is in a part it does not know.
//
// From the delivery of initiateFederateSave to that of the outcome the federate hears of nothing
// else: those callbacks have a queue of their own. The word of a restore comes before all that
// waits, which is dropped if the restore succeeds.
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
  // What is saved and restored: the membership with all its groups.
  class Subject {
   public:
    virtual ~Subject() = default;
    // Takes all that has come into account.
    virtual void settle() = 0;
    // Its part of the save.
    virtual wire::Buffer part() const = 0;
    // Makes what is to take its place. False: the image does not fit.
    virtual bool make_image(const wire::RestoreImage& image) = 0;
    virtual void drop_image() = 0;
  };

  SaveRestoreManagement(MemberContext& context, FederateTime& time, MessageDelivery& delivery,
                        Subject& subject)
      : ServiceGroup(context), time_(time), delivery_(delivery), subject_(subject) {}

  Result<void> on(const wire::RequestFederationSave&);
  Result<void> on(const wire::FederateSaveBegun&);
  Result<void> on(const wire::FederateSaveComplete&);
  Result<void> on(const wire::FederateSaveNotComplete&);
  Result<void> on(const wire::RequestFederationRestore&);
  Result<void> on(const wire::FederateRestoreComplete&);
  Result<void> on(const wire::FederateRestoreNotComplete&);

  Fault handle(const Record&, const wire::SavePlanned&);
  Fault handle(const Record&, const wire::SaveInitiated&);
  Fault handle(const Record&, const wire::SaveSettling&);
  Fault handle(const Record&, const wire::SaveCollecting&);
  Fault handle(const Record&, const wire::FederationSaved&);
  Fault handle(const Record&, const wire::FederationNotSaved&);
  Fault handle(const Record&, const wire::RequestFederationRestoreSucceeded&);
  Fault handle(const Record&, const wire::RequestFederationRestoreFailed&);
  Fault handle(const Record&, const wire::FederationRestoreBegun&);
  Fault handle(const Record&, const wire::FederateState&);
  Fault handle(const Record&, const wire::FederationNotRestored&);

  bool make(const Record&, const wire::InitiateFederateSave&);
  bool make(const Record&, const wire::FederationSaved&);
  bool make(const Record&, const wire::FederationNotSaved&);
  bool make(const Record&, const wire::RequestFederationRestoreSucceeded&);
  bool make(const Record&, const wire::RequestFederationRestoreFailed&);
  bool make(const Record&, const wire::FederationRestoreBegun&);
  bool make(const Record&, const wire::InitiateFederateRestore&);
  bool make(const Record&, const wire::FederationRestored&);
  bool make(const Record&, const wire::FederationNotRestored&);

  // Why the federate may not make the call now, whatever its arguments.
  template <class Call>
  std::optional<Error> refuse_meanwhile() const;

  // While the federate saves nothing advances: what is pending is saved as it is. Nor between the
  // word that it is at a save's time and the RTIG's to save, which follows at once.
  bool holds_time() const {
    return save_.phase != Saving::no || (save_.planned != 0 && save_.time_told);
  }
  // Tells the RTIG once, if the federate is at the time of the planned save.
  void tell_save_time();
  // As the MOM has it.
  FederateCondition condition() const;

  // Whether that restore is the one under way, and its image waits.
  bool is_ready(std::uint64_t restore) const {
    return restore == restore_.number && restore_.image_fits;
  }
  // This is of the image, which takes over: its federate is to hear of it first.
  void take_over(const wire::FederationRestored& restored);

  void save(wire::Encoder& out) const { out.put(context_.position()); }
  bool load(wire::Decoder& in) {
    in.get(restore_.position);
    return in.ok();
  }

 private:
  enum class Saving { no, told, begun, reported };
  enum class Restoring { no, called, begun, told, reported };

  // Numbers of saves and restores are the RTIG's; 0: none.
  struct Save {
    Saving phase = Saving::no;
    std::uint64_t told = 0;       // the save that the federate has been told of last
    std::uint64_t planned = 0;    // the one that waits for its time
    bool time_told = false;       // which has come
    bool beyond_told = false;     // or is past before the federate is constrained
    std::uint64_t initiated = 0;  // from the RTIG's word to save to the outcome
    wire::Position settled_at = 0;
  };

  struct Restore {
    Restoring phase = Restoring::no;
    std::uint64_t number = 0;
    std::string label;
    FederateHandle self;       // who the federate is going to be
    wire::Buffer image_bytes;  // what has come of the state to be taken over
    bool image_fits = false;
    wire::Position position = 0;  // of the last record sent before the save
  };

  void enter(Saving next);
  void enter(Restoring next);
  std::optional<Error> refuse_while_saving() const;
  std::optional<Error> refuse_while_restoring() const;
  // The federate's report, which counts if nothing is returned.
  std::optional<Error> refuse_save_report();
  std::optional<Error> refuse_restore_report();

  template <class Queue, class Message>
  void queue_numbered(Queue& queue, std::uint64_t number, const Message& message);
  template <class Outcome>
  Fault end_save(const Outcome& outcome);
  template <class Phase, class Outcome>
  bool end(Phase none, const Outcome& callback);
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
