// The exception classes of the HLA 1.3 API: their members, static names and stream operators, out
// of line so that each class has one type information, which libRTI-NG, libFedTime and federates
// share. Federates throw and catch these by value; nothing here may throw, since it runs while
// another exception is under way.
//
// Part of libRTI-NG, and of libFedTime, which so needs no other library: there with the classes
// that it throws alone (BUILDING_FEDTIME). In a process with both, one copy serves for both.
#include <RTI.hh>
#include <cstring>
#include <new>

// Stands for the reason when no memory is left for a copy; never freed. Visible, so that it is one
// for both libraries.
extern "C" RTI_EXPORT char triad_no_reason[1];
char triad_no_reason[1] = "";

#ifdef BUILDING_FEDTIME
#define TRIAD_EXCEPTIONS_HERE(DO) DO(InvalidFederationTime) DO(MemoryExhausted)
#else
#define TRIAD_EXCEPTIONS_HERE RTI_FOR_EACH_EXCEPTION
#endif

namespace {

char* copy_of(const char* reason) {
  if (reason == nullptr) {
    reason = "";
  }
  const std::size_t bytes = std::strlen(reason) + 1;
  char* copy = new (std::nothrow) char[bytes];
  if (copy == nullptr) {
    return triad_no_reason;
  }
  std::memcpy(copy, reason, bytes);
  return copy;
}

void release(char* reason) {
  if (reason != triad_no_reason) {
    delete[] reason;
  }
}

enum ExceptionNumber : long {
  kNone,
#define TRIAD_NUMBER(A) k##A,
  RTI_FOR_EACH_EXCEPTION(TRIAD_NUMBER)
#undef TRIAD_NUMBER
};

}  // namespace

RTI::Exception::Exception(const char* reason)
    : _serial(0), _reason(copy_of(reason)), _name("Exception") {}

RTI::Exception::Exception(ULong serial, const char* reason)
    : _serial(serial), _reason(copy_of(reason)), _name("Exception") {}

RTI::Exception::Exception(const Exception& toCopy)
    : _serial(toCopy._serial), _reason(copy_of(toCopy._reason)), _name(toCopy._name) {}

RTI::Exception::~Exception() {
  release(_reason);
}

// The name stays: it tells the class of the object, which assignment does not change.
RTI::Exception& RTI::Exception::operator=(const Exception& toCopy) {
  if (this != &toCopy) {
    release(_reason);
    _reason = copy_of(toCopy._reason);
    _serial = toCopy._serial;
  }
  return *this;
}

#define TRIAD_DEFINE_EXCEPTION(A)                                           \
  const char* RTI::A::_ex = #A;                                             \
  long RTI::A::type = k##A;                                                 \
  RTI::A::A(const char* reason) : Exception(reason) {                       \
    _name = _ex;                                                            \
  }                                                                         \
  RTI::A::A(ULong serial, const char* reason) : Exception(serial, reason) { \
    _name = _ex;                                                            \
  }                                                                         \
  RTI::A::A(A const& toCopy) : Exception(toCopy) {                          \
    _name = _ex;                                                            \
  }                                                                         \
  RTI::A::~A() = default;                                                   \
  RTI::A& RTI::A::operator=(A const& toCopy) {                              \
    Exception::operator=(toCopy);                                           \
    return *this;                                                           \
  }                                                                         \
  RTI::Exception* RTI::A::cloneSelf() const noexcept {                      \
    return new (std::nothrow) A(*this);                                     \
  }                                                                         \
  void RTI::A::throwSelf() const {                                          \
    throw *this;                                                            \
  }

TRIAD_EXCEPTIONS_HERE(TRIAD_DEFINE_EXCEPTION)

std::ostream& operator<<(std::ostream& stream, const RTI::Exception& exception) {
  return stream << exception._name << ": " << exception._reason;
}

std::ostream& operator<<(std::ostream& stream, const RTI::Exception* exception) {
  return exception == nullptr ? stream << "no exception" : stream << *exception;
}

std::ostream& operator<<(std::ostream& stream, RTI::Exception* exception) {
  return stream << static_cast<const RTI::Exception*>(exception);
}
