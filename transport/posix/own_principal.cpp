#include "transport/posix/own_principal.hpp"

#include <pwd.h>
#include <unistd.h>

#include <array>

namespace triad::transport {

const policy::Principal& own_principal() {
  static const policy::Principal kOwn = [] {
    passwd entry{};
    passwd* found = nullptr;
    std::array<char, 4096> text{};
    const uid_t uid = ::geteuid();
    ::getpwuid_r(uid, &entry, text.data(), text.size(), &found);
    return policy::uid_principal(uid, found == nullptr ? "" : found->pw_name);
  }();
  return kOwn;
}

}  // namespace triad::transport
