#include "tests/contract/link_frames.hpp"

#include "router/interest_digest.hpp"
#include "router/link_frame.hpp"

namespace triad::test {

wire::Buffer joined(wire::Bytes prefix, wire::Bytes record) {
  wire::Buffer frame(prefix.begin(), prefix.end());
  frame.insert(frame.end(), record.begin(), record.end());
  return frame;
}

wire::Buffer link_frame(const std::vector<std::uint64_t>& clients, wire::Bytes record) {
  wire::Buffer frame;
  router::append_link_prefix(clients, frame);
  frame.insert(frame.end(), record.begin(), record.end());
  return frame;
}

std::string link_frame_text(wire::Bytes frame, const ClientNames& client_names) {
  const auto parsed = router::parse_link_frame(frame);
  if (!parsed) return ": a malformed frame";
  std::string text;
  parsed->for_each_client([&](router::ClientNumber client) {
    text += (text.empty() ? " for " : ", ") + client_names(client);
  });
  return text + ": " + describe(parsed->record, client_names);
}

namespace {

std::optional<wire::Record> word_for_router(wire::Bytes frame) {
  const auto parsed = router::parse_link_frame(frame);
  if (!parsed || !parsed->is_for_router()) return std::nullopt;
  return wire::parse_record(parsed->record);
}

template <class Message>
std::optional<Message> word_as(wire::Bytes frame) {
  const auto word = word_for_router(frame);
  if (!word || word->header.message_kind() != wire::kind_of<Message>) return std::nullopt;
  return wire::decode<Message>(word->payload);
}

}  // namespace

// Returns the first word of the transport, because routers add their names after a space.
std::optional<std::pair<std::uint64_t, std::string>> announced_client(wire::Bytes frame) {
  const auto up = word_as<wire::ClientUp>(frame);
  if (!up) return std::nullopt;
  return std::pair(up->client, std::string(up->transport.substr(0, up->transport.find(' '))));
}

std::optional<std::uint64_t> interest_round_of(wire::Bytes frame) {
  const auto told = word_as<wire::OutsideInterest>(frame);
  return told ? std::optional(told->round) : std::nullopt;
}

std::uint64_t digest_of_interest(const wire::InterestEntry& entry) {
  return router::digest_of(entry);
}

std::optional<wire::PeerReceived> sequence_of(wire::Bytes frame) {
  const auto word = word_for_router(frame);
  std::optional<wire::PeerReceived> received;
  if (!word || word->header.message_kind() == wire::Kind::PeerReceived) return received;
  wire::with_message_type(word->header.message_kind(), [&](auto type) {
    using Message = typename decltype(type)::type;
    if constexpr (requires(const Message& m) { m.session, m.sequence; }) {
      const auto message = wire::decode<Message>(word->payload);
      if (message) received = wire::PeerReceived{message->session, message->sequence};
    }
  });
  return received;
}

}  // namespace triad::test
