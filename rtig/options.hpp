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
#include "router/queue_limits.hpp"
#include "router/router_rules.hpp"
#include "router/stated_filter.hpp"
#include "wire/error.hpp"
#include "wire/message_list.hpp"

namespace triad::rtig {

using wire::Result;

// The process of the RTIG, as peers and people identify it.
struct ProcessIdentity {
  std::string host;     // name of its machine
  std::string release;  // Triad's version
  std::uint32_t process = 0;
};

// Times for which the RTIG waits before it acts. Zero: it never acts.
struct Timeouts {
  // A federate that holds up its senders for this time is resigned.
  std::chrono::milliseconds hold{0};
  // A member that has not carried out an order of the MOM to resign in this time is resigned.
  std::chrono::milliseconds order{0};
  // Time for which a federation may settle during a pause for moving members, and then the time
  // that the members may take to move before they are resigned. Not zero.
  std::chrono::milliseconds move{45'000};
  // A save that waits for the members' RTIAs for this time, after all federates have reported,
  // fails.
  std::chrono::milliseconds save{0};
  // A time advance or a step of the federation that waits for this time is reported in the log.
  std::chrono::milliseconds report{0};
  // A member whose link is lost may return by another link for this time. The others wait for it
  // for no longer in recoveries. Zero: it is resigned at once.
  std::chrono::milliseconds resume{0};
  // A member may return for this time only, if its host has closed its link. Its process has
  // probably ended. Zero: it is resigned with the next check.
  std::chrono::milliseconds lost_grace{5'000};
  // Least time between two entries of a journal about the acknowledgements of one member.
  std::chrono::milliseconds journal_progress{1'000};
};

// Limits on the unfinished synchronization points of one federation.
struct SynchronizationLimits {
  std::size_t points_max = 10'000;
  std::size_t bytes_max = std::size_t{64} << 20;  // of their labels and tags
};

// The RTIG's place in the mesh, and the mesh's file.
struct MeshOptions {
  std::string router;  // at which the RTIG is; empty: there is no mesh
  router::RulesOfRouters rules;
  core::PrioritiesByName priorities;  // of best effort
};

// Settings of the authority of one federation (rtig/authority.hpp). Values alone, because they are
// part of its first input.
struct AuthorityOptions {
  std::string release;  // Triad's version
  wire::ResignAction lost_action{};
  Timeouts timeouts;
  SynchronizationLimits synchronization;
  std::uint64_t bytes_of_saves_max = 0;
  std::size_t queue_expel = 0;  // QueueLimits::expel
  std::size_t direct_promises_max = 0;
  MeshOptions mesh;
};

struct RtigOptions {
  ProcessIdentity identity;
  // Resign action for a federate that is lost because its process or link has ended.
  wire::ResignAction lost_action = wire::ResignAction::delete_objects_and_release_attributes;
  // Value of Hello::record_bytes_max that peers receive.
  std::uint64_t record_bytes_max = 0;
  router::QueueLimits queue;
  Timeouts timeouts;
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
  SynchronizationLimits synchronization;
  // Limit on the bytes of the RTIG's records that a federation keeps until all its members have
  // acknowledged them. Above it, the member that has acknowledged least is resigned.
  std::size_t resume_log_bytes = std::size_t{256} << 20;
  // Times that a member may return in a minute. Zero: no limit.
  std::size_t resume_times = 5;
  // Bytes of entries after which a journal is replaced by an image of its federation. A larger
  // image must have been followed by twice as many.
  std::size_t journal_image_bytes = std::size_t{64} << 20;
  // Returns true if the process with this id on the machine of this name is known to have ended, so
  // that its member will not return. The default knows nothing of processes.
  std::function<bool(std::string_view host, std::uint32_t process)> has_process_ended =
      [](std::string_view, std::uint32_t) { return false; };
  MeshOptions mesh;
  // Makes the object model of a FED: of `text` if the federate has sent it, otherwise of the file
  // that the host finds under `name`. Fails with CouldNotOpenFED or ErrorReadingFED.
  std::function<Result<core::ObjectModel>(std::string_view name,
                                          std::optional<std::string_view> text)>
      load_fed;

  AuthorityOptions of_authority() const {
    return {identity.release, lost_action,         timeouts, synchronization, bytes_of_saves_max,
            queue.expel,      direct_promises_max, mesh};
  }
};

}  // namespace triad::rtig
