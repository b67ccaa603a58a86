#include "transport/connect.hpp"

#include "transport/memory/memory.hpp"
#include "transport/shm/shm.hpp"
#include "transport/tcp/tcp.hpp"

namespace triad::transport {

Result<std::unique_ptr<Link>> connect(const Url& url, Duration timeout) {
  switch (url.scheme) {
    case Url::Scheme::shm:
      return connect_shm(url, timeout);
    case Url::Scheme::memory:
      return connect_memory(url, timeout);
    case Url::Scheme::tcp:
      break;
  }
  return connect_tcp(url, timeout);
}

Result<std::unique_ptr<Listener>> listen(const Url& url) {
  switch (url.scheme) {
    case Url::Scheme::shm:
      return listen_shm(url);
    case Url::Scheme::memory:
      return listen_memory(url);
    case Url::Scheme::tcp:
      break;
  }
  return listen_tcp(url);
}

}  // namespace triad::transport
