// The types that a decoding table has for the attributes and parameters of recorded federations.
// Names are looked up in the object model as the RTI looks them up.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "core/object_model.hpp"
#include "tools/decoding/decoding_table.hpp"

namespace triad::rtirecord {

// Types of one object model.
class ModelTypes {
 public:
  // Both must outlive it.
  ModelTypes(const decoding::DecodingTable& table, const core::ObjectModel& model);

  // Return the type of an attribute or parameter with this handle, which the class or its nearest
  // superclass has in the table. Null without one.
  [[nodiscard]] const decoding::ValueType* attribute(core::ObjectClassHandle of,
                                                     std::uint32_t handle) const;
  [[nodiscard]] const decoding::ValueType* parameter(core::InteractionClassHandle of,
                                                     std::uint32_t handle) const;
  // Returns the names of the table that the model has, as unknown() of TypesOfModels writes them.
  [[nodiscard]] const std::set<std::string>& known() const { return known_; }

 private:
  using Types = std::map<std::pair<std::uint32_t, std::uint32_t>, const decoding::ValueType*>;

  const core::ObjectModel& model_;
  Types attributes_;  // by class and attribute
  Types parameters_;  // by class and parameter
  std::set<std::string> known_;
};

// Types of all object models of a walk.
class TypesOfModels {
 public:
  // `table` must outlive it.
  explicit TypesOfModels(const decoding::DecodingTable& table) : table_(table) {}

  // Returns the types of a model; null if there is no model or the table is empty.
  const ModelTypes* of(const std::shared_ptr<const core::ObjectModel>& model);
  // Returns the names of the table that none of the models has, such as "object class X" and
  // "attribute Y of X". Empty without a model.
  [[nodiscard]] std::set<std::string> unknown() const;

 private:
  const decoding::DecodingTable& table_;
  std::map<std::shared_ptr<const core::ObjectModel>, ModelTypes> models_;
};

}  // namespace triad::rtirecord
