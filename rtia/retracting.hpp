// What a Membership keeps of messages in time-stamp order that may be retracted. Private to rtia/.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/fifo.hpp"
#include "core/time_type.hpp"
#include "wire/messages/objects.hpp"
#include "wire/messages/time.hpp"

namespace triad::rtia {

// Received, and its sender may still retract it.
struct Event {
  std::uint64_t serial = 0;
  bool delivered = false;  // the federate has been told of a part of it, at least
  bool retracted = false;
};

// What this federate sent and may still retract.
struct Sent {
  std::uint64_t serial = 0;
  core::Time stamp;
};

// Deletions in time-stamp order: this federate's own, whose time it has not reached, and others',
// from their arrival until all is over.
struct Deletion {
  std::uint64_t serial = 0;
  core::Time stamp;
  std::string tag;
};

struct Removal {
  wire::Retraction retraction;
  bool delivered = false;
  wire::AttributeSet reported_relevant;  // what the owners believe when it is
};

struct Retracting {
  static constexpr std::size_t kForgetAt = 64;

  std::uint64_t last_serial = 0;
  std::vector<Sent> retractable;  // by ascending serial
  std::size_t forget_at = kForgetAt;
  std::map<wire::FederateHandle, core::Fifo<Event>> events;
  // Retracted when they may have been queued for delivery; kept until those queues are empty.
  std::set<std::pair<wire::FederateHandle, std::uint64_t>> retracted;

  std::map<wire::ObjectHandle, Deletion> deletions;
  std::map<wire::ObjectHandle, Removal> removals;
};

}  // namespace triad::rtia
