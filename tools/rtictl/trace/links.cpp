#include "tools/rtictl/trace/links.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

namespace triad::rtictl {

namespace {

using EventKind = TraceEvent::Kind;

// Kind of message: the services of sender and receiver, and the names of the arguments with its
// subject and values.
struct MessageKind {
  std::string_view sent;
  std::string_view received;
  std::string_view subject;
  std::string_view values;
};
constexpr MessageKind kMessageKinds[] = {
    {"updateAttributeValues", "reflectAttributeValues", "theObject", "theAttributes"},
    {"sendInteraction", "receiveInteraction", "theInteraction", "theParameters"},
    {"sendInteractionWithRegion", "receiveInteraction", "theInteraction", "theParameters"},
    {"deleteObjectInstance", "removeObjectInstance", "theObject", ""},
};

std::string_view argument(const TraceEvent& event, std::string_view name) {
  const auto at = std::ranges::find(event.arguments, name, &TraceArgument::name);
  return at == event.arguments.end() ? std::string_view() : std::string_view(at->text);
}

// Splits "{A=1 B="x y"}" into its parts. A blank or brace inside quotes belongs to a value.
std::set<std::string_view> parts_of(std::string_view values) {
  std::set<std::string_view> parts;
  if (values.starts_with('{') && values.ends_with('}')) {
    values = values.substr(1, values.size() - 2);
  }
  bool quoted = false;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= values.size(); ++i) {
    if (i < values.size() && quoted && values[i] == '\\') {
      ++i;
    } else if (i < values.size() && values[i] == '"') {
      quoted = !quoted;
    } else if (i >= values.size() || (values[i] == ' ' && !quoted)) {
      if (i > begin) parts.insert(values.substr(begin, i - begin));
      begin = i + 1;
    }
  }
  return parts;
}

// A subscriber to a superclass receives an interaction as the superclass.
bool is_same_subject(std::string_view sent, std::string_view received) {
  return sent == received || (sent.starts_with(received) && sent[received.size()] == '.');
}

// Returns whether the texts are equal, or one is empty.
bool are_compatible(std::string_view a, std::string_view b) {
  return a.empty() || b.empty() || a == b;
}

bool is_received(const TraceEvent& sent, const TraceEvent& received, const MessageKind& kind) {
  const std::string_view subject = argument(received, kind.subject);
  if (subject.empty() || sent.federate == received.federate) return false;
  if (!is_same_subject(argument(sent, kind.subject), subject)) return false;
  if (argument(sent, "theTag") != argument(received, "theTag")) return false;
  if (!are_compatible(argument(sent, "theTime"), argument(received, "theTime"))) return false;
  if (!are_compatible(sent.returned, argument(received, "theHandle"))) return false;
  return kind.values.empty() || std::ranges::includes(parts_of(argument(sent, kind.values)),
                                                      parts_of(argument(received, kind.values)));
}

class MessageLinker {
 public:
  explicit MessageLinker(std::span<const TraceEvent> events)
      : events_(events), sender_index_(events.size(), kNone), receivers_(events.size()) {}

  std::vector<std::size_t> link() {
    for (std::size_t i = 0; i < events_.size(); ++i) {
      if (events_[i].kind == EventKind::call && events_[i].exception.empty())
        record_sent_message(i);
      if (events_[i].kind == EventKind::callback) find_sender(i);
    }
    std::vector<std::size_t> numbers(events_.size(), 0);
    std::size_t last = 0;
    for (std::size_t i = 0; i < events_.size(); ++i) {
      if (!receivers_[i].empty()) numbers[i] = ++last;
      if (sender_index_[i] != kNone) numbers[i] = numbers[sender_index_[i]];
    }
    return numbers;
  }

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  void record_sent_message(std::size_t i) {
    for (const MessageKind& kind : kMessageKinds) {
      if (kind.sent == events_[i].service) sent_messages_[kind.received].push_back({i, &kind});
    }
  }

  void find_sender(std::size_t i) {
    const auto sent = sent_messages_.find(events_[i].service);
    if (sent == sent_messages_.end()) return;
    for (const auto& [candidate, kind] : sent->second) {
      if (receivers_[candidate].contains(events_[i].federate)) continue;
      if (!is_received(events_[candidate], events_[i], *kind)) continue;
      receivers_[candidate].insert(events_[i].federate);
      sender_index_[i] = candidate;
      return;
    }
  }

  struct SentMessage {
    std::size_t event;
    const MessageKind* kind;
  };

  std::span<const TraceEvent> events_;
  std::map<std::string_view, std::vector<SentMessage>> sent_messages_;  // By the receiving service.
  std::vector<std::size_t> sender_index_;  // Index of the call, for each callback.
  // Federates that have received the message, for each call.
  std::vector<std::set<std::uint64_t>> receivers_;
};

}  // namespace

std::vector<std::size_t> link_messages(std::span<const TraceEvent> events) {
  return MessageLinker(events).link();
}

}  // namespace triad::rtictl
