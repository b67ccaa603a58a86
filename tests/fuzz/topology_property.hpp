// Property of the reader of topology files for any bytes: it ends, it returns a topology or
// problems, each problem has a text and a place in the file, and a topology is consistent. Checked
// by topology_fuzz and, on its corpus, by topology_corpus_test.
#pragma once

#include <string_view>

namespace triad::topology {

// Returns empty if the property holds, otherwise a description of the violation.
std::string_view broken_property(std::string_view text);

}  // namespace triad::topology
