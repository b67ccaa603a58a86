// History of a run as the federates see it: membership, and all that each has sent, registered,
// declared and received in callbacks. The judges (judge.hpp) keep it and read it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "tests/simulation/judge/clock_model.hpp"
#include "tests/simulation/judge/declared.hpp"
#include "tests/simulation/judge/region_model.hpp"
#include "wire/values.hpp"

namespace triad::test {

// Permitted results of a call. It must raise one of `must`, if not empty. In uncertain cases it may
// raise one of `may`.
struct Fate {
  std::set<wire::ErrorCode> must{};
  std::set<wire::ErrorCode> may{};

  Fate() = default;
  Fate(std::set<wire::ErrorCode> codes) : must(std::move(codes)) {}
  void add(bool applies, wire::ErrorCode code) {
    if (applies) must.insert(code);
  }
  // Adds an exception that must be raised if it applies, or that may be raised if that is doubtful.
  void add(bool applies, wire::ErrorCode code, bool doubtful) {
    if (doubtful) may.insert(code);
    if (applies && !doubtful) must.insert(code);
  }
};

// Decodes a federate's time from a call.
double decoded_time(wire::Bytes encoded);

struct Part {
  bool tso = false;  // sent in time-stamp order
  Transportation transportation = Transportation::reliable;
  std::uint64_t tenure = 0;                     // tenure of its sender as the attribute's owner
  std::optional<Ranges> region = std::nullopt;  // when sent; empty: the default region
};

// Update, interaction or deletion that was sent. Identified by its tag.
struct Message {
  enum class What { update, interaction, deletion };
  What what = What::interaction;
  std::string tag;
  std::size_t sender = 0;  // place in History::members
  std::uint64_t sequence = 0;
  std::uint64_t begun = 0;             // step of the call
  std::optional<double> time{};        // time of the message as sent
  std::optional<double> given_time{};  // time given to the call, if different
  ObjectHandle object{};
  InteractionClassHandle interaction_class{};
  std::set<std::uint32_t> parameters{};
  // By attribute handle. Messages without attributes have only part 0.
  std::map<std::uint32_t, Part> parts{};
  std::uint64_t serial = 0;
  bool retracted = false;

  bool tso() const;
};

struct Instance {
  static constexpr std::size_t kNobody = ~std::size_t{0};

  ObjectClassHandle object_class;
  std::string name;
  std::size_t registrant = 0;
  // Attributes owned by each member (key: place in History::members), by its own callbacks. No
  // entry is empty.
  std::map<std::size_t, AttributeSet> owned{};
  std::map<std::size_t, AttributeSet> offered{};  // offered attributes of those
  std::map<std::size_t, AttributeSet> leaving{};  // attributes that a call in progress may divest
  std::size_t privileged = 0;                     // last owner of privilegeToDelete
  std::set<std::size_t> may_get_privilege{};  // members that have requested it since the last rest
  std::map<AttributeHandle, std::uint64_t> tenures{};  // number of changes of owner
  std::uint64_t registered = 0;                        // step at which the registration began
  std::uint64_t registered_until = 0;                  // step at which it returned
  std::uint64_t ownership_changed = 0;                 // step of the last change
  bool is_deleted = false;  // deleted, or the member with the privilege has left and deleted it
  bool unsure = false;      // a member was lost while a call in progress could change the outcome
  bool abandoned = false;   // a member with wishes has forgotten it since the last rest
  bool settled = false;     // the federation has come to rest since the deletion
  std::string deletion{};   // tag of its deletion in time-stamp order, unless retracted
  std::size_t deleter = kNobody;  // sender of that deletion
  bool deleted_once = false;      // such a deletion has been sent, retracted or not
  bool exists() const { return !is_deleted && !unsure; }
  // Some members know that it is deleted, or will be, and others do not yet.
  bool doubtful() const { return !exists() || !deletion.empty(); }
  AttributeSet owned_by_all() const;
};

// Object instance at a federate that registered or discovered it.
struct Known {
  ObjectClassHandle known_class;
  std::uint64_t since = 0;
  AttributeSet in_scope{};  // by the callbacks
};

// A member's pending changes of ownership of an instance, as it knows them.
struct Wishes {
  AttributeSet acquiring;
  AttributeSet willing;                           // requested "if available"
  std::map<AttributeHandle, unsigned> cancelled;  // number of cancellations without a known outcome
  AttributeSet asked;                             // asked to release, while it owns them
  AttributeSet assumed;  // was asked to assume, wanted or owned, while it publishes
  AttributeSet being_cancelled() const;
  AttributeSet pending() const { return acquiring | willing | being_cancelled(); }
};

// One membership. A federate that joins again is another member.
struct Member {
  std::string name;
  std::string type;
  FederateHandle handle;
  bool joined = true;
  bool leaving = false;  // it has requested to resign
  bool lost = false;     // its link was cut or its process died; its last messages may be lost, too
  std::uint64_t joined_at = 0;
  std::uint64_t all_taken_at = 0;  // last rest at which no callback was held back
  std::uint64_t left_at = 0;       // its resignation returned

