// RTIfedTime as federates use it, in every C++ standard.
#include <fedtime.hh>

// Base and derived class on either side, because C++20 also tries reversed arguments.
bool compare(const RTI::FedTime& base, const RTIfedTime& time, RTIfedTime& changeable) {
  bool result = base == time;
  result = time == base || result;
  result = time == time || result;
  result = changeable == time || result;
  result = time == changeable || result;
  result = base == base || result;
  result = base == changeable || result;
  result = changeable == base || result;
  result = time == 1.0 || changeable == 1 || result;
  result = time != base || time != changeable || time != 1.0 || result;
#if __cplusplus > 201703L
  result = base != time || result;
#endif
  result = base < time || base <= time || base > time || base >= time || result;
  result = time < base || time <= base || time > base || time >= base || result;
  result = time < 1.0 || time <= 1.0 || time > 1.0 || time >= 1.0 || result;
  RTI::Boolean same = (time == time);
  RTI::Boolean mixed = (base == time);
  RTI::Boolean unequal = (time != time);
  return result || same || mixed || unequal == RTI::RTI_TRUE;
}

RTI::Double calculate(RTIfedTime now, const RTIfedTime& step, const RTI::FedTime& base) {
  RTIfedTime next = now + step;
  next = now + 1.0;
  next = now + base;
  next = 1.0 + now;
  next = step + step;
  next = now - step;
  next = now * 2.0;
  next = now / 2.0;
  next += step;
  next -= 1.0;
  next *= base;
  next /= 2;
  next = base;
  next = 3.0;
  next = RTIfedTime(4.0);
  RTIfedTime other(base);
  RTIfedTime another = 5.0;
  (next = other) += another;
  next.setZero();
  next.setEpsilon();
  next.setPositiveInfinity();
  if (next.isZero() || next.isPositiveInfinity() || next.isEpsilon()) return 0.0;
  return next.getTime();
}

void copy(const RTI::FedTime& time, std::ostream& stream) {
  char* encoded = new char[static_cast<size_t>(time.encodedLength())];
  time.encode(encoded);
  RTI::FedTime* decoded = RTI::FedTimeFactory::decode(encoded);
  RTI::FedTime* zero = RTI::FedTimeFactory::makeZero();
  *zero = *decoded;
  *zero += time;
  char* text = new char[static_cast<size_t>(zero->getPrintableLength())];
  zero->getPrintableString(text);
  stream << text << *zero << time;
  delete[] text;
  delete zero;
  delete decoded;
  delete[] encoded;
}

class DerivedTime : public RTIfedTime {
 public:
  DerivedTime() {}
  explicit DerivedTime(double value) : RTIfedTime(value) {}
  virtual RTI::Double getTime() const { return 2 * RTIfedTime::getTime(); }
};

bool derive(DerivedTime a, const DerivedTime& b) {
  a = b;
  a += b;
  return a == b && (a != b) == RTI::RTI_FALSE;
}
