// What the Rtig asks of its host (rtig::Downlinks), as the server does it.
#include <utility>

#include "rtig/program/server.hpp"
#include "wire/pieces.hpp"

namespace triad::rtig {

void Server::send(LinkId to, wire::Bytes record) {
  LinkSession* const session = sessions_.find(to);
  if (session == nullptr || session->ending) return;
  // What was published before is there when the link's record comes.
  if (session->coordinator != nullptr) session->coordinator->flush();
  if (wire::to_be_cut(record)) {
    wire::cut(record, [&](wire::Bytes piece) { loop_->send(session->key, piece); });
  } else if (!wire::may_be_lost(record)) {
    loop_->send(session->key, record);
  } else if (session->link->queued_bytes() > options_.rtig.hold_bytes) {
    ++session->unreliable_dropped;  // nobody is held for it
  } else {
    loop_->send_unreliable(session->key, record);
  }
  sessions_.touch(*session);
}

void Server::send_later(LinkId to, wire::Bytes record) {
  if (wire::to_be_cut(record)) return send(to, record);
  LinkSession* const session = sessions_.find(to);
  if (session == nullptr || session->ending) return;
  loop_->send_later(session->key, record);
  sessions_.touch(*session);
}

void Server::admit(LinkId link) {
  const std::size_t most = options_.link.frame_bytes_max;
  if (const LinkSession* const session = sessions_.find(link))
    session->link->limit_frames(most, most);
}

void Server::disconnect(LinkId link) {
  LinkSession* const session = sessions_.find(link);
  if (session == nullptr || session->ending) return;
  session->ending = true;
  if (session->timer) loop_->cancel_timer(*session->timer);
  session->timer = loop_->add_timer(options_.farewell_timeout, [this, link] {
    if (sessions_.find(link) != nullptr) forget(link);
  });
  sessions_.touch(*session);
}

// --- Saves. The others wait meanwhile: the federation that is saved does so anyway, and what is
// to be on the disk is there when its members are told.

std::vector<Downlinks::Save> Server::list_saves() {
  return saves_ ? saves_->list() : std::vector<Save>{};
}

wire::Result<void> Server::store_save(std::string_view federation, std::string_view label,
                                      wire::Bytes file) {
  return saves_->store(federation, label, file);
}

wire::Result<wire::Buffer> Server::load_save(std::string_view federation, std::string_view label) {
  return saves_->load(federation, label);
}

// --- Shared memory ---

bool Server::enter_fabric(FabricId fabric, LinkId link, wire::FederateHandle newcomer) {
  LinkSession* const session = sessions_.find(link);
  if (session == nullptr) return false;
  session->member = newcomer;
  session->coordinator = fabrics_.enter(fabric, link, session->link->descriptor_port(), newcomer);
  return session->coordinator != nullptr;
}

void Server::leave_fabric(FabricId fabric, wire::FederateHandle member) {
  const auto link = fabrics_.leave(fabric, member);
  LinkSession* const session = link ? sessions_.find(*link) : nullptr;
  if (session != nullptr) session->coordinator = nullptr;
}

void Server::end_fabric(FabricId fabric) {
  fabrics_.end(fabric);
}

void Server::publish(FabricId fabric, wire::FederateHandle to, wire::Bytes record) {
  if (FabricCoordinator* const at = fabrics_.find(fabric)) at->publish(to, record);
}

void Server::wake(FabricId fabric, wire::FederateHandle member) {
  if (FabricCoordinator* const at = fabrics_.find(fabric)) at->wake(member);
}

void Server::wake_to_read_all(FabricId fabric, wire::FederateHandle member) {
  if (FabricCoordinator* const at = fabrics_.find(fabric)) at->wake_to_read_all(member);
}

Standing Server::standing(FabricId fabric, wire::FederateHandle member) {
  const FabricCoordinator* const at = fabrics_.find(fabric);
  return at == nullptr ? Standing{} : at->standing(member);
}

std::uint64_t Server::unreliable_dropped(LinkId link) {
  const LinkSession* const session = sessions_.find(link);
  return session == nullptr ? 0 : session->dropped();
}

}  // namespace triad::rtig
