// Declaration management (HLA 1.3 clause 5): the publications and subscriptions of each federate,
// and a table of the subscribers of each class. Senders, receivers and the RTIG use the same code.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "core/object_model.hpp"
#include "records/header_filter.hpp"
#include "wire/handle_set.hpp"
#include "wire/handles.hpp"

namespace triad::core {

using records::HeaderFilter;

using wire::AttributeSet;
using wire::FederateHandle;
using wire::RegionHandle;

struct ObjectClassSubscription {
  AttributeSet attributes;
  bool active = true;
};

// Subscriptions of one federate at one class with regions.
struct ObjectClassRegions {
  std::map<RegionHandle, ObjectClassSubscription> by_region;  // never with an empty set
  AttributeSet attributes;                                    // union over all regions
  AttributeSet active_attributes;

  // Adds or replaces the subscription with the region.
  void set(RegionHandle region, const ObjectClassSubscription& subscription);
  void erase(RegionHandle region);
};

// Declarations of one federate. The containers are ordered, so that every participant iterates in
// the same order.
struct Declarations {
  // Published attributes, including privilegeToDelete.
  std::map<ObjectClassHandle, AttributeSet> published_object_classes;
  std::set<InteractionClassHandle> published_interaction_classes;
  std::map<ObjectClassHandle, ObjectClassSubscription> subscribed_object_classes;
  std::map<InteractionClassHandle, bool> subscribed_interaction_classes;  // value: active
  // Subscriptions with regions, in addition to those without. No value is empty.
  std::map<ObjectClassHandle, ObjectClassRegions> object_class_regions;
  std::map<InteractionClassHandle, std::map<RegionHandle, bool>> interaction_class_regions;

  // Returns the attributes published at exactly this class, or null if it is not published.
  const AttributeSet* published(ObjectClassHandle object_class) const;
  // Returns the subscription without region at this class, or null.
  const ObjectClassSubscription* find_subscription(ObjectClassHandle object_class) const;
  const ObjectClassRegions* find_region_subscriptions(ObjectClassHandle object_class) const;
  // Returns true if there is a subscription at this class, with or without region.
  bool is_subscribed(ObjectClassHandle object_class) const;
  bool is_subscribed(InteractionClassHandle interaction_class) const;
  // Returns the attributes subscribed at this class, with and without regions.
  AttributeSet subscribed_attributes(ObjectClassHandle object_class) const;
  // Returns true if a subscription has the region.
  bool uses_region(RegionHandle region) const;

  // Returns the class itself or its nearest superclass with a subscription, or zero if there is
  // none. This is the class of discovery and of received interactions (HLA 1.3 clauses 5.6 and
  // 5.8).
  ObjectClassHandle nearest_subscribed(const ObjectModel& model, ObjectClassHandle from) const;
  InteractionClassHandle nearest_subscribed(const ObjectModel& model,
                                            InteractionClassHandle from) const;
};

// Interest of a federate in attributes of the instances of a class, by subscriptions at the class
// or above it.
struct AttributeInterest {
  FederateHandle federate;
  AttributeSet attributes;
  AttributeSet active_attributes;      // those with an active subscription
  AttributeSet only_with_region = {};  // those subscribed only with regions
};

struct InteractionInterest {
  FederateHandle federate;
  bool active = false;
  bool has_region = false;  // at least one subscription has a region
};

// Returns a federate's interest in a class as an entry of the header filter, which selects
// receivers by the fields of a record's header alone. Regions appear in it as cells of a grid
// (region_cells.hpp). The entry refers to one set of cells for each class, from this class up, at
// which the federate subscribes with regions.
wire::InterestEntry header_interest(const ObjectModel& model, const Declarations& declared,
                                    ObjectClassHandle object_class);
wire::InterestEntry header_interest(const ObjectModel& model, const Declarations& declared,
                                    InteractionClassHandle interaction_class);

// Interested federates per class, kept up to date from the Declarations of all federates. A
// federate that subscribes at several levels counts with all its attributes. Its own RTIA, which
// alone has its known class of the instance, selects the attributes that it receives.
class InterestTable {
 public:
  explicit InterestTable(const ObjectModel& model);

  // Returns the federates with an interest in instances of the class, or in the interaction class.
  const std::vector<AttributeInterest>& interested_in(ObjectClassHandle object_class) const {
    return by_object_class_[object_class.value];
  }
  const std::vector<InteractionInterest>& interested_in(
      InteractionClassHandle interaction_class) const {
    return by_interaction_class_[interaction_class.value];
  }

  // Update the lists. update() recomputes the federate's entries at the class and below it;
  // Federation calls it after a change of a subscription at this class. remove() takes the federate
  // out of all lists.
  void update(FederateHandle federate, const Declarations& declared, ObjectClassHandle at);
  void update(FederateHandle federate, const Declarations& declared, InteractionClassHandle at);
  void remove(FederateHandle federate);

  // Returns the filter for readers that have only the header of a record. Federation maintains the
  // cells of subscriptions with regions in it.
  HeaderFilter& filter() { return filter_; }
  const HeaderFilter& filter() const { return filter_; }

 private:
  const ObjectModel& model_;
  // Index: handle; [0] is unused. Each list is in ascending order of federates.
  std::vector<std::vector<AttributeInterest>> by_object_class_;
  std::vector<std::vector<InteractionInterest>> by_interaction_class_;
  HeaderFilter filter_;
};

}  // namespace triad::core
