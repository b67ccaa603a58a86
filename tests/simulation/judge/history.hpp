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

// Permitted results of a call. It must raise one of `required`, if not empty. In uncertain cases it
// may raise one of `permitted`.
struct ExpectedResult {
  std::set<wire::ErrorCode> required{};
  std::set<wire::ErrorCode> permitted{};

  ExpectedResult() = default;
  ExpectedResult(std::set<wire::ErrorCode> codes) : required(std::move(codes)) {}
  void add(bool applies, wire::ErrorCode code) {
    if (applies) required.insert(code);
  }
  // Adds an exception that must be raised if it applies, or that may be raised if that is doubtful.
  void add(bool applies, wire::ErrorCode code, bool doubtful) {
    if (doubtful) permitted.insert(code);
    if (applies && !doubtful) required.insert(code);
  }
};

// Decodes a federate's time from a call.
double decoded_time(wire::Bytes encoded);

struct Part {
  bool is_tso = false;  // sent in time-stamp order
  Transportation transportation = Transportation::reliable;
  std::uint64_t tenure = 0;                     // tenure of its sender as the attribute's owner
  std::optional<Ranges> region = std::nullopt;  // when sent; empty: the default region
};

// Update, interaction or deletion that was sent. Identified by its tag.
struct Message {
  enum class Kind { update, interaction, deletion };
  Kind kind = Kind::interaction;
  std::string tag;
  std::size_t sender = 0;  // place in History::members
  std::uint64_t sequence = 0;
  std::uint64_t begun = 0;                 // step of the call
  std::optional<double> time{};            // time of the message as sent
  std::optional<double> requested_time{};  // time given to the call, if different
  ObjectHandle object{};
  InteractionClassHandle interaction_class{};
  std::set<std::uint32_t> parameters{};
  // By attribute handle. Messages without attributes have only part 0.
  std::map<std::uint32_t, Part> parts{};
  std::uint64_t serial = 0;
  bool retracted = false;

  bool is_tso() const;
};

struct Instance {
  static constexpr std::size_t kNoMember = ~std::size_t{0};

  ObjectClassHandle object_class;
  std::string name;
  std::size_t registrant = 0;
  // Attributes owned by each member (key: place in History::members), by its own callbacks. No
  // entry is empty.
  std::map<std::size_t, AttributeSet> owned{};
  std::map<std::size_t, AttributeSet> offered{};  // offered attributes of those
  std::map<std::size_t, AttributeSet>
      may_divest{};                           // attributes that a call in progress may divest
  std::size_t privilege_owner = 0;            // last owner of privilegeToDelete
  std::set<std::size_t> may_get_privilege{};  // members that have requested it since the last rest
  std::map<AttributeHandle, std::uint64_t> tenures{};  // number of changes of owner
  std::uint64_t registered = 0;                        // step at which the registration began
  std::uint64_t registered_until = 0;                  // step at which it returned
  std::uint64_t ownership_changed = 0;                 // step of the last change
  bool is_deleted = false;    // deleted, or the member with the privilege has left and deleted it
  bool is_uncertain = false;  // a member was lost while a call in progress could change the outcome
  bool has_forgotten_requests = false;  // a member with wishes has forgotten it since the last rest
  bool is_settled = false;              // the federation has come to rest since the deletion
  std::string deletion{};               // tag of its deletion in time-stamp order, unless retracted
  std::size_t deleter = kNoMember;      // sender of that deletion
  bool deleted_once = false;            // such a deletion has been sent, retracted or not
  bool exists() const { return !is_deleted && !is_uncertain; }
  // Some members know that it is deleted, or will be, and others do not yet.
  bool is_doubtful() const { return !exists() || !deletion.empty(); }
  AttributeSet owned_by_all() const;
};

// Object instance at a federate that registered or discovered it.
struct Known {
  ObjectClassHandle known_class;
  std::uint64_t since = 0;
  AttributeSet in_scope{};  // by the callbacks
};

// A member's pending changes of ownership of an instance, as it knows them.
struct OwnershipRequests {
  AttributeSet acquiring;
  AttributeSet if_available;                      // requested "if available"
  std::map<AttributeHandle, unsigned> cancelled;  // number of cancellations without a known outcome
  AttributeSet release_requested;                 // asked to release, while it owns them
  AttributeSet assumed;  // was asked to assume, wanted or owned, while it publishes
  AttributeSet being_cancelled() const;
  AttributeSet pending() const { return acquiring | if_available | being_cancelled(); }
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
  std::uint64_t drained_at = 0;  // last rest at which no callback was held back
  std::uint64_t left_at = 0;     // its resignation returned

