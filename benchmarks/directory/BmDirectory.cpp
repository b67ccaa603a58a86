// BmDirectory: the cost of object instances for federates without interest in them, and for
// federates that subscribe late. One federate registers, one has subscribed, the others have not.
// After the registrations some of these subscribe, and one federate joins. Start it once while the
// RTI's server runs; it starts the federates' processes itself.
#include <algorithm>
#include <cstdio>
#include <memory>
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
const unsigned long kLateMost = 64;

struct Options : benchmark_federate::CommonOptions {
  Options() : CommonOptions("BmDirectory") {}

  unsigned long objects = 10000;
  unsigned long bystanders = 4;
  unsigned long processes = 0;
  unsigned long late = 3;
  unsigned long server = 0;
  bool named = false;
  bool updating = false;
};

// Results of the processes: times of the common clock in ms, and sizes in bytes.
struct Shared : benchmark_federate::Meeting {
  double begun, registered, known, deleting, gone;
  double passed[kProcessesMost];
  double bystander_bytes[kProcessesMost];
  double registrar_bytes, subscriber_bytes;
  double late[kLateMost];
  double newcomer_joined, newcomer_known;
};

// Base of the roles of federates' processes. Each phase ends with party_.meet().
class Role {
 public:
  Role(const Options& options, Shared& shared)
      : options_(options), shared_(shared), party_(options, shared) {}

 protected:
  // Waits until all have joined, and measures the memory before anything is registered.
  void begin() {
    party_.meet();
    before_ = own_bytes_in_use();
    party_.meet();
  }
  // Returns the growth of the memory since begin(), in bytes.
  double grown() const { return own_bytes_in_use() - before_; }

  RTI::ObjectClassHandle probe_of(PartyMember& member) {
    return member.rti.getObjectClassHandle("ObjectRoot.Probe");
  }
  void subscribe(PartyMember& member) {
    const RTI::ObjectClassHandle probe = probe_of(member);
    member.rti.subscribeObjectClassAttributes(
        probe, *benchmark_federate::attribute_of(member.rti, probe, "payload"));
  }
  void wait_for_all(PartyMember& member) {
    party_.tick_until("the objects", member, [this](const PartyMember& one) {
      return one.ambassador.discovered >= options_.objects;
    });
  }
  // Checks that a federate has discovered each expected object once.
  void check(const PartyMember& member, unsigned long discovered) {
    if (member.ambassador.discovered != discovered || member.ambassador.removed != discovered) {
      throw std::runtime_error("a federate has discovered " +
                               std::to_string(member.ambassador.discovered) + " objects and " +
                               std::to_string(member.ambassador.removed) + " removals; expected " +
                               std::to_string(discovered));
    }
  }

  const Options& options_;
  Shared& shared_;
  Party party_;

 private:
  double before_ = 0;
};

class Registrar : Role {
 public:
  using Role::Role;

  void run() {
    PartyMember& member = party_.join("registrar");
    probe_ = probe_of(member);
    attributes_ = benchmark_federate::attribute_of(member.rti, probe_, "payload");
    member.rti.publishObjectClass(probe_, *attributes_);
    member.rti.publishInteractionClass(party_.pulse_of(member));
    own_.assign(options_.objects, 0);  // Touches its pages before the memory is measured.
    begin();
    register_all(member);
    party_.meet();
    party_.meet();  // Other federates subscribe and join.
    shared_.deleting = clock_ms();
    for (const RTI::ObjectHandle object : own_) member.rti.deleteObjectInstance(object, "");
    party_.meet();
    party_.resign();
  }

 private:
  void register_all(PartyMember& member) {
    std::unique_ptr<RTI::AttributeHandleValuePairSet> value(RTI::AttributeSetFactory::create(1));
    value->add(attributes_->getHandle(0), "payload", 7);
    shared_.begun = clock_ms();
    for (unsigned long i = 0; i < options_.objects; ++i) {
      own_[i] = options_.named ? member.rti.registerObjectInstance(
                                     probe_, ("object " + std::to_string(i)).c_str())
                               : member.rti.registerObjectInstance(probe_);
      if (options_.updating) member.rti.updateAttributeValues(own_[i], *value, "");
    }
    shared_.registered = clock_ms();
    party_.pulse(member);
    party_.reach_server(member);
    shared_.registrar_bytes = grown();
  }

