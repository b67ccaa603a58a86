#include "tools/rtirecord/recorded_class.hpp"

namespace triad::rtirecord {

RecordedClass::RecordedClass(const recording::Channel& channel, const FederationFacts& facts)
    : model_(facts.model.get()) {
  const auto path = channel.metadata.find("class");
  if (model_ == nullptr || path == channel.metadata.end() || path->second.empty()) return;
  object_ = model_->object_class(path->second);
  interaction_ = model_->interaction_class(path->second);
}

std::string RecordedClass::path() const {
  if (object_) return model_->path(object_);
  if (interaction_) return model_->path(interaction_);
  return {};
}

std::string RecordedClass::member_name(std::uint32_t handle) const {
  if (object_) {
    const auto& attributes = model_->find(object_)->attributes;
    if (handle >= 1 && handle <= attributes.size()) return attributes[handle - 1].name;
  } else if (interaction_) {
    const auto& parameters = model_->find(interaction_)->parameters;
    if (handle >= 1 && handle <= parameters.size()) return parameters[handle - 1];
  }
  return std::to_string(handle);
}

const decoding::ValueType* RecordedClass::type_of(const ModelTypes* types,
                                                  std::uint32_t handle) const {
  if (types == nullptr) return nullptr;
  return object_ ? types->attribute(object_, handle) : types->parameter(interaction_, handle);
}

}  // namespace triad::rtirecord
