// Selects the members that may need a record, by its header alone (wire/interest.hpp). Readers,
// routers and senders all use this comparison of headers with subscriptions. It never omits a
// subscriber of the record. The subscriber's RTIA, which has more information, decides exactly.
//
// Maintained from declarations (core::InterestTable) or interest statements
// (router::InterestExchange).
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "records/cell_set.hpp"
#include "records/defect.hpp"
#include "wire/interest.hpp"
#include "wire/messages/interest_messages.hpp"

namespace triad::records {

class HeaderFilter {
 public:
  // Subscriptions of one federate to data with one key.
  struct Subscriber {
    wire::FederateHandle federate;
    wire::InterestMask mask = 0;
    wire::InterestMask mask_without_region = 0;
    // Cell sets of the subscriptions with regions, by the key that names the set.
    boost::container::small_vector<std::pair<wire::InterestKey, const CellSet*>, 1> cells = {};
  };

  // Replaces the federate's entry for its key, or removes it if its mask is 0. Its cell sets need
  // not exist yet.
  void set(wire::FederateHandle federate, const wire::InterestEntry& entry);
  // Removes all entries and cell sets of a federate that has left.
  void erase(wire::FederateHandle federate);
  // Returns the federate's set of cells that this key names; makes an empty one if needed. Its
  // address is stable until the federate is erased.
  CellSet& cells(wire::FederateHandle federate, wire::InterestKey set) {
    return cells_[{federate, set}];
  }

  // Calls visit(federate) for each federate that may need the record, in ascending order. Calls it
  // for none if the key is unknown.
  template <class Visit>
  void for_each(const wire::Interest& interest, Visit&& visit) const {
    for (const Subscriber& subscriber : subscribers(interest.key)) {
      if (matches(subscriber, interest)) visit(subscriber.federate);
    }
  }
  // Returns true if this federate may need the record.
  bool may_need_record(wire::FederateHandle federate, const wire::Interest& interest) const;

  // Returns the keys with an entry, in ascending order.
  std::vector<wire::InterestKey> keys_of(wire::FederateHandle federate) const;
  // Returns the entry for the key; its mask is 0 if there is none.
  wire::InterestEntry entry(wire::FederateHandle federate, wire::InterestKey key) const;

  // Returns the subscribers of a key, in ascending order of federates. Keys are below keys_end().
  std::span<const Subscriber> subscribers(wire::InterestKey key) const {
    return key < by_key_.size() ? std::span<const Subscriber>(by_key_[key])
                                : std::span<const Subscriber>();
  }
  wire::InterestKey keys_end() const { return static_cast<wire::InterestKey>(by_key_.size()); }
  // Returns the set of cells with this name, or the next one in the order of names, or null.
  using SetName = std::pair<wire::FederateHandle, wire::InterestKey>;
  const std::pair<const SetName, CellSet>* cells_from(const SetName& name) const {
    const auto at = cells_.lower_bound(name);
    return at == cells_.end() ? nullptr : &*at;
  }
  // Calls visit(federate, set, cells) for every set of cells.
  template <class Visit>
  void for_each_cell_set(Visit&& visit) const {
    for (const auto& [name, cells] : cells_) visit(name.first, name.second, cells);
  }
  // Calls visit(set, cells) for each set of cells of the federate.
  template <class Visit>
  void for_each_cell_set_of(wire::FederateHandle federate, Visit&& visit) const {
    const auto end = cells_.upper_bound({federate, ~wire::InterestKey{0}});
    for (auto at = cells_.lower_bound({federate, 0}); at != end; ++at) {
      visit(at->first.second, at->second);
    }
  }

 private:
  // Keys of one federate, so that its entries are found without a search through those of others.
  struct FederateKeys {
    std::vector<wire::InterestKey> listed;  // each key at least once, and some without an entry
    std::size_t entry_count = 0;            // number of keys with an entry
  };

  void add_key(wire::FederateHandle federate, wire::InterestKey key);
  std::vector<wire::InterestKey> keys_with_entry(wire::FederateHandle federate,
                                                 const FederateKeys& keys) const;
  void erase(wire::InterestKey key, wire::FederateHandle federate);
  const Subscriber* find(wire::FederateHandle federate, wire::InterestKey key) const;
  static bool matches(const Subscriber& subscriber, const wire::Interest& interest) {
    const wire::InterestMask mask = interest.mask == 0 ? ~wire::InterestMask{0} : interest.mask;
    if ((subscriber.mask & mask) == 0) return false;
    if (TRIAD_DEFECT(regions_do_not_filter)) return true;
    if (interest.cells.empty() || (subscriber.mask_without_region & mask) != 0) return true;
    return overlaps(subscriber, interest.cells);
  }
  static bool overlaps(const Subscriber& subscriber, const wire::Cells& cells);

  // Index: key. Each list is in ascending order of federates.
  std::vector<std::vector<Subscriber>> by_key_;
  std::map<wire::FederateHandle, FederateKeys> keys_;
  std::map<SetName, CellSet> cells_;
};

}  // namespace triad::records
