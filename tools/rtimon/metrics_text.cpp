#include "tools/rtimon/metrics_text.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <vector>

namespace triad::rtimon {

namespace {

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\' || c == '"') out += '\\';
    if (c == '\n') {
      out += "\\n";
    } else {
      out += c;
    }
  }
  return out;
}

std::string label(std::string_view name, std::string_view value) {
  return std::string(name) + "=\"" + escaped(value) + "\"";
}

// One family of metrics, all gauges.
class Family {
 public:
  Family(std::string& out, std::string_view name, std::string_view help)
      : out_(out), name_("triad_" + std::string(name)) {
    out_ += "# TYPE " + name_ + " gauge\n# HELP " + name_ + " " + std::string(help) + "\n";
  }
  void add(const std::string& labels, double value) {
    char text[40];
    std::snprintf(text, sizeof text, "%.17g", value);
    out_ += name_ + (labels.empty() ? "" : "{" + labels + "}") + " " + text + "\n";
  }
  void add(const std::string& labels, const std::optional<double>& value) {
    if (value && std::isfinite(*value)) add(labels, *value);
  }

 private:
  std::string& out_;
  const std::string name_;
};

struct FigureMetric {
  Figure figure;
  std::string_view name;
  std::string_view help;
  double scale = 1;
};

constexpr std::array kProcessMetrics = {
    FigureMetric{Figure::cpu_user, "cpu_user_ratio", "User time of the process per second.", 0.01},
    FigureMetric{Figure::cpu_system, "cpu_system_ratio", "System time of the process per second.",
                 0.01},
    FigureMetric{Figure::memory, "memory_bytes", "Resident memory of the process."},
    FigureMetric{Figure::threads, "threads", "Threads of the process."},
    FigureMetric{Figure::descriptors, "descriptors", "Open file descriptors of the process."}};

constexpr std::array kFederateMetrics = {
    FigureMetric{Figure::updates_out, "updates_sent_per_second", "Updates sent."},
    FigureMetric{Figure::reflections_in, "reflections_received_per_second",
                 "Reflections received."},
    FigureMetric{Figure::interactions_out, "interactions_sent_per_second", "Interactions sent."},
    FigureMetric{Figure::interactions_in, "interactions_received_per_second",
                 "Interactions received."},
    FigureMetric{Figure::bytes_out, "sent_bytes_per_second", "Bytes sent in records."},
    FigureMetric{Figure::bytes_in, "received_bytes_per_second", "Bytes received in records."},
    FigureMetric{Figure::callbacks, "callbacks_per_second", "Callbacks delivered."},
    FigureMetric{Figure::receive_queued, "receive_queued", "Queued callbacks in receive order."},
    FigureMetric{Figure::tso_queued, "tso_queued", "Queued messages in time-stamp order."},
    FigureMetric{Figure::queued_bytes, "queued_bytes", "Bytes queued for the federate."},
    FigureMetric{Figure::dropped, "dropped", "Best-effort messages dropped since the join."},
    FigureMetric{Figure::outside_ms, "outside_seconds", "Time since it left the RTI.", 0.001},
    FigureMetric{Figure::not_ticking_ms, "not_ticking_seconds", "Time since its last tick.", 0.001},
    FigureMetric{Figure::silent_ms, "silent_seconds", "Time since the rtig last received from it.",
                 0.001},
    FigureMetric{Figure::logical_time, "logical_time", "Logical time."},
    FigureMetric{Figure::lbts, "lbts", "Lower bound on time stamps to come."}};

