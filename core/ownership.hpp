// Ownership management (HLA 1.3 clause 7): what the RTIG keeps and decides about one object
// instance: who waits for which attributes, and whom the owners are to be asked by. Pure: it is
// told what happened and says what follows; who owns and offers what is in core::ObjectInstance,
// which every participant has.
//
// After each event: grants() to be carried out (logged and applied), then notices() to be sent.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "core/object_directory.hpp"
#include "wire/codec.hpp"

namespace triad::core {

// A request for attributes; of one federate and attribute there is one at most.
struct Acquisition {
  FederateHandle federate;
  ObjectClassHandle known_class;  // at which the federate knows the instance
  bool if_available = false;
  std::string tag;
  AttributeSet attributes;
  AttributeSet asked{};      // their present owners have been asked to release them
  AttributeSet cancelled{};  // to be cancelled, but an owner may have yielded them already
};
BOOST_DESCRIBE_STRUCT(Acquisition, (),
                      (federate, known_class, if_available, tag, attributes, asked, cancelled))

// What there is to remember, for a save.
struct NegotiationSnapshot {
  std::vector<Acquisition> waiting;
  AttributeSet yielding;
  AttributeSet recalled;
};
BOOST_DESCRIBE_STRUCT(NegotiationSnapshot, (), (waiting, yielding, recalled))

// What somebody is to be told.
struct OwnershipNotice {
  enum class What { release_requested, yield, keep, unavailable, cancelled };
  What what = What::unavailable;
  FederateHandle to;
  AttributeSet attributes;
  std::string tag{};
};

class Negotiation {
 public:
  // Plain acquisition overrides one that was only to be if available, and the cancellation of an
  // earlier one, which is then confirmed.
  void acquire(Acquisition request);
  void cancel(FederateHandle federate, const AttributeSet& attributes);
  // The federate wants nothing any more, and is told nothing.
  void abandon(FederateHandle federate);
  // The owner has answered that it has not yielded these.
  void kept(const AttributeSet& attributes);
  // The owner offers these no more: it has said so or has lost them. It yields none of them.
  void offer_ended(const AttributeSet& attributes);

  // What somebody waits for who has not asked to cancel.
  AttributeSet wanted() const;

  // Who gets what of that which nobody owns, and of `given_up` by its owner: by order of requests.
  // `all`: what the instance has.
  std::vector<Ownership> grants(const ObjectInstance& instance, const AttributeSet& all,
                                const AttributeSet& given_up);
  std::vector<OwnershipNotice> notices(const ObjectInstance& instance);

  NegotiationSnapshot snapshot() const { return {waiting_, yielding_, recalled_}; }
  static Negotiation restored(const NegotiationSnapshot& snapshot);

  // Somebody waits for one of these, or is to yield it.
  bool concerns(const AttributeSet& attributes) const {
    return yielding_.intersects(attributes) ||
           std::ranges::any_of(waiting_, [&](const Acquisition& request) {
             return request.attributes.intersects(attributes);
           });
  }

  // Nothing to remember.
  bool idle() const { return waiting_.empty() && yielding_.empty(); }

 private:
  void grant(std::vector<Ownership>& granted, AttributeSet& free, bool also_cancelled);
  void answer(Acquisition& request, const ObjectInstance& instance, const AttributeSet& firm,
              const AttributeSet& open, std::vector<OwnershipNotice>& notices);
  void forget_empty();

  std::vector<Acquisition> waiting_;  // oldest first; none is empty after an event
  AttributeSet yielding_;             // offered, and their owners have been told to yield them
  AttributeSet recalled_;             // of these, and to keep them if they have not yet
  std::vector<OwnershipNotice> due_;
};

}  // namespace triad::core
