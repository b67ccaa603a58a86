// Replaces the other sources of this folder in builds without overlays.
#include "overlay/hosting/overlay.hpp"

namespace triad::overlay {

wire::Result<std::unique_ptr<RouterOverlay>> join_overlay(const router::MeshPlace& /*mesh*/,
                                                          const std::string& /*key_file*/,
                                                          SendToPeer /*send*/,
                                                          router::Log& /*log*/) {
  return wire::error(
      wire::ErrorCode::RTIinternalError,
      "this program was built without overlays: build it with TRIAD_WITH_OVERLAY=ON");
}

}  // namespace triad::overlay
