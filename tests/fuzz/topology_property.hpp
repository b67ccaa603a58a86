// What must hold of the reader of topology files for any bytes: it ends, it answers with a topology
// or with problems, each problem has a text and a place in the file, and a topology holds together.
// Checked by topology_fuzz and, on its corpus, by topology_corpus_test.
#pragma once

#include <string_view>

namespace triad::topology {

// Empty if all of it holds, else what does not.
std::string_view broken_property(std::string_view text);

}  // namespace triad::topology
