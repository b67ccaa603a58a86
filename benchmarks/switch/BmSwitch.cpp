// BmSwitch: the number of records forwarded per second by the Router alone, by the whole RTIG, and
// by a group of routers (group_switch.cpp). For comparison, a relay only copies the same records to
// the same number of links. Interactions of 128 bytes go from one member to 1, 4 or 16 others.
// Links append frames to a buffer, as the transport does. docs/performance.md has the results.
#include <benchmark/benchmark.h>

#include <cstring>
#include <optional>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/test_model.hpp"
#include "core/time_order.hpp"
#include "router/router.hpp"
#include "rtig/gateway/rtig.hpp"

namespace triad::rtig {
namespace {

using wire::FederateHandle;

constexpr std::size_t kValueBytes = 128;
constexpr std::size_t kBatch = 64;           // Records that arrive together.
constexpr std::size_t kBuffered = 1u << 16;  // Bytes of a link until its socket takes them.
constexpr wire::InteractionClassHandle kClass = core::test::kTalk;
constexpr FederateHandle kSender{1};
const wire::InterestChanged kInterest{false, {{wire::interest_key(kClass), ~0ULL, ~0ULL, {}}}, {}};

// The work of a link for a frame before it writes to its socket.
class Output {
 public:
  void append(wire::Bytes frame) {
    const auto size = static_cast<std::uint32_t>(frame.size());
    const std::size_t at = bytes_.size();
    bytes_.resize(at + sizeof size + size);
    std::memcpy(bytes_.data() + at, &size, sizeof size);
    std::memcpy(bytes_.data() + at + sizeof size, frame.data(), size);
    if (bytes_.size() < kBuffered) return;
    benchmark::DoNotOptimize(bytes_.data());
    benchmark::ClobberMemory();
    bytes_.clear();
  }

 private:
  std::vector<std::byte> bytes_;
};

wire::Buffer interaction(wire::Position after) {
  const std::vector<std::byte> value(kValueBytes);
  wire::Buffer pairs;
  for (const std::uint32_t number :
       {core::test::kWords.value, static_cast<std::uint32_t>(kValueBytes)}) {
    const auto* const bytes = reinterpret_cast<const std::byte*>(&number);
    pairs.insert(pairs.end(), bytes, bytes + sizeof number);
  }
  pairs.insert(pairs.end(), value.begin(), value.end());
  wire::SendInteraction message;
  message.interaction_class = kClass;
  message.values = {1, pairs};
  wire::RecordHeader header;
  header.sender = kSender.value;
  header.after_position = after;
  header.interest_key = wire::interest_key(kClass);
  header.interest_mask = wire::interest_mask(message.values);
  wire::Buffer frame;
  wire::encode_record(header, message, frame);
  return frame;
}

void set_position(wire::Buffer& frame, wire::Position position) {
  std::memcpy(frame.data() + offsetof(wire::RecordHeader, position), &position, sizeof position);
}

void count(benchmark::State& state) {
  const auto fan = static_cast<double>(state.range(0));
  const double records = static_cast<double>(state.iterations()) * kBatch;
  state.counters["in/s"] = benchmark::Counter(records, benchmark::Counter::kIsRate);
  state.counters["out/s"] = benchmark::Counter(records * fan, benchmark::Counter::kIsRate);
}

void BM_Relay(benchmark::State& state) {
  std::vector<Output> outputs(static_cast<std::size_t>(state.range(0)));
  const wire::Buffer frame = interaction(0);
  for (auto _ : state) {
    for (std::size_t i = 0; i < kBatch; ++i) {
      for (Output& output : outputs) output.append(frame);
    }
  }
  count(state);
}

class Links final : public router::Outlets {
 public:
  void send_record(LinkId to, wire::Bytes record) override { outputs_[to.value].append(record); }
  void publish(FederateHandle, wire::Bytes) override {}
  void wake(FederateHandle) override {}
  std::chrono::milliseconds now() const override { return {}; }
  explicit Links(std::size_t count) : outputs_(count) {}

