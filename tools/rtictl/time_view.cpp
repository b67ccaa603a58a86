#include "tools/rtictl/time_view.hpp"

#include <algorithm>
#include <boost/json.hpp>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "core/age_text.hpp"
#include "core/count_text.hpp"
#include "core/shown_name.hpp"
#include "core/stalls.hpp"
#include "tools/rtictl/aligned_table.hpp"
#include "tools/rtictl/json_text.hpp"
#include "tools/rtictl/open_steps_view.hpp"
#include "tools/rtictl/utf8.hpp"

namespace triad::rtictl {

namespace {

using core::age_text;
using wire::FederateHandle;
using wire::FederateTimeStatus;

constexpr std::string_view kNoWaits =
    "No federate waits for time, a synchronization point, a save or a restore.\n";
// Limit on the blockers named in one sentence.
constexpr std::size_t kNamedMax = 8;

std::string text_or(std::string_view text, std::string_view otherwise) {
  return std::string(text.empty() ? otherwise : text);
}

// Display names of federates, with handles where several have the same name.
class Names {
 public:
  explicit Names(const wire::FederationTimeStatus& status) {
    std::map<std::string_view, int> count;
    for (const auto& federate : status.federates) ++count[federate.federate_type];
    for (const auto& federate : status.federates) {
      std::string& name = names_[federate.federate];
      name = printable(core::shown_name(federate.federate_type));
      if (count[federate.federate_type] > 1) {
        name += " (" + std::to_string(federate.federate.value) + ")";
      }
    }
  }

  bool contains(FederateHandle federate) const { return names_.contains(federate); }
  const std::string& name_of(FederateHandle federate) const { return names_.at(federate); }

