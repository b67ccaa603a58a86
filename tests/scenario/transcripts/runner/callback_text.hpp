// A callback as a line of a transcript: HLA's words and the scenario's names (../README.md).
#pragma once

#include <string>

#include "rtia/callback.hpp"
#include "tests/scenario/transcripts/runner/names.hpp"

namespace triad::test {

std::string text_of(const Names& names, const rtia::Callback& callback);

// A value as a word: itself where it is printable text (the MOM's end with a NUL), else in hex.
std::string text_of_value(wire::Bytes value);
std::string text_of_time(wire::Bytes time);

}  // namespace triad::test
