// Where a Membership stands in saves and restores: what its federate has been told and has
// answered, and what the RTIG has asked for. Private to rtia/.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "core/record_queue.hpp"
#include "rtia/callback_queue.hpp"
#include "rtia/mom.hpp"
#include "wire/codec.hpp"
#include "wire/error.hpp"

namespace triad::rtia {

class Membership;

enum class Saving { no, told, begun, reported };
enum class Restoring { no, called, begun, told, reported };

// Numbers of saves and restores are the RTIG's; 0: none.
struct SaveState {
  Saving saving = Saving::no;
  std::uint64_t told = 0;       // the save that the federate has been told of last
  std::uint64_t planned = 0;    // the one that waits for its time
  bool time_told = false;       // which has come
  bool beyond_told = false;     // or is past before the federate is constrained
  std::uint64_t initiated = 0;  // from the RTIG's word to save to the outcome
  wire::Position settled_at = 0;

  Restoring restoring = Restoring::no;
  std::uint64_t restore = 0;
  std::string restored_label;
  wire::FederateHandle restored_self;  // who the federate is going to be
  wire::Buffer image_bytes;            // what has come of the state to be taken over
  std::unique_ptr<Membership> image;
  wire::Position restored_position = 0;

  core::RecordQueue urgent;  // callbacks of saves and restores that come before all others

  // What the federate may not do now, and its report, which counts if nothing is returned.
  std::optional<wire::Error> refuse_while_saving() const;
  std::optional<wire::Error> refuse_while_restoring() const;
  std::optional<wire::Error> refuse_save_report();
  std::optional<wire::Error> refuse_restore_report();

  FederateCondition condition() const;
  // While the federate saves nothing advances: what is pending is saved as it is. Nor between the
  // word that it is at a save's time and the RTIG's to save, which follows at once.
  bool holds_time() const { return saving != Saving::no || (planned != 0 && time_told); }

  void enter(Saving next, CallbackQueue& callbacks) {
    saving = next;
    callbacks.only_urgent = hears_only_urgent();
  }
  void enter(Restoring next, CallbackQueue& callbacks) {
    restoring = next;
    callbacks.only_urgent = hears_only_urgent();
  }

 private:
  bool hears_only_urgent() const { return saving != Saving::no || restoring != Restoring::no; }
};

}  // namespace triad::rtia
