// The token: an attribute with a count that the federates of a traffic test own in turn. The owner
// increments the count and gives the token to the next federate that has asked for it. So no value
// may be missing, come twice, or come from two federates, even if federates depart. In a mesh,
// however, the last values of an owner may have reached only some federates when its router was
// lost (docs/mesh.md). If routers get lost, a count may therefore start again with another owner. A
// failed check prints "failed: ..." and ends the process.
#pragma once

#include <RTI.hh>

#include <cstdint>
#include <string>

#include "tests/system/traffic/ledger.hpp"

namespace traffic {

class Token {
 public:
  explicit Token(RTI::RTIambassador& rti) : rti_(rti) {}
  // Permits a count to start again with another owner.
  void expect_lost_routers() { routers_get_lost_ = true; }

  // Publishes the token's class and subscribes to it.
  void declare();
  // Registers the token. This federate is its first owner.
  void register_token();
  // Asks for the token, or increments and gives it away, as its standing requires. Called between
  // two time steps, outside of callbacks.
  void step();

  bool is_class(RTI::ObjectClassHandle object_class) const { return object_class == class_; }
  bool is_token(RTI::ObjectHandle object) const { return object_ != 0 && object == object_; }
  // Last value of the token that this federate has sent or received.
  std::uint64_t count() const { return count_; }
  // Number of times that the token has come to this federate.
  std::uint64_t turns() const { return turns_; }

  // --- Callbacks about the token.
  void record_discovery(RTI::ObjectHandle object) { object_ = object; }
  void record_removal() { object_ = 0; }
  void receive_value(const std::string& text);
  void record_acquisition();
  void record_release_request() { is_release_requested_ = true; }

 private:
  enum class Standing {
    none,      // another federate owns the token
    asks,      // has requested the ownership
    acquired,  // has received it in a callback; the next step() sees it
    advances,  // waits for one more time advance, because values of the last owner may come with it
    owns       // increments the count in each step()
  };

  void request_ownership();
  void increment_count();
  void release_to_requester();

  RTI::RTIambassador& rti_;
  RTI::ObjectClassHandle class_ = 0;
  RTI::AttributeHandle value_ = 0;
  RTI::ObjectHandle object_ = 0;
  Standing standing_ = Standing::none;
  bool is_release_requested_ = false;
  std::uint64_t count_ = 0;
  std::uint64_t turns_ = 0;
  Instant subscribed_at_ = 0;
  int writer_ = 0;  // process that sent the last value
  bool routers_get_lost_ = false;
  // True: each value after `count_` must arrive. False until a value arrives that was sent after
  // this federate subscribed.
  bool is_complete_ = false;
};

}  // namespace traffic
