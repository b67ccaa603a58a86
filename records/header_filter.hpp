// Who may want a record by its header alone (wire/interest.hpp): the one comparison of headers with
// subscriptions, for who reads, who forwards and who sends. It leaves nobody out who wants the
// record; whether somebody does is decided exactly by his RTIA, which knows more.
//
// Kept up to date by what members declare (core::InterestTable) or state (router::StatedInterest).
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
  // What one federate subscribes of what is sent with a key.
  struct Subscriber {
    wire::FederateHandle federate;
    wire::InterestMask mask = 0;
    wire::InterestMask mask_without_region = 0;
    // Of the other subscriptions, by the key that names the set.
    boost::container::small_vector<std::pair<wire::InterestKey, const CellSet*>, 1> cells = {};
  };

  // In place of what was set for the key before.
  void set(wire::FederateHandle federate, const wire::InterestEntry& entry);
  void erase(wire::FederateHandle federate);
  // The set of cells of that name; where it is as long as the federate is not erased.
  CellSet& cells(wire::FederateHandle federate, wire::InterestKey set) {
    return cells_[{federate, set}];
  }

  // visit(federate) of each that may want it, in ascending order. Nobody, where the key is unknown.
  template <class Visit>
  void for_each(const wire::Interest& interest, Visit&& visit) const {
    for (const Subscriber& subscriber : subscribers(interest.key)) {
      if (matches(subscriber, interest)) visit(subscriber.federate);
    }
  }
  bool wants(wire::FederateHandle federate, const wire::Interest& interest) const;

  // Those for which something is set, in ascending order.
  std::vector<wire::InterestKey> keys_of(wire::FederateHandle federate) const;
  // What was set for the key; of nothing its mask is 0.
  wire::InterestEntry entry(wire::FederateHandle federate, wire::InterestKey key) const;

  // What there is: in ascending order of federates, for keys below keys_end().
  std::span<const Subscriber> subscribers(wire::InterestKey key) const {
    return key < by_key_.size() ? std::span<const Subscriber>(by_key_[key])
                                : std::span<const Subscriber>();
  }
  wire::InterestKey keys_end() const { return static_cast<wire::InterestKey>(by_key_.size()); }
  // The set of cells of that name or the next one in the order of names; null: there is none.
  using SetName = std::pair<wire::FederateHandle, wire::InterestKey>;
  const std::pair<const SetName, CellSet>* cells_from(const SetName& name) const {
    const auto at = cells_.lower_bound(name);
    return at == cells_.end() ? nullptr : &*at;
  }
  // visit(federate, set, cells) of every set of cells.
  template <class Visit>
  void for_each_cell_set(Visit&& visit) const {
    for (const auto& [name, cells] : cells_) visit(name.first, name.second, cells);
  }
  // visit(set, cells) of each of the federate's.
  template <class Visit>
  void for_each_cell_set_of(wire::FederateHandle federate, Visit&& visit) const {
    const auto end = cells_.upper_bound({federate, ~wire::InterestKey{0}});
    for (auto at = cells_.lower_bound({federate, 0}); at != end; ++at) {
      visit(at->first.second, at->second);
    }
  }

 private:
  // So that what one federate wants is found without a look at what all others do.
  struct Keys {
    std::vector<wire::InterestKey> named;  // once at least, and some for which nothing is set now
    std::size_t set = 0;                   // for how many something is
  };

  void note(wire::FederateHandle federate, wire::InterestKey key);
  std::vector<wire::InterestKey> set_of(wire::FederateHandle federate, const Keys& keys) const;
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

  std::vector<std::vector<Subscriber>> by_key_;  // each in ascending order of federates
  std::map<wire::FederateHandle, Keys> keys_;
  std::map<SetName, CellSet> cells_;
};

}  // namespace triad::records
