#include "tools/rtimon/metrics_text.hpp"

#include <gtest/gtest.h>

#include "tools/rtimon/snapshot_json.hpp"

namespace triad::rtimon {
namespace {

Snapshot snapshot_of(std::size_t federates) {
  Snapshot snapshot;
  snapshot.rtig.connected = true;
  FederationEntry& federation = snapshot.federations.emplace_back();
  federation.name = "ha\"ll";
  for (std::size_t i = 0; i < federates; ++i) {
    FederateEntry& one = federation.federates.emplace_back();
    one.federate = static_cast<std::uint32_t>(i + 1);
    one.type = "tank";
    one.host = "alpha";
  }
  return snapshot;
}

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST(MetricsText, KnownFiguresHaveALineAndUnknownOnesHaveNone) {
  Snapshot snapshot = snapshot_of(1);
  snapshot.federations[0].federates[0].figures[Figure::cpu_user] = 50;
  const std::string text = metrics_text(snapshot);
  const std::string labels = "{federation=\"ha\\\"ll\",federate=\"1\",type=\"tank\",host=\"alpha\"";
  EXPECT_TRUE(has(text, "triad_rtig_up 1\n"));
  EXPECT_TRUE(has(text, "# TYPE triad_federate_cpu_user_ratio gauge\n"));
  EXPECT_TRUE(has(text, "triad_federate_cpu_user_ratio" + labels + "} 0.5\n"));
  EXPECT_TRUE(has(text, "triad_federate_state" + labels + ",state=\"runs\"} 1\n"));
  EXPECT_FALSE(has(text, "triad_federate_memory_bytes{"));
  EXPECT_TRUE(text.ends_with("\n# EOF\n"));
}

TEST(MetricsText, FederatesAboveTheLimitHaveNoMetricsOfTheirOwnAndAreCounted) {
  const std::string text = metrics_text(snapshot_of(kMetricFederatesMax + 1));
  EXPECT_TRUE(has(text, "federate=\"2000\""));
  EXPECT_FALSE(has(text, "federate=\"2001\""));
  EXPECT_TRUE(has(text, "triad_federation_federates{federation=\"ha\\\"ll\"} 2001\n"));
}

TEST(SnapshotJson, UnknownFiguresAreNullAndNodesHaveNames) {
  Snapshot snapshot = snapshot_of(1);
  snapshot.federations[0].federates[0].figures[Figure::threads] = 3;
  const boost::json::object object = json_of(snapshot, 7);
  EXPECT_EQ(object.at("last_event").to_number<int>(), 7);
  const auto& federate =
      object.at("federations").as_array()[0].at("federates").as_array()[0].as_object();
  EXPECT_EQ(federate.at("node").as_string(), "federate:1:ha\"ll");
  EXPECT_EQ(federate.at("figures").at("threads").as_double(), 3);
  EXPECT_TRUE(federate.at("figures").at("memory").is_null());
}

}  // namespace
}  // namespace triad::rtimon