 private:
  std::vector<Output> outputs_;
};

// Measures the RTIG's router with one sender and subscribers, each at a link of its own. With
// `routers` the subscribers are behind as many lower routers.
void forward(benchmark::State& state, std::uint32_t subscribers, std::uint32_t routers) {
  Links links(subscribers + 2);
  core::TimeOrder order;
  router::Router router(links, order, {});
  for (std::uint32_t member = 1; member <= subscribers + 1; ++member) {
    const bool is_behind_router = routers > 0 && member > 1;
    const LinkId via = is_behind_router ? LinkId{subscribers + 2 + member % routers} : LinkId{};
    router.attach(FederateHandle(member), {.link = LinkId{member}, .via = via});
    if (member == 1) continue;
    wire::RecordHeader header;
    header.sender = member;
    header.position = 1;
    wire::Buffer frame;
    wire::encode_record(header, kInterest, frame);
    (void)router.receive_from_member(FederateHandle(member), *wire::parse_record(frame));
  }
  wire::Position position = 0;
  wire::Buffer frame = interaction(0);
  for (auto _ : state) {
    for (std::size_t i = 0; i < kBatch; ++i) {
      set_position(frame, ++position);
      const auto record = wire::parse_record(frame);
      const auto taken = router.receive_from_member(kSender, *record);
      if (taken.fault) state.SkipWithError(taken.fault->c_str());
    }
  }
}

void BM_Router(benchmark::State& state) {
  forward(state, static_cast<std::uint32_t>(state.range(0)), 0);
  count(state);
}

// Records for many members behind ten lower routers, each of which receives one copy.
void BM_RouterAboveTen(benchmark::State& state) {
  forward(state, static_cast<std::uint32_t>(state.range(0)), 10);
  const double records = static_cast<double>(state.iterations()) * kBatch;
  state.counters["in/s"] = benchmark::Counter(records, benchmark::Counter::kIsRate);
}

class Host final : public Downlinks {
 public:
  explicit Host(std::size_t links) : outputs_(links) {}
  void send_record(LinkId to, wire::Bytes record) override { outputs_[to.value].append(record); }
  void disconnect(LinkId, std::string_view) override { ended = true; }
  void log(std::string_view) override {}
  bool ended = false;

 private:
  std::vector<Output> outputs_;
};

// The sender is at link 1, the others at the following links.
class Federation {
 public:
  explicit Federation(std::uint32_t fan) : host_(fan + 2), rtig_(host_, options()) {
    for (std::uint32_t link = 1; link <= fan + 1; ++link) {
      rtig_.add_client(LinkId{link}, {"memory", {}, true});
      send(link, wire::Hello{wire::kMagic, wire::kProtocolVersion, "BmSwitch", "", "", 0, 0});
      if (link == 1) send(link, wire::CreateFederationExecution{"BmSwitch", "test.fed", false, {}});
      send(link,
           wire::JoinFederationExecution{"federate", "BmSwitch", core::DoubleTime::kName, false});
      if (link == 1) continue;
      send(link, kInterest);
      send(link, wire::SubscribeInteractionClass{kClass, true});
    }
    send(1, wire::PublishInteractionClass{kClass});
  }
  void give(wire::Bytes frame) { rtig_.receive_from_client(LinkId{1}, frame); }
  bool goes_on() const { return !host_.ended; }

 private:
  static RtigOptions options() {
    RtigOptions options;
    options.load_fed = [](std::string_view, std::optional<std::string_view>) {
      return Result<core::ObjectModel>(core::test::test_model());
    };
    return options;
  }
  // Sends a message of the federate that has joined at the link.
  template <class Message>
  void send(std::uint32_t link, const Message& message) {
    wire::RecordHeader header;
    header.sender = joined_ ? link : 0;
    header.position = ++position_;
    joined_ = std::is_same_v<Message, wire::JoinFederationExecution> ||
              (joined_ && !std::is_same_v<Message, wire::Hello>);
    frame_.clear();
    wire::encode_record(header, message, frame_);
    rtig_.receive_from_client(LinkId{link}, frame_);
  }

  Host host_;
  Rtig rtig_;
  wire::Buffer frame_;
  wire::Position position_ = 0;
  bool joined_ = false;
};

void BM_Rtig(benchmark::State& state) {
  Federation federation(static_cast<std::uint32_t>(state.range(0)));
  wire::Position position = 1'000'000;
  wire::Buffer frame = interaction(1);
  for (auto _ : state) {
    for (std::size_t i = 0; i < kBatch; ++i) {
      set_position(frame, ++position);
      federation.give(frame);
    }
  }
  if (!federation.goes_on()) state.SkipWithError("the sender was expelled");
  count(state);
}

BENCHMARK(BM_Relay)->Arg(1)->Arg(4)->Arg(16);
BENCHMARK(BM_Router)->Arg(1)->Arg(4)->Arg(16);
BENCHMARK(BM_RouterAboveTen)->Arg(10)->Arg(100)->Arg(1'000);
BENCHMARK(BM_Rtig)->Arg(1)->Arg(4)->Arg(16);

}  // namespace
}  // namespace triad::rtig

BENCHMARK_MAIN();
