#include "rtig/front_desk.hpp"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/test_model.hpp"
#include "rtig/authority.hpp"
#include "rtig/test_outputs.hpp"
#include "wire/message_list.hpp"

namespace triad::rtig {
namespace {

// Keeps the desk's outputs as texts. The federations that the desk creates have no members.
class RecordingDeskHost final : public DeskHost {
 public:
  explicit RecordingDeskHost(const RtigOptions& options) : options_(options) {}

  void send_record(GuestId to, wire::Bytes record) override {
    const wire::Record parsed = *wire::parse_record(record);
    std::string text = "send " + std::to_string(to.value) + " " +
                       std::string(name_of(parsed.header.message_kind()));
    if (const auto refused = wire::decode<wire::Refused>(parsed.payload);
        refused && parsed.header.message_kind() == wire::Kind::Refused) {
      text += ": " + std::string(refused->text);
    }
    done.push_back(text);
  }
  void end_guest(GuestId guest, std::string_view reason) override {
    done.push_back("end " + std::to_string(guest.value) + ": " + std::string(reason));
  }
  void log(std::string_view line) override { lines.emplace_back(line); }
  void log_warning(std::string_view line) override { lines.emplace_back(line); }
  const Authority* find(std::string_view federation) const override {
    if (hall != nullptr && federation == "hall") return hall;
    const auto at = federations.find(federation);
    return at == federations.end() ? nullptr : at->second.get();
  }
  std::size_t unused_model_bytes() const override { return model_bytes; }
  std::vector<wire::FederationInfo> describe_federations() override {
    std::vector<wire::FederationInfo> list;
    for (const auto& [name, federation] : federations) list.emplace_back().federation = name;
    return list;
  }
  bool keeps_audit_log() const override { return true; }
  void audit(const AuditEvent& event) override {
    std::string text(name_of(event.kind));
    for (const std::string_view part :
         {event.principal, event.federation, event.request, event.reason}) {
      if (!part.empty()) text += " | " + std::string(part);
    }
    audited.push_back(text);
  }
  std::string audit_fault() override { return fault_of_audit; }
  wire::Figures read_figures() override { return figures; }
  const EventHistory& events() const override { return history; }
  std::uint64_t now_ms() const override { return 5000; }
  FedReadAnswer read_fed(std::uint64_t ticket, GuestId, std::string_view,
                         std::optional<std::string_view>) override {
    last_ticket = ticket;
    return reading;
  }
  void create_federation(std::string_view name, FedSource fed, core::ObjectModel&& model) override {
    federations.emplace(name, std::make_unique<Authority>(
                                  input::Begin{options_.of_authority(), SaveStore{},
                                               std::string(name), std::move(fed), std::move(model)},
                                  outputs_));
  }
  void destroy_federation(std::string_view name) override {
    federations.erase(federations.find(name));
  }
  void terminate_federation(std::string_view name, std::string_view) override {
    destroy_federation(name);
  }
  void join(const input::Join& join) override {
    done.push_back("join " + std::to_string(join.guest.value) + " " +
                   std::string(join.join.federation));
    fed_in_force = join.fed_in_force;
  }
  void return_member(const input::Returning&) override { done.emplace_back("a member returns"); }
  void resume_member(const input::Resuming&) override { done.emplace_back("a member resumes"); }
  bool repeat_join(const input::Join&) override { return false; }
  bool postpones_joins(const Authority& federation) const override {
    return federation.is_paused();
  }
  void query_time_status(GuestId, const wire::RecordHeader&,
                         const wire::QueryTimeStatus&) override {}
  bool keeps_saves() const override { return false; }
  std::vector<StoredSave> list_saves() override { return {}; }

  std::vector<std::string> done;
  std::vector<std::string> lines;
  std::vector<std::string> audited;  // of the audit log
  std::string fault_of_audit;
  std::map<std::string, std::unique_ptr<Authority>, std::less<>> federations;
  const Authority* hall = nullptr;  // federation "hall", which a test has made
  FedReadAnswer reading = FedReadAnswer::read_directly;
  std::uint64_t last_ticket = 0;
  wire::Figures figures;
  EventHistory history;
  std::size_t model_bytes = 0;
  std::string fed_in_force;

