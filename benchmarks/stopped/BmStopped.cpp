// BmStopped: the cost of a stopped federate, as in a debugger, for others. Pairs of federates
// exchange updates as fast as they can. Another federate sends at a constant rate to one that is
// stopped in every second round (SIGSTOP). If rounds are too short for senders to be held, the two
// kinds of rounds differ only by the records queued for the stopped federate. Start it once while
// the RTI's server runs; it starts its processes itself, and assigns them to the given servers in
// turn. Linux only.
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "benchmark_federation.hpp"
#include "command_line.hpp"
#include "crew.hpp"
#include "party.hpp"
#include "statistics.hpp"

namespace {

using benchmark_federate::clock_ms;
using benchmark_federate::PartyMember;

const unsigned long kPairsMax = 8;
const unsigned long kPacedLine = 32;  // Line of benchmark.fed; the pairs use the lines from 1.

struct Options : benchmark_federate::CommonOptions {
  Options() : CommonOptions("BmStopped") {}

  unsigned long pairs = 2;
  unsigned long updates = 50000;
  unsigned long size = 128;
  unsigned long rounds = 10;
  unsigned long pace = 10000;
  unsigned long paced_size = 1000;
  std::string urls;
};

struct Shared : benchmark_federate::Meeting {
  std::atomic<unsigned long> round{0};
  std::atomic<bool> over{false};
  std::atomic<unsigned long> pairs_done{0};  // In this round.
  double rate[kPairsMax] = {};               // Updates per second, in this round.
  std::atomic<unsigned long> paced_sent{0};
  std::atomic<unsigned long> paced_received{0};
  std::atomic<pid_t> stopped{0};
};

class Federate {
 public:
  Federate(const Options& options, Shared& shared)
      : options_(options),
        shared_(shared),
        party_(options, shared),
        member_(party_.join("BmStopped")) {}

  void send_in_pair(unsigned long pair) {
    publish(pair + 1, options_.size);
    party_.meet();
    for (unsigned long round = 1; begins(round); ++round) {
      for (unsigned long i = 0; i < options_.updates; ++i) update();
      tick_until("the end of a round", [&] { return shared_.round != round || shared_.over; });
    }
    leave();
  }

  void receive_in_pair(unsigned long pair) {
    subscribe(pair + 1);
    party_.meet();
    for (unsigned long round = 1; begins(round); ++round) {
      const unsigned long before = (round - 1) * options_.updates;
      tick_until("the first update", [&] { return member_.ambassador.reflected > before; });
      const unsigned long first = member_.ambassador.reflected;
      const double begin = clock_ms();
      const unsigned long last = round * options_.updates;
      tick_until("updates", [&] { return member_.ambassador.reflected >= last; });
      shared_.rate[pair] = static_cast<double>(last - first) * 1000 / (clock_ms() - begin);
      ++shared_.pairs_done;
      tick_until("the end of a round", [&] { return shared_.round != round || shared_.over; });
    }
    leave();
  }

  // Sends a burst each millisecond.
  void send_at_pace() {
    publish(kPacedLine, options_.paced_size);
    party_.meet();
    const double begin = clock_ms();
    while (!shared_.over) {
      const double due = (clock_ms() - begin) * static_cast<double>(options_.pace) / 1000;
      for (; static_cast<double>(shared_.paced_sent) < due && !shared_.over; ++shared_.paced_sent) {
        update();
      }
      member_.rti.tick(0.001, 0.001);
    }
    leave();
  }

  void receive_at_pace() {
    subscribe(kPacedLine);
    shared_.stopped = getpid();
    party_.meet();
    while (!shared_.over) {
      member_.rti.tick(0.01, 0.1);
      shared_.paced_received = member_.ambassador.reflected;
    }
    leave();
  }

 private:
  void publish(unsigned long line, unsigned long size) {
    const RTI::ObjectClassHandle of = class_of(line);
    const auto attributes = benchmark_federate::attribute_of(member_.rti, of, "forth");
    member_.rti.publishObjectClass(of, *attributes);
    object_ = member_.rti.registerObjectInstance(of);
    values_.reset(RTI::AttributeSetFactory::create(1));
    const std::vector<char> bytes(size, 'x');
    values_->add(attributes->getHandle(0), bytes.data(), static_cast<RTI::ULong>(size));
  }
  void subscribe(unsigned long line) {
    const RTI::ObjectClassHandle of = class_of(line);
    member_.rti.subscribeObjectClassAttributes(
        of, *benchmark_federate::attribute_of(member_.rti, of, "forth"));
    tick_until("the sender", [&] { return member_.ambassador.discovered > 0; });
  }
  RTI::ObjectClassHandle class_of(unsigned long line) {
    return member_.rti.getObjectClassHandle(
        ("ObjectRoot.Line.Line" + std::to_string(line)).c_str());
  }
  void update() { member_.rti.updateAttributeValues(object_, *values_, ""); }

  bool begins(unsigned long round) {
    tick_until("a round", [&] { return shared_.round == round || shared_.over; });
    return !shared_.over;
  }
  template <class Done>
  void tick_until(const char* condition_text, Done done) {
    party_.tick_until(condition_text, member_, [&](const PartyMember&) { return done(); });
  }
  void leave() { party_.resign(); }

