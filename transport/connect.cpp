// The list of backends; see connect.hpp.
#include "transport/connect.hpp"

#include <algorithm>
#include <cstdio>
#include <optional>

#include "transport/memory/memory_link.hpp"
#include "transport/shm/shm.hpp"
#include "transport/tcp/tcp.hpp"
#include "transport/tls/tls.hpp"

namespace triad::transport {

namespace {

std::string seconds_text(Duration duration) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g s", std::chrono::duration<double>(duration).count());
  return text;
}

// Returns an error if only encrypted links are allowed and the URL's are not.
std::optional<Error> check_encryption(const Url& url, const LinkOptions& options) {
  const bool is_plain = url.scheme == Url::Scheme::tcp || url.scheme == Url::Scheme::mesh;
  if (!options.is_tls_required || !is_plain) return std::nullopt;
  Url encrypted = url;
  encrypted.scheme = Url::Scheme::tls;
  return error(
      Error::Code::bad_url,
      "the setting tls.required allows no link without encryption; use " + to_string(encrypted));
}

Result<std::unique_ptr<Link>> connect_backend(const Url& url, Clock::time_point deadline,
                                              const LinkOptions& options) {
  if (const auto problem = check_encryption(url, options)) return *problem;
  switch (url.scheme) {
    case Url::Scheme::tcp:
    case Url::Scheme::mesh:  // the same link; a router listens there
      return tcp_connect(url, deadline, options);
    case Url::Scheme::tls:
      return tls_connect(url, deadline, options);
    case Url::Scheme::shm:
      return shm_connect(url, deadline, options);
    case Url::Scheme::memory:
      return memory_connect(url, options);
  }
  return error(Error::Code::bad_url, "no such backend");
}

Result<std::unique_ptr<Listener>> listen_backend(const Url& url, const LinkOptions& options) {
  if (const auto problem = check_encryption(url, options)) return *problem;
  switch (url.scheme) {
    case Url::Scheme::tcp:
      return tcp_listen(url, options);
    case Url::Scheme::tls:
      return tls_listen(url, options);
    case Url::Scheme::shm:
      return shm_listen(url, options);
    case Url::Scheme::memory:
      return memory_listen(url, options);
    case Url::Scheme::mesh:
      return error(Error::Code::bad_url,
                   "an rtig takes part in a mesh by --topology FILE (docs/mesh.md)");
  }
  return error(Error::Code::bad_url, "no such backend");
}

}  // namespace

Result<std::unique_ptr<Link>> connect(const Url& url, Duration timeout,
                                      const LinkOptions& options) {
  timeout = std::clamp(timeout, Duration::zero(), kTimeoutMax);
  Result<std::unique_ptr<Link>> link = connect_backend(url, Clock::now() + timeout, options);
  if (link) return link;
  const Error& problem = link.error();
  std::string text = "cannot connect to " + to_string(url);
  if (problem.code == Error::Code::timed_out) text += " within " + seconds_text(timeout);
  text += ": " + problem.text;
  if (problem.code == Error::Code::refused) text += "; no program listens there";
  return error(problem.code, std::move(text));
}

Result<std::unique_ptr<Listener>> listen(const Url& url, const LinkOptions& options) {
  Result<std::unique_ptr<Listener>> listener = listen_backend(url, options);
  if (listener) return listener;
  return error(listener.error().code,
               "cannot listen on " + to_string(url) + ": " + listener.error().text);
}

}  // namespace triad::transport
