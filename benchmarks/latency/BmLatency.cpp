// BmLatency: the one-way latency of attribute updates between two federates. One updates; the other
// answers from its main loop after the tick that reflected. A sample is half the round trip
// (dmso-benchmarks: latency). Start it twice, in two processes; the first to join measures and
// prints.
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "benchmark_federation.hpp"
#include "command_line.hpp"
#include "statistics.hpp"

namespace {

using benchmark_federate::Clock;

struct Options : benchmark_federate::CommonOptions {
  Options() : CommonOptions("BmLatency") {}

  unsigned long updates = 10000;
  unsigned long warm_up = 1000;
  unsigned long size = 128;
  bool best_effort = false;
  bool blocking = false;
  double answer_ms = 1000;
  std::string role = "auto";
  std::string samples;
};

class Ambassador : public benchmark_federate::Ambassador {
 public:
  using benchmark_federate::Ambassador::reflectAttributeValues;

  void reflectAttributeValues(RTI::ObjectHandle, const RTI::AttributeHandleValuePairSet& values,
                              const char*) override {
    RTI::ULong length = 0;
    values.getValuePointer(0, length);
    bytes = length;
    ++reflected;
  }

  unsigned long reflected = 0;
  unsigned long bytes = 0;
};

class Benchmark {
 public:
  explicit Benchmark(const Options& options)
      : options_(options), federation_(rti_, ambassador_, options.federation, options.patience) {}

  void run() {
    federation_.join("BmLatency", options_.fed);
    declare();
    const bool measures = takes_the_measure();
    federation_.meet("ready", measures);
    measures ? measure() : answer();
    federation_.meet("done", measures);
    if (measures) {
      report();
      write_samples();
    }
    federation_.leave();
  }

 private:
  void declare() {
    const char* name = options_.best_effort ? "ObjectRoot.LossyProbe" : "ObjectRoot.Probe";
    const RTI::ObjectClassHandle probe = rti_.getObjectClassHandle(name);
    payload_ = rti_.getAttributeHandle("payload", probe);
    std::unique_ptr<RTI::AttributeHandleSet> attributes(RTI::AttributeHandleSetFactory::create(1));
    attributes->add(payload_);
    rti_.subscribeObjectClassAttributes(probe, *attributes);
    rti_.publishObjectClass(probe, *attributes);
    object_ = rti_.registerObjectInstance(probe);
    values_.reset(RTI::AttributeSetFactory::create(1));
    const std::vector<char> payload(options_.size, 'x');
    values_->add(payload_, payload.data(), payload.size());
  }

  // Returns whether this federate measures. Both have registered when the other's object is
  // discovered. The federate with the lower object handle was first. If an RTI's handles differ
  // between federates, use -r.
  bool takes_the_measure() {
    federation_.wait_until("the second federate", [&] { return ambassador_.discovered > 0; });
    if (options_.role != "auto") return options_.role == "sender";
    return object_ < ambassador_.discovered_last;
  }

  void update() { rti_.updateAttributeValues(object_, *values_, ""); }

  void tick(double seconds) {
    if (options_.blocking) {
      rti_.tick(seconds, seconds);
    } else {
      rti_.tick();
    }
  }

  void wait_for(unsigned long reflections) {
    while (ambassador_.reflected < reflections) tick(1.0);
  }

  // Waits for the answer. Returns false if the update or the answer was lost, which best effort
  // permits.
  bool answered_since(unsigned long reflections, Clock::time_point start) {
    const auto patience = std::chrono::duration<double, std::milli>(options_.answer_ms);
    while (ambassador_.reflected == reflections) {
      if (options_.best_effort) {
        const std::chrono::duration<double> left = patience - (Clock::now() - start);
        if (left.count() <= 0) return false;
        tick(left.count());
      } else {
        tick(1.0);
      }
    }
    return true;
  }

