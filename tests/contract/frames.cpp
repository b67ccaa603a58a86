#include "tests/contract/frames.hpp"

#include <algorithm>
#include <array>

#include "wire/any_message.hpp"

namespace triad::test {

namespace {

// Routers under test give lower numbers.
constexpr std::uint32_t kFirstGuest = 500;

constexpr std::array kNames{"ann", "bob", "cid", "dan", "eve", "fay", "gus", "hal"};

template <class Interest>
std::string sum_text(const Interest& told) {
  std::string text;
  for (const auto& entry : told.entries) {
    text += (entry.mask == 0 ? " -" : " ") + std::to_string(entry.key);
  }
  for (const auto& set : told.cells) {
    text +=
        " cells +" + std::to_string(set.added.size()) + " -" + std::to_string(set.removed.size());
  }
  return text;
}

// Texts of records that routers send to routers.
struct RouterWords {
  const ClientNames& client;

  std::string operator()(const wire::ClientUp& up) const { return client(up.client) + " is up"; }
  std::string operator()(const wire::ClientDown& down) const {
    return client(down.client) + " is down: " + std::string(down.reason);
  }
  std::string operator()(const wire::ClientAdmitted& admitted) const {
    return client(admitted.client) + " is admitted to " + std::string(admitted.federation) +
           (admitted.moved ? " from another router" : "");
  }
  std::string operator()(const wire::ClientResigned& resigned) const {
    return client(resigned.client) + " has resigned";
  }
  std::string operator()(const wire::ClientHandled& handled) const {
    return "handled " + std::to_string(handled.position) + " of " + client(handled.client);
  }
  std::string operator()(const wire::LogPassed& passed) const {
    return "log passed " + std::to_string(passed.position);
  }
  std::string operator()(const wire::ClientBacklog& backlog) const {
    return client(backlog.client) + " has " + std::to_string(backlog.bytes) +
           " bytes waiting, dropped " + std::to_string(backlog.dropped.total());
  }
  std::string operator()(const wire::ClientToMove& to_move) const {
    return client(to_move.client) + " is to move";
  }
  std::string operator()(const wire::ClientStays& stays) const {
    return client(stays.client) + " stays: " + std::string(stays.reason);
  }
  std::string operator()(const wire::OutsideInterest& told) const {
    return std::string("interest") + (told.replaces_earlier ? " anew" : "") +
           (told.complete ? "" : " part") + sum_text(told);
  }
  std::string operator()(const wire::OutsideInterestTaken& taken) const {
    return "interest " + std::to_string(taken.round) + (taken.known ? " taken" : " unknown");
  }
  std::string operator()(const wire::OutsideInterestDigest&) const { return "interest digest"; }
  std::string operator()(const wire::OutsideInterestDoubted&) const { return "interest doubted"; }
  std::string operator()(const wire::ClientInterestDoubted& doubted) const {
    return "interest of " + client(doubted.client) + " doubted";
  }
  std::string operator()(const wire::ClientInterestDigests& digests) const {
    std::string text = "interest digests of";
    for (const auto& of : digests.clients) text += " " + client(of.client);
    return text;
  }
  std::string operator()(const wire::PeerData& data) const {
    return "data: " + describe(data.record, client);
  }
  std::string operator()(const wire::PeerInterest& states) const {
    return "interest" + sum_text(states);
  }
  std::string operator()(const wire::PeerLinkState& state) const {
    return "link to " + std::string(state.peer) + (state.up ? " is up" : " is down");
  }
  std::string operator()(const wire::Refused& refused) const {
    return "refused: " + std::string(refused.text);
  }
};

// Answers to a statement of interest.
bool answers_statement(wire::Kind kind) {
  return kind == wire::Kind::InterestAcknowledged || kind == wire::Kind::InterestSettled;
}

std::string with_settled(const std::string& text, const wire::Record& record) {
  if (record.header.message_kind() != wire::Kind::InterestAcknowledged) return text;
  const auto answer = wire::decode<wire::InterestAcknowledged>(record.payload);
  return answer && answer->settled ? text + ", settled" : text;
}

std::string header_text(const wire::RecordHeader& header) {
  const wire::Kind kind = header.message_kind();
  std::string text = kind == wire::Kind::UpdateAttributeValues ? std::string("update")
                                                               : std::string(wire::name_of(kind));
  if (answers_statement(kind)) text += " " + std::to_string(header.after_position);
  if (header.from() != wire::kRtig) {
    text += " " + std::to_string(header.position) + " of " + name_of(header.from());
  }
  return text;
}

}  // namespace

wire::FederateHandle handle_of(Name federate) {
  return wire::FederateHandle(static_cast<std::uint32_t>(federate.front() - 'a' + 1));
}

std::string name_of(wire::FederateHandle federate) {
  if (federate.value == 0 || federate.value > kNames.size()) return std::to_string(federate.value);
  return kNames[federate.value - 1];
}

std::uint64_t guest_number(Name guest) {
  return kFirstGuest + handle_of(guest).value;
}

std::string guest_name(std::uint64_t number) {
  return name_of(wire::FederateHandle(static_cast<std::uint32_t>(number) - kFirstGuest));
}

std::string describe(wire::Bytes bytes, const ClientNames& client_names) {
  const auto record = wire::parse_record(bytes);
  if (!record) return "no record";
  std::string text = with_settled(header_text(record->header), *record);
  const RouterWords words{client_names};
  wire::with_message_type(record->header.message_kind(), [&](auto type) {
    using Message = typename decltype(type)::type;
    if constexpr (requires(const Message& message) { words(message); }) {
      const auto message = wire::decode<Message>(record->payload);
      text = message ? words(*message) : "malformed " + text;
    }
  });
  return text;
}

wire::InterestChanged interest_in(wire::InterestKey key, wire::InterestMask mask) {
  return {false, {{key, mask, mask, {}}}, {}};
}

// --- Frames.

Frames SentFrames::take_frames() {
  std::ranges::stable_sort(sent_, {}, [](const auto& frame) { return frame.first; });
  Frames lines;
  for (const auto& [to, text] : std::exchange(sent_, {})) lines.push_back(to + text);
  return lines;
}

Frames SentFrames::take_frames(Name neighbour) {
  Frames lines;
  for (const auto& [to, text] : std::exchange(sent_, {})) {
    if (to == neighbour) lines.push_back(text.substr(text.find_first_not_of(": ")));
  }
  return lines;
}

// --- Federates.

void Federates::complete(Name federate, wire::RecordHeader& header) {
  wire::Position& position = positions_[std::string(federate)];
  if (header.position == 0) header.position = ++position;
  if (header.from() == wire::kRtig) header.sender = handle_of(federate).value;
  if (header.after_position == 0) header.after_position = applied_log(federate);
}

wire::Position Federates::send_update(Name federate, const Update& update) {
  wire::RecordHeader header;
  header.after_position = update.after;
  header.flags = update.flags;
  header.interest_key = update.key;
  header.interest_mask = update.mask;
  complete(federate, header);
  receive_from_client(federate, encoded(wire::UpdateAttributeValues{}, header, update.cells));
  return header.position;
}

wire::Position Federates::send_interest(Name federate, wire::InterestKey key,
                                        wire::InterestMask mask) {
  return send_message(federate, interest_in(key, mask));
}

}  // namespace triad::test
