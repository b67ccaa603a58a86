// Fixture for moves: a federation with members at two routers and at the RTIG. One router leaves
// the mesh, and its member (`mover`) moves to the other router.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/scenario/core/time_scenario.hpp"

namespace triad::test {

inline constexpr RouterPlace kLeaving = 0;
inline constexpr RouterPlace kOther = 1;

class Move : public TimeScenario {
 protected:
  static HarnessOptions options(std::uint64_t seed = 1) {
    HarnessOptions options;
    options.seed = seed;
    options.mesh = {.routers = {std::nullopt, std::nullopt},
                    .members = {kLeaving, kOther, std::nullopt}};
    return options;
  }
  explicit Move(HarnessOptions options = Move::options()) : TimeScenario(std::move(options)) {
    for (Federate* f : {&mover, &other, &at_rtig}) *f = join("federate");
    harness.moves().set_target(mover, kOther);
    deliver_all();
  }

  // Lets all members complete the requested save. Expects that the mover has moved by then.
  void complete_all_saves() {
    for (const Federate f : all()) {
      deliver_all();
      EXPECT_EQ(call(f, wire::FederateSaveBegun{}), "");
      EXPECT_EQ(call(f, wire::FederateSaveComplete{}), "");
    }
    harness.settle();
    EXPECT_EQ(harness.place_of(mover), kOther);
    EXPECT_TRUE(harness.store().saves.contains({"Federation", "save"}));
  }
  // Tells the router to leave, and delivers all records.
  void drain_leaving_router() {
    harness.routers().leave(kLeaving);
    harness.settle();
  }
  // Tells the router to leave, and delivers records until all members pause.
  void drain_until_all_pause() {
    harness.routers().leave(kLeaving);
    while (!std::ranges::all_of(all(),
                                [&](Federate f) { return harness.ambassador(f).is_paused(); })) {
      ASSERT_TRUE(harness.deliver_one());
    }
  }
  // Returns a line for each callback since the last call: the tag of an interaction or update,
  // "grant TIME", or the whole callback.
  Lines take_callback_tags(Federate f) {
    Lines tags;
    harness.take_callbacks(f, [&](const rtia::Callback& callback) {
      if (const auto* m = std::get_if<wire::ReceiveInteraction>(&callback)) {
        tags.emplace_back(m->tag);
      } else if (const auto* u = std::get_if<wire::ReflectAttributeValues>(&callback)) {
        tags.emplace_back(u->tag);
      } else if (const auto* g = std::get_if<wire::TimeAdvanceGrant>(&callback)) {
        tags.push_back("grant " + core::DoubleTime().text(core::Time(g->time)));
      } else {
        tags.push_back(callback_line(callback));
      }
    });
    return tags;
  }
  std::vector<Federate> all() const { return {mover, other, at_rtig}; }
  bool is_member(Federate f) { return harness.rtig().state("Federation")->member(handle(f)); }
  bool is_logged(std::string_view text) {
    return std::ranges::any_of(harness.log(),
                               [&](const auto& line) { return line.find(text) != line.npos; });
  }
  void subscribe_all_to_shots() {
    for (const Federate f : all()) {
      EXPECT_EQ(publish(f, kShot), "");
      EXPECT_EQ(subscribe(f, kShot), "");
    }
    deliver_all();
  }
  // Expects that an interaction of each of these federates reaches all others of them once.
  void expect_shots_between(const std::vector<Federate>& federates, std::string_view tag) {
    for (const Federate from : federates) {
      EXPECT_EQ(send_interaction(from, kShot, Values(), tag), "");
      harness.settle();
      for (const Federate to : federates) {
        EXPECT_EQ(take_callback_tags(to), to == from ? Lines{} : Lines{std::string(tag)})
            << from << " to " << to;
      }
    }
  }

  Federate mover = 0;
  Federate other = 0;
  Federate at_rtig = 0;
};

}  // namespace triad::test
