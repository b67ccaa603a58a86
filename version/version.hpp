// Identity of this build of Triad, for --version, handshakes and logs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace triad {

// Returns the release number: "0.1.0".
std::string_view release();

// Returns the commit from which the program was built: "9d871a08", or "9d871a08+" for a tree with
// other changes. Empty for a program without triad_identified() in its CMakeLists.txt, such as a
// test.
std::string_view commit();

// Returns the version of the protocol between Triad's programs (wire/message_list.hpp).
std::uint32_t protocol_version();

// Returns "release build", "profile-guided release build" (scripts/build-pgo) or "debug build".
std::string_view build_type();

// Returns "0.1.0, commit 9d871a08, release build". Peers show it to people and do not interpret it.
const std::string& build_identity();

}  // namespace triad
