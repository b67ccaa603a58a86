// What must hold of the FED and XML parser for any bytes: it ends, it answers with a model or with
// errors, each error has a place in the text, and a model holds together and survives the wire.
// Checked by the fuzzers (fed_text_fuzz, fed_xml_fuzz) and, on their corpus, by fed_corpus_test.
#pragma once

#include <string_view>

namespace triad::fed {

// Empty if all of it holds, else what does not.
std::string_view broken_property(std::string_view text);

}  // namespace triad::fed
