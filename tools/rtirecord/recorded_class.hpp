// The class that a channel of a recording is about: its path, and the names of its attributes or
// parameters.
#pragma once

#include <cstdint>
#include <string>

#include "core/object_model.hpp"
#include "recording/mcap_format.hpp"
#include "tools/rtirecord/model_types.hpp"
#include "tools/rtirecord/recorded_file.hpp"

namespace triad::rtirecord {

class RecordedClass {
 public:
  // `facts` must outlive it. Without a model it has no class.
  RecordedClass(const recording::Channel& channel, const FederationFacts& facts);

  [[nodiscard]] bool is_object_class() const { return bool{object_}; }
  [[nodiscard]] bool is_interaction_class() const { return bool{interaction_}; }
  // Returns the path of the class, such as "ObjectRoot.Vehicle"; empty without one.
  [[nodiscard]] std::string path() const;
  // Returns the name of an attribute or parameter with this handle, or the handle as text.
  [[nodiscard]] std::string member_name(std::uint32_t handle) const;
  // Returns the type of an attribute or parameter with this handle; null without one.
  [[nodiscard]] const decoding::ValueType* type_of(const ModelTypes* types,
                                                   std::uint32_t handle) const;

 private:
  const core::ObjectModel* const model_;
  core::ObjectClassHandle object_;
  core::InteractionClassHandle interaction_;
};

}  // namespace triad::rtirecord
