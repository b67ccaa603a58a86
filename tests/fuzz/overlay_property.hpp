// Property of an overlay in which one router sends arbitrary messages: no router crashes, the
// others agree on their paths, and none of them delivers a record that its source has not signed.
// Checked by overlay_fuzz and, on its corpus and by seeds, by overlay_corpus_test.
#pragma once

#include <cstdint>
#include <string>

#include "wire/codec.hpp"

namespace triad::test {

// Return empty if the property holds, otherwise a description of the violation. A script is a list
// of messages of the hostile router. Each has three bytes, for the receiver, the kind and the
// length, and then so many bytes of content. With a seed the messages are random.
std::string hostile_in_overlay(wire::Bytes script);
std::string hostile_in_overlay(std::uint64_t seed);

}  // namespace triad::test
