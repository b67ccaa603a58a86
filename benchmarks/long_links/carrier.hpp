// Carries packets between two devices through a delay line in each direction. One thread, which
// sleeps while nothing is due.
#pragma once

#include <array>

#include "benchmarks/long_links/delay_line.hpp"
#include "benchmarks/long_links/tun_device.hpp"

namespace triad::long_links {

class Carrier {
 public:
  // Counts of one direction, including packets lost at the device before the delay line and after
  // it.
  struct Report {
    Counts counts;
    std::uint64_t unread = 0;
    std::uint64_t unwritten = 0;
    std::size_t on_the_way = 0;
  };

  Carrier(TunDevice& near, TunDevice& far, const Conditions& each_way);

  // Runs until `stop` becomes readable. Throws Refused.
  void run(int stop);

  [[nodiscard]] Report near_to_far() const { return report(ways_[0]); }
  [[nodiscard]] Report far_to_near() const { return report(ways_[1]); }

 private:
  struct Way {
    TunDevice& from;
    TunDevice& to;
    DelayLine line;
    std::uint64_t unwritten = 0;
  };

  static Report report(const Way& way);
  static bool receive_packets(Way& way);
  static void send_due_packets(Way& way);
  void count_sent_packets();
  void set_alarm();

  std::array<Way, 2> ways_;
  transport::UniqueFd alarm_;
  transport::UniqueFd poll_;
};

}  // namespace triad::long_links
