#include "version/version.hpp"

#include "wire/message_list.hpp"

// Each program and libRTI-NG link version/commit.cpp.in, which replaces this definition. Other
// programs need not be linked again after a commit.
extern "C" __attribute__((weak)) const char* triad_commit() {
  return "";
}

namespace triad {

std::string_view release() {
  return TRIAD_VERSION;
}

std::string_view commit() {
  return triad_commit();
}

std::uint32_t protocol_version() {
  return wire::kProtocolVersion;
}

std::string_view build_type() {
#if defined(TRIAD_PROFILE_GUIDED) && defined(NDEBUG)
  return "profile-guided release build";
#elif defined(NDEBUG)
  return "release build";
#else
  return "debug build";
#endif
}

const std::string& build_identity() {
  static const std::string identity = [] {
    std::string text(release());
    if (!commit().empty()) text += ", commit " + std::string(commit());
    return text + ", " + std::string(build_type());
  }();
  return identity;
}

}  // namespace triad
