#include "tests/binding/own_time/whole_ticks.hh"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>

namespace {

constexpr long long kForever = std::numeric_limits<long long>::max();
constexpr int kEncodedBytes = 20;

long long ticks_of(const RTI::FedTime& time) {
  return static_cast<const WholeTicks&>(time).ticks();
}

RTI::Boolean boolean(bool value) {
  return value ? RTI::RTI_TRUE : RTI::RTI_FALSE;
}

}  // namespace

RTI::FedTime::~FedTime() = default;

RTI::FedTime* RTI::FedTimeFactory::makeZero() {
  return new WholeTicks;
}

RTI::FedTime* RTI::FedTimeFactory::decode(const char* buffer) {
  return new WholeTicks(std::atoll(std::string(buffer, kEncodedBytes).c_str()));
}

RTI::Boolean WholeTicks::isZero() {
  return boolean(ticks_ == 0);
}
void WholeTicks::setPositiveInfinity() {
  ticks_ = kForever;
}
RTI::Boolean WholeTicks::isPositiveInfinity() {
  return boolean(ticks_ == kForever);
}

RTI::FedTime& WholeTicks::operator+=(const RTI::FedTime& other) {
  const long long more = ticks_of(other);
  ticks_ = ticks_ == kForever || more == kForever ? kForever : ticks_ + more;
  return *this;
}
RTI::FedTime& WholeTicks::operator-=(const RTI::FedTime& other) {
  if (ticks_ != kForever) ticks_ -= ticks_of(other);
  return *this;
}

RTI::Boolean WholeTicks::operator<=(const RTI::FedTime& other) const {
  return boolean(ticks_ <= ticks_of(other));
}
RTI::Boolean WholeTicks::operator<(const RTI::FedTime& other) const {
  return boolean(ticks_ < ticks_of(other));
}
RTI::Boolean WholeTicks::operator>=(const RTI::FedTime& other) const {
  return boolean(ticks_ >= ticks_of(other));
}
RTI::Boolean WholeTicks::operator>(const RTI::FedTime& other) const {
  return boolean(ticks_ > ticks_of(other));
}
RTI::Boolean WholeTicks::operator==(const RTI::FedTime& other) const {
  return boolean(ticks_ == ticks_of(other));
}
RTI::FedTime& WholeTicks::operator=(const RTI::FedTime& other) {
  ticks_ = ticks_of(other);
  return *this;
}

int WholeTicks::encodedLength() const {
  return kEncodedBytes;
}
void WholeTicks::encode(char* buffer) const {
  char text[kEncodedBytes + 1];
  std::snprintf(text, sizeof text, "%20lld", ticks_);
  std::memcpy(buffer, text, kEncodedBytes);
}
int WholeTicks::getPrintableLength() const {
  return static_cast<int>(std::to_string(ticks_).size()) + 1;
}
void WholeTicks::getPrintableString(char* buffer) {
  const std::string text = std::to_string(ticks_);
  std::memcpy(buffer, text.c_str(), text.size() + 1);
}