  void measure() {
    const unsigned long total = options_.warm_up + options_.updates;
    samples_.reserve(options_.updates);
    for (unsigned long i = 0; i < total; ++i) {
      const unsigned long before = ambassador_.reflected;
      const Clock::time_point start = Clock::now();
      update();
      const bool answered = answered_since(before, start);
      const std::chrono::duration<double, std::micro> round_trip = Clock::now() - start;
      if (i < options_.warm_up) continue;
      if (answered) {
        samples_.push_back(round_trip.count() / 2);
      } else {
        ++lost_;
      }
    }
    if (samples_.empty()) throw std::runtime_error("no update was answered");
    if (ambassador_.bytes != options_.size) throw std::runtime_error("a reflected value was cut");
  }

  void answer() {
    if (options_.best_effort) return answer_what_comes();
    const unsigned long total = options_.warm_up + options_.updates;
    for (unsigned long i = 0; i < total; ++i) {
      wait_for(i + 1);
      update();
    }
  }

  // Answers updates until the other federate has finished.
  void answer_what_comes() {
    unsigned long answered = 0;
    while (ambassador_.announced.count("done") == 0) {
      tick(1.0);
      for (; answered < ambassador_.reflected; ++answered) update();
    }
  }

  void report() const {
    const benchmark_federate::Summary s = benchmark_federate::summarize(samples_);
    if (options_.csv) {
      std::printf("%lu,%lu,%.3f,%.3f,%.3f,%.3f,%.3f,%.3f,%.3f,%lu\n", options_.size,
                  options_.updates, s.mean, s.sd, s.min, s.p50, s.p99, s.p999, s.max, lost_);
      return;
    }
    std::printf("BmLatency: %lu updates of %lu bytes, %s, %s, one way = round trip / 2\n",
                options_.updates, options_.size, options_.best_effort ? "best effort" : "reliable",
                options_.blocking ? "tick(min,max)" : "tick()");
    std::printf("  mean %.3f us  sd %.3f us  min %.3f  p50 %.3f  p99 %.3f  p99.9 %.3f  max %.3f\n",
                s.mean, s.sd, s.min, s.p50, s.p99, s.p999, s.max);
    if (lost_ > 0) std::printf("  %lu updates were not answered\n", lost_);
  }

  // Writes the samples in the order of the updates, one per line.
  void write_samples() const {
    if (options_.samples.empty()) return;
    std::FILE* const file = std::fopen(options_.samples.c_str(), "w");
    if (file == nullptr) throw std::runtime_error("cannot write " + options_.samples);
    for (const double sample : samples_) std::fprintf(file, "%.3f\n", sample);
    if (std::fclose(file) != 0) throw std::runtime_error("cannot write " + options_.samples);
  }

  const Options options_;
  RTI::RTIambassador rti_;
  Ambassador ambassador_;
  benchmark_federate::Federation federation_;
  RTI::AttributeHandle payload_ = 0;
  RTI::ObjectHandle object_ = 0;
  std::unique_ptr<RTI::AttributeHandleValuePairSet> values_;
  std::vector<double> samples_;
  unsigned long lost_ = 0;
};

Options parse(int argc, char** argv) {
  Options options;
  benchmark_federate::CommandLine line("BmLatency", "start it twice; the first to join measures");
  line.value("-u", "N", options.updates, "updates measured");
  line.value("-s", "BYTES", options.size, "size of the attribute value");
  line.value("-w", "N", options.warm_up, "updates before, to warm up");
  line.flag("-b", options.best_effort, "best effort instead of reliable");
  line.value("-l", "MS", options.answer_ms,
             "best effort: time in ms after which an update counts as lost");
  line.flag("-t", options.blocking, "wait in tick(min,max) instead of tick() in a loop");
  line.value("-r", "ROLE", options.role, "role; auto: sender is the first to register",
             {"sender", "receiver", "auto"});
  line.value("--samples", "FILE", options.samples, "writes every sample there (us)");
  options.offer(line, "size,updates,mean,sd,min,p50,p99,p99.9,max (us),lost");
  line.parse(argc, argv);
  return options;
}

}  // namespace

int main(int argc, char** argv) {
  return benchmark_federate::run_as_program("BmLatency",
                                            [&] { Benchmark(parse(argc, argv)).run(); });
}
