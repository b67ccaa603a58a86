/* The HLA 1.3 C++ API of Triad RTI: the header that a federate includes first.
 *
 * Declares everything inside `class RTI`, as RTI 1.3-NG does, from C++98 to the newest standard.
 * A federate may define these macros before it includes this file:
 * - RTI_USES_STD_FSTREAM: always on; accepted for old sources, since <fstream.h> no longer exists.
 * - RTI_USES_NAMESPACE: `namespace RTI` in place of `class RTI` (same symbols, same library).
 * - RTI_USES_THROW_LISTS: declares services with throw(...) lists (before C++17 only).
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

/* Export attributes. Exceptions cross libRTI-NG, libFedTime and the federate, so their type
 * information must be visible even in a federate that is built with hidden symbols. */
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

/* Throw lists. RTI_THROW((A, B)) lists the exceptions of a service; it is empty unless
 * RTI_USES_THROW_LISTS is defined. Virtual functions never have a list, so that an override may
 * have any list or none. */
#if defined(RTI_USES_THROW_LISTS) && RTI_CPLUSPLUS < 201703L
#define RTI_THROW(list) throw list
#else
#define RTI_THROW(list)
#endif

/* Functions that never throw, and destructors that may. From C++11 on, a plain destructor is
 * noexcept, and a derived `virtual ~MyFed() throw(RTI::FederateInternalError)` would be an error.
 * So the destructors of ambassadors are noexcept(false). The disadvantage: a class that has a
 * base with a virtual noexcept destructor (a GUI toolkit's, for example) can neither derive from an
 * ambassador nor have one as a member. RTI_DESTRUCTORS_NEVER_THROW solves that. */
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

/* For functions that are declared but not defined: the compiler, or otherwise the linker, rejects a
 * call. */
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

/* Suppresses the warning, at each requested list, that C++11 deprecates throw lists. */
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

/** @brief The services of the RTI, which a federate calls.
 *
 * One ambassador is one federate. Only one thread at a time may call services. The RTI makes
 * callbacks only inside tick.
 */
class RTI_EXPORT RTIambassador {
 public:
#include "RTIambServices.hh"
};

/** @brief The callbacks, which the RTI calls inside RTIambassador::tick.
 *
 * A federate derives its ambassador from this class, or from NullFederateAmbassador to override
 * only some callbacks. A callback may call services, but not tick, join or resign.
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

/** @brief Writes the name and the reason of an exception. */
RTI_EXPORT RTI_STD::ostream& operator<<(RTI_STD::ostream& stream, RTI::Exception* exception);
/** @brief Writes the name and the reason of an exception. */
RTI_EXPORT RTI_STD::ostream& operator<<(RTI_STD::ostream& stream, const RTI::Exception* exception);
/** @brief Writes the name and the reason of an exception. */
RTI_EXPORT RTI_STD::ostream& operator<<(RTI_STD::ostream& stream, RTI::Exception const& exception);
#ifdef RTI_USES_NAMESPACE
namespace RTI {
using ::operator<<;
}
#endif

/** @brief For derived classes.
 *
 * The assignment operator that the compiler generates for a time class calls this one. The base
 * class has no data, so there is nothing to assign.
 */
inline RTI::FedTime& RTI::FedTime::operator=(const RTI::FedTime&) {
  return *this;
}

#if RTI_CPLUSPLUS > 201703L
/** @brief Returns whether the two times are equal.
 *
 * From C++20 on, the compiler also tries b == a for a == b. Because operator== takes the base
 * class, the two are ambiguous for two objects of one time class. These operators match both
 * arguments exactly and are therefore preferred.
 */
template <class Time>
requires(std::is_convertible_v<const Time*, const RTI::FedTime*> &&
         !std::is_same_v<Time, RTI::FedTime>) inline RTI::Boolean
operator==(const Time& left, const Time& right) {
  return left.operator==(right);
}
/** @brief Returns whether the two times differ. */
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
