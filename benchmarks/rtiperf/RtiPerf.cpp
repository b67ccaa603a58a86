// RtiPerf: the time that pairs of federates take to exchange updates of several sizes, all pairs at
// once. The master of a pair updates; its slave answers from its main loop with the same number of
// bytes. A sample is the round trip. Start it once for each federate; -k and -r identify it. Each
// master prints a line for each size.
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "benchmark_federation.hpp"
#include "command_line.hpp"
#include "statistics.hpp"

namespace {

using benchmark_federate::Clock;

const unsigned long kPairsMax = 64;         // Number of classes in pairs.fed.
const unsigned long kSizeMax = 16u << 20u;  // In bytes.

struct Options : benchmark_federate::CommonOptions {
  Options() : CommonOptions("RtiPerf") { fed = "pairs.fed"; }

  unsigned long pairs = 1;
  unsigned long pair = 1;
  std::string role = "master";
  std::string sizes = "1,16,64,256,1024,2048,4096,8192,16384,65536,262144,1048576";
  unsigned long exchanges = 50;
  unsigned long warm_up = 5;
  bool blocking = false;
  std::string samples;

  bool is_master() const { return role == "master"; }
};

// Distinguishes the objects of present federates from the partner's, and records the partner's
// updates.
class Ambassador : public benchmark_federate::Ambassador {
 public:
  using benchmark_federate::Ambassador::discoverObjectInstance;
  using benchmark_federate::Ambassador::reflectAttributeValues;

  void discoverObjectInstance(RTI::ObjectHandle, RTI::ObjectClassHandle of, const char*) override {
    ++(of == present_class ? present : partners);
  }
  void reflectAttributeValues(RTI::ObjectHandle, const RTI::AttributeHandleValuePairSet& values,
                              const char*) override {
    RTI::ULong length = 0;
    const char* const bytes = values.getValuePointer(0, length);
    reflected_bytes = length;
    reflected_mark = length == 0 ? '\0' : *bytes;
    ++reflected;
  }

  RTI::ObjectClassHandle present_class = 0;
  unsigned long present = 0;
  unsigned long partners = 0;
  unsigned long reflected = 0;
  unsigned long reflected_bytes = 0;
  char reflected_mark = '\0';
};

struct OfSize {
  unsigned long size;
  std::vector<double> samples;  // In microseconds.
};

class Benchmark {
 public:
  Benchmark(const Options& options, const std::vector<unsigned long>& sizes)
      : options_(options),
        sizes_(sizes),
        federation_(rti_, ambassador_, options.federation, options.patience) {}

  void run() {
    federation_.join(options_.role + std::to_string(options_.pair), options_.fed);
    declare();
    federation_.wait_until("the partner", [&] { return ambassador_.partners > 0; });
    announce_presence();
    for (const unsigned long size : sizes_) {
      meet("exchanges of " + std::to_string(size) + " bytes");
      exchange(size);
    }
    meet("end");
    if (options_.is_master()) report();
    federation_.leave();
  }

 private:
  // The master of the first pair leads.
  bool leads() const { return options_.is_master() && options_.pair == 1; }
  void meet(const std::string& label) { federation_.meet(label, leads()); }

  void declare() {
    const std::string name = "ObjectRoot.Pair.Pair" + std::to_string(options_.pair);
    const RTI::ObjectClassHandle of_pair = rti_.getObjectClassHandle(name.c_str());
    const RTI::AttributeHandle there = rti_.getAttributeHandle("there", of_pair);
    const RTI::AttributeHandle back = rti_.getAttributeHandle("back", of_pair);
    own_ = options_.is_master() ? there : back;
    rti_.subscribeObjectClassAttributes(of_pair, *only(options_.is_master() ? back : there));
    rti_.publishObjectClass(of_pair, *only(own_));
    object_ = rti_.registerObjectInstance(of_pair);
  }

  // The leader waits until all are present, because a synchronization point includes only federates
  // that have joined.
  void announce_presence() {
    const RTI::ObjectClassHandle present = rti_.getObjectClassHandle("ObjectRoot.Present");
    const auto mark = only(rti_.getAttributeHandle("mark", present));
    ambassador_.present_class = present;
    if (leads()) {
      rti_.subscribeObjectClassAttributes(present, *mark);
      federation_.wait_until("the other federates",
                             [&] { return ambassador_.present == 2 * options_.pairs - 1; });
    } else {
      rti_.publishObjectClass(present, *mark);
      rti_.registerObjectInstance(present);
    }
  }

  static std::unique_ptr<RTI::AttributeHandleSet> only(RTI::AttributeHandle attribute) {
    std::unique_ptr<RTI::AttributeHandleSet> attributes(RTI::AttributeHandleSetFactory::create(1));
    attributes->add(attribute);
    return attributes;
  }

  // The first byte distinguishes an exchange from the previous and the next one.
  static char mark_of(unsigned long exchange) { return exchange % 2 == 0 ? 'a' : 'b'; }

  void exchange(unsigned long size) {
    std::unique_ptr<RTI::AttributeHandleValuePairSet> values[2];
    for (unsigned long i = 0; i < 2; ++i) {
      std::vector<char> bytes(size, 'x');
      bytes[0] = mark_of(i);
      values[i].reset(RTI::AttributeSetFactory::create(1));
      values[i]->add(own_, bytes.data(), static_cast<RTI::ULong>(size));
    }
    of_sizes_.push_back({size, {}});
    const unsigned long total = options_.warm_up + options_.exchanges;
    for (unsigned long i = 0; i < total; ++i) {
      const RTI::AttributeHandleValuePairSet& ours = *values[i % 2];
      const Clock::time_point start = Clock::now();
      if (options_.is_master()) rti_.updateAttributeValues(object_, ours, "");
      wait_for_update(i, size);
      if (!options_.is_master()) rti_.updateAttributeValues(object_, ours, "");
      const std::chrono::duration<double, std::micro> time = Clock::now() - start;
      if (i >= options_.warm_up) of_sizes_.back().samples.push_back(time.count());
    }
  }

