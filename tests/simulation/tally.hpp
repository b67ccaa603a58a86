// Counts what happened in all runs of a simulation: how often each service succeeded, each callback
// came and each exception was raised. Something that never happened has not been tested.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace triad::test {

class Tally {
 public:
  // Listed with zero until it happens.
  void expect(const std::string& what) { counts_.try_emplace(what, 0); }
  void count(const std::string& what) { ++counts_[what]; }

  // One line each.
  std::string text() const;
  // What was expected and never happened, one line; empty if all did.
  std::string missing() const;

 private:
  std::map<std::string, std::uint64_t> counts_;
};

}  // namespace triad::test
