// Properties of the readers of rtirun for any bytes: a scenario file gives federates or problems,
// each with a place in the file; the state of a run and the packets of its programs give a value
// that is written and read back, or nothing. Checked by the fuzzers run_scenario_fuzz and
// run_records_fuzz, and on their corpora by run_corpus_test.
#pragma once

#include <string_view>

namespace triad::rtirun {

// Return empty if the property holds, otherwise a description of the violation.
std::string_view broken_scenario(std::string_view text);
std::string_view broken_record(std::string_view text);

}  // namespace triad::rtirun
