// Federation of three members that may return after the loss of their links (docs/recovery.md),
// for scenario tests.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <string_view>

#include "tests/scenario/core/core_scenario.hpp"

namespace triad::test {

using std::chrono::milliseconds;

class Recovery : public CoreScenario {
 protected:
  static HarnessOptions options(std::uint64_t seed = 1,
                                milliseconds resume = milliseconds(30'000)) {
    HarnessOptions options;
    options.seed = seed;
    options.rtig.timeouts.resume = resume;
    options.rtig.resume_times = 0;
    return options;
  }
  explicit Recovery(const HarnessOptions& of = options()) : CoreScenario(of) {
    for (Federate* f : {&a, &b, &c}) *f = join("federate");
    for (const Federate f : {a, b, c}) {
      EXPECT_EQ(publish(f, kShot), "");
      EXPECT_EQ(subscribe(f, kShot), "");
      EXPECT_EQ(publish(f, kTank, {kPosition}), "");
      EXPECT_EQ(subscribe(f, kTank, {kPosition}), "");
    }
    deliver_all();
  }
  // Returns the tags of interactions and updates since the last call, in order.
  Lines take_tags(Federate f) {
    Lines tags;
    harness.take_callbacks(f, [&](const rtia::Callback& callback) {
      if (const auto* m = std::get_if<wire::ReceiveInteraction>(&callback)) {
        tags.emplace_back(m->tag);
      } else if (const auto* u = std::get_if<wire::ReflectAttributeValues>(&callback)) {
        tags.emplace_back(u->tag);
      }
    });
    return tags;
  }
  bool is_member(Federate f) { return harness.rtig().state("Federation")->member(handle(f)); }
  bool is_logged(std::string_view text) {
    return std::ranges::any_of(harness.log(),
                               [&](const auto& line) { return line.find(text) != line.npos; });
  }
  int count_logged(std::string_view text) {
    return static_cast<int>(std::ranges::count_if(
        harness.log(), [&](const auto& line) { return line.find(text) != line.npos; }));
  }
  // Expects that no sent record is kept by any side, after all records have been delivered.
  void expect_nothing_kept() {
    harness.settle();
    for (const Federate f : {a, b, c})
      EXPECT_EQ(harness.losses().records_kept(f), 0u) << "federate " << f;
    EXPECT_EQ(harness.rtig().records_kept("Federation"), 0u);
  }
  // Ends the link of the federate without a return, and delivers all records.
  void lose(Federate f) {
    harness.losses().are_returns_stopped = true;
    harness.losses().cut(f);
    harness.settle();
  }
  // Adds a federate that joins as the fourth member. It loses its link before it is told, and does
  // not return.
  Federate lose_in_join() {
    harness.losses().are_returns_stopped = true;
    const Federate newcomer = harness.add();
    (void)harness.begin_call(newcomer, wire::JoinFederationExecution{"newcomer", "Federation", {}});
    for (int i = 0; i < 100 && harness.rtig().state("Federation")->members().size() < 4; ++i) {
      (void)harness.deliver_one();
    }
    harness.losses().cut(newcomer);
    harness.settle();
    return newcomer;
  }
  // Adds a program that sends `request` after its handshake, as the RTIA of federate `as` would.
  template <class Message>
  Federate send_as_stranger(const Message& request, Federate as) {
    const Federate stranger = harness.add();
    wire::RecordHeader header;
    header.sender = handle(as).value;
    header.position = 1;
    wire::Buffer frame;
    wire::encode_record(header, request, frame);
    harness.inject_up(stranger, frame);
    harness.settle();
    return stranger;
  }
  wire::ResumeMember resume_of(Federate f, std::uint32_t attempt) {
    return {"Federation", handle(f), {1, f + 1}, attempt};
  }

  using Outcome = CoreHarness::Outcome<wire::SendInteraction::Reply>;

  Federate a = 0, b = 0, c = 0;
};

}  // namespace triad::test
