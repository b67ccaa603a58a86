// Journal of the calls of an Rtig to its host (rtig::Downlinks) during one input, with the answers
// of the host. A second Rtig gets the same input and the recorded answers, and its calls are
// compared with the recorded calls, byte by byte. Written and read by JournaledHost
// (journaled_host.hpp).
#pragma once

#include <any>
#include <string>
#include <string_view>
#include <vector>

#include "wire/codec.hpp"

namespace triad::test {

class HostJournal {
 public:
  struct Call {
    std::string_view function;
    std::size_t arguments_end = 0;  // in the arguments of all calls
    std::any answer;                // empty: the function has none
  };
  // Thrown if the second Rtig asks for an answer after a difference.
  struct NoAnswer {};

  void begin_recording();
  void begin_playing();
  // Notes a difference if the second Rtig has made fewer calls than the first.
  void end_playing();
  // First difference since begin_playing(), as text; empty: none.
  const std::string& difference() const { return difference_; }

  // Appends a call. Returns the place for its answer, valid until the next call.
  std::any& record(std::string_view function, wire::Bytes arguments);
  // Returns the recorded answer of the same call; null after a difference.
  const std::any* play(std::string_view function, wire::Bytes arguments);

  // For tests that change the journal.
  std::vector<Call>& calls() { return calls_; }

 private:
  wire::Bytes arguments_of(std::size_t call) const;
  void record_difference(const std::string& what);

  std::vector<Call> calls_;
  wire::Buffer arguments_;
  std::size_t played_ = 0;
  bool playing_ = false;
  std::string difference_;
};

// Describes the first byte that differs; empty: none differs.
std::string first_difference(wire::Bytes recorded, wire::Bytes played);

}  // namespace triad::test
