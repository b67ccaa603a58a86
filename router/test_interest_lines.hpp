// For tests: what a router below is told of interest, as lines.
#pragma once

#include <string>
#include <vector>

#include "router/link_id.hpp"
#include "wire/message_list.hpp"
#include "wire/record.hpp"

namespace triad::router::interest_lines {

using Lines = std::vector<std::string>;

inline constexpr wire::InterestKey kTalk = 3;
inline constexpr wire::InterestKey kCommands = 4;
inline constexpr wire::InterestKey kExistence = 5;
inline constexpr wire::InterestKey kOutsideKeysEnd = 8;
inline constexpr LinkId kEast{100};
inline constexpr LinkId kWest{200};

inline wire::InterestChanged interest_in(wire::InterestKey key, wire::InterestMask mask) {
  return {false, {{key, mask, mask, {}}}, {}};
}

inline std::string line_of(LinkId router, const wire::OutsideInterest& outside) {
  std::string line = router == kEast ? "east" : "west";
  if (outside.anew) line += " anew";
  if (!outside.complete) line += " more";
  for (const auto& entry : outside.entries) {
    line += " " + std::to_string(entry.key) + (entry.mask == 0 ? " no more" : "");
  }
  for (const auto& set : outside.cells) {
    line += " +" + std::to_string(set.added.size()) + "-" + std::to_string(set.removed.size());
  }
  return line;
}

inline std::string line_of(LinkId router, wire::Bytes word) {
  const auto record = wire::parse_record(word);
  if (record->header.message_kind() == wire::Kind::OutsideInterest) {
    return line_of(router, *wire::decode<wire::OutsideInterest>(record->payload));
  }
  return router == kEast ? "east digest" : "west digest";
}

}  // namespace triad::router::interest_lines
