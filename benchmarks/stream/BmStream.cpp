// BmStream: streams of updates between any federates, one-way or two-way, several at once. A
// description file states the streams, the load in the federates' loops and callbacks, and the time
// advances (after Fitzgibbons, McLean and Fujimoto, "RTI Benchmark Studies").
//
// The sender takes t0 before an update. The receiver takes t1 at the start of its reflection and t2
// before its answer. The sender takes t3 at the start of the answer's reflection.
//
// Start it once for each federate. Federates are numbered in the order in which they registered,
// and each prints its ends of the streams.
#include <algorithm>
#include <cstdio>
#include <deque>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "advances.hpp"
#include "benchmark_federation.hpp"
#include "command_line.hpp"
#include "description.hpp"
#include "figures.hpp"
#include "stamps.hpp"
#include "time_managed.hpp"
#include "traffic.hpp"
#include "voice.hpp"

namespace {

using namespace benchmark_federate;

constexpr std::int64_t kQuietNs = 500 * 1000 * 1000;

void keep_busy(double microseconds) {
  if (microseconds <= 0) return;
  const std::int64_t until = now_ns() + static_cast<std::int64_t>(microseconds * 1000);
  while (now_ns() < until) {
  }
}

struct Options : CommonOptions {
  Options() : CommonOptions("BmStream") {}

  std::string description;
  bool blocking = false;
  std::string samples;
};

class Ambassador : public TimedAmbassador {
 public:
  void discoverObjectInstance(RTI::ObjectHandle object, RTI::ObjectClassHandle object_class,
                              const char* name) override {
    if (object_class == presence) present.push_back(object);
    names.insert(name);
  }
  void reflectAttributeValues(RTI::ObjectHandle, const RTI::AttributeHandleValuePairSet& values,
                              const char*) override {
    reflect(values);
  }
  void reflectAttributeValues(RTI::ObjectHandle, const RTI::AttributeHandleValuePairSet& values,
                              const RTI::FedTime&, const char*,
                              RTI::EventRetractionHandle) override {
    reflect(values);
  }
  void timeAdvanceGrant(const RTI::FedTime& time) override {
    granted_at = now_ns();
    TimedAmbassador::timeAdvanceGrant(time);
    keep_busy(load.grant_us);
  }

  RTI::ObjectClassHandle presence = 0;
  std::vector<RTI::ObjectHandle> present;
  std::set<std::string> names;
  Load load;
  std::int64_t granted_at = 0;
  // Called for each reflection with its value and the time of its start.
  std::function<void(const char*, std::size_t, std::int64_t)> on_value;

 private:
  void reflect(const RTI::AttributeHandleValuePairSet& values) {
    const std::int64_t began = now_ns();
    RTI::ULong length = 0;
    const char* const bytes = values.getValuePointer(0, length);
    on_value(bytes, length, began);
    keep_busy(load.reflect_us);
  }
};

class Benchmark {
 public:
  Benchmark(const Options& options, const Description& description)
      : options_(options),
        description_(description),
        federation_(rti_, ambassador_, options.federation, options.patience),
        advances_(rti_, ambassador_, description.time) {}

  void run() {
    federation_.join("BmStream", options_.fed);
    number_ = number_among_all();
    ambassador_.load = description_.loads[number_ - 1];
    ambassador_.on_value = [this](const char* bytes, std::size_t length, std::int64_t now) {
      take(bytes, length, now);
    };
    declare();
    if (description_.time.used) {
      constrain(rti_, ambassador_, federation_);
      regulate(rti_, ambassador_, federation_, description_.time.lookahead);
      rti_.enableAsynchronousDelivery();
    }
    for (unsigned long phase = 0; phase <= description_.phases; ++phase) {
      run_phase(static_cast<std::uint32_t>(phase));
    }
    federation_.meet("done", number_ == 1);
    report();
    federation_.leave();
  }

 private:
  struct Out {
    Sending sending;
    Voice voice;
  };
  struct In {
    Receiving receiving;
    std::unique_ptr<Voice> answers;
  };
  struct Answer {
    In* in;
    Stamps stamps;
  };

