// Property of the readers of recordings: any bytes are read without a crash, within the limits, and
// to a state with a text unless the file is complete. Checked by recording_fuzz and
// recording_corpus_test.
#pragma once

#include <string>

#include "recording/byte_io.hpp"

namespace triad::test {

// Returns empty if the property holds, otherwise a description of the violation.
std::string read_recording(recording::Bytes bytes);

// Returns a small file as a recorder writes it.
recording::Buffer example_recording();

}  // namespace triad::test
