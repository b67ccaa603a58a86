#include "rtia/declaration_management.hpp"

#include "rtia/management_object_model.hpp"
#include "rtia/model_checks.hpp"
#include "rtia/object_management.hpp"

namespace triad::rtia {

Result<void> DeclarationManagement::perform_call(const wire::PublishObjectClass& publish) {
  if (auto refusal = check_class(federation_, publish.object_class, publish.attributes))
    return *refusal;
  if (auto refusal = context_.rules().check_class(model(), publish.object_class)) return *refusal;
  if (auto refusal =
          ownership_.check_pending_acquisitions(publish.object_class, publish.attributes))
    return *refusal;
  context_.request(publish);
  return {};
}

Result<void> DeclarationManagement::perform_call(const wire::UnpublishObjectClass& unpublish) {
  if (model().find(unpublish.object_class) == nullptr) return not_defined(unpublish.object_class);
  if (declared().published(unpublish.object_class) == nullptr) {
    return wire::error(ErrorCode::ObjectClassNotPublished,
                       model().path(unpublish.object_class) + " is not published here");
  }
  if (auto refusal = ownership_.check_pending_acquisitions(unpublish.object_class, {}))
    return *refusal;
  context_.request(unpublish);
  return {};
}

Result<void> DeclarationManagement::perform_call(const wire::PublishInteractionClass& publish) {
  if (model().find(publish.interaction_class) == nullptr) {
    return not_defined(publish.interaction_class);
  }
  if (auto refusal = context_.rules().check_class(model(), publish.interaction_class)) {
    return *refusal;
  }
  context_.request(publish);
  return {};
}

Result<void> DeclarationManagement::perform_call(const wire::UnpublishInteractionClass& unpublish) {
  const auto interaction_class = unpublish.interaction_class;
  if (model().find(interaction_class) == nullptr) return not_defined(interaction_class);
  if (!declared().published_interaction_classes.contains(interaction_class)) {
    return wire::error(ErrorCode::InteractionClassNotPublished,
                       model().path(interaction_class) + " is not published here");
  }
  context_.request(unpublish);
  return {};
}

Result<void> DeclarationManagement::perform_call(
    const wire::SubscribeObjectClassAttributes& subscribe) {
  if (auto refusal = check_class(federation_, subscribe.object_class, subscribe.attributes))
    return *refusal;
  if (auto refusal = context_.rules().check_class(model(), subscribe.object_class)) return *refusal;
  interest_.request(subscribe);
  return {};
}

Result<void> DeclarationManagement::perform_call(const wire::UnsubscribeObjectClass& unsubscribe) {
  if (model().find(unsubscribe.object_class) == nullptr) {
    return not_defined(unsubscribe.object_class);
  }
  if (declared().find_subscription(unsubscribe.object_class) == nullptr) {
    return wire::error(ErrorCode::ObjectClassNotSubscribed,
                       model().path(unsubscribe.object_class) + " is not subscribed here");
  }
  interest_.request(unsubscribe);
  return {};
}

std::optional<Error> DeclarationManagement::check_subscription(
    InteractionClassHandle interaction_class) const {
  if (model().find(interaction_class) == nullptr) return not_defined(interaction_class);
  if (auto refusal = context_.rules().check_class(model(), interaction_class)) return refusal;
  const auto report =
      federation_.management().handle_of(core::mom::Interaction::ReportServiceInvocation);
  if (!mom_.reports_services() || interaction_class != report) return std::nullopt;
  return wire::error(ErrorCode::FederateLoggingServiceCalls,
                     "this federate's own service calls are being reported: it cannot subscribe "
                     "to the reports");
}

Result<void> DeclarationManagement::perform_call(const wire::SubscribeInteractionClass& subscribe) {
  if (auto refusal = check_subscription(subscribe.interaction_class)) return *refusal;
  interest_.request(subscribe);
  return {};
}

Result<void> DeclarationManagement::perform_call(
    const wire::UnsubscribeInteractionClass& unsubscribe) {
  const auto interaction_class = unsubscribe.interaction_class;
  if (model().find(interaction_class) == nullptr) return not_defined(interaction_class);
  if (!declared().subscribed_interaction_classes.contains(interaction_class)) {
    return wire::error(ErrorCode::InteractionClassNotSubscribed,
                       model().path(interaction_class) + " is not subscribed here");
  }
  interest_.request(unsubscribe);
  return {};
}

// --- Records of the log. The RTIG has checked them; they are checked again here.

Fault DeclarationManagement::receive_record(const Record&, const wire::RestateInterest&) {
  interest_.restate();
  return {};
}

Fault DeclarationManagement::receive_record(const Record& record,
                                            const wire::PublishObjectClass& m) {
  if (auto bad = check_class(federation_, m.object_class, m.attributes))
    return std::move(bad->text);
  neighbours_.record_loss(record.header.cause(), record.header.position);
  after_publication(record.header.cause(), federation_.apply(record.header.cause(), m));
  if (record.header.cause() == self_) ownership_.assumption().offer_at_class(m.object_class);
  return {};
}

Fault DeclarationManagement::receive_record(const Record& record,
                                            const wire::UnpublishObjectClass& m) {
  if (model().find(m.object_class) == nullptr) return not_defined(m.object_class).text;
  neighbours_.record_loss(record.header.cause(), record.header.position);
  after_publication(record.header.cause(), federation_.apply(record.header.cause(), m));
  if (record.header.cause() == self_) ownership_.assumption().offer_at_class(m.object_class);
  return {};
}

Fault DeclarationManagement::receive_record(const Record& record,
                                            const wire::PublishInteractionClass& m) {
  if (model().find(m.interaction_class) == nullptr) return not_defined(m.interaction_class).text;
  federation_.apply(record.header.cause(), m);
  if (record.header.cause() == self_) advisories_.advise_interactions();
  return {};
}

Fault DeclarationManagement::receive_record(const Record& record,
                                            const wire::UnpublishInteractionClass& m) {
  if (model().find(m.interaction_class) == nullptr) return not_defined(m.interaction_class).text;
  neighbours_.record_loss(record.header.cause(), record.header.position);
  federation_.apply(record.header.cause(), m);
  if (record.header.cause() == self_) {
    objects_.forget_preferences(m.interaction_class);
    advisories_.advise_interactions();
  }
  return {};
}

Fault DeclarationManagement::receive_record(const Record& record,
                                            const wire::SubscribeObjectClassAttributes& m) {
  if (auto bad = check_class(federation_, m.object_class, m.attributes))
    return std::move(bad->text);
  federation_.apply(record.header.cause(), m);
  after_subscription(record.header.cause(), m.object_class);
  return {};
}

Fault DeclarationManagement::receive_record(const Record& record,
                                            const wire::UnsubscribeObjectClass& m) {
  if (model().find(m.object_class) == nullptr) return not_defined(m.object_class).text;
  federation_.apply(record.header.cause(), m);
  after_subscription(record.header.cause(), m.object_class);
  return {};
}

Fault DeclarationManagement::receive_record(const Record& record,
                                            const wire::SubscribeInteractionClass& m) {
  if (model().find(m.interaction_class) == nullptr) return not_defined(m.interaction_class).text;
  federation_.apply(record.header.cause(), m);
  after_subscription(record.header.cause(), m.interaction_class);
  return {};
}

Fault DeclarationManagement::receive_record(const Record& record,
                                            const wire::UnsubscribeInteractionClass& m) {
  if (model().find(m.interaction_class) == nullptr) return not_defined(m.interaction_class).text;
  federation_.apply(record.header.cause(), m);
  after_subscription(record.header.cause(), m.interaction_class);
  return {};
}

void DeclarationManagement::after_publication(FederateHandle by,
                                              const core::InstanceChanges& changes) {
  for (const auto& [object, attributes] : changes.released)
    lifecycle_.after_ownership_change(object);
  if (by == self_) advisories_.advise_registration();
}

void DeclarationManagement::after_subscription(FederateHandle by, ObjectClassHandle object_class) {
  mom_.update_state_subscribers();
  if (by != self_) {
    advisories_.advise_registration();
    flow_.retry_waiting_call();  // a member without room may have lost its interest
    return;
  }
  const auto of_class =
      federation_.objects().handles_if([&](ObjectHandle, const ObjectInstance& instance) {
        return model().is_a(instance.object_class, object_class);
      });
  for (const ObjectHandle object : of_class) lifecycle_.update_for_subscription(object);
}

void DeclarationManagement::after_subscription(FederateHandle by, InteractionClassHandle) {
  if (by == self_) return;
  advisories_.advise_interactions();
  flow_.retry_waiting_call();
}

}  // namespace triad::rtia
