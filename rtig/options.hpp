// Settings of the RTIG.
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
  std::string host;     // this machine's name, for peers
  std::string release;  // Triad's version, for people
  std::uint32_t process = 0;
  // What a federate that is lost (its process or link ended) leaves behind.
  wire::ResignAction lost_action = wire::ResignAction::delete_objects_and_release_attributes;
  // What peers are told of Hello::record_bytes_max.
  std::uint64_t record_bytes_max = 0;
  // Bytes queued for one federate at which senders of data to it are held, at which they are let go
  // again, and at which it is resigned so that the others can go on.
  std::size_t hold_bytes = 64u << 20;
  std::size_t resume_bytes = 16u << 20;
  std::size_t resign_bytes = std::size_t{2} << 30;
  // How long a federate may hold up those who send to it before it is resigned, too; zero: for
  // ever.
  std::chrono::milliseconds hold_patience{0};
  // How long a member may take to carry out an order of the MOM to resign before the RTIG resigns
  // it; zero: for ever.
  std::chrono::milliseconds resign_patience{0};
  // How long a federation may pause for members that move to other routers until it has come to
  // rest, and how long those may take from then on before they are resigned.
  std::chrono::milliseconds move_timeout{45'000};
  // How long a save may wait for its members' RTIAs when all federates have reported; zero: for
  // ever.
  std::chrono::milliseconds save_timeout{0};
  // Bytes of the parts of saves of all federations that may have come and not been handed to the
  // host.
  std::uint64_t bytes_of_saves_max = std::uint64_t{4} << 30;
  // A number that nobody can guess: by it a member that moves is known at its new router.
  std::function<std::uint64_t()> make_token = [last = std::uint64_t{0}]() mutable {
    return ++last;
  };
  // Records in the name of a federate that has left, after which its link is ended. What was on its
  // way when it was resigned is void and no fault, and may be a report about each object.
  std::uint32_t late_records_max = 1u << 20;
  // Members that share memory read each other's promises up to this number of them. Otherwise the
  // switch reduces promises (rtig/time_authority.hpp).
  std::size_t direct_promises_max = 64;
  // As router::InterestLimits has it.
  std::size_t interest_piece = router::InterestLimits().piece;
  // Synchronization points of one federation that are not finished yet.
  std::size_t synchronization_points_max = 10'000;
  // Bytes of their labels and tags.
  std::size_t synchronization_bytes_max = std::size_t{64} << 20;
  // A federate that waits longer for its time to advance is told of in the log; zero: none is.
  std::chrono::milliseconds report_waits{0};
  // The router of a mesh at which the RTIG is, and what the mesh's file says of each router; none:
  // there is no mesh.
  std::string router;
  router::RulesOfRouters rules;
  // Of best effort, by the names of classes, as the mesh's file has them.
  core::PrioritiesByName priorities;
  // Makes the object model of a FED: of `text` if the federate read the file itself, else of the
  // file that the host finds under `name`. Fails with CouldNotOpenFED or ErrorReadingFED.
  std::function<Result<core::ObjectModel>(std::string_view name,
                                          std::optional<std::string_view> text)>
      load_fed;
};

}  // namespace triad::rtig
