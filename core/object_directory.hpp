// Object management (HLA 1.3 clause 6): the directory of the object instances of a federation, with
// the owners of their attributes. The RTIG has all of them; an RTIA has those of the classes to
// which its federate subscribes, known to it or not, and of other classes those alone that its
// federate knows, owns or negotiates for.
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
  // At which the owner knows the instance: what it may own is what it publishes there.
  ObjectClassHandle known_class;
  AttributeSet attributes;
};

// What an owner would give away to whoever wants it (negotiated divestiture).
struct Offer {
  AttributeSet attributes;
  std::string tag;
};

struct ObjectInstance {
  ObjectClassHandle object_class;  // registered class
  bool deleted = false;  // a tombstone: the federate has not been told of the deletion yet
  LazyOptional<std::string> name;                       // empty: the generated one
  boost::container::small_vector<Ownership, 1> owners;  // no entry is empty
  LazyOptional<std::vector<Offer>> offers;  // none is empty, and all is owned; oldest first
  // Update regions, of their creators' updates alone; ascending, none is empty, and of one federate
  // no two share an attribute. An attribute in none is in the default region.
  LazyOptional<std::vector<wire::RegionAssociation>> regions;

  FederateHandle owner(AttributeHandle attribute) const;  // zero: nobody
  AttributeSet owned() const;                             // by anybody
  AttributeSet offered() const;
  // What the federate owns; empty if nothing.
  AttributeSet owned_by(FederateHandle federate) const;
  AttributeSet owned_by_others(FederateHandle federate) const;
  bool owned_at_all(FederateHandle federate) const;
  bool owns_all(FederateHandle federate, const AttributeSet& attributes) const;

  void give(FederateHandle federate, const AttributeSet& attributes, ObjectClassHandle known_class);
  // The federate loses those of `attributes` that it owns; they are returned.
  AttributeSet take(FederateHandle federate, const AttributeSet& attributes);
  void take_from_all(const AttributeSet& attributes);
  // They are offered no more.
  void withdraw(const AttributeSet& attributes);
  // They are offered, and were not.
  void offer(const AttributeSet& attributes, std::string_view tag);

  // The region becomes that of exactly these attributes.
  void associate(RegionHandle region, const AttributeSet& attributes);
  // The federate's regions have them no more.
  void dissociate(FederateHandle federate, const AttributeSet& attributes);
  // The update region of the federate for the attribute; zero: the default region.
  RegionHandle region(FederateHandle federate, AttributeHandle attribute) const;
};

// "HLA" and the handle: the names that the RTI makes.
class GeneratedName {
 public:
  explicit GeneratedName(ObjectHandle object);
  std::string_view view() const { return {text_.data(), size_}; }

 private:
  std::array<char, 24> text_;  // without an allocation: many are made where many are discovered
  std::size_t size_;
};
// Whether a federate may not use the name because it begins with "HLA" in any case.
bool is_reserved_name(std::string_view name);

class ObjectDirectory {
 public:
  ObjectInstance* find(ObjectHandle object);
  const ObjectInstance* find(ObjectHandle object) const;
  // By the name that the federate gave or the RTI made; zero if there is none.
  ObjectHandle find(std::string_view name) const;
  std::string name(ObjectHandle object) const;

  // Null when there is an instance of that handle already.
  ObjectInstance* insert(ObjectHandle object, ObjectInstance instance);
  // A tombstone: its name is free. False when there is an instance of that handle already.
  bool insert_deleted(ObjectHandle object, ObjectInstance instance);
  // So many more are to come.
  void reserve(std::size_t more) { instances_.reserve(more); }
  void erase(ObjectHandle object);
  // The name is free for another instance; the entry stays.
  void release_name(ObjectHandle object);

  std::size_t size() const { return instances_.size(); }
  // Registered at exactly this class, tombstones as well.
  std::size_t count(ObjectClassHandle registered_class) const {
    return registered_class.value < by_class_.size() ? by_class_[registered_class.value].count : 0;
  }
  // The same, in ascending order.
  std::vector<ObjectHandle> handles_of(ObjectClassHandle registered_class) const;

  // All handles in ascending order: the order in which every participant walks.
  std::vector<ObjectHandle> handles() const {
    return handles_if([](ObjectHandle, const ObjectInstance&) { return true; });
  }
  // Of those for which concerns(object, instance) is true.
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
  // Those that are gone are left in the list until they are too many: handles are not used again.
  struct OfClass {
    std::vector<ObjectHandle> handles;
    std::size_t count = 0;
  };

  // Null as above.
  ObjectInstance* place(ObjectHandle object, ObjectInstance&& instance);
  bool is_of(ObjectHandle object, ObjectClassHandle registered_class) const;

  PooledMap<ObjectInstance> instances_;
  std::vector<OfClass> by_class_;  // by the value of its handle
  // Views of the names that the instances keep.
  boost::unordered_flat_map<std::string_view, ObjectHandle> by_name_;
};

}  // namespace triad::core
