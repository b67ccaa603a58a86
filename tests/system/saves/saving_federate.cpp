// A federate that is saved and restored: saving_federate FED TYPE MODE. A federation has two of
// them, red and blue, or three. It prints its callbacks.
//   play     joins, advances to 8 in steps, and is saved at 2.5 on the way
//   restore  joins, is restored to that save, and continues to 8
//   stay     joins, is saved, and then queries its time without end
//   loop     is saved again and again, until its rtig is gone
//   back     joins, and is restored to the last save of a loop
//   again    red saves and restores in turn, each restore when a new blue has joined; the others
//            stay until they are killed
#include <NullFederateAmbassador.hh>
#include <RTI.hh>
#include <fedtime.hh>

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>

#include "tests/system/federate_process.hpp"

namespace {

using triad::test::print_line;

constexpr int kLastStep = 8;
constexpr int kRounds = 40;
constexpr const char* kFederation = "saved";
constexpr const char* kLabel = "the label";

std::string text_of(const RTI::FedTime& time) {
  return std::to_string(static_cast<const RTIfedTime&>(time).getTime());
}

class SavingFederate : public NullFederateAmbassador {
 public:
  explicit SavingFederate(std::string type) : type_(std::move(type)) {}

  void join(const char* fed) {
    try {
      rti_.createFederationExecution(kFederation, fed);
    } catch (RTI::FederationExecutionAlreadyExists&) {
    }
    for (bool joined = false; !joined;) {
      try {
        rti_.joinFederationExecution(type_.c_str(), kFederation, this);
        joined = true;
      } catch (RTI::SaveInProgress&) {
        rti_.tick(0.01, 0.01);
      } catch (RTI::RestoreInProgress&) {
        rti_.tick(0.01, 0.01);
      }
    }
    word_ = rti_.getInteractionClassHandle("Word");
    text_ = rti_.getParameterHandle("Text", word_);
    print_line("joined");
  }

  void run_with_save() {
    rti_.publishInteractionClass(word_);
    rti_.subscribeInteractionClass(word_);
    rti_.changeInteractionOrderType(word_, rti_.getOrderingHandle("timestamp"));
    rti_.enableTimeConstrained();
    tick_until([this] { return constrained_; });
    rti_.enableTimeRegulation(RTIfedTime(0.0), RTIfedTime(1.0));
    tick_until([this] { return regulating_; });
    // The last federate to join leads, because it knows that the other is there.
    if (is_leader()) rti_.registerFederationSynchronizationPoint("ready", "");
    tick_until([this] { return announced_; });
    rti_.synchronizationPointAchieved("ready");
    tick_until([this] { return synchronized_; });
    if (is_leader()) rti_.requestFederationSave(kLabel, RTIfedTime(2.5));
    advance_from(1);
  }

  void restore() {
    if (is_leader()) rti_.requestFederationRestore(kLabel);
    tick_until([this] { return restored_; });
    // The save was made during the advance to 3.
    tick_until([this] { return granted_; });
    advance_from(4);
  }

  void save_and_stay() {
    if (is_leader()) rti_.requestFederationSave(kLabel);
    tick_until([this] { return saved_; });
    for (RTIfedTime now(0.0);;) {
      rti_.queryFederateTime(now);
      rti_.tick(0.01, 0.01);
    }
  }

  void save_repeatedly() {
    for (int i = 1;; ++i) {
      saved_ = false;
      if (is_leader()) rti_.requestFederationSave(kLabel);
      tick_until([this] { return saved_; });
      print_line("saved " + std::to_string(i));
    }
  }

  void wait_for_restore() {
    if (is_leader()) rti_.requestFederationRestore(kLabel);
    tick_until([this] { return restored_ || failed_; });
    print_line(restored_ ? "back" : "lost");
  }

  void restore_again() {
    rti_.publishInteractionClass(word_);
    if (!is_leader()) {
      const std::unique_ptr<RTI::ParameterHandleValuePairSet> none(
          RTI::ParameterSetFactory::create(0));
      rti_.sendInteraction(word_, *none, type_.c_str());
      tick_until([] { return false; });
    }
    rti_.subscribeInteractionClass(word_);
    print_line("listens");
    tick_until([this] { return has_new_blue_; });
    for (int round = 1;; ++round) {
      saved_ = restored_ = has_new_blue_ = false;
      rti_.requestFederationSave(kLabel);
      tick_until([this] { return saved_ || not_saved_; });
      print_line((saved_ ? "saved " : "not saved ") + std::to_string(round) + ".");
      if (round == kRounds || not_saved_) return;
      tick_until([this] { return has_new_blue_; });
      while (!restored_) {  // the RTIG may learn later that the old blue has ended
        failed_ = false;
        rti_.requestFederationRestore(kLabel);
        tick_until([this] { return restored_ || failed_; });
      }
    }
  }