  // Fails if another update comes, or one that differs from the partner's.
  void wait_for_update(unsigned long exchange, unsigned long size) {
    const unsigned long wanted = handled_ + 1;
    const Clock::time_point start = Clock::now();
    while (ambassador_.reflected < wanted) {
      options_.blocking ? rti_.tick(1.0, 1.0) : rti_.tick();
      if (std::chrono::duration<double>(Clock::now() - start).count() > options_.patience) {
        throw std::runtime_error("gave up waiting for an update of the partner (--patience)");
      }
    }
    if (ambassador_.reflected != wanted) throw std::runtime_error("an update came too early");
    if (ambassador_.reflected_bytes != size || ambassador_.reflected_mark != mark_of(exchange)) {
      throw std::runtime_error("an update differs from the value that the partner sent");
    }
    handled_ = wanted;
  }

  void report() const {
    std::FILE* samples = nullptr;
    if (!options_.samples.empty()) {
      samples = std::fopen(options_.samples.c_str(), "w");
      if (samples == nullptr) throw std::runtime_error("cannot write " + options_.samples);
    }
    if (!options_.csv) {
      std::printf("RtiPerf: pair %lu of %lu, there and back, us\n", options_.pair, options_.pairs);
    }
    for (const OfSize& one : of_sizes_) {
      const benchmark_federate::Summary s = benchmark_federate::summarize(one.samples);
      const char* const form =
          options_.csv ? "%lu,%lu,%zu,%.3f,%.3f,%.3f,%.3f,%.3f\n"
                       : "  pair %lu: %lu bytes, %zu exchanges: mean %.3f  sd %.3f  min %.3f  p50 "
                         "%.3f  max %.3f\n";
      std::printf(form, options_.pair, one.size, s.count, s.mean, s.sd, s.min, s.p50, s.max);
      for (const double sample : one.samples) {
        if (samples != nullptr) std::fprintf(samples, "%lu,%.3f\n", one.size, sample);
      }
    }
    if (samples != nullptr && std::fclose(samples) != 0) {
      throw std::runtime_error("cannot write " + options_.samples);
    }
  }

  const Options options_;
  const std::vector<unsigned long> sizes_;
  RTI::RTIambassador rti_;
  Ambassador ambassador_;
  benchmark_federate::Federation federation_;
  RTI::AttributeHandle own_ = 0;
  RTI::ObjectHandle object_ = 0;
  unsigned long handled_ = 0;
  std::vector<OfSize> of_sizes_;
};

// Parses "1,64,1024".
std::vector<unsigned long> sizes_in(const std::string& text) {
  std::vector<unsigned long> sizes;
  std::set<unsigned long> seen;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ',');) {
    char* end = nullptr;
    const unsigned long size = std::strtoul(part.c_str(), &end, 10);
    const bool is_number = !part.empty() && part[0] >= '0' && part[0] <= '9' && *end == '\0';
    if (!is_number || size == 0 || size > kSizeMax || !seen.insert(size).second) {
      throw benchmark_federate::WrongUsage(
          "-s takes different numbers from 1 to 16777216 with commas "
          "between, not \"" +
          part + "\" in \"" + text + "\"");
    }
    sizes.push_back(size);
  }
  if (sizes.empty()) throw benchmark_federate::WrongUsage("-s takes one size at least");
  return sizes;
}

Options parse(int argc, char** argv) {
  Options options;
  benchmark_federate::CommandLine line("RtiPerf", "start it once for each federate");
  line.value("-n", "N", options.pairs, "pairs, at most 64");
  line.value("-k", "N", options.pair, "which pair this federate is of, from 1 on");
  line.value("-r", "ROLE", options.role, "which federate of it", {"master", "slave"});
  line.value("-s", "BYTES,...", options.sizes, "sizes of the attribute value, in this order");
  line.value("-u", "N", options.exchanges, "exchanges of each size that are measured");
  line.value("-w", "N", options.warm_up, "exchanges before these, to warm up");
  line.flag("-t", options.blocking, "wait in tick(min,max) instead of tick() in a loop");
  line.value("--samples", "FILE", options.samples,
             "a master writes there: size,us of each exchange");
  options.offer(line,
                "pair,size,exchanges,mean,sd,min,p50,max (us, there and back), one for each size");
  line.parse(argc, argv);
  if (options.pairs == 0 || options.pairs > kPairsMax) {
    throw benchmark_federate::WrongUsage("-n is 1 to 64");
  }
  if (options.pair == 0 || options.pair > options.pairs) {
    throw benchmark_federate::WrongUsage("-k is 1 to the number of pairs (-n)");
  }
  if (options.exchanges == 0) throw benchmark_federate::WrongUsage("-u is 1 or more");
  return options;
}

}  // namespace

int main(int argc, char** argv) {
  return benchmark_federate::run_as_program("RtiPerf", [&] {
    const Options options = parse(argc, argv);
    Benchmark(options, sizes_in(options.sizes)).run();
  });
}
