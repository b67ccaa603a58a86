// A stand-in for rtig and rtirouter in tests of `rtimesh up`: it takes the same options, listens,
// connects to the neighbour towards the RTIG, counts the frames that it sends there, and answers
// queries of its links. If its name is rtig, it is the router with the RTIG. TRIAD_FAKE_ROUTER
// contains ROUTER=BEHAVIOUR entries, separated by blanks: dies, silent (never listens), alone
// (never connects), stubborn (ignores the order to end).
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <map>
#include <sstream>

#include "command_line/parsed_arguments.hpp"
#include "files/regular_file.hpp"
#include "topology/links_to_rtig.hpp"
#include "topology/read_topology.hpp"
#include "transport/connect.hpp"
#include "transport/event_loop.hpp"
#include "wire/record.hpp"

namespace triad::tests {
namespace {

using topology::RouterIndex;
using topology::Topology;
using transport::LinkKey;

constexpr auto kAlive = std::chrono::milliseconds(10);

std::atomic<bool> asked_to_end{false};

void print_line(const std::string& text) {
  std::fprintf(stderr, "%s\n", text.c_str());
}

class FakeRouter final : public transport::LinkHandler {
 public:
  FakeRouter(const Topology& topology, RouterIndex own, std::string behaviour)
      : topology_(topology),
        own_(topology.routers[own]),
        behaviour_(std::move(behaviour)),
        loop_(transport::EventLoop::create().value()) {
    const auto next = topology::next_routers_to_rtig(topology)[own];
    if (!next) return;
    upstream_ = &topology.routers[*next];
    links_[upstream_->name].reason = "it has not connected yet";
  }

  // Listens at the URLs and returns them.
  std::string listen(std::vector<std::string> urls) {
    for (const transport::Url& url : own_.listen) urls.push_back(transport::to_string(url));
    urls.push_back(wire::operator_url(static_cast<std::uint32_t>(::getpid())));
    std::string lines;
    for (const std::string& url : urls) {
      auto listener = transport::listen(*transport::parse_url(url));
      if (!listener) {
        print_line(listener.error().text);
        std::exit(1);
      }
      if (url != urls.back()) lines += (*listener)->url() + "\n";
      loop_->add_listener(
          std::move(*listener),
          [this](std::unique_ptr<transport::Link> link) { loop_->add(std::move(link), *this); },
          [](const transport::Error& error) { print_line(error.text); });
    }
    return lines;
  }

  void run() {
    if (upstream_ != nullptr) connect();
    send_alive();
    while (!asked_to_end || behaviour_ == "stubborn") loop_->run_once(std::nullopt);
  }

 private:
  struct Neighbour {
    LinkKey key{};
    bool up = false;
    std::string reason = {};
    std::uint64_t frames_sent = 0;
    std::uint64_t bytes_sent = 0;
    std::uint64_t frames_received = 0;
    std::uint64_t bytes_received = 0;
  };

  void connect() {
    Neighbour& upstream = links_[upstream_->name];
    if (behaviour_ == "alone") {
      upstream.reason = "the test keeps it alone";
      return;
    }
    auto link = transport::connect(upstream_->listen.front(), std::chrono::seconds(1));
    if (!link) {
      upstream.reason = link.error().text;
      loop_->add_timer(std::chrono::milliseconds(50), [this] { connect(); });
      return;
    }
    upstream = {.key = loop_->add(std::move(*link), *this), .up = true};
    wire::RouterHello hello;
    hello.magic = wire::kMagic;
    hello.mesh = topology_.name;
    hello.router = own_.name;
    send(upstream.key, hello);
  }

  // Sends a keepalive, so that there is something to count.
  void send_alive() {
    for (auto& [name, neighbour] : links_) {
      if (!neighbour.up) continue;
      ++neighbour.frames_sent;
      neighbour.bytes_sent += send(neighbour.key, wire::RouterAlive{});
    }
    loop_->add_timer(kAlive, [this] { send_alive(); });
  }

