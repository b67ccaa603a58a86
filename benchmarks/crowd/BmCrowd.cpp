// BmCrowd: the start, time advances and end of one federation with many federates, several in each
// process. It measures the time until all have joined, and until all regulate and are constrained.
// Further figures are for a number of common steps of logical time, for an interaction that all
// receive, and for the resignations. Start it once while the RTI's server runs; it starts the other
// processes itself.
#include <atomic>
#include <chrono>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "RTI.hh"
#include "fedtime.hh"

#include "NullFederateAmbassador.hh"
#include "benchmark_federation.hpp"
#include "command_line.hpp"
#include "crew.hpp"
#include "process_memory.hpp"

namespace {

using Clock = std::chrono::steady_clock;

struct Options : benchmark_federate::CommonOptions {
  Options() : CommonOptions("BmCrowd") {}

  unsigned long federates = 1000;
  unsigned long processes = 4;
  unsigned long steps = 20;
  unsigned long server = 0;
};

// Records the callbacks of one federate.
class Ambassador : public NullFederateAmbassador {
 public:
  void timeRegulationEnabled(const RTI::FedTime&) override { regulates = true; }
  void timeConstrainedEnabled(const RTI::FedTime&) override { is_constrained = true; }
  void timeAdvanceGrant(const RTI::FedTime&) override { ++grants; }
  void receiveInteraction(RTI::InteractionClassHandle, const RTI::ParameterHandleValuePairSet&,
                          const char*) override {
    ++interactions_received;
  }

  bool regulates = false;
  bool is_constrained = false;
  unsigned long grants = 0;
  unsigned long interactions_received = 0;
};

struct Member {
  RTI::RTIambassador rti;
  Ambassador ambassador;
};

using benchmark_federate::Meeting;

class Crowd {
 public:
  Crowd(const Options& options, Meeting& meeting, unsigned long first, unsigned long count)
      : options_(options), meeting_(meeting), first_(first) {
    for (unsigned long i = 0; i < count; ++i) members_.emplace_back(new Member);
  }

  void run() {
    join();
    meet();
    regulate();
    meet();
    constrain();
    meet();
    step();
    meet();
    exchange_interaction();
    meet();
    for (const auto& member : members_) {
      member->rti.resignFederationExecution(RTI::DELETE_OBJECTS_AND_RELEASE_ATTRIBUTES);
    }
    meeting_.arrive(phase_);
  }

 private:
  void join() {
    for (unsigned long i = 0; i < members_.size(); ++i) {
      Member& member = *members_[i];
      if (i == 0) create(member.rti);
      const std::string type = "federate " + std::to_string(first_ + i);
      member.rti.joinFederationExecution(type.c_str(), options_.federation.c_str(),
                                         &member.ambassador);
      pulse_ = member.rti.getInteractionClassHandle("InteractionRoot.Pulse");
      member.rti.subscribeInteractionClass(pulse_);
    }
  }
  void create(RTI::RTIambassador& rti) {
    try {
      rti.createFederationExecution(options_.federation.c_str(), options_.fed.c_str());
    } catch (RTI::FederationExecutionAlreadyExists&) {
    }
  }

  // All regulate before any is constrained, because constrained federates must answer each federate
  // that begins to regulate.
  void regulate() {
    for (const auto& member : members_) {
      member->rti.enableTimeRegulation(RTIfedTime(0), RTIfedTime(1));
    }
    tick_until([](const Member& member) { return member.ambassador.regulates; });
  }
  void constrain() {
    for (const auto& member : members_) {
      member->rti.enableTimeConstrained();
      member->rti.enableAsynchronousDelivery();  // The interaction arrives between two steps.
    }
    tick_until([](const Member& member) { return member.ambassador.is_constrained; });
  }
  void step() {
    for (unsigned long step = 1; step <= options_.steps; ++step) {
      for (const auto& member : members_) {
        member->rti.timeAdvanceRequest(RTIfedTime(static_cast<double>(step)));
      }
      tick_until([step](const Member& member) { return member.ambassador.grants == step; });
    }
  }
  void exchange_interaction() {
    if (first_ == 0) {
      Member& speaker = *members_[0];
      speaker.rti.publishInteractionClass(pulse_);
      std::unique_ptr<RTI::ParameterHandleValuePairSet> values(RTI::ParameterSetFactory::create(1));
      speaker.rti.sendInteraction(pulse_, *values, "");
      speaker.ambassador.interactions_received = 1;
    }
    tick_until([](const Member& member) { return member.ambassador.interactions_received == 1; });
  }