  const Options& options_;
  Shared& shared_;
  benchmark_federate::Party party_;
  PartyMember& member_;
  RTI::ObjectHandle object_ = 0;
  std::unique_ptr<RTI::AttributeHandleValuePairSet> values_;
};

void wait_a_little() {
  const timespec pause = {0, 1000000};
  nanosleep(&pause, nullptr);
}

class Benchmark {
 public:
  explicit Benchmark(const Options& options) : options_(options), crew_("BmStopped") {
    std::istringstream urls(options.urls);
    for (std::string url; std::getline(urls, url, ',');) urls_.push_back(url);
  }

  int run() {
    start([](Federate& federate) { federate.receive_at_pace(); });
    for (unsigned long pair = 0; pair < options_.pairs; ++pair) {
      start([pair](Federate& federate) { federate.send_in_pair(pair); });
      start([pair](Federate& federate) { federate.receive_in_pair(pair); });
    }
    start([](Federate& federate) { federate.send_at_pace(); });
    crew_.wait_for(0);
    crew_.open();
    // The first round of each kind warms up.
    for (unsigned long i = 0; i <= options_.rounds && !crew_.shared().failed; ++i) {
      const double running = round(false);
      const double stopped = round(true);
      if (i == 0) continue;
      running_.push_back(running);
      stopped_.push_back(stopped);
      ratios_.push_back(stopped / running);
    }
    crew_.shared().over = true;
    if (!crew_.end()) return 1;
    report();
    return 0;
  }

 private:
  template <class Work>
  void start(Work work) {
    const std::string url = urls_.empty() ? "" : urls_[started_++ % urls_.size()];
    crew_.start([=] {
      if (!url.empty()) setenv("RTI_URL", url.c_str(), 1);
      Federate federate(options_, crew_.shared());
      work(federate);
    });
  }

  // Returns the updates per second of a pair.
  double round(bool stopped) {
    Shared& shared = crew_.shared();
    if (stopped) kill(shared.stopped, SIGSTOP);
    shared.pairs_done = 0;
    ++shared.round;
    wait([&] { return shared.pairs_done == options_.pairs; });
    if (stopped) kill(shared.stopped, SIGCONT);
    const unsigned long sent = shared.paced_sent;
    wait([&] { return shared.paced_received + options_.pace / 10 >= sent; });
    double sum = 0;
    for (unsigned long pair = 0; pair < options_.pairs; ++pair) sum += shared.rate[pair];
    return sum / static_cast<double>(options_.pairs);
  }
  template <class Done>
  void wait(Done done) {
    const double begin = clock_ms();
    while (!done() && !crew_.shared().failed) {
      wait_a_little();
      if (clock_ms() - begin > options_.patience * 1000) crew_.shared().failed = true;
    }
  }

  void report() const {
    const auto running = benchmark_federate::summarize(running_);
    const auto stopped = benchmark_federate::summarize(stopped_);
    const auto ratio = benchmark_federate::summarize(ratios_);
    if (options_.csv) {
      std::printf("%lu,%lu,%lu,%.0f,%.0f,%.3f\n", options_.pairs, options_.updates, options_.size,
                  running.p50, stopped.p50, ratio.p50);
      return;
    }
    std::printf(
        "BmStopped: %lu pairs; %.0f updates/s in each while all run, %.0f while one is stopped "
        "that receives %lu updates/s of %lu bytes: %.3f of it (medians of %lu rounds)\n",
        options_.pairs, running.p50, stopped.p50, options_.pace, options_.paced_size, ratio.p50,
        options_.rounds);
  }

  const Options options_;
  benchmark_federate::Crew<Shared> crew_;
  std::vector<std::string> urls_;
  std::size_t started_ = 0;
  std::vector<double> running_, stopped_, ratios_;
};

Options parse(int argc, char** argv) {
  Options options;
  benchmark_federate::CommandLine line("BmStopped",
                                       "start it once: it starts its processes itself");
  line.value("-n", "N", options.pairs, "pairs that are measured, at most 8");
  line.value("-u", "N", options.updates, "updates a round");
  line.value("-s", "BYTES", options.size, "size of the attribute value");
  line.value("-r", "N", options.rounds, "rounds of each kind, after one to warm up");
  line.value("-P", "N", options.pace, "updates per second to the stopped federate");
  line.value("-S", "BYTES", options.paced_size, "size of the values of these updates");
  line.value("-U", "URLS", options.urls,
             "where federates connect in turn, with commas between: the one that is stopped, the "
             "sender and the receiver of each pair, sender to the stopped one; default: RTI_URL");
  options.offer(line, "pairs,updates,size,all run/s,one is stopped/s,ratio");
  line.parse(argc, argv);
  if (options.pairs == 0 || options.pairs > kPairsMax || options.pace == 0) {
    throw benchmark_federate::WrongUsage("-n is 1 to 8, -P at least 1");
  }
  return options;
}

}  // namespace

int main(int argc, char** argv) {
  return benchmark_federate::run_with_crew<Benchmark>("BmStopped", parse, argc, argv);
}
