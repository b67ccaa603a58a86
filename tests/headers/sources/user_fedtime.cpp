// A federation's own time type: ticks in a long, derived from RTI::FedTime, with exception lists
// where the language has them (WITHOUT_LISTS: without), and a complete libFedTime for it.
#include <stdio.h>
#include <RTI.hh>

#if __cplusplus < 201703L && !defined(WITHOUT_LISTS)
#define LIST(list) throw list
#else
#define LIST(list)
#endif

class Ticks : public RTI::FedTime {
 public:
  explicit Ticks(long ticks = 0) : ticks_(ticks) {}
  Ticks(const Ticks& other) : RTI::FedTime(), ticks_(other.ticks_) {}
  Ticks& operator=(const Ticks& other) {
    ticks_ = other.ticks_;
    return *this;
  }
  virtual ~Ticks() {}

  virtual void setZero() { ticks_ = 0; }
  virtual RTI::Boolean isZero() { return ticks_ == 0 ? RTI::RTI_TRUE : RTI::RTI_FALSE; }
  virtual void setEpsilon() { ticks_ = 1; }
  virtual void setPositiveInfinity() { ticks_ = infinity(); }
  virtual RTI::Boolean isPositiveInfinity() {
    return ticks_ == infinity() ? RTI::RTI_TRUE : RTI::RTI_FALSE;
  }
  virtual RTI::FedTime& operator+=(const RTI::FedTime& other) LIST((RTI::InvalidFederationTime)) {
    ticks_ += of(other);
    return *this;
  }
  virtual RTI::FedTime& operator-=(const RTI::FedTime& other) LIST((RTI::InvalidFederationTime)) {
    ticks_ -= of(other);
    return *this;
  }
  virtual RTI::Boolean operator<=(const RTI::FedTime& other) const
      LIST((RTI::InvalidFederationTime)) {
    return boolean(ticks_ <= of(other));
  }
  virtual RTI::Boolean operator<(const RTI::FedTime& other) const
      LIST((RTI::InvalidFederationTime)) {
    return boolean(ticks_ < of(other));
  }
  virtual RTI::Boolean operator>=(const RTI::FedTime& other) const
      LIST((RTI::InvalidFederationTime)) {
    return boolean(ticks_ >= of(other));
  }
  virtual RTI::Boolean operator>(const RTI::FedTime& other) const
      LIST((RTI::InvalidFederationTime)) {
    return boolean(ticks_ > of(other));
  }
  virtual RTI::Boolean operator==(const RTI::FedTime& other) const
      LIST((RTI::InvalidFederationTime)) {
    return boolean(ticks_ == of(other));
  }
  virtual RTI::FedTime& operator=(const RTI::FedTime& other) LIST((RTI::InvalidFederationTime)) {
    ticks_ = of(other);
    return *this;
  }
  virtual int encodedLength() const { return 8; }
  virtual void encode(char* buff) const {
    for (int i = 0; i < 8; ++i) buff[i] = char((ticks_ >> (8 * i)) & 0xFF);
  }
  virtual int getPrintableLength() const { return 24; }
  virtual void getPrintableString(char* buff) { sprintf(buff, "%ld", ticks_); }

  static Ticks* decode(const char* buff) {
    long ticks = 0;
    for (int i = 7; i >= 0; --i) ticks = ticks * 256 + static_cast<unsigned char>(buff[i]);
    return new Ticks(ticks);
  }

 private:
  static long infinity() { return (~0UL) >> 1; }
  static RTI::Boolean boolean(bool value) { return value ? RTI::RTI_TRUE : RTI::RTI_FALSE; }
  static long of(const RTI::FedTime& time) {
    const Ticks* ticks = dynamic_cast<const Ticks*>(&time);
    if (ticks == 0) throw RTI::InvalidFederationTime("not in ticks");
    return ticks->ticks_;
  }

  long ticks_;
};

RTI::FedTime::~FedTime() {}

RTI::FedTime* RTI::FedTimeFactory::makeZero() LIST((RTI::MemoryExhausted)) {
  return new Ticks;
}
RTI::FedTime* RTI::FedTimeFactory::decode(const char* buff) LIST((RTI::MemoryExhausted)) {
  return Ticks::decode(buff);
}

// A minimal time class: the compiler generates its copy operations.
class ShortTime : public Ticks {};

bool compare(const Ticks& a, const Ticks& b, const ShortTime& c, const ShortTime& d) {
  Ticks copy(a);
  copy = b;
  ShortTime shorter(c);
  shorter = d;
  return a == b && c == d && copy <= shorter;
}
