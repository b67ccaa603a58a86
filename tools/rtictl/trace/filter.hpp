// Selects the federates that `rtictl trace` follows and the calls that it shows, from --only and
// --except. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tools/rtictl/trace/event.hpp"

namespace triad::rtictl {

class Filter {
 public:
  // Add a pattern: "service=PATTERN", "class=PATTERN", "federate=PATTERN", or a pattern of
  // services. In a pattern * matches any characters and ? matches one. Return false for other
  // forms.
  bool add_only(std::string_view text) { return add_pattern(text, &Patterns::only); }
  bool add_except(std::string_view text) { return add_pattern(text, &Patterns::except); }

  // Returns whether the filter selects this federate. The patterns may match its name, its name
  // with the handle that makes it unique, or its handle.
  bool is_selected_federate(const std::string& name, const std::string& unique_name,
                            std::uint64_t federate) const;
  // Returns whether the filter selects the event's service and class. Events that are not calls or
  // callbacks always pass.
  bool is_selected_event(const TraceEvent& event) const;

 private:
  struct Patterns {
    std::vector<std::string> only;  // Empty: all pass.
    std::vector<std::string> except;

    template <class Fits>
    bool is_selected(const Fits& fits) const;
  };
  bool add_pattern(std::string_view text, std::vector<std::string> Patterns::*list);

  Patterns services_;
  Patterns classes_;
  Patterns federates_;
};

}  // namespace triad::rtictl
