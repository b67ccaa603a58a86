#include "rtig/declaration_authority.hpp"

namespace triad::rtig {

template <class Declaration>
Fault DeclarationAuthority::declare(FederateHandle by, const Record& record,
                                    const Declaration& declaration, bool valid) {
  if (!valid) return "a declaration of something that the object model does not define";
  // The declaration may end a publication.
  context_.members().record_loss(by, writer_.next_log_position());
  if constexpr (requires { federation_.apply(by, declaration).released; }) {
    const core::InstanceChanges changes = federation_.apply(by, declaration);
    writer_.append_log(record.header, declaration);
    ownership_.transfer_released(changes);
  } else {
    federation_.apply(by, declaration);
    writer_.append_log(record.header, declaration);
  }
  return {};
}

Fault DeclarationAuthority::receive_from_member(FederateHandle by, const Record& record,
                                                const wire::PublishObjectClass& m) {
  if (auto fault = context_.check_passes(by, m.object_class)) return fault;
  return declare(by, record, m, federation_.model().has_attributes(m.object_class, m.attributes));
}

Fault DeclarationAuthority::receive_from_member(FederateHandle by, const Record& record,
                                                const wire::UnpublishObjectClass& m) {
  return declare(by, record, m, federation_.model().find(m.object_class) != nullptr);
}

Fault DeclarationAuthority::receive_from_member(FederateHandle by, const Record& record,
                                                const wire::PublishInteractionClass& m) {
  if (auto fault = context_.check_passes(by, m.interaction_class)) return fault;
  return declare(by, record, m, federation_.model().find(m.interaction_class) != nullptr);
}

Fault DeclarationAuthority::receive_from_member(FederateHandle by, const Record& record,
                                                const wire::UnpublishInteractionClass& m) {
  return declare(by, record, m, federation_.model().find(m.interaction_class) != nullptr);
}

Fault DeclarationAuthority::receive_from_member(FederateHandle by, const Record& record,
                                                const wire::SubscribeObjectClassAttributes& m) {
  if (auto fault = context_.check_passes(by, m.object_class)) return fault;
  const bool valid = federation_.model().has_attributes(m.object_class, m.attributes);
  const auto lacking = valid ? supply_.uncovered_classes(by, m.object_class)
                             : std::vector<wire::ObjectClassHandle>();
  if (auto fault = declare(by, record, m, valid)) return fault;
  if (!m.attributes.empty()) {
    return supply_.begin_supply(by, record.header, lacking, m.object_class, m.attributes);
  }
  return {};
}

Fault DeclarationAuthority::receive_from_member(FederateHandle by, const Record& record,
                                                const wire::UnsubscribeObjectClass& m) {
  return declare(by, record, m, federation_.model().find(m.object_class) != nullptr);
}

Fault DeclarationAuthority::receive_from_member(FederateHandle by, const Record& record,
                                                const wire::SubscribeInteractionClass& m) {
  if (auto fault = context_.check_passes(by, m.interaction_class)) return fault;
  return declare(by, record, m, federation_.model().find(m.interaction_class) != nullptr);
}

Fault DeclarationAuthority::receive_from_member(FederateHandle by, const Record& record,
                                                const wire::UnsubscribeInteractionClass& m) {
  return declare(by, record, m, federation_.model().find(m.interaction_class) != nullptr);
}

Fault DeclarationAuthority::receive_from_member(FederateHandle by, const Record& record,
                                                const wire::SetAdvisorySwitch& m) {
  return declare(by, record, m, true);
}

}  // namespace triad::rtig