  RTI::ObjectClassHandle probe_ = 0;
  std::unique_ptr<RTI::AttributeHandleSet> attributes_;
  std::vector<RTI::ObjectHandle> own_;
};

class Subscriber : Role {
 public:
  using Role::Role;

  void run() {
    PartyMember& member = party_.join("subscriber");
    subscribe(member);
    begin();
    wait_for_all(member);
    shared_.known = clock_ms();
    party_.tick_until("the updates", [this](const PartyMember& one) {
      return one.ambassador.pulses_received == 1 &&
             one.ambassador.reflected >= (options_.updating ? options_.objects : 0);
    });
    shared_.subscriber_bytes = grown();
    party_.meet();
    party_.meet();
    party_.tick_until("the removals", [this](const PartyMember& one) {
      return one.ambassador.removed >= options_.objects;
    });
    shared_.gone = clock_ms();
    party_.meet();
    check(member, options_.objects);
    party_.resign();
  }
};

// Federates without interest in the objects.
class Bystanders : Role {
 public:
  Bystanders(const Options& options, Shared& shared, unsigned long process, unsigned long count)
      : Role(options, shared), process_(process), count_(count) {}

  void run() {
    for (unsigned long i = 0; i < count_; ++i) party_.join("bystander");
    begin();
    party_.tick_until("the pulse", [](const PartyMember& member) {
      return member.ambassador.pulses_received == 1;
    });
    shared_.passed[process_] = clock_ms();
    shared_.bystander_bytes[process_] = grown() / static_cast<double>(count_);
    party_.meet();
    party_.meet();
    party_.meet();
    for (const auto& member : party_.members()) check(*member, 0);
    party_.resign();
  }

 private:
  const unsigned long process_;
  const unsigned long count_;
};

// Federates that have joined before the registrations and subscribe after them, one after the
// other. After that one more federate joins.
class LateSubscribers : Role {
 public:
  using Role::Role;

  void run() {
    for (unsigned long i = 0; i < options_.late; ++i) party_.join("late");
    begin();
    party_.tick_until("the pulse", [](const PartyMember& member) {
      return member.ambassador.pulses_received == 1;
    });
    party_.meet();
    for (unsigned long i = 0; i < options_.late; ++i) {
      const double begin = clock_ms();
      subscribe(*party_.members()[i]);
      wait_for_all(*party_.members()[i]);
      shared_.late[i] = clock_ms() - begin;
    }
    const double begin = clock_ms();
    PartyMember& newcomer = party_.join("newcomer");
    shared_.newcomer_joined = clock_ms() - begin;
    subscribe(newcomer);
    wait_for_all(newcomer);
    shared_.newcomer_known = clock_ms() - begin;
    party_.meet();
    party_.tick_until("the removals", [this](const PartyMember& member) {
      return member.ambassador.removed >= options_.objects;
    });
    party_.meet();
    for (const auto& member : party_.members()) check(*member, options_.objects);
    party_.resign();
  }
};

class Benchmark {
 public:
  explicit Benchmark(const Options& options)
      : options_(options),
        processes_(options.processes == 0 ? options.bystanders : options.processes),
        crew_("BmDirectory") {
    if (options.objects == 0) throw benchmark_federate::WrongUsage("-o is to be at least 1");
    if (processes_ > kProcessesMost || (processes_ > 0 && options.bystanders % processes_ != 0)) {
      throw benchmark_federate::WrongUsage("-b is to be a multiple of -p, and -p at most 256");
    }
    if (options.late == 0 || options.late > kLateMost) {
      throw benchmark_federate::WrongUsage("-l is to be from 1 to 64");
    }
  }

