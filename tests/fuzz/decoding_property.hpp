// Property of decoding tables and values for any bytes: the reader of a table ends with a table or
// with problems that have places in the file, and a value decodes to JSON or to a reason. Checked
// by decoding_fuzz and, on its corpus, by decoding_corpus_test.
#pragma once

#include <string>
#include <string_view>

namespace triad::decoding {

// Returns empty if the property holds, otherwise a description of the violation. The input is a
// table, a zero byte, and a value for the attribute `value` of the class `A`.
std::string broken_property(std::string_view input);

}  // namespace triad::decoding
