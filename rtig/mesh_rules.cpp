#include "rtig/mesh_rules.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "wire/harmless_text.hpp"

namespace triad::rtig {

MeshRules::MeshRules(const AuthorityOptions& options, const core::Federation& federation)
    : options_(options),
      federation_(federation),
      priorities_(core::class_priorities(federation.model(), options.mesh.priorities)) {}

MemberRights MeshRules::rights_at(const Origin& origin) const {
  const router::RouterRules rules = origin.rules(options_.mesh.rules);
  MemberRights rights{rules.federates_regulate};
  if (rules.classes) {
    rights.passing_classes = core::passing_classes(federation_.model(), *rules.classes);
  }
  return rights;
}

wire::RulesAtRouter MeshRules::rules_for(const MemberSession& session) const {
  return {session.origin.router, session.rights.may_regulate, session.rights.passing_classes,
          priorities_};
}

// The queue on the way to another router carries records for many clients. That router itself
// decides which client is too slow, so the limit here is at least the general one.
std::optional<std::size_t> MeshRules::queue_max(const Origin& origin) const {
  const auto most = origin.rules(options_.mesh.rules).queue_bytes;
  if (!most || origin.router == options_.mesh.router) return most;
  return std::max(*most, options_.queue_expel);
}

std::optional<std::string> MeshRules::blocked_class(const MemberRights& rights,
                                                    const core::MemberSnapshot& member) const {
  std::optional<std::string> path;
  const auto look = [&](const auto& declared, auto class_of) {
    for (const auto& each : declared) {
      const auto which = std::invoke(class_of, each);
      if (!passes(rights, which)) path = federation_.model().path(which);
    }
  };
  look(member.published_object_classes, &core::PublishedClass::object_class);
  look(member.published_interaction_classes, std::identity());
  look(member.subscribed_object_classes, &core::SubscribedClass::object_class);
  look(member.subscribed_interaction_classes, &core::SubscribedInteraction::interaction_class);
  look(member.object_class_regions, &wire::SubscribeObjectClassAttributesWithRegion::object_class);
  look(member.interaction_class_regions,
       &wire::SubscribeInteractionClassWithRegion::interaction_class);
  return path;
}

std::optional<std::string> MeshRules::move_refusal(FederateHandle federate,
                                                   const Origin& origin) const {
  const MemberRights rights = rights_at(origin);
  if (!rights.may_regulate && federation_.member(federate)->regulating) {
    return "is time-regulating, which router " + origin.router +
           " forbids (`federates-regulate: false`)";
  }
  if (!rights.passing_classes) return std::nullopt;
  const auto members = core::snapshot_of_members(federation_);
  const auto& declared = *std::ranges::find(members, federate, &core::MemberSnapshot::federate);
  const auto path = blocked_class(rights, declared);
  if (!path) return std::nullopt;
  return "publishes or subscribes to " + *path + ", which does not pass at router " +
         origin.router + " (`classes`)";
}

// A class that this FED does not have is no error: other federations may have other FEDs.
std::vector<std::string> MeshRules::unknown_class_lines(const std::string& federation_name) const {
  std::vector<std::string> lines;
  const auto add = [&](const std::vector<std::string>& names, const std::string& use) {
    for (const std::string& unknown : core::unknown_class_names(federation_.model(), names)) {
      lines.push_back("the FED of federation " + wire::quoted(federation_name) + " has no class " +
                      wire::quoted(unknown) + ", " + use);
    }
  };
  for (const auto& [router, rules] : options_.mesh.rules) {
    if (rules.classes)
      add(*rules.classes, "which the file of the mesh lets pass at router " + router);
  }
  std::vector<std::string> names;
  for (const auto& [name, priority] : options_.mesh.priorities) names.push_back(name);
  add(names, "to which the file of the mesh gives a priority");
  return lines;
}

}  // namespace triad::rtig
