#include "rtia/hosting/make_session.hpp"

#include <sys/random.h>

namespace triad::rtia {

wire::SessionSecret make_session() {
  wire::SessionSecret secret;
  const auto got = ::getrandom(&secret, sizeof secret, 0);
  return got == static_cast<ssize_t>(sizeof secret) ? secret : wire::SessionSecret();
}

}  // namespace triad::rtia
