// The private key of a router, in a file that its owner alone may read.
#pragma once

#include <string>

#include "overlay/keys.hpp"
#include "wire/error.hpp"

namespace triad::overlay {

// Fails with a text that names the file, what is wrong and what to do.
wire::Result<PrivateKey> read_key(const std::string& file);
// A new file; one that is there already stays. Fails as read_key().
wire::Result<void> write_key(const PrivateKey& key, const std::string& file);

}  // namespace triad::overlay
