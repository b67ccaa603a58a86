#include "tools/rtictl/rates_view.hpp"

#include <algorithm>
#include <boost/json.hpp>
#include <cmath>
#include <cstdio>
#include <set>
#include <string_view>

#include "core/shown_name.hpp"
#include "tools/rtictl/aligned_table.hpp"
#include "tools/rtictl/json_text.hpp"
#include "tools/rtictl/open_steps_view.hpp"
#include "tools/rtictl/utf8.hpp"

namespace triad::rtictl {

namespace {

using wire::FederateTraffic;

// Formats a number of any magnitude with three digits and a unit prefix.
std::string short_number(double number) {
  constexpr const char* kUnits[] = {"", "k", "M", "G", "T"};
  std::size_t unit = 0;
  while (number >= 999.5 && unit + 1 < std::size(kUnits)) {
    number /= 1000;
    ++unit;
  }
  char text[32];
  const int digits = unit == 0 || number >= 99.95 ? 0 : number >= 9.995 ? 1 : 2;
  std::snprintf(text, sizeof text, "%.*f%s", digits, number, kUnits[unit]);
  return text;
}

std::string rate_text(const std::optional<double>& rate) {
  return rate ? short_number(*rate) : "-";
}

boost::json::value json_of(const std::optional<double>& rate) {
  if (!rate) return nullptr;
  return *rate;
}

// Returns "12 (2: 10, 4: 1)": the total, and the losses on links by priority. Losses on links are
// known even if the federate has not answered.
std::string dropped_text(const wire::FederateTimeStatus* status) {
  if (status == nullptr || (!status->known && status->dropped.total() == 0)) return "?";
  const std::string by_priority = wire::text_by_priority(status->dropped);
  return std::to_string(status->told.traffic.dropped + status->dropped.total()) +
         (by_priority.empty() ? "" : " (" + by_priority + ")");
}

}  // namespace

// Computes rates from the times at which the federate reported its counts, which may be earlier
// than `now`.
RatesView::Rates RatesView::update_rates(const std::string& federation,
                                         std::chrono::milliseconds now,
                                         const wire::FederateTimeStatus& status) {
  const std::int64_t at_ms = now.count() - static_cast<std::int64_t>(status.told_ms);
  const auto [at, is_new] = counters_.try_emplace({federation, status.federate});
  Counters& before = at->second;
  const FederateTraffic& traffic = status.told.traffic;
  if (is_new) {
    before = {at_ms, traffic, {}};
    return {};
  }
  const double seconds = static_cast<double>(at_ms - before.at_ms) / 1000;
  if (seconds <= 0.001) return before.rates;
  const auto rate = [&](std::uint64_t FederateTraffic::*counter) -> std::optional<double> {
    // A restore resets the counter.
    if (traffic.*counter < before.traffic.*counter) return std::nullopt;
    return static_cast<double>(traffic.*counter - before.traffic.*counter) / seconds;
  };
  const Rates rates{
      rate(&FederateTraffic::updates_sent),      rate(&FederateTraffic::reflections_received),
      rate(&FederateTraffic::interactions_sent), rate(&FederateTraffic::interactions_received),
      rate(&FederateTraffic::bytes_sent),        rate(&FederateTraffic::bytes_received),
      rate(&FederateTraffic::callbacks)};
  before = {at_ms, traffic, rates};
  return rates;
}

std::vector<RatesView::Row> RatesView::rows_of(const Poll& poll, std::size_t federation) {
  const wire::FederationInfo& info = poll.list.federations[federation];
  std::vector<Row> rows;
  for (const wire::FederateInfo& federate : info.federates) {
    Row& row = rows.emplace_back(Row{federate, nullptr, {}});
    if (federation >= poll.statuses.size()) continue;
    const auto& statuses = poll.statuses[federation].federates;
    const auto at =
        std::ranges::find(statuses, federate.federate, &wire::FederateTimeStatus::federate);
    if (at == statuses.end()) continue;
    row.status = &*at;
    if (!at->known) continue;
    row.rates = update_rates(std::string(info.federation), poll.now, *at);
  }
  return rows;
}

void RatesView::forget_departed(const wire::FederationList& list) {
  std::set<std::pair<std::string_view, wire::FederateHandle>> present;
  for (const wire::FederationInfo& federation : list.federations) {
    for (const wire::FederateInfo& federate : federation.federates)
      present.emplace(federation.federation, federate.federate);
  }
  std::erase_if(counters_, [&](const auto& entry) {
    const auto& [federation, federate] = entry.first;
    return !present.contains({federation, federate});
  });
}

std::string RatesView::table_of(const std::vector<Row>& rows) {
  using enum Table::Align;
  Table table({{"FEDERATE", right},
               {"NAME", left},
               {"STATE", left},
               {"TIME", right},
               {"UPDATES/S", right},
               {"REFLECTS/S", right},
               {"SENT/S", right},
               {"RECEIVED/S", right},
               {"BYTES OUT/S", right},
               {"BYTES IN/S", right},
               {"CALLBACKS/S", right},
               {"RO", right},
               {"TSO", right},
               {"QUEUED BYTES", right},
               {"DROPPED", right}});
  for (const Row& row : rows) {
    const auto if_answered = [&](const auto& text) {
      return row.has_answered() ? text(*row.status) : std::string("?");
    };
    const auto number = [&](std::uint64_t FederateTraffic::*counter) {
      return if_answered(
          [&](const auto& status) { return std::to_string(status.told.traffic.*counter); });
    };
    table.add({std::to_string(row.info.federate.value),
               std::string(core::shown_name(row.info.federate_type)), std::string(row.info.state),
               if_answered([](const auto& status) { return std::string(status.told.time); }),
               rate_text(row.rates.updates), rate_text(row.rates.reflections),
               rate_text(row.rates.sent), rate_text(row.rates.received),
               rate_text(row.rates.bytes_out), rate_text(row.rates.bytes_in),
               rate_text(row.rates.callbacks), number(&FederateTraffic::receive_queued),
               number(&FederateTraffic::tso_queued), std::to_string(row.info.queued_bytes),
               dropped_text(row.status)});
  }
  return table.text("  ");
}

std::string RatesView::as_text(const Poll& poll) {
  forget_departed(poll.list);
  if (poll.list.federations.empty()) return "No federations.\n";
  std::string out;
  for (std::size_t i = 0; i < poll.list.federations.size(); ++i) {
    const wire::FederationInfo& federation = poll.list.federations[i];
    if (!out.empty()) out += '\n';
    out += printable(federation.federation) + ": " + std::to_string(federation.objects) +
           (federation.objects == 1 ? " object\n" : " objects\n");
    if (!federation.federates.empty()) out += table_of(rows_of(poll, i));
    out += sentences_of(federation);
  }
  return out;
}

std::string RatesView::as_json(const Poll& poll) {
  forget_departed(poll.list);
  boost::json::array federations;
  for (std::size_t i = 0; i < poll.list.federations.size(); ++i) {
    const wire::FederationInfo& federation = poll.list.federations[i];
    boost::json::array federates;
    for (const Row& row : rows_of(poll, i)) {
      boost::json::object federate{{"federate", row.info.federate.value},
                                   {"type", utf8(row.info.federate_type)},
                                   {"state", utf8(row.info.state)},
                                   {"queued_bytes", row.info.queued_bytes},
                                   {"updates_per_s", json_of(row.rates.updates)},
                                   {"reflections_per_s", json_of(row.rates.reflections)},
                                   {"interactions_sent_per_s", json_of(row.rates.sent)},
                                   {"interactions_received_per_s", json_of(row.rates.received)},
                                   {"bytes_sent_per_s", json_of(row.rates.bytes_out)},
                                   {"bytes_received_per_s", json_of(row.rates.bytes_in)},
                                   {"callbacks_per_s", json_of(row.rates.callbacks)}};
      if (row.has_answered()) {
        const FederateTraffic& traffic = row.status->told.traffic;
        federate["time"] = utf8(row.status->told.time);
        federate["answers"] = !row.status->owes_answer;
        federate["receive_queued"] = traffic.receive_queued;
        federate["tso_queued"] = traffic.tso_queued;
        federate["dropped"] = traffic.dropped + row.status->dropped.total();
      }
      if (row.status != nullptr) {
        federate["dropped_by_priority"] = boost::json::array(
            row.status->dropped.by_priority.begin(), row.status->dropped.by_priority.end());
        federate["lost_on_the_way"] = row.status->dropped.on_the_way;
      }
      federates.emplace_back(std::move(federate));
    }
    federations.emplace_back(boost::json::object{{"federation", utf8(federation.federation)},
                                                 {"objects", federation.objects},
                                                 {"federates", std::move(federates)},
                                                 {"steps", json_of(federation.steps)}});
  }
  return json_text({{"federations", std::move(federations)}});
}

}  // namespace triad::rtictl
