// Images of an authority (authority_image.hpp).
#include "rtig/authority_image.hpp"

#include <chrono>
#include <span>

#include "router/client_membership.hpp"
#include "rtig/authority.hpp"

namespace triad::rtig {

namespace {

std::uint64_t ms_of(std::chrono::milliseconds time) {
  return static_cast<std::uint64_t>(time.count());
}

ImageMember image_of(FederateHandle federate, const MemberSession& session) {
  const Origin& origin = session.origin;
  return {.federate = federate,
          .session = session.session,
          .transport = origin.transport,
          .router = origin.router,
          .release = origin.release,
          .host = origin.host,
          .process = origin.process,
          .principal = origin.principal.text(),
          .observer = session.observer,
          .joined_at_ms = ms_of(session.joined_at),
          .last_loss = session.last_loss};
}

Origin origin_of(const ImageMember& member) {
  Origin origin{member.transport, member.router, member.release, member.host, member.process};
  origin.principal = policy::parse_principal(member.principal);
  origin.principal_text = origin.principal.text();
  return origin;
}

}  // namespace

// A member that shares memory cannot return to another authority.
std::optional<AuthorityImage> Authority::image() const {
  const bool is_quiet = !restoring_ && postponed_restores_.empty() && saves_.is_idle() &&
                        moves_.is_idle() && supply_.is_idle() && orders_.empty();
  const auto shares = [](const auto& entry) { return entry.second.shares_memory; };
  if (!is_quiet || std::ranges::any_of(members_.all(), shares)) return std::nullopt;
  AuthorityImage image;
  image.now_ms = ms_of(context_.now());
  image.state = saved_state();
  for (const auto& [federate, session] : members_.all()) {
    image.members.push_back(image_of(federate, session));
    mom_.save(image.members.back());
  }
  federation_.save(image);
  steps_.save(image);
  saves_.save(image);
  moves_.save(image);
  image.reduces_promises = time_.reduces_promises();
  return image;
}

bool Authority::fits(const AuthorityImage& image) const {
  const core::SavedFederation& state = image.state;
  const auto is_same = [](const ImageMember& member, const core::SavedMember& saved) {
    return member.federate == saved.federate;
  };
  const auto is_known = [&](const core::SavedMember& member) {
    return member.federate && member.federate.value <= state.last_federate;
  };
  return state.last_federate <= router::kLastFederate.value &&
         std::ranges::equal(image.members, state.members, is_same) &&
         std::ranges::all_of(state.members, is_known) &&
         image.points_registered_ms.size() == state.points.size() && saves_.can_restore(state);
}

bool Authority::load_image(const AuthorityImage& image, std::span<const GuestId> guests,
                           Outputs& outputs) {
  if (!fits(image)) return false;
  writer_.set_outputs(outputs);
  if (!image.state.time_type.empty()) context_.times().set_type(image.state.time_type);
  load_state(image.state);
  context_.advance_time(std::chrono::milliseconds(image.now_ms));
  for (std::size_t at = 0; at < image.members.size(); ++at)
    load_member(image.members[at], image.state.members[at], guests[at]);
  federation_.restore(image);
  steps_.restore(image);
  saves_.restore(image);
  moves_.restore(image);
  time_.restore(image);
  writer_.add(output::WakeAt{mom_.next_report()});
  return true;
}

void Authority::load_member(const ImageMember& member, const core::SavedMember& saved,
                            GuestId guest) {
  const FederateHandle federate = member.federate;
  const Origin origin = origin_of(member);
  members_.begin(federate, {.session = member.session,
                            .origin = origin,
                            .rights = context_.rules().rights_at(origin),
                            .observer = member.observer,
                            .joined_at = std::chrono::milliseconds(member.joined_at_ms),
                            .last_loss = member.last_loss});
  members_.record_position(federate, saved.position);
  writer_.add(output::Admit{.federate = federate,
                            .guest = guest,
                            .regulates = context_.federation().member(federate)->regulating,
                            .queue_max = context_.rules().queue_max(origin)});
  objects_.restore_member(saved);
  mom_.restore_member(saved);
  mom_.restore(member);
}

}  // namespace triad::rtig
