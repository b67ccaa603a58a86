#include "router/program/router_server.hpp"

#include <utility>

#include "wire/limits.hpp"

namespace triad::router {

namespace {

// So much on its way to the router above, or held until that has answered, and clients wait: what
// they send goes on when it is less again. The router above always takes what comes.
constexpr std::size_t kUpperQueueMost = std::size_t{4} << 20;
constexpr std::size_t kUpperQueueLess = std::size_t{1} << 20;

}  // namespace

transport::Result<std::unique_ptr<RouterServer>> RouterServer::create(RouterServerOptions options,
                                                                      Log& log) {
  options.name = "router " + options.mesh->identity.router;
  options.process = options.mesh->identity.process;
  std::unique_ptr<RouterServer> server(new RouterServer(options, log));
  auto links = LinkServer::create(options, server->relay_, *server, log);
  if (!links) return links.error();
  server->links_ = std::move(*links);
  Relay& relay = server->relay_;
  server->upper_.emplace(
      server->links_->loop(), *options.mesh,
      options.message_bytes_max + wire::kRecordBytesAdded + kLinkPrefixBytesMax, log,
      UpperLink::Events{
          .on_up = [&relay] { relay.on_upper_up(); },
          .on_down = [&relay](std::string_view why) { relay.on_upper_down(why); },
          .on_frame = [&relay](wire::Bytes frame) { return relay.on_upper_frame(frame); }});
  return server;
}

RouterServer::RouterServer(const RouterServerOptions& options, Log& log)
    : options_(options),
      log_(log),
      relay_(*this, options.mesh->identity.router, options.clients_max) {}

void RouterServer::run() {
  upper_->start();
  links_->run();
}

void RouterServer::send_to_upper(wire::Bytes prefix, wire::Bytes record) {
  upper_->send(prefix, record);
}

void RouterServer::on_no_memory(LinkId client) {
  if (links_->has_link(client)) links_->lose(client, "asks for more than there is memory for");
}

void RouterServer::end_turn() {
  relay_.end_turn();
  if (relay_.turn_is_due()) links_->turn_again();
}

void RouterServer::after_turn() {
  const std::size_t queued = upper_->queued_bytes() + relay_.held_bytes();
  if (queued > kUpperQueueMost) links_->pause(true);
  if (queued < kUpperQueueLess) links_->pause(false);
}

void RouterServer::on_stopped() {
  upper_->stop("router " + options_.mesh->identity.router + " was stopped");
}

std::vector<wire::RouterLinkInfo> RouterServer::upper_links() const {
  return {upper_->status(relay_.client_count(), relay_.records_kept())};
}

}  // namespace triad::router
