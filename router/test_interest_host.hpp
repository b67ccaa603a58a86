// For tests of InterestExchange: a host that records each output as a line.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "router/interest_exchange.hpp"
#include "wire/message_list.hpp"
#include "wire/record.hpp"

namespace triad::router::interest_lines {

using Lines = std::vector<std::string>;

inline constexpr wire::InterestKey kTalk = 3;
inline constexpr wire::InterestKey kCommands = 4;
inline constexpr wire::InterestKey kExistence = 5;
inline constexpr wire::InterestKey kOutsideKeysEnd = 8;
inline constexpr LinkId kEast{100};
inline constexpr LinkId kWest{200};

inline wire::InterestChanged interest_in(wire::InterestKey key, wire::InterestMask mask) {
  return {false, {{key, mask, mask, {}}}, {}};
}

// Line of entries and cells: " 3" for interest in key 3, " 3 no more", " +2-1" for cells of a set.
inline std::string line_of(const std::vector<wire::InterestEntry>& entries,
                           const std::vector<wire::CellsChanged>& cells) {
  std::string line;
  for (const auto& entry : entries) {
    line += " " + std::to_string(entry.key) + (entry.mask == 0 ? " no more" : "");
  }
  for (const auto& set : cells) {
    line += " +" + std::to_string(set.added.size()) + "-" + std::to_string(set.removed.size());
  }
  return line;
}

inline std::string line_of(LinkId router, const wire::OutsideInterest& outside) {
  std::string line = router == kEast ? "east" : "west";
  if (outside.replaces_earlier) line += " anew";
  if (!outside.complete) line += " more";
  return line + line_of(outside.entries, outside.cells);
}

inline wire::Buffer statement_of(FederateHandle member, wire::Position position,
                                 const wire::InterestChanged& changed) {
  wire::RecordHeader header;
  header.sender = member.value;
  header.position = position;
  wire::Buffer frame;
  wire::encode_record(header, changed, frame);
  return frame;
}

// States the member's interest by a link with the member's number. Returns the fault, or nothing.
inline std::string state_interest(InterestExchange& interest, std::uint32_t member,
                                  wire::Position position, const wire::InterestChanged& changed) {
  const FederateHandle by(member);
  const wire::Buffer frame = statement_of(by, position, changed);
  return interest.receive_statement_from_member(by, LinkId{member}, *wire::parse_record(frame))
      .value_or("");
}

class TestInterestHost : public InterestExchange::Host {
 public:
  // Return the lines since the last call: statements to lower routers and to shared memory; answers
  // to members ("taken 1") and words for the upper router ("took 3").
  Lines take_statements() { return std::exchange(statements_, {}); }
  Lines take_answers() { return std::exchange(answers_, {}); }

  std::uint64_t rounds = 0;              // last number
  wire::InterestChanged published = {};  // last change for shared memory

  std::string_view federation() const override { return "X"; }
  std::uint64_t new_number() override { return ++rounds; }
  bool send_to_router(LinkId router, wire::Bytes word) override {
    const auto record = wire::parse_record(word);
    const bool states = record->header.message_kind() == wire::Kind::OutsideInterest;
    statements_.push_back(
        states            ? line_of(router, *wire::decode<wire::OutsideInterest>(record->payload))
        : router == kEast ? "east digest"
                          : "west digest");
    return true;
  }
  void answer_member(FederateHandle member, wire::Position, InterestExchange::Answer answer,
                     wire::Bytes) override {
    using Answer = InterestExchange::Answer;
    const std::string_view said = answer == Answer::taken     ? "taken "
                                  : answer == Answer::settled ? "settled "
                                                              : "taken and settled ";
    answers_.push_back(std::string(said) + std::to_string(member.value));
  }
  void publish_interest(const wire::InterestChanged& changes) override {
    statements_.push_back("memory" + line_of(changes.entries, changes.cells));
    published = changes;
  }
  void send_word_up(wire::Bytes word) override {
    const auto record = wire::parse_record(word);
    if (record->header.message_kind() == wire::Kind::OutsideInterestDoubted) {
      return answers_.push_back("doubted");
    }
    const auto answer = *wire::decode<wire::OutsideInterestTaken>(record->payload);
    answers_.push_back("took " + std::to_string(answer.round) + (answer.known ? "" : ", unknown"));
  }

 private:
  Lines statements_;
  Lines answers_;
};

}  // namespace triad::router::interest_lines
