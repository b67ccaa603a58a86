// Rules of the mesh's file for federates at the nearest router, as the RTIG states them at the
// join, and the refusals that follow. Private to rtia/.
#pragma once

#include <optional>
#include <string>

#include "core/class_priorities.hpp"
#include "core/object_model.hpp"
#include "wire/error.hpp"
#include "wire/message_list.hpp"

namespace triad::rtia {

class RulesAtRouter {
 public:
  RulesAtRouter() = default;
  RulesAtRouter(const core::ObjectModel& model, const wire::RulesAtRouter& stated)
      : router_(stated.router),
        federates_regulate_(stated.federates_regulate),
        classes_(stated.classes),
        stated_priorities_(stated.priorities),
        priorities_(model, stated.priorities) {}
  // Returns the rules as they were stated, with a view into this object.
  wire::RulesAtRouter stated() const {
    return {router_, federates_regulate_, classes_, stated_priorities_};
  }

  std::optional<wire::Error> check_regulation() const;
  // Return an error if the class may not be published or subscribed to here.
  std::optional<wire::Error> check_class(const core::ObjectModel& model,
                                         wire::ObjectClassHandle which) const;
  std::optional<wire::Error> check_class(const core::ObjectModel& model,
                                         wire::InteractionClassHandle which) const;
  // Priorities of best effort.
  const core::PriorityTable& priorities() const { return priorities_; }

 private:
  // Returns the error of a declaration of a class that does not pass at the router.
  template <class Handle>
  std::optional<wire::Error> check(const core::ObjectModel& model, Handle which) const;

  std::string router_;
  bool federates_regulate_ = true;
  std::optional<wire::PassingClasses> classes_;  // none: all classes pass
  wire::ClassPriorities stated_priorities_;
  core::PriorityTable priorities_;
};

}  // namespace triad::rtia
