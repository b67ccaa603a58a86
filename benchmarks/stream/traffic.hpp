// One federate's ends of the lines: permission to send, received updates, and measurements.
// Independent of the RTI; the caller passes the time. Driven by BmStream.cpp. Standard C++14 only.
#ifndef TRIAD_BENCHMARKS_STREAM_TRAFFIC_HPP
#define TRIAD_BENCHMARKS_STREAM_TRAFFIC_HPP

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "description.hpp"
#include "stamps.hpp"

namespace benchmark_federate {

// Best effort: an answer that has not arrived after this time counts as lost, and the window opens
// again.
constexpr std::int64_t kLostAfterNs = 100 * 1000 * 1000;

// Times of one answered update, in microseconds.
struct Exchange {
  double forth = 0;   // t1 - t0.
  double answer = 0;  // t2 - t1.
  double back = 0;    // t3 - t2.
  double whole = 0;   // t3 - t0.
};

// The sender's end of a line.
class Sending {
 public:
  explicit Sending(const Line& line);

  const Line& line() const { return line_; }
  // Begins a phase. Phase 0 warms up; its results are dropped. `now` is in nanoseconds.
  void begin(std::uint32_t phase, std::int64_t now);
  // Handles the request of a time advance, which permits further updates.
  void advance() { in_advance_ = 0; }

  // Return whether the next update may be sent now, or whether only its interval prevents that
  // (paced()).
  bool may_send(std::int64_t now);
  bool paced(std::int64_t now) const;
  // Returns the stamps of an update that is about to be sent. may_send() must be true.
  Stamps send(std::int64_t now);
  // Handles an answer that was just reflected. Throws if it is not its federate's next one, unless
  // the line may lose updates.
  void on_answer(const Stamps& stamps, std::int64_t now);

  // Returns whether all updates of the phase are sent and all answers have arrived or are lost.
  bool complete(std::int64_t now);
  // Records the phase's figures.
  void end();

  const std::map<unsigned long, std::vector<Exchange>>& exchanges() const { return exchanges_; }
  const std::vector<double>& sent_per_s() const { return sent_per_s_; }
  // Returns the number of lost answers for each phase but phase 0.
  const std::vector<double>& lost() const { return lost_; }

 private:
  unsigned long answered_by_all() const;
  void give_up_lost(std::int64_t now);

  const Line line_;
  std::uint32_t phase_ = 0;
  unsigned long sent_ = 0;
  unsigned long in_advance_ = 0;
  unsigned long given_up_ = 0;  // Number of first updates that wait for no answer any more.
  std::int64_t first_ = 0;
  std::int64_t last_ = 0;
  std::int64_t news_ = 0;                        // Time of the last update or answer.
  std::map<unsigned long, unsigned long> next_;  // Number of the next answer, by receiver.
  std::map<unsigned long, unsigned long> answers_;
  std::map<unsigned long, std::vector<Exchange>> exchanges_;
  std::vector<double> sent_per_s_;
  std::vector<double> lost_;
};

// A receiver's end of a line.
class Receiving {
 public:
  explicit Receiving(const Line& line) : line_(line) {}

  const Line& line() const { return line_; }
  // Begins a phase. Phase 0 warms up; its results are dropped.
  void begin(std::uint32_t phase);
  // Returns whether the update must be answered. Throws if it is not the next one, unless updates
  // may be lost or overtaken.
  bool on_update(const Stamps& stamps, std::int64_t now);
  bool complete() const { return received_ == line_.stream.updates; }
  bool may_lose() const { return line_.stream.delivery == Delivery::best_effort; }
  void end();

  const std::vector<double>& latencies() const { return latencies_; }  // t1 - t0.
  const std::vector<double>& reflected_per_s() const { return reflected_per_s_; }
  const std::vector<double>& lost() const { return lost_; }

 private:
  const Line line_;
  std::uint32_t phase_ = 0;
  unsigned long received_ = 0;
  std::int64_t first_ = 0;
  std::int64_t last_ = 0;
  std::vector<double> latencies_;
  std::vector<double> reflected_per_s_;
  std::vector<double> lost_;
};

}  // namespace benchmark_federate

#endif
