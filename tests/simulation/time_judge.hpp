// The judge of the time simulation: what all federates of a run have sent and been told, as they
// see it, and whether that may be. It knows calls and callbacks (wire/messages) and
// clock_model.hpp, nothing of the RTI's inside, and judges only what is certain: a federate that
// changes its mind about a subscription while a message is on its way may or may not get it.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "tests/simulation/clock_model.hpp"
#include "wire/message_list.hpp"

namespace triad::test {

// The few classes of the test model that the time simulation uses, with their order in the FED.
inline constexpr wire::ObjectClassHandle kVehicleClass{2};
inline constexpr wire::AttributeHandle kPositionAttribute{2};   // timestamp
inline constexpr wire::AttributeHandle kSpeedAttribute{3};      // receive
inline constexpr wire::AttributeHandle kPrivilegeAttribute{1};  // timestamp
inline constexpr wire::InteractionClassHandle kShotClass{2};    // timestamp

// A federate's time as the calls carry it.
double decoded_time(wire::Bytes encoded);

// Something that was sent, found again by its tag.
struct Message {
  enum class What { update, interaction, deletion };
  What what = What::interaction;
  std::string tag;
  std::size_t sender = 0;  // place in TimeJudge::members
  std::uint64_t sequence = 0;
  std::uint64_t step = 0;
  std::optional<double> time{};
  wire::ObjectHandle object{};
  // The parts of an update (attribute handles), or one part 0; whether sent in time-stamp order.
  std::map<std::uint32_t, bool> parts{};
  std::uint64_t serial = 0;
  bool retracted = false;

  bool stamped() const;
};

// One membership: a federate that joins again is another.
struct Member {
  std::string name;
  std::string type;
  wire::FederateHandle handle;
  bool joined = true;
  bool leaving = false;  // it has asked to resign
  bool lost = false;     // its link was cut or its process died: what it sent last may be lost, too
  std::uint64_t joined_at = 0;
  ClockModel clock;
  std::uint64_t constrained_at = 0;    // the step of the callback
  std::uint64_t unswitched_at = 0;     // asynchronous delivery went off
  std::uint64_t regulating_since = 0;  // the sequence number of the first message since
  std::uint64_t sent = 0;

  // Subscriptions, and the last step at which each was changing.
  bool shots = false;
  bool vehicles = false;
  std::uint64_t shots_changed = 0;
  std::uint64_t vehicles_changed = 0;
  bool publishes_shots = false;

  std::map<wire::ObjectHandle, std::uint64_t>
      known;  // own ones and those discovered, with the step
  std::set<wire::ObjectHandle> own;
  std::map<wire::ObjectHandle, std::string> removed;  // by the message with this tag
  std::set<wire::ObjectHandle> once_removed;

  struct Receipt {
    std::map<std::uint32_t, unsigned> parts;
    unsigned retractions = 0;
  };
  std::map<std::string, Receipt> received;  // by tag

  // Whether the others are to count with what it promises or was granted.
  bool counts() const { return joined && !leaving && !lost; }

  // Of the messages in time-stamp order since the last grant.
  using Key = std::tuple<double, std::string, std::uint32_t, std::uint64_t>;
  std::optional<Key> last;

  // The LBTS as last told, and how many federates had asked to regulate by then.
  std::optional<double> lbts;
  std::uint64_t regulators_then = 0;
};

class TimeJudge {
 public:
  std::vector<std::unique_ptr<Member>> members;
  std::map<std::string, Message> messages;
  std::uint64_t now = 0;

  bool fine() const { return complaint.empty(); }
  void complain(const Member& member, const std::string& what);
  std::string complaint;

  // A message was accepted.
  void sent(Message message);
  // What the federate answered to a query, at the time of it.
  void told(Member& member, wire::TimeQuery which, double value);
  // Whether a stamp had to be accepted or refused; empty: fine either way.
  std::optional<bool> must_accept(const Member& member, double stamp) const;
  std::optional<bool> must_retract(const Member& member, const Message& message) const;
  void regulation_requested() { ++regulators_; }

  // Callbacks.
  void on(Member&, const wire::DiscoverObjectInstance&);
  void on(Member&, const wire::ReflectAttributeValues&);
  void on(Member&, const wire::ReceiveInteraction&);
  void on(Member&, const wire::RemoveObjectInstance&);
  void on(Member&, const wire::TimeRegulationEnabled&);
  void on(Member&, const wire::TimeConstrainedEnabled&);
  void on(Member&, const wire::TimeAdvanceGrant&);
  void on(Member&, const wire::RequestRetraction&);
  template <class Other>
  void on(Member&, const Other&) {}

  // All is quiet, though not over: the LBTS that `member` is told must be exactly this, if
  // anything.
  std::optional<double> exact_lbts(const Member& member) const;
  // Nothing is on its way and every callback has been taken.
  void judge_end();

 private:
  Message* find(Member& member, std::string_view tag);
  void received(Member&, Message&, std::uint32_t part, bool in_order, wire::Bytes time);
  void in_time_stamp_order(Member&, const Message&, std::uint32_t part);
  void in_receive_order(Member&, const Message&, std::uint32_t part);
  void judge_receipt(const Member&, const Message&);
  bool due(const Member&, const Message&, std::uint32_t part) const;

  std::uint64_t regulators_ = 0;
};

}  // namespace triad::test
