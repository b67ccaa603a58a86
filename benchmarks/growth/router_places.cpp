#include "benchmarks/growth/router_places.hpp"

#include <variant>

#include "core/object_model.hpp"

namespace triad::growth {

namespace {

rtig::RtigOptions options_with(core::ObjectModel model) {
  rtig::RtigOptions options;
  options.load_fed = [model = std::move(model)](auto, auto) {
    return wire::Result<core::ObjectModel>(model);
  };
  return options;
}

}  // namespace

// --- Common part.

LinkId GrownMesh::Place::add_router(const std::string& name, std::size_t link) {
  const LinkId router = new_client();
  links_[router] = link;
  lower_->add(router, name);
  return router;
}

LinkId GrownMesh::Place::add_member(std::size_t member) {
  const LinkId client = new_client();
  members_.resize(client.value + 1);
  members_[client.value] = member;
  sink().add_client(client, {"memory", {}, true});
  return client;
}

void GrownMesh::Place::receive_from_member(LinkId client, wire::Bytes record) {
  sink().receive_from_client(client, record);
}

bool GrownMesh::Place::end_turn() {
  const bool more = end_own_turn();
  lower_->flush();
  return more;
}

void GrownMesh::Place::send_frame(LinkId router, wire::Bytes prefix, wire::Bytes record) {
  mesh_.carry(links_.at(router), false, prefix, record);
  mesh_.schedule_turn(at_);
}

void GrownMesh::Place::send_to(LinkId client, wire::Bytes record) {
  mesh_.schedule_turn(at_);
  if (const auto member = member_at(client)) {
    mesh_.deliver_to_member(*member, record);
  } else if (lower_->has_client(client)) {
    lower_->send_to_client(client, record);
  }
}

void GrownMesh::Place::end_link(LinkId client, std::string_view reason) {
  if (const auto member = member_at(client)) {
    mesh_.end(*member, reason);
    members_[client.value].reset();
  } else if (lower_->has_client(client)) {
    lower_->disconnect(client, reason);
  }
}

// --- The RTIG's router.

GrownMesh::RtigPlace::RtigPlace(GrownMesh& mesh, RouterIndex at, core::ObjectModel model)
    : Place(mesh, at), rtig_(*this, options_with(std::move(model))) {
  lower_.emplace(sink(), *this, router::LowerRouters::SinkKind::rtig);
}

bool GrownMesh::RtigPlace::end_own_turn() {
  rtig_.end_turn();
  return rtig_.turn_is_due();
}

void GrownMesh::RtigPlace::disconnect(LinkId link, std::string_view reason) {
  add_fault("ends a member's link: " + std::string(reason));
  end_link(link, reason);
}

// --- A relay.

GrownMesh::RelayPlace::RelayPlace(GrownMesh& mesh, RouterIndex at, const core::TimeOrder& order,
                                  std::vector<std::string> peers,
                                  std::optional<overlay::Relaying::Setup> relaying)
    : Place(mesh, at), relay_(*this, order, mesh.name(at), kMembersMax, std::move(peers)) {
  if (relaying) {
    relaying_.emplace(std::move(*relaying), [this](const std::string& line, std::uint64_t) {
      add_fault("warns: " + line);
    });
    relay_.set_relaying(*relaying_);
  }
  lower_.emplace(sink(), *this, router::LowerRouters::SinkKind::relay);
}

bool GrownMesh::RelayPlace::end_own_turn() {
  relay_.end_turn();
  return relay_.turn_is_due();
}

void GrownMesh::RelayPlace::send_to_upper(wire::Bytes prefix, wire::Bytes record) {
  mesh_.carry(mesh_.link_up_[at_], true, prefix, record);
}

void GrownMesh::RelayPlace::notify(const router::Notice& notice) {
  if (const auto* const stays = std::get_if<router::MemberStays>(&notice))
    log_warning(stays->reason);
  lower_->notify(notice);
}

void GrownMesh::RelayPlace::send_to_peer(router::PeerIndex peer, wire::Bytes prefix,
                                         wire::Bytes record) {
  const std::size_t link = mesh_.peers_[at_].at(peer);
  mesh_.carry(link, mesh_.links_[link].lower == at_, prefix, record);
}

void GrownMesh::RelayPlace::disconnect(LinkId client, std::string_view reason) {
  end_link(client, reason);
}

wire::BestEffortLosses GrownMesh::RelayPlace::best_effort_losses(LinkId client) {
  if (!lower_->has_client(client)) return {};
  return lower_->best_effort_losses(client);
}

}  // namespace triad::growth
