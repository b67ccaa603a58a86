#include "tools/rtimesh/status_table.hpp"

#include <algorithm>
#include <cstdio>

#include "core/count_text.hpp"
#include "topology/links_to_rtig.hpp"
#include "topology/problem.hpp"

namespace triad::rtimesh {

namespace {

using topology::RouterIndex;
using topology::Topology;

// Combines the routers' reports of their links.
class RowMaker {
 public:
  explicit RowMaker(const Topology& topology)
      : topology_(topology),
        next_to_rtig_(topology::next_routers_to_rtig(topology)),
        ways_(topology::ways_to_rtig(topology)) {
    for (RouterIndex i = 0; i < topology.routers.size(); ++i) {
      index_.emplace(topology.routers[i].name, i);
    }
  }

  void add(const Answer& answer) {
    if (!answer.report) return;
    for (const LinkReport& link : answer.report->links) add(answer, link);
  }

  // Adds a row for the link towards the RTIG if no router has reported it.
  void add_expected(const Answer& answer) {
    const RouterIndex router = index_of(answer.router);
    if (router == kUnknownRouter || !next_to_rtig_[router]) return;
    const std::string& to = topology_.routers[*next_to_rtig_[router]].name;
    LinkRow row{.from = answer.router, .to = to};
    row.reason = answer.router + (answer.report ? " does not know this link" : " does not answer");
    LinkRow& expected = rows_.try_emplace(place_of(row.from, row.to), row).first->second;
    const auto spare = spare_of(router);
    if (!spare || expected.state == LinkRow::State::up) return;
    expected.state = LinkRow::State::down;
    expected.reason = answer.router + " uses its link to " + *spare + " instead";
  }

  std::vector<LinkRow> rows() const {
    std::vector<LinkRow> rows;
    rows.reserve(rows_.size());
    for (const auto& [place, row] : rows_) rows.push_back(row);
    return rows;
  }

 private:
  // Key that sorts rows in the order of the file, with routers of other meshes last.
  using Place = std::tuple<RouterIndex, RouterIndex, std::string, std::string>;
  static constexpr RouterIndex kUnknownRouter = static_cast<RouterIndex>(-1);

  RouterIndex index_of(const std::string& router) const {
    const auto at = index_.find(router);
    return at == index_.end() ? kUnknownRouter : at->second;
  }

  Place place_of(const std::string& from, const std::string& to) const {
    return {index_of(from), index_of(to), from, to};
  }

  // Returns the router by which the router reaches the RTIG in place of the first one, if it does.
  // Two routers may be spares of each other.
  std::optional<std::string> spare_of(RouterIndex router) const {
    const std::string& own = topology_.routers[router].name;
    for (const topology::Way& way : ways_[router]) {
      const std::string& next = topology_.routers[way.next].name;
      const bool is_spare = way.next != next_to_rtig_[router];
      if (is_spare && (is_up(own, next) || is_up(next, own))) return next;
    }
    return std::nullopt;
  }

  bool is_up(const std::string& from, const std::string& to) const {
    const auto row = rows_.find(place_of(from, to));
    return row != rows_.end() && row->second.state == LinkRow::State::up;
  }

  bool is_from(const std::string& router, const std::string& other) const {
    const RouterIndex here = index_of(router);
    const RouterIndex there = index_of(other);
    if (here == kUnknownRouter || there == kUnknownRouter) return there == kUnknownRouter;
    if (may_lead(here, there) != may_lead(there, here)) return may_lead(here, there);
    return here > there;
  }

  bool may_lead(RouterIndex router, RouterIndex next) const {
    return std::ranges::find(ways_[router], next, &topology::Way::next) != ways_[router].end();
  }