  // Returns this federate's number. Handles are the same at all federates, so each finds the same
  // order.
  unsigned long number_among_all() {
    ambassador_.presence = rti_.getObjectClassHandle("ObjectRoot.Probe");
    std::unique_ptr<RTI::AttributeHandleSet> set(RTI::AttributeHandleSetFactory::create(1));
    set->add(rti_.getAttributeHandle("payload", ambassador_.presence));
    rti_.subscribeObjectClassAttributes(ambassador_.presence, *set);
    rti_.publishObjectClass(ambassador_.presence, *set);
    const RTI::ObjectHandle own = rti_.registerObjectInstance(ambassador_.presence);
    federation_.wait_until("the other federates", [&] {
      return ambassador_.present.size() + 1 >= description_.federates;
    });
    unsigned long number = 1;
    for (const RTI::ObjectHandle other : ambassador_.present) number += other < own ? 1 : 0;
    if (number > description_.federates) throw std::runtime_error("there are too many federates");
    return number;
  }

  void declare() {
    std::set<std::string> awaited;
    for (const Line& line : lines_of(description_)) {
      if (line.from == number_) declare_sending(line, awaited);
      if (std::count(line.to.begin(), line.to.end(), number_) > 0) declare_receiving(line, awaited);
    }
    federation_.wait_until("the objects of the streams", [&] {
      return std::includes(ambassador_.names.begin(), ambassador_.names.end(), awaited.begin(),
                           awaited.end());
    });
  }

  void declare_sending(const Line& line, std::set<std::string>& awaited) {
    outs_.push_back({Sending(line), Voice(rti_, line, false, number_)});
    out_of_line_[line.number] = &outs_.back();
    if (!line.stream.two_way) return;
    Voice::listen(rti_, line, true);
    for (const unsigned long to : line.to) awaited.insert(Voice::name(line, to));
  }

  void declare_receiving(const Line& line, std::set<std::string>& awaited) {
    Voice::listen(rti_, line, false);
    awaited.insert(Voice::name(line, line.from));
    ins_.push_back({Receiving(line), nullptr});
    if (line.stream.two_way) ins_.back().answers.reset(new Voice(rti_, line, true, number_));
    in_of_line_[line.number] = &ins_.back();
  }

  // Runs in a callback, which must not throw, so faults are stored for the loop.
  void take(const char* bytes, std::size_t length, std::int64_t now) {
    try {
      if (length < kStampsSize) throw std::runtime_error("a reflected value was cut");
      const Stamps stamps = read_stamps(bytes);
      const bool answers = stamps.answers_by != 0;
      const Line& line = answers ? out_of_line_.at(stamps.line)->sending.line()
                                 : in_of_line_.at(stamps.line)->receiving.line();
      if (length != line.stream.size) throw std::runtime_error("a reflected value was cut");
      answers ? take_answer(stamps, now) : take_update(stamps, now);
      news_ = now;
    } catch (const std::exception& error) {
      wrong_ = error.what();
    }
  }

  void take_answer(const Stamps& stamps, std::int64_t now) {
    out_of_line_.at(stamps.line)->sending.on_answer(stamps, now);
  }

  void take_update(const Stamps& stamps, std::int64_t now) {
    In& in = *in_of_line_.at(stamps.line);
    if (!in.receiving.on_update(stamps, now)) return;
    Stamps answer = stamps;
    answer.answers_by = static_cast<std::uint32_t>(number_);
    answer.t1 = now;
    to_answer_.push_back({&in, answer});
  }

  void run_phase(std::uint32_t phase) {
    for (Out& out : outs_) out.sending.begin(phase, now_ns());
    for (In& in : ins_) in.receiving.begin(phase);
    // No federate may send before all have begun this phase.
    federation_.meet("phase " + std::to_string(phase), number_ == 1);
    advances_.begin(phase > 0);
    news_ = now_ns();
    const std::string end = "end " + std::to_string(phase);
    if (number_ == 1) rti_.registerFederationSynchronizationPoint(end.c_str(), "");
    bool achieved = false;
    while (ambassador_.synchronized.count(end) == 0 || stragglers()) {
      turn(ambassador_.synchronized.count(end) == 0);
      if (!achieved && complete() && ambassador_.announced.count(end) != 0) {
        rti_.synchronizationPointAchieved(end.c_str());
        achieved = true;
      }
    }
    for (Out& out : outs_) out.sending.end();
    for (In& in : ins_) in.receiving.end();
    advances_.end();
  }

  // Returns whether best effort updates may still arrive after all have been sent.
  bool stragglers() const {
    bool missing = false;
    for (const In& in : ins_) missing = missing || !in.receiving.complete();
    return missing && now_ns() - news_ <= kQuietNs;
  }

