// One federate's ends of the lines: what it may send now, what it has received, what it measured.
// Knows nothing of the RTI, and is told the time; BmStream.cpp drives it. Standard C++14 alone.
#ifndef TRIAD_BENCHMARKS_STREAM_TRAFFIC_HPP
#define TRIAD_BENCHMARKS_STREAM_TRAFFIC_HPP

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "description.hpp"
#include "stamps.hpp"

namespace benchmark_federate {

// Best effort: an answer that has not come after so long is lost, and the window opens again.
constexpr std::int64_t kLostAfterNs = 100 * 1000 * 1000;

// All that is known of one answered update, in microseconds.
struct Exchange {
  double forth = 0;   // t1 - t0
  double answer = 0;  // t2 - t1
  double back = 0;    // t3 - t2
  double whole = 0;   // t3 - t0
};

// The sender's end of a line.
class Sending {
 public:
  explicit Sending(const Line& line);

  const Line& line() const { return line_; }
  void begin(std::uint32_t phase, std::int64_t now);
  // A time advance has been asked for: so many updates more.
  void advance() { in_advance_ = 0; }

  // Whether the next update may go now; `paced` if only its interval keeps it back.
  bool may_send(std::int64_t now);
  bool paced(std::int64_t now) const;
  // The stamps of an update that is about to be sent; may_send() holds.
  Stamps send(std::int64_t now);
  // Of an answer that has just been reflected. Throws if it is not the next one of its federate,
  // unless the line may lose some.
  void on_answer(const Stamps& stamps, std::int64_t now);

  // All updates of the phase are sent and all answers here, or lost.
  bool complete(std::int64_t now);
  // Takes down the phase's figures.
  void end();

  const std::map<unsigned long, std::vector<Exchange>>& exchanges() const { return exchanges_; }
  const std::vector<double>& sent_per_s() const { return sent_per_s_; }
  // Answers that did not come, in each phase.
  const std::vector<double>& lost() const { return lost_; }

 private:
  unsigned long answered_by_all() const;
  void give_up_lost(std::int64_t now);

  const Line line_;
  std::uint32_t phase_ = 0;
  unsigned long sent_ = 0;
  unsigned long in_advance_ = 0;
  unsigned long given_up_ = 0;  // of the first so many no answer is waited for
  std::int64_t first_ = 0;
  std::int64_t last_ = 0;
  std::int64_t news_ = 0;  // when the last update went or the last answer came
  std::map<unsigned long, unsigned long> next_;  // of each receiver: the answer that is due
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
  void begin(std::uint32_t phase);
  // Whether it is to be answered. Throws if it is not the next one, where none may be lost or
  // overtaken.
  bool on_update(const Stamps& stamps, std::int64_t now);
  bool complete() const { return received_ == line_.stream.updates; }
  bool may_lose() const { return line_.stream.delivery == Delivery::best_effort; }
  void end();

  const std::vector<double>& latencies() const { return latencies_; }  // t1 - t0
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
