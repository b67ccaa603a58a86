// Finds the events of one federation in the records of its log, for the RTIG's EventHistory.
// FederationExecution owns it.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "rtig/event_history.hpp"
#include "wire/record.hpp"

namespace triad::rtig {

class FederationEvents {
 public:
  // Keeps a reference to the history, which must outlive this object.
  explicit FederationEvents(EventHistory& history) : history_(history) {}

  // Records the event that a record of the log states, if it states one.
  void receive_log(std::string_view federation, wire::Kind kind, wire::Bytes record,
                   std::chrono::milliseconds now);
  // Sets the type of a member that has returned in a restore. Called after record_restored(), which
  // forgets all types.
  void add_restored_member(wire::FederateHandle federate, std::string_view type) {
    types_[federate] = type;
  }
  // Records that all members of a restored federation have returned.
  void record_restored(std::string_view federation, std::chrono::milliseconds now);

 private:
  // Returns nothing for other records. The texts refer to the record and to this object.
  std::optional<EventText> event_of(const wire::Record& record);
  EventText departure_of(const wire::FederateResigned& resigned);

  EventHistory& history_;
  // Types of members. The authority has forgotten a member when its departure is recorded.
  std::map<wire::FederateHandle, std::string> types_;
  std::string leaver_type_;    // of the last departure
  std::string save_label_;     // of the last save
  std::string restore_label_;  // of the last restore
};

}  // namespace triad::rtig
