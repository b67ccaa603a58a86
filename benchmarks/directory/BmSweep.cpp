// BmSweep: a federation in which every federate registers objects of one class and subscribes to
// some of the classes. This models federates that simulate one part of the world and see another
// part. It measures the time until each federate has discovered all its objects, and the memory.
// Start it once while the RTI's server runs; it starts the federates' processes itself.
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "command_line.hpp"
#include "crew.hpp"
#include "party.hpp"
#include "process_memory.hpp"
#include "statistics.hpp"

namespace {

using benchmark_federate::clock_ms;
using benchmark_federate::own_bytes_in_use;
using benchmark_federate::Party;
using benchmark_federate::PartyMember;

const unsigned long kProcessesMost = 256;
const unsigned long kClassesMost = 32;  // Number of classes in benchmark.fed.
// Between two ticks of a federate that registers.
const unsigned long kRegistrationsATick = 100;

struct Options : benchmark_federate::CommonOptions {
  Options() : CommonOptions("BmSweep") {}

  unsigned long federates = 20;
  unsigned long processes = 4;
  unsigned long objects = 1000;
  unsigned long classes = 10;
  unsigned long subscribed = 1;
  unsigned long server = 0;
};

// Results of the processes: times of the common clock in ms, and sizes in bytes.
struct Shared : benchmark_federate::Meeting {
  double begun[kProcessesMost];
  double registered[kProcessesMost];
  double known[kProcessesMost];
  double bytes[kProcessesMost];
};

// The federates of one process, numbered from `first`.
class Sweepers {
 public:
  Sweepers(const Options& options, Shared& shared, unsigned long process, unsigned long count)
      : options_(options),
        shared_(shared),
        party_(options, shared),
        process_(process),
        first_(process * count),
        count_(count) {}

  void run() {
    for (unsigned long i = 0; i < count_; ++i) declare(party_.join("sweeper"), first_ + i);
    party_.meet();
    const double before = own_bytes_in_use();  // No federate has registered yet.
    party_.meet();
    shared_.begun[process_] = clock_ms();
    for (unsigned long i = 0; i < count_; ++i) register_all(*party_.members()[i], first_ + i);
    shared_.registered[process_] = clock_ms();
    party_.tick_until("the objects and the pulses", [this](const PartyMember& member) {
      return member.ambassador.pulses_received + 1 == options_.federates &&
             member.ambassador.discovered >= wanted(number_of(member));
    });
    shared_.known[process_] = clock_ms();
    for (const auto& member : party_.members()) party_.reach_server(*member);
    shared_.bytes[process_] = (own_bytes_in_use() - before) / static_cast<double>(count_);
    party_.meet();
    for (const auto& member : party_.members()) check(*member);
    party_.resign();
  }

 private:
  RTI::ObjectClassHandle line(PartyMember& member, unsigned long number) {
    const std::string name = "ObjectRoot.Line.Line" + std::to_string(number % options_.classes + 1);
    return member.rti.getObjectClassHandle(name.c_str());
  }

  // Publishes the class of the federate's number and subscribes to the classes that follow.
  void declare(PartyMember& member, unsigned long number) {
    const RTI::ObjectClassHandle own = line(member, number);
    member.rti.publishObjectClass(own, *benchmark_federate::attribute_of(member.rti, own, "forth"));
    for (unsigned long i = 1; i <= options_.subscribed; ++i) {
      const RTI::ObjectClassHandle other = line(member, number + i);
      member.rti.subscribeObjectClassAttributes(
          other, *benchmark_federate::attribute_of(member.rti, other, "forth"));
    }
    member.rti.publishInteractionClass(party_.pulse_of(member));
  }

  void register_all(PartyMember& member, unsigned long number) {
    const RTI::ObjectClassHandle own = line(member, number);
    for (unsigned long i = 0; i < options_.objects; ++i) {
      member.rti.registerObjectInstance(own);
      if (i % kRegistrationsATick == 0) member.rti.tick();
    }
    party_.pulse(member);
  }

  unsigned long number_of(const PartyMember& member) {
    unsigned long i = 0;
    while (party_.members()[i].get() != &member) ++i;
    return first_ + i;
  }

