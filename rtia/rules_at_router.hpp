// What the file of a mesh says of the federates at the nearest router, as the RTIG states it at the
// join, and what is refused for it. Private to rtia/.
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
        priorities_(model, stated.priorities) {}

  std::optional<wire::Error> check_regulation() const;
  // Of a class that it is to publish, or to subscribe to.
  std::optional<wire::Error> check_class(const core::ObjectModel& model,
                                         wire::ObjectClassHandle which) const;
  std::optional<wire::Error> check_class(const core::ObjectModel& model,
                                         wire::InteractionClassHandle which) const;
  // Of best effort.
  const core::PriorityTable& priorities() const { return priorities_; }

 private:
  template <class Handle>
  std::optional<wire::Error> check(const core::ObjectModel& model, Handle which) const;

  std::string router_;
  bool federates_regulate_ = true;
  std::optional<wire::PassingClasses> classes_;  // none: all pass
  core::PriorityTable priorities_;
};

}  // namespace triad::rtia
