/* The HLA 1.3 C++ API of Triad RTI: what a federate includes first.
 *
 * Declares everything inside `class RTI`, as RTI 1.3-NG does, from C++98 to the newest standard.
 * Knobs that a federate may set before including this file:
 * - RTI_USES_STD_FSTREAM: accepted as of old and always on; <fstream.h> is gone.
 * - RTI_USES_NAMESPACE: `namespace RTI` in place of `class RTI` (same symbols, same library).
 * - RTI_USES_THROW_LISTS: spell the services' throw(...) lists (before C++17 only).
 * - RTI_USES_NO_THROW_LISTS: for a libFedTime of your own, see FedTimeFactory.hh.
 * - RTI_DESTRUCTORS_NEVER_THROW: noexcept destructors of ambassadors; see RTI_MAY_THROW below.
 * - STATIC_RTI, STATIC_FEDTIME: on Windows, link to static libraries.
 */
#ifndef RTI_hh
#define RTI_hh

#ifndef RTI_USES_STD_FSTREAM
#define RTI_USES_STD_FSTREAM
#endif
#ifndef RTI_STD
#define RTI_STD std
#endif

#include <cstddef>
#include <fstream>
#include <iostream>
#include <string>
#ifdef CERTI_REALTIME_EXTENSIONS
#include <sched.h>
#endif

#if defined(_MSVC_LANG)
#define RTI_CPLUSPLUS _MSVC_LANG
#else
#define RTI_CPLUSPLUS __cplusplus
#endif

#if RTI_CPLUSPLUS > 201703L
#include <type_traits>
#endif

/* Export marks. Exceptions are thrown and caught across libRTI-NG, libFedTime and the federate, so
 * their type information must be visible even where a federate is built with hidden symbols. */
#if defined(_WIN32)
#if defined(STATIC_RTI)
#define RTI_EXPORT
#elif defined(BUILDING_RTI) || defined(RTI_EXPORTS)
#define RTI_EXPORT __declspec(dllexport)
#else
#define RTI_EXPORT __declspec(dllimport)
#endif
#if defined(STATIC_FEDTIME)
#define FEDTIME_EXPORT
#elif defined(BUILDING_FEDTIME) || defined(FedTime_EXPORTS)
#define FEDTIME_EXPORT __declspec(dllexport)
#else
#define FEDTIME_EXPORT __declspec(dllimport)
#endif
#elif defined(__GNUC__)
#define RTI_EXPORT __attribute__((visibility("default")))
#define FEDTIME_EXPORT __attribute__((visibility("default")))
#else
#define RTI_EXPORT
#define FEDTIME_EXPORT
#endif
#define RTI_EXPORT_FEDTIME FEDTIME_EXPORT

/* Exception lists. RTI_THROW((A, B)) says what a service may throw and is empty unless asked for.
 * Virtual functions never carry a list, in any standard: an override may have any list or none. */
#if defined(RTI_USES_THROW_LISTS) && RTI_CPLUSPLUS < 201703L
#define RTI_THROW(list) throw list
#else
#define RTI_THROW(list)
#endif

/* Functions that never throw, and destructors that may. From C++11 a plain destructor is noexcept,
 * and a federate's `virtual ~MyFed() throw(RTI::FederateInternalError)` would be an error below it:
 * hence noexcept(false). Its price: a class is refused that derives from an ambassador and also
 * from something whose virtual destructor is noexcept (a GUI toolkit's, say), or has an ambassador
 * as a member and such a base. RTI_DESTRUCTORS_NEVER_THROW helps there. */
#if RTI_CPLUSPLUS >= 201103L
#define RTI_NOEXCEPT noexcept
#else
#define RTI_NOEXCEPT throw()
#endif
#if RTI_CPLUSPLUS < 201103L
#define RTI_MAY_THROW
#elif defined(RTI_DESTRUCTORS_NEVER_THROW)
#define RTI_MAY_THROW noexcept
#else
#define RTI_MAY_THROW noexcept(false)
#endif

/* For what is declared and not defined: the compiler refuses a call, or else the linker does. */
#if defined(__has_attribute)
#if __has_attribute(error)
#define RTI_NOT_TO_BE_CALLED(why) __attribute__((error(why)))
#endif
#endif
#ifndef RTI_NOT_TO_BE_CALLED
#define RTI_NOT_TO_BE_CALLED(why)
#endif

struct RTIambPrivateRefs;
struct RTIambPrivateData;

/* Who asks for the lists shall not be told at each of them that C++11 deprecates such lists. */
#if defined(RTI_USES_THROW_LISTS) && defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated"
#endif

/** @brief The HLA 1.3 API: types, exceptions and the two ambassadors. */
#ifdef RTI_USES_NAMESPACE
namespace RTI {
#else
class RTI_EXPORT RTI {
 public:
#endif

/* clang-format off */
#include "baseTypes.hh"
#include "RTItypes.hh"
/* clang-format on */

/** @brief The services: what a federate calls.
 *
 * One ambassador is one federate. A service is called by one thread at a time; callbacks come
 * inside tick alone.
 */
class RTI_EXPORT RTIambassador {
 public:
#include "RTIambServices.hh"
};

/** @brief The callbacks: what the RTI calls, inside RTIambassador::tick.
 *
 * A federate derives from it, or from NullFederateAmbassador to override only some. A callback may
 * call services, but not tick, join and resign.
 */
class RTI_EXPORT FederateAmbassador {
 public:
#include "federateAmbServices.hh"
};

#ifdef RTI_USES_NAMESPACE
} /* namespace RTI */
#else
};
#endif

#if defined(RTI_USES_THROW_LISTS) && defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

/** @brief An exception as text: its name and its reason. */
RTI_EXPORT RTI_STD::ostream& operator<<(RTI_STD::ostream& stream, RTI::Exception* exception);
/** @brief An exception as text: its name and its reason. */
RTI_EXPORT RTI_STD::ostream& operator<<(RTI_STD::ostream& stream, const RTI::Exception* exception);
/** @brief An exception as text: its name and its reason. */
RTI_EXPORT RTI_STD::ostream& operator<<(RTI_STD::ostream& stream, RTI::Exception const& exception);
#ifdef RTI_USES_NAMESPACE
namespace RTI {
using ::operator<<;
}
#endif

/** @brief For derived classes.
 *
 * A federation's own time class need not override assignment between its own kind: the assignment
 * that the compiler makes calls this one, of a base without data. */
inline RTI::FedTime& RTI::FedTime::operator=(const RTI::FedTime&) {
  return *this;
}

#if RTI_CPLUSPLUS > 201703L
/** @brief Whether the two are equal.
 *
 * From C++20 a == b is also tried as b == a; for two objects of one time class the two tie, since
 * operator== takes the base class. These, exact in both arguments, settle it.
 */
template <class Time>
requires(std::is_convertible_v<const Time*, const RTI::FedTime*> &&
         !std::is_same_v<Time, RTI::FedTime>) inline RTI::Boolean
operator==(const Time& left, const Time& right) {
  return left.operator==(right);
}
/** @brief Whether the two differ. */
template <class Time>
requires(std::is_convertible_v<const Time*, const RTI::FedTime*> &&
         !std::is_same_v<Time, RTI::FedTime>) inline RTI::Boolean
operator!=(const Time& left, const Time& right) {
  if constexpr (requires { left.operator!=(right); }) {
    return left.operator!=(right);
  } else {
    return left.operator==(right) ? RTI::RTI_FALSE : RTI::RTI_TRUE;
  }
}
#endif

#endif /* RTI_hh */
