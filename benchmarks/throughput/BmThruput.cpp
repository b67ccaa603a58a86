// BmThruput: updates per second from one sender to any number of receivers. The sender makes a
// fixed number of updates, without a pause or at a constant rate. Each receiver counts, and
// measures the time from the first reflection to the last (dmso-benchmarks: throughput). Start it
// once for each federate; the first to join sends. Every federate prints its results.
#include <chrono>
#include <cstdio>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "benchmark_federation.hpp"
#include "command_line.hpp"
#include "statistics.hpp"
#include "time_managed.hpp"
#include "update_values.hpp"

namespace {

using benchmark_federate::Clock;

struct Options : benchmark_federate::CommonOptions {
  Options() : CommonOptions("BmThruput") {}

  unsigned long receivers = 1;
  unsigned long cycles = 5;
  unsigned long updates = 100000;
  unsigned long size = 128;
  unsigned long objects = 1;
  unsigned long tick_every = 0;
  unsigned long pace = 0;
  std::string delivery = "reliable";
  unsigned long step = 100;
  bool blocking = false;
  std::string role = "auto";
  std::string values = "same";
};

class Ambassador : public benchmark_federate::TimedAmbassador {
 public:
  void reflectAttributeValues(RTI::ObjectHandle, const RTI::AttributeHandleValuePairSet& values,
                              const char*) override {
    count(values);
  }
  void reflectAttributeValues(RTI::ObjectHandle, const RTI::AttributeHandleValuePairSet& values,
                              const RTI::FedTime&, const char*,
                              RTI::EventRetractionHandle) override {
    count(values);
  }

  unsigned long expected = 0;  // Number of updates in a cycle; 0: unknown.
  unsigned long reflected = 0;
  unsigned long long bytes = 0;
  Clock::time_point first;
  Clock::time_point last;

 private:
  // Reads the clock here, because some RTIs deliver a whole cycle in one tick, but only when
  // necessary.
  void count(const RTI::AttributeHandleValuePairSet& values) {
    RTI::ULong length = 0;
    values.getValuePointer(0, length);
    bytes += length;
    ++reflected;
    if (reflected == 1) first = Clock::now();
    if (reflected >= expected) last = Clock::now();
  }
};

double seconds(Clock::duration duration) {
  return std::chrono::duration<double>(duration).count();
}

class Benchmark {
 public:
  explicit Benchmark(const Options& options)
      : options_(options),
        federation_(rti_, ambassador_, options.federation, options.patience),
        content_(options.values, options.size) {}

  void run() {
    federation_.join("BmThruput", options_.fed);
    declare();
    const unsigned long others = options_.receivers * options_.objects;
    federation_.wait_until("the other federates", [&] { return ambassador_.discovered >= others; });
    const bool sends = is_sender();
    if (timed()) keep_time(sends);
    for (unsigned long cycle = 0; cycle <= options_.cycles; ++cycle) {
      const std::string name = std::to_string(cycle);
      ambassador_.expected = lossy() ? 0 : options_.updates;
      ambassador_.reflected = 0;
      ambassador_.bytes = 0;
      federation_.meet("begin " + name, sends);
      const double rate = sends ? send() : receive();
      federation_.meet("end " + name, sends);
      if (cycle > 0) rates_.push_back(rate);
    }
    report(sends);
    federation_.leave();
  }

 private:
  bool timed() const { return options_.delivery == "timestamp"; }
  bool lossy() const { return options_.delivery == "best_effort"; }

  // Every federate registers the objects, so that the handles show all federates which one was
  // first. Only the first updates its own. If an RTI's handles differ between federates, use -r.
  void declare() {
    const char* const name = timed()   ? "ObjectRoot.TimedProbe"
                             : lossy() ? "ObjectRoot.LossyProbe"
                                       : "ObjectRoot.Probe";
    const RTI::ObjectClassHandle probe = rti_.getObjectClassHandle(name);
    payload_ = rti_.getAttributeHandle("payload", probe);
    std::unique_ptr<RTI::AttributeHandleSet> attributes(RTI::AttributeHandleSetFactory::create(1));
    attributes->add(payload_);
    rti_.subscribeObjectClassAttributes(probe, *attributes);
    rti_.publishObjectClass(probe, *attributes);
    for (unsigned long i = 0; i < options_.objects; ++i) {
      own_.push_back(rti_.registerObjectInstance(probe));
    }
    values_.reset(RTI::AttributeSetFactory::create(1));
    set_values();
  }

  void set_values() {
    const std::vector<char>& bytes = content_.current();
    values_->empty();
    values_->add(payload_, bytes.data(), static_cast<RTI::ULong>(bytes.size()));
  }

  // Returns whether this federate sends: as -r states, or if it was the first to register.
  bool is_sender() const {
    if (options_.role != "auto") return options_.role == "sender";
    return own_.front() < ambassador_.discovered_least;
  }

  void keep_time(bool sends) {
    if (sends) {
      benchmark_federate::regulate(rti_, ambassador_, federation_, 1);
    } else {
      benchmark_federate::constrain(rti_, ambassador_, federation_);
      rti_.enableAsynchronousDelivery();
    }
  }

  // Returns the updates per second of the sender, until its last call returns.
  double send() {
    const Clock::time_point start = Clock::now();
    for (unsigned long i = 0; i < options_.updates; ++i) {
      const RTI::ObjectHandle object = own_[i % own_.size()];
      if (content_.change()) {
        content_.make_next();
        set_values();
      }
      if (timed()) {
        rti_.updateAttributeValues(object, *values_, RTIfedTime(ambassador_.now + 1), "");
        if ((i + 1) % options_.step == 0) advance();
      } else {
        rti_.updateAttributeValues(object, *values_, "");
      }
      if (options_.tick_every > 0 && (i + 1) % options_.tick_every == 0) rti_.tick();
      if (options_.pace > 0) keep_pace(start, i + 1);
    }
    const double rate = static_cast<double>(options_.updates) / seconds(Clock::now() - start);
    if (timed()) {
      advance();  // To the last update's time, and then beyond it.
      advance();
    }
    return rate;
  }