constexpr std::array kHostMetrics = {
    FigureMetric{Figure::cpu_user, "cpu_user_ratio", "User time of all processors per second.",
                 0.01},
    FigureMetric{Figure::cpu_system, "cpu_system_ratio",
                 "System time of all processors per second.", 0.01},
    FigureMetric{Figure::cpu_idle, "cpu_idle_ratio", "Idle time of all processors per second.",
                 0.01},
    FigureMetric{Figure::load, "load", "Load average of one minute."},
    FigureMetric{Figure::memory, "memory_used_bytes", "Memory in use."},
    FigureMetric{Figure::memory_cached, "memory_cached_bytes", "Memory in the page cache."},
    FigureMetric{Figure::memory_total, "memory_total_bytes", "Installed memory."},
    FigureMetric{Figure::network_in, "network_received_bytes_per_second",
                 "Bytes received by all interfaces but the loopback."},
    FigureMetric{Figure::network_out, "network_sent_bytes_per_second",
                 "Bytes sent by all interfaces but the loopback."}};

struct Labelled {
  std::string labels;
  const FederateEntry* federate;
};

// Returns the federates with metrics of their own.
std::vector<Labelled> labelled_federates(const Snapshot& snapshot) {
  std::vector<Labelled> list;
  for (const FederationEntry& federation : snapshot.federations) {
    for (const FederateEntry& one : federation.federates) {
      if (list.size() == kMetricFederatesMax) return list;
      list.push_back({label("federation", federation.name) + "," +
                          label("federate", std::to_string(one.federate)) + "," +
                          label("type", one.type) + "," + label("host", one.host),
                      &one});
    }
  }
  return list;
}

template <class Metrics, class Add>
void add_families(std::string& out, const Metrics& metrics, const std::string& prefix, Add&& add) {
  for (const FigureMetric& metric : metrics) {
    Family family(out, prefix + std::string(metric.name), metric.help);
    add(family, metric);
  }
}

std::optional<double> scaled(const FigureValues& figures, const FigureMetric& metric) {
  const auto& value = figures[metric.figure];
  return value ? std::optional(*value * metric.scale) : std::nullopt;
}

void add_federates(std::string& out, const Snapshot& snapshot) {
  const std::vector<Labelled> federates = labelled_federates(snapshot);
  const auto add_each = [&](Family& family, const FigureMetric& metric) {
    for (const auto& [labels, one] : federates) family.add(labels, scaled(one->figures, metric));
  };
  add_families(out, kProcessMetrics, "federate_", add_each);
  add_families(out, kFederateMetrics, "federate_", add_each);
  Family holds(out, "federate_holds_up", "Federates that wait for this one in logical time.");
  for (const auto& [labels, one] : federates) holds.add(labels, double{1} * one->holds_up);
  Family states(out, "federate_state", "1 for the state of the federate.");
  for (const auto& [labels, one] : federates) {
    states.add(labels + "," + label("state", name_of(one->state)), 1.0);
  }
}

}  // namespace

std::string metrics_text(const Snapshot& snapshot) {
  std::string out;
  {
    Family up(out, "rtig_up", "1 while the rtig answers.");
    up.add("", snapshot.rtig.connected ? 1.0 : 0.0);
  }
  add_families(out, kProcessMetrics, "rtig_", [&](Family& family, const FigureMetric& metric) {
    family.add("", scaled(snapshot.rtig.figures, metric));
  });
  add_families(out, kHostMetrics, "host_", [&](Family& family, const FigureMetric& metric) {
    for (const HostState& host : snapshot.hosts) {
      family.add(label("host", host.name), scaled(host.figures, metric));
    }
  });
  {
    Family objects(out, "federation_objects", "Object instances of the federation.");
    for (const FederationEntry& federation : snapshot.federations) {
      objects.add(label("federation", federation.name), static_cast<double>(federation.objects));
    }
  }
  {
    Family count(out, "federation_federates", "Federates of the federation, without lost ones.");
    for (const FederationEntry& federation : snapshot.federations) {
      double present = 0;
      for (const FederateEntry& one : federation.federates) {
        present += one.state == FederateState::lost ? 0 : 1;
      }
      count.add(label("federation", federation.name), present);
    }
  }
  add_federates(out, snapshot);
  return out + "# EOF\n";
}

}  // namespace triad::rtimon