  bool complete() {
    const std::int64_t now = now_ns();
    bool all = !description_.time.used || advances_.complete();
    for (Out& out : outs_) all = all && out.sending.complete(now);
    for (In& in : ins_) {
      all = all && (in.receiving.complete() || in.receiving.may_lose());
    }
    return all && to_answer_.empty();
  }

  // Runs one iteration of the loop. `goes_on`: the phase has not ended for all, so other federates
  // may wait for this one's time advances.
  void turn(bool goes_on) {
    const bool sent = send();
    tick(sent);
    if (!wrong_.empty()) throw std::runtime_error(wrong_);
    answer();
    keep_busy(ambassador_.load.tick_us);
    if (description_.time.used) {
      if (advances_.take_grant(ambassador_.granted_at)) news_ = ambassador_.granted_at;
      if (goes_on && !advances_.pending() && !holds_advance()) {
        for (Out& out : outs_) out.sending.advance();
        advances_.request();
      }
    }
    if (now_ns() - news_ > static_cast<std::int64_t>(options_.patience * 1e9)) {
      throw std::runtime_error("gave up waiting for updates, answers or grants");
    }
  }

  // Sends one iteration's share of each stream. Returns whether anything was sent.
  bool send() {
    bool sent = false;
    for (Out& out : outs_) {
      const unsigned long burst = out.sending.line().stream.burst;
      std::int64_t now = now_ns();
      for (unsigned long i = 0; i < burst && out.sending.may_send(now); ++i) {
        out.voice.update(out.sending.send(now), advances_.stamp());
        sent = true;
        now = now_ns();
      }
      if (sent) news_ = now;
    }
    return sent;
  }

  void tick(bool sent) {
    const std::int64_t now = now_ns();
    bool waits = options_.blocking && !sent && to_answer_.empty();
    if (description_.time.used && !advances_.pending()) waits = false;
    for (Out& out : outs_) waits = waits && !out.sending.paced(now) && !out.sending.may_send(now);
    if (waits) {
      rti_.tick(0.1, 0.1);
    } else {
      rti_.tick();
    }
  }

  void answer() {
    for (; !to_answer_.empty(); to_answer_.pop_front()) {
      Answer& due = to_answer_.front();
      due.stamps.t2 = now_ns();
      due.in->answers->update(due.stamps, advances_.stamp());
    }
  }

  // Returns whether updates of this advance must be sent before the next request.
  bool holds_advance() {
    const std::int64_t now = now_ns();
    bool holds = false;
    for (Out& out : outs_) {
      holds = holds || (out.sending.line().stream.per_advance > 0 && out.sending.may_send(now));
    }
    return holds;
  }

  void report() const {
    std::vector<Figure> figures;
    for (const Out& out : outs_) add_figures(figures, out.sending);
    for (const In& in : ins_) add_figures(figures, in.receiving, number_);
    if (description_.time.used) {
      figures.push_back({"time", "", number_, 0, "grants/s", advances_.grants_per_s()});
      figures.push_back({"time", "", number_, 0, "grant", advances_.latencies()});
    }
    print_figures(figures, options_.csv);
    if (!options_.samples.empty()) {
      write_samples(figures, options_.samples + "." + std::to_string(number_));
    }
  }

  const Options options_;
  const Description description_;
  RTI::RTIambassador rti_;
  Ambassador ambassador_;
  Federation federation_;
  Advances advances_;
  unsigned long number_ = 0;  // From 1.
  std::deque<Out> outs_;
  std::deque<In> ins_;
  std::map<unsigned long, Out*> out_of_line_;
  std::map<unsigned long, In*> in_of_line_;
  std::deque<Answer> to_answer_;
  std::int64_t news_ = 0;
  std::string wrong_;
};

Options parse(int argc, char** argv) {
  Options options;
  CommandLine line("BmStream", "start it once for each federate of the description");
  line.value("-d", "FILE", options.description, "the streams, as docs/benchmarks.md explains");
  line.flag("-t", options.blocking, "wait in tick(min,max) instead of tick() in a loop");
  line.value("--samples", "FILE", options.samples,
             "writes every time to FILE.NUMBER, one file for each federate");
  options.offer(line, std::string("for each figure: ") + kFigureColumns);
  line.parse(argc, argv);
  if (options.description.empty()) throw WrongUsage("-d FILE is needed");
  return options;
}

}  // namespace

int main(int argc, char** argv) {
  return run_as_program("BmStream", [&] {
    const Options options = parse(argc, argv);
    Benchmark(options, read_description(options.description)).run();
  });
}
