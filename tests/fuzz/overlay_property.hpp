// What must hold in an overlay of which one router sends anything: nobody crashes, the others agree
// on their paths, and none of them delivers a record that its source has not signed. Checked by
// overlay_fuzz and, on its corpus and by seeds, by overlay_corpus_test.
#pragma once

#include <cstdint>
#include <string>

#include "wire/codec.hpp"

namespace triad::test {

// What went wrong; empty if nothing. A script is a list of words: to whom, which kind, how many
// bytes (a byte each), and these.
std::string hostile_in_overlay(wire::Bytes script);
std::string hostile_in_overlay(std::uint64_t seed);

}  // namespace triad::test
