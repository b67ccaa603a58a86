#include "router/program/acceptor.hpp"

#include <utility>

namespace triad::router {

transport::Result<void> Acceptor::listen_for_peers(const transport::Url& url) {
  auto listener = transport::listen(url, options_);
  if (!listener) return listener.error();
  urls_.push_back((*listener)->url());
  addresses_.push_back((*listener)->address());
  add(std::move(*listener), is_trusted(url));
  return {};
}

transport::Result<void> Acceptor::listen_apart(const transport::Url& url) {
  auto listener = transport::listen(url, options_);
  if (!listener) return listener.error();
  add(std::move(*listener), is_trusted(url));
  return {};
}

transport::Result<void> Acceptor::listen_with(const MakeListener& make) {
  auto listener = make(options_);
  if (!listener) return listener.error();
  add(std::move(*listener), trusts_all_);
  return {};
}

void Acceptor::add(std::unique_ptr<transport::Listener> listener, bool trusted) {
  loop_.add_listener(
      std::move(listener),
      [this, trusted](std::unique_ptr<transport::Link> link) {
        is_error_reported_ = false;
        events_.on_link(std::move(link), trusted);
      },
      [this](const transport::Error& error) {
        const bool is_of_peer = error.code == transport::Error::Code::turned_away;
        if (is_of_peer || !std::exchange(is_error_reported_, true)) events_.on_error(error);
      });
}

}  // namespace triad::router
