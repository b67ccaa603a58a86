// A federation's own type of time: whole ticks without a sign, with arithmetic that wraps. Its
// encoding is none that the RTI could guess: a NUL, then eight bytes, most significant first, so it
// often has NULs at its end too. It is built as a libFedTime that replaces Triad's in each process
// of the federation.
#pragma once

#include <RTI.hh>

class WholeTicks : public RTI::FedTime {
 public:
  explicit WholeTicks(long long ticks = 0) : ticks_(static_cast<unsigned long long>(ticks)) {}
  WholeTicks(const WholeTicks& other) : RTI::FedTime(), ticks_(other.ticks_) {}
  long long ticks() const { return static_cast<long long>(ticks_); }

  void setZero() override { ticks_ = 0; }
  RTI::Boolean isZero() override;
  void setEpsilon() override { ticks_ = 1; }
  void setPositiveInfinity() override;
  RTI::Boolean isPositiveInfinity() override;

  RTI::FedTime& operator+=(const RTI::FedTime& other) override;
  RTI::FedTime& operator-=(const RTI::FedTime& other) override;
  RTI::Boolean operator<=(const RTI::FedTime& other) const override;
  RTI::Boolean operator<(const RTI::FedTime& other) const override;
  RTI::Boolean operator>=(const RTI::FedTime& other) const override;
  RTI::Boolean operator>(const RTI::FedTime& other) const override;
  RTI::Boolean operator==(const RTI::FedTime& other) const override;
  RTI::FedTime& operator=(const RTI::FedTime& other) override;
  WholeTicks& operator=(const WholeTicks& other) = default;

  int encodedLength() const override;
  void encode(char* buffer) const override;
  int getPrintableLength() const override;
  void getPrintableString(char* buffer) override;

 private:
  unsigned long long ticks_;
};
