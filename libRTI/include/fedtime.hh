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

/** @brief Logical time as a double.
 *
 * Arithmetic and comparisons throw RTI::InvalidFederationTime for a result or comparison of
 * not-a-number, for a division by zero, and for another class of time as an operand.
 */
class FEDTIME_EXPORT RTIfedTime : public RTI::FedTime {
 public:
  /** @brief Zero. */
  RTIfedTime();
  /** @brief A time of that value. */
  RTIfedTime(const RTI::Double&);
  /** @brief A copy of a time of this class. */
  RTIfedTime(const RTI::FedTime&);
  /** @brief A copy. */
  RTIfedTime(const RTIfedTime&);
  /** @brief Ends the time. */
  virtual ~RTIfedTime();

  /** @brief Becomes 0.0. */
  virtual void setZero();
  /** @brief Whether it is 0.0. */
  virtual RTI::Boolean isZero();
  /** @brief Becomes 1e-9. */
  virtual void setEpsilon();
  /** @brief Becomes the infinity of IEEE. */
  virtual void setPositiveInfinity();
  /** @brief Whether it is the infinity of IEEE. */
  virtual RTI::Boolean isPositiveInfinity();

  /** @brief 8 bytes. */
  virtual int encodedLength() const;
  /** @brief Writes 8 bytes, big-endian. */
  virtual void encode(char*) const;
  /** @brief Characters of getPrintableString, NUL included. */
  virtual int getPrintableLength() const;
  /** @brief Writes the number as text. */
  virtual void getPrintableString(char*);

  /** @brief Adds. */
  virtual RTI::FedTime& operator+=(const RTI::FedTime&);
  /** @brief Subtracts. */
  virtual RTI::FedTime& operator-=(const RTI::FedTime&);
  /** @brief Whether it is not later. */
  virtual RTI::Boolean operator<=(const RTI::FedTime&) const;
  /** @brief Whether it is earlier. */
  virtual RTI::Boolean operator<(const RTI::FedTime&) const;
  /** @brief Whether it is not earlier. */
  virtual RTI::Boolean operator>=(const RTI::FedTime&) const;
  /** @brief Whether it is later. */
  virtual RTI::Boolean operator>(const RTI::FedTime&) const;
  /** @brief Whether the two are equal. */
  virtual RTI::Boolean operator==(const RTI::FedTime&) const;
  /** @brief Becomes equal to the other. */
  virtual RTI::FedTime& operator=(const RTI::FedTime&);

  /* From here on: beyond RTI::FedTime. */
  /** @brief The value. */
  virtual RTI::Double getTime() const;

  /** @brief Whether the two are equal. */
  virtual RTI::Boolean operator==(const RTI::Double&) const;
  /** @brief Whether the two differ. */
  virtual RTI::Boolean operator!=(const RTI::FedTime&) const;
  /** @brief Whether the two differ. */
  virtual RTI::Boolean operator!=(const RTI::Double&) const;

  /** @brief Becomes equal to the other. */
  virtual RTI::FedTime& operator=(const RTIfedTime&);
  /** @brief Becomes equal to the other. */
  virtual RTI::FedTime& operator=(const RTI::Double&);

  /** @brief Multiplies. */
  virtual RTI::FedTime& operator*=(const RTI::FedTime&);
  /** @brief Divides. */
  virtual RTI::FedTime& operator/=(const RTI::FedTime&);
  /** @brief Adds. */
  virtual RTI::FedTime& operator+=(const RTI::Double&);
  /** @brief Subtracts. */
  virtual RTI::FedTime& operator-=(const RTI::Double&);
  /** @brief Multiplies. */
  virtual RTI::FedTime& operator*=(const RTI::Double&);
  /** @brief Divides. */
  virtual RTI::FedTime& operator/=(const RTI::Double&);

