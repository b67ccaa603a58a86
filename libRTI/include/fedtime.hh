/* RTIfedTime: logical time as a double, the kind of time that libFedTime brings. A federation that
 * wants another derives its own class from RTI::FedTime and builds its own libFedTime.
 *
 * Arithmetic and comparison are those of IEEE doubles, exact (no tolerance). What has no value as a
 * time is refused with RTI::InvalidFederationTime: a result or comparison of not-a-number, division
 * by zero, and another class of time as an operand. Zero 0.0, epsilon 1e-9, positive infinity
 * IEEE infinity. Encoded in 8 bytes, big-endian. */
#ifndef FedTime_h
#define FedTime_h
#ifndef HLA_FEDTIME_HH
#define HLA_FEDTIME_HH
#endif

#include "RTI.hh"

#include <string.h>
#include <sys/types.h>

class FEDTIME_EXPORT RTIfedTime : public RTI::FedTime {
 public:
  RTIfedTime();
  RTIfedTime(const RTI::Double&);
  RTIfedTime(const RTI::FedTime&);
  RTIfedTime(const RTIfedTime&);
  virtual ~RTIfedTime();

  virtual void setZero();
  virtual RTI::Boolean isZero();
  virtual void setEpsilon();
  virtual void setPositiveInfinity();
  virtual RTI::Boolean isPositiveInfinity();

  virtual int encodedLength() const;
  virtual void encode(char*) const;
  virtual int getPrintableLength() const;
  virtual void getPrintableString(char*);

  virtual RTI::FedTime& operator+=(const RTI::FedTime&);
  virtual RTI::FedTime& operator-=(const RTI::FedTime&);
  virtual RTI::Boolean operator<=(const RTI::FedTime&) const;
  virtual RTI::Boolean operator<(const RTI::FedTime&) const;
  virtual RTI::Boolean operator>=(const RTI::FedTime&) const;
  virtual RTI::Boolean operator>(const RTI::FedTime&) const;
  virtual RTI::Boolean operator==(const RTI::FedTime&) const;
  virtual RTI::FedTime& operator=(const RTI::FedTime&);

  /* From here on: beyond RTI::FedTime. */
  virtual RTI::Double getTime() const;

  virtual RTI::Boolean operator==(const RTI::Double&) const;
  virtual RTI::Boolean operator!=(const RTI::FedTime&) const;
  virtual RTI::Boolean operator!=(const RTI::Double&) const;

  virtual RTI::FedTime& operator=(const RTIfedTime&);
  virtual RTI::FedTime& operator=(const RTI::Double&);

  virtual RTI::FedTime& operator*=(const RTI::FedTime&);
  virtual RTI::FedTime& operator/=(const RTI::FedTime&);
  virtual RTI::FedTime& operator+=(const RTI::Double&);
  virtual RTI::FedTime& operator-=(const RTI::Double&);
  virtual RTI::FedTime& operator*=(const RTI::Double&);
  virtual RTI::FedTime& operator/=(const RTI::Double&);

  virtual RTIfedTime operator+(const RTI::FedTime&);
  virtual RTIfedTime operator+(const RTI::Double&);
  virtual RTIfedTime operator-(const RTI::FedTime&);
  virtual RTIfedTime operator-(const RTI::Double&);
  virtual RTIfedTime operator*(const RTI::FedTime&);
  virtual RTIfedTime operator*(const RTI::Double&);
  virtual RTIfedTime operator/(const RTI::FedTime&);
  virtual RTIfedTime operator/(const RTI::Double&);

  /* OpenRTI's additions. */
  RTI::Boolean isEpsilon() const;
  RTI::Boolean operator<=(const RTI::Double&) const;
  RTI::Boolean operator<(const RTI::Double&) const;
  RTI::Boolean operator>=(const RTI::Double&) const;
  RTI::Boolean operator>(const RTI::Double&) const;
  RTIfedTime operator+(const RTI::FedTime&) const;
  RTIfedTime operator+(const RTI::Double&) const;
  RTIfedTime operator-(const RTI::FedTime&) const;
  RTIfedTime operator-(const RTI::Double&) const;
  RTIfedTime operator*(const RTI::FedTime&) const;
  RTIfedTime operator*(const RTI::Double&) const;
  RTIfedTime operator/(const RTI::FedTime&) const;
  RTIfedTime operator/(const RTI::Double&) const;

  friend FEDTIME_EXPORT RTI_STD::ostream& operator<<(RTI_STD::ostream&, const RTI::FedTime&);

 private:
  RTI::Double _fedTime;
};

FEDTIME_EXPORT RTI_STD::ostream& operator<<(RTI_STD::ostream&, const RTI::FedTime&);
#ifdef RTI_USES_NAMESPACE
namespace RTI {
using ::operator<<;
}
#endif

FEDTIME_EXPORT RTIfedTime operator+(const RTI::Double&, const RTI::FedTime&);
FEDTIME_EXPORT RTIfedTime operator-(const RTI::Double&, const RTI::FedTime&);
FEDTIME_EXPORT RTIfedTime operator*(const RTI::Double&, const RTI::FedTime&);
FEDTIME_EXPORT RTIfedTime operator/(const RTI::Double&, const RTI::FedTime&);

#if RTI_CPLUSPLUS > 201703L
/* From C++20 a == b is also tried as b == a, which is ill-formed where it wins, since the members
 * return an enumeration. These, exact in both arguments, win first. */
inline RTI::Boolean operator==(const RTI::FedTime& left, const RTIfedTime& right) {
  return left.operator==(right);
}
inline RTI::Boolean operator!=(const RTI::FedTime& left, const RTIfedTime& right) {
  return right.operator!=(left);
}
inline RTI::Boolean operator==(const RTIfedTime& left, const RTIfedTime& right) {
  return left.operator==(right);
}
inline RTI::Boolean operator!=(const RTIfedTime& left, const RTIfedTime& right) {
  return left.operator!=(right);
}
#endif

#endif /* FedTime_h */
