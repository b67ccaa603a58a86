// BmTimeAdv: time advance grants per second. N federates, all regulating and constrained, each
// request an advance by one step after each grant (dmso-benchmarks: time advance). As an option,
// each sends messages in time-stamp order with every request. Start it N times, in N processes; the
// first to join prints.
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "benchmark_federation.hpp"
#include "command_line.hpp"
#include "statistics.hpp"
#include "time_managed.hpp"

namespace {

using benchmark_federate::Clock;

struct Options : benchmark_federate::CommonOptions {
  Options() : CommonOptions("BmTimeAdv") {}

  unsigned long federates = 2;
  unsigned long cycles = 10;
  unsigned long requests = 1000;
  double lookahead = 1;
  std::string kind = "tar";
  unsigned long messages = 0;
  unsigned long size = 128;
  bool blocking = false;
};

using Request = void (RTI::RTIambassador::*)(const RTI::FedTime&);

Request request_of(const std::string& kind) {
  if (kind == "tara") return &RTI::RTIambassador::timeAdvanceRequestAvailable;
  if (kind == "ner") return &RTI::RTIambassador::nextEventRequest;
  if (kind == "nera") return &RTI::RTIambassador::nextEventRequestAvailable;
  if (kind == "fqr") return &RTI::RTIambassador::flushQueueRequest;
  return &RTI::RTIambassador::timeAdvanceRequest;
}

class Ambassador : public benchmark_federate::TimedAmbassador {
 public:
  using NullFederateAmbassador::receiveInteraction;

  void receiveInteraction(RTI::InteractionClassHandle, const RTI::ParameterHandleValuePairSet&,
                          const RTI::FedTime&, const char*, RTI::EventRetractionHandle) override {
    ++received;
  }

  unsigned long received = 0;
};

class Benchmark {
 public:
  explicit Benchmark(const Options& options)
      : options_(options), federation_(rti_, ambassador_, options.federation, options.patience) {}

  void run() {
    federation_.join("BmTimeAdv", options_.fed);
    declare();
    federation_.wait_until("the other federates",
                           [&] { return ambassador_.discovered + 1 >= options_.federates; });
    const bool first = object_ < ambassador_.discovered_least;
    enable_time();
    federation_.meet("ready", first);
    const unsigned long before = ambassador_.received;
    for (unsigned long cycle = 0; cycle <= options_.cycles; ++cycle) measure_cycle(cycle > 0);
    const unsigned long received = ambassador_.received - before;
    disable_time();
    federation_.meet("done", first);
    check(received);
    if (first) report();
    federation_.leave();
  }

 private:
  void declare() {
    const RTI::ObjectClassHandle probe = rti_.getObjectClassHandle("ObjectRoot.Probe");
    std::unique_ptr<RTI::AttributeHandleSet> attributes(RTI::AttributeHandleSetFactory::create(1));
    attributes->add(rti_.getAttributeHandle("payload", probe));
    rti_.subscribeObjectClassAttributes(probe, *attributes);
    rti_.publishObjectClass(probe, *attributes);
    pulse_ = rti_.getInteractionClassHandle("InteractionRoot.Pulse");
    rti_.publishInteractionClass(pulse_);
    if (options_.messages > 0) rti_.subscribeInteractionClass(pulse_);
    object_ = rti_.registerObjectInstance(probe);
    values_.reset(RTI::ParameterSetFactory::create(1));
    const std::vector<char> payload(options_.size, 'x');
    values_->add(rti_.getParameterHandle("payload", pulse_), payload.data(), payload.size());
  }

  void enable_time() {
    benchmark_federate::constrain(rti_, ambassador_, federation_);
    benchmark_federate::regulate(rti_, ambassador_, federation_, options_.lookahead);
  }

  void disable_time() {
    rti_.disableTimeRegulation();
    rti_.disableTimeConstrained();
  }

