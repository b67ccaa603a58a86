// Property of the file of a save for any bytes: it is refused with a text, or it is decoded, and
// then a federation is restored from it or refuses with a reason; nothing crashes or fails an
// assertion, and the RTIG serves others. A file with a wrong checksum is refused, so the bytes are
// also tried as the content of a file with a matching header and the federation's names. Checked by
// saves_fuzz and, on its corpus, by saves_corpus_test.
#pragma once

#include <string>
#include <vector>

#include "wire/codec.hpp"

namespace triad::test {

// Returns empty if the property holds, otherwise a description of the violation.
std::string broken_saves_property(wire::Bytes file);

// Returns the result of a restore from this file's content: "restored", "not restored", the reason
// for which the request is refused, or the federates that are lost.
std::string restored_from(wire::Bytes file);

// Files of saves, by name, of federations with every kind of state that can be saved.
struct SampleSave {
  std::string name;
  wire::Buffer file;
};
std::vector<SampleSave> sample_saves();

}  // namespace triad::test
