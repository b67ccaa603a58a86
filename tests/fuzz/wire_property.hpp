// Property of wire/ for any bytes: a frame is refused, or it is a record that prints as one line
// and, if its payload decodes, encodes to the same message again. Checked by wire_fuzz and, on its
// corpus, by wire_corpus_test.
#pragma once

#include <string>

#include "wire/values.hpp"

namespace triad::wire {

// Returns empty if the property holds, otherwise a description of the violation.
std::string broken_wire_property(Bytes frame);

}  // namespace triad::wire
