// Trial of the choice of links by sums, in the test build of the cores alone (records/defect.hpp).
// The trial decides whether a router may know the sum of the interest behind each link to a lower
// router in place of its members' interest.
//
// With the trial on, each router keeps these sums (link_sums.hpp) and checks that no sum is
// narrower than a member's interest. It may also send records by the links that only the sums
// choose.
#pragma once

#ifdef TRIAD_WITH_DEFECTS

#include <array>
#include <cstdint>
#include <functional>
#include <string>

#include "router/link_id.hpp"
#include "wire/record.hpp"

namespace triad::router {

class EdgeSwitch;
class Router;

// State and counts of the trial in this process.
struct SumTrial {
  enum class Mode : std::uint8_t {
    off,
    check,   // the sums are compared with the members' interest
    choose,  // and records also go by the links that only the sums choose
  };
  enum Class : std::uint8_t {
    receive_order_data,
    time_stamped_data,
    timed_deletion,
    log_by_interest,
    kClasses
  };
  // Records for which the links were compared.
  struct Links {
    std::uint64_t records = 0;
    std::uint64_t by_member = 0;  // links
    std::uint64_t by_sum = 0;
    std::uint64_t wider_records = 0;  // with more links by the sums
  };

  Mode mode = Mode::off;
  std::array<Links, kClasses> links = {};
  std::string fault;  // the first one; empty: none

  bool is_on() const { return mode != Mode::off; }
  std::string summary_table() const;
};

inline SumTrial sum_trial;

class SumChoice {
 public:
  // --- At the root. Called after a record has been forwarded to members by interest.
  static void forward(Router& router, const wire::Record& record);
  static void log(Router& router, const wire::Record& record);
  // --- Below the root. Calls give(client, member) for a member behind each link that only the sums
  // choose.
  using Give = std::function<void(LinkId client, wire::FederateHandle member)>;
  static void deliver(const EdgeSwitch& edge, const wire::Record& record, const Give& give);

 private:
  class RecordChoice;
};

}  // namespace triad::router

#endif
