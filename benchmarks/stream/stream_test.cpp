// Tests of the description's format, of the encoded stamps, and of the two ends of a line. They use
// neither an RTI nor a clock.
#include <gtest/gtest.h>

#include <sstream>

#include "benchmarks/stream/description.hpp"
#include "benchmarks/stream/stamps.hpp"
#include "benchmarks/stream/traffic.hpp"

namespace {

using namespace benchmark_federate;

Description described(const std::string& text) {
  std::istringstream in(text);
  return read_description(in, "x.stream");
}

std::string complaint(const std::string& text) {
  try {
    described(text);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "none";
}

Line line_of(const std::string& stream) {
  return lines_of(described("federates 3\n" + stream)).front();
}

TEST(StreamDescription, HoldsWhatTheFileSays) {
  const Description read = described(
      "# how the first federate commands the others\n"
      "federates 3   # of which two listen\n"
      "\n"
      "phases 7\n"
      "time lookahead 0.5 step 2 advances 30 kind nera\n"
      "stream commands from 1 to 2,3 two-way updates 20 size 256 window 4 burst 2\n"
      "stream states from all to all interval 2.5 per-advance 3 delivery timestamp\n"
      "load 2,3 tick 10 reflect 1.5\n"
      "load all grant 3\n");
  EXPECT_EQ(read.federates, 3U);
  EXPECT_EQ(read.phases, 7U);
  EXPECT_TRUE(read.time.used);
  EXPECT_EQ(read.time.lookahead, 0.5);
  EXPECT_EQ(read.time.step, 2);
  EXPECT_EQ(read.time.advances, 30U);
  EXPECT_EQ(read.time.kind, "nera");
  ASSERT_EQ(read.streams.size(), 2U);
  const Stream& commands = read.streams[0];
  EXPECT_EQ(commands.name, "commands");
  EXPECT_EQ(commands.from, (std::vector<unsigned long>{1}));
  EXPECT_EQ(commands.to, (std::vector<unsigned long>{2, 3}));
  EXPECT_TRUE(commands.two_way);
  EXPECT_EQ(commands.updates, 20U);
  EXPECT_EQ(commands.size, 256U);
  EXPECT_EQ(commands.window, 4U);
  EXPECT_EQ(commands.burst, 2U);
  EXPECT_EQ(read.streams[1].interval_us, 2.5);
  EXPECT_EQ(read.streams[1].per_advance, 3U);
  EXPECT_EQ(read.streams[1].delivery, Delivery::timestamp);
  EXPECT_EQ(read.loads[0].tick_us, 0);
  EXPECT_EQ(read.loads[2].tick_us, 10);
  EXPECT_EQ(read.loads[2].reflect_us, 1.5);
  EXPECT_EQ(read.loads[0].grant_us, 3);
}

TEST(StreamDescription, HasALineForEachSenderToAllButItself) {
  const auto lines =
      lines_of(described("federates 3\nstream a from 2 to 1\nstream b from all to all\n"));
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_EQ(lines[0].from, 2U);
  EXPECT_EQ(lines[3].from, 3U);
  EXPECT_EQ(lines[3].number, 4U);
  EXPECT_EQ(lines[3].to, (std::vector<unsigned long>{1, 2}));
}

TEST(StreamDescription, SaysFileAndLineOfWhatIsWrong) {
  const std::string two = "federates 2\n";
  EXPECT_EQ(complaint(two + "\nstreams a"),
            "x.stream:3: \"streams\" should be one of: federates, phases, stream, load, time");
  EXPECT_EQ(complaint("phases 2"),
            "x.stream:1: the number of federates should be said first, as \"federates 2\"");
  EXPECT_EQ(complaint(two + "stream a from 1"),
            "x.stream:2: here the line ends, but \"to\" should follow");
  EXPECT_EQ(complaint(two + "stream a form 1 to 2"), "x.stream:2: \"form\" should be \"from\"");
  EXPECT_EQ(complaint(two + "stream a from 1 to 3"),
            "x.stream:2: federate \"3\" should be a number from 1 to 2, or all");
  EXPECT_EQ(complaint(two + "stream a from 1,1 to 2"),
            "x.stream:2: federate 1 stands twice behind \"from\"");
  EXPECT_EQ(complaint(two + "stream a from 1 to 1"),
            "x.stream:2: a federate sends no stream to itself alone");
  EXPECT_EQ(complaint(two + "stream a from 1 to 2 size 8"),
            "x.stream:2: size \"8\" should be a number from 40 to 16777216");
  EXPECT_EQ(complaint(two + "stream a from 1 to 2 updates 1.5"),
            "x.stream:2: updates should be a whole number");
  EXPECT_EQ(complaint(two + "stream a from 1 to 2 colour red"),
            "x.stream:2: \"colour\" should be one of: two-way, updates, size, delivery, window, "
            "burst, interval, per-advance");
  EXPECT_EQ(complaint(two + "stream a from 1 to 2 delivery slow"),
            "x.stream:2: delivery \"slow\" should be one of: reliable, best_effort, timestamp");
  EXPECT_EQ(complaint(two + "stream a from 1 to 2 delivery timestamp"),
            "x.stream:2: \"delivery timestamp\" and \"per-advance\" need a \"time\" line above, as "
            "\"time lookahead 1\"");
  EXPECT_EQ(complaint(two + "stream a from 1 to 2\nstream a from 2 to 1"),
            "x.stream:3: a stream a is there already");
  EXPECT_EQ(complaint(two + "stream 1,2 from 1 to 2"), "x.stream:2: a stream's name has no comma");
  EXPECT_EQ(complaint(two + "stream a from 1 to 2 window 2"),
            "x.stream:2: \"window\" counts answers: it stands behind \"two-way\"");
  EXPECT_EQ(complaint(two + "phases 2 3"), "x.stream:2: \"3\" is too much");
  EXPECT_EQ(complaint("federates 33\nstream a from all to 1,2"),
            "x.stream:2: with this one there are 33 senders of streams; at most 32 are possible "
            "(classes of the FED)");
  EXPECT_EQ(complaint(two), "x.stream: there is no \"stream\" and no \"time\": nothing to do");
  EXPECT_THROW(read_description("/nowhere/x.stream"), std::runtime_error);
}

TEST(StreamStamps, ComeBackAsTheyWere) {
  Stamps stamps;
  stamps.line = 0xfedcba98;
  stamps.answers_by = 2;
  stamps.phase = 3;
  stamps.sequence = 0x80000001;
  stamps.t0 = 0x0123456789abcdef;
  stamps.t1 = -1;
  stamps.t2 = INT64_MIN;
  char bytes[kStampsSize];
  write_stamps(stamps, bytes);
  const Stamps read = read_stamps(bytes);
  EXPECT_EQ(read.line, stamps.line);
  EXPECT_EQ(read.answers_by, stamps.answers_by);
  EXPECT_EQ(read.phase, stamps.phase);
  EXPECT_EQ(read.sequence, stamps.sequence);
  EXPECT_EQ(read.t0, stamps.t0);
  EXPECT_EQ(read.t1, stamps.t1);
  EXPECT_EQ(read.t2, stamps.t2);
  static_assert(kStampsSize <= kSizeMin, "an update holds its stamps");
}

TEST(StreamTraffic, SendsAWindowAndGoesOnWhenAllHaveAnswered) {
  Sending sending(line_of("stream a from 1 to 2,3 two-way updates 3 window 2"));
  sending.begin(1, 0);
  Stamps first = sending.send(1000);
  sending.send(2000);
  EXPECT_FALSE(sending.may_send(3000));
  first.t1 = 5000;
  first.t2 = 7000;
  first.answers_by = 2;
  sending.on_answer(first, 10000);
  EXPECT_FALSE(sending.may_send(10000));
  first.answers_by = 3;
  sending.on_answer(first, 12000);
  EXPECT_TRUE(sending.may_send(12000));
  const Exchange& measured = sending.exchanges().at(2).front();
  EXPECT_EQ(measured.forth, 4);
  EXPECT_EQ(measured.answer, 2);
  EXPECT_EQ(measured.back, 3);
  EXPECT_EQ(measured.whole, 9);
  EXPECT_FALSE(sending.complete(12000));
}

TEST(StreamTraffic, KeepsTheIntervalAndTheShareOfAnAdvance) {
  Sending sending(
      line_of("time lookahead 1\nstream a from 1 to 2 updates 3 interval 5 per-advance 2"));
  sending.begin(0, 0);
  EXPECT_TRUE(sending.may_send(0));
  sending.send(0);
  EXPECT_FALSE(sending.may_send(4999));
  EXPECT_TRUE(sending.paced(4999));
  EXPECT_TRUE(sending.may_send(5000));
  sending.send(5000);
  EXPECT_FALSE(sending.may_send(50000));
  EXPECT_FALSE(sending.paced(50000));
  sending.advance();
  EXPECT_TRUE(sending.may_send(50000));
  sending.send(50000);
  EXPECT_TRUE(sending.complete(50000));
}

TEST(StreamTraffic, DoesNotWaitForWhatBestEffortHasLost) {
  Sending sending(line_of("stream a from 1 to 2 two-way updates 1 delivery best_effort"));
  sending.begin(1, 0);
  sending.send(0);
  EXPECT_FALSE(sending.complete(kLostAfterNs));
  EXPECT_TRUE(sending.complete(kLostAfterNs + 1));
  sending.end();
  EXPECT_EQ(sending.lost(), std::vector<double>{1});
}

TEST(StreamTraffic, RefusesAReliableUpdateOutOfOrder) {
  Receiving receiving(line_of("stream a from 1 to 2 updates 5"));
  receiving.begin(1);
  Stamps stamps;
  stamps.phase = 1;
  EXPECT_FALSE(receiving.on_update(stamps, 0));
  stamps.sequence = 2;
  EXPECT_THROW(receiving.on_update(stamps, 0), std::runtime_error);
}

TEST(StreamTraffic, CountsWhatAPhaseHasReceivedAndLost) {
  Receiving receiving(line_of("stream a from 1 to 2 updates 5 delivery best_effort"));
  receiving.begin(1);
  for (const std::uint32_t sequence : {0U, 2U, 3U}) {
    Stamps stamps;
    stamps.phase = 1;
    stamps.sequence = sequence;
    receiving.on_update(stamps, 1000 * (sequence + 1));
  }
  Stamps late;
  late.phase = 0;
  EXPECT_FALSE(receiving.on_update(late, 5000));
  receiving.end();
  EXPECT_EQ(receiving.lost(), std::vector<double>{2});
  ASSERT_EQ(receiving.reflected_per_s().size(), 1U);
  EXPECT_DOUBLE_EQ(receiving.reflected_per_s()[0], 2 * 1e9 / 3000);
  EXPECT_EQ(receiving.latencies().size(), 3U);
}

}  // namespace
