// A step that a federation takes together (a synchronization point, a save, a restore), and the
// federates whose answers it lacks. The RTIG tells rtictl, for people.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "wire/codec.hpp"

namespace triad::wire {

// Synchronization points in one answer, and federates named in one step.
inline constexpr std::size_t kOpenPointsMax = 64;
inline constexpr std::size_t kOwingMax = 16;

struct OwedAnswer {
  FederateHandle federate;
  std::uint64_t owed_ms = 0;  // since the answer is due
};
BOOST_DESCRIBE_STRUCT(OwedAnswer, (), (federate, owed_ms))

struct OpenStep {
  std::string_view kind;  // "synchronization point", "save", "restore"
  std::string_view label;
  std::string_view awaited;  // "call federateSaveComplete", to follow "waits for tank to"
  std::uint64_t open_ms = 0;
  std::vector<OwedAnswer> owing;  // the first kOwingMax, by handle
  std::uint32_t owing_count = 0;  // all of them
};
BOOST_DESCRIBE_STRUCT(OpenStep, (), (kind, label, awaited, open_ms, owing, owing_count))

}  // namespace triad::wire
