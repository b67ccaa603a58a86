// Parts of a save sent by a hostile member. Received pieces are counted and limited, and slow
// pieces do not delay the federation.
#include <algorithm>
#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "tests/scenario/core/core_scenario.hpp"

namespace triad::test {
namespace {

class SavePieces : public CoreScenario {
 protected:
  static HarnessOptions options() {
    HarnessOptions options;
    options.rtig.timeouts.save = std::chrono::seconds(300);
    options.rtig.bytes_of_saves_max = 200'000;
    return options;
  }
  SavePieces() : CoreScenario(options()), hostile(join("hostile")), other(join("other")) {
    EXPECT_EQ(call(hostile, wire::RequestFederationSave{"x", false, {}}), "");
    for (const Federate f : {hostile, other}) {
      (void)tick(f);
      EXPECT_EQ(call(f, wire::FederateSaveBegun{}), "");
      EXPECT_EQ(call(f, wire::FederateSaveComplete{}), "");
    }
    // The first member that is asked for its part is the honest one.
    std::optional<Federate> first;
    harness.set_watch([&](Federate f, bool up, const wire::Record& record) {
      if (!up && record.header.message_kind() == wire::Kind::SaveCollecting) first = f;
    });
    while (!first && harness.deliver_one()) {
    }
    EXPECT_TRUE(first);
    if (first == hostile) std::swap(hostile, other);
  }
  // Sends a piece that is not the last. The hostile member's own RTIA sends nothing more.
  void give(std::string_view piece) {
    harness.links().set_stopped(hostile, true);
    wire::RecordHeader header;
    header.sender = handle(hostile).value;
    header.position = ++position;
    wire::Buffer frame;
    wire::encode_record(header, wire::FederateState{1, false, std::as_bytes(std::span(piece))},
                        frame);
    harness.inject_up(hostile, frame);
    harness.settle();
  }
  bool logged(std::string_view part) {
    return std::ranges::any_of(harness.log(),
                               [&](const auto& line) { return line.find(part) != line.npos; });
  }

  Federate hostile;
  Federate other;
  wire::Position position = 1'000'000;
};

TEST_F(SavePieces, WithNextToNothingInThemDoNotKeepTheSaveWaiting) {
  harness.pass_time(std::chrono::seconds(1));
  give("x");
  for (int i = 0; i < 3; ++i) {
    harness.pass_time(std::chrono::seconds(299));
    harness.rtig().end_overdue_saves();
    give("");
  }
  EXPECT_TRUE(logged("not saved as 'x': nothing has come for 300 s (save.timeout)"))
      << testing::PrintToString(harness.log());
}

TEST_F(SavePieces, OfSomeLengthDoKeepTheSaveWaiting) {
  const std::string piece(70'000, 'x');
  for (int i = 0; i < 2; ++i) {
    harness.pass_time(std::chrono::seconds(299));
    harness.rtig().end_overdue_saves();
    give(piece);
  }
  EXPECT_FALSE(logged("not saved"));
}

TEST_F(SavePieces, AreCountedUntilTheSaveIsOver) {
  const std::string piece(10'000, 'x');
  give("");  // all records of the other member have arrived
  const std::uint64_t before = harness.rtig().bytes_of_saves();
  give(piece);
  give(piece);
  EXPECT_EQ(harness.rtig().bytes_of_saves(), before + 2 * piece.size());
  harness.store().end_overdue_saves();
  EXPECT_EQ(harness.rtig().bytes_of_saves(), 0u);
}

TEST_F(SavePieces, HaveALimitInAllFederationsTogether) {
  const std::string piece(120'000, 'x');
  give(piece);
  EXPECT_FALSE(logged("not saved"));
  give(piece);
  EXPECT_TRUE(
      logged("not saved as 'x': the parts of all saves that are made at this time have "
             "more than 200000 bytes (half of memory.total)"))
      << testing::PrintToString(harness.log());
  EXPECT_EQ(harness.rtig().bytes_of_saves(), 0u);
}

}  // namespace
}  // namespace triad::test
