// BmRecovery: federates that send each other updates and count the returns of their connections,
// each in a thread of one process. benchmarks/recovery-time makes the failures and reads the
// output:
//
//   ready
//   restored K SECONDS     the last federate has gone on after failure K
//
// SECONDS is the time of CLOCK_MONOTONIC. With --one a failure concerns one federate. The program
// ends at the end of its standard input.
#include <RTIextensions.hh>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "benchmark_federation.hpp"
#include "command_line.hpp"

namespace {

using Clock = std::chrono::steady_clock;

struct Options : benchmark_federate::CommonOptions {
  Options() : CommonOptions("BmRecovery") {}

  unsigned long federates = 8;
  unsigned long rate = 100;
  bool one = false;
};

double now_s() {
  return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
}

// Counts the returns of all federates. Used by all threads.
class Failures {
 public:
  // `concerned`: number of federates that lose their connections in each failure.
  explicit Failures(unsigned long concerned) : concerned_(concerned) {}

  void record_return() {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (++returned_ % concerned_ != 0) return;
    std::printf("restored %lu %.6f\n", returned_ / concerned_, now_s());
    std::fflush(stdout);
  }

 private:
  const unsigned long concerned_;
  std::mutex mutex_;
  unsigned long returned_ = 0;
};

class Observer final : public RTIextensions::ConnectionObserver {
 public:
  explicit Observer(Failures& failures) : failures_(failures) {}
  void connectionLost(const char*, double) override {}
  void connectionRestored(const char*) override { failures_.record_return(); }

 private:
  Failures& failures_;
};

class Ambassador : public benchmark_federate::Ambassador {
 public:
  using NullFederateAmbassador::reflectAttributeValues;
  void reflectAttributeValues(RTI::ObjectHandle, const RTI::AttributeHandleValuePairSet&,
                              const char*) override {}
};

class Federate {
 public:
  Federate(const Options& options, Failures& failures, const std::atomic<bool>& ends)
      : options_(options), observer_(failures), ends_(ends) {}

  void join() {
    benchmark_federate::Federation federation(rti_, ambassador_, options_.federation,
                                              options_.patience);
    RTIextensions::setConnectionObserver(rti_, &observer_);
    federation.join("member", options_.fed);
    const RTI::ObjectClassHandle probe = rti_.getObjectClassHandle("Probe");
    payload_ = rti_.getAttributeHandle("payload", probe);
    std::unique_ptr<RTI::AttributeHandleSet> set(RTI::AttributeHandleSetFactory::create(1));
    set->add(payload_);
    rti_.publishObjectClass(probe, *set);
    rti_.subscribeObjectClassAttributes(probe, *set);
    object_ = rti_.registerObjectInstance(probe);
    values_.reset(RTI::AttributeSetFactory::create(1));
    const char value[128] = {};
    values_->add(payload_, value, sizeof value);
  }
  // Sends updates at the wanted rate until all end.
  void run() {
    const Clock::duration pause = std::chrono::duration_cast<Clock::duration>(
        std::chrono::duration<double>(1.0 / static_cast<double>(options_.rate)));
    Clock::time_point next = Clock::now();
    while (!ends_) {
      rti_.updateAttributeValues(object_, *values_, "");
      next = std::max(next + pause, Clock::now());
      while (!ends_ && Clock::now() < next) {
        const double left = std::chrono::duration<double>(next - Clock::now()).count();
        rti_.tick(std::max(left, 0.0), std::max(left, 0.0));
      }
    }
  }
  void resign() { rti_.resignFederationExecution(RTI::DELETE_OBJECTS_AND_RELEASE_ATTRIBUTES); }

 private:
  const Options& options_;
  RTI::RTIambassador rti_;
  Ambassador ambassador_;
  Observer observer_;
  const std::atomic<bool>& ends_;
  RTI::AttributeHandle payload_ = 0;
  RTI::ObjectHandle object_ = 0;
  std::unique_ptr<RTI::AttributeHandleValuePairSet> values_;
};

// Prints the error of a federate and ends the program, because the others would wait for it.
template <class Work>
void run_or_end(Work&& work) {
  try {
    work();
  } catch (const RTI::Exception& exception) {
    std::fprintf(stderr, "BmRecovery: %s: %s\n", exception._name, exception._reason);
    std::_Exit(1);
  } catch (const std::exception& exception) {
    std::fprintf(stderr, "BmRecovery: %s\n", exception.what());
    std::_Exit(1);
  }
}

void run(const Options& options) {
  Failures failures(options.one ? 1 : options.federates);
  std::atomic<bool> ends(false);
  std::vector<std::unique_ptr<Federate>> federates;
  for (unsigned long i = 0; i < options.federates; ++i) {
    federates.emplace_back(new Federate(options, failures, ends));
    run_or_end([&] { federates.back()->join(); });
  }
  std::vector<std::thread> threads;
  threads.reserve(federates.size());
  for (const auto& federate : federates) {
    threads.emplace_back([&] { run_or_end([&] { federate->run(); }); });
  }
  std::printf("ready\n");
  std::fflush(stdout);
  while (std::getchar() != EOF) {
  }
  ends = true;
  for (std::thread& thread : threads) thread.join();
  for (const auto& federate : federates) run_or_end([&] { federate->resign(); });
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  benchmark_federate::CommandLine line("BmRecovery", "benchmarks/recovery-time drives it");
  line.value("-n", "N", options.federates, "federates");
  line.value("-r", "N", options.rate, "updates a second of each federate");
  line.flag("--one", options.one, "a failure concerns one federate");
  options.offer(line, "not used");
  try {
    line.parse(argc, argv);
    if (options.federates == 0 || options.rate == 0)
      throw benchmark_federate::WrongUsage("-n and -r are at least 1");
  } catch (const benchmark_federate::WrongUsage& wrong) {
    std::fprintf(stderr, "BmRecovery: %s; `BmRecovery --help` shows the usage\n", wrong.what());
    return 2;
  }
  run(options);
  return 0;
}
