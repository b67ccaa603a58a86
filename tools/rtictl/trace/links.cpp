#include "tools/rtictl/trace/links.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

namespace triad::rtictl {

namespace {

using What = TraceEvent::What;

// Kind of message: the services of sender and receiver, and the names of the arguments with its
// subject and values.
struct Kind {
  std::string_view sent;
  std::string_view received;
  std::string_view subject;
  std::string_view values;
};
constexpr Kind kKinds[] = {
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
bool agree(std::string_view a, std::string_view b) {
  return a.empty() || b.empty() || a == b;
}

bool is_received(const TraceEvent& sent, const TraceEvent& received, const Kind& kind) {
  const std::string_view subject = argument(received, kind.subject);
  if (subject.empty() || sent.federate == received.federate) return false;
  if (!is_same_subject(argument(sent, kind.subject), subject)) return false;
  if (argument(sent, "theTag") != argument(received, "theTag")) return false;
  if (!agree(argument(sent, "theTime"), argument(received, "theTime"))) return false;
  if (!agree(sent.returned, argument(received, "theHandle"))) return false;
  return kind.values.empty() || std::ranges::includes(parts_of(argument(sent, kind.values)),
                                                      parts_of(argument(received, kind.values)));
}

class Linker {
 public:
  explicit Linker(std::span<const TraceEvent> events)
      : events_(events), sent_by_(events.size(), kNone), takers_(events.size()) {}

  std::vector<std::size_t> link() {
    for (std::size_t i = 0; i < events_.size(); ++i) {
      if (events_[i].what == What::call && events_[i].exception.empty()) note_sent(i);
      if (events_[i].what == What::callback) find_sender(i);
    }
    std::vector<std::size_t> numbers(events_.size(), 0);
    std::size_t last = 0;
    for (std::size_t i = 0; i < events_.size(); ++i) {
      if (!takers_[i].empty()) numbers[i] = ++last;
      if (sent_by_[i] != kNone) numbers[i] = numbers[sent_by_[i]];
    }
    return numbers;
  }

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  void note_sent(std::size_t i) {
    for (const Kind& kind : kKinds) {
      if (kind.sent == events_[i].service) sent_[kind.received].push_back({i, &kind});
    }
  }

  void find_sender(std::size_t i) {
    const auto sent = sent_.find(events_[i].service);
    if (sent == sent_.end()) return;
    for (const auto& [candidate, kind] : sent->second) {
      if (takers_[candidate].contains(events_[i].federate)) continue;
      if (!is_received(events_[candidate], events_[i], *kind)) continue;
      takers_[candidate].insert(events_[i].federate);
      sent_by_[i] = candidate;
      return;
    }
  }

  struct Sent {
    std::size_t event;
    const Kind* kind;
  };

  std::span<const TraceEvent> events_;
  std::map<std::string_view, std::vector<Sent>> sent_;  // By the receiving service.
  std::vector<std::size_t> sent_by_;                    // Index of the call, for each callback.
  // Federates that have received the message, for each call.
  std::vector<std::set<std::uint64_t>> takers_;
};

}  // namespace

std::vector<std::size_t> link_messages(std::span<const TraceEvent> events) {
  return Linker(events).link();
}

}  // namespace triad::rtictl