  template <class Ready>
  void tick_until(Ready ready) {
    const Clock::time_point end =
        Clock::now() + std::chrono::duration_cast<Clock::duration>(
                           std::chrono::duration<double>(options_.patience));
    for (bool all = false; !all;) {
      all = true;
      for (const auto& member : members_) {
        if (ready(*member)) continue;
        member->rti.tick();
        all = all && ready(*member);
      }
      if (meeting_.failed) throw std::runtime_error("another process has failed");
      if (Clock::now() > end) throw std::runtime_error("waited too long (--patience)");
    }
  }

  // Waits until all processes are here. All federates tick meanwhile.
  void meet() {
    const std::atomic<unsigned long>& arrived = meeting_.arrived[phase_];
    meeting_.arrive(phase_++);
    tick_until([&](const Member&) { return arrived == options_.processes; });
  }

  const Options& options_;
  Meeting& meeting_;
  const unsigned long first_;
  std::vector<std::unique_ptr<Member>> members_;
  RTI::InteractionClassHandle pulse_ = 0;
  int phase_ = 0;
};

class Benchmark {
 public:
  explicit Benchmark(const Options& options) : options_(options), crew_("BmCrowd") {
    if (options.processes == 0 || options.federates % options.processes != 0) {
      throw benchmark_federate::WrongUsage("-n is to be a multiple of -p");
    }
  }

  int run() {
    const double before = server_bytes();
    const unsigned long each = options_.federates / options_.processes;
    for (unsigned long i = 0; i < options_.processes; ++i) start(i * each, each);
    const double joined = wait_for(0);
    const double server = server_bytes() - before;
    const double regulating = wait_for(1);
    const double constrained = wait_for(2);
    const double stepped = wait_for(3);
    const double heard = wait_for(4);
    const double resigned = wait_for(5);
    if (!crew_.end()) return 1;
    const double grants = static_cast<double>(options_.steps) / stepped;
    const double bytes = server / static_cast<double>(options_.federates);
    if (options_.csv) {
      std::printf("%lu,%lu,%.3f,%.3f,%.3f,%.1f,%.4f,%.3f,%.0f\n", options_.federates,
                  options_.processes, joined, regulating, constrained, grants, heard, resigned,
                  bytes);
    } else {
      std::printf(
          "BmCrowd: %lu federates in %lu processes: joined in %.2f s, regulating in %.2f s, "
          "constrained in %.2f s; %.1f grants/s at each; an interaction heard by all in "
          "%.1f ms; resigned in %.2f s",
          options_.federates, options_.processes, joined, regulating, constrained, grants,
          heard * 1000, resigned);
      if (server > 0) std::printf("; %.0f bytes a federate in the server", bytes);
      std::printf("\n");
    }
    return 0;
  }

 private:
  void start(unsigned long first, unsigned long count) {
    crew_.start([=] { Crowd(options_, crew_.shared(), first, count).run(); });
  }

  double server_bytes() const {
    return benchmark_federate::resident_bytes(std::to_string(options_.server));
  }

  // Waits until all processes have finished the phase. Returns its duration in seconds.
  double wait_for(int phase) {
    crew_.wait_for(phase);
    const Clock::time_point now = Clock::now();
    const double took = std::chrono::duration<double>(now - last_).count();
    last_ = now;
    return took;
  }

  const Options options_;
  benchmark_federate::Crew<Meeting> crew_;
  Clock::time_point last_ = Clock::now();
};

Options parse(int argc, char** argv) {
  Options options;
  benchmark_federate::CommandLine line("BmCrowd", "start it once: it starts its processes itself");
  line.value("-n", "N", options.federates, "number of federates");
  line.value("-p", "N", options.processes, "number of processes that they are in");
  line.value("-k", "N", options.steps, "steps of logical time");
  line.value("-s", "PID", options.server, "process of the RTI's server, whose memory is looked at");
  options.offer(line,
                "federates,processes,joined (s),regulating (s),constrained (s),grants/s,heard (s),"
                "resigned (s),bytes a federate in the server");
  line.parse(argc, argv);
  return options;
}

}  // namespace

int main(int argc, char** argv) {
  return benchmark_federate::run_with_crew<Benchmark>("BmCrowd", parse, argc, argv);
}
