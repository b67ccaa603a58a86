// Replaces the other sources of this folder in builds without overlays.
#include "overlay/files/create_key.hpp"

namespace triad::overlay {

wire::Result<std::string> create_key_file(const std::string& /*file*/) {
  return wire::error(
      wire::ErrorCode::RTIinternalError,
      "this program was built without overlays: build it with TRIAD_WITH_OVERLAY=ON");
}

}  // namespace triad::overlay
