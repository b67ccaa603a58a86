#include "rtig/federation_context.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "core/object_model_wire.hpp"
#include "core/saved_federation.hpp"
#include "core/shown_name.hpp"
#include "wire/harmless_text.hpp"

namespace triad::rtig {

FederationContext::FederationContext(const RtigOptions& options, SaveStore store, std::string name,
                                     FedSource fed, core::ObjectModel model, Outputs& outputs)
    : options_(options),
      save_store_(store),
      name_(std::move(name)),
      fed_(std::move(fed)),
      federation_(std::move(model)),
      outputs_(&outputs) {
  core::encode(federation_.model(), encoded_model_);
  priorities_ = core::class_priorities(federation_.model(), options.priorities);
}

// A class that this FED does not have is no error: other federations may have other FEDs.
void FederationContext::report_unknown_classes() const {
  for (const auto& [router, rules] : options_.rules) {
    if (!rules.classes) continue;
    for (const std::string& unknown :
         core::unknown_class_names(federation_.model(), *rules.classes)) {
      log("the FED of federation " + wire::quoted(name_) + " has no class " +
          wire::quoted(unknown) + ", which the file of the mesh lets pass at router " + router);
    }
  }
  std::vector<std::string> names;
  for (const auto& [name, priority] : options_.priorities) names.push_back(name);
  for (const std::string& unknown : core::unknown_class_names(federation_.model(), names)) {
    log("the FED of federation " + wire::quoted(name_) + " has no class " + wire::quoted(unknown) +
        ", to which the file of the mesh gives a priority");
  }
}

std::uint64_t FederationContext::model_fingerprint() const {
  return core::fingerprint(federation_.model());
}

std::optional<wire::PassingClasses> FederationContext::classes_at(const Origin& origin) const {
  const router::RouterRules rules = origin.rules(options_.rules);
  if (!rules.classes) return std::nullopt;
  return core::passing_classes(federation_.model(), *rules.classes);
}

MemberSession& FederationContext::begin_session(FederateHandle federate, const Origin& origin,
                                                bool shares_memory) {
  MemberSession& session = sessions_[federate];
  session.origin = origin;
  session.shares_memory = shares_memory;
  session.joined_at = now();
  if (federate.value >= positions_.size()) positions_.resize(federate.value + 1);
  positions_[federate.value] = 0;
  session.passing_classes = classes_at(origin);
  return session;
}

std::vector<wire::StreamPosition> FederationContext::shared_positions() const {
  std::vector<wire::StreamPosition> positions;
  for (const auto& [federate, session] : sessions_) {
    if (session.shares_memory) positions.push_back({federate, position(federate)});
  }
  return positions;
}

std::optional<std::string> FederationContext::move_refusal(FederateHandle federate,
                                                           const Origin& origin) const {
  const router::RouterRules rules = origin.rules(options_.rules);
  if (!rules.federates_regulate && federation_.member(federate)->regulating) {
    return "is time-regulating, which router " + origin.router +
           " forbids (`federates-regulate: false`)";
  }
  if (!rules.classes) return std::nullopt;
  const auto passing = core::passing_classes(federation_.model(), *rules.classes);
  const auto members = core::snapshot_of_members(federation_);
  const auto& declared = *std::ranges::find(members, federate, &core::MemberSnapshot::federate);
  std::optional<std::string> path;
  const auto look = [&](const auto& all, auto class_of) {
    for (const auto& each : all) {
      const auto which = std::invoke(class_of, each);
      if (!core::is_passing_class(federation_.model(), passing, which))
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
  return "publishes or subscribes to " + *path + ", which does not pass at router " +
         origin.router + " (`classes`)";
}

void FederationContext::continue_at(FederateHandle federate, const Origin& origin) {
  MemberSession& session = sessions_.at(federate);
  session.origin = origin;
  session.passing_classes = classes_at(origin);
}

wire::RulesAtRouter FederationContext::rules(FederateHandle federate) const {
  return {origin(federate).router, may_regulate(federate), sessions_.at(federate).passing_classes,
          priorities_};
}

// The queue on the way to another router carries records for many clients. That router itself
// decides which client is too slow, so the limit here is at least the general one.
std::optional<std::size_t> FederationContext::queue_max(const Origin& origin) const {
  const auto most = origin.rules(options_.rules).queue_bytes;
  if (!most || origin.router == options_.router) return most;
  return std::max(*most, options_.resign_bytes);
}

void FederationContext::refuse(GuestId guest, const wire::RecordHeader& request,
                               const wire::Error& error) {
  wire::RecordHeader header;
  header.after = request.sender;
  header.after_position = request.position;
  add_output(
      output::ToGuest{guest, outputs_->encode(header, wire::Refused{error.code, error.text})});
}

void FederationContext::record_losses(const core::ObjectInstance& instance) {
  for (const core::Ownership& owner : instance.owners) {
    if (is_member(owner.federate)) record_loss(owner.federate);
  }
}

core::Lease FederationContext::next_handles(std::uint32_t count) {
  const core::Lease leased{handle_counters_.next_object, handle_counters_.next_object + count};
  handle_counters_.next_object = leased.end;
  return leased;
}

wire::OpenStep FederationContext::open_step(std::string_view kind, std::string_view label,
                                            std::string_view pending_action,
                                            std::chrono::milliseconds since,
                                            const PendingAnswers& owing) const {
  const auto age = [&](std::chrono::milliseconds from) {
    return static_cast<std::uint64_t>(std::max<std::int64_t>((now() - from).count(), 0));
  };
  wire::OpenStep step{kind, label, pending_action, age(since), {}, 0};
  step.owing_count = static_cast<std::uint32_t>(owing.size());
  for (const auto& [federate, due_at] : owing) {
    if (step.owing.size() == wire::kOwingMax) break;
    step.owing.push_back({federate, age(due_at)});
  }
  return step;
}

std::string FederationContext::federate_text(FederateHandle federate) const {
  return "federate " + std::to_string(federate.value) + " " +
         wire::quoted(core::shown_name(federation_.member(federate)->federate_type));
}

std::string FederationContext::federates_text(std::span<const FederateHandle> federates) const {
  constexpr std::size_t kNamed = 4;
  std::string text;
  for (const FederateHandle federate : federates.first(std::min(federates.size(), kNamed))) {
    text += (text.empty() ? "" : ", ") + federate_text(federate);
  }
  if (federates.size() <= kNamed) return text;
  return text + " and " + std::to_string(federates.size() - kNamed) + " more";
}

std::string FederationContext::unsettled_text(const core::SettlingRounds& rounds) const {
  const std::vector<FederateHandle> unanswered = rounds.unanswered_members(federation_);
  const std::vector<FederateHandle> still_sending = rounds.recent_senders();
  std::string text;
  if (!unanswered.empty()) {
    text = federates_text(unanswered) + (unanswered.size() == 1 ? " has" : " have") +
           " not answered in round " + std::to_string(rounds.round());
  }
  if (still_sending.empty()) return text;
  return text + (text.empty() ? "" : "; ") + federates_text(still_sending) +
         (still_sending.size() == 1 ? " still sends" : " still send");
}

std::string FederationContext::federate_address_text(FederateHandle federate) const {
  return federate_text(federate) + " (" + origin(federate).address() + ")";
}

}  // namespace triad::rtig