 private:
  const RtigOptions& options_;
  Outputs outputs_;
};

using Texts = std::vector<std::string>;

class FrontDeskTest : public testing::Test {
 protected:
  static RtigOptions options() {
    RtigOptions options;
    options.identity.host = "here";
    options.identity.release = "1";
    options.identity.process = 7;
    options.late_records_max = 2;
    options.load_fed = [](std::string_view name, std::optional<std::string_view>) {
      core::ObjectModel model = core::test::test_model();
      model.name = name;
      return wire::Result<core::ObjectModel>(std::move(model));
    };
    return options;
  }
  // Adds a program that has completed its handshake.
  void connect(GuestId guest, bool trusted = false, const policy::Principal& principal = {}) {
    desk.add(guest, "a test", principal, trusted);
    say(guest, hello());
    host.done.clear();
  }
  static wire::Hello hello() {
    return {wire::kMagic, wire::kProtocolVersion, "test", "1", "there", 1, 0};
  }
  template <class Message>
  Texts say(GuestId guest, const Message& message, wire::FederateHandle by = {}) {
    wire::RecordHeader header;
    header.sender = by.value;
    wire::Buffer frame;
    wire::encode_record(header, message, frame);
    host.done.clear();
    desk.receive(guest, *wire::parse_record(frame));
    return host.done;
  }
  static wire::CreateFederationExecution create(std::string_view name,
                                                std::string_view fed = "a.fed") {
    wire::CreateFederationExecution create;
    create.federation = name;
    create.fed = fed;
    return create;
  }
  static wire::JoinFederationExecution join(std::string_view name) { return {"member", name, {}}; }

