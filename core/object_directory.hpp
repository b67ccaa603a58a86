// Object management (HLA 1.3 clause 6): directory of the object instances of a federation and the
// owners of their attributes. The RTIG has all instances. An RTIA has all instances of the classes
// to which its federate subscribes. Of other classes it has only those that its federate knows,
// owns or negotiates for.
#pragma once

#include <algorithm>
#include <array>
#include <boost/container/small_vector.hpp>
#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/lazy_optional.hpp"
#include "core/object_model.hpp"
#include "core/pooled_map.hpp"
#include "wire/handle_set.hpp"
#include "wire/handles.hpp"
#include "wire/messages/ddm_messages.hpp"

namespace triad::core {

using wire::AttributeSet;
using wire::FederateHandle;
using wire::ObjectHandle;
using wire::RegionHandle;

struct Ownership {
  FederateHandle federate;
  // Class at which the owner knows the instance. It may own the attributes that it publishes there.
  ObjectClassHandle known_class;
  AttributeSet attributes;
};

// Attributes that an owner offers to any federate (negotiated divestiture).
struct Offer {
  AttributeSet attributes;
  std::string tag;
};

struct ObjectInstance {
  ObjectClassHandle object_class;  // registered class
  bool deleted = false;            // tombstone: the federate has not been told of the deletion yet
  LazyOptional<std::string> name;  // empty: the generated name
  boost::container::small_vector<Ownership, 1> owners;  // never with an empty set
  LazyOptional<std::vector<Offer>> offers;  // owned attributes, never an empty set; oldest first
  // Update regions. Each affects only the updates of its creator. Ascending; no set is empty, and
  // regions of one federate share no attribute. An attribute in none of them is in the default
  // region.
  LazyOptional<std::vector<wire::RegionAssociation>> regions;

  FederateHandle owner(AttributeHandle attribute) const;  // zero: no owner
  AttributeSet owned() const;                             // attributes with an owner
  AttributeSet offered() const;
  // Returns the attributes that the federate owns, possibly none.
  AttributeSet owned_by(FederateHandle federate) const;
  // Returns the attributes that have another owner.
  AttributeSet owned_by_others(FederateHandle federate) const;
  // Returns true if the federate owns an attribute.
  bool owns_any(FederateHandle federate) const;
  bool owns_all(FederateHandle federate, const AttributeSet& attributes) const;

  // Makes the federate the owner of these attributes, which must have no owner. It knows the
  // instance, with all that it owns of it, at `known_class`.
  void add_ownership(FederateHandle federate, const AttributeSet& attributes,
                     ObjectClassHandle known_class);
  // Removes those of `attributes` that the federate owns, and returns them.
  AttributeSet remove_ownership(FederateHandle federate, const AttributeSet& attributes);
  // Removes the attributes from their owners.
  void remove_owners(const AttributeSet& attributes);
  // Ends the offer of these attributes.
  void withdraw_offer(const AttributeSet& attributes);
  // Offers attributes that are not offered yet.
  void add_offer(const AttributeSet& attributes, std::string_view tag);

  // Makes the region the update region of exactly these attributes.
  void associate(RegionHandle region, const AttributeSet& attributes);
  // Removes the attributes from all regions of the federate.
  void dissociate(FederateHandle federate, const AttributeSet& attributes);
  // Returns the federate's update region for the attribute; zero: the default region.
  RegionHandle update_region(FederateHandle federate, AttributeHandle attribute) const;
};

// Name that the RTI generates: "HLA" and the handle.
class GeneratedName {
 public:
  explicit GeneratedName(ObjectHandle object);
  std::string_view view() const { return {text_.data(), size_}; }

 private:
  std::array<char, 24> text_;  // no allocation, because many names are generated
  std::size_t size_;
};
// Returns true if federates may not use the name because it begins with "HLA" in any case.
bool is_reserved_name(std::string_view name);

class ObjectDirectory {
 public:
  ObjectInstance* find(ObjectHandle object);
  const ObjectInstance* find(ObjectHandle object) const;
  // Returns the instance with this given or generated name, or zero.
  ObjectHandle find(std::string_view name) const;
  // Returns the given or generated name.
  std::string name(ObjectHandle object) const;

  // Inserts an instance. Returns null if the handle is in use.
  ObjectInstance* insert(ObjectHandle object, ObjectInstance instance);
  // Inserts a tombstone, whose name stays free. Returns false if the handle is in use.
  bool insert_deleted(ObjectHandle object, ObjectInstance instance);
  // Reserves memory for so many more instances.
  void reserve(std::size_t more) { instances_.reserve(more); }
  void erase(ObjectHandle object);
  // Frees the name for another instance; the entry stays.
  void release_name(ObjectHandle object);

  std::size_t size() const { return instances_.size(); }
  // Returns the number of instances registered at exactly this class, including tombstones.
  std::size_t count(ObjectClassHandle registered_class) const {
    return registered_class.value < by_class_.size() ? by_class_[registered_class.value].count : 0;
  }
  // Returns the same instances in ascending order.
  std::vector<ObjectHandle> handles_of(ObjectClassHandle registered_class) const;

  // Returns all handles in ascending order, in which every participant iterates.
  std::vector<ObjectHandle> handles() const {
    return handles_if([](ObjectHandle, const ObjectInstance&) { return true; });
  }
  // Returns the handles for which concerns(object, instance) is true, in ascending order.
  template <class Concerns>
  std::vector<ObjectHandle> handles_if(Concerns&& concerns) const {
    std::vector<ObjectHandle> handles;
    instances_.for_each([&](std::uint64_t value, const ObjectInstance& instance) {
      const ObjectHandle object(value);
      if (concerns(object, instance)) handles.push_back(object);
    });
    std::ranges::sort(handles);
    return handles;
  }

 private:
  // Instances of a class. Removed handles, which are never reused, stay in the list until there are
  // too many of them.
  struct ClassInstances {
    std::vector<ObjectHandle> handles;
    std::size_t count = 0;
  };

  // Returns null if the handle is in use.
  ObjectInstance* insert_entry(ObjectHandle object, ObjectInstance&& instance);
  bool is_instance_of(ObjectHandle object, ObjectClassHandle registered_class) const;

  PooledMap<ObjectInstance> instances_;
  std::vector<ClassInstances> by_class_;  // index: class handle
  // The keys are views of the names in the instances.
  boost::unordered_flat_map<std::string_view, ObjectHandle> by_name_;
};

}  // namespace triad::core
