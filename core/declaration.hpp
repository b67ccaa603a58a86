// Declaration management (HLA 1.3 clause 5): what each federate publishes and subscribes, and the
// table that answers "who wants this?". The same code matches at the sender, at the receiver and in
// the RTIG.
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

// What one federate subscribes at one class by regions.
struct ObjectClassRegions {
  std::map<RegionHandle, ObjectClassSubscription> by_region;  // no set is empty
  AttributeSet attributes;                                    // by any of them
  AttributeSet active_attributes;

  void set(RegionHandle region, const ObjectClassSubscription& subscription);
  void erase(RegionHandle region);
};

// What one federate has declared. Ordered containers: walks are the same at every participant.
struct Declarations {
  std::map<ObjectClassHandle, AttributeSet> published_object_classes;  // with privilegeToDelete
  std::set<InteractionClassHandle> published_interaction_classes;
  std::map<ObjectClassHandle, ObjectClassSubscription> subscribed_object_classes;
  std::map<InteractionClassHandle, bool> subscribed_interaction_classes;  // value: active
  // By regions, beside the subscriptions without.
  std::map<ObjectClassHandle, ObjectClassRegions> object_class_regions;  // none is empty
  std::map<InteractionClassHandle, std::map<RegionHandle, bool>> interaction_class_regions;

  // The attributes published at exactly this class; null if it is not published.
  const AttributeSet* published(ObjectClassHandle object_class) const;
  // Without region; null if it is not.
  const ObjectClassSubscription* subscribed(ObjectClassHandle object_class) const;
  const ObjectClassRegions* subscribed_by_region(ObjectClassHandle object_class) const;
  // In either way.
  bool subscribes(ObjectClassHandle object_class) const;
  bool subscribes(InteractionClassHandle interaction_class) const;
  AttributeSet subscribed_attributes(ObjectClassHandle object_class) const;
  bool uses(RegionHandle region) const;

  // The class itself or its nearest superclass that is subscribed; zero if none is. Discovery and
  // received classes come from this (HLA 1.3 clauses 5.6 and 5.8).
  ObjectClassHandle nearest_subscribed(const ObjectModel& model, ObjectClassHandle from) const;
  InteractionClassHandle nearest_subscribed(const ObjectModel& model,
                                            InteractionClassHandle from) const;
};

// Who is interested in attributes of instances of a class, by a subscription at the class or above
// it.
struct AttributeInterest {
  FederateHandle federate;
  AttributeSet attributes;
  AttributeSet active_attributes;  // of active subscriptions alone
  AttributeSet by_region = {};     // of subscriptions with regions alone
};

struct InteractionInterest {
  FederateHandle federate;
  bool active = false;
  bool by_region = false;  // some subscription has a region
};

// What a federate's declarations mean for a class, in the words of records' headers. The sets of
// cells are named by the classes at which it subscribes by region.
wire::InterestEntry header_interest(const ObjectModel& model, const Declarations& declared,
                                    ObjectClassHandle object_class);
wire::InterestEntry header_interest(const ObjectModel& model, const Declarations& declared,
                                    InteractionClassHandle interaction_class);

// Interest by class, kept up to date from the Declarations of all federates. A federate that is
// subscribed at several levels counts with all its attributes here; which of them it is given its
// own RTIA decides, which alone knows its known class of the instance.
class InterestTable {
 public:
  explicit InterestTable(const ObjectModel& model);

  const std::vector<AttributeInterest>& of(ObjectClassHandle object_class) const {
    return by_object_class_[object_class.value];
  }
  const std::vector<InteractionInterest>& of(InteractionClassHandle interaction_class) const {
    return by_interaction_class_[interaction_class.value];
  }

  // The federate's subscription at this class (or, by `remove`, all of them) changed.
  void update(FederateHandle federate, const Declarations& declared, ObjectClassHandle at);
  void update(FederateHandle federate, const Declarations& declared, InteractionClassHandle at);
  void remove(FederateHandle federate);

  // The same for whoever knows no more of a record than its header. The cells of subscriptions by
  // region are Federation's to keep there.
  HeaderFilter& filter() { return filter_; }
  const HeaderFilter& filter() const { return filter_; }

 private:
  const ObjectModel& model_;
  // Indexed by handle; [0] is unused. Each list is in ascending order of federates.
  std::vector<std::vector<AttributeInterest>> by_object_class_;
  std::vector<std::vector<InteractionInterest>> by_interaction_class_;
  HeaderFilter filter_;
};

}  // namespace triad::core
