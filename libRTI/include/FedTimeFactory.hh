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

/** @brief Makes times of the federation's kind; libFedTime defines it. */
class FEDTIME_EXPORT FedTimeFactory {
 public:
  /** @brief The initial time.
   *
   * @return A new object, which the caller deletes.
   * @throws RTI::MemoryExhausted Memory ran out.
   */
  static FedTime* makeZero() RTI_FACTORY_THROW((MemoryExhausted));
  /** @brief A time from what FedTime::encode wrote.
   *
   * @param buf What encode wrote.
   * @return A new object, which the caller deletes.
   * @throws RTI::MemoryExhausted Memory ran out.
   */
  static FedTime* decode(const char* buf) RTI_FACTORY_THROW((MemoryExhausted));
};

#endif /* FEDTIMEFACTORY_HH_INCLUDED */
