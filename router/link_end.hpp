// How the link of a client has ended.
#pragma once

#include <cstdint>

namespace triad::router {

enum class LinkEnd : std::uint8_t {
  closed_by_peer,  // the kernel of its host closed it, for example because its process has ended
  suspended,       // its member asked to continue in another process
  other,
};

}  // namespace triad::router
