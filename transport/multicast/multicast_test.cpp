// Multicast of a router to several clients, over real sockets on loopback. The test passes on the
// notes and chooses the time.
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "transport/connect.hpp"
#include "transport/multicast/multicast.hpp"
#include "transport/multicast/multicast_datagram.hpp"
#include "transport/multicast/multicast_reception.hpp"
#include "transport/tcp/address.hpp"
#include "transport/udp/datagrams.hpp"
#include "transport/wait.hpp"

namespace triad::transport {
namespace {

using namespace std::chrono_literals;

Bytes view(const std::string& text) {
  return std::as_bytes(std::span(text));
}

class Frames final : public FrameSink {
 public:
  void receive_frame(Bytes frame) override {
    texts.emplace_back(reinterpret_cast<const char*>(frame.data()), frame.size());
  }
  std::vector<std::string> texts;
};

constexpr SharedKey kTanks{1};

// Three clients of one router, which sends all frames.
class MulticastOnLoopback : public testing::Test {
 protected:
  struct Client {
    std::unique_ptr<Link> routers_end;
    std::unique_ptr<Link> own_end;
    Frames frames;
    std::optional<DatagramNote> groups;  // its `groups` note
  };

  void SetUp() override {
    // A free port, because other runs of this test may be active on this machine. The holder socket
    // keeps it, or Linux could give it to a socket of this test, and no client could listen there.
    port_holder.reset(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    const int on = 1;
    ASSERT_EQ(::setsockopt(port_holder.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on), 0);
    sockaddr_in any{};
    any.sin_family = AF_INET;
    ASSERT_EQ(::bind(port_holder.get(), reinterpret_cast<const sockaddr*>(&any), sizeof any), 0);
    multicast = make_multicast({0xefc0070a, 4, local_address(port_holder.get()).port()}).value();
    routers.multicast = multicast;
    listener = listen(parse_url("tcp://127.0.0.1:0").value(), routers).value();
    for (Client& client : clients) connect_one(client);
  }
  void connect_one(Client& client) {
    LinkOptions options;
    options.multicast_filter = [](Bytes frame) {
      return frame.empty() || frame.front() != std::byte{'!'};
    };
    client = {};
    client.own_end = connect(parse_url(listener->url()).value(), 10s, options).value();
    while ((client.routers_end = listener->accept().value()) == nullptr) {
    }
  }
  void exchange_notes(Client& client) {
    DatagramChannel& router = *client.routers_end->capabilities().datagrams;
    DatagramChannel& own = *client.own_end->capabilities().datagrams;
    while (auto note = router.next_note()) {
      if (note->kind == DatagramNote::Kind::groups) client.groups = *note;
      if (note->kind != DatagramNote::Kind::groups || sends_groups) own.receive_note(*note);
    }
    while (auto note = own.next_note()) {
      if (answers) router.receive_note(*note);
    }
  }
  // Flushes, reads and passes on notes, once for each client.
  void turn() {
    for (Client& client : clients) {
      if (!client.own_end) continue;
      client.routers_end->flush();
      client.own_end->receive(client.frames, 1000);
      exchange_notes(client);
    }
  }
  void send(Client& client, const std::string& text, Shared key = kTanks) {
    client.routers_end->send_unreliable(view(text), kUsualPriority, key);
  }
  void send_all(const std::string& text) {
    for (Client& client : clients) send(client, text);
  }
  // Sends until all clients receive the group of kTanks.
  void open() {
    while (multicast->counts().clients < clients.size()) {
      ASSERT_LT(now, 10 * MulticastReception::kSilenceMax) << troubles();
      send_all("opening");
      turn();
      pass(250ms);
    }
    const std::string last = "opened";
    for (Client& client : clients) client.routers_end->send(view(last));
    turn();
    receive_until(last);
    for (Client& client : clients) client.frames.texts.clear();
    before = multicast->counts();
  }
  void pass(MulticastReception::Time time) {
    now += time;
    multicast->tick(now);
  }
  std::string troubles() const {
    std::string text;
    for (const Client& client : clients) {
      text +=
          client.own_end->capabilities().datagrams->take_warning().value_or("no trouble") + "\n";
    }
    return text;
  }
  void receive_until(const std::string& last) {
    for (Client& client : clients) {
      while (client.frames.texts.empty() || client.frames.texts.back() != last) {
        ASSERT_TRUE(client.own_end->is_open());
        Waiter().wait(*client.own_end, std::nullopt);
        client.own_end->receive(client.frames, 1000);
      }
    }
  }
  // Sends 900 frames to the first client; most of them go to all clients.
  std::vector<std::string> send_by_both_ways() {
    std::vector<std::string> sent;
    for (int i = 0; i < 900; ++i) {
      sent.push_back(std::to_string(i));
      if (i % 10 < 3) {
        send(clients[0], sent.back(), std::nullopt);
      } else {
        send_all(sent.back());
      }
    }
    return sent;
  }
  std::uint64_t datagrams() const { return multicast->counts().datagrams - before.datagrams; }
  std::uint64_t receivers() const { return multicast->counts().receivers - before.receivers; }

  UniqueFd port_holder;
  std::shared_ptr<Multicast> multicast;
  LinkOptions routers;
  std::unique_ptr<Listener> listener;
  std::array<Client, 3> clients;
  MulticastReception::Time now{0};
  Multicast::Counts before;
  bool sends_groups = true;
  bool answers = true;
};

TEST_F(MulticastOnLoopback, SendsOneDatagramToAllWhoHear) {
  ASSERT_NO_FATAL_FAILURE(open());
  std::vector<std::string> sent;
  for (int i = 0; i < 100; ++i) {
    sent.push_back("update " + std::to_string(i));
    send_all(sent.back());
  }
  turn();
  receive_until("update 99");
  for (const Client& client : clients) EXPECT_EQ(client.frames.texts, sent);
  EXPECT_EQ(datagrams(), 100U);
  EXPECT_EQ(receivers(), 300U);
}

// Frames to all combinations of clients, on all ways. On this machine no datagram is lost or
// overtaken.
TEST_F(MulticastOnLoopback, KeepsTheOrderAmongAllWays) {
  ASSERT_NO_FATAL_FAILURE(open());
  std::array<std::vector<std::string>, 3> sent;
  const auto note = [&](std::size_t client, const std::string& text) {
    sent[client].push_back(text);
  };
  for (int round = 0; round < 30; ++round) {
    for (int i = 0; i < 40; ++i) {
      const std::string text = std::to_string(round) + "." + std::to_string(i);
      const auto one = static_cast<std::size_t>(i) % 3;
      if (i % 4 == 0) {  // to one client, with the group's key or none
        send(clients[one], text, i % 8 == 0 ? std::optional(kTanks) : std::nullopt);
        note(one, text);
      } else if (i % 4 == 1) {  // to two clients
        for (const std::size_t client : {one, (one + 1) % 3}) {
          send(clients[client], text);
          note(client, text);
        }
      } else if (i % 7 == 0) {  // in the stream
        clients[one].routers_end->send(view(text));
        note(one, text);
      } else if (i % 11 == 0) {  // longer than a datagram
        send(clients[one], text + std::string(3'000, 'L'));
        note(one, text + std::string(3'000, 'L'));
      } else {
        send_all(text);
        for (std::size_t client = 0; client < 3; ++client) note(client, text);
      }
      if (i % 13 == 0) clients[one].routers_end->flush();
    }
    const std::string last = "end of " + std::to_string(round);
    for (std::size_t client = 0; client < 3; ++client) {
      clients[client].routers_end->send(view(last));
      note(client, last);
    }
    turn();
    receive_until(last);
  }
  for (std::size_t client = 0; client < 3; ++client) {
    EXPECT_EQ(clients[client].frames.texts, sent[client]);
    EXPECT_EQ(clients[client].own_end->capabilities().datagrams->dropped(), 0U);
  }
  EXPECT_GT(datagrams(), 400U);
  // Each client counts missed datagrams and reports the count with its next answer.
  pass(1s);
  turn();
  for (const Client& client : clients) {
    EXPECT_EQ(client.routers_end->capabilities().datagrams->lost(), 0U);
  }
}

// Orders all datagrams in the kernel's buffers of both sockets, however many.
TEST_F(MulticastOnLoopback, PutsInOrderWhatLiesInBothWays) {
  ASSERT_NO_FATAL_FAILURE(open());
  std::vector<std::string> sent = send_by_both_ways();
  send_all("end");
  turn();
  receive_until("end");
  sent.emplace_back("end");
  EXPECT_EQ(clients[0].frames.texts, sent);
  EXPECT_EQ(clients[0].own_end->capabilities().datagrams->dropped(), 0U);
}

// The same with a frame of the stream after all of them.
TEST_F(MulticastOnLoopback, AllThatHadArrivedByBothWaysIsDeliveredInOrder) {
  ASSERT_NO_FATAL_FAILURE(open());
  std::vector<std::string> sent = send_by_both_ways();
  clients[0].routers_end->send(view("end"));
  for (Client& client : clients) client.routers_end->flush();
  pollfd stream{clients[0].own_end->descriptor(), POLLIN, 0};
  ASSERT_EQ(::poll(&stream, 1, -1), 1);
  sent.emplace_back("end");
  EXPECT_EQ(clients[0].own_end->receive_arrived(clients[0].frames), sent.size());
  EXPECT_EQ(clients[0].frames.texts, sent);
  EXPECT_EQ(clients[0].own_end->capabilities().datagrams->dropped(), 0U);
}
TEST_F(MulticastOnLoopback, WhoDoesNotTakePartIsSentToAlone) {
  sends_groups = false;  // as if the clients did not know multicast
  for (int i = 0; i < 50; ++i) {
    send_all(std::to_string(i));
    turn();
    pass(250ms);
  }
  send_all("end");
  turn();
  receive_until("end");
  for (Client& client : clients) {
    EXPECT_EQ(client.frames.texts.size(), 51U);
    const auto trouble = client.routers_end->capabilities().datagrams->take_warning();
    ASSERT_TRUE(trouble);
    EXPECT_NE(trouble->find("no multicast to 239.192.7.10/4:"), std::string::npos) << *trouble;
    EXPECT_FALSE(client.routers_end->capabilities().datagrams->take_warning());
  }
  EXPECT_EQ(multicast->counts().datagrams, 0U);
}

TEST_F(MulticastOnLoopback, WhoAnswersNoMoreIsSentToAlone) {
  ASSERT_NO_FATAL_FAILURE(open());
  answers = false;
  for (int i = 0; i < 20; ++i) {
    send_all(std::to_string(i));
    turn();
    pass(250ms);
  }
  EXPECT_EQ(multicast->counts().clients, 0U);
  const std::uint64_t until_then = datagrams();
  send_all("alone");
  turn();
  receive_until("alone");
  EXPECT_EQ(datagrams(), until_then);
  const auto trouble = clients[0].routers_end->capabilities().datagrams->take_warning();
  ASSERT_TRUE(trouble);
  EXPECT_NE(trouble->find(" no longer receives multicast to "), std::string::npos) << *trouble;
}

TEST_F(MulticastOnLoopback, WhatIsUnderWayToOneThatGoesReachesTheOthers) {
  ASSERT_NO_FATAL_FAILURE(open());
  send_all("a");
  clients[1].routers_end->close();
  clients[1].own_end.reset();
  clients[1].routers_end.reset();
  send(clients[0], "b");
  send(clients[2], "b");
  turn();
  for (const std::size_t client : {0U, 2U}) {
    while (clients[client].frames.texts.size() < 2) {
      Waiter().wait(*clients[client].own_end, std::nullopt);
      clients[client].own_end->receive(clients[client].frames, 1000);
    }
    EXPECT_EQ(clients[client].frames.texts, (std::vector<std::string>{"a", "b"}));
  }
  EXPECT_EQ(multicast->counts().clients, 2U);
}

// The list of clients is as long as the datagram allows; further clients get another datagram.
TEST_F(MulticastOnLoopback, LongFramesGoToFewAtOnce) {
  ASSERT_NO_FATAL_FAILURE(open());
  for (int i = 0; i < 200; ++i) {  // so that a position in the stream takes several bytes
    for (Client& client : clients) client.routers_end->send(view("of the stream"));
    send_all("short");
    turn();
  }
  before = multicast->counts();
  const std::string text(kDatagramFrameBytesMax, 'x');
  send_all(text);
  turn();
  receive_until(text);
  EXPECT_EQ(datagrams(), 1U);
  EXPECT_EQ(receivers(), 2U);
}

// A stranger on the segment that has received everything and has got the key, but sends from
// another port.
TEST_F(MulticastOnLoopback, StrangersAreNotListenedTo) {
  ASSERT_NO_FATAL_FAILURE(open());
  const UniqueFd stranger(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  const in_addr loopback{htonl(INADDR_LOOPBACK)};
  ::setsockopt(stranger.get(), IPPROTO_IP, IP_MULTICAST_IF, &loopback, sizeof loopback);
  const DatagramNote& groups = *clients[0].groups;
  const Addressee forged{groups.client, 1'000'000, 0};
  std::vector<std::byte> datagram;
  append_multicast({groups.token, groups.token_high}, {&forged, 1}, view("forged"), datagram);
  for (std::uint16_t group = 0; group < groups.group; ++group) {
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(groups.port);
    to.sin_addr.s_addr = htonl(groups.address + group);
    ASSERT_GT(::sendto(stranger.get(), datagram.data(), datagram.size(), 0,
                       reinterpret_cast<const sockaddr*>(&to), sizeof to),
              0);
  }
  send_all("mine");
  turn();
  receive_until("mine");
  EXPECT_EQ(clients[0].frames.texts, std::vector<std::string>{"mine"});
}

// Frames that the client does not allow by multicast are dropped.
TEST_F(MulticastOnLoopback, WhatMayNotComeSoIsDropped) {
  ASSERT_NO_FATAL_FAILURE(open());
  send_all("!reliable");
  send_all("update");
  turn();
  receive_until("update");
  EXPECT_EQ(clients[0].frames.texts, std::vector<std::string>{"update"});
}

TEST_F(MulticastOnLoopback, ClientsTakeNoOfferThatCannotBe) {
  sends_groups = false;
  while (!clients[0].groups) {
    send(clients[0], "x");
    turn();
  }
  for (int what = 0; what < 5; ++what) {
    DatagramNote wrong = *clients[0].groups;
    connect_one(clients[0]);
    while (!clients[0].groups) {
      send(clients[0], "x");
      turn();
    }
    DatagramChannel& own = *clients[0].own_end->capabilities().datagrams;
    if (what == 0) wrong.group = 0;
    if (what == 1) wrong.group = 257;
    if (what == 2) wrong.address = 0x0a000001;
    if (what == 3) wrong.address = 0xffffffff;
    if (what == 4) wrong.port = 0;
    own.receive_note(wrong);
    DatagramNote join = wrong;
    join.kind = DatagramNote::Kind::join;
    join.group = 0;
    own.receive_note(join);
    pass(250ms);
    clients[0].own_end->receive(clients[0].frames, 1000);
    EXPECT_FALSE(own.next_note()) << what;
    EXPECT_TRUE(own.take_warning()) << what;
  }
}

}  // namespace
}  // namespace triad::transport
