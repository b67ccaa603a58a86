// Property of the FED and XML parser for any bytes: it ends, it returns a model or errors, each
// error has a place in the text, and a model is consistent and survives encoding. Checked by the
// fuzzers (fed_text_fuzz, fed_xml_fuzz) and, on their corpus, by fed_corpus_test.
#pragma once

#include <string_view>

namespace triad::fed {

// Returns empty if the property holds, otherwise a description of the violation.
std::string_view broken_property(std::string_view text);

}  // namespace triad::fed
