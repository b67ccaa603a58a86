// Ownership state of one attribute of an object instance at one federate: the statechart of HLA 1.3
// (clause 7) with additional states. They cover the time in which the RTIG's log and the federate's
// view differ, because a callback has not been delivered or a record has not arrived. Pure rules.
// OwnershipManagement sends records and queues callbacks.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/saved.hpp"
#include "wire/handle_set.hpp"
#include "wire/handles.hpp"

namespace triad::rtia {

using wire::AttributeHandle;
using wire::AttributeSet;

// The federate's view of an attribute where it differs from the log.
enum class Standing : std::uint8_t {
  settled,  // as in the log: owned, offered or not owned. Takes no memory.

  // Not owned, and wanted.
  acquiring,               // acquisition pending
  acquiring_if_available,  // requested "if available"
  cancelling,              // cancellation pending: the owner may have yielded the attribute already

  // The log gives it to the federate; the callback is queued.
  arriving,
  arriving_if_available,
  arriving_cancelled,

  yielding,  // owned and offered; the callback that another federate acquires it is queued

  // The federate has given it up; the log does not say so yet. It may be requested again.
  given_up,
  given_up_acquiring,
  given_up_acquiring_if_available,
  given_up_cancelling,
};
inline constexpr std::size_t kStandings = std::size_t(Standing::given_up_cancelling) + 1;

enum class OwnershipEvent : std::uint8_t {
  // Calls of the federate.
  acquire,
  acquire_if_available,
  cancel,
  // The RTIG's answers to a cancellation: not yet, at once, or later.
  not_cancelled,
  cancelled,
  cancelled_later,
  // Records of the log.
  granted,
  granted_silently,  // by order of the MOM
  lost,
  deleted,  // the instance; it is a tombstone until the removal is delivered
  // The RTIG asks the owner to yield an offered attribute, or withdraws that; or the offer ends.
  yield,
  keep,
  // Callbacks, at their delivery.
  acquisition_delivered,
  unavailability_delivered,
  divestiture_delivered,
  // The attribute is given back because the federate does not know the instance, or ceases to know
  // it.
  give_up,
  forgotten,
};
inline constexpr std::size_t kOwnershipEvents = std::size_t(OwnershipEvent::forgotten) + 1;

// Returns the state after the event; the same state if the statechart has no edge for it.
Standing next_standing(Standing standing, OwnershipEvent event);

constexpr bool is_arriving(Standing standing) {
  return standing >= Standing::arriving && standing <= Standing::arriving_cancelled;
}
constexpr bool is_given_up(Standing standing) {
  return standing >= Standing::given_up;
}
// Returns true if an acquisition is pending, and its outcome has not been delivered.
constexpr bool is_pending(Standing standing) {
  return standing != Standing::settled && standing != Standing::yielding &&
         standing != Standing::given_up;
}
// Returns true if a plain acquisition is pending and was not cancelled since.
constexpr bool is_acquiring(Standing standing) {
  return standing == Standing::acquiring || standing == Standing::arriving ||
         standing == Standing::given_up_acquiring;
}
// Returns true if a plain acquisition was cancelled, and the cancellation has not been confirmed.
constexpr bool is_cancelling(Standing standing) {
  return standing == Standing::cancelling || standing == Standing::given_up_cancelling;
}
// Returns true if an acquisition "if available" is pending, and no plain one.
constexpr bool is_acquiring_if_available(Standing standing) {
  return standing == Standing::acquiring_if_available ||
         standing == Standing::arriving_if_available ||
         standing == Standing::given_up_acquiring_if_available;
}

// Whether the federate has received requestAttributeOwnershipAssumption for an attribute that is
// unowned or offered. noted: the callback is queued, or not needed because an acquisition is
// pending.
enum class Assumption : std::uint8_t { none, queued, delivered };

// Pending changes of ownership of one instance's attributes.
class InstanceOwnership {
 public:
  struct Attribute {
    AttributeHandle handle;
    Standing standing = Standing::settled;
    Assumption assumption = Assumption::none;
    bool is_release_requested = false;  // asked to release it
    // Number of cancellations without a delivered outcome.
    std::uint32_t unconfirmed_cancellations = 0;

    bool is_idle() const {
      return standing == Standing::settled && assumption == Assumption::none &&
             !is_release_requested && unconfirmed_cancellations == 0;
    }
  };

