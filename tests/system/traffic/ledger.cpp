#include "tests/system/traffic/ledger.hpp"

#include <unistd.h>

#include <chrono>
#include <sstream>

#include "tests/system/faults/faulty_federate.hpp"

namespace traffic {

namespace {

constexpr std::array<const char*, kFlows> kNames = {"value", "word", "tso_value", "tso_word",
                                                    "best_effort"};

// Number of steps that other federates may be granted before a federate of a lost router is
// removed.
constexpr unsigned kStepsUntilRemoved = 100;

// Returns the length of a message. Most are short; some are longer than a datagram and an Ethernet
// frame, and few are longer than a piece in shared memory.
std::size_t length_of(Flow flow, std::uint64_t number) {
  if (flow != best_effort && number % 199 == 198) return 300000;
  if (number % 17 == 16) return 5000;
  return number % 60;
}

}  // namespace

void fail_check(const std::string& error) {
  faults::print_line("failed: " + error);
  ::_exit(3);
}

Instant instant_now() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<Instant>(std::chrono::nanoseconds(now).count());
}

std::string text_of(const std::string& sender, Flow flow, std::uint64_t number, Instant sent) {
  std::string text = sender + " " + std::to_string(flow) + " " + std::to_string(number) + " " +
                     std::to_string(sent) + " ";
  const std::size_t length = length_of(flow, number);
  text.reserve(text.size() + length);
  for (std::size_t i = 0; i < length; ++i) {
    text += static_cast<char>('a' + (number + i * 7 + i / 256) % 26);
  }
  return text;
}

void Ledger::discover(const std::string& sender, std::uint64_t base, bool fresh) {
  Sender& made = senders_[sender];
  made.base = base;
  if (!fresh) return;
  for (const Flow flow : {value, word, tso_value, tso_word}) made.streams.at(flow) = {0, true, 0};
}

std::string Ledger::remove(const std::string& sender) {
  Sender& removed = senders_.at(sender);
  removed.removed = true;
  const auto text = [](const Stream& stream) {
    return stream.is_complete ? std::to_string(*stream.next_number) : std::string("-");
  };
  return text(removed.streams[value]) + " " + text(removed.streams[word]);
}

Ledger::Message Ledger::parse_message(const std::string& text) {
  std::istringstream words(text.substr(0, 80));
  Message message;
  int flow = -1;
  words >> message.sender >> flow >> message.number >> message.sent;
  if (!words || flow < 0 || flow >= kFlows) fail_check("what came cannot be read");
  message.flow = static_cast<Flow>(flow);
  if (text != text_of(message.sender, message.flow, message.number, message.sent)) {
    fail_check("bytes of " + message.sender + "'s " + kNames.at(message.flow) + " " +
               std::to_string(message.number) + " are not as they were sent");
  }
  return message;
}

void Ledger::receive(const std::string& text) {
  const auto [name, flow, number, sent] = parse_message(text);
  const auto at = senders_.find(name);
  if (at == senders_.end()) fail_check("from " + name + ", which was never discovered");
  auto& [next, whole, short_for] = at->second.streams.at(flow);
  if (short_for > 0) {
    fail_check(name + "'s " + kNames.at(flow) + " " + std::to_string(number) + " came " +
               std::to_string(short_for) + " grants late");
  }
  // Best effort may be lost, but comes at most once and in order.
  const bool follows = !next || (whole ? number == *next : number >= *next);
  if (!follows) {
    fail_check(name + "'s " + kNames.at(flow) + " " + std::to_string(number) + " came where " +
               std::to_string(*next) + " was next");
  }
  if (at->second.removed && (flow == value || flow == tso_value || flow == best_effort)) {
    fail_check("an update of " + name + "'s object after its removal");
  }
  next = number + 1;
  whole = whole || (flow != best_effort && sent >= subscribed_at_);
  best_effort_received_ += flow == best_effort ? 1 : 0;
}

void Ledger::receive_tso(const std::string& text, std::uint64_t time,
                         std::uint64_t requested_time) {
  receive(text);
  const Message message = parse_message(text);
  const std::uint64_t due = senders_.at(message.sender).base + message.number / kPerStep;
  if (time != due) {
    fail_check(message.sender + "'s " + std::to_string(message.number) + " has the stamp " +
               std::to_string(time) + ", not " + std::to_string(due));
  }
  if (time < last_stamp_ || time > requested_time) {
    fail_check("the stamp " + std::to_string(time) + " came after " + std::to_string(last_stamp_) +
               ", asked for " + std::to_string(requested_time));
  }
  last_stamp_ = time;
}

void Ledger::check_grant(std::uint64_t now) {
  for (auto& [name, sender] : senders_) {
    if (sender.removed || now < sender.base) continue;
    const std::uint64_t due = (now - sender.base + 1) * kPerStep;
    for (const Flow flow : {value, word, tso_value, tso_word}) {
      Stream& stream = sender.streams.at(flow);
      if (!stream.is_complete || *stream.next_number >= due) continue;
      record_incomplete("at " + std::to_string(now) + " there are " +
                            std::to_string(*stream.next_number) + " of " + name + "'s " +
                            kNames.at(flow) + ", not " + std::to_string(due),
                        flow, stream);
    }
  }
}

void Ledger::record_incomplete(const std::string& error, Flow flow, Stream& stream) const {
  const bool may_be = routers_get_lost_ && (flow == value || flow == word);
  if (!may_be || ++stream.incomplete_grants > kStepsUntilRemoved) fail_check(error);
}

std::string Ledger::summary() const {
  std::string text;
  for (const auto& [name, sender] : senders_) {
    text += " " + name;
    for (const Stream& stream : sender.streams) {
      text += stream.next_number ? "," + std::to_string(*stream.next_number) : ",-";
    }
  }
  return text + " best-effort " + std::to_string(best_effort_received_);
}

}  // namespace traffic
