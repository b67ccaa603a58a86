// libFedTime: the federation's logical time, here RTIfedTime (a double), and the factory by which
// the RTI makes times without knowing their class. A federation may put its own library of this
// name in place of this one; so nothing of libRTI, and nothing beyond the API headers, may be used
// here.
#include <fedtime.hh>

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <new>
#include <string>
#include <typeinfo>
#include <utility>

// libRTI's sign that times are this library's doubles, which its RTIA then calculates with itself;
// and how it gives one of its FedTimeFactory another value without making a new one.
extern "C" __attribute__((visibility("default"))) void triad_fedtime_assign(RTI::FedTime& time,
                                                                            double value);
extern "C" void triad_fedtime_assign(RTI::FedTime& time, double value) {
  static_cast<RTIfedTime&>(time) = value;
}

namespace {

// The smallest increment that a federate gets from setEpsilon. Far below any step that simulations
// take, yet large enough that time + epsilon > time holds for doubles up to 9e6 (104 days in
// seconds). The least positive double, or DBL_EPSILON, would vanish in the sum already at 1.0
// or 2.0, and a lookahead of epsilon with it.
constexpr double kEpsilon = 1e-9;

constexpr int kEncodedBytes = 8;

RTI::Boolean boolean(bool value) {
  return value ? RTI::RTI_TRUE : RTI::RTI_FALSE;
}

double number(double value) {
  if (std::isnan(value)) {
    throw RTI::InvalidFederationTime("not a number: no time of a federation");
  }
  return value;
}

double divisor(double value) {
  if (value == 0.0) {
    throw RTI::InvalidFederationTime("division of a time by zero");
  }
  return value;
}

// The value of a time that must be an RTIfedTime; by far most are exactly that class.
double value_of(const RTI::FedTime& time) {
  if (typeid(time) == typeid(RTIfedTime)) {
    return static_cast<const RTIfedTime&>(time).RTIfedTime::getTime();
  }
  const auto* derived = dynamic_cast<const RTIfedTime*>(&time);
  if (derived == nullptr) {
    throw RTI::InvalidFederationTime("this libFedTime works with RTIfedTime, not with other times");
  }
  return derived->getTime();
}

// Room for the longest text below: sign, 17 digits of 1e16, no fraction then; or sign, 0.00000, 17
// digits; or sign, 17 digits, point, exponent.
using Text = std::array<char, 40>;

// The shortest decimal text that reads back as exactly this value, without exponent where people
// would write none. Returns its length; a NUL follows.
std::size_t print(double value, Text& text) {
  const double size = std::fabs(value);
  const bool plain = size == 0.0 || (size >= 1e-6 && size < 1e17);
  const double unsigned_zero = value == 0.0 ? 0.0 : value;  // -0.0 prints as 0
  char* const last = text.data() + text.size() - 1;
  const std::to_chars_result end =
      plain ? std::to_chars(text.data(), last, unsigned_zero, std::chars_format::fixed)
            : std::to_chars(text.data(), last, unsigned_zero);
  *end.ptr = '\0';
  return static_cast<std::size_t>(end.ptr - text.data());
}

}  // namespace

// Out of line and in this library: the one place of FedTime's type information.
RTI::FedTime::~FedTime() = default;

RTI::FedTime* RTI::FedTimeFactory::makeZero() {
  FedTime* time = new (std::nothrow) RTIfedTime;
  if (time == nullptr) {
    throw RTI::MemoryExhausted("no memory for a time");
  }
  return time;
}

RTI::FedTime* RTI::FedTimeFactory::decode(const char* buf) {
  std::uint64_t bits = 0;
  for (int i = 0; i < kEncodedBytes; ++i) {
    bits = bits << 8 | static_cast<unsigned char>(buf[i]);
  }
  FedTime* time = new (std::nothrow) RTIfedTime(std::bit_cast<double>(bits));
  if (time == nullptr) {
    throw RTI::MemoryExhausted("no memory for a time");
  }
  return time;
}

RTIfedTime::RTIfedTime() : _fedTime(0.0) {}
RTIfedTime::RTIfedTime(const RTI::Double& value) : RTI::FedTime(), _fedTime(value) {}
RTIfedTime::RTIfedTime(const RTI::FedTime& time) : RTI::FedTime(), _fedTime(value_of(time)) {}
RTIfedTime::RTIfedTime(const RTIfedTime& time) : RTI::FedTime(), _fedTime(time._fedTime) {}
RTIfedTime::~RTIfedTime() = default;

