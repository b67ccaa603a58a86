// BmResync: the time until a router knows all interest beyond its link after it has connected
// again. A member at the RTIG's router has stated many interest keys; a router below connects
// again, and federates join there. It also measures the pauses of both routers, in which they
// forward nothing. Both are servers in threads, joined by TCP. The members speak the protocol
// themselves, without an RTIA. Prints one line of CSV for each run.
#include <pthread.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "command_line.hpp"
#include "core/object_model.hpp"
#include "router/program/program_start.hpp"
#include "router/program/router_server.hpp"
#include "rtig/program/server.hpp"
#include "statistics.hpp"
#include "transport/connect.hpp"
#include "transport/wait.hpp"
#include "wire/pieces.hpp"

namespace triad::resync {
namespace {

using Clock = std::chrono::steady_clock;
using wire::FederateHandle;

constexpr const char* kFederation = "resync";
constexpr std::size_t kStatedAtOnce = 1000;  // Keys in one record.
// Interactions of the pair at the RTIG's router, of the pair at the lower router, and without a
// subscriber.
constexpr wire::InteractionClassHandle kAbove{2};
constexpr wire::InteractionClassHandle kBelow{3};
constexpr wire::InteractionClassHandle kNobody{4};
constexpr std::uint32_t kFirstWanted = 5;

double milliseconds_since(Clock::time_point begun) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begun).count();
}

// A program at the other end of a link.
class Client {
 public:
  explicit Client(const std::string& url) {
    auto link = transport::connect(*transport::parse_url(url), std::chrono::seconds(10));
    if (!link) throw std::runtime_error(link.error().text);
    link_ = std::move(*link);
  }
  void greet(std::string_view program) {
    send(wire::Hello{wire::kMagic, wire::kProtocolVersion, program, "0", "host",
                     static_cast<std::uint32_t>(::getpid()), 0});
    (void)next_of<wire::Hello>();
  }
  template <class Message>
  void send(const Message& message, wire::RecordHeader header = {}) {
    header.sender = self_.value;
    header.position = ++position_;
    bytes_.clear();
    wire::encode_record(header, message, bytes_);
    link_->send(bytes_);
    link_->flush();
  }
  wire::Bytes next() {
    transport::Waiter waiter;
    for (;;) {
      link_->receive(sink_, 1);
      if (std::exchange(sink_.complete, false)) return sink_.record;
      if (!link_->is_open()) throw std::runtime_error("a link has ended");
      waiter.wait(*link_, std::nullopt);
    }
  }
  template <class Message>
  Message next_of() {
    for (;;) {
      const auto record = wire::parse_record(next());
      const auto kind = record->header.message_kind();
      if (kind == wire::Kind::Refused) throw std::runtime_error("a peer refused the request");
      if (kind == wire::kind_of<Message>) return *wire::decode<Message>(record->payload);
    }
  }
  void join() {
    send(wire::JoinFederationExecution{"member", kFederation, {}});
    const auto accepted = next_of<wire::JoinAccepted>();
    self_ = accepted.federate;
    log_position_ = accepted.position;
  }
  void state(const wire::InterestChanged& changed) {
    send(changed);
    (void)next_of<wire::InterestAcknowledged>();
  }
  void add_interest(wire::InterestKey key) { state({false, {{key, ~0ULL, ~0ULL, {}}}, {}}); }
  void send_interaction(wire::InteractionClassHandle interaction_class) {
    wire::SendInteraction message;
    message.interaction_class = interaction_class;
    wire::RecordHeader header;
    header.after_position = log_position_;
    header.interest_key = wire::interest_key(interaction_class);
    send(message, header);
  }

 private:
  struct Sink : transport::FrameSink {
    void receive_frame(transport::Bytes frame) override {
      if (pieces.receive_frame(frame) == wire::PieceCollector::Collected::part) return;
      record.assign(frame.begin(), frame.end());
      complete = true;
    }
    wire::PieceCollector pieces;
    wire::Buffer record;
    bool complete = false;
  };