  void receive_frame(LinkKey link, transport::Bytes frame) override {
    const auto record = wire::parse_record(frame);
    if (!record) return;
    switch (record->header.message_kind()) {
      case wire::Kind::Hello:
        send(link, wire::Hello{wire::kMagic, wire::kProtocolVersion, "rtirouter", "test",
                               "fakehost", static_cast<std::uint32_t>(::getpid())});
        break;
      case wire::Kind::QueryRouterStatus:
        send_status(link);
        break;
      case wire::Kind::RouterHello:
        links_[std::string(wire::decode<wire::RouterHello>(record->payload)->router)] = {
            .key = link, .up = true};
        break;
      default:
        add_received_bytes(link, frame.size());
    }
  }

  void add_received_bytes(LinkKey link, std::size_t bytes) {
    for (auto& [name, neighbour] : links_) {
      if (neighbour.key != link) continue;
      ++neighbour.frames_received;
      neighbour.bytes_received += bytes;
    }
  }

  void process_closed_link(LinkKey link, const transport::Error& reason) override {
    for (auto& [name, neighbour] : links_) {
      if (neighbour.key != link) continue;
      neighbour = {.reason = reason.text};
      print_line("lost " + name);
      if (upstream_ != nullptr && name == upstream_->name) connect();
    }
  }

  void send_status(LinkKey link) {
    wire::RouterStatus status;
    status.mesh = topology_.name;
    status.router = own_.name;
    for (const auto& [name, neighbour] : links_) {
      status.links.push_back({.router = name,
                              .up = neighbour.up,
                              .reason = neighbour.reason,
                              .frames_sent = neighbour.frames_sent,
                              .bytes_sent = neighbour.bytes_sent,
                              .frames_received = neighbour.frames_received,
                              .bytes_received = neighbour.bytes_received});
    }
    send(link, status);
  }

  template <class Message>
  std::size_t send(LinkKey link, const Message& message) {
    wire::Buffer record;
    wire::encode_record({}, message, record);
    loop_->send(link, record);
    return record.size();
  }

  const Topology& topology_;
  const topology::Router& own_;
  const std::string behaviour_;
  std::unique_ptr<transport::EventLoop> loop_;
  const topology::Router* upstream_ = nullptr;
  std::map<std::string, Neighbour> links_;  // by name of the other router
};

std::string behaviour_of(const std::string& router) {
  const char* const all = std::getenv("TRIAD_FAKE_ROUTER");
  std::istringstream words(all == nullptr ? "" : all);
  for (std::string word; words >> word;) {
    if (word.starts_with(router + "=")) return word.substr(router.size() + 1);
  }
  return {};
}

int run(const std::string& program, const std::vector<std::string>& arguments) {
  const command_line::Manual manual{.name = program,
                                    .summary = "stands in for a router",
                                    .options = {{.name = "topology", .argument = "FILE"},
                                                {.name = "name", .argument = "NAME"},
                                                {.name = "ready-fd", .argument = "N"},
                                                {.name = "listen", .argument = "URL"}}};
  const auto given = command_line::parse_command_line(manual, arguments);
  if (!given) {
    print_line(given.error().text);
    return 2;
  }
  const std::string file = *given->value("topology");
  const auto text = files::read_regular_file(file, topology::kFileBytesMax);
  const auto topology = topology::read_topology(*text, file);
  RouterIndex own = topology->rtig;
  if (program != "rtig") {
    const std::string name = given->value("name").value_or("");
    for (own = 0; topology->routers.at(own).name != name;) ++own;
  }
  const std::string& name = topology->routers[own].name;
  const std::string behaviour = behaviour_of(name);
  print_line(program + " starts as " + (program == "rtig" ? "" : "router " + name + ", ") +
             "process " + std::to_string(::getpid()));
  if (behaviour == "dies") {
    print_line("the test has it die");
    return 3;
  }
  FakeRouter router(*topology, own, behaviour);
  const std::string lines = behaviour == "silent" ? "" : router.listen(given->values("listen"));
  if (!lines.empty()) {
    const int ready = std::stoi(given->value("ready-fd").value_or("1"));
    if (::write(ready, lines.data(), lines.size()) < 0) return 1;
    ::close(ready);
  }
  router.run();
  print_line(name + " ends");
  return 0;
}

}  // namespace
}  // namespace triad::tests

int main(int argc, char** argv) {
  struct sigaction end {};
  end.sa_handler = [](int) { triad::tests::asked_to_end = true; };
  ::sigaction(SIGTERM, &end, nullptr);
  return triad::tests::run(std::filesystem::path(argv[0]).filename(), {argv + 1, argv + argc});
}