  // Returns the number of other federates' objects that it must discover.
  unsigned long wanted(unsigned long number) const {
    unsigned long objects = 0;
    for (unsigned long other = 0; other < options_.federates; ++other) {
      const unsigned long ahead =
          (other + options_.classes - number % options_.classes) % options_.classes;
      const unsigned long distance = ahead == 0 ? options_.classes : ahead;
      if (other != number && distance <= options_.subscribed) objects += options_.objects;
    }
    return objects;
  }

  void check(const PartyMember& member) {
    const unsigned long expected = wanted(number_of(member));
    if (member.ambassador.discovered == expected) return;
    throw std::runtime_error("a federate has discovered " +
                             std::to_string(member.ambassador.discovered) + " objects; expected " +
                             std::to_string(expected));
  }

  const Options& options_;
  Shared& shared_;
  Party party_;
  const unsigned long process_;
  const unsigned long first_;
  const unsigned long count_;
};

class Benchmark {
 public:
  explicit Benchmark(const Options& options) : options_(options), crew_("BmSweep") {
    if (options.processes == 0 || options.processes > kProcessesMost ||
        options.federates % options.processes != 0) {
      throw benchmark_federate::WrongUsage("-n is to be a multiple of -p, and -p at most 256");
    }
    if (options.classes == 0 || options.classes > kClassesMost ||
        options.subscribed > options.classes) {
      throw benchmark_federate::WrongUsage("-C is to be from 1 to 32, and -S at most that");
    }
  }

  int run() {
    Shared& shared = crew_.shared();
    const unsigned long each = options_.federates / options_.processes;
    for (unsigned long i = 0; i < options_.processes; ++i) {
      crew_.start([&] { Sweepers(options_, shared, i, each).run(); });
    }
    crew_.wait_for(0);
    crew_.open();
    crew_.wait_for(1);
    const double before = server_bytes();
    crew_.open();
    crew_.wait_for(2);
    const double server = (server_bytes() - before) / static_cast<double>(options_.objects) /
                          static_cast<double>(options_.federates);
    crew_.open();
    if (!crew_.end()) return 1;
    report(server);
    return 0;
  }

 private:
  double server_bytes() const {
    return options_.server == 0 ? 0
                                : benchmark_federate::own_bytes(std::to_string(options_.server));
  }

  void report(double server) {
    const Shared& shared = crew_.shared();
    const unsigned long n = options_.processes;
    const double begun = *std::min_element(shared.begun, shared.begun + n);
    const double registered = *std::max_element(shared.registered, shared.registered + n) - begun;
    const double known = *std::max_element(shared.known, shared.known + n) - begun;
    const double bytes = benchmark_federate::summarize({shared.bytes, shared.bytes + n}).mean;
    if (options_.csv) {
      std::printf("%lu,%lu,%lu,%lu,%lu,%.3f,%.3f,%.0f,%.1f\n", options_.federates, n,
                  options_.objects, options_.classes, options_.subscribed, registered, known, bytes,
                  server);
      return;
    }
    std::printf(
        "BmSweep: %lu federates in %lu processes, %lu objects each, subscribed to %lu of %lu "
        "classes: registered in %.2f ms, known in %.2f ms; %.0f bytes a federate",
        options_.federates, n, options_.objects, options_.subscribed, options_.classes, registered,
        known, bytes);
    if (options_.server != 0) std::printf("; %.0f bytes an object in the server", server);
    std::printf("\n");
  }

  const Options options_;
  benchmark_federate::Crew<Shared> crew_;
};

Options parse(int argc, char** argv) {
  Options options;
  benchmark_federate::CommandLine line("BmSweep", "start it once: it starts its processes itself");
  line.value("-n", "N", options.federates, "number of federates");
  line.value("-p", "N", options.processes, "number of processes that they are in");
  line.value("-o", "N", options.objects, "object instances of each federate");
  line.value("-C", "N", options.classes, "number of classes, at most 32");
  line.value("-S", "N", options.subscribed, "classes that each federate subscribes to");
  line.value("-s", "PID", options.server, "process of the RTI's server, whose memory is looked at");
  options.offer(line,
                "federates,processes,objects,classes,subscribed,registered,known (ms),"
                "bytes a federate,bytes an object in the server");
  line.parse(argc, argv);
  return options;
}

}  // namespace

int main(int argc, char** argv) {
  return benchmark_federate::run_with_crew<Benchmark>("BmSweep", parse, argc, argv);
}
