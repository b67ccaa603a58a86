/* The factory of times: declared here, defined by libFedTime. Included by RTItypes.hh inside RTI,
 * never by a federate.
 *
 * A federation's own libFedTime defines these two functions. A libFedTime written for another RTI
 * defines them with throw lists, and compilers require the same lists in the declarations. So
 * before C++17 the lists are always here, unlike those of the services. This is a system header for
 * g++, which then accepts a definition without the declared list. clang++ does not accept it: there
 * a libFedTime without lists defines RTI_USES_NO_THROW_LISTS. */
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

/** @brief Factory of the federation's class of time; defined by libFedTime. */
class FEDTIME_EXPORT FedTimeFactory {
 public:
  /** @brief Creates the initial time.
   *
   * @return A new object, which the caller deletes.
   * @throws RTI::MemoryExhausted There is not enough memory.
   */
  static FedTime* makeZero() RTI_FACTORY_THROW((MemoryExhausted));
  /** @brief Creates a time from bytes that FedTime::encode wrote.
   *
   * @param buf Bytes that encode wrote.
   * @return A new object, which the caller deletes.
   * @throws RTI::MemoryExhausted There is not enough memory.
   */
  static FedTime* decode(const char* buf) RTI_FACTORY_THROW((MemoryExhausted));
};

#endif /* FEDTIMEFACTORY_HH_INCLUDED */
