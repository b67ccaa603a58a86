// Shared parts of the tests of a router's contract: names of federates, records of federates, and
// one line of text for each frame that leaves the router under test.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "wire/record.hpp"

namespace triad::test {

using Name = std::string_view;
// One line per frame: "bob: update 1 of ann", "up: ann is up". Frames to the same neighbour are in
// the order of sending; neighbours are in the order of their names.
using Frames = std::vector<std::string>;

inline constexpr std::string_view kWar = "war";  // name of the federation

// Interest keys of the tests.
inline constexpr wire::InterestKey kHall = 3;
inline constexpr wire::InterestKey kGarden = 4;

// The first letter is the number: ann is federate 1, bob is federate 2, hal is federate 8.
wire::FederateHandle handle_of(Name federate);
std::string name_of(wire::FederateHandle federate);

// Number by which a router below announces its client, and the way back.
std::uint64_t guest_number(Name guest);
std::string guest_name(std::uint64_t number);

// Name of the client that has this number on a link between routers.
using ClientNames = std::function<std::string(std::uint64_t client)>;
// Returns the record as text.
std::string describe(wire::Bytes record, const ClientNames& client_names);

// Frames that have left the router and that no test has taken.
class SentFrames {
 public:
  // `text` begins with the separator between it and the name.
  void add(std::string to, std::string text) { sent_.emplace_back(std::move(to), std::move(text)); }
  Frames take_frames();
  // Returns the frames to one neighbour, without its name and the separator. Drops all others.
  Frames take_frames(Name neighbour);

 private:
  std::vector<std::pair<std::string, std::string>> sent_;
};

template <class Message>
wire::Buffer encoded(const Message& message, const wire::RecordHeader& header = {},
                     const wire::Cells& cells = {}) {
  wire::Buffer record;
  wire::encode_record(header, message, record, nullptr, cells);
  return record;
}

// Fields of the header of an update.
struct Update {
  wire::InterestKey key = kHall;
  wire::InterestMask mask = 1;
  wire::Position after = 0;  // position of the log that its sender had applied
  std::uint16_t flags = 0;
  wire::Cells cells = {};
};

wire::InterestChanged interest_in(wire::InterestKey key, wire::InterestMask mask = 1);

// Federates that send records. Each record takes the next position in the stream of its sender.
class Federates {
 public:
  virtual ~Federates() = default;

  // Delivers bytes that arrive by the link of this federate.
  virtual void receive_from_client(Name federate, wire::Bytes record) = 0;

  // Sets the sender, and the position unless the header has one. Returns the position.
  template <class Message>
  wire::Position send_message(Name federate, const Message& message,
                              wire::RecordHeader header = {}) {
    complete(federate, header);
    receive_from_client(federate, encoded(message, header));
    return header.position;
  }
  wire::Position send_update(Name federate, const Update& update = {});
  // The mask 0 ends the interest.
  wire::Position send_interest(Name federate, wire::InterestKey key, wire::InterestMask mask = 1);

 protected:
  // Position of the log that a record of the federate follows unless its header names one.
  virtual wire::Position applied_log(Name /*federate*/) const { return 0; }

 private:
  void complete(Name federate, wire::RecordHeader& header);

  std::map<std::string, wire::Position, std::less<>> positions_;
};

}  // namespace triad::test
