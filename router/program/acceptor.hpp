// Acceptor: the listeners of a program. It passes each accepted link on. Part of LinkServer.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "transport/connect.hpp"
#include "transport/event_loop.hpp"
#include "transport/url.hpp"

namespace triad::router {

class Acceptor {
 public:
  struct Events {
    // `trusted`: the peer may send operators' requests.
    std::function<void(std::unique_ptr<transport::Link>, bool trusted)> on_link;
    // A peer was turned away, e.g. for lack of descriptors. Called once for any number of peers in
    // succession, and each time if the reason is the peer's identity.
    std::function<void(const transport::Error&)> on_error;
  };
  // Keeps a reference to the loop. `trusts_all`: peers at any URL may send operators' requests.
  // Otherwise only processes of this user may, which alone reach listeners of other schemes than
  // tcp and tls.
  Acceptor(transport::EventLoop& loop, transport::LinkOptions options, bool trusts_all,
           Events events)
      : loop_(loop),
        options_(std::move(options)),
        trusts_all_(trusts_all),
        events_(std::move(events)) {}

  // Adds a listener. Its URL is one for peers: urls() has it, with the actual port.
  transport::Result<void> listen_for_peers(const transport::Url& url);
  // Adds a listener for operators or for routers of the same process.
  transport::Result<void> listen_apart(const transport::Url& url);
  // Adds the listener that `make` returns. Peers are trusted like those over TCP.
  using MakeListener = std::function<transport::Result<std::unique_ptr<transport::Listener>>(
      const transport::LinkOptions&)>;
  transport::Result<void> listen_with(const MakeListener& make);
  // Returns the URLs for peers, in the order of the calls.
  const std::vector<std::string>& urls() const { return urls_; }
  // Returns Listener::address() of each URL.
  const std::vector<std::string>& addresses() const { return addresses_; }

 private:
  bool is_trusted(const transport::Url& url) const {
    return trusts_all_ ||
           (url.scheme != transport::Url::Scheme::tcp && url.scheme != transport::Url::Scheme::tls);
  }
  void add(std::unique_ptr<transport::Listener> listener, bool trusted);

  transport::EventLoop& loop_;
  const transport::LinkOptions options_;
  const bool trusts_all_;
  const Events events_;
  std::vector<std::string> urls_;
  std::vector<std::string> addresses_;
  bool is_error_reported_ = false;
};

}  // namespace triad::router