  // Advances by one step, with as many grants as necessary: NER and NERA stop at messages, FQR at
  // the other federates' times.
  void step() {
    const double target = ambassador_.now + 1;
    for (unsigned long i = 0; i < options_.messages; ++i) {
      rti_.sendInteraction(pulse_, *values_, RTIfedTime(ambassador_.now + options_.lookahead + 0.5),
                           "");
    }
    while (ambassador_.now < target) {
      ambassador_.granted = false;
      (rti_.*request_)(RTIfedTime(target));
      while (!ambassador_.granted) {
        if (options_.blocking) {
          rti_.tick(1.0, 1.0);
        } else {
          rti_.tick();
        }
      }
    }
  }

  void measure_cycle(bool counts) {
    const Clock::time_point start = Clock::now();
    for (unsigned long i = 0; i < options_.requests; ++i) {
      const Clock::time_point asked = Clock::now();
      step();
      if (counts) latencies_.push_back(microseconds(asked));
    }
    if (counts)
      rates_.push_back(static_cast<double>(options_.requests) * 1e6 / microseconds(start));
  }

  static double microseconds(Clock::time_point since) {
    return std::chrono::duration<double, std::micro>(Clock::now() - since).count();
  }

  // Checks that all messages with reached time stamps have arrived.
  void check(unsigned long received) const {
    const double steps = static_cast<double>((options_.cycles + 1) * options_.requests);
    const double due = (steps - options_.lookahead - 1) *
                       static_cast<double>(options_.messages * (options_.federates - 1));
    if (static_cast<double>(received) < due) throw std::runtime_error("messages are missing");
  }

  void report() const {
    const benchmark_federate::Summary rate = benchmark_federate::summarize(rates_);
    const benchmark_federate::Summary latency = benchmark_federate::summarize(latencies_);
    if (options_.csv) {
      std::printf("%lu,%s,%g,%lu,%.1f,%.1f,%.3f,%.3f\n", options_.federates, options_.kind.c_str(),
                  options_.lookahead, options_.messages, rate.mean, rate.sd, latency.p50,
                  latency.p99);
      return;
    }
    std::printf("BmTimeAdv: %lu federates, %s, lookahead %g, %lu messages a step, %s\n",
                options_.federates, options_.kind.c_str(), options_.lookahead, options_.messages,
                options_.blocking ? "tick(min,max)" : "tick()");
    std::printf("  %.1f grants/s a federate (sd %.1f over %lu cycles of %lu)\n", rate.mean, rate.sd,
                options_.cycles, options_.requests);
    std::printf("  request to grant: p50 %.3f us  p99 %.3f us  max %.3f us\n", latency.p50,
                latency.p99, latency.max);
  }

  const Options options_;
  const Request request_ = request_of(options_.kind);
  RTI::RTIambassador rti_;
  Ambassador ambassador_;
  benchmark_federate::Federation federation_;
  RTI::InteractionClassHandle pulse_ = 0;
  RTI::ObjectHandle object_ = 0;
  std::unique_ptr<RTI::ParameterHandleValuePairSet> values_;
  std::vector<double> rates_;
  std::vector<double> latencies_;
};

Options parse(int argc, char** argv) {
  Options options;
  benchmark_federate::CommandLine line("BmTimeAdv",
                                       "start it once for each federate; the first to join prints");
  line.value("-n", "N", options.federates, "number of federates");
  line.value("-c", "N", options.cycles, "cycles measured, after one to warm up");
  line.value("-u", "N", options.requests, "requests a cycle");
  line.value("-l", "TIME", options.lookahead, "lookahead; a step is 1");
  line.value("-k", "KIND", options.kind, "kind of request", {"tar", "tara", "ner", "nera", "fqr"});
  line.value("-m", "N", options.messages,
             "messages in time-stamp order that each federate sends a step");
  line.value("-s", "BYTES", options.size, "size of a message's value");
  line.flag("-t", options.blocking, "wait in tick(min,max) instead of tick() in a loop");
  options.offer(line, "federates,kind,lookahead,messages,grants/s,sd,p50,p99 (us)");
  line.parse(argc, argv);
  return options;
}

}  // namespace

int main(int argc, char** argv) {
  return benchmark_federate::run_as_program("BmTimeAdv",
                                            [&] { Benchmark(parse(argc, argv)).run(); });
}