 private:
  std::map<FederateHandle, std::string> names_;
};

// Returns the federates that block others, then those that wait, then the rest.
std::vector<const FederateTimeStatus*> sort_by_blocking(const wire::FederationTimeStatus& status,
                                                        const std::set<FederateHandle>& blockers) {
  std::vector<const FederateTimeStatus*> order;
  for (const FederateTimeStatus& federate : status.federates) order.push_back(&federate);
  std::ranges::stable_sort(order, {}, [&](const FederateTimeStatus* federate) {
    if (blockers.contains(federate->federate)) return 0;
    return federate->told.waits ? 1 : 2;
  });
  return order;
}

std::string notable_age_text(std::uint64_t age_ms) {
  return age_ms >= core::kTicksWithinMs ? age_text(age_ms) : std::string();
}

std::string table_of(const std::vector<const FederateTimeStatus*>& federates) {
  using enum Table::Align;
  Table table({{"FEDERATE", right},
               {"NAME", left},
               {"TIME", right},
               {"STATE", left},
               {"FOR", right},
               {"LOOKAHEAD", right},
               {"LBTS", right},
               {"NOT TICKING FOR", right},
               {"OUTSIDE THE RTI FOR", right}});
  for (const FederateTimeStatus* federate : federates) {
    const wire::TimeStatus& time_status = federate->told;
    // "-" if the federate is not regulating or constrained, "?" if the value is unknown.
    const auto of_kind = [](bool is_of_kind, std::string_view text) {
      return is_of_kind ? text_or(text, "?") : text_or(text, "-");
    };
    table.add({std::to_string(federate->federate.value),
               std::string(core::shown_name(federate->federate_type)),
               text_or(time_status.time, "?"), text_or(time_status.state, "?"),
               federate->known ? age_text(time_status.in_state_ms) : "?",
               of_kind(time_status.regulating, time_status.lookahead),
               of_kind(time_status.constrained, time_status.lbts),
               federate->owes_answer ? age_text(federate->silent_ms)
                                     : notable_age_text(core::not_ticking_ms(*federate)),
               notable_age_text(core::outside_ms(*federate))});
  }
  return table.text("  ");
}

// Returns "tank and radar".
std::string blocker_list(const core::Stall& stall, const Names& names) {
  std::vector<std::string> blockers;
  for (const FederateHandle blocker : stall.blockers) {
    if (blockers.size() < kNamedMax) blockers.push_back(names.name_of(blocker));
  }
  const std::size_t more = stall.blockers.size() - blockers.size() + stall.unnamed_blockers;
  if (more > 0) blockers.push_back(std::to_string(more) + " more");
  std::string text;
  for (std::size_t i = 0; i < blockers.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == blockers.size() ? " and " : ", ") + blockers[i];
  }
  return text.empty() ? "unknown federates" : text;
}

bool is_undelivered(const FederateTimeStatus& federate) {
  return federate.known && federate.told.undelivered &&
         federate.told.in_state_ms >= core::kTicksWithinMs;
}

// Returns why a federate blocks others or does not tick; empty if there is no reason.
std::string reason_of(const FederateTimeStatus& federate) {
  const wire::TimeStatus& time_status = federate.told;
  if (federate.owes_answer) {
    const std::string data_age = federate.known
                                     ? "its shown state is " + age_text(federate.told_ms) + " old"
                                     : "its time status is unknown";
    return "does not tick: no message from it for " + age_text(federate.silent_ms) + "; " +
           data_age;
  }
  if (!is_undelivered(federate)) return {};
  return "does not tick: answer undelivered for " + age_text(time_status.in_state_ms) + " (" +
         printable(time_status.state) + ")";
}

std::string state_text(const FederateTimeStatus& federate) {
  const wire::TimeStatus& time_status = federate.told;
  std::string text = printable(time_status.state) + " at " + printable(time_status.time) + " for " +
                     age_text(time_status.in_state_ms);
  if (time_status.regulating) text += ", lookahead " + printable(time_status.lookahead);
  const std::uint64_t not_ticking = core::not_ticking_ms(federate);
  if (not_ticking < core::kTicksWithinMs) return text;
  text += "; it has not ticked for " + age_text(not_ticking);
  const std::uint64_t outside = core::outside_ms(federate);
  if (outside >= core::kTicksWithinMs) text += ", outside the RTI for " + age_text(outside);
  return text;
}

std::string wait_sentence(const wire::FederationTimeStatus& status, const core::Stall& stall,
                          const Names& names) {
  const FederateTimeStatus& longest = status.federates[stall.waiting.front()];
  const std::string duration_text = "for " + age_text(longest.told.in_state_ms) + " now, in " +
                                    printable(longest.told.state) + ".\n";
  const std::string blockers = blocker_list(stall, names);
  if (stall.waiting.size() == 1) {
    return names.name_of(longest.federate) + " waits for " + blockers + ", " + duration_text;
  }
  return core::count_text(stall.waiting.size(), "federate") + " wait for " + blockers +
         "; longest " + names.name_of(longest.federate) + ", " + duration_text;
}

boost::json::value number_or_null(std::optional<std::uint64_t> number) {
  return number ? boost::json::value(*number) : boost::json::value(nullptr);
}

boost::json::object json_of(const FederateTimeStatus& federate) {
  const wire::TimeStatus& time_status = federate.told;
  boost::json::array held_by;
  for (const FederateHandle holder : time_status.held_by) held_by.emplace_back(holder.value);
  return {{"federate", federate.federate.value},
          {"type", utf8(federate.federate_type)},
          {"known", federate.known},
          {"answers", !federate.owes_answer},
          {"silent_ms", federate.silent_ms},
          {"told_ms", federate.told_ms},
          {"time", utf8(time_status.time)},
          {"state", utf8(time_status.state)},
          {"waits", time_status.waits},
          {"undelivered", time_status.undelivered},
          {"in_state_ms", time_status.in_state_ms},
          {"regulating", time_status.regulating},
          {"constrained", time_status.constrained},
          {"lookahead", utf8(time_status.lookahead)},
          {"lbts", utf8(time_status.lbts)},
          {"held_by", std::move(held_by)},
          {"holders", time_status.holders},
          {"not_ticking_ms", number_or_null(time_status.not_ticking_ms)},
          {"outside_ms", number_or_null(time_status.outside_ms)}};
}

boost::json::object json_of(const wire::FederationTimeStatus& status, const core::Stall& stall) {
  boost::json::array blockers;
  for (const FederateHandle blocker : stall.blockers) blockers.emplace_back(blocker.value);
  boost::json::array waiting;
  for (const std::size_t place : stall.waiting) {
    waiting.emplace_back(status.federates[place].federate.value);
  }
  return {{"blockers", std::move(blockers)},
          {"more", stall.unnamed_blockers},
          {"waiting", std::move(waiting)}};
}

// Returns lines such as "f13 holds up 19 federates: granted at 30.5 for 12.9 s, lookahead 0.5.",
// and lines for federates that do not tick.
std::string blocker_sentences(const wire::FederationTimeStatus& status,
                              const std::map<FederateHandle, std::size_t>& held,
                              const Names& names) {
  std::vector<std::pair<std::size_t, std::string>> lines;
  for (const FederateTimeStatus& federate : status.federates) {
    const auto at = held.find(federate.federate);
    const std::string reason = reason_of(federate);
    const std::string& name = names.name_of(federate.federate);
    if (at != held.end()) {
      lines.emplace_back(at->second,
                         name + " holds up " + core::count_text(at->second, "federate") + ": " +
                             (reason.empty() ? state_text(federate) : "it " + reason) + ".\n");
    } else if (!reason.empty()) {
      lines.emplace_back(0, name + " " + reason + ".\n");
    }
  }
  std::ranges::stable_sort(lines, std::ranges::greater(), &decltype(lines)::value_type::first);
  std::string text;
  for (const auto& [count, line] : lines) text += line;
  return text;
}

}  // namespace

std::string as_text(const wire::FederationTimeStatus& status) {
  std::string out = printable(status.federation) + ": ";
  if (status.federates.empty()) return out + "no federates.\n";
  const auto stalls = core::find_stalls(status.federates);
  std::map<FederateHandle, std::size_t> held;
  std::set<FederateHandle> blockers;
  std::string waits;
  const Names names(status);
  for (const core::Stall& stall : stalls) {
    for (const FederateHandle blocker : stall.blockers) {
      held[blocker] += stall.waiting.size();
      blockers.insert(blocker);
    }
    waits += wait_sentence(status, stall, names);
  }
  out += core::count_text(status.federates.size(), "federate") + "\n" +
         table_of(sort_by_blocking(status, blockers));
  const std::string sentences = blocker_sentences(status, held, names) + waits +
                                sentences_of(status.steps, [&](FederateHandle federate) {
                                  return names.contains(federate)
                                             ? names.name_of(federate)
                                             : "federate " + std::to_string(federate.value);
                                });
  return out + text_or(sentences, kNoWaits);
}

std::string as_json(const wire::FederationTimeStatus& status) {
  boost::json::array federates;
  for (const FederateTimeStatus& federate : status.federates) {
    federates.emplace_back(json_of(federate));
  }
  boost::json::array stalls;
  for (const core::Stall& stall : core::find_stalls(status.federates)) {
    stalls.emplace_back(json_of(status, stall));
  }
  return json_text({{"federation", utf8(status.federation)},
                    {"federates", std::move(federates)},
                    {"stalls", std::move(stalls)},
                    {"steps", json_of(status.steps)}});
}

}  // namespace triad::rtictl
