// What must hold of the file of a save for any bytes: it is refused with a text, or it is decoded,
// and then a federation can be restored from it or says why not; nothing crashes, no assertion is
// reached, and the RTIG serves others. A file whose checksum is wrong is refused: to come further
// the bytes are tried as the content of a file as well, with a header that fits and the names that
// the federation has. Checked by saves_fuzz and, on the corpus, by saves_corpus_test.
#pragma once

#include <string>
#include <vector>

#include "wire/codec.hpp"

namespace triad::test {

// Empty if all of it holds, else what does not.
std::string broken_saves_property(wire::Bytes file);

// How a restore from the content of this file ends: "restored", "not restored", the reason for
// which the request is refused, or which federates have been lost.
std::string restored_from(wire::Bytes file);

// Files of saves, by name, of federations that have what there is to save.
struct SampleSave {
  std::string name;
  wire::Buffer file;
};
std::vector<SampleSave> sample_saves();

}  // namespace triad::test
