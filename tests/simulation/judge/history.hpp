// What has happened in a run so far, as the federates themselves see it: who is a member, what each
// has sent, registered, declared and been told. Kept by the judges (judge.hpp), read by all of
// them.
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

// What may become of a call: it must raise one of `must`, if there are any; where it is not certain
// it may raise one of `may`.
struct Fate {
  std::set<wire::ErrorCode> must{};
  std::set<wire::ErrorCode> may{};

  Fate() = default;
  Fate(std::set<wire::ErrorCode> codes) : must(std::move(codes)) {}
  void add(bool applies, wire::ErrorCode code) {
    if (applies) must.insert(code);
  }
  // Where it is doubtful whether it applies it may be raised.
  void add(bool applies, wire::ErrorCode code, bool doubtful) {
    if (doubtful) may.insert(code);
    if (applies && !doubtful) must.insert(code);
  }
};

// A federate's time as the calls carry it.
double decoded_time(wire::Bytes encoded);

struct Part {
  bool tso = false;  // sent in time-stamp order
  Transportation transportation = Transportation::reliable;
  std::uint64_t tenure = 0;                     // of its sender as the attribute's owner
  std::optional<Ranges> region = std::nullopt;  // as it was then; empty: the default region
};

// An update, interaction or deletion that was sent, found again by its tag.
struct Message {
  enum class What { update, interaction, deletion };
  What what = What::interaction;
  std::string tag;
  std::size_t sender = 0;  // place in History::members
  std::uint64_t sequence = 0;
  std::uint64_t begun = 0;             // the step of the call
  std::optional<double> time{};        // of the message as sent
  std::optional<double> given_time{};  // of the call, if it differs
  ObjectHandle object{};
  InteractionClassHandle interaction_class{};
  std::set<std::uint32_t> parameters{};
  // By attribute handle; one part 0 of what has no attributes.
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
  // By place in History::members: what each owns, as it has been told itself. No entry is empty.
  std::map<std::size_t, AttributeSet> owned{};
  std::map<std::size_t, AttributeSet> offered{};  // of that
  std::map<std::size_t, AttributeSet> leaving{};  // it may be losing them by a call in progress
  std::size_t privileged = 0;                     // who had privilegeToDelete last
  std::set<std::size_t> may_get_privilege{};      // who has asked for it since all was quiet
  std::map<AttributeHandle, std::uint64_t> tenures{};  // how often it has got a new owner
  std::uint64_t registered = 0;                        // the step at which that call began
  std::uint64_t registered_until = 0;                  // and returned
  std::uint64_t ownership_changed = 0;                 // the last step
  bool is_deleted = false;        // or who could delete it has left and taken it along
  bool unsure = false;            // somebody was lost while that depended on what was under way
  bool abandoned = false;         // who wanted something of it has forgotten it since all was quiet
  bool settled = false;           // the federation has come to rest since its deletion
  std::string deletion{};         // in time-stamp order, by this message, unless that is retracted
  std::size_t deleter = kNobody;  // who sent that
  bool deleted_once = false;      // such a deletion has been sent, retracted or not
  bool exists() const { return !is_deleted && !unsure; }
  // Some know that it is deleted, or will be, and others not yet.
  bool doubtful() const { return !exists() || !deletion.empty(); }
  AttributeSet owned_by_all() const;
};

// An object instance at a federate that registered or discovered it.
struct Known {
  ObjectClassHandle known_class;
  std::uint64_t since = 0;
  AttributeSet in_scope{};  // as told
};

// What a member has under way about owning attributes of an instance, as it knows itself.
struct Wishes {
  AttributeSet acquiring;
  AttributeSet willing;                           // if available
  std::map<AttributeHandle, unsigned> cancelled;  // how often, without having been told what of it
  AttributeSet asked;                             // to release, since it owns them
  AttributeSet assumed;  // it was asked to assume them, wanted or had them, since it publishes them
  AttributeSet being_cancelled() const;
  AttributeSet pending() const { return acquiring | willing | being_cancelled(); }
};

// One membership: a federate that joins again is another.
struct Member {
  std::string name;
  std::string type;
  FederateHandle handle;
  bool joined = true;
  bool leaving = false;  // it has asked to resign
  bool lost = false;     // its link was cut or its process died: what it sent last may be lost, too
  std::uint64_t joined_at = 0;
  std::uint64_t all_taken_at = 0;  // all was quiet, and no callback was held back
  std::uint64_t left_at = 0;       // its resignation returned

