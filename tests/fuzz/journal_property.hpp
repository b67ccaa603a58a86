// Properties of the parsers of journals for any bytes: an entry, and the file of a journal. Checked
// by journal_fuzz and, on its corpus, by journal_corpus_test.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "wire/codec.hpp"

namespace triad::test {

// Returns empty if the properties hold, otherwise a description of the violation. The first byte
// chooses the parser: 0 for a file, others for an entry.
std::string_view broken_journal_property(wire::Bytes bytes);

// Returns inputs with valid bytes, and their names: an entry of each kind, and a file.
std::vector<std::pair<std::string, wire::Buffer>> sample_journals();

}  // namespace triad::test