  static constexpr GuestId kA{1};
  static constexpr GuestId kB{2};
  const RtigOptions options_ = options();
  RecordingDeskHost host{options_};
  FrontDesk desk{host, options_};
};

TEST_F(FrontDeskTest, AnswersAHandshake) {
  desk.add(kA, "a test", {}, false);
  EXPECT_EQ(say(kA, hello()), Texts{"send 1 Hello"});
}

TEST_F(FrontDeskTest, EndsAProgramThatDoesNotBeginWithTheHandshake) {
  desk.add(kA, "a test", {}, false);
  EXPECT_EQ(say(kA, create("hall")),
            Texts{"end 1: is not a Triad program: it did not begin with Triad's handshake"});
  ASSERT_EQ(host.audited.size(), 1U);
  EXPECT_TRUE(host.audited[0].starts_with("refusal | anonymous | connect | is not a Triad"));
}

TEST_F(FrontDeskTest, EndsAProgramOfAnotherVersionAfterItsAnswer) {
  desk.add(kA, "a test", {}, false);
  wire::Hello other = hello();
  other.version = wire::kProtocolVersion + 1;
  const Texts done = say(kA, other);
  ASSERT_EQ(done.size(), 2u);
  EXPECT_EQ(done[0], "send 1 Hello");
  EXPECT_TRUE(done[1].starts_with("end 1: speaks protocol version ")) << done[1];
  ASSERT_EQ(host.audited.size(), 1U);
  EXPECT_TRUE(host.audited[0].starts_with("refusal | anonymous | connect | speaks protocol"));
}

TEST_F(FrontDeskTest, CreatesAndDestroysAFederation) {
  connect(kA);
  EXPECT_EQ(say(kA, create("hall")), Texts{"send 1 Accepted"});
  EXPECT_EQ(host.lines, Texts{"federation 'hall' created with 'a.fed' by there pid 1 over a test"});
  EXPECT_NE(host.find("hall"), nullptr);
  EXPECT_EQ(say(kA, wire::DestroyFederationExecution{"hall"}), Texts{"send 1 Accepted"});
  EXPECT_EQ(host.find("hall"), nullptr);
  EXPECT_EQ(say(kA, wire::DestroyFederationExecution{"hall"}),
            Texts{"send 1 Refused: there is no federation execution 'hall'"});
}

TEST_F(FrontDeskTest, ReadsAFedOnceForEqualRequests) {
  host.reading = FedReadAnswer::begun;
  connect(kA);
  connect(kB);
  EXPECT_EQ(say(kA, create("hall")), Texts{});
  EXPECT_EQ(say(kB, create("hall")), Texts{});
  EXPECT_EQ(host.last_ticket, 1u);
  desk.receive_fed_model(1, core::test::test_model());
  EXPECT_EQ(host.done, (Texts{"send 1 Accepted",
                              "send 2 Refused: a federation execution 'hall' exists already"}));
}

TEST_F(FrontDeskTest, DoesNotAnswerARequesterThatHasEndedOrMoved) {
  host.reading = FedReadAnswer::begun;
  constexpr GuestId kC{3};
  for (const GuestId guest : {kA, kB, kC}) {
    connect(guest);
    EXPECT_EQ(say(guest, create("hall")), Texts{});
  }
  desk.remove(kA);
  desk.cancel_creations(kB);
  desk.receive_fed_model(host.last_ticket, core::test::test_model());
  EXPECT_EQ(host.done, Texts{"send 3 Accepted"});
}

TEST_F(FrontDeskTest, EndsAProgramThatDoesNotWaitForTheReply) {
  host.reading = FedReadAnswer::begun;
  connect(kA);
  EXPECT_EQ(say(kA, create("hall")), Texts{});
  EXPECT_EQ(say(kA, create("other")),
            Texts{"end 1: sent a request before the reply to the last one"});
}

TEST_F(FrontDeskTest, RefusesToCreateIfTooManyFedsWait) {
  host.reading = FedReadAnswer::too_many;
  connect(kA);
  EXPECT_EQ(say(kA, create("hall")),
            Texts{"send 1 Refused: too many FED files wait to be read by the RTIG: create the "
                  "federation later"});
  host.reading = FedReadAnswer::read_directly;
  EXPECT_EQ(say(kA, create("hall")), Texts{"send 1 Accepted"});
}

TEST_F(FrontDeskTest, RefusesToCreateBesideTooManyUnusedModels) {
  connect(kA);
  host.model_bytes = kUnusedModelsMax;
  EXPECT_EQ(say(kA, create("hall")), Texts{"send 1 Accepted"});
  host.model_bytes = kUnusedModelsMax + 1;
  EXPECT_EQ(say(kA, create("other")),
            Texts{"send 1 Refused: the object models of federations without members have more than "
                  "64 MB: destroy some of them first"});
}

TEST_F(FrontDeskTest, TellsANewcomerOfTheFedInForceIfItNamedAnother) {
  connect(kA);
  connect(kB);
  EXPECT_EQ(say(kA, create("hall")), Texts{"send 1 Accepted"});
  EXPECT_EQ(say(kA, join("hall")), Texts{"join 1 hall"});
  EXPECT_EQ(host.fed_in_force, "");
  const std::string in_force =
      "the FED in force in federation 'hall' is 'a.fed' of there pid 1, not 'b.fed' of there pid "
      "1, "
      "which differs";
  wire::CreateFederationExecution other = create("hall", "b.fed");
  EXPECT_EQ(say(kB, other),
            Texts{"send 2 Refused: a federation execution 'hall' exists already; " + in_force});
  EXPECT_EQ(say(kB, join("hall")), Texts{"join 2 hall"});
  EXPECT_EQ(host.fed_in_force, in_force);
}

TEST_F(FrontDeskTest, RefusesToJoinAFederationThatDoesNotExist) {
  connect(kA);
  EXPECT_EQ(say(kA, join("hall")),
            Texts{"send 1 Refused: there is no federation execution 'hall': create it first"});
}

TEST_F(FrontDeskTest, RefusesToDestroyAFederationWithMembers) {
  AuthorityUnderTest hall;
  hall.join(core::test::kOne);
  host.hall = &hall.authority();
  connect(kA, true);
  const std::string members = hall.authority().members_text();
  EXPECT_EQ(say(kA, wire::DestroyFederationExecution{"hall"}), Texts{"send 1 Refused: " + members});
  EXPECT_EQ(say(kA, wire::TerminateFederation{"hall", false}),
            Texts{"send 1 Refused: " + members + ": resign them with --force"});
}

TEST_F(FrontDeskTest, KeepsARequestToJoinWhileMembersMove) {
  AuthorityUnderTest hall;
  hall.join(core::test::kOne);
  hall.join(core::test::kTwo);
  hall.process_input(input::MoveRequest{core::test::kOne, 77});
  hall.receive_from_member(core::test::kOne, wire::MoveAnswered{true});
  hall.process_input(input::EndTurn{});
  ASSERT_TRUE(hall.authority().is_paused());
  host.hall = &hall.authority();
  connect(kA);
  EXPECT_EQ(say(kA, join("hall")), Texts{});
  EXPECT_EQ(say(kA, join("hall")), Texts{"end 1: sent a request before the reply to the last one"});
  EXPECT_FALSE(desk.postponed_are_due());
  EXPECT_TRUE(desk.take_postponed(hall.authority()).empty());
  connect(kB);
  EXPECT_EQ(say(kB, join("hall")), Texts{});
  desk.remove(kB);

  hall.process_input(input::MemberLost{core::test::kOne, 2, "died"});
  ASSERT_FALSE(hall.authority().is_paused());
  EXPECT_TRUE(desk.postponed_are_due());
  const FrontDesk::PostponedJoins waiting = desk.take_postponed(hall.authority());
  ASSERT_EQ(waiting.size(), 1u);
  EXPECT_EQ(waiting[0].first, kA);
  EXPECT_FALSE(desk.postponed_are_due());
  host.done.clear();
  desk.receive(kA, *wire::parse_record(waiting[0].second));
  EXPECT_EQ(host.done, Texts{"join 1 hall"});
}

TEST_F(FrontDeskTest, EndsFederationsForTrustedProgramsOnly) {
  connect(kA);
  connect(kB, true);
  EXPECT_EQ(say(kA, create("hall")), Texts{"send 1 Accepted"});
  const Texts refused = say(kA, wire::TerminateFederation{"hall", true});
  ASSERT_EQ(refused.size(), 1u);
  EXPECT_TRUE(refused[0].starts_with("send 1 Refused: only the user of the rtig (pid 7 on here)"))
      << refused[0];
  EXPECT_NE(host.find("hall"), nullptr);
  EXPECT_EQ(say(kB, wire::TerminateFederation{"hall", true}), Texts{"send 2 Accepted"});
  EXPECT_EQ(host.find("hall"), nullptr);
}

TEST_F(FrontDeskTest, IgnoresALimitedNumberOfRecordsOfAFormerMember) {
  constexpr wire::FederateHandle kFormer{5};
  connect(kA);
  desk.record_resignation(kA, kFormer);
  const wire::UpdateAttributeValues update;
  EXPECT_EQ(say(kA, update, kFormer), Texts{});
  EXPECT_EQ(say(kA, update, kFormer), Texts{});
  EXPECT_EQ(
      say(kA, update, kFormer),
      Texts{"end 1: has sent 3 records as federate 5 since that federate left its federation"});
  EXPECT_EQ(say(kA, update),
            Texts{"end 1: sent a UpdateAttributeValues record without having joined"});
}

// --- Rights.

policy::Principal user(std::string_view name) {
  return policy::certificate_principal("user", name);
}

class FrontDeskWithPolicy : public FrontDeskTest {
 protected:
  FrontDeskWithPolicy() {
    using policy::Action;
    using policy::Operation;
    policy::Rule no_spies{.line = 2, .allows = false, .actions = {Action::join}};
    no_spies.federations = {policy::Pattern("secret")};
    policy::Rule anna{
        .line = 4, .allows = true, .actions = {Action::create, Action::join, Action::save}};
    anna.principals = {policy::Pattern("user anna")};
    policy::Rule oper{.line = 6, .allows = true, .actions = {Action::operate}};
    oper.principals = {policy::Pattern("user oper")};
    oper.federations = {policy::Pattern("hall")};
    oper.operations = {Operation::list, Operation::destroy};
    desk.set_policy(std::make_shared<policy::Policy>("p.yaml", std::vector{no_spies, anna, oper}));
    connect(kA, false, user("anna"));
    connect(kB, false, user("ben"));
    connect(kOper, false, user("oper"));
    host.audited.clear();
  }
  static void expect_refusal(const Texts& done, const std::string& part) {
    ASSERT_EQ(done.size(), 1U);
    EXPECT_NE(done[0].find(" Refused: "), std::string::npos) << done[0];
    EXPECT_NE(done[0].find(part), std::string::npos) << done[0];
  }