  ClockModel clock;
  // Steps at which its time constraint changed.
  struct Constraint {
    std::uint64_t enabled_at = 0;             // the callback
    std::uint64_t disabled_at = 0;            // its constraint ended
    std::uint64_t asynchronous_ended_at = 0;  // asynchronous delivery was disabled
  };
  Constraint constraint;
  std::uint64_t regulating_since = 0;  // sequence number of the last message before it regulated
  std::uint64_t sent = 0;

  Declared declared;
  std::map<InteractionClassHandle, Delivery> deliveries;  // changed by it
  std::map<std::pair<ObjectHandle, AttributeHandle>, Delivery> attribute_deliveries;

  std::map<ObjectHandle, Known> known;
  std::map<ObjectHandle, OwnershipRequests> ownership_requests;
  struct Removals {
    std::map<ObjectHandle, std::string> tags;     // of the message that removed each instance
    std::set<ObjectHandle> ever;                  // removed once, and perhaps discovered again
    std::map<ObjectHandle, std::uint64_t> local;  // step of the last local deletion
  };
  Removals removals;

  // Update regions of its attributes, without those in the default region.
  std::map<std::pair<ObjectHandle, AttributeHandle>, RegionHandle> update_regions;

  // Advisories by the callbacks.
  struct Advised {
    std::set<ObjectClassHandle> registrations;
    std::set<InteractionClassHandle> interactions;
    std::map<ObjectHandle, AttributeSet> updates;
  };
  Advised advised;

  struct Receipt {
    std::map<std::uint32_t, unsigned> parts;
    unsigned retractions = 0;
  };
  using Key = std::tuple<double, std::string, std::uint32_t, std::uint64_t>;
  struct Receipts {
    // Tenure of the last reliable update in receive order, for each attribute.
    std::map<std::pair<ObjectHandle, AttributeHandle>, std::uint64_t> last_tenure;
    std::map<std::string, Receipt> by_tag;
    // Sequence number of the last message in receive order, by sender and transportation.
    std::map<std::pair<std::size_t, Transportation>, std::uint64_t> last;
    // Last message in time-stamp order since the last grant.
    std::optional<Key> last_tso_key;
  };
  Receipts receipts;

  // Time of a save for which it was told while it advanced beyond: it has all messages up to that
  // time.
  std::optional<double> save_time;

  // Last LBTS told, and how many federates had asked to regulate by then.
  struct ToldLbts {
    std::optional<double> value;
    std::uint64_t regulation_requests = 0;
  };
  ToldLbts told_lbts;

  // Returns whether its promises and grants bind the others.
  bool is_active() const { return joined && !leaving && !lost; }
  bool is_present() const { return joined && !lost; }
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
  std::string first_error;

  bool has_passed() const { return first_error.empty(); }
  void report_error(const std::string& error) {
    if (first_error.empty()) first_error = error;
  }
  void report_error(const Member& member, const std::string& error) {
    report_error(member.name + " " + error);
  }
  std::size_t place_of(const Member& member) const;
  const Instance* find_instance(ObjectHandle object) const;
  // As Instance::is_doubtful(); also true if a member leaves that could delete the instance.
  bool is_doubtful(ObjectHandle object) const;
  // Attributes that the member owns by its callbacks; attributes that others own.
  AttributeSet owned(const Member& member, ObjectHandle object) const;
  AttributeSet owned_by_others(const Member& member, const Instance& instance) const;
  // Bounds of its update region for the attribute; empty: the default region.
  std::optional<Ranges> update_region(const Member& member, ObjectHandle object,
                                      AttributeHandle attribute) const;
  // Attributes of other owners that it subscribes to at the class by overlapping subscriptions, in
  // the present state.
  AttributeSet reachable_attributes(const Member& member, ObjectClassHandle at, ObjectHandle object,
                                    bool active = false) const;
  // Returns whether no attribute is in reach, or was since the last rest or the registration.
  bool is_surely_out_of_reach(const Member& member, ObjectHandle object) const;
  // Record that the member no longer owns the attributes, or owns them from now on.
  void remove_ownership(Member& member, ObjectHandle object, const AttributeSet& attributes);
  void add_ownership(Member& member, ObjectHandle object, const AttributeSet& attributes);
  // Records that the member does not know the instance any more.
  void forget_instance(Member& member, ObjectHandle object);
};

}  // namespace triad::test