  /** @brief The sum. */
  virtual RTIfedTime operator+(const RTI::FedTime&);
  /** @brief The sum. */
  virtual RTIfedTime operator+(const RTI::Double&);
  /** @brief The difference. */
  virtual RTIfedTime operator-(const RTI::FedTime&);
  /** @brief The difference. */
  virtual RTIfedTime operator-(const RTI::Double&);
  /** @brief The product. */
  virtual RTIfedTime operator*(const RTI::FedTime&);
  /** @brief The product. */
  virtual RTIfedTime operator*(const RTI::Double&);
  /** @brief The quotient. */
  virtual RTIfedTime operator/(const RTI::FedTime&);
  /** @brief The quotient. */
  virtual RTIfedTime operator/(const RTI::Double&);

  /* OpenRTI's additions. */
  /** @brief Whether it is 1e-9. */
  RTI::Boolean isEpsilon() const;
  /** @brief Whether it is not later. */
  RTI::Boolean operator<=(const RTI::Double&) const;
  /** @brief Whether it is earlier. */
  RTI::Boolean operator<(const RTI::Double&) const;
  /** @brief Whether it is not earlier. */
  RTI::Boolean operator>=(const RTI::Double&) const;
  /** @brief Whether it is later. */
  RTI::Boolean operator>(const RTI::Double&) const;
  /** @brief The sum. */
  RTIfedTime operator+(const RTI::FedTime&) const;
  /** @brief The sum. */
  RTIfedTime operator+(const RTI::Double&) const;
  /** @brief The difference. */
  RTIfedTime operator-(const RTI::FedTime&) const;
  /** @brief The difference. */
  RTIfedTime operator-(const RTI::Double&) const;
  /** @brief The product. */
  RTIfedTime operator*(const RTI::FedTime&) const;
  /** @brief The product. */
  RTIfedTime operator*(const RTI::Double&) const;
  /** @brief The quotient. */
  RTIfedTime operator/(const RTI::FedTime&) const;
  /** @brief The quotient. */
  RTIfedTime operator/(const RTI::Double&) const;

  friend FEDTIME_EXPORT RTI_STD::ostream& operator<<(RTI_STD::ostream&, const RTI::FedTime&);

 private:
  RTI::Double _fedTime;
};

/** @brief Writes the number as text. */
FEDTIME_EXPORT RTI_STD::ostream& operator<<(RTI_STD::ostream&, const RTI::FedTime&);
#ifdef RTI_USES_NAMESPACE
namespace RTI {
using ::operator<<;
}
#endif

/** @brief The sum. */
FEDTIME_EXPORT RTIfedTime operator+(const RTI::Double&, const RTI::FedTime&);
/** @brief The difference. */
FEDTIME_EXPORT RTIfedTime operator-(const RTI::Double&, const RTI::FedTime&);
/** @brief The product. */
FEDTIME_EXPORT RTIfedTime operator*(const RTI::Double&, const RTI::FedTime&);
/** @brief The quotient. */
FEDTIME_EXPORT RTIfedTime operator/(const RTI::Double&, const RTI::FedTime&);

#if RTI_CPLUSPLUS > 201703L
/* From C++20 a == b is also tried as b == a, which is ill-formed where it wins, since the members
 * return an enumeration. These, exact in both arguments, win first. */
/** @brief Whether the two are equal. */
inline RTI::Boolean operator==(const RTI::FedTime& left, const RTIfedTime& right) {
  return left.operator==(right);
}
/** @brief Whether the two differ. */
inline RTI::Boolean operator!=(const RTI::FedTime& left, const RTIfedTime& right) {
  return right.operator!=(left);
}
/** @brief Whether the two are equal. */
inline RTI::Boolean operator==(const RTIfedTime& left, const RTIfedTime& right) {
  return left.operator==(right);
}
/** @brief Whether the two differ. */
inline RTI::Boolean operator!=(const RTIfedTime& left, const RTIfedTime& right) {
  return left.operator!=(right);
}
#endif

#endif /* FedTime_h */
