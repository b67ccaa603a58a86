#include "tools/rtictl/trace/trace_tally.hpp"

#include <gtest/gtest.h>

namespace triad::rtictl {
namespace {

using What = TraceEvent::What;
using namespace std::chrono_literals;

TraceEvent call_by(const std::string& service, std::uint64_t federate = 1,
                   WallTime at = WallTime{}) {
  TraceEvent event;
  event.at = at;
  event.federate = federate;
  event.federate_name = "f" + std::to_string(federate);
  event.service = service;
  return event;
}

std::vector<std::string> texts(const std::vector<TraceEvent>& events) {
  std::vector<std::string> list;
  list.reserve(events.size());
  for (const TraceEvent& event : events) list.push_back(event.service);
  return list;
}

TEST(TraceTally, NamesTheMostFrequentFirst) {
  Tally tally;
  for (const char* service : {"a", "b", "b", "c", "c", "c", "d", "e", "f", "f"}) tally.add(service);
  EXPECT_EQ(tally.total(), 10u);
  EXPECT_EQ(tally.text(), "c 3, b 2, f 2, a 1, others 2");
  EXPECT_EQ(Tally().text(), "");
}

TEST(TraceFolding, ShowsTheFirstLookUpAndCountsTheOthers) {
  Folding folding;
  using Texts = std::vector<std::string>;
  EXPECT_EQ(texts(folding.take(call_by("getObjectClassHandle"))), Texts{"getObjectClassHandle"});
  EXPECT_EQ(texts(folding.take(call_by("getAttributeHandle"))), Texts{});
  EXPECT_EQ(texts(folding.take(call_by("getAttributeName"))), Texts{});
  EXPECT_EQ(texts(folding.take(call_by("getAttributeHandle"))), Texts{});
  // Events of another federate do not end the run.
  EXPECT_EQ(texts(folding.take(call_by("tick", 2))), Texts{"tick"});
  const auto ended = folding.take(call_by("publishObjectClass"));
  EXPECT_EQ(texts(ended), (Texts{"and 3 more look-ups: getAttributeHandle 2, getAttributeName 1",
                                 "publishObjectClass"}));
  EXPECT_EQ(ended[0].what, What::note);
  EXPECT_EQ(ended[0].federate_name, "f1");
  EXPECT_EQ(texts(folding.take(call_by("tick"))), Texts{"tick"});
}

TEST(TraceFolding, FoldsNothingOfOneAndNothingThatFails) {
  Folding folding;
  using Texts = std::vector<std::string>;
  TraceEvent failed = call_by("getObjectClassHandle");
  failed.exception = "NameNotFound";
  EXPECT_EQ(texts(folding.take(call_by("getObjectClassHandle"))), Texts{"getObjectClassHandle"});
  EXPECT_EQ(texts(folding.take(failed)), Texts{"getObjectClassHandle"});
  TraceEvent callback = call_by("getSomething");
  callback.what = What::callback;
  EXPECT_EQ(texts(folding.take(callback)), Texts{"getSomething"});
  EXPECT_TRUE(folding.rest().empty());
}

TEST(TraceFolding, SaysAtTheEndWhatIsStillFolded) {
  Folding folding;
  for (int i = 0; i < 2; ++i) folding.take(call_by("getAttributeHandle", 1));
  folding.take(call_by("getAttributeHandle", 2));
  EXPECT_EQ(texts(folding.rest()),
            std::vector<std::string>{"and 1 more look-up: getAttributeHandle 1"});
  EXPECT_TRUE(folding.rest().empty());
}

TEST(TraceLimit, SaysWhatItLeftOutOfASecond) {
  const WallTime second = WallTime{} + 100s;
  Limit limit(2);
  EXPECT_TRUE(limit.admits(call_by("a", 1, second + 1ms)));
  EXPECT_TRUE(limit.admits(call_by("a", 1, second + 2ms)));
  EXPECT_FALSE(limit.admits(call_by("b", 1, second + 3ms)));
  EXPECT_FALSE(limit.admits(call_by("c", 1, second + 4ms)));
  EXPECT_FALSE(limit.admits(call_by("c", 1, second + 999ms)));
  TraceEvent joined = call_by("");
  joined.what = What::joined;
  EXPECT_TRUE(limit.admits(joined));
  EXPECT_TRUE(limit.has_left_out());
  EXPECT_FALSE(limit.note(second + 999ms));
  const auto note = limit.note(second + 1s);
  ASSERT_TRUE(note);
  EXPECT_EQ(note->service, "left out, more than 2 a second: 3 (c 2, b 1)");
  EXPECT_FALSE(limit.note(second + 9s));
  EXPECT_TRUE(limit.admits(call_by("a", 1, second + 1s)));
}

TEST(TraceLimit, IsNoneUnlessAsked) {
  Limit limit(0);
  for (int i = 0; i < 1000; ++i) EXPECT_TRUE(limit.admits(call_by("a")));
  EXPECT_FALSE(limit.has_left_out());
}

}  // namespace
}  // namespace triad::rtictl
