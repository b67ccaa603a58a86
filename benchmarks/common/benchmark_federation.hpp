// Common part of all benchmark federates: create, join, synchronize, resign. It uses only the HLA
// 1.3 API, in C++14, so that it also builds with the headers of other RTIs.
#ifndef TRIAD_BENCHMARKS_BENCHMARK_FEDERATION_HPP
#define TRIAD_BENCHMARKS_BENCHMARK_FEDERATION_HPP

#ifndef RTI_USES_STD_FSTREAM
#define RTI_USES_STD_FSTREAM
#endif
#include <NullFederateAmbassador.hh>
#include <RTI.hh>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <set>
#include <stdexcept>
#include <string>

#include "command_line.hpp"

namespace benchmark_federate {

using Clock = std::chrono::steady_clock;

// Counts discoveries and tracks synchronization points. Benchmarks derive from it.
class Ambassador : public NullFederateAmbassador {
 public:
  using NullFederateAmbassador::reflectAttributeValues;

  void discoverObjectInstance(RTI::ObjectHandle object, RTI::ObjectClassHandle,
                              const char*) override {
    discovered_least = discovered == 0 || object < discovered_least ? object : discovered_least;
    ++discovered;
    discovered_last = object;
  }
  void removeObjectInstance(RTI::ObjectHandle, const char*) override { ++removed; }
  void announceSynchronizationPoint(const char* label, const char*) override {
    announced.insert(label);
  }
  void federationSynchronized(const char* label) override { synchronized.insert(label); }

  unsigned discovered = 0;
  RTI::ObjectHandle discovered_last = 0;
  RTI::ObjectHandle discovered_least = 0;
  unsigned removed = 0;
  std::set<std::string> announced;
  std::set<std::string> synchronized;
};

class Federation {
 public:
  // Limits each wait for the other federates to `patience` seconds, after which wait_until()
  // throws.
  Federation(RTI::RTIambassador& rti, Ambassador& ambassador, std::string name, double patience)
      : rti_(rti), ambassador_(ambassador), name_(std::move(name)), patience_(patience) {}

  void join(const std::string& federate_type, const std::string& fed) {
    try {
      rti_.createFederationExecution(name_.c_str(), fed.c_str());
    } catch (const RTI::FederationExecutionAlreadyExists&) {
      // Another federate of the benchmark was first.
    }
    rti_.joinFederationExecution(federate_type.c_str(), name_.c_str(), &ambassador_);
  }

  // Ticks until `done()` returns true. Throws after `patience`, with the first argument as the
  // subject of the wait.
  template <class Done>
  void wait_until(const char* condition_text, Done done) {
    const Clock::time_point start = Clock::now();
    while (!done()) {
      rti_.tick(0.01, 1.0);
      if (std::chrono::duration<double>(Clock::now() - start).count() > patience_) {
        throw std::runtime_error(std::string("gave up waiting for ") + condition_text);
      }
    }
  }

  // Waits at a synchronization point until all federates have reached it. One of them registers it.
  void meet(const std::string& label, bool registers) {
    if (registers) rti_.registerFederationSynchronizationPoint(label.c_str(), "");
    wait_until("a synchronization point", [&] { return ambassador_.announced.count(label) != 0; });
    rti_.synchronizationPointAchieved(label.c_str());
    wait_until("the other federates at a synchronization point",
               [&] { return ambassador_.synchronized.count(label) != 0; });
  }

  void leave() {
    rti_.resignFederationExecution(RTI::DELETE_OBJECTS_AND_RELEASE_ATTRIBUTES);
    try {
      rti_.destroyFederationExecution(name_.c_str());
    } catch (const RTI::FederatesCurrentlyJoined&) {
      // The last federate to leave destroys the federation.
    } catch (const RTI::FederationExecutionDoesNotExist&) {
    }
  }

 private:
  RTI::RTIambassador& rti_;
  Ambassador& ambassador_;
  const std::string name_;
  const double patience_;
};

// Runs a benchmark and returns the exit status for main(). Reports errors with the program's name.
template <class Run>
int run_as_program(const char* name, Run run) {
  try {
    run();
    return 0;
  } catch (const WrongUsage& e) {
    std::fprintf(stderr, "%s: %s; `%s --help` shows the usage\n", name, e.what(), name);
    return 2;
  } catch (RTI::Exception& e) {
    std::fprintf(stderr, "%s: %s: %s\n", name, e._name, e._reason);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "%s: %s\n", name, e.what());
  }
  return 1;
}

}  // namespace benchmark_federate

#endif
