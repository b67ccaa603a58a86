// How one federate stands to one attribute of an object instance: HLA 1.3's ownership statechart
// (clause 7), with a few states more for the time in which the RTIG's log and the federate differ,
// because a callback has not been delivered or a record has not come. Pure rules; what is sent and
// called back is OwnershipManagement's.
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

// What the federate has been told, where it is not what the log says.
enum class Standing : std::uint8_t {
  settled,  // owned, offered or not, or not owned: as the log says. Takes no memory.

  // Not owned, and wanted.
  acquiring,   // acquisition pending
  willing,     // asked for if available
  cancelling,  // trying to cancel: its owner may have yielded it already

  // The log gives it to the federate, whose notification is queued.
  arriving,
  arriving_if_available,
  arriving_cancelled,

  yielding,  // owned and offered; the notification that somebody else gets it is queued

  // Owned no more as far as the federate knows; the log does not say so yet. It may be wanted back.
  given_up,
  given_up_acquiring,
  given_up_willing,
  given_up_cancelling,
};
inline constexpr std::size_t kStandings = std::size_t(Standing::given_up_cancelling) + 1;

enum class OwnershipEvent : std::uint8_t {
  // The federate's calls.
  acquire,
  acquire_if_available,
  cancel,
  // The RTIG's answers to a cancellation: not at once, at once, or at last.
  not_cancelled,
  cancelled,
  cancelled_later,
  // The log.
  granted,
  granted_untold,  // by the MOM
  lost,
  deleted,  // the instance; it is a tombstone until the federate has been told
  // The RTIG asks the owner to yield what it offers, and takes that back; or the offer ends.
  yield,
  keep,
  // Callbacks, as they are delivered.
  told_acquired,
  told_unavailable,
  told_divested,
  // What the federate does not know of is given back; it ceases to know the instance.
  give_up,
  forgotten,
};
inline constexpr std::size_t kOwnershipEvents = std::size_t(OwnershipEvent::forgotten) + 1;

// The state after the event. An event that the state has no edge for leaves it as it is.
Standing after(Standing standing, OwnershipEvent event);

constexpr bool is_arriving(Standing standing) {
  return standing >= Standing::arriving && standing <= Standing::arriving_cancelled;
}
constexpr bool is_given_up(Standing standing) {
  return standing >= Standing::given_up;
}
// An acquisition is under way whose outcome the federate has not been told.
constexpr bool is_pending(Standing standing) {
  return standing != Standing::settled && standing != Standing::yielding &&
         standing != Standing::given_up;
}
// It was asked for plainly, and not cancelled since.
constexpr bool is_acquiring(Standing standing) {
  return standing == Standing::acquiring || standing == Standing::arriving ||
         standing == Standing::given_up_acquiring;
}
// It was asked for if available, and is pending no more than that.
constexpr bool is_willing(Standing standing) {
  return standing == Standing::willing || standing == Standing::arriving_if_available ||
         standing == Standing::given_up_willing;
}

// Whether the federate has been asked to assume an attribute that it could own, and nobody owns or
// its owner offers. noted: the callback is queued, or needless as an acquisition is under way.
enum class Assumption : std::uint8_t { none, noted, told };

// What is under way about the attributes of one instance.
class InstanceOwnership {
 public:
  struct Attribute {
    AttributeHandle handle;
    Standing standing = Standing::settled;
    Assumption assumption = Assumption::none;
    bool asked = false;  // to release it
    // How many cancellations it has made without having been told of an outcome.
    std::uint32_t to_confirm = 0;

    bool idle() const {
      return standing == Standing::settled && assumption == Assumption::none && !asked &&
             to_confirm == 0;
    }
  };

  void apply(OwnershipEvent event, const AttributeSet& attributes);
  void apply_to_all(OwnershipEvent event);
  // The log says that of the attributes the federate owns just these.
  void keep_only(const AttributeSet& owned);

  void ask_to_release(const AttributeSet& attributes);
  void release(const AttributeSet& attributes);

  // These are all that the federate could assume now. Returns those that it is to be told of.
  AttributeSet note_assumable(const AttributeSet& available);
  void told_assumable(const AttributeSet& attributes);

  void expect_confirmation(const AttributeSet& attributes);
  // Returns those that were due.
  AttributeSet confirm(const AttributeSet& attributes);

  Standing standing(AttributeHandle attribute) const;
  // Those in a state of which the predicate holds.
  template <class Predicate>
  AttributeSet in(Predicate&& predicate) const {
    return where([&](const Attribute& one) { return predicate(one.standing); });
  }
  AttributeSet pending() const { return in(is_pending); }
  AttributeSet asked() const {
    return where([](const Attribute& one) { return one.asked; });
  }
  AttributeSet told_assumable() const {
    return where([](const Attribute& one) { return one.assumption == Assumption::told; });
  }
  // Owned by the log, but not in the eyes of the federate.
  bool withholds(AttributeHandle attribute) const {
    const Standing at = standing(attribute);
    return is_arriving(at) || is_given_up(at);
  }
  AttributeSet withheld() const {
    return in([](Standing at) { return is_arriving(at) || is_given_up(at); });
  }
  // Its ownership is being transferred, or asked for.
  bool busy(AttributeHandle attribute) const;
  bool idle() const { return attributes_.empty(); }

  // For a save, and back; empty: it is no such state.
  const std::vector<Attribute>& attributes() const { return attributes_; }
  static std::optional<InstanceOwnership> of(std::vector<Attribute> attributes);

 private:
  template <class Predicate>
  AttributeSet where(Predicate&& predicate) const {
    AttributeSet set;
    for (const Attribute& one : attributes_) {
      if (predicate(one)) set.insert(one.handle);
    }
    return set;
  }
  Attribute& edit(AttributeHandle attribute);
  const Attribute* find(AttributeHandle attribute) const;
  void drop_idle();

  std::vector<Attribute> attributes_;  // ascending; none is idle
};

BOOST_DESCRIBE_ENUM(Standing, settled, acquiring, willing, cancelling, arriving,
                    arriving_if_available, arriving_cancelled, yielding, given_up,
                    given_up_acquiring, given_up_willing, given_up_cancelling)
BOOST_DESCRIBE_ENUM(Assumption, none, noted, told)
TRIAD_SAVED(InstanceOwnership::Attribute, (handle, standing, assumption, asked, to_confirm));

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
