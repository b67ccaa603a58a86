// Common base of rtig::Server and RouterServer. Runs a LinkServer, gives its events to a core
// (rtig::Rtig or router::Relay), and implements the part of the core's host interface that concerns
// clients.
#pragma once

#include <memory>
#include <string_view>
#include <utility>

#include "router/program/link_server.hpp"
#include "router/sink.hpp"

namespace triad::router {

// Host must be derived from ClientLinks.
template <class Core, class Host>
class ProgramHost : protected Host, protected Sink {
 public:
  LinkServer& links() { return *links_; }

 protected:
  // Keeps references to the core and the log, which outlive the host. The core may be constructed
  // later than the host.
  ProgramHost(Core& core, Log& log) : core_(core), log_(log) {}

  // Creates the LinkServer. Called once, before any other function.
  transport::Result<void> begin(const LinkServerOptions& options, const MemoryEvents& memory) {
    auto links = LinkServer::create(options, *this, memory, log_);
    if (!links) return links.error();
    links_ = std::move(*links);
    links_->set_interest_checks([this] { core_.send_digests(); },
                                [this](auto unread) { return core_.find_late_routers(unread); });
    return {};
  }

  // --- ClientLinks
  void send_record(LinkId client, wire::Bytes record) override {
    links_->send_record(client, record);
  }
  void disconnect(LinkId client, std::string_view reason) override {
    links_->disconnect(client, reason);
  }
  void notify(const Notice& notice) override { links_->notify(notice); }
  LinkId router_of(LinkId client) const override { return links_->router_of(client); }
  bool send_to_router(LinkId router, wire::Bytes word) override {
    return links_->send_to_router(router, word);
  }
  wire::BestEffortLosses best_effort_losses(LinkId client) override {
    return links_->best_effort_losses(client);
  }
  bool add_to_fabric(FabricId fabric, std::string_view federation, LinkId client,
                     wire::FederateHandle newcomer) override {
    return links_->add_to_fabric(fabric, federation, client, newcomer);
  }
  void remove_from_fabric(FabricId fabric, wire::FederateHandle member) override {
    links_->fabrics().detach(fabric, member);
  }
  // The RTIG calls it from its destructor too, when the links have been destroyed.
  void end_fabric(FabricId fabric) override {
    if (links_) links_->fabrics().end_fabric(fabric);
  }
  void publish(FabricId fabric, wire::FederateHandle to, wire::Bytes record) override {
    if (FabricCoordinator* const at = links_->fabrics().find(fabric)) at->publish(to, record);
  }
  void log_warning(std::string_view line) override { log_.warning(line); }

  // --- Sink
  void record_backlog(LinkId client, std::size_t bytes) override {
    core_.record_backlog(client, bytes);
  }
  Fault receive_from_router(LinkId router, const RouterMessage& word) override {
    return core_.receive_from_router(router, word);
  }
  void end_turn() override {
    core_.end_turn();
    if (core_.turn_is_due()) links_->request_turn();
  }

  Core& core_;
  Log& log_;
  std::unique_ptr<LinkServer> links_;  // not null after begin()
};

}  // namespace triad::router
