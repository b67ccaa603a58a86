// What a router does that has another one between itself and the RTIG: passes on what its clients
// send, and brings to each what comes for it. A pure state machine; clients behind routers below
// this one (lower_routers.hpp) are clients like those with a link of their own, and their numbers
// on the upper link are their LinkIds here.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>

#include "router/client_handler.hpp"
#include "router/fault.hpp"
#include "router/link_frame.hpp"
#include "wire/message_list.hpp"
#include "wire/record.hpp"

namespace triad::router {

class Relay final : public ClientHandler {
 public:
  // What the host does; called from within calls of this class alone, and must not call back.
  class Host {
   public:
    virtual ~Host() = default;
    // A frame in two parts, for the router nearer to the RTIG; valid during the call.
    virtual void send_to_upper(wire::Bytes prefix, wire::Bytes record) = 0;
    // One complete record for one client; valid during the call. Never refuses.
    virtual void send_to_client(LinkId client, wire::Bytes record) = 0;
    virtual void admit(LinkId client, std::string_view federation) = 0;
    // What was sent goes out first, then its link ends; on_client_down is not called for it.
    virtual void disconnect(LinkId client, std::string_view reason) = 0;
    // Best-effort records that were dropped on the way to it, here and below.
    virtual std::uint64_t unreliable_dropped(LinkId client) = 0;
  };

  // The host outlives it. `name` is this router's; clients beyond `clients_max` are refused.
  Relay(Host& host, std::string name, std::size_t clients_max)
      : host_(host), name_(std::move(name)), clients_max_(clients_max) {}

  // --- The router nearer to the RTIG.
  void on_upper_up() { upper_is_up_ = true; }
  // Its link has ended, or there was none yet: clients are told why, and go.
  void on_upper_down(std::string_view reason);
  // What has come by its link after the handshake. What is wrong with it, if something is.
  Fault on_upper_frame(wire::Bytes frame);

  // --- Clients.
  void on_client_up(LinkId client, std::string_view transport, bool trusted) override;
  void on_client_record(LinkId client, wire::Bytes record) override;
  void on_client_down(LinkId client, std::string_view reason) override;
  void on_client_backlog(LinkId client, std::size_t bytes) override;
  // The name of the federation execution whose member it is; empty: nobody's.
  std::string_view federation_of(LinkId client) const;
  std::size_t client_count() const { return clients_.size(); }

 private:
  struct Client {
    const std::string* federation = nullptr;
    std::size_t told_backlog = 0;
  };

  Fault take_from_upper(const wire::Record& record);
  Fault on(const wire::ClientDown& down);
  Fault on(const wire::ClientAdmitted& admitted);
  Fault on(const wire::RouterAlive&) { return {}; }
  void refuse(LinkId client, const std::string& text);
  template <class Message>
  void tell_upper(const Message& message);

  Host& host_;
  const std::string name_;
  const std::size_t clients_max_;
  bool upper_is_up_ = false;
  std::string why_down_ = "it has just been started";
  std::unordered_map<LinkId, Client> clients_;
  std::set<std::string, std::less<>> federations_;  // that clients have been admitted to
  wire::Buffer prefix_out_;
  wire::Buffer out_;
};

}  // namespace triad::router