void RTIfedTime::setZero() {
  _fedTime = 0.0;
}
RTI::Boolean RTIfedTime::isZero() {
  return boolean(_fedTime == 0.0);
}
void RTIfedTime::setEpsilon() {
  _fedTime = kEpsilon;
}
RTI::Boolean RTIfedTime::isEpsilon() const {
  return boolean(_fedTime == kEpsilon);
}
void RTIfedTime::setPositiveInfinity() {
  _fedTime = std::numeric_limits<double>::infinity();
}
RTI::Boolean RTIfedTime::isPositiveInfinity() {
  return boolean(_fedTime == std::numeric_limits<double>::infinity());
}
RTI::Double RTIfedTime::getTime() const {
  return _fedTime;
}

int RTIfedTime::encodedLength() const {
  return kEncodedBytes;
}

void RTIfedTime::encode(char* buff) const {
  const auto bits = std::bit_cast<std::uint64_t>(_fedTime);
  for (int i = 0; i < kEncodedBytes; ++i) {
    buff[i] = static_cast<char>(bits >> (8 * (kEncodedBytes - 1 - i)));
  }
}

int RTIfedTime::getPrintableLength() const {
  Text text;
  return static_cast<int>(print(_fedTime, text)) + 1;
}

void RTIfedTime::getPrintableString(char* buff) {
  Text text;
  memcpy(buff, text.data(), print(_fedTime, text) + 1);
}

// Assignment and arithmetic. A value that is not a number is refused before it changes anything.
#define TRIAD_ASSIGNING(OPERATOR, EXPRESSION)                          \
  RTI::FedTime& RTIfedTime::operator OPERATOR(const RTI::Double& x) {  \
    _fedTime = number(EXPRESSION);                                     \
    return *this;                                                      \
  }                                                                    \
  RTI::FedTime& RTIfedTime::operator OPERATOR(const RTI::FedTime& x) { \
    return RTIfedTime::operator OPERATOR(value_of(x));                 \
  }

TRIAD_ASSIGNING(=, x)
TRIAD_ASSIGNING(+=, _fedTime + x)
TRIAD_ASSIGNING(-=, _fedTime - x)
TRIAD_ASSIGNING(*=, _fedTime* x)
TRIAD_ASSIGNING(/=, _fedTime / divisor(x))
#undef TRIAD_ASSIGNING

RTI::FedTime& RTIfedTime::operator=(const RTIfedTime& time) {
  _fedTime = number(time._fedTime);
  return *this;
}

// The operators that make a new time: for const objects, as the API has them for others, and with
// the double on the left.
#define TRIAD_MAKING(OPERATOR, ASSIGNING)                                            \
  RTIfedTime RTIfedTime::operator OPERATOR(const RTI::Double& x) const {             \
    RTIfedTime result(_fedTime);                                                     \
    result ASSIGNING x;                                                              \
    return result;                                                                   \
  }                                                                                  \
  RTIfedTime RTIfedTime::operator OPERATOR(const RTI::FedTime& x) const {            \
    return *this OPERATOR value_of(x);                                               \
  }                                                                                  \
  RTIfedTime RTIfedTime::operator OPERATOR(const RTI::Double& x) {                   \
    return std::as_const(*this) OPERATOR x;                                          \
  }                                                                                  \
  RTIfedTime RTIfedTime::operator OPERATOR(const RTI::FedTime& x) {                  \
    return std::as_const(*this) OPERATOR value_of(x);                                \
  }                                                                                  \
  RTIfedTime operator OPERATOR(const RTI::Double& left, const RTI::FedTime& right) { \
    return RTIfedTime(left) OPERATOR value_of(right);                                \
  }

TRIAD_MAKING(+, +=)
TRIAD_MAKING(-, -=)
TRIAD_MAKING(*, *=)
TRIAD_MAKING(/, /=)
#undef TRIAD_MAKING

#define TRIAD_COMPARING(OPERATOR)                                           \
  RTI::Boolean RTIfedTime::operator OPERATOR(const RTI::Double& x) const {  \
    return boolean(number(_fedTime) OPERATOR number(x));                    \
  }                                                                         \
  RTI::Boolean RTIfedTime::operator OPERATOR(const RTI::FedTime& x) const { \
    return boolean(number(_fedTime) OPERATOR number(value_of(x)));          \
  }

TRIAD_COMPARING(<=)
TRIAD_COMPARING(<)
TRIAD_COMPARING(>=)
TRIAD_COMPARING(>)
TRIAD_COMPARING(==)
TRIAD_COMPARING(!=)
#undef TRIAD_COMPARING

// Any time prints: getPrintableString is non-const by an oversight of the API, and changes nothing.
std::ostream& operator<<(std::ostream& stream, const RTI::FedTime& time) {
  std::string text(static_cast<std::size_t>(time.getPrintableLength()), '\0');
  const_cast<RTI::FedTime&>(time).getPrintableString(text.data());
  return stream << text.c_str();
}
