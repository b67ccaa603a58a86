/* RTIfedTime: logical time as a double, the class of time in Triad's libFedTime. A federation that
 * needs another class of time derives it from RTI::FedTime and builds its own libFedTime.
 *
 * Arithmetic and comparison are those of IEEE doubles, exact (no tolerance). They throw
 * RTI::InvalidFederationTime if a result or operand is not a number, if the divisor is zero, or if
 * an operand is of another class of time. Zero is 0.0, epsilon 1e-9, positive infinity IEEE
 * infinity. The encoding has 8 bytes, big-endian. */
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
 * Arithmetic and comparisons throw RTI::InvalidFederationTime if a result or operand is not a
 * number, if the divisor is zero, or if an operand is of another class of time.
 */
class FEDTIME_EXPORT RTIfedTime : public RTI::FedTime {
 public:
  /** @brief Creates time 0.0. */
  RTIfedTime();
  /** @brief Creates a time with the given value. */
  RTIfedTime(const RTI::Double&);
  /** @brief Copies a time, which must be of this class. */
  RTIfedTime(const RTI::FedTime&);
  /** @brief Copies a time. */
  RTIfedTime(const RTIfedTime&);
  /** @brief Destroys the time. */
  virtual ~RTIfedTime();

  /** @brief Sets the time to 0.0. */
  virtual void setZero();
  /** @brief Returns whether the time is 0.0. */
  virtual RTI::Boolean isZero();
  /** @brief Sets the time to 1e-9. */
  virtual void setEpsilon();
  /** @brief Sets the time to IEEE positive infinity. */
  virtual void setPositiveInfinity();
  /** @brief Returns whether the time is IEEE positive infinity. */
  virtual RTI::Boolean isPositiveInfinity();

  /** @brief Returns 8, the number of bytes that encode writes. */
  virtual int encodedLength() const;
  /** @brief Writes the time in 8 bytes, big-endian. */
  virtual void encode(char*) const;
  /** @brief Returns the number of characters that getPrintableString writes, with the final NUL. */
  virtual int getPrintableLength() const;
  /** @brief Writes the time as decimal text. */
  virtual void getPrintableString(char*);

  /** @brief Adds the operand to this time. */
  virtual RTI::FedTime& operator+=(const RTI::FedTime&);
  /** @brief Subtracts the operand from this time. */
  virtual RTI::FedTime& operator-=(const RTI::FedTime&);
  /** @brief Returns whether this time is not later than the operand. */
  virtual RTI::Boolean operator<=(const RTI::FedTime&) const;
  /** @brief Returns whether this time is earlier than the operand. */
  virtual RTI::Boolean operator<(const RTI::FedTime&) const;
  /** @brief Returns whether this time is not earlier than the operand. */
  virtual RTI::Boolean operator>=(const RTI::FedTime&) const;
  /** @brief Returns whether this time is later than the operand. */
  virtual RTI::Boolean operator>(const RTI::FedTime&) const;
  /** @brief Returns whether the two times are equal. */
  virtual RTI::Boolean operator==(const RTI::FedTime&) const;
  /** @brief Assigns the other time. */
  virtual RTI::FedTime& operator=(const RTI::FedTime&);

  /* Members beyond RTI::FedTime. */
  /** @brief Returns the value. */
  virtual RTI::Double getTime() const;

  /** @brief Returns whether the two times are equal. */
  virtual RTI::Boolean operator==(const RTI::Double&) const;
  /** @brief Returns whether the two times differ. */
  virtual RTI::Boolean operator!=(const RTI::FedTime&) const;
  /** @brief Returns whether the two times differ. */
  virtual RTI::Boolean operator!=(const RTI::Double&) const;

  /** @brief Assigns the other time. */
  virtual RTI::FedTime& operator=(const RTIfedTime&);
  /** @brief Assigns the other time. */
  virtual RTI::FedTime& operator=(const RTI::Double&);

  /** @brief Multiplies this time by the operand. */
  virtual RTI::FedTime& operator*=(const RTI::FedTime&);
  /** @brief Divides this time by the operand. */
  virtual RTI::FedTime& operator/=(const RTI::FedTime&);
  /** @brief Adds the operand to this time. */
  virtual RTI::FedTime& operator+=(const RTI::Double&);
  /** @brief Subtracts the operand from this time. */
  virtual RTI::FedTime& operator-=(const RTI::Double&);
  /** @brief Multiplies this time by the operand. */
  virtual RTI::FedTime& operator*=(const RTI::Double&);
  /** @brief Divides this time by the operand. */
  virtual RTI::FedTime& operator/=(const RTI::Double&);

