#include "tools/rtimon/snapshot_json.hpp"

#include <limits>

#include "tools/rtimon/query_text.hpp"

namespace triad::rtimon {

namespace {

boost::json::array json_of(const std::vector<std::uint32_t>& numbers) {
  return boost::json::array(numbers.begin(), numbers.end());
}

boost::json::object json_of(const HostState& host) {
  boost::json::array interfaces;
  for (const InterfaceState& one : host.interfaces) {
    interfaces.push_back({{"name", one.name},
                          {"bytes_received", one.bytes_received},
                          {"packets_received", one.packets_received},
                          {"bytes_sent", one.bytes_sent},
                          {"packets_sent", one.packets_sent}});
  }
  return {{"node", "host:" + host.name},
          {"name", host.name},
          {"figures", json_of(host.figures)},
          {"interfaces", std::move(interfaces)}};
}

boost::json::object json_of(const FederateEntry& federate, const std::string& node) {
  return {{"node", node},
          {"federate", federate.federate},
          {"type", federate.type},
          {"host", federate.host},
          {"pid", federate.process},
          {"transport", federate.transport},
          {"state", name_of(federate.state)},
          {"state_text", federate.state_text},
          {"since_ms", federate.since},
          {"answers", federate.answers},
          {"time", federate.time},
          {"time_state", federate.time_state},
          {"time_state_ms", federate.in_state_ms},
          {"lookahead", federate.lookahead},
          {"lbts", federate.lbts},
          {"regulating", federate.regulating},
          {"constrained", federate.constrained},
          {"waits_for", json_of(federate.waits_for)},
          {"holds_up", federate.holds_up},
          {"figures", json_of(federate.figures)}};
}

boost::json::object json_of(const FederationEntry& federation) {
  boost::json::array federates;
  for (const FederateEntry& one : federation.federates) {
    federates.push_back(json_of(one, node_of(federation.name, one.federate)));
  }
  boost::json::array stalls;
  for (const StallEntry& stall : federation.stalls) {
    stalls.push_back({{"blockers", json_of(stall.blockers)}, {"waiting", json_of(stall.waiting)}});
  }
  boost::json::array steps;
  for (const StepEntry& step : federation.steps) {
    steps.push_back({{"kind", step.kind},
                     {"label", step.label},
                     {"open_ms", step.open_ms},
                     {"owing", json_of(step.owing)},
                     {"owing_count", step.owing_count}});
  }
  return {{"federation", federation.name}, {"fed", federation.fed},
          {"objects", federation.objects}, {"federates", std::move(federates)},
          {"stalls", std::move(stalls)},   {"steps", std::move(steps)}};
}

boost::json::object json_of(const RtigEntry& rtig) {
  return {{"node", kRtigNode},           {"url", rtig.url},
          {"connected", rtig.connected}, {"fault", rtig.fault},
          {"release", rtig.release},     {"host", rtig.host},
          {"pid", rtig.process},         {"figures", json_of(rtig.figures)}};
}

}  // namespace

std::string node_of(std::string_view federation, std::uint32_t federate) {
  return "federate:" + std::to_string(federate) + ":" + std::string(federation);
}

bool is_node(std::string_view name) {
  constexpr std::string_view kHost = "host:";
  constexpr std::string_view kFederate = "federate:";
  if (name == kRtigNode) return true;
  if (name.starts_with(kHost)) return name.size() > kHost.size();
  if (!name.starts_with(kFederate)) return false;
  name.remove_prefix(kFederate.size());
  const auto colon = name.find(':');
  return colon != std::string_view::npos && colon + 1 < name.size() &&
         parse_number(name.substr(0, colon), std::numeric_limits<std::uint32_t>::max());
}

boost::json::object json_of(const FigureValues& figures) {
  boost::json::object object;
  for (std::size_t i = 0; i < kFigures; ++i) {
    const auto& value = figures.all()[i];
    object[kFigureNames[i]] = value ? boost::json::value(*value) : boost::json::value(nullptr);
  }
  return object;
}

boost::json::object json_of(const Event& event) {
  return {{"number", event.number},     {"at_ms", event.at},
          {"kind", event.kind},         {"federation", event.federation},
          {"federate", event.federate}, {"type", event.type},
          {"text", event.text}};
}

boost::json::object json_of(const Snapshot& snapshot, std::uint64_t last_event) {
  boost::json::array hosts;
  for (const HostState& host : snapshot.hosts) hosts.push_back(json_of(host));
  boost::json::array federations;
  for (const FederationEntry& one : snapshot.federations) federations.push_back(json_of(one));
  return {{"at_ms", snapshot.at},      {"interval_ms", snapshot.interval_ms},
          {"last_event", last_event},  {"rtig", json_of(snapshot.rtig)},
          {"hosts", std::move(hosts)}, {"federations", std::move(federations)}};
}

}  // namespace triad::rtimon