  // --- Callbacks.
  void timeConstrainedEnabled(const RTI::FedTime&) RTI_MAY_THROW override { constrained_ = true; }
  void timeRegulationEnabled(const RTI::FedTime&) RTI_MAY_THROW override { regulating_ = true; }
  void announceSynchronizationPoint(const char*, const char*) RTI_MAY_THROW override {
    announced_ = true;
  }
  void federationSynchronized(const char*) RTI_MAY_THROW override { synchronized_ = true; }
  void timeAdvanceGrant(const RTI::FedTime& time) RTI_MAY_THROW override {
    print_line("granted " + text_of(time));
    granted_ = true;
  }
  void receiveInteraction(RTI::InteractionClassHandle, const RTI::ParameterHandleValuePairSet&,
                          const char* tag) RTI_MAY_THROW override {
    has_new_blue_ = has_new_blue_ || std::string(tag) == "blue";
  }
  void receiveInteraction(RTI::InteractionClassHandle,
                          const RTI::ParameterHandleValuePairSet& values, const RTI::FedTime& time,
                          const char* tag,
                          RTI::EventRetractionHandle handle) RTI_MAY_THROW override {
    RTI::ULong length = 0;
    const char* const value = values.getValuePointer(0, length);
    print_line("hears " + std::string(value, length) + " " + tag + " at " + text_of(time) + " by " +
               std::to_string(handle.sendingFederate) + "/" +
               std::to_string(handle.theSerialNumber));
  }
  void initiateFederateSave(const char*) RTI_MAY_THROW override {
    rti_.federateSaveBegun();
    rti_.federateSaveComplete();
  }
  void federationSaved() RTI_MAY_THROW override {
    print_line("=== from here on");
    saved_ = true;
  }
  void federationNotSaved() RTI_MAY_THROW override {
    not_saved_ = true;
    print_line("not saved");
  }
  void federationNotRestored() RTI_MAY_THROW override { failed_ = true; }
  void requestFederationRestoreFailed(const char*, const char* reason) RTI_MAY_THROW override {
    print_line(std::string("not restored: ") + reason);
    failed_ = true;
  }
  void initiateFederateRestore(const char*, RTI::FederateHandle handle) RTI_MAY_THROW override {
    print_line("becomes " + std::to_string(handle));
    rti_.federateRestoreComplete();
  }
  void federationRestored() RTI_MAY_THROW override {
    print_line("=== from here on");
    restored_ = true;
  }

 private:
  bool is_leader() const { return type_ == "red"; }

  void tick_until(const std::function<bool()>& done) {
    while (!done()) rti_.tick(0.01, 0.01);
  }

  void advance_from(int first) {
    for (int step = first; step <= kLastStep; ++step) {
      const std::string text = type_ + " " + std::to_string(step);
      const std::unique_ptr<RTI::ParameterHandleValuePairSet> values(
          RTI::ParameterSetFactory::create(1));
      values->add(text_, text.data(), static_cast<RTI::ULong>(text.size()));
      rti_.sendInteraction(word_, *values, RTIfedTime(step + 1.5), "tag");
      granted_ = false;
      rti_.timeAdvanceRequest(RTIfedTime(static_cast<double>(step)));
      tick_until([this] { return granted_; });
    }
    print_line("done");
  }

  RTI::RTIambassador rti_;
  const std::string type_;
  RTI::InteractionClassHandle word_ = 0;
  RTI::ParameterHandle text_ = 0;
  bool constrained_ = false;
  bool regulating_ = false;
  bool announced_ = false;
  bool synchronized_ = false;
  bool granted_ = false;
  bool saved_ = false;
  bool not_saved_ = false;
  bool has_new_blue_ = false;  // a new blue has joined
  bool restored_ = false;
  bool failed_ = false;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  const std::string mode = argv[3];
  try {
    SavingFederate federate(argv[2]);
    federate.join(argv[1]);
    if (mode == "play") federate.run_with_save();
    if (mode == "restore") federate.restore();
    if (mode == "stay") federate.save_and_stay();
    if (mode == "loop") federate.save_repeatedly();
    if (mode == "back") federate.wait_for_restore();
    if (mode == "again") federate.restore_again();
  } catch (const RTI::Exception& e) {
    print_line(std::string("failed: ") + e._name + ": " + e._reason);
    return 1;
  }
  return 0;
}
