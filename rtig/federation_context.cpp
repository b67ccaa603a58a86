#include "rtig/federation_context.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "core/object_model_wire.hpp"
#include "core/saved_federation.hpp"
#include "core/shown_name.hpp"
#include "wire/harmless_text.hpp"

namespace triad::rtig {

namespace {

// Behind the keys of all classes.
wire::InterestKey keys_end(const core::ObjectModel& model) {
  const wire::ObjectClassHandle objects(
      static_cast<std::uint32_t>(model.object_classes.size() + 1));
  const wire::InteractionClassHandle interactions(
      static_cast<std::uint32_t>(model.interaction_classes.size() + 1));
  return std::max(wire::interest_key(objects), wire::interest_key(interactions));
}

}  // namespace

FederationContext::FederationContext(Rtig& rtig, FabricId fabric, std::string name, FedSource fed,
                                     core::ObjectModel model)
    : rtig_(rtig),
      name_(std::move(name)),
      fed_(std::move(fed)),
      federation_(std::move(model)),
      delivery_(rtig.downlinks_, name_, fabric, rtig.now_, keys_end(federation_.model()), times_,
                rtig.options_) {
  core::encode(federation_.model(), encoded_model_);
  priorities_ = core::class_priorities(federation_.model(), rtig.options_.priorities);
  tell_of_unknown_classes();
}

// Other federations may have them, whose FEDs differ.
void FederationContext::tell_of_unknown_classes() const {
  for (const auto& [router, rules] : rtig_.options_.rules) {
    if (!rules.classes) continue;
    for (const std::string& unknown :
         core::names_of_no_class(federation_.model(), *rules.classes)) {
      log("the FED of federation " + wire::quoted(name_) + " has no class " +
          wire::quoted(unknown) + ", which the file of the mesh lets pass at router " + router);
    }
  }
  std::vector<std::string> names;
  for (const auto& [name, priority] : rtig_.options_.priorities) names.push_back(name);
  for (const std::string& unknown : core::names_of_no_class(federation_.model(), names)) {
    log("the FED of federation " + wire::quoted(name_) + " has no class " + wire::quoted(unknown) +
        ", to which the file of the mesh gives a priority");
  }
}

std::uint64_t FederationContext::model_fingerprint() const {
  return core::fingerprint(federation_.model());
}

const Rtig::Peer& FederationContext::peer(FederateHandle federate) const {
  return rtig_.peers_.at(sessions_.at(federate).link);
}

MemberSession& FederationContext::begin_session(FederateHandle federate, LinkId link) {
  MemberSession& session = sessions_[federate];
  session.link = link;
  session.joined_at = now();
  const router::RouterRules rules = rtig_.rules_of(rtig_.peers_.at(link));
  if (rules.classes) session.classes = core::passing_classes(federation_.model(), *rules.classes);
  return session;
}

std::optional<std::string> FederationContext::why_may_not_go(FederateHandle federate,
                                                             LinkId link) const {
  const Rtig::Peer& peer = rtig_.peers_.at(link);
  const router::RouterRules rules = rtig_.rules_of(peer);
  const std::string there = " at router " + peer.router;
  if (!rules.federates_regulate && federation_.member(federate)->regulating) {
    return "is time-regulating, and" + there + " nobody may be (`federates-regulate: false`)";
  }
  if (!rules.classes) return std::nullopt;
  const auto passing = core::passing_classes(federation_.model(), *rules.classes);
  const auto members = federation_.snapshot_of_members();
  const auto& declared = *std::ranges::find(members, federate, &core::MemberSnapshot::federate);
  std::optional<std::string> path;
  const auto look = [&](const auto& all, auto class_of) {
    for (const auto& each : all) {
      const auto which = std::invoke(class_of, each);
      if (!core::passes(federation_.model(), passing, which))
        path = federation_.model().path(which);
    }
  };
  look(declared.published_object_classes, &core::PublishedClass::object_class);
  look(declared.published_interaction_classes, std::identity());
  look(declared.subscribed_object_classes, &core::SubscribedClass::object_class);
  look(declared.subscribed_interaction_classes, &core::SubscribedInteraction::interaction_class);
  look(declared.object_class_regions,
       &wire::SubscribeObjectClassAttributesWithRegion::object_class);
  look(declared.interaction_class_regions,
       &wire::SubscribeInteractionClassWithRegion::interaction_class);
  if (!path) return std::nullopt;
  return "publishes or subscribes to " + *path + ", and" + there +
         " that does not pass (`classes`)";
}

void FederationContext::take_up(FederateHandle federate, LinkId link) {
  MemberSession& session = sessions_.at(federate);
  rtig_.take_up(std::exchange(session.link, link), link);
  const router::RouterRules rules = rtig_.rules_of(rtig_.peers_.at(link));
  session.classes.reset();
  if (rules.classes) session.classes = core::passing_classes(federation_.model(), *rules.classes);
}

wire::RulesAtRouter FederationContext::rules(FederateHandle federate) const {
  return {peer(federate).router, may_regulate(federate), sessions_.at(federate).classes,
          priorities_};
}

// What waits on the way to another router waits for many there: who is to blame is that one's to
// say, which sees what waits for each.
std::optional<std::size_t> FederationContext::queue_most(LinkId link) const {
  const Rtig::Peer& peer = rtig_.peers_.at(link);
  const auto most = rtig_.rules_of(peer).queue_bytes;
  if (!most || peer.router == options().router) return most;
  return std::max(*most, options().resign_bytes);
}

void FederationContext::note_losses(const core::ObjectInstance& instance) {
  for (const core::Ownership& owner : instance.owners) {
    if (is_member(owner.federate)) note_loss(owner.federate);
  }
}

core::Lease FederationContext::next_handles(std::uint32_t count) {
  const core::Lease leased{given_.next_object, given_.next_object + count};
  given_.next_object = leased.end;
  return leased;
}

wire::OpenStep FederationContext::open_step(std::string_view kind, std::string_view label,
                                            std::string_view awaited,
                                            std::chrono::milliseconds since,
                                            const Owing& owing) const {
  const auto age = [&](std::chrono::milliseconds from) {
    return static_cast<std::uint64_t>(std::max<std::int64_t>((now() - from).count(), 0));
  };
  wire::OpenStep step{kind, label, awaited, age(since), {}, 0};
  step.owing_count = static_cast<std::uint32_t>(owing.size());
  for (const auto& [federate, due_at] : owing) {
    if (step.owing.size() == wire::kOwingMax) break;
    step.owing.push_back({federate, age(due_at)});
  }
  return step;
}

std::string FederationContext::named(FederateHandle federate) const {
  return "federate " + std::to_string(federate.value) + " " +
         wire::quoted(core::shown_name(federation_.member(federate)->federate_type));
}

std::string FederationContext::named(std::span<const FederateHandle> federates) const {
  constexpr std::size_t kNamed = 4;
  std::string text;
  for (const FederateHandle federate : federates.first(std::min(federates.size(), kNamed))) {
    text += (text.empty() ? "" : ", ") + named(federate);
  }
  if (federates.size() <= kNamed) return text;
  return text + " and " + std::to_string(federates.size() - kNamed) + " more";
}

std::string FederationContext::unsettled_text(const core::SettlingRounds& rounds) const {
  const std::vector<FederateHandle> owing = rounds.owing(federation_);
  const std::vector<FederateHandle> restless = rounds.restless();
  std::string text;
  if (!owing.empty()) {
    text = named(owing) + (owing.size() == 1 ? " owes" : " owe") + " an answer in round " +
           std::to_string(rounds.round());
  }
  if (restless.empty()) return text;
  return text + (text.empty() ? "" : "; ") + named(restless) +
         (restless.size() == 1 ? " goes" : " go") + " on sending";
}

std::string FederationContext::addressed(FederateHandle federate) const {
  return named(federate) + " (" + Rtig::address_of(peer(federate)) + ")";
}

}  // namespace triad::rtig
