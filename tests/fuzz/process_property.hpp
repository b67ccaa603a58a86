// Properties of the link between libRTI and its rtia process, if one side sends arbitrary bytes.
// Checked by process_fuzz and, on its corpus, by process_corpus_test.
//
// Input: frames. Each begins with five bytes: the message kind, the high byte of the flags, a code
// of the position, the low byte of after_position, and the length of the content. The content
// follows. Position codes: 0 for none, 1 for the number of the other side's last question, 2 for
// the next number, and otherwise the code itself. The kind 255 makes a frame of the content alone.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace triad::test {

// Return empty if the property holds, otherwise a description of the violation.

// The rtia reads frames of a federate: it answers each question at most once, with a record, and
// ends when the link does.
std::string hostile_federate_process(std::span<const std::uint8_t> input);
// libRTI reads frames of an rtia: each call returns, each callback is one of the API, and when the
// link ends nothing is left.
std::string hostile_rtia_process(std::span<const std::uint8_t> input);

}  // namespace triad::test
