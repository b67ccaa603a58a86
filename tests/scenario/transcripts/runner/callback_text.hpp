// Text of a callback as a line of a transcript, with HLA's words and the scenario's names
// (../README.md).
#pragma once

#include <string>

#include "rtia/callback.hpp"
#include "tests/scenario/transcripts/runner/names.hpp"

namespace triad::test {

std::string text_of(const Names& names, const rtia::Callback& callback);

// Text of a value as a word: the value itself if it is printable (the MOM's values end with a NUL),
// otherwise in hex.
std::string text_of_value(wire::Bytes value);
std::string text_of_time(wire::Bytes time);

}  // namespace triad::test
