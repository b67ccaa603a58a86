// Trial of the fan-out at each hop, in the test build of the cores alone (records/defect.hpp). The
// trial decides whether one class may forward beside the RTIG and below it.
//
// With the trial on, a router below the RTIG ignores the clients that a frame from above names for
// a record without an addressee. The router gives the record to the members behind it that its own
// filter chooses, or to all of them. The RTIG sends copies with an addressee to members that no
// filter can find. Each router also keeps the sum of the interest behind each link to a lower
// router (link_sums.hpp), and checks that the choice of links by the sums is never narrower.
#pragma once

#ifdef TRIAD_WITH_DEFECTS

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "records/defect.hpp"
#include "router/link_frame.hpp"
#include "router/link_id.hpp"
#include "wire/record.hpp"

namespace triad::router {

class LinkSums;
class Relay;
class Router;

// State and counts of the trial in this process.
struct HopTrial {
  enum class Mode : std::uint8_t {
    off,   // the RTIG's router chooses all receivers
    hop,   // each router chooses among its members
    sums,  // and each router chooses links to lower routers by the sums
  };
  enum Class : std::uint8_t {
    receive_order_data,
    time_stamped_data,
    timed_deletion,
    log_by_interest,
    log_to_all,
    to_all_others,
    kClasses
  };
  // Records that lower routers received from above.
  struct Counts {
    std::uint64_t records = 0;
    std::uint64_t named = 0;  // copies for members with a link, or behind a lower router
    std::uint64_t delivered = 0;
    // Named, not chosen: the client is no member any more; it has stated no interest since it came;
    // its statements leave the record out.
    std::uint64_t departed = 0;
    std::uint64_t unstated = 0;
    std::uint64_t narrower = 0;
    // Chosen, not named: by interest; as one of all members.
    std::uint64_t wider = 0;
    std::uint64_t to_all = 0;
  };
  // Choice of links to lower routers at the RTIG.
  struct Links {
    std::uint64_t records = 0;
    std::uint64_t by_member = 0;  // links
    std::uint64_t by_sum = 0;
    std::uint64_t wider_records = 0;
    // Links that only the sum chooses, because the record's sender or cause wants it.
    std::uint64_t own = 0;
  };

  Mode mode = Mode::off;
  std::array<Counts, kClasses> counts = {};
  std::array<Links, kClasses> links = {};
  std::map<std::string, std::uint64_t> more_kinds;     // of Counts::to_all
  std::map<std::string, std::uint64_t> by_name_kinds;  // records that go by name, by kind
  std::string fault;                                   // the first one; empty: none

  bool is_on() const { return mode != Mode::off; }
  void record_fault(const std::string& text) {
    if (fault.empty()) fault = text;
  }
  std::string summary_table() const;
};

inline HopTrial hop_trial;

// Choice of a router below the RTIG.
class HopChoice {
 public:
  // Gives a record from above to the members of this router that are to receive it. False: the
  // record goes to the clients that the frame names.
  static bool deliver(Relay& relay, const LinkFrame& frame, const wire::Record& record);

 private:
  class RecordChoice;
};

// Choice of links by the RTIG's router.
class LinkChoice {
 public:
  // Called after a record has been forwarded to members by interest. In mode `sums` also sends the
  // record by the links that only the sums choose.
  static void forward(Router& router, const wire::Record& record);
  static void log(Router& router, const wire::Record& record);
  // Sends a copy with an addressee to each of these members that is behind a router. Returns the
  // other members.
  static std::vector<wire::FederateHandle> send_addressed(Router& router,
                                                          const wire::Record& record,
                                                          std::span<const wire::FederateHandle> to);

 private:
  class RecordChoice;
};

}  // namespace triad::router

#endif
