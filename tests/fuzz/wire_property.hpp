// What must hold of wire/ for any bytes: a frame is refused, or it is a record that prints as one
// line and, if its payload decodes, goes there and back. Checked by wire_fuzz and, on the corpus,
// by wire_corpus_test.
#pragma once

#include <string>

#include "wire/values.hpp"

namespace triad::wire {

// Empty if all of it holds, else what does not.
std::string broken_wire_property(Bytes frame);

}  // namespace triad::wire