  static constexpr GuestId kOper{3};
};

TEST_F(FrontDeskWithPolicy, CreatesFederationsOnlyForThoseWithTheRight) {
  expect_refusal(say(kB, create("hall")), "user ben may not create federation 'hall'");
  EXPECT_TRUE(host.federations.empty());
  EXPECT_EQ(say(kA, create("hall")), Texts{"send 1 Accepted"});
  expect_refusal(say(kA, wire::DestroyFederationExecution{"hall"}),
                 "user anna may not destroy federation 'hall'");
  EXPECT_EQ(host.federations.size(), 1U);
  ASSERT_EQ(host.audited.size(), 3U);
  EXPECT_TRUE(host.audited[0].starts_with("refusal | user ben | hall | CreateFederationExecution"));
  EXPECT_EQ(host.audited[1], "create | user anna | hall");
  EXPECT_TRUE(host.audited[2].starts_with("refusal | user anna | hall | Destroy"));
}

TEST_F(FrontDeskWithPolicy, PassesOnJoinsThatARuleAllows) {
  say(kA, create("hall"));
  say(kA, create("secret"));
  EXPECT_EQ(say(kA, join("hall")), Texts{"join 1 hall"});
  expect_refusal(say(kA, join("secret")), "p.yaml, line 2)");
  expect_refusal(say(kB, join("hall")), "which has no rule that allows it");
}

TEST_F(FrontDeskWithPolicy, DoesNotTellAStrangerWhichFederationsExist) {
  say(kA, create("hall"));
  const Texts of_present = say(kB, join("hall"));
  const Texts of_absent = say(kB, join("hull"));
  expect_refusal(of_present, "user ben may not join federation 'hall'");
  expect_refusal(of_absent, "user ben may not join federation 'hull'");
}

TEST_F(FrontDeskWithPolicy, ListsWhatItsReaderMaySee) {
  EXPECT_EQ(say(kB, wire::ListFederations{}), Texts{"send 2 FederationList"}) << "there is none";
  say(kA, create("hall"));
  say(kA, create("secret"));
  EXPECT_EQ(say(kOper, wire::ListFederations{}), Texts{"send 3 FederationList"});
  expect_refusal(say(kB, wire::ListFederations{}),
                 "user ben may not operate with `rtictl list` (policy of this rtig");
}

TEST_F(FrontDeskWithPolicy, RefusesAListOfWhichARuleHidesEverything) {
  say(kA, create("hall"));
  policy::Rule hides{.line = 2, .allows = false, .actions = {policy::Action::operate}};
  hides.federations = {policy::Pattern("hall")};
  policy::Rule all{.line = 4, .allows = true, .actions = {policy::Action::operate}};
  desk.set_policy(std::make_shared<policy::Policy>("p.yaml", std::vector{hides, all}));
  const Texts done = say(kOper, wire::ListFederations{});
  expect_refusal(done, "user oper may not operate with `rtictl list`");
  expect_refusal(done, "p.yaml, line 2)");
}

TEST_F(FrontDeskWithPolicy, DecidesAboutOperatorsByRulesAlone) {
  say(kA, create("hall"));
  connect(GuestId{9}, true);
  expect_refusal(say(GuestId{9}, wire::TerminateFederation{"hall", true}),
                 "anonymous may not operate with `rtictl destroy`");
  expect_refusal(say(kOper, wire::QueryTimeStatus{"hall", true}),
                 "user oper may not operate with `rtictl time`");
  EXPECT_EQ(say(kOper, wire::TerminateFederation{"hall", true}), Texts{"send 3 Accepted"});
  EXPECT_TRUE(host.federations.empty());
}

TEST_F(FrontDeskWithPolicy, DeniesSavesAndRestoresOfMembers) {
  EXPECT_EQ(desk.member_denial(kA, wire::Kind::RequestFederationSave, "hall"), std::nullopt);
  EXPECT_NE(desk.member_denial(kA, wire::Kind::RequestFederationRestore, "hall"), std::nullopt);
  const auto denial = desk.member_denial(kB, wire::Kind::RequestFederationSave, "hall");
  ASSERT_TRUE(denial.has_value());
  EXPECT_NE(denial->find("user ben may not save federation 'hall'"), std::string::npos) << *denial;
  desk.set_policy(nullptr);
  EXPECT_EQ(desk.member_denial(kB, wire::Kind::RequestFederationSave, "hall"), std::nullopt);
}

TEST_F(FrontDeskTest, AuditsAnOperationOnceAndOnlyIfItIsCarriedOut) {
  connect(kA);
  host.audited.clear();
  say(kA, wire::QueryTimeStatus{"absent", true});
  ASSERT_EQ(host.audited.size(), 1U);
  EXPECT_TRUE(host.audited[0].starts_with("refusal | anonymous | absent | QueryTimeStatus"));
  say(kA, create("hall"));
  host.audited.clear();
  say(kA, wire::QueryTimeStatus{"hall", true});
  say(kA, wire::QueryTimeStatus{"hall", true});
  EXPECT_EQ(host.audited, Texts{"operate | anonymous | hall | time"});
}

// Long names would fill the memory of the rtig.
TEST_F(FrontDeskTest, RemembersOperationsOnlyUpToALimit) {
  const std::string first(40'000, 'a');
  const std::string second(40'000, 'b');
  connect(kA);
  say(kA, create(first));
  say(kA, create(second));
  host.audited.clear();
  for (int i = 0; i < 3; ++i) {
    say(kA, wire::QueryTimeStatus{first, true});
    say(kA, wire::QueryTimeStatus{second, true});
  }
  EXPECT_EQ(host.audited.size(), 4U) << "the first name once, the second at each request";
}

TEST_F(FrontDeskTest, CarriesOutNothingThatCannotBeRecorded) {
  connect(kA);
  host.fault_of_audit = "no audit";
  EXPECT_EQ(say(kA, create("hall")), Texts{"send 1 Refused: no audit"});
  EXPECT_TRUE(host.federations.empty());
  host.fault_of_audit.clear();
  EXPECT_EQ(say(kA, create("hall")), Texts{"send 1 Accepted"});
}

TEST_F(FrontDeskTest, LetsMembersContinueWhileNothingCanBeRecorded) {
  connect(kA);
  say(kA, create("hall"));
  host.fault_of_audit = "no audit";
  EXPECT_EQ(say(kA, wire::ReturnMember{"hall", wire::FederateHandle(1), 7}),
            Texts{"a member returns"});
  EXPECT_EQ(say(kA, wire::ResumeMember{"hall", wire::FederateHandle(1), {1, 2}, 0}),
            Texts{"a member resumes"});
}

}  // namespace
}  // namespace triad::rtig
