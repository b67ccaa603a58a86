#include "router/link_frame.hpp"

#include <algorithm>
#include <limits>

#include "wire/message_list.hpp"

namespace triad::router {

namespace {

constexpr std::uint32_t kWide = std::uint32_t{1} << 31;
constexpr ClientNumber kLastNarrow = std::numeric_limits<std::uint32_t>::max();

template <class Word>
Word word_at(wire::Bytes bytes, std::size_t i) {
  Word word;
  std::memcpy(&word, bytes.data() + i * sizeof word, sizeof word);
  return word;
}

// Returns the number of runs in the list of numbers that number_at(i) returns.
template <class NumberAt>
std::size_t count_runs(std::size_t numbers, NumberAt&& number_at) {
  std::size_t runs = numbers > 0 ? 1 : 0;
  for (std::size_t i = 1; i < numbers; ++i) {
    if (number_at(i) != number_at(i - 1) + 1 || number_at(i) == 0) ++runs;
  }
  return runs;
}

bool are_runs_shorter(std::size_t runs, std::size_t numbers) {
  return 2 * runs < numbers;
}

// Returns true if the runs name exactly `clients` clients, no number overflows, and the encoding is
// the unique one: runs as long as possible, words as narrow as possible.
template <class Word>
bool are_complete(wire::Bytes runs, std::size_t count, std::size_t clients) {
  constexpr ClientNumber kLast = std::numeric_limits<Word>::max();
  std::size_t named = 0;
  ClientNumber before = 0;  // last number of the previous run
  bool wide = false;
  for (std::size_t run = 0; run < count; ++run) {
    const ClientNumber first = word_at<Word>(runs, 2 * run);
    const ClientNumber length = word_at<Word>(runs, 2 * run + 1);
    if (length == 0 || length > clients - named || length - 1 > kLast - first) return false;
    if (run > 0 && first != 0 && first == before + 1) return false;
    named += static_cast<std::size_t>(length);
    before = first + (length - 1);
    wide = wide || before > kLastNarrow;
  }
  return named == clients && wide == (sizeof(Word) > sizeof(std::uint32_t));
}

// Returns true if the list is the unique encoding: no longer than runs, words as narrow as
// possible.
template <class Word>
bool are_complete(wire::Bytes numbers, std::size_t clients) {
  bool wide = false;
  for (std::size_t i = 0; i < clients; ++i) {
    wide = wide || word_at<Word>(numbers, i) > kLastNarrow;
  }
  if (wide != (sizeof(Word) > sizeof(std::uint32_t))) return false;
  const auto number = [&](std::size_t i) { return word_at<Word>(numbers, i); };
  return !are_runs_shorter(count_runs(clients, number), clients);
}

template <class Word>
std::optional<LinkFrame> parse_names(wire::Bytes frame, std::uint32_t clients, std::uint32_t runs) {
  constexpr bool kIsWide = sizeof(Word) > sizeof(std::uint32_t);
  const std::size_t named_at = link_prefix_bytes(0);
  const std::size_t words = runs > 0 ? 2 * std::size_t{runs} : clients;
  const std::size_t begins = named_at + words * sizeof(Word);
  if (frame.size() < begins + sizeof(wire::RecordHeader)) return std::nullopt;
  const wire::Bytes names = frame.first(begins).subspan(named_at);
  if (clients > 0) {
    const bool whole =
        runs > 0 ? are_complete<Word>(names, runs, clients) : are_complete<Word>(names, clients);
    if (!whole) return std::nullopt;
  }
  return LinkFrame(clients, runs, kIsWide, names, frame.subspan(begins));
}

template <class Word>
void append_word(ClientNumber word, wire::Buffer& out) {
  const auto value = static_cast<Word>(word);
  const auto* const bytes = reinterpret_cast<const std::byte*>(&value);
  out.insert(out.end(), bytes, bytes + sizeof value);
}

template <class Word>
void append_names(std::span<const ClientNumber> clients, bool by_runs, wire::Buffer& out) {
  if (!by_runs) {
    std::size_t at = out.size();
    out.resize(at + clients.size() * sizeof(Word));
    for (const ClientNumber client : clients) {
      const auto word = static_cast<Word>(client);
      std::memcpy(out.data() + at, &word, sizeof word);
      at += sizeof word;
    }
    return;
  }
  for (std::size_t begin = 0, i = 1; i <= clients.size(); ++i) {
    if (i < clients.size() && clients[i] == clients[i - 1] + 1 && clients[i] != 0) continue;
    append_word<Word>(clients[begin], out);
    append_word<Word>(i - begin, out);
    begin = i;
  }
}

}  // namespace

std::optional<LinkFrame> parse_link_frame(wire::Bytes frame) {
  if (frame.size() < link_prefix_bytes(0) + sizeof(wire::RecordHeader)) return std::nullopt;
  const auto first = word_at<std::uint32_t>(frame, 0);
  const std::uint32_t clients = first & ~kWide;
  const auto runs = word_at<std::uint32_t>(frame, 1);
  if (clients > kClientsPerFrameMax || runs > clients) return std::nullopt;
  if (runs > 0 && !are_runs_shorter(runs, clients)) return std::nullopt;
  if (first == clients) return parse_names<std::uint32_t>(frame, clients, runs);
  if (clients == 0) return std::nullopt;
  return parse_names<std::uint64_t>(frame, clients, runs);
}

std::optional<std::string> farewell_reason(wire::Bytes frame) {
  const auto link_frame = parse_link_frame(frame);
  if (!link_frame || !link_frame->is_for_router()) return std::nullopt;
  const auto record = wire::parse_record(link_frame->record);
  if (!record || record->header.message_kind() != wire::Kind::Refused) return std::nullopt;
  const auto refused = wire::decode<wire::Refused>(record->payload);
  return refused ? std::string(refused->text) : std::string("it refuses");
}

void append_link_prefix(std::span<const ClientNumber> clients, wire::Buffer& out) {
  RTI_ASSERT(clients.size() <= kClientsPerFrameMax);
  const std::size_t runs = count_runs(clients.size(), [&](std::size_t i) { return clients[i]; });
  const bool by_runs = are_runs_shorter(runs, clients.size());
  const bool wide =
      std::ranges::any_of(clients, [](ClientNumber client) { return client > kLastNarrow; });
  append_word<std::uint32_t>(clients.size() | (wide ? kWide : 0), out);
  append_word<std::uint32_t>(by_runs ? runs : 0, out);
  wide ? append_names<std::uint64_t>(clients, by_runs, out)
       : append_names<std::uint32_t>(clients, by_runs, out);
}

}  // namespace triad::router