  // Sleeps until this number of updates is due, if that is at least 1 ms away, because sleeps are
  // imprecise.
  void keep_pace(Clock::time_point start, unsigned long updates) const {
    const std::chrono::duration<double> due(static_cast<double>(updates) /
                                            static_cast<double>(options_.pace));
    if (due.count() - seconds(Clock::now() - start) < 0.001) return;
    std::this_thread::sleep_until(start + std::chrono::duration_cast<Clock::duration>(due));
  }

  // Receives until all updates have arrived. Best effort: or until none has arrived for half a
  // second.
  double receive() {
    Clock::time_point news = Clock::now();
    unsigned long seen = 0;
    while (ambassador_.reflected < options_.updates) {
      if (timed()) {
        advance();
      } else {
        tick();
      }
      if (ambassador_.reflected != seen) {
        seen = ambassador_.reflected;
        news = Clock::now();
      }
      const double silence = seconds(Clock::now() - news);
      if (lossy() && seen > 0 && silence > 0.5) break;
      if (silence > options_.patience) throw std::runtime_error("gave up waiting for updates");
    }
    if (ambassador_.bytes != ambassador_.reflected * options_.size) {
      throw std::runtime_error("a reflected value was cut");
    }
    if (timed()) advance_to_sender();
    lost_ += options_.updates - ambassador_.reflected;
    if (ambassador_.reflected < 2) return 0;
    return static_cast<double>(ambassador_.reflected - 1) /
           seconds(ambassador_.last - ambassador_.first);
  }

  void tick() {
    if (options_.blocking) {
      rti_.tick(1.0, 1.0);
    } else {
      rti_.tick();
    }
  }

  void advance() {
    ambassador_.granted = false;
    rti_.timeAdvanceRequest(RTIfedTime(ambassador_.now + 1));
    while (!ambassador_.granted) tick();
  }

  // Advances to the sender's time after a cycle, so that all start the next one at the same time.
  void advance_to_sender() {
    const unsigned long steps = options_.updates / options_.step + 2;
    cycle_start_ += static_cast<double>(steps);
    while (ambassador_.now < cycle_start_) advance();
  }

  void report(bool sends) const {
    const benchmark_federate::Summary rate = benchmark_federate::summarize(rates_);
    const char* const role = sends ? "sender" : "receiver";
    const double megabytes = rate.p50 * static_cast<double>(options_.size) / 1e6;
    if (options_.csv) {
      std::printf("%s,%lu,%lu,%s,%lu,%.0f,%.0f,%.0f,%.2f,%lu\n", role, options_.receivers,
                  options_.size, options_.delivery.c_str(), options_.updates, rate.p50, rate.mean,
                  rate.sd, megabytes, lost_);
      return;
    }
    std::printf(
        "BmThruput %s: %.0f updates/s, %.1f MB/s (median of %lu cycles; mean %.0f, sd %.0f), %lu "
        "lost;"
        " %lu updates of %lu bytes, %s, to %lu receivers\n",
        role, rate.p50, megabytes, options_.cycles, rate.mean, rate.sd, lost_, options_.updates,
        options_.size, options_.delivery.c_str(), options_.receivers);
  }

  const Options options_;
  RTI::RTIambassador rti_;
  Ambassador ambassador_;
  benchmark_federate::Federation federation_;
  std::vector<RTI::ObjectHandle> own_;
  RTI::AttributeHandle payload_ = 0;
  benchmark_throughput::Values content_;
  std::unique_ptr<RTI::AttributeHandleValuePairSet> values_;
  std::vector<double> rates_;
  unsigned long lost_ = 0;
  double cycle_start_ = 0;
};

Options parse(int argc, char** argv) {
  Options options;
  benchmark_federate::CommandLine line("BmThruput",
                                       "start it once for each federate; the first to join sends");
  line.value("-n", "N", options.receivers, "number of receivers");
  line.value("-c", "N", options.cycles, "cycles measured, after one to warm up");
  line.value("-u", "N", options.updates, "updates a cycle");
  line.value("-s", "BYTES", options.size, "size of the attribute value");
  line.value("-p", "N", options.objects, "objects updated in turn");
  line.value("-k", "N", options.tick_every, "updates between ticks of the sender; 0: no ticks");
  line.value("--pace", "N", options.pace, "updates a second; 0: without a pause");
  line.value("-d", "DELIVERY", options.delivery, "how updates travel",
             {"reliable", "best_effort", "timestamp"});
  line.value("-a", "N", options.step, "timestamp: updates between two time advances");
  line.flag("-t", options.blocking, "wait in tick(min,max) instead of tick() in a loop");
  line.value("-r", "ROLE", options.role, "role; auto: sender is the first to register",
             {"sender", "receiver", "auto"});
  line.value("--values", "KIND", options.values, "content of values", {"same", "moving", "random"});
  options.offer(line, "role,receivers,size,delivery,updates,median/s,mean/s,sd,MB/s,lost");
  line.parse(argc, argv);
  if (options.objects == 0 || options.step == 0)
    throw benchmark_federate::WrongUsage("-p and -a are at least 1");
  return options;
}

}  // namespace

int main(int argc, char** argv) {
  return benchmark_federate::run_as_program("BmThruput",
                                            [&] { Benchmark(parse(argc, argv)).run(); });
}