  void apply(OwnershipEvent event, const AttributeSet& attributes);
  void apply_to_all(OwnershipEvent event);
  // Sets the attributes that the federate owns according to the log.
  void keep_only(const AttributeSet& owned);

  void request_release(const AttributeSet& attributes);
  void release(const AttributeSet& attributes);

  // Sets the attributes that the federate could assume now. Returns those to request now.
  AttributeSet update_assumable(const AttributeSet& available);
  void record_assumptions_delivered(const AttributeSet& attributes);
  // Lets update_assumable() report attributes again that it withheld during an acquisition.
  void forget_assumptions_withheld(const AttributeSet& attributes);

  void expect_confirmation(const AttributeSet& attributes);
  // Returns the attributes with a cancellation to confirm.
  AttributeSet confirm(const AttributeSet& attributes);

  Standing standing(AttributeHandle attribute) const;
  // Returns the attributes in a state for which the predicate holds.
  template <class Predicate>
  AttributeSet attributes_in(Predicate&& predicate) const {
    return attributes_where([&](const Attribute& one) { return predicate(one.standing); });
  }
  AttributeSet pending() const { return attributes_in(is_pending); }
  AttributeSet release_requests() const {
    return attributes_where([](const Attribute& one) { return one.is_release_requested; });
  }
  AttributeSet delivered_assumptions() const {
    return attributes_where(
        [](const Attribute& one) { return one.assumption == Assumption::delivered; });
  }
  // Returns whether the log gives the attribute to the federate, but the federate's view does not.
  bool withholds(AttributeHandle attribute) const {
    const Standing at = standing(attribute);
    return is_arriving(at) || is_given_up(at);
  }
  AttributeSet withheld() const {
    return attributes_in([](Standing at) { return is_arriving(at) || is_given_up(at); });
  }
  // Returns whether a transfer of the attribute is pending or requested.
  bool is_busy(AttributeHandle attribute) const;
  bool is_idle() const { return attributes_.empty() && unanswered_abandonments_ == 0; }

  // Counts the AcquisitionsAbandoned that the RTIG has not answered. A grant may come before its
  // answer.
  void record_abandonment() { ++unanswered_abandonments_; }
  void record_answer_to_abandonment() {
    if (unanswered_abandonments_ > 0) --unanswered_abandonments_;
  }

  // State for a save, and its reconstruction; empty if the state is invalid.
  const std::vector<Attribute>& attributes() const { return attributes_; }
  static std::optional<InstanceOwnership> of(std::vector<Attribute> attributes);

 private:
  template <class Predicate>
  AttributeSet attributes_where(Predicate&& predicate) const {
    AttributeSet set;
    for (const Attribute& one : attributes_) {
      if (predicate(one)) set.insert(one.handle);
    }
    return set;
  }
  Attribute& edit(AttributeHandle attribute);
  const Attribute* find(AttributeHandle attribute) const;
  // Erases attributes without a difference to the log.
  void drop_idle();

  std::vector<Attribute> attributes_;          // ascending; none is idle
  std::uint32_t unanswered_abandonments_ = 0;  // 0 in a save, because the federation is at rest
};

BOOST_DESCRIBE_ENUM(Standing, settled, acquiring, acquiring_if_available, cancelling, arriving,
                    arriving_if_available, arriving_cancelled, yielding, given_up,
                    given_up_acquiring, given_up_acquiring_if_available, given_up_cancelling)
BOOST_DESCRIBE_ENUM(Assumption, none, queued, delivered)
TRIAD_SAVED(InstanceOwnership::Attribute,
            (handle, standing, assumption, is_release_requested, unconfirmed_cancellations));

}  // namespace triad::rtia

template <>
struct triad::wire::Codec<triad::rtia::InstanceOwnership> {
  static void put(Encoder& out, const rtia::InstanceOwnership& ownership) {
    out.put(ownership.attributes());
  }
  static void get(Decoder& in, rtia::InstanceOwnership& ownership) {
    std::vector<rtia::InstanceOwnership::Attribute> attributes;
    in.get(attributes);
    auto read = rtia::InstanceOwnership::of(std::move(attributes));
    if (!read) return in.fail();
    ownership = std::move(*read);
  }
};
