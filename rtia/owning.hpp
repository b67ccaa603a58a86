// What a Membership keeps of attributes whose ownership is under way, and of calls about it that
// wait for their answers. Private to rtia/.
#pragma once

#include <map>
#include <optional>

#include "wire/handles.hpp"
#include "wire/messages/ownership.hpp"
#include "wire/record.hpp"

namespace triad::rtia {

using wire::AttributeHandle;
using wire::AttributeSet;

// What is under way about owning attributes of one instance. What the log says and what the
// federate has been told differ for a while; the federate goes by what it has been told.
struct Transfers {
  AttributeSet acquiring;   // asked for, and not told of an outcome
  AttributeSet willing;     // asked for if available, likewise
  AttributeSet cancelling;  // no longer wanted, but its owner may have yielded it
  AttributeSet arriving;    // given to it by the log
  AttributeSet yielding;    // it is about to be told that somebody else gets it
  AttributeSet given_up;    // and the log does not say so yet
  AttributeSet asked;       // told that somebody wants it
  AttributeSet offered;     // to be assumed, when the queue has been told
  AttributeSet told_offered;
  // How often it has cancelled without having been told of an outcome.
  std::map<AttributeHandle, unsigned> to_confirm;

  AttributeSet pending() const { return acquiring | willing | cancelling | arriving; }
  // Owned by the log, but not in the eyes of the federate.
  bool withholds(AttributeHandle attribute) const {
    return arriving.contains(attribute) || given_up.contains(attribute);
  }
  bool idle() const {
    return pending().empty() && yielding.empty() && given_up.empty() && asked.empty() &&
           offered.empty() && told_offered.empty() && to_confirm.empty();
  }
};

// An owner's call that the RTIG has yet to answer.
struct OwnersCall {
  enum class What { divest, offer, withdraw };
  What what = What::divest;
  wire::ObjectHandle object;
  AttributeSet attributes;
};

struct Owning {
  std::map<wire::ObjectHandle, Transfers> transfers;
  std::map<wire::Position, OwnersCall> calls;  // by the request's position
  // A call that waits for its answer, and what the release response returns.
  std::optional<wire::CancelAttributeOwnershipAcquisition> cancelling;
  bool releasing = false;
  std::optional<AttributeSet> released;
};

}  // namespace triad::rtia
