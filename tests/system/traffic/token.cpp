#include "tests/system/traffic/token.hpp"

#include <unistd.h>

#include <memory>
#include <sstream>
#include <utility>

#include "tests/system/faults/faulty_federate.hpp"

namespace traffic {

namespace {

using Attributes = std::unique_ptr<RTI::AttributeHandleSet>;

Attributes only(RTI::AttributeHandle attribute) {
  Attributes set(RTI::AttributeHandleSetFactory::create(1));
  set->add(attribute);
  return set;
}

}  // namespace

void Token::declare() {
  class_ = rti_.getObjectClassHandle("Token");
  value_ = rti_.getAttributeHandle("Count", class_);
  rti_.publishObjectClass(class_, *only(value_));
  rti_.subscribeObjectClassAttributes(class_, *only(value_));
  subscribed_at_ = instant_now();
}

void Token::register_token() {
  object_ = rti_.registerObjectInstance(class_, "token");
  standing_ = Standing::owns;
  is_complete_ = true;
}

void Token::step() {
  if (object_ == 0) return;
  if (standing_ == Standing::none && is_complete_) {
    request_ownership();
  } else if (standing_ == Standing::acquired) {
    standing_ = Standing::advances;
  } else if (standing_ == Standing::advances || standing_ == Standing::owns) {
    standing_ = Standing::owns;
    increment_count();
    if (is_release_requested_) release_to_requester();
  }
}

void Token::request_ownership() {
  try {
    rti_.attributeOwnershipAcquisition(object_, *only(value_), "");
    standing_ = Standing::asks;
  } catch (const RTI::ObjectNotKnown&) {
    // The notice of its deletion is in transit.
  }
}

void Token::increment_count() {
  const std::string text = std::to_string(++count_) + " " + std::to_string(instant_now()) + " " +
                           std::to_string(::getpid());
  const std::unique_ptr<RTI::AttributeHandleValuePairSet> set(RTI::AttributeSetFactory::create(1));
  set->add(value_, text.data(), static_cast<RTI::ULong>(text.size()));
  rti_.updateAttributeValues(object_, *set, "");
}

void Token::release_to_requester() {
  is_release_requested_ = false;
  try {
    const Attributes given(rti_.attributeOwnershipReleaseResponse(object_, *only(value_)));
    if (given->size() > 0) standing_ = Standing::none;
  } catch (const RTI::FederateWasNotAskedToReleaseAttribute&) {
    // The asking federate has departed.
  }
}

void Token::record_acquisition() {
  if (standing_ != Standing::asks)
    fail_check("this federate has received the token without a request for it");
  standing_ = Standing::acquired;
  ++turns_;
}

void Token::receive_value(const std::string& text) {
  std::istringstream words(text);
  std::uint64_t count = 0;
  Instant sent = 0;
  int writer = 0;
  words >> count >> sent >> writer;
  if (!words) fail_check("the token's count cannot be read: " + text);
  if (standing_ == Standing::owns)
    fail_check(
        "another federate has incremented the token's count, although this federate owns the "
        "token");
  const bool may_begin_anew = routers_get_lost_ && std::exchange(writer_, writer) != writer;
  if (!may_begin_anew && (is_complete_ ? count != count_ + 1 : count <= count_)) {
    fail_check("the token's count is " + text + " after " + std::to_string(count_));
  }
  count_ = count;
  is_complete_ = is_complete_ || sent >= subscribed_at_;
}

}  // namespace traffic
