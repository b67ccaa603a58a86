#include "tools/rtictl/time_view.hpp"

#include <algorithm>
#include <cstdio>
#include <map>

#include "core/counted.hpp"
#include "tools/rtictl/table.hpp"

namespace triad::rtictl {

namespace {

using wire::FederateHandle;
using wire::FederateTimeStatus;

std::string seconds(std::uint64_t milliseconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f s", static_cast<double>(milliseconds) / 1000);
  return text;
}

std::string text_or(std::string_view text, std::string_view otherwise) {
  return std::string(text.empty() ? otherwise : text);
}

// Federates by their names; where several have one name, by their handles, too.
class Names {
 public:
  explicit Names(const wire::FederationTimeStatus& status) {
    std::map<std::string_view, int> count;
    for (const auto& federate : status.federates) ++count[federate.federate_type];
    for (const auto& federate : status.federates) {
      std::string& name = names_[federate.federate];
      name = printable(federate.federate_type);
      if (count[federate.federate_type] > 1) {
        name += " (" + std::to_string(federate.federate.value) + ")";
      }
    }
  }

  bool contains(FederateHandle federate) const { return names_.contains(federate); }
  const std::string& of(FederateHandle federate) const { return names_.at(federate); }

 private:
  std::map<FederateHandle, std::string> names_;
};

std::string table_of(const wire::FederationTimeStatus& status) {
  using enum Table::Align;
  Table table({{"FEDERATE", right},
               {"NAME", left},
               {"TIME", right},
               {"STATE", left},
               {"FOR", right},
               {"LOOKAHEAD", right},
               {"LBTS", right},
               {"NOT TICKING FOR", right}});
  for (const FederateTimeStatus& federate : status.federates) {
    const wire::TimeStatus& told = federate.told;
    // Its own lookahead and LBTS are a matter of its kind, known or not.
    const auto of_kind = [](bool is_of_kind, std::string_view text) {
      return is_of_kind ? text_or(text, "?") : text_or(text, "-");
    };
    table.add({std::to_string(federate.federate.value), std::string(federate.federate_type),
               text_or(told.time, "?"), text_or(told.state, "?"),
               federate.known ? seconds(told.in_state_ms) : "?",
               of_kind(told.regulating, told.lookahead), of_kind(told.constrained, told.lbts),
               federate.owes_answer ? seconds(federate.silent_ms) : ""});
  }
  return table.text("  ");
}

// "tank and radar", of those that are still joined.
std::string list_of(const wire::TimeStatus& told, const Names& names) {
  std::vector<std::string> holders;
  for (const FederateHandle holder : told.held_by) {
    if (names.contains(holder)) holders.push_back(names.of(holder));
  }
  if (told.holders > told.held_by.size()) {
    holders.push_back(std::to_string(told.holders - told.held_by.size()) + " more");
  }
  std::string text;
  for (std::size_t i = 0; i < holders.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == holders.size() ? " and " : ", ") + holders[i];
  }
  return text;
}

std::string sentence_of(const FederateTimeStatus& federate, const Names& names) {
  const std::string& name = names.of(federate.federate);
  if (federate.owes_answer) {
    const std::string shown = federate.known
                                  ? "what is shown of it is " + seconds(federate.told_ms) + " old"
                                  : "it has not said yet how its time stands";
    return name + " does not tick: nothing came from it for " + seconds(federate.silent_ms) + "; " +
           shown + ".\n";
  }
  if (!federate.told.waits) return {};
  const std::string holders = list_of(federate.told, names);
  return name + " waits for " + (holders.empty() ? "nobody known" : holders) + ", for " +
         seconds(federate.told.in_state_ms) + " now, in " + printable(federate.told.state) + ".\n";
}

}  // namespace

std::string as_text(const wire::FederationTimeStatus& status) {
  std::string out = printable(status.federation) + ": ";
  if (status.federates.empty()) return out + "no federates.\n";
  out += core::counted(status.federates.size(), "federate") + "\n" + table_of(status);
  const Names names(status);
  std::string sentences;
  for (const auto& federate : status.federates) sentences += sentence_of(federate, names);
  if (sentences.empty()) return out + "Nobody waits.\n";
  return out + sentences;
}

}  // namespace triad::rtictl
