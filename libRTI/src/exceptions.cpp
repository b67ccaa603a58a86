// The exception classes of the HLA 1.3 API: members, static names and stream operators. They are
// not inline, so each class has one type information, which libRTI-NG, libFedTime and federates
// share. Federates throw and catch them by value. No function here may throw, because it runs while
// another exception is active.
//
// Part of libRTI-NG and of libFedTime. libFedTime contains only the classes that it throws
// (BUILDING_FEDTIME), and so depends on no other library. In a process with both, one copy serves
// both.
#include <RTI.hh>
#include <cstring>
#include <new>

// Replaces the reason if no memory is left for a copy; never freed. Exported, so that both
// libraries use the same address.
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

// Does not assign _name: it names the class of this object.
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