  int run() {
    Shared& shared = crew_.shared();
    crew_.start([&] { Registrar(options_, shared).run(); });
    crew_.start([&] { Subscriber(options_, shared).run(); });
    crew_.start([&] { LateSubscribers(options_, shared).run(); });
    for (unsigned long i = 0; i < processes_; ++i) {
      crew_.start([&] { Bystanders(options_, shared, i, options_.bystanders / processes_).run(); });
    }
    end_phase();  // All have joined.
    crew_.open();
    end_phase();  // All have measured their memory.
    const double before = server_bytes();
    crew_.open();
    end_phase();  // All have handled the registrations.
    const double server = (server_bytes() - before) / static_cast<double>(options_.objects);
    crew_.open();
    for (int i = 0; i < 2; ++i) {  // Late subscriptions, then deletions.
      end_phase();
      crew_.open();
    }
    if (!crew_.end()) return 1;
    report(server);
    return 0;
  }

 private:
  void end_phase() { crew_.wait_for(phase_++); }

  double server_bytes() const {
    return options_.server == 0 ? 0
                                : benchmark_federate::own_bytes(std::to_string(options_.server));
  }

  void report(double server) {
    const Shared& shared = crew_.shared();
    const double objects = static_cast<double>(options_.objects);
    const double passed =
        processes_ == 0
            ? 0
            : *std::max_element(shared.passed, shared.passed + processes_) - shared.begun;
    const double bystander =
        benchmark_federate::summarize({shared.bystander_bytes, shared.bystander_bytes + processes_})
            .max;
    const double late =
        benchmark_federate::summarize({shared.late, shared.late + options_.late}).p50;
    if (options_.csv) {
      std::printf("%lu,%lu,%s,%s,%.3f,%.3f,%.3f,%.3f,%.3f,%.3f,%.3f,%.1f,%.1f,%.0f,%.1f\n",
                  options_.objects, options_.bystanders, options_.named ? "named" : "unnamed",
                  options_.updating ? "updated" : "alone", shared.registered - shared.begun,
                  shared.known - shared.begun, passed, late, shared.newcomer_joined,
                  shared.newcomer_known, shared.gone - shared.deleting,
                  shared.registrar_bytes / objects, shared.subscriber_bytes / objects, bystander,
                  server);
      return;
    }
    std::printf(
        "BmDirectory: %lu %s objects%s, %lu bystanders: registered in %.2f ms, known to the "
        "subscriber in %.2f ms, behind all bystanders in %.2f ms; known to a late subscriber "
        "in %.2f ms; a newcomer joined in %.2f ms, knew all in %.2f ms; gone in %.2f ms; bytes "
        "an object: registrar %.0f, subscriber %.0f",
        options_.objects, options_.named ? "named" : "unnamed",
        options_.updating ? ", each updated" : "", options_.bystanders,
        shared.registered - shared.begun, shared.known - shared.begun, passed, late,
        shared.newcomer_joined, shared.newcomer_known, shared.gone - shared.deleting,
        shared.registrar_bytes / objects, shared.subscriber_bytes / objects);
    if (options_.server != 0) std::printf(", server %.0f", server);
    std::printf("; a bystander has grown by %.0f bytes\n", bystander);
  }

  const Options options_;
  const unsigned long processes_;
  benchmark_federate::Crew<Shared> crew_;
  int phase_ = 0;
};

Options parse(int argc, char** argv) {
  Options options;
  benchmark_federate::CommandLine line("BmDirectory",
                                       "start it once: it starts its processes itself");
  line.value("-o", "N", options.objects, "object instances");
  line.value("-b", "N", options.bystanders, "federates that do not subscribe");
  line.value("-p", "N", options.processes, "processes of the federates; 0: one for each federate");
  line.value("-l", "N", options.late, "federates that subscribe when all is registered");
  line.flag("-N", options.named, "each object with a name of its own");
  line.flag("-u", options.updating, "one update after each registration");
  line.value("-s", "PID", options.server, "process of the RTI's server, whose memory is looked at");
  options.offer(line,
                "objects,bystanders,naming,updates,registered,known,passed by all,known late,"
                "newcomer joined,newcomer knew,gone (ms),bytes an object at registrar,subscriber,"
                "bytes a bystander,bytes an object at the server");
  line.parse(argc, argv);
  return options;
}

}  // namespace

int main(int argc, char** argv) {
  return benchmark_federate::run_with_crew<Benchmark>("BmDirectory", parse, argc, argv);
}
