// Which federates `rtictl trace` follows and which of their calls it shows: --only and --except.
// Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tools/rtictl/trace/event.hpp"

namespace triad::rtictl {

class Filter {
 public:
  // `what` is "service=PATTERN", "class=PATTERN" or "federate=PATTERN", or a service's pattern
  // alone; in a pattern * stands for any characters, ? for one. False: it is none of them.
  bool only(std::string_view what) { return add(what, &Patterns::only); }
  bool except(std::string_view what) { return add(what, &Patterns::except); }

  // By its name, with or without the handle that tells it from others of that name, or by its
  // handle.
  bool follows(const std::string& name, const std::string& unique_name,
               std::uint64_t federate) const;
  // Whether a call or callback is of a service and a class that are wanted; what is no call passes.
  bool shows(const TraceEvent& event) const;

 private:
  struct Patterns {
    std::vector<std::string> only;  // empty: all
    std::vector<std::string> except;

    template <class Fits>
    bool pass(const Fits& fits) const;
  };
  bool add(std::string_view what, std::vector<std::string> Patterns::*list);

  Patterns services_;
  Patterns classes_;
  Patterns federates_;
};

}  // namespace triad::rtictl