  ClockModel clock;
  std::uint64_t constrained_at = 0;    // the step of the callback
  std::uint64_t freed_at = 0;          // its constraint went off
  std::uint64_t unswitched_at = 0;     // asynchronous delivery went off
  std::uint64_t regulating_since = 0;  // the sequence number of the first message since
  std::uint64_t sent = 0;

  Declared declared;
  std::map<InteractionClassHandle, Delivery> deliveries;  // that it changed
  std::map<std::pair<ObjectHandle, AttributeHandle>, Delivery> attribute_deliveries;

  std::map<ObjectHandle, Known> known;
  std::map<ObjectHandle, Wishes> wishes;
  std::map<ObjectHandle, std::string> removed;  // by the message with this tag
  std::set<ObjectHandle> once_removed;
  std::map<ObjectHandle, std::uint64_t> locally_deleted;  // the last step

  // Of its attributes those that are not in the default region.
  std::map<std::pair<ObjectHandle, AttributeHandle>, RegionHandle> update_regions;

  // Advisories as told.
  std::set<ObjectClassHandle> told_to_register;
  std::set<InteractionClassHandle> told_to_send;
  std::map<ObjectHandle, AttributeSet> told_to_update;

  struct Receipt {
    std::map<std::uint32_t, unsigned> parts;
    unsigned retractions = 0;
  };
  // Of the updates in receive order, reliable: the tenure in which the last one was sent.
  std::map<std::pair<ObjectHandle, AttributeHandle>, std::uint64_t> last_tenure;
  std::map<std::string, Receipt> received;  // by tag
  // Of the messages in receive order, by sender and transportation: the last one's sequence.
  std::map<std::pair<std::size_t, Transportation>, std::uint64_t> last_received;

  // Of the messages in time-stamp order since the last grant.
  using Key = std::tuple<double, std::string, std::uint32_t, std::uint64_t>;
  std::optional<Key> last;

  // Told to save at that time when it was on its way beyond: it has all messages up to it.
  std::optional<double> saved_at;

  // The LBTS as last told, and how many federates had asked to regulate by then.
  std::optional<double> lbts;
  std::uint64_t regulators_then = 0;

  // Whether the others are to count with what it promises or was granted.
  bool counts() const { return joined && !leaving && !lost; }
  bool present() const { return joined && !lost; }
  void dissociate(RegionHandle region, ObjectHandle object);
  // Messages in receive order wait until it asks to advance (5.6).
  bool holds_back_receive_order() const {
    return clock.constraint == ClockModel::Mode::on && !clock.asynchronous && !clock.advance;
  }
};

struct History {
  std::vector<std::unique_ptr<Member>> members;
  std::map<std::string, Message> messages;
  std::map<ObjectHandle, Instance> instances;
  std::map<RegionHandle, RegionModel> regions;
  std::uint64_t regions_changed = 0;  // the last step: bounds, or what they are associated with
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
  // Or somebody is leaving who could take it along.
  bool doubtful(ObjectHandle object) const;
  // What this federate owns of it, as it has been told; what others own.
  AttributeSet owned(const Member& member, ObjectHandle object) const;
  AttributeSet owned_by_others(const Member& member, const Instance& instance) const;
  // The bounds of its update region for the attribute; empty: the default region.
  std::optional<Ranges> update_region(const Member& member, ObjectHandle object,
                                      AttributeHandle attribute) const;
  // What it has subscribed at the class of what others own, by subscriptions that overlap, as
  // everything is now.
  AttributeSet in_reach(const Member& member, ObjectClassHandle at, ObjectHandle object,
                        bool active = false) const;
  // Nothing of it is, nor was since all was quiet or it was registered.
  bool surely_out_of_reach(const Member& member, ObjectHandle object) const;
  // It owns them no more, or from now on.
  void lose(Member& member, ObjectHandle object, const AttributeSet& attributes);
  void gain(Member& member, ObjectHandle object, const AttributeSet& attributes);
  // It does not know the instance any more.
  void forget(Member& member, ObjectHandle object);
};

}  // namespace triad::test
