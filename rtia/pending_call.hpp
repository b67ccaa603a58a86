// State of the federate's call in progress: the events it waits for, and its result. The Ambassador
// begins and ends it. The groups of a membership make it wait, set its result, or have it made
// again. Private to rtia/.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "wire/error.hpp"
#include "wire/record.hpp"

namespace triad::rtia {

class PendingCall {
 public:
  void begin() {
    error_.reset();
    must_call_again_ = false;
    value_ = 0;
    stated_at_ = 0;
    lacks_supply_ = is_answered_ = false;
  }

  // --- Waiting: for the reply to this member's record at a position, or for room at a receiver.

  void wait_for_reply(wire::Position asked_at) {
    waits_ = Waits::for_reply;
    asked_at_ = asked_at;
  }
  void wait_for_room() { waits_ = Waits::for_room; }
  // Waits until the federation's pause ends (federation_pause.hpp).
  void wait_for_pause() { waits_ = Waits::for_pause; }
  // Waits until the membership, which is about to end, is over.
  void wait_for_departure() { waits_ = Waits::for_departure; }
  // Makes the call also wait until the interest stated at that position is settled.
  void wait_for_settlement(wire::Position stated_at) { stated_at_ = stated_at; }
  // Makes the call also wait until the RTIG has supplied the instances for the request.
  void wait_for_supply() { lacks_supply_ = true; }
  bool waits() const { return waits_ != Waits::for_nothing; }
  bool waits_for_room() const { return waits_ == Waits::for_room; }
  bool waits_for_pause() const { return waits_ == Waits::for_pause; }
  bool waits_for_departure() const { return waits_ == Waits::for_departure; }
  bool waits_for_reply() const { return waits_ == Waits::for_reply; }
  // Returns whether the record with this header is the reply.
  bool is_answered_by(const wire::RecordHeader& header) const {
    return waits_ == Waits::for_reply && header.after_position == asked_at_;
  }

  // --- Completion.

  // Records that the reply has arrived.
  void record_reply() { is_answered_ = true; }
  // Records that all interest stated up to that position is settled.
  void record_settlement(wire::Position stated_at) {
    if (stated_at >= stated_at_) stated_at_ = 0;
  }
  // Records that the instances for the request at that position have been supplied.
  void record_supply(wire::Position asked_at) {
    if (asked_at == asked_at_) lacks_supply_ = false;
  }
  // Returns whether nothing is missing any more.
  bool is_done() const {
    return waits_ == Waits::for_reply && is_answered_ && stated_at_ == 0 && !lacks_supply_;
  }

  // Sets the handle that the call returns.
  void set_result(std::uint64_t value) { value_ = value; }
  void end(std::optional<wire::Error> error) {
    waits_ = Waits::for_nothing;
    error_ = std::move(error);
    must_call_again_ = false;
  }
  // Ends the wait so that the host, the Ambassador's caller, makes the call again with the same
  // arguments.
  void make_again() {
    end(std::nullopt);
    must_call_again_ = true;
  }
  const std::optional<wire::Error>& error() const { return error_; }
  bool must_call_again() const { return must_call_again_; }
  std::uint64_t value() const { return value_; }

  // --- Makes another call beside this one; the federate does not see it. Returns the position of
  // the request that it waits for; 0: it waits for nothing.
  template <class MakeCall>
  wire::Position make_side_call(MakeCall&& make_call) {
    const auto waits = std::exchange(waits_, Waits::for_nothing);
    const auto asked_at = asked_at_;
    const auto stated_at = stated_at_;
    const bool lacks_supply = lacks_supply_;
    make_call();
    stated_at_ = stated_at;
    lacks_supply_ = lacks_supply;
    const bool asks = waits_ == Waits::for_reply;
    const auto asked_beside = std::exchange(asked_at_, asked_at);
    waits_ = waits;
    return asks ? asked_beside : 0;
  }

 private:
  enum class Waits { for_nothing, for_reply, for_room, for_pause, for_departure };

  Waits waits_ = Waits::for_nothing;
  wire::Position asked_at_ = 0;
  wire::Position stated_at_ = 0;  // 0: nothing to be settled
  bool lacks_supply_ = false;
  bool is_answered_ = false;
  std::optional<wire::Error> error_;
  bool must_call_again_ = false;
  std::uint64_t value_ = 0;
};

}  // namespace triad::rtia
