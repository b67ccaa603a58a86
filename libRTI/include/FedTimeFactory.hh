/* The factory of times: declared here, defined by libFedTime. Included by RTItypes.hh inside RTI,
 * never by a federate.
 *
 * A federation's own libFedTime defines these two functions, and those written for other RTIs do so
 * with the list, which compilers want in the declaration, too. So before C++17 it is always there,
 * unlike the services' lists. For g++ this is a system header, in which it takes declarations whose
 * list is missing from the definition. clang++ does not: there a libFedTime without lists sets
 * RTI_USES_NO_THROW_LISTS. */
#ifndef FEDTIMEFACTORY_HH_INCLUDED
#define FEDTIMEFACTORY_HH_INCLUDED
#if defined(__GNUC__)
#pragma GCC system_header
#endif

#if RTI_CPLUSPLUS < 201703L && !defined(RTI_USES_NO_THROW_LISTS)
#define RTI_FACTORY_THROW(list) throw list
#else
#define RTI_FACTORY_THROW(list)
#endif

class FEDTIME_EXPORT FedTimeFactory {
 public:
  /* The initial time, a new object that the caller deletes. */
  static FedTime* makeZero() RTI_FACTORY_THROW((MemoryExhausted));
  /* A new object, which the caller deletes, equal to the time whose FedTime::encode wrote buf. */
  static FedTime* decode(const char* buf) RTI_FACTORY_THROW((MemoryExhausted));
};

#endif /* FEDTIMEFACTORY_HH_INCLUDED */
