// Settings of the RTIG. The host, the program that runs the RTIG, fills them in; Rtig and its
// federations read them.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/class_priorities.hpp"
#include "core/object_model.hpp"
#include "router/router_rules.hpp"
#include "router/stated_filter.hpp"
#include "wire/error.hpp"
#include "wire/message_list.hpp"

namespace triad::rtig {

using wire::Result;

struct RtigOptions {
  std::string host;     // name of this machine, for peers
  std::string release;  // Triad's version, for people
  std::uint32_t process = 0;
  // Resign action for a federate that is lost because its process or link has ended.
  wire::ResignAction lost_action = wire::ResignAction::delete_objects_and_release_attributes;
  // Value of Hello::record_bytes_max that peers receive.
  std::uint64_t record_bytes_max = 0;
  // Numbers of bytes queued for one federate at which senders to it are held, at which they may
  // continue, and at which the federate is resigned so that the others can continue.
  std::size_t hold_bytes = 64u << 20;
  std::size_t resume_bytes = 16u << 20;
  std::size_t resign_bytes = std::size_t{2} << 30;
  // Time for which a federate may hold up its senders before it is resigned; zero: no limit.
  std::chrono::milliseconds hold_patience{0};
  // Time that a member may take to carry out an order of the MOM to resign before the RTIG resigns
  // it; zero: no limit.
  std::chrono::milliseconds resign_patience{0};
  // Time for which a federation may settle during a pause for moving members, and then the time
  // that the members may take to move before they are resigned.
  std::chrono::milliseconds move_timeout{45'000};
  // Time for which a save may wait for the members' RTIAs after all federates have reported; zero:
  // no limit.
  std::chrono::milliseconds save_timeout{0};
  // Limit on the bytes of parts of saves, of all federations, that have arrived and have not been
  // given to the host.
  std::uint64_t bytes_of_saves_max = std::uint64_t{4} << 30;
  // Returns a random number that a peer cannot guess. A moving member proves its identity at its
  // new router by it. The default counts up and is for tests.
  std::function<std::uint64_t()> make_token = [last = std::uint64_t{0}]() mutable {
    return ++last;
  };
  // Records that a peer may send in the name of a federate that has left, before its link is ended.
  // Records that were in transit when the federate was resigned are ignored and are not faults.
  // There may be one about each object.
  std::uint32_t late_records_max = 1u << 20;
  // Number of members that share memory up to which they read each other's promises. With more
  // members the Router reduces promises (rtig/time_authority.hpp).
  std::size_t direct_promises_max = 64;
  // Most entries and cells in one record of a router's whole interest.
  std::size_t interest_piece = router::InterestLimits().piece;
  // Limit on unfinished synchronization points of one federation.
  std::size_t synchronization_points_max = 10'000;
  // Limit on the bytes of the labels and tags of those points.
  std::size_t synchronization_bytes_max = std::size_t{64} << 20;
  // Wait for a time advance after which the federate is reported in the log; zero: never.
  std::chrono::milliseconds report_waits{0};
  // Router of the mesh at which the RTIG is, and the rules of the mesh's file for each router.
  // Empty: there is no mesh.
  std::string router;
  router::RulesOfRouters rules;
  // Priorities of best effort by class name, from the mesh's file.
  core::PrioritiesByName priorities;
  // Makes the object model of a FED: of `text` if the federate has sent it, otherwise of the file
  // that the host finds under `name`. Fails with CouldNotOpenFED or ErrorReadingFED.
  std::function<Result<core::ObjectModel>(std::string_view name,
                                          std::optional<std::string_view> text)>
      load_fed;
};

}  // namespace triad::rtig
