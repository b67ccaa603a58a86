// Tests of federations at the rtig's server: federates that join, resign and are lost, FED files,
// and requests of an operator.
#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <semaphore>
#include <string>

#include "rtig/program/fed_loading.hpp"
#include "tests/system/rtig_support.hpp"

namespace triad::tests {
namespace {

// Copy of a refusal, which outlives the received record.
struct Refusal {
  wire::ErrorCode code{};
  std::string text;
  std::string warning;
};

Refusal refusal_of(const std::optional<Received>& reply) {
  const auto refused = reply ? reply->as<wire::Refused>() : std::nullopt;
  EXPECT_TRUE(refused);
  if (!refused) return {};
  return {refused->code, std::string(refused->text), std::string(refused->warning)};
}

TEST(RtigFederation, LogsJoinResignAndLossInALineEach) {
  RunningServer server({"tcp://127.0.0.1:0"});
  Peer alpha = Peer::after_handshake(server.url());
  create_federation(alpha, "battle");
  const auto a = alpha.join("battle", "alpha");
  server.log().wait_for("federate 1 'alpha' joined federation 'battle' from peerhost pid 4711");
  {
    Peer beta = Peer::after_handshake(server.url());
    beta.join("battle", "beta");
  }
  const std::string lost = server.log().wait_for("lost federate 2 'beta' of federation 'battle'");
  EXPECT_NE(lost.find("delete_objects_and_release_attributes"), std::string::npos) << lost;
  alpha.send(wire::ResignFederationExecution{wire::ResignAction::no_action}, a);
  server.log().wait_for("federate 1 'alpha' resigned from federation 'battle'");
}

TEST(RtigFederation, LogsAFederateWithoutANameAsUnnamed) {
  RunningServer server({"tcp://127.0.0.1:0"});
  Peer first = Peer::after_handshake(server.url());
  create_federation(first, "battle");
  const auto handle = first.join("battle", "");
  server.log().wait_for("federate 1 '(unnamed)' joined federation 'battle'");
  {
    Peer second = Peer::after_handshake(server.url());
    second.join("battle", "");
  }
  server.log().wait_for("lost federate 2 '(unnamed)' of federation 'battle'");
  first.send(wire::ResignFederationExecution{wire::ResignAction::no_action}, handle);
  const std::string line = "federate 1 '(unnamed)' resigned from federation 'battle'";
  EXPECT_NE(server.log().wait_for(line).find(line), std::string::npos);
}

TEST(RtigFederation, TellsTheOthersOfALossAndGoesOn) {
  RunningServer server({"tcp://127.0.0.1:0", "memory:rtig-loss"});
  Peer alpha = Peer::after_handshake(server.url(1));
  create_federation(alpha, "battle");
  alpha.join("battle", "alpha");
  wire::FederateHandle b;
  {
    Peer beta = Peer::after_handshake(server.url(0));
    b = beta.join("battle", "beta");
  }
  const auto resigned = alpha.next_message<wire::FederateResigned>();
  ASSERT_TRUE(resigned.has_value());
  EXPECT_EQ(resigned->as<wire::FederateResigned>()->federate, b);
  EXPECT_TRUE(resigned->as<wire::FederateResigned>()->lost);
  Peer gamma = Peer::after_handshake(server.url(0));
  EXPECT_NE(gamma.join("battle", "gamma"), b);
}

TEST(RtigFederation, ExpelsAFederateThatBreaksTheProtocolAndToldItWhy) {
  RunningServer server({"tcp://127.0.0.1:0"});
  Peer alpha = Peer::after_handshake(server.url());
  create_federation(alpha, "battle");
  const auto a = alpha.join("battle", "alpha");
  alpha.send(wire::LeaseObjectHandles{0}, a);
  const auto refused = alpha.next_message<wire::Refused>();
  ASSERT_TRUE(refused.has_value());
  EXPECT_NE(refused->as<wire::Refused>()->text.find("lease"), std::string::npos);
  while (alpha.next_record()) {
  }
  server.log().wait_for("lost federate 1 'alpha'");
}

TEST(RtigFederation, ServesManyFederationsAtOnce) {
  RunningServer server({"memory:rtig-federations"});
  std::vector<Peer> members;
  for (int i = 0; i < 40; ++i) {
    const std::string name = "federation " + std::to_string(i);
    members.push_back(Peer::after_handshake(server.url()));
    create_federation(members.back(), name);
    members.back().join(name, "one");
    members.push_back(Peer::after_handshake(server.url()));
    members.back().join(name, "two");
  }
  Peer operator_peer = Peer::after_handshake(server.url());
  const auto reply = operator_peer.request_reply(wire::ListFederations{});
  ASSERT_TRUE(reply.has_value());
  const auto list = reply->as<wire::FederationList>();
  ASSERT_TRUE(list.has_value());
  ASSERT_EQ(list->federations.size(), 40u);
  for (const auto& federation : list->federations) {
    ASSERT_EQ(federation.federates.size(), 2u);
    EXPECT_EQ(federation.fed, "small.fed");
    EXPECT_EQ(federation.federates[0].host, "peerhost");
    EXPECT_EQ(federation.federates[0].process, 4711u);
    EXPECT_EQ(federation.federates[1].federate_type, "two");
  }
}

TEST(RtigFederation, DestroysAtAnOperatorsWishAndTellsTheFederates) {
  RunningServer server({"memory:rtig-terminate"});
  Peer alpha = Peer::after_handshake(server.url());
  create_federation(alpha, "battle");
  alpha.join("battle", "alpha");
  Peer operator_peer = Peer::after_handshake(server.url());
  const auto refused =
      refusal_of(operator_peer.request_reply(wire::TerminateFederation{"battle", false}));
  EXPECT_EQ(refused.code, wire::ErrorCode::FederatesCurrentlyJoined) << refused.text;
  const auto accepted = operator_peer.request_reply(wire::TerminateFederation{"battle", true});
  ASSERT_TRUE(accepted.has_value());
  EXPECT_EQ(accepted->kind(), wire::Kind::Accepted);
  const auto refusal = alpha.next_message<wire::Refused>();
  ASSERT_TRUE(refusal.has_value());
  EXPECT_NE(refusal->as<wire::Refused>()->text.find("operator"), std::string::npos);
  while (alpha.next_record()) {
  }
  const auto list = operator_peer.request_reply(wire::ListFederations{});
  ASSERT_TRUE(list.has_value());
  EXPECT_TRUE(list->as<wire::FederationList>()->federations.empty());
}

TEST(RtigFederation, EndsForNobodyWhoComesOverTcpUnlessAnybodyMay) {
  for (const bool anybody : {false, true}) {
    auto options = RunningServer::default_options();
    options.all_may_operate = anybody;
    RunningServer server({"tcp://127.0.0.1:0"}, options);
    Peer alpha = Peer::after_handshake(server.url());
    create_federation(alpha, "battle");
    alpha.join("battle", "alpha");
    Peer stranger = Peer::after_handshake(server.url());
    const auto reply = stranger.request_reply(wire::TerminateFederation{"battle", true});
    ASSERT_TRUE(reply.has_value());
    if (anybody) {
      EXPECT_EQ(reply->kind(), wire::Kind::Accepted);
      continue;
    }
    EXPECT_NE(refusal_of(reply).text.find("--operators anybody"), std::string::npos);
    server.log().wait_for("refused tcp 127.0.0.1");
    const auto list = stranger.request_reply(wire::ListFederations{});
    ASSERT_TRUE(list.has_value());
    EXPECT_EQ(list->as<wire::FederationList>()->federations.size(), 1u);
  }
}

TEST(RtigFederation, ResignsWhoHoldsUpItsSendersForLong) {
  auto options = RunningServer::default_options();
  options.rtig.timeouts.hold = std::chrono::milliseconds(50);
  RunningServer server({"tcp://127.0.0.1:0"}, options);
  Peer alpha = Peer::after_handshake(server.url());
  create_federation(alpha, "battle");
  alpha.join("battle", "alpha");
  Peer holder = Peer::after_handshake(server.url());
  const auto h = holder.join("battle", "holder");
  holder.send(wire::FlowControl{h, true}, h);
  const auto resigned = alpha.next_message<wire::FederateResigned>();
  ASSERT_TRUE(resigned.has_value());
  EXPECT_EQ(resigned->as<wire::FederateResigned>()->federate, h);
  server.log().wait_for("flow.patience");
}

TEST(RtigFederation, ResignsAFederateThatDoesNotReadAndGoesOn) {
  auto options = RunningServer::default_options();
  options.rtig.queue.resume = 1u << 20;
  options.rtig.queue.hold = 2u << 20;
  options.rtig.queue.expel = 8u << 20;
  RunningServer server({"tcp://127.0.0.1:0"}, options);
  Peer sender = Peer::after_handshake(server.url());
  create_federation(sender, "battle");
  const auto s = sender.join("battle", "sender");
  Peer sleeper = Peer::after_handshake(server.url());
  sleeper.join("battle", "sleeper");
  // Tags of synchronization points reach every member, also the sender. It reads each one before it
  // sends the next.
  const std::string tag(1u << 20, 't');
  std::optional<Received> resigned;
  bool held = false;
  for (int i = 0; !resigned; ++i) {
    const std::string label = "point " + std::to_string(i);
    sender.send(wire::RegisterFederationSynchronizationPoint{label, tag, {s}}, s);
    bool echoed = false;
    while (!echoed && !resigned) {
      auto received = sender.next_record();
      ASSERT_TRUE(received.has_value());
      const auto flow = received->as<wire::FlowControl>();
      held = held || (flow && flow->held);
      echoed = received->kind() == wire::Kind::SynchronizationPointRegistered;
      if (received->kind() == wire::Kind::FederateResigned) resigned = std::move(received);
    }
  }
  EXPECT_TRUE(held);
  const auto record = resigned->as<wire::FederateResigned>();
  EXPECT_TRUE(record->lost);
  EXPECT_NE(record->reason.find("does not read"), std::string::npos) << record->reason;
}

// --- FED files ---

class RtigFed : public ::testing::Test {
 protected:
  RtigFed() : log_(rtig::LogLevel::debug, lines_.sink()) {
    char name[] = "/tmp/triad-rtig-fed-XXXXXX";
    directory_ = ::mkdtemp(name);
    auto options = RunningServer::default_options();
    options.rtig.load_fed = rtig::fed_loader({directory_}, rtig::FedNames::below_directories, log_);
    server_ = std::make_unique<RunningServer>(std::vector<std::string>{"memory:rtig-fed"}, options);
    peer_ = std::make_unique<Peer>(Peer::after_handshake(server_->url()));
  }
  ~RtigFed() override { std::filesystem::remove_all(directory_); }

