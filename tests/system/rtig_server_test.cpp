// Tests of the rtig's server in a thread: links of every transport, programs with another protocol,
// peers that are silent or do not read, and its end.
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <stdexcept>

#include "tests/system/rtig_support.hpp"
#include "wire/limits.hpp"

namespace triad::tests {
namespace {

const std::vector<std::string> kTcp{"tcp://127.0.0.1:0"};

TEST(RtigServer, ServesSeveralTransportsAtOnce) {
  RunningServer server({"tcp://127.0.0.1:0", "memory:rtig-several",
                        "shm://rtig-several-" + std::to_string(::getpid())});
  Peer creator = Peer::after_handshake(server.url(1));
  create_federation(creator, "shared");
  for (std::size_t i = 0; i < 3; ++i) {
    Peer peer = Peer::after_handshake(server.url(i));
    const auto reply = peer.request_reply(wire::ListFederations{});
    ASSERT_TRUE(reply.has_value());
    const auto list = reply->as<wire::FederationList>();
    ASSERT_TRUE(list.has_value());
    ASSERT_EQ(list->federations.size(), 1u);
    EXPECT_EQ(list->federations[0].federation, "shared");
  }
}

TEST(RtigServer, RefusesAUrlThatItCannotListenOnAndSaysWhy) {
  LogLines lines;
  rtig::Log log(rtig::LogLevel::info, lines.sink());
  auto server = rtig::Server::create(RunningServer::default_options(), log);
  ASSERT_TRUE(server.has_value());
  const auto listening = (*server)->listen("carrier-pigeon://roof");
  ASSERT_FALSE(listening.has_value());
  EXPECT_NE(listening.error().text.find("tcp://"), std::string::npos) << listening.error().text;
}

TEST(RtigServer, DoesNotListenAsARouterOfAMeshAndSaysHowToBeOne) {
  LogLines lines;
  rtig::Log log(rtig::LogLevel::info, lines.sink());
  auto server = rtig::Server::create(RunningServer::default_options(), log);
  ASSERT_TRUE(server.has_value());
  const auto listening = (*server)->listen("mesh://127.0.0.1:0");
  ASSERT_FALSE(listening.has_value());
  EXPECT_EQ(listening.error().code, transport::Error::Code::bad_url);
  EXPECT_EQ(listening.error().text,
            "cannot listen on mesh://127.0.0.1:0: an rtig takes part in a mesh by --topology FILE "
            "(docs/mesh.md)");
}

TEST(RtigServer, EndsALinkWhoseBytesAreNoFrame) {
  RunningServer server(kTcp);
  StrangerSocket stranger(server.url());
  stranger.send("GET / HTTP/1.1\r\nHost: rtig\r\n\r\n");
  stranger.read_to_the_end();
  server.log().wait_for("closed the link from");
  EXPECT_TRUE(
      Peer::after_handshake(server.url()).request_reply(wire::ListFederations{}).has_value());
}

TEST(RtigServer, EndsALinkWhoseFirstRecordIsNoHello) {
  RunningServer server(kTcp);
  Peer peer(server.url());
  peer.send(wire::ListFederations{});
  const auto refused = peer.next_record();
  ASSERT_TRUE(refused.has_value());
  EXPECT_TRUE(refused->as<wire::Refused>().has_value());
  EXPECT_FALSE(peer.next_record().has_value());
}

TEST(RtigServer, TellsAPeerOfAnotherVersionBeforeItEndsTheLink) {
  RunningServer server(kTcp);
  Peer peer(server.url());
  peer.send_hello(wire::kMagic, wire::kProtocolVersion + 1);
  const auto hello = peer.next_record();
  ASSERT_TRUE(hello.has_value());
  ASSERT_TRUE(hello->as<wire::Hello>().has_value());
  EXPECT_EQ(hello->as<wire::Hello>()->version, wire::kProtocolVersion);
  const auto refused = peer.next_record();
  ASSERT_TRUE(refused.has_value());
  ASSERT_TRUE(refused->as<wire::Refused>().has_value());
  EXPECT_NE(refused->as<wire::Refused>()->text.find("version"), std::string::npos);
  EXPECT_FALSE(peer.next_record().has_value());
  server.log().wait_for("protocol version");
}

// A datagram channel needs a socket and memory, and only members send best effort.
TEST(RtigServer, OpensNoDatagramChannelForAProgramThatHasNotJoined) {
  RunningServer server(kTcp);
  Peer peer = Peer::after_handshake(server.url());
  peer.send(wire::DatagramChannel{});  // requests a channel
  peer.send(wire::ListFederations{});
  const auto reply = peer.next_record();
  ASSERT_TRUE(reply.has_value());
  EXPECT_TRUE(reply->as<wire::FederationList>().has_value());
}

TEST(RtigServer, EndsALinkWithoutAHandshakeAndKeepsOneAfterIt) {
  auto options = RunningServer::default_options();
  options.handshake_timeout = std::chrono::milliseconds(50);
  RunningServer server({"tcp://127.0.0.1:0", "memory:rtig-handshake"}, options);
  Peer polite = Peer::after_handshake(server.url());
  StrangerSocket half_open(server.url());
  half_open.send("\x01");  // the beginning of a frame without its end
  Peer silent(server.url(1));
  EXPECT_EQ(half_open.read_to_the_end(), "");
  EXPECT_FALSE(silent.next_record().has_value());
  server.log().wait_for("no handshake came within 0.050 s");
  EXPECT_TRUE(polite.request_reply(wire::ListFederations{}).has_value());
}

TEST(RtigServer, ServesThreeHundredIdleLinksAtOnce) {
  rtig::ServerOptions options = RunningServer::default_options();
  options.newcomers_max = 0;
  RunningServer server({"tcp://127.0.0.1:0", "memory:rtig-many"}, std::move(options));
  std::vector<Peer> peers;
  for (std::size_t i = 0; i < 300; ++i)
    peers.push_back(Peer::after_handshake(server.url(i % 3 == 0)));
  for (Peer& peer : peers) peer.send(wire::ListFederations{});
  for (Peer& peer : peers) {
    const auto reply = peer.next_record();
    ASSERT_TRUE(reply.has_value());
    EXPECT_EQ(reply->kind(), wire::Kind::FederationList);
  }
}

// Returns the kind of the answer to the handshake of a program with that name.
wire::Kind reply_kind(const std::string& url, std::string_view program) {
  Peer peer(url);
  peer.send(wire::Hello{wire::kMagic, wire::kProtocolVersion, program, "0", "peerhost", 4711, 0});
  const auto answer = peer.next_record();
  return answer ? answer->kind() : wire::Kind::none;
}

TEST(RtigServer, TellsNewcomersToComeAgainWhileEnoughAreServed) {
  rtig::ServerOptions options = RunningServer::default_options();
  options.newcomers_max = 2;
  options.newcomers_patience = std::chrono::hours(1);
  RunningServer server({"tcp://127.0.0.1:0", "memory:rtig-crowd"}, std::move(options));
  Peer first = Peer::after_handshake(server.url());
  create_federation(first, "war");
  Peer second(server.url());
  second.send_hello();
  ASSERT_TRUE(second.next_message<wire::Hello>().has_value());
  EXPECT_EQ(reply_kind(server.url(), "libRTI"), wire::Kind::ComeAgain);
  // The name alone is no proof. A program at a socket of this user does not count as a newcomer.
  EXPECT_EQ(reply_kind(server.url(1), wire::kOperatorTool), wire::Kind::Hello);
  server.log().wait_for("more than 2 clients connect at once (newcomers.max): 1 so far");
  first.join("war", "first");
  EXPECT_EQ(reply_kind(server.url(), "libRTI"), wire::Kind::Hello);
}

TEST(RtigServer, TellsAnOperatorInACrowdWhereItsSocketIs) {
  rtig::ServerOptions options = RunningServer::default_options();
  options.newcomers_max = 1;
  options.newcomers_patience = std::chrono::hours(1);
  RunningServer server(kTcp, std::move(options));
  Peer first = Peer::after_handshake(server.url());
  Peer rtictl(server.url());
  rtictl.send(
      wire::Hello{wire::kMagic, wire::kProtocolVersion, wire::kOperatorTool, "0", "testhost", 1});
  const auto reply = rtictl.next_message<wire::ComeAgain>();
  ASSERT_TRUE(reply.has_value());
  EXPECT_EQ(reply->as<wire::ComeAgain>()->host, "testhost");
  EXPECT_EQ(reply->as<wire::ComeAgain>()->process, static_cast<std::uint32_t>(::getpid()));
}

// --- Programs that have not joined.

TEST(RtigServer, EndsAProgramThatAsksForNothingAndKeepsOneThatHas) {
  auto options = RunningServer::default_options();
  options.unjoined_timeout = std::chrono::milliseconds(50);
  RunningServer server(kTcp, options);
  Peer asked = Peer::after_handshake(server.url());
  ASSERT_TRUE(asked.request_reply(wire::ListFederations{}).has_value());
  Peer silent = Peer::after_handshake(server.url());
  const auto refused = silent.next_message<wire::Refused>();
  ASSERT_TRUE(refused.has_value());
  EXPECT_NE(refused->as<wire::Refused>()->text.find("(unjoined.timeout)"), std::string::npos);
  EXPECT_FALSE(silent.next_record().has_value());
  server.log().wait_for("has sent no request since its handshake, for 0.050 s");
  EXPECT_TRUE(asked.request_reply(wire::ListFederations{}).has_value());
}

TEST(RtigServer, EndsWhoHasBeenSilentForLongestWhereTooManyHaveNotJoined) {
  auto options = RunningServer::default_options();
  options.unjoined_max = 2;
  RunningServer server(kTcp, options);
  Peer member = Peer::after_handshake(server.url());
  create_federation(member, "war");
  const auto self = member.join("war", "member");
  Peer first = Peer::after_handshake(server.url());
  Peer second = Peer::after_handshake(server.url());
  ASSERT_TRUE(first.request_reply(wire::ListFederations{}).has_value());
  Peer third = Peer::after_handshake(server.url());
  EXPECT_TRUE(second.next_message<wire::Refused>().has_value());
  EXPECT_FALSE(second.next_record().has_value());
  EXPECT_TRUE(first.request_reply(wire::ListFederations{}).has_value());
  EXPECT_TRUE(third.request_reply(wire::ListFederations{}).has_value());
  member.send(wire::LeaseObjectHandles{1}, self);
  EXPECT_TRUE(member.next_message<wire::ObjectHandlesLeased>().has_value());
  server.log().wait_for("more than 2 programs that have not joined are connected (unjoined.max)");
}

TEST(RtigServer, CountsAMemberThatResignsAmongThoseWhoHaveNotJoined) {
  auto options = RunningServer::default_options();
  options.unjoined_max = 1;
  RunningServer server(kTcp, options);
  Peer member = Peer::after_handshake(server.url());
  create_federation(member, "war");
  const auto self = member.join("war", "member");
  member.send(wire::ResignFederationExecution{wire::ResignAction::no_action}, self);
  ASSERT_TRUE(member.next_message<wire::FederateResigned>().has_value());
  Peer other = Peer::after_handshake(server.url());
  EXPECT_TRUE(member.next_message<wire::Refused>().has_value());
  EXPECT_TRUE(other.request_reply(wire::ListFederations{}).has_value());
}

TEST(RtigServer, NoExceptionOfWhatAPeerAsksForEndsIt) {
  auto options = RunningServer::default_options();
  options.rtig.load_fed = [](std::string_view,
                             std::optional<std::string_view>) -> wire::Result<core::ObjectModel> {
    throw std::out_of_range("map::at");
  };
  RunningServer server(kTcp, options);
  Peer other = Peer::after_handshake(server.url());
  Peer peer = Peer::after_handshake(server.url());
  // A short text is read at once, a file in another thread.
  const std::array text{std::byte{'x'}};
  peer.send(wire::CreateFederationExecution{"war", "war.fed", true, text});
  EXPECT_TRUE(peer.next_message<wire::Refused>().has_value());
  EXPECT_FALSE(peer.next_record().has_value());
  server.log().wait_for("could not be processed (map::at), which is a defect; please report it");
  other.send(wire::CreateFederationExecution{"war", "war.fed", false, {}});
  const auto refused = other.next_message<wire::Refused>();
  ASSERT_TRUE(refused.has_value());
  EXPECT_NE(refused->as<wire::Refused>()->text.find("(map::at), which is a defect of the RTIG"),
            std::string::npos);
  EXPECT_TRUE(other.request_reply(wire::ListFederations{}).has_value());
}

TEST(RtigServer, ServesThoseItHasWhenAllLinkNumbersAreUsedUp) {
  auto options = RunningServer::default_options();
  options.last_link = rtig::LinkId{router::kLastLink.value - 3};
  RunningServer server(kTcp, options);
  Peer first = Peer::after_handshake(server.url());
  Peer second(server.url());
  second.send_hello();
  EXPECT_TRUE(second.next_message<wire::Refused>().has_value());
  Peer third(server.url());
  EXPECT_FALSE(third.next_record().has_value());
  server.log().wait_for("has used up all link numbers", 2);
  EXPECT_TRUE(first.request_reply(wire::ListFederations{}).has_value());
}

TEST(RtigServer, ForgetsAPeerThatComesAndGoes) {
  RunningServer server(kTcp);
  for (int i = 0; i < 100; ++i) Peer::after_handshake(server.url());
  EXPECT_TRUE(
      Peer::after_handshake(server.url()).request_reply(wire::ListFederations{}).has_value());
}

// --- Limits of frames and of memory.

// Returns the header of a frame of `length` bytes, and `come` bytes of the frame.
std::string beginning_of_frame(std::size_t length, std::size_t sent_bytes) {
  std::string bytes;
  for (int i = 0; i < 4; ++i) bytes += static_cast<char>(length >> (8 * i));
  return bytes + std::string(sent_bytes, 'x');
}

template <class Message>
std::string framed(const Message& message, wire::FederateHandle sender = {}) {
  wire::RecordHeader header;
  header.sender = sender.value;
  header.position = 1;
  wire::Buffer record;
  wire::encode_record(header, message, record);
  return beginning_of_frame(record.size(), 0) +
         std::string(reinterpret_cast<const char*>(record.data()), record.size());
}

const std::string kHelloFrame =
    framed(wire::Hello{wire::kMagic, wire::kProtocolVersion, "test", "0", "peerhost", 4711});

TEST(RtigServer, TakesNoMoreThanAHelloBeforeTheHandshake) {
  RunningServer server(kTcp);
  StrangerSocket stranger(server.url());
  stranger.send(beginning_of_frame(5000, 0));
  EXPECT_EQ(stranger.read_to_the_end(), "");
  server.log().wait_for("announced a frame of 5000 bytes; the limit is now 4096");
}

TEST(RtigServer, TakesNoMoreThanAFedFileOfWhoHasNotJoinedAndAllOfAMember) {
  RunningServer server(kTcp);
  const std::size_t length = (16u << 20) + 1;
  StrangerSocket stranger(server.url());
  stranger.send(kHelloFrame + beginning_of_frame(length, 0));
  stranger.read_to_the_end();
  server.log().wait_for("announced a frame of 16777217 bytes");
  Peer member = Peer::after_handshake(server.url());
  create_federation(member, "battle");
  const auto self = member.join("battle", "member");
  const std::string tag(length, 't');
  member.send(wire::RegisterFederationSynchronizationPoint{"p", tag, {}}, self);
  const auto point = member.next_message<wire::SynchronizationPointRegistered>();
  ASSERT_TRUE(point.has_value());
  EXPECT_EQ(point->as<wire::SynchronizationPointRegistered>()->tag, tag);
}

TEST(RtigServer, EndsALinkThatStaysAmidAFrameAndKeepsOneThatIsSilentBetweenThem) {
  auto options = RunningServer::default_options();
  options.frame_timeout = std::chrono::milliseconds(40);
  RunningServer server(kTcp, options);
  Peer silent = Peer::after_handshake(server.url());
  StrangerSocket amid(server.url());
  amid.send(kHelloFrame + beginning_of_frame(1000, 10));
  EXPECT_NE(amid.read_to_the_end().find("sent no more of it for 0.040 s"), std::string::npos);
  server.log().wait_for("(frame.timeout)");
  EXPECT_TRUE(silent.request_reply(wire::ListFederations{}).has_value());
}

TEST(RtigServer, EndsWhoHoldsMostOfWhatUnjoinedProgramsMayHold) {
  auto options = RunningServer::default_options();
  options.memory.unjoined = 4u << 20;
  RunningServer server(kTcp, options);
  Peer polite = Peer::after_handshake(server.url());
  std::vector<StrangerSocket> crowd;
  crowd.reserve(8);
  for (int i = 0; i < 8; ++i) {
    crowd.emplace_back(server.url());
    crowd.back().send(kHelloFrame + beginning_of_frame(10u << 20, 1u << 20));
  }
  server.log().wait_for("in the buffers of programs that have not joined");
  EXPECT_TRUE(polite.request_reply(wire::ListFederations{}).has_value());
}

// The unread replies fill the socket buffers and then exceed resign_bytes.
TEST(RtigServer, EndsALinkThatAsksWithoutReading) {
  auto options = RunningServer::default_options();
  options.rtig.queue.resume = 1u << 20;
  options.rtig.queue.hold = 2u << 20;
  options.rtig.queue.expel = 8u << 20;
  RunningServer server(kTcp, options);
  Peer creator = Peer::after_handshake(server.url());
  // Only a few, because the log has little room for lines of one address.
  for (int i = 0; i < 8; ++i) {
    create_federation(creator,
                      std::to_string(i + 1000) + std::string(wire::kNameBytesMax - 4, 'f'));
  }
  Peer greedy = Peer::after_handshake(server.url());
  for (int i = 0; i < 160; ++i) greedy.send(wire::ListFederations{});
  server.log().wait_for("does not read");
  EXPECT_TRUE(creator.request_reply(wire::ListFederations{}).has_value());
}

// A link that must end keeps its descriptor and queued bytes while its peer does not read.
TEST(RtigServer, MakesRoomFirstOfLinksThatAreToEnd) {
  auto options = RunningServer::default_options();
  options.farewell_timeout = std::chrono::hours(1);
  options.unjoined_max = 2;
  RunningServer server(kTcp, options);
  Peer greedy = Peer::after_handshake(server.url());
  for (int i = 0; i < 8; ++i) {
    create_federation(greedy, std::to_string(i + 1000) + std::string(wire::kNameBytesMax - 4, 'f'));
  }
  for (int i = 0; i < 40; ++i) greedy.send(wire::ListFederations{});  // answers of 20 MB in total
  greedy.send(wire::Accepted{});
  server.log().wait_for("sent a Accepted record without having joined");
  Peer one = Peer::after_handshake(server.url());
  Peer other = Peer::after_handshake(server.url());
  server.log().wait_for("(unjoined.max): 1 so far");
  EXPECT_TRUE(one.request_reply(wire::ListSaves{}).has_value());
  EXPECT_TRUE(other.request_reply(wire::ListSaves{}).has_value());
}

// Closing a socket while the peer still sends resets the connection and loses bytes in transit.
TEST(RtigServer, TellsWhyALinkEndsThoughThePeerGoesOnSending) {
  auto options = RunningServer::default_options();
  options.farewell_timeout = std::chrono::hours(1);
  RunningServer server(kTcp, options);
  Peer peer = Peer::after_handshake(server.url());
  const int room = 16 * 1024;  // small, so that most of the last answer waits in the rtig's kernel
  ASSERT_EQ(::setsockopt(peer.link().descriptor(), SOL_SOCKET, SO_RCVBUF, &room, sizeof room), 0);
  for (int i = 0; i < 8; ++i) {
    create_federation(peer, std::to_string(i + 1000) + std::string(wire::kNameBytesMax - 4, 'f'));
  }
  for (int i = 0; i < 40; ++i) peer.send(wire::ListFederations{});  // answers of 20 MB in total
  peer.send(wire::Accepted{});
  server.log().wait_for("sent a Accepted record without having joined");
  int answers = 0;
  for (auto record = peer.next_record(); record; record = peer.next_record()) {
    peer.send(wire::ListSaves{});
    if (const auto refused = record->as<wire::Refused>()) {
      EXPECT_EQ(answers, 40);
      EXPECT_NE(refused->text.find("a Accepted record"), std::string::npos) << refused->text;
      return;
    }
    ++answers;
  }
  FAIL() << "the link ended after " << answers << " answers without a reason";
}

TEST(RtigServer, TellsEveryPeerWhenItStops) {
  RunningServer server({"tcp://127.0.0.1:0", "memory:rtig-stop"});
  Peer over_tcp = Peer::after_handshake(server.url(0));
  Peer in_memory = Peer::after_handshake(server.url(1));
  const std::string url = server.url(0);
  server.stop();
  for (Peer* peer : {&over_tcp, &in_memory}) {
    const auto farewell = peer->next_record();
    ASSERT_TRUE(farewell.has_value());
    ASSERT_TRUE(farewell->as<wire::Refused>().has_value());
    EXPECT_EQ(farewell->as<wire::Refused>()->text, "the rtig was stopped");
    EXPECT_FALSE(peer->next_record().has_value());
  }
  EXPECT_FALSE(transport::connect(*transport::parse_url(url), std::chrono::milliseconds(1)));
}

TEST(RtigServer, EndsAtOnceWhenStoppedBeforeItRuns) {
  LogLines lines;
  rtig::Log log(rtig::LogLevel::info, lines.sink());
  auto server = rtig::Server::create(RunningServer::default_options(), log);
  ASSERT_TRUE(server.has_value());
  ASSERT_TRUE((*server)->listen("memory:rtig-early").has_value());
  (*server)->stop();
  (*server)->run();
  EXPECT_EQ(lines.count("stopped"), 1u);
}

}  // namespace
}  // namespace triad::tests
