#include "tests/scenario/core/host_journal.hpp"

#include <algorithm>

namespace triad::test {

namespace {

std::string hex_of(wire::Bytes bytes, std::size_t at) {
  if (at >= bytes.size()) return "missing";
  constexpr std::string_view kDigits = "0123456789abcdef";
  const auto byte = std::to_integer<std::size_t>(bytes[at]);
  return {'0', 'x', kDigits[byte / 16], kDigits[byte % 16]};
}

}  // namespace

std::string first_difference(wire::Bytes recorded, wire::Bytes played) {
  if (std::ranges::equal(recorded, played)) return {};
  const auto [there, here] = std::ranges::mismatch(recorded, played);
  const auto at = static_cast<std::size_t>(there - recorded.begin());
  return "byte " + std::to_string(at) + " is " + hex_of(recorded, at) + " of " +
         std::to_string(recorded.size()) + ", in the replay " + hex_of(played, at) + " of " +
         std::to_string(played.size());
}

void HostJournal::begin_recording() {
  calls_.clear();
  arguments_.clear();
}

void HostJournal::begin_playing() {
  played_ = 0;
  playing_ = true;
  difference_.clear();
}

void HostJournal::end_playing() {
  if (played_ < calls_.size()) {
    record_difference("was " + std::string(calls_[played_].function) + ", in the replay no call");
  }
  playing_ = false;
}

wire::Bytes HostJournal::arguments_of(std::size_t call) const {
  const std::size_t begin = call == 0 ? 0 : calls_[call - 1].arguments_end;
  return wire::Bytes(arguments_).subspan(begin, calls_[call].arguments_end - begin);
}

void HostJournal::record_difference(const std::string& what) {
  if (!difference_.empty()) return;
  difference_ = "output " + std::to_string(played_ + 1) + " " + what;
}

std::any& HostJournal::record(std::string_view function, wire::Bytes arguments) {
  arguments_.insert(arguments_.end(), arguments.begin(), arguments.end());
  return calls_.emplace_back(Call{function, arguments_.size(), {}}).answer;
}

const std::any* HostJournal::play(std::string_view function, wire::Bytes arguments) {
  // Outside an input an Rtig that is destroyed ends its fabrics.
  if (!playing_ || !difference_.empty()) return nullptr;
  const std::string called(function);
  if (played_ == calls_.size()) {
    record_difference("was no call, in the replay " + called);
    return nullptr;
  }
  const Call& call = calls_[played_];
  if (call.function != function) {
    record_difference("was " + std::string(call.function) + ", in the replay " + called);
    return nullptr;
  }
  if (const auto what = first_difference(arguments_of(played_), arguments); !what.empty()) {
    record_difference("(" + called + "): " + what);
    return nullptr;
  }
  ++played_;
  return &call.answer;
}

}  // namespace triad::test