  void write(const std::string& name, std::string_view text) {
    std::ofstream(directory_ + "/" + name) << text;
  }
  std::optional<Received> create(std::string_view fed) {
    return peer_->request_reply(wire::CreateFederationExecution{"f", fed, false, {}});
  }

  LogLines lines_;
  rtig::Log log_;
  std::string directory_;
  std::unique_ptr<RunningServer> server_;
  std::unique_ptr<Peer> peer_;
};

TEST_F(RtigFed, IsFoundOnTheSearchPath) {
  write("small.fed", kSmallFed);
  const auto reply = create("small.fed");
  ASSERT_TRUE(reply.has_value());
  EXPECT_EQ(reply->kind(), wire::Kind::Accepted);
  lines_.wait_for("read " + directory_ + "/small.fed");
}

// Reads a FED for as long as the test wants.
class LongRtigFed : public ::testing::Test {
 protected:
  ~LongRtigFed() override { may_read_.release(100); }
  rtig::ServerOptions options() {
    auto options = RunningServer::default_options();
    options.rtig.load_fed = [this,
                             load = rtig::fed_loader({}, rtig::FedNames::below_directories, log_)](
                                std::string_view name, std::optional<std::string_view> text) {
      begun_.release();
      may_read_.acquire();
      return load(name, text);
    };
    return options;
  }
  // Returns a FED long enough to be read in the background.
  static std::string long_fed() {
    return std::string(kSmallFed) + std::string(std::size_t{100} << 10, ' ');
  }
  static void begin(Peer& peer, std::string_view federation, std::string_view text) {
    peer.send(wire::CreateFederationExecution{federation, "small.fed", true,
                                              std::as_bytes(std::span(text))});
  }

