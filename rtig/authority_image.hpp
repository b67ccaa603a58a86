// Image of the authority of one federation: all that its later decisions depend on, between two
// inputs. Another authority continues from it with the same outputs (Authority::load_image()). It
// stands in a journal in place of the inputs before it.
#pragma once

#include <boost/describe.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "core/saved_federation.hpp"
#include "wire/handles.hpp"
#include "wire/message_list.hpp"

namespace triad::rtig {

// The rest of a member beside core::SavedMember. Times are those of FederationContext::now().
struct ImageMember {
  wire::FederateHandle federate;
  wire::SessionSecret session;
  std::string transport;  // these six as in Origin
  std::string router;
  std::string release;
  std::string host;
  std::uint32_t process = 0;
  std::string principal;
  bool observer = false;
  std::uint64_t joined_at_ms = 0;
  wire::Position last_loss = 0;
  std::uint64_t report_due_ms = 0;  // next periodic update of its Manager.Federate object
  bool awaits_report = false;
};
BOOST_DESCRIBE_STRUCT(ImageMember, (),
                      (federate, session, transport, router, release, host, process, principal,
                       observer, joined_at_ms, last_loss, report_due_ms, awaits_report))

// A step that has been reported in the log (OpenStepMonitor).
struct ImageStep {
  std::string kind;
  std::string label;
  std::uint64_t next_ms = 0;
  std::uint64_t last_ms = 0;
};
BOOST_DESCRIBE_STRUCT(ImageStep, (), (kind, label, next_ms, last_ms))

struct AuthorityImage {
  std::uint64_t now_ms = 0;
  core::SavedFederation state;                      // without parts of members
  std::vector<ImageMember> members;                 // in the order of state.members
  std::vector<std::uint64_t> points_registered_ms;  // in the order of state.points
  std::vector<wire::FederateHandle> accusers;
  std::vector<ImageStep> reported_steps;
  std::uint64_t last_save_number = 0;
  std::string last_saved_label;
  std::string last_saved_time;
  std::uint64_t last_pause_number = 0;
  std::uint64_t next_pause_after_ms = 0;  // no pause begins before this time
  bool reduces_promises = false;
};
BOOST_DESCRIBE_STRUCT(AuthorityImage, (),
                      (now_ms, state, members, points_registered_ms, accusers, reported_steps,
                       last_save_number, last_saved_label, last_saved_time, last_pause_number,
                       next_pause_after_ms, reduces_promises))

}  // namespace triad::rtig