  void add(const Answer& answer, const LinkReport& link) {
    const bool forth = is_from(answer.router, link.router);
    LinkRow row{.from = forth ? answer.router : link.router,
                .to = forth ? link.router : answer.router,
                .state = link.is_up ? LinkRow::State::up : LinkRow::State::down,
                .reason = link.reason,
                .clients = link.clients,
                .reported_by = answer.router,
                .at = answer.at,
                .forth = forth ? link.sent : link.received,
                .back = forth ? link.received : link.sent,
                .records_kept = link.records_kept,
                .bundles = link.bundles,
                .frames_bundled = link.frames_bundled};
    const auto [at, is_new] = rows_.try_emplace(place_of(row.from, row.to), row);
    if (forth && !is_new) {
      row.dropped_back = at->second.dropped_back;
      at->second = std::move(row);
    }
    (forth ? at->second.dropped_forth : at->second.dropped_back) = link.dropped;
  }

  const Topology& topology_;
  const std::vector<std::optional<RouterIndex>> next_to_rtig_;
  const std::vector<std::vector<topology::Way>> ways_;
  std::map<std::string, RouterIndex, std::less<>> index_;
  std::map<Place, LinkRow> rows_;
};

std::string ends_of(const LinkRow& row) {
  return topology::printable(row.from) + " -> " + topology::printable(row.to);
}

std::string padded(std::string text, std::size_t width) {
  text.resize(std::max(text.size(), width), ' ');
  return text;
}

std::string state_of(const LinkRow& row) {
  switch (row.state) {
    case LinkRow::State::up:
      return "up  ";
    case LinkRow::State::down:
      return "down";
    case LinkRow::State::unknown:
      break;
  }
  return "?   ";
}

// Formats with few digits, for comparison by eye.
std::string number_text(double number) {
  char text[64];
  std::snprintf(text, sizeof text, number < 9.95 ? "%.1f" : "%.0f", number);
  return text;
}

std::string rate_text(const Traffic& before, const Traffic& now, double seconds) {
  const double frames = static_cast<double>(now.frames - before.frames) / seconds;
  const double bytes = static_cast<double>(now.bytes - before.bytes) / seconds;
  return number_text(frames) + " frames/s " + number_text(bytes / 1000) + " KB/s";
}

std::string kilobytes(std::uint64_t bytes) {
  return number_text(static_cast<double>(bytes) / 1000) + " KB";
}

std::string total_text(const Traffic& traffic) {
  std::string text = core::count_text(traffic.frames, "frame") + " " + kilobytes(traffic.bytes);
  if (traffic.uncompressed_bytes > 0) {
    text += " (" + kilobytes(traffic.uncompressed_bytes) + " compressed to " +
            kilobytes(traffic.compressed_bytes) + ")";
  }
  return text;
}

// Returns the losses by priority.
std::string dropped_text(std::string_view way, const wire::BestEffortLosses& dropped) {
  if (dropped.total() == 0) return {};
  return "  " + std::string(way) + " dropped " + std::to_string(dropped.total()) + " (" +
         wire::text_by_priority(dropped) + ")";
}

// Returns the multicast figures of a router.
std::string multicast_text(const Answer& answer) {
  const wire::MulticastInfo& info = answer.report->multicast;
  if (info.datagrams == 0 && info.clients == 0) return {};
  return topology::printable(answer.router) + " sent " +
         core::count_text(info.datagrams, "datagram") + " by multicast, each to " +
         number_text(static_cast<double>(info.receivers) /
                     static_cast<double>(std::max<std::uint64_t>(info.datagrams, 1))) +
         " clients on average; " +
         core::count_text(info.clients, "client receives", "clients receive") + " it, and missed " +
         core::count_text(info.lost, "datagram") + "\n";
}

// Returns the overlay figures of a router.
std::string overlay_text(const Answer& answer) {
  if (answer.report->overlay_state.empty()) return {};
  const wire::OverlayInfo& info = answer.report->overlay;
  std::string text =
      topology::printable(answer.router) + " " + topology::printable(answer.report->overlay_state);
  if (info.members > 0) text += ", has admitted " + core::count_text(info.members, "router");
  text += info.paths == 0 ? ", and sends directly: "
                          : ", and sends by paths " + std::to_string(info.paths) + ": ";
  text += core::count_text(info.by_relays, "record") + " by relays, " +
          core::count_text(info.directly, "copy", "copies") + " directly, " +
          core::count_text(info.passed_on, "copy", "copies") + " passed on";
  if (info.late > 0) text += ", " + std::to_string(info.late) + " late";
  if (info.lost > 0) text += ", " + std::to_string(info.lost) + " by unknown paths";
  if (info.refused > 0) text += ", " + std::to_string(info.refused) + " refused";
  return text + "\n";
}

bool has_grown(const Traffic& before, const Traffic& now) {
  return now.frames >= before.frames && now.bytes >= before.bytes;
}

}  // namespace

std::vector<LinkRow> rows_of(const Topology& topology, const std::vector<Answer>& answers) {
  RowMaker maker(topology);
  for (const Answer& answer : answers) maker.add(answer);
  for (const Answer& answer : answers) maker.add_expected(answer);
  return maker.rows();
}

bool is_fully_connected(const std::vector<LinkRow>& rows, const std::vector<Answer>& answers) {
  return std::ranges::all_of(rows,
                             [](const auto& row) { return row.state == LinkRow::State::up; }) &&
         std::ranges::all_of(answers, [](const auto& answer) { return answer.report.has_value(); });
}

std::string text_of(const LinkRow& row) {
  if (row.state == LinkRow::State::up) {
    return ends_of(row) + "  up  " + core::count_text(row.clients, "client");
  }
  const bool known = row.state == LinkRow::State::down;
  return ends_of(row) + (known ? "  down  " : "  ?  ") + topology::printable(row.reason);
}

std::string StatusTable::figures_of(const LinkRow& row) {
  if (figures_ == Figures::rates) return rates_of(row);
  std::string text = "  -> " + total_text(row.forth) + "  <- " + total_text(row.back);
  if (row.records_kept > 0) text += "  " + core::count_text(row.records_kept, "record") + " kept";
  if (row.bundles > 0) {
    text += "  " + topology::printable(row.reported_by) + " sent " +
            core::count_text(row.frames_bundled, "frame") + " in " +
            core::count_text(row.bundles, "bundle");
  }
  return text + dropped_text("->", row.dropped_forth) + dropped_text("<-", row.dropped_back);
}

std::string StatusTable::rates_of(const LinkRow& row) {
  const Counters now{row.at, row.forth, row.back};
  const auto [at, is_new] = counters_.try_emplace({row.reported_by, row.from, row.to}, now);
  const Counters before = std::exchange(at->second, now);
  const double seconds = std::chrono::duration<double>(now.at - before.at).count();
  // The counts of a link start at zero when it comes up again.
  const bool comparable = !is_new && seconds > 0.001 && has_grown(before.forth, now.forth) &&
                          has_grown(before.back, now.back);
  if (!comparable) return {};
  return "  -> " + rate_text(before.forth, now.forth, seconds) + "  <- " +
         rate_text(before.back, now.back, seconds);
}

std::string StatusTable::text(const std::vector<LinkRow>& rows,
                              const std::vector<Answer>& answers) {
  std::size_t ends_width = 0;
  std::size_t clients_width = 0;
  for (const LinkRow& row : rows) {
    ends_width = std::max(ends_width, ends_of(row).size());
    clients_width = std::max(clients_width, core::count_text(row.clients, "client").size());
  }
  std::string text;
  for (const LinkRow& row : rows) {
    text += padded(ends_of(row), ends_width) + "  " + state_of(row) + "  ";
    if (row.state == LinkRow::State::up) {
      const std::string clients = core::count_text(row.clients, "client");
      const std::string figures = figures_of(row);
      text += figures.empty() ? clients : padded(clients, clients_width) + figures;
    } else {
      counters_.erase({row.reported_by, row.from, row.to});
      text += topology::printable(row.reason);
    }
    text += '\n';
  }
  for (const Answer& answer : answers) {
    if (answer.report && answer.report->is_leaving) {
      text += topology::printable(answer.router) + " is leaving: it accepts no new clients\n";
    }
    if (answer.report) {
      if (figures_ == Figures::totals) text += multicast_text(answer) + overlay_text(answer);
      continue;
    }
    text += topology::printable(answer.router) +
            " does not answer: " + topology::printable(answer.reason) + "\n";
  }
  return text;
}

}  // namespace triad::rtimesh
