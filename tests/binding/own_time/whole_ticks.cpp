#include "tests/binding/own_time/whole_ticks.hh"

#include <cstring>
#include <limits>
#include <string>

namespace {

using Count = unsigned long long;

constexpr Count kForever = std::numeric_limits<Count>::max();
constexpr int kEncodedBytes = 9;

Count ticks_of(const RTI::FedTime& time) {
  return static_cast<Count>(static_cast<const WholeTicks&>(time).ticks());
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
  Count ticks = 0;
  for (int i = 1; i < kEncodedBytes; ++i)
    ticks = ticks << 8 | static_cast<unsigned char>(buffer[i]);
  return new WholeTicks(static_cast<long long>(ticks));
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
  ticks_ += ticks_of(other);
  return *this;
}
RTI::FedTime& WholeTicks::operator-=(const RTI::FedTime& other) {
  ticks_ -= ticks_of(other);
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
  Count rest = ticks_;
  for (int i = kEncodedBytes - 1; i > 0; --i, rest >>= 8)
    buffer[i] = static_cast<char>(rest & 0xff);
  buffer[0] = '\0';
}
int WholeTicks::getPrintableLength() const {
  return static_cast<int>(std::to_string(ticks_).size()) + 1;
}
void WholeTicks::getPrintableString(char* buffer) {
  const std::string text = std::to_string(ticks_);
  std::memcpy(buffer, text.c_str(), text.size() + 1);
}
