// Creates the key of a router for an overlay. Used by rtimesh. A program that was built without
// overlays (TRIAD_WITH_OVERLAY=OFF) has the same function; it returns an error that says so.
#pragma once

#include <string>

#include "wire/error.hpp"

namespace triad::overlay {

// Writes a new private key into a new file, readable by its owner alone. Returns the text of the
// public key. Fails if `file` exists; the error has the file, the fault and the remedy.
wire::Result<std::string> create_key_file(const std::string& file);

}  // namespace triad::overlay