  LogLines lines_;
  rtig::Log log_{rtig::LogLevel::debug, lines_.sink()};
  std::counting_semaphore<> begun_{0};
  std::counting_semaphore<> may_read_{0};
  RunningServer server_{{"tcp://127.0.0.1:0"}, options()};
};

TEST_F(LongRtigFed, StopsNoOtherFederation) {
  may_read_.release();
  Peer other = Peer::after_handshake(server_.url());
  create_federation(other, "other");
  const auto handle = other.join("other", "other");
  begun_.acquire();
  Peer slow = Peer::after_handshake(server_.url());
  begin(slow, "slow", long_fed());
  begun_.acquire();
  other.send(wire::LeaseObjectHandles{1}, handle);
  EXPECT_TRUE(other.next_message<wire::ObjectHandlesLeased>());
  Peer late = Peer::after_handshake(server_.url());
  EXPECT_TRUE(late.request_reply(wire::ListFederations{}));
  may_read_.release();
  EXPECT_TRUE(slow.next_message<wire::Accepted>());
  EXPECT_TRUE(slow.join("slow", "slow"));
}

TEST_F(LongRtigFed, OfAPeerThatEndsMeanwhileIsForgotten) {
  {
    Peer gone = Peer::after_handshake(server_.url());
    begin(gone, "gone", long_fed());
    begun_.acquire();
  }
  server_.log().wait_for("link ended");
  may_read_.release();
  lines_.wait_for("read small.fed");
  Peer next = Peer::after_handshake(server_.url());
  begin(next, "gone", long_fed());
  may_read_.release();
  EXPECT_TRUE(next.next_message<wire::Accepted>());
}

TEST_F(LongRtigFed, LetsTheServerEnd) {
  Peer slow = Peer::after_handshake(server_.url());
  begin(slow, "slow", long_fed());
  begun_.acquire();
  may_read_.release();
  server_.stop();
  EXPECT_GE(server_.log().count("stopped"), 1u);
}

TEST_F(RtigFed, ThatIsNowhereIsRefusedWithThePlacesTried) {
  const auto reply = create("nowhere.fed");
  const auto refused = refusal_of(reply);
  EXPECT_EQ(refused.code, wire::ErrorCode::CouldNotOpenFED);
  EXPECT_NE(refused.text.find("read below " + directory_), std::string::npos) << refused.text;
}

// The rtig may be allowed to read files that its peers may not read.
TEST_F(RtigFed, IsReadForNobodyFromElsewhereOnTheMachine) {
  std::filesystem::create_directory(directory_ + "/sub");
  write("secret", "(secret");
  std::filesystem::create_symlink("../secret", directory_ + "/sub/link.fed");
  const auto options = [&](rtig::FedNames names) {
    auto made = RunningServer::default_options();
    made.rtig.load_fed = rtig::fed_loader({directory_ + "/sub"}, names, log_);
    return made;
  };
  RunningServer server({"memory:rtig-fed-strict"}, options(rtig::FedNames::below_directories));
  Peer peer = Peer::after_handshake(server.url());
  const auto answer = [](Peer& asker, const std::string& fed) {
    return refusal_of(asker.request_reply(wire::CreateFederationExecution{"f", fed, false, {}}));
  };
  for (const std::string& name : {directory_ + "/secret", std::string("../secret"),
                                  std::string("link.fed"), std::string("/proc/self/environ")}) {
    EXPECT_EQ(answer(peer, name).code, wire::ErrorCode::CouldNotOpenFED) << name;
  }
  EXPECT_EQ(answer(peer, "/etc/passwd").text.substr(13),
            answer(peer, "/etc/nobody").text.substr(13));
  RunningServer lax({"memory:rtig-fed-lax"}, options(rtig::FedNames::anywhere));
  Peer other = Peer::after_handshake(lax.url());
  EXPECT_EQ(answer(other, directory_ + "/secret").code, wire::ErrorCode::ErrorReadingFED);
}

TEST_F(RtigFed, IsQuotedToNobodyWhoHasNotSentIt) {
  const std::string secret = "(root:password:0:0";
  write("wrong.fed", secret);
  const auto refusal = refusal_of(create("wrong.fed"));
  EXPECT_EQ(refusal.code, wire::ErrorCode::ErrorReadingFED);
  EXPECT_EQ(refusal.text.find("root"), std::string::npos) << refusal.text;
  lines_.wait_for("root:password");
  const auto own = refusal_of(peer_->request_reply(
      wire::CreateFederationExecution{"f", "mine.fed", true, std::as_bytes(std::span(secret))}));
  EXPECT_NE(own.text.find("root"), std::string::npos) << own.text;
}

TEST_F(RtigFed, ThatIsWrongIsRefusedWithThePlaceOfTheFirstErrorAndAllInTheLog) {
  write("wrong.fed",
        "(FED (Federation wrong) (FEDversion v1.3)\n (objects (class ObjectRoot\n"
        "  (attribute privilegeToDelete reliable sometimes)\n"
        "  (attribute other rarely timestamp)))\n"
        " (interactions (class InteractionRoot reliable timestamp)))\n");
  const auto reply = create("wrong.fed");
  const auto refused = refusal_of(reply);
  EXPECT_EQ(refused.code, wire::ErrorCode::ErrorReadingFED);
  EXPECT_NE(refused.text.find("wrong.fed:3:"), std::string::npos) << refused.text;
  EXPECT_NE(refused.text.find("(and 1 more in the rtig's log)"), std::string::npos) << refused.text;
  lines_.wait_for("wrong.fed:4:");
}

// The meaning of two FEDs is compared, not their text.
TEST(RtigOtherFed, IsWarnedOfAtCreateAndAtJoin) {
  RunningServer server({"memory:rtig-other-fed"});
  Peer alpha = Peer::after_handshake(server.url());
  create_federation(alpha, "battle");
  const auto create = [&](Peer& peer, const std::string& name, const std::string& text) {
    return peer.request_reply(
        wire::CreateFederationExecution{"battle", name, true, std::as_bytes(std::span(text))});
  };
  const auto join = [](Peer& peer) {
    peer.send(wire::JoinFederationExecution{"late", "battle", {}});
    return peer.next_message<wire::JoinAccepted>();
  };
  Peer same = Peer::after_handshake(server.url());
  const auto refused = create(same, "mine.fed", ";; mine\n" + std::string(kSmallFed));
  EXPECT_EQ(refusal_of(refused).code, wire::ErrorCode::FederationExecutionAlreadyExists);
  EXPECT_EQ(refusal_of(refused).warning, "");
  const auto accepted = join(same);
  ASSERT_TRUE(accepted.has_value());
  EXPECT_EQ(accepted->as<wire::JoinAccepted>()->fed_in_force, "");

  std::string text(kSmallFed);
  text.replace(text.find("Tank"), 4, "Boat");
  Peer other = Peer::after_handshake(server.url());
  const auto warned = create(other, "other.fed", text);
  EXPECT_EQ(refusal_of(warned).code, wire::ErrorCode::FederationExecutionAlreadyExists);
  for (const char* part : {"small.fed", "other.fed", "peerhost pid 4711"}) {
    EXPECT_NE(refusal_of(warned).warning.find(part), std::string::npos) << part;
  }
  EXPECT_NE(server.log().wait_for("not 'other.fed'").find("warning: "), std::string::npos);
  const auto late = join(other);
  ASSERT_TRUE(late.has_value());
  EXPECT_EQ(late->as<wire::JoinAccepted>()->fed_in_force, refusal_of(warned).warning);
}

TEST(RtigFedDirectories, AreThoseOfUserCertiAndInstallation) {
  const auto directories = rtig::fed_directories({"/mine"}, [](const char* name) {
    return std::string_view(name) == "CERTI_HOME" ? std::optional<std::string>("/opt/certi")
                                                  : std::nullopt;
  });
  ASSERT_EQ(directories.size(), 4u);
  EXPECT_EQ(directories[0], "/mine");
  EXPECT_EQ(directories[1], "/opt/certi/share/federations");
  EXPECT_TRUE(directories[2].ends_with("/share/triad/federations")) << directories[2];
  EXPECT_EQ(directories[3], "/usr/local/share/federations");
}

}  // namespace
}  // namespace triad::tests