  std::unique_ptr<transport::Link> link_;
  Sink sink_;
  FederateHandle self_;
  wire::Position position_ = 0;
  wire::Position log_position_ = 0;
  wire::Buffer bytes_;
};

// Processor time of a router's thread.
class RouterTime {
 public:
  explicit RouterTime(std::thread& router) {
    if (::pthread_getcpuclockid(router.native_handle(), &clock_) != 0) {
      throw std::runtime_error("cannot read the CPU time of a thread");
    }
  }
  double milliseconds() const {
    timespec now{};
    ::clock_gettime(clock_, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
  }

 private:
  clockid_t clock_{};
};

// Time from an interaction to its reception, and the router's processor time in between. The two
// differ if other processes use the processor.
struct Pass {
  double took = 0;  // In milliseconds.
  double router_ran = 0;
};

// Two members: one sends interactions, and the other receives them. The longest time from one to
// the other is the pause.
class Pair {
 public:
  Pair(const std::string& url, wire::InteractionClassHandle word)
      : word_(word), speaker_(url), listener_(url) {
    speaker_.greet("speaker");
    listener_.greet("listener");
  }
  void join() {
    speaker_.join();
    listener_.join();
    listener_.add_interest(wire::interest_key(word_));
  }
  Client& speaker() { return speaker_; }
  Pass pass_one(const RouterTime& router) {
    const double ran = router.milliseconds();
    const auto begun = Clock::now();
    speaker_.send_interaction(word_);
    (void)listener_.next_of<wire::SendInteraction>();
    return {milliseconds_since(begun), router.milliseconds() - ran};
  }

 private:
  const wire::InteractionClassHandle word_;
  Client speaker_;
  Client listener_;
};

// Runs a pair continuously in a thread.
class Talk {
 public:
  Talk(Pair& pair, const RouterTime& router)
      : thread_([this, &pair, &router] {
          while (!done_) passes_.push_back(pair.pass_one(router));
        }) {}
  std::vector<Pass> end() {
    done_ = true;
    thread_.join();
    return std::move(passes_);
  }

 private:
  std::atomic<bool> done_{false};
  std::vector<Pass> passes_;
  std::thread thread_;
};

core::ObjectModel model_of(std::uint32_t keys) {
  core::ObjectModel model;
  const core::Attribute privilege{std::string(core::kPrivilegeToDelete),
                                  core::Transportation::reliable,
                                  core::Ordering::receive,
                                  {}};
  for (std::uint32_t i = 0; i < keys / 2 + kFirstWanted; ++i) {
    const std::string name = "C" + std::to_string(i);
    core::ObjectClass object_class{i == 0 ? "ObjectRoot" : name, {}, {privilege}, 0};
    core::InteractionClass interaction;
    interaction.name = i == 0 ? "InteractionRoot" : name;
    if (i > 0) {
      object_class.parent = wire::ObjectClassHandle(1);
      object_class.inherited_attributes = 1;
      interaction.parent = wire::InteractionClassHandle(1);
    }
    model.object_classes.push_back(std::move(object_class));
    model.interaction_classes.push_back(std::move(interaction));
  }
  return model;
}

router::RouterIdentity identity(const std::string& name) {
  return {"mesh", "0", name, "benchmark", "host", static_cast<std::uint32_t>(::getpid())};
}

router::Neighbour neighbour(const std::string& name, const std::string& url) {
  router::Neighbour neighbour;
  neighbour.name = name;
  neighbour.url = *transport::parse_url(url);
  neighbour.retry_smallest = std::chrono::milliseconds(1);
  neighbour.retry_largest = std::chrono::milliseconds(5);
  return neighbour;
}

// Runs a server in a thread during its lifetime.
class Above {
 public:
  Above(std::uint32_t keys, router::Log& log) {
    rtig::ServerOptions options;
    options.rtig.load_fed = [keys](auto, auto) -> wire::Result<core::ObjectModel> {
      return model_of(keys);
    };
    options.mesh =
        router::MeshPlace{identity("alpha"), {}, {neighbour("beta", "tcp://127.0.0.1:1")}};
    server_ = rtig::Server::create(std::move(options), log).value();
    (void)server_->listen("tcp://127.0.0.1:0").value();
    thread_ = std::thread([this] { server_->run(); });
    time_.emplace(thread_);
  }
  ~Above() {
    server_->stop();
    thread_.join();
  }
  const std::string& url() const { return server_->urls().front(); }
  const RouterTime& time() const { return *time_; }

