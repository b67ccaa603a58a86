// BmObjects: the time until all other federates have discovered the object instances that one
// federate registers, the time until they are removed again, and the memory. Start it once for each
// federate; the first to join registers.
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "benchmark_federation.hpp"
#include "command_line.hpp"
#include "process_memory.hpp"
#include "statistics.hpp"

namespace {

using benchmark_federate::Clock;

struct Options : benchmark_federate::CommonOptions {
  Options() : CommonOptions("BmObjects") {}

  unsigned long federates = 2;
  unsigned long cycles = 5;
  unsigned long objects = 10000;
  bool named = false;
};

double milliseconds(Clock::time_point since) {
  return std::chrono::duration<double, std::milli>(Clock::now() - since).count();
}

class Benchmark {
 public:
  explicit Benchmark(const Options& options)
      : options_(options), federation_(rti_, ambassador_, options.federation, options.patience) {}

  void run() {
    federation_.join("BmObjects", options_.fed);
    declare();
    const RTI::ObjectHandle mark = rti_.registerObjectInstance(probe_);
    federation_.wait_until("the other federates",
                           [&] { return ambassador_.discovered + 1 >= options_.federates; });
    registers_ = mark < ambassador_.discovered_least;
    known_before_ = ambassador_.discovered;
    own_.reserve(options_.objects);
    for (unsigned long cycle = 0; cycle <= options_.cycles; ++cycle) {
      if (cycle == 1) clear();  // The first cycle warms up.
      measure(std::to_string(cycle));
    }
    report();
    federation_.meet("done", registers_);
    federation_.leave();
  }

 private:
  void declare() {
    probe_ = rti_.getObjectClassHandle("ObjectRoot.Probe");
    std::unique_ptr<RTI::AttributeHandleSet> attributes(RTI::AttributeHandleSetFactory::create(1));
    attributes->add(rti_.getAttributeHandle("payload", probe_));
    rti_.subscribeObjectClassAttributes(probe_, *attributes);
    rti_.publishObjectClass(probe_, *attributes);
  }

  void clear() {
    register_ms_.clear();
    known_ms_.clear();
    gone_ms_.clear();
  }

  void measure(const std::string& cycle) {
    federation_.meet("begin " + cycle, registers_);
    const double before = benchmark_federate::resident_bytes();
    const Clock::time_point start = Clock::now();
    if (registers_) {
      for (unsigned long i = 0; i < options_.objects; ++i) {
        const std::string name = "object " + cycle + "." + std::to_string(i);
        own_.push_back(options_.named ? rti_.registerObjectInstance(probe_, name.c_str())
                                      : rti_.registerObjectInstance(probe_));
      }
      register_ms_.push_back(milliseconds(start));
    } else {
      const unsigned long all = known_before_ + options_.objects;
      federation_.wait_until("the objects", [&] { return ambassador_.discovered >= all; });
    }
    // The registrar stops its clock when all federates have reported that they know all objects.
    federation_.meet("known " + cycle, registers_);
    known_ms_.push_back(milliseconds(start));
    if (cycle == "0")
      bytes_ =
          (benchmark_federate::resident_bytes() - before) / static_cast<double>(options_.objects);
    remove(cycle);
  }

  void remove(const std::string& cycle) {
    const Clock::time_point start = Clock::now();
    if (registers_) {
      for (const RTI::ObjectHandle object : own_) rti_.deleteObjectInstance(object, "");
      own_.clear();
    } else {
      federation_.wait_until("the removals",
                             [&] { return ambassador_.removed >= options_.objects; });
      ambassador_.removed = 0;
      known_before_ = ambassador_.discovered;
    }
    federation_.meet("gone " + cycle, registers_);
    gone_ms_.push_back(milliseconds(start));
  }

  void report() const {
    const auto median = [](const std::vector<double>& samples) {
      return benchmark_federate::summarize(samples).p50;
    };
    const char* const role = registers_ ? "registrar" : "observer";
    if (options_.csv) {
      std::printf("%s,%lu,%lu,%s,%.3f,%.3f,%.3f,%.0f\n", role, options_.federates, options_.objects,
                  options_.named ? "named" : "unnamed", median(register_ms_), median(known_ms_),
                  median(gone_ms_), bytes_);
      return;
    }
    std::printf("BmObjects %s: %lu %s objects, %lu federates: ", role, options_.objects,
                options_.named ? "named" : "unnamed", options_.federates);
    if (registers_) std::printf("registered in %.2f ms, ", median(register_ms_));
    std::printf("known to all in %.2f ms, gone in %.2f ms; %.0f bytes an object in this process\n",
                median(known_ms_), median(gone_ms_), bytes_);
  }

  const Options options_;
  RTI::RTIambassador rti_;
  benchmark_federate::Ambassador ambassador_;
  benchmark_federate::Federation federation_;
  RTI::ObjectClassHandle probe_ = 0;
  bool registers_ = false;
  unsigned long known_before_ = 0;
  std::vector<RTI::ObjectHandle> own_;
  std::vector<double> register_ms_;
  std::vector<double> known_ms_;
  std::vector<double> gone_ms_;
  double bytes_ = 0;
};

Options parse(int argc, char** argv) {
  Options options;
  benchmark_federate::CommandLine line(
      "BmObjects", "start it once for each federate; the first to join registers");
  line.value("-n", "N", options.federates, "number of federates");
  line.value("-c", "N", options.cycles, "cycles measured, after one to warm up");
  line.value("-o", "N", options.objects, "object instances a cycle");
  line.flag("-N", options.named, "each with a name of its own");
  options.offer(line, "role,federates,objects,naming,registered,known,gone (ms),bytes an object");
  line.parse(argc, argv);
  return options;
}

}  // namespace

int main(int argc, char** argv) {
  return benchmark_federate::run_as_program("BmObjects",
                                            [&] { Benchmark(parse(argc, argv)).run(); });
}
