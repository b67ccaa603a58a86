// Reads and writes the file with the private key of a router. Only the file's owner may have access
// to it.
#pragma once

#include <string>

#include "overlay/keys.hpp"
#include "wire/error.hpp"

namespace triad::overlay {

// Returns the key in `file`, or an error with the file, the fault and the remedy.
wire::Result<PrivateKey> read_key(const std::string& file);
// Writes the key into a new file, readable by its owner alone. Fails if `file` exists. An error
// names the file, the fault and the remedy.
wire::Result<void> write_key(const PrivateKey& key, const std::string& file);

}  // namespace triad::overlay
