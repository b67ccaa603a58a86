#include "tests/simulation/tally.hpp"

namespace triad::test {

std::string Tally::text() const {
  std::string text;
  for (const auto& [event, count] : counts_) text += event + " " + std::to_string(count) + "\n";
  return text;
}

std::string Tally::missing() const {
  std::string text;
  for (const auto& [event, count] : counts_) {
    if (count == 0) text += (text.empty() ? "" : ", ") + event;
  }
  return text;
}

}  // namespace triad::test