  /** @brief Returns the sum. */
  virtual RTIfedTime operator+(const RTI::FedTime&);
  /** @brief Returns the sum. */
  virtual RTIfedTime operator+(const RTI::Double&);
  /** @brief Returns the difference. */
  virtual RTIfedTime operator-(const RTI::FedTime&);
  /** @brief Returns the difference. */
  virtual RTIfedTime operator-(const RTI::Double&);
  /** @brief Returns the product. */
  virtual RTIfedTime operator*(const RTI::FedTime&);
  /** @brief Returns the product. */
  virtual RTIfedTime operator*(const RTI::Double&);
  /** @brief Returns the quotient. */
  virtual RTIfedTime operator/(const RTI::FedTime&);
  /** @brief Returns the quotient. */
  virtual RTIfedTime operator/(const RTI::Double&);

  /* Members that OpenRTI adds. */
  /** @brief Returns whether the time is 1e-9. */
  RTI::Boolean isEpsilon() const;
  /** @brief Returns whether this time is not later than the operand. */
  RTI::Boolean operator<=(const RTI::Double&) const;
  /** @brief Returns whether this time is earlier than the operand. */
  RTI::Boolean operator<(const RTI::Double&) const;
  /** @brief Returns whether this time is not earlier than the operand. */
  RTI::Boolean operator>=(const RTI::Double&) const;
  /** @brief Returns whether this time is later than the operand. */
  RTI::Boolean operator>(const RTI::Double&) const;
  /** @brief Returns the sum. */
  RTIfedTime operator+(const RTI::FedTime&) const;
  /** @brief Returns the sum. */
  RTIfedTime operator+(const RTI::Double&) const;
  /** @brief Returns the difference. */
  RTIfedTime operator-(const RTI::FedTime&) const;
  /** @brief Returns the difference. */
  RTIfedTime operator-(const RTI::Double&) const;
  /** @brief Returns the product. */
  RTIfedTime operator*(const RTI::FedTime&) const;
  /** @brief Returns the product. */
  RTIfedTime operator*(const RTI::Double&) const;
  /** @brief Returns the quotient. */
  RTIfedTime operator/(const RTI::FedTime&) const;
  /** @brief Returns the quotient. */
  RTIfedTime operator/(const RTI::Double&) const;

  /** @brief Writes the time as text. */
  friend FEDTIME_EXPORT RTI_STD::ostream& operator<<(RTI_STD::ostream&, const RTI::FedTime&);

 private:
  RTI::Double _fedTime;
};

/** @brief Writes the time as decimal text. */
FEDTIME_EXPORT RTI_STD::ostream& operator<<(RTI_STD::ostream&, const RTI::FedTime&);
#ifdef RTI_USES_NAMESPACE
namespace RTI {
using ::operator<<;
}
#endif

/** @brief Returns the sum. */
FEDTIME_EXPORT RTIfedTime operator+(const RTI::Double&, const RTI::FedTime&);
/** @brief Returns the difference. */
FEDTIME_EXPORT RTIfedTime operator-(const RTI::Double&, const RTI::FedTime&);
/** @brief Returns the product. */
FEDTIME_EXPORT RTIfedTime operator*(const RTI::Double&, const RTI::FedTime&);
/** @brief Returns the quotient. */
FEDTIME_EXPORT RTIfedTime operator/(const RTI::Double&, const RTI::FedTime&);

#if RTI_CPLUSPLUS > 201703L
/* From C++20 on, the compiler also tries b == a for a == b. If it chose that form the program would
 * be ill-formed, because the members return an enumeration. These operators match both arguments
 * exactly and are therefore chosen. */
/** @brief Returns whether the two times are equal. */
inline RTI::Boolean operator==(const RTI::FedTime& left, const RTIfedTime& right) {
  return left.operator==(right);
}
/** @brief Returns whether the two times differ. */
inline RTI::Boolean operator!=(const RTI::FedTime& left, const RTIfedTime& right) {
  return right.operator!=(left);
}
/** @brief Returns whether the two times are equal. */
inline RTI::Boolean operator==(const RTIfedTime& left, const RTIfedTime& right) {
  return left.operator==(right);
}
/** @brief Returns whether the two times differ. */
inline RTI::Boolean operator!=(const RTIfedTime& left, const RTIfedTime& right) {
  return left.operator!=(right);
}
#endif

#endif /* FedTime_h */
