// A step that all federates of a federation take together (a synchronization point, save or
// restore), with the federates that have not answered yet. The RTIG sends it to rtictl, which shows
// it.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "wire/codec.hpp"

namespace triad::wire {

// Largest number of synchronization points in one answer, and of federates named in one step.
inline constexpr std::size_t kOpenPointsMax = 64;
inline constexpr std::size_t kOwingMax = 16;

struct OwedAnswer {
  FederateHandle federate;
  std::uint64_t owed_ms = 0;  // since the answer became due
};
BOOST_DESCRIBE_STRUCT(OwedAnswer, (), (federate, owed_ms))

struct OpenStep {
  std::string_view kind;  // "synchronization point", "save", "restore"
  std::string_view label;
  std::string_view awaited;  // e.g. "call federateSaveComplete", after "waits for tank to"
  std::uint64_t open_ms = 0;
  std::vector<OwedAnswer> owing;  // ordered by handle, at most kOwingMax
  std::uint32_t owing_count = 0;  // total number
};
BOOST_DESCRIBE_STRUCT(OpenStep, (), (kind, label, awaited, open_ms, owing, owing_count))

}  // namespace triad::wire