 private:
  std::unique_ptr<rtig::Server> server_;
  std::thread thread_;
  std::optional<RouterTime> time_;
};

class Below {
 public:
  Below(const std::string& upper, router::Log& log) {
    router::RouterServerOptions options;
    options.mesh = router::MeshPlace{identity("beta"), {neighbour("alpha", upper)}, {}};
    server_ = router::RouterServer::create(std::move(options), log).value();
    (void)server_->links().listen("tcp://127.0.0.1:0").value();
    thread_ = std::thread([this] { server_->run(); });
    time_.emplace(thread_);
  }
  ~Below() {
    server_->links().stop();
    thread_.join();
  }
  const std::string& url() const { return server_->links().acceptor().urls().front(); }
  const RouterTime& time() const { return *time_; }

 private:
  std::unique_ptr<router::RouterServer> server_;
  std::thread thread_;
  std::optional<RouterTime> time_;
};

class Inquirer {
 public:
  explicit Inquirer(const std::string& url) : client_(url) { client_.greet(wire::kMeshInquirer); }
  // Returns the state of the link towards the RTIG.
  wire::RouterLinkInfo upper() {
    client_.send(wire::QueryRouterStatus{});
    return client_.next_of<wire::RouterStatus>().links.at(0);
  }

 private:
  Client client_;
};

struct Options {
  unsigned long keys = 100'000;
  unsigned long runs = 10;
};

struct Figures {
  double all_stated = 0;  // Time until the lower router knows all interest, in ms.
  Pass above;             // Longest pauses until then.
  Pass below;
  // Longest pause above while the same number of federates join there and receive the object model.
  Pass join;
  Pass idle;  // Longest pause above in the same number of passes without other activity.
};

// Returns the maximum of each figure.
Pass longest(const std::vector<Pass>& of) {
  Pass longest;
  for (const Pass& pass : of) {
    longest.took = std::max(longest.took, pass.took);
    longest.router_ran = std::max(longest.router_ran, pass.router_ran);
  }
  return longest;
}

Pass pause_of_joins(const Above& above, Pair& pair_above) {
  Talk talk(pair_above, above.time());
  for (int i = 0; i < 3; ++i) {
    Client client(above.url());
    client.greet("joins");
    client.join();
  }
  return longest(talk.end());
}

Figures run(const Above& above, Pair& pair_above, router::Log& log) {
  Figures figures;
  figures.join = pause_of_joins(above, pair_above);
  const Below below(above.url(), log);
  Inquirer inquirer(below.url());
  while (!inquirer.upper().up) {
  }
  Pair pair(below.url(), kBelow);
  Talk talk_above(pair_above, above.time());
  const auto begun = Clock::now();
  pair.join();
  Talk talk_below(pair, below.time());
  // The router stops forwarding unwanted records when it knows all interest.
  Client teller(below.url());
  teller.greet("teller");
  teller.join();
  while (inquirer.upper().records_kept == 0) teller.send_interaction(kNobody);
  figures.all_stated = milliseconds_since(begun);
  const std::vector<Pass> meanwhile = talk_above.end();
  figures.above = longest(meanwhile);
  figures.below = longest(talk_below.end());
  std::vector<Pass> idle;
  for (std::size_t i = 0; i < meanwhile.size(); ++i) {
    idle.push_back(pair_above.pass_one(above.time()));
  }
  figures.idle = longest(idle);
  return figures;
}

void state_all(Client& wide, std::uint32_t keys) {
  wire::InterestChanged changed;
  for (std::uint32_t i = 0; i < keys; ++i) {
    const std::uint32_t number = kFirstWanted + i / 2;
    const wire::InterestKey key = i % 2 == 0
                                      ? wire::interest_key(wire::ObjectClassHandle(number))
                                      : wire::interest_key(wire::InteractionClassHandle(number));
    changed.entries.push_back({key, 1, 1, {}});
    if (changed.entries.size() < kStatedAtOnce && i + 1 < keys) continue;
    wide.state(changed);
    changed.entries.clear();
  }
}

void print(const char* what, const std::vector<Figures>& runs,
           const std::function<double(const Figures&)>& figure) {
  std::vector<double> values;
  values.reserve(runs.size());
  for (const Figures& run : runs) values.push_back(figure(run));
  const auto summary = benchmark_federate::summarize(values);
  std::printf("# %s: median %.3g ms (%.3g .. %.3g)\n", what, summary.p50, summary.min, summary.max);
}

struct Pause {
  const char* name;
  const char* text;
  Pass Figures::*pass;
};

constexpr Pause kPauses[] = {
    {"above", "longest pause above", &Figures::above},
    {"below", "longest pause below", &Figures::below},
    {"joins", "longest pause above while as many join there", &Figures::join},
    {"idle", "longest pause above while idle", &Figures::idle},
};

void print(const Options& options, const Figures& figures) {
  std::printf("%lu,%.3f", options.keys, figures.all_stated);
  for (const Pause& pause : kPauses) {
    const Pass& pass = figures.*pause.pass;
    std::printf(",%.3f,%.3f", pass.took, pass.router_ran);
  }
  std::printf("\n");
}

void measure(const Options& options) {
  router::Log log(router::LogLevel::error, [](std::string_view) {});
  const auto keys = static_cast<std::uint32_t>(options.keys);
  const Above above(keys, log);
  Client wide(above.url());
  wide.greet("wide");
  wide.send(wire::CreateFederationExecution{kFederation, "resync.fed", false, {}});
  (void)wide.next_of<wire::Accepted>();
  wide.join();
  state_all(wide, keys);
  Pair pair_above(above.url(), kAbove);
  pair_above.join();
  std::printf("keys,told_ms");
  for (const Pause& pause : kPauses) {
    std::printf(",pause_%s_ms,router_ran_%s_ms", pause.name, pause.name);
  }
  std::printf("\n");
  std::vector<Figures> runs;
  for (unsigned long i = 0; i < options.runs; ++i) {
    runs.push_back(run(above, pair_above, log));
    print(options, runs.back());
  }
  print("told all", runs, [](const Figures& of) { return of.all_stated; });
  for (const Pause& pause : kPauses) {
    print(pause.text, runs, [&](const Figures& of) { return (of.*pause.pass).took; });
    print("  of which the router ran at most", runs,
          [&](const Figures& of) { return (of.*pause.pass).router_ran; });
  }
}

}  // namespace
}  // namespace triad::resync

int main(int count, char** arguments) {
  triad::resync::Options options;
  benchmark_federate::CommandLine line("BmResync",
                                       "interest sent to a router that has reconnected");
  line.value("--keys", "N", options.keys, "keys that are wanted beyond its link");
  line.value("--runs", "N", options.runs, "how often it connects");
  try {
    line.parse(count, arguments);
    triad::router::keep_memory_of_long_records();  // As routers do.
    triad::resync::measure(options);
  } catch (const benchmark_federate::WrongUsage& wrong) {
    std::fprintf(stderr, "BmResync: %s\n", wrong.what());
    return 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "BmResync: %s\n", error.what());
    return 1;
  }
  return 0;
}
