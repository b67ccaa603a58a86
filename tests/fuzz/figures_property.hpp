// Properties of the parsers of figures for any bytes: the texts of /proc, and the targets and
// headers of HTTP requests to rtimon. They end, their results are within the limits, and names
// refer to the given text. Checked by figures_fuzz and, on its corpus, by figures_corpus_test.
#pragma once

#include <string_view>

namespace triad::facts {

// Returns empty if the properties hold, otherwise a description of the violation. The first byte
// chooses the units and the parts of the text.
std::string_view broken_figures_property(std::string_view text);

}  // namespace triad::facts
