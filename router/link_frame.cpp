#include "router/link_frame.hpp"

#include "wire/message_list.hpp"

namespace triad::router {

namespace {

using Word = std::uint32_t;

Word word_at(wire::Bytes bytes, std::size_t i) {
  Word word;
  std::memcpy(&word, bytes.data() + i * sizeof word, sizeof word);
  return word;
}

// Of numbers that are read by number_at(i), how many runs they are.
template <class NumberAt>
std::size_t count_runs(std::size_t numbers, NumberAt&& number_at) {
  std::size_t runs = numbers > 0 ? 1 : 0;
  for (std::size_t i = 1; i < numbers; ++i) {
    if (number_at(i) != number_at(i - 1) + 1 || number_at(i) == 0) ++runs;
  }
  return runs;
}

bool are_shorter(std::size_t runs, std::size_t numbers) {
  return 2 * runs < numbers;
}

// They name so many, each run is as long as it can be, and no number is beyond the last there is.
bool are_whole(wire::Bytes runs, std::size_t count, std::size_t clients) {
  std::uint64_t named = 0;
  std::uint64_t follows = 0;  // the number that the run before would have gone on with
  for (std::size_t run = 0; run < count; ++run) {
    const std::uint64_t first = word_at(runs, 2 * run);
    const std::uint64_t length = word_at(runs, 2 * run + 1);
    const std::uint64_t end = first + length;
    if (length == 0 || end > std::uint64_t{1} << 32 || (run > 0 && first == follows)) return false;
    named += length;
    follows = end;
  }
  return named == clients;
}

}  // namespace

std::optional<LinkFrame> parse_link_frame(wire::Bytes frame) {
  const std::size_t named_at = link_prefix_bytes(0);
  if (frame.size() < named_at + sizeof(wire::RecordHeader)) return std::nullopt;
  const Word clients = word_at(frame, 0);
  const Word runs = word_at(frame, 1);
  if (clients > kClientsPerFrameMax || runs > clients) return std::nullopt;
  if (runs > 0 && !are_shorter(runs, clients)) return std::nullopt;
  const std::size_t begins = named_at + (runs > 0 ? 2 * std::size_t{runs} : clients) * sizeof(Word);
  if (frame.size() < begins + sizeof(wire::RecordHeader)) return std::nullopt;
  const wire::Bytes names = frame.first(begins).subspan(named_at);
  if (runs > 0) {
    if (!are_whole(names, runs, clients)) return std::nullopt;
  } else {
    const auto number = [&](std::size_t i) { return word_at(names, i); };
    if (are_shorter(count_runs(clients, number), clients)) return std::nullopt;
  }
  return LinkFrame(clients, runs, names, frame.subspan(begins));
}

std::optional<std::string> farewell_of(wire::Bytes frame) {
  const auto link_frame = parse_link_frame(frame);
  if (!link_frame || !link_frame->for_router()) return std::nullopt;
  const auto record = wire::parse_record(link_frame->record);
  if (!record || record->header.message_kind() != wire::Kind::Refused) return std::nullopt;
  const auto refused = wire::decode<wire::Refused>(record->payload);
  return refused ? std::string(refused->text) : std::string("it refuses");
}

void put_link_prefix(std::span<const std::uint32_t> clients, wire::Buffer& out) {
  RTI_ASSERT(clients.size() <= kClientsPerFrameMax);
  const auto put = [&out](std::size_t word) {
    const auto value = static_cast<Word>(word);
    const auto* const bytes = reinterpret_cast<const std::byte*>(&value);
    out.insert(out.end(), bytes, bytes + sizeof value);
  };
  const std::size_t runs = count_runs(clients.size(), [&](std::size_t i) { return clients[i]; });
  const bool by_runs = are_shorter(runs, clients.size());
  put(clients.size());
  put(by_runs ? runs : 0);
  if (!by_runs) {
    const auto bytes = std::as_bytes(clients);
    out.insert(out.end(), bytes.begin(), bytes.end());
    return;
  }
  for (std::size_t begin = 0, i = 1; i <= clients.size(); ++i) {
    if (i < clients.size() && clients[i] == clients[i - 1] + 1 && clients[i] != 0) continue;
    put(clients[begin]);
    put(i - begin);
    begin = i;
  }
}

}  // namespace triad::router