  ClockModel clock;
  std::uint64_t constrained_at = 0;    // step of the callback
  std::uint64_t freed_at = 0;          // its constraint ended
  std::uint64_t unswitched_at = 0;     // asynchronous delivery was disabled
  std::uint64_t regulating_since = 0;  // sequence number of the last message before it regulated
  std::uint64_t sent = 0;

  Declared declared;
  std::map<InteractionClassHandle, Delivery> deliveries;  // changed by it
  std::map<std::pair<ObjectHandle, AttributeHandle>, Delivery> attribute_deliveries;

  std::map<ObjectHandle, Known> known;
  std::map<ObjectHandle, Wishes> wishes;
  std::map<ObjectHandle, std::string> removed;  // value: tag of the message that removed it
  std::set<ObjectHandle> once_removed;
  std::map<ObjectHandle, std::uint64_t> locally_deleted;  // step of the last local deletion

  // Update regions of its attributes, without those in the default region.
  std::map<std::pair<ObjectHandle, AttributeHandle>, RegionHandle> update_regions;

  // Advisories by the callbacks.
  std::set<ObjectClassHandle> told_to_register;
  std::set<InteractionClassHandle> told_to_send;
  std::map<ObjectHandle, AttributeSet> told_to_update;

  struct Receipt {
    std::map<std::uint32_t, unsigned> parts;
    unsigned retractions = 0;
  };
  // Tenure of the last reliable update in receive order, for each attribute.
  std::map<std::pair<ObjectHandle, AttributeHandle>, std::uint64_t> last_tenure;
  std::map<std::string, Receipt> received;  // by tag
  // Sequence number of the last message in receive order, by sender and transportation.
  std::map<std::pair<std::size_t, Transportation>, std::uint64_t> last_received;

  // Last message in time-stamp order since the last grant.
  using Key = std::tuple<double, std::string, std::uint32_t, std::uint64_t>;
  std::optional<Key> last;

  // Time of a save for which it was told while it advanced beyond: it has all messages up to that
  // time.
  std::optional<double> saved_at;

  // Last LBTS told, and how many federates had asked to regulate by then.
  std::optional<double> lbts;
  std::uint64_t regulators_then = 0;

  // Returns whether its promises and grants bind the others.
  bool counts() const { return joined && !leaving && !lost; }
  bool present() const { return joined && !lost; }
  void dissociate(RegionHandle region, ObjectHandle object);
  // Returns whether messages in receive order wait until it asks to advance (HLA 1.3 clause 8.1).
  bool holds_back_receive_order() const {
    return clock.constraint == ClockModel::Mode::on && !clock.asynchronous && !clock.advance;
  }
};

struct History {
  std::vector<std::unique_ptr<Member>> members;
  std::map<std::string, Message> messages;
  std::map<ObjectHandle, Instance> instances;
  std::map<RegionHandle, RegionModel> regions;
  std::uint64_t regions_changed = 0;  // last step at which bounds or associations changed
  std::uint64_t now = 0;
  bool may_lose_best_effort = false;
  std::string complaint;

  bool fine() const { return complaint.empty(); }
  void complain(const std::string& what) {
    if (complaint.empty()) complaint = what;
  }
  void complain(const Member& member, const std::string& what) {
    complain(member.name + " " + what);
  }
  std::size_t place_of(const Member& member) const;
  const Instance* instance(ObjectHandle object) const;
  // As Instance::doubtful(); also true if a member leaves that could delete the instance.
  bool doubtful(ObjectHandle object) const;
  // Attributes that the member owns by its callbacks; attributes that others own.
  AttributeSet owned(const Member& member, ObjectHandle object) const;
  AttributeSet owned_by_others(const Member& member, const Instance& instance) const;
  // Bounds of its update region for the attribute; empty: the default region.
  std::optional<Ranges> update_region(const Member& member, ObjectHandle object,
                                      AttributeHandle attribute) const;
  // Attributes of other owners that it subscribes to at the class by overlapping subscriptions, in
  // the present state.
  AttributeSet in_reach(const Member& member, ObjectClassHandle at, ObjectHandle object,
                        bool active = false) const;
  // Returns whether no attribute is in reach, or was since the last rest or the registration.
  bool surely_out_of_reach(const Member& member, ObjectHandle object) const;
  // Record that the member no longer owns the attributes, or owns them from now on.
  void lose(Member& member, ObjectHandle object, const AttributeSet& attributes);
  void gain(Member& member, ObjectHandle object, const AttributeSet& attributes);
  // Records that the member does not know the instance any more.
  void forget(Member& member, ObjectHandle object);
};

}  // namespace triad::test
