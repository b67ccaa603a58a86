// The policy and the audit log end to end: rtig, federates and rtictl with certificates of a site.
// Uses real programs and waits for their output.
#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include <boost/json.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "tests/system/rtig_support.hpp"

namespace triad::tests {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPolicy =
    "groups:\n"
    "  staff: [user anna]\n"
    "rules:\n"
    "  - deny: join\n"
    "    federates: spy*\n"
    "  - allow: [create, join, save]\n"
    "    principals: group staff\n"
    "  - allow: join\n"
    "    principals: user ben\n"
    "    federations: battle*\n"
    "  - allow: operate\n"
    "    principals: user oper\n"
    "    operations: [list, destroy]\n";

class PolicyProgram : public testing::Test {
 protected:
  PolicyProgram() {
    std::string pattern = fs::temp_directory_path() / "triad-policy-XXXXXX";
    folder_ = ::mkdtemp(pattern.data());
    write("policy.yaml", kPolicy);
  }
  ~PolicyProgram() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return folder_ / name; }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name)) << text;
  }
  void make_keys(const std::vector<std::string>& arguments) const {
    std::vector<std::string> command{TRIAD_RTICTL, "keys"};
    command.insert(command.end(), arguments.begin(), arguments.end());
    command.insert(command.end(), {"--folder", path("keys")});
    Program program(command);
    ASSERT_EQ(program.wait(), 0) << program.output();
  }
  void make_site() const {
    make_keys({"init", "lab"});
    make_keys({"host", "ws1", "127.0.0.1"});
    for (const char* const user : {"anna", "ben", "oper"}) make_keys({"user", user});
  }
  std::vector<std::string> rtig(const std::vector<std::string>& more) const {
    std::vector<std::string> command{TRIAD_RTIG, "--saves", path("saves"), "--policy-file",
                                     path("policy.yaml")};
    command.insert(command.end(), more.begin(), more.end());
    return command;
  }
  std::vector<std::string> secure_rtig() const {
    return rtig({"--listen", "tls://127.0.0.1:0", "--tls-certificate", path("keys/host-ws1.pem"),
                 "--tls-key", path("keys/host-ws1.key"), "--tls-authorities",
                 path("keys/authorities.pem"), "--audit-file", path("audit.jsonl"),
                 "--audit-required", "yes"});
  }
  Program::Options as(const std::string& user) const {
    const std::string stem = path("keys/user-" + user);
    return {.environment = {"RTI_URL=" + url, "RTI_TLS_CERTIFICATE=" + stem + ".pem",
                            "RTI_TLS_KEY=" + stem + ".key",
                            "RTI_TLS_AUTHORITIES=" + path("keys/authorities.pem")},
            .descriptors_max = {}};
  }
  static std::vector<std::string> federate(const std::vector<std::string>& arguments) {
    std::vector<std::string> command{TRIAD_POLICED_FEDERATE, "battle", arguments.front(),
                                     TRIAD_FED};
    command.insert(command.end(), arguments.begin() + 1, arguments.end());
    return command;
  }
  // Runs a federate with these actions to its end and returns its output.
  std::string output_of(const std::string& user, const std::vector<std::string>& arguments) const {
    Program program(federate(arguments), as(user));
    EXPECT_EQ(program.wait(), 0) << program.output();
    return program.output();
  }
  // Runs rtictl and returns its output. `status`: its expected exit status.
  std::string rtictl(const std::string& user, std::vector<std::string> arguments,
                     int status) const {
    arguments.insert(arguments.begin(), TRIAD_RTICTL);
    Program program(arguments, as(user));
    EXPECT_EQ(program.wait(), status) << program.output();
    return program.output();
  }
  std::vector<boost::json::object> events() const {
    std::vector<boost::json::object> all;
    std::ifstream file(path("audit.jsonl"));
    for (std::string line; std::getline(file, line);) {
      all.push_back(boost::json::parse(line).as_object());
    }
    return all;
  }
  static std::string field(const boost::json::object& event, const char* key) {
    const auto* const value = event.if_contains(key);
    return value == nullptr ? "" : std::string(value->as_string());
  }
  // Counts the events whose named field have these values.
  std::size_t count_events(const std::vector<std::pair<const char*, std::string>>& fields) const {
    std::size_t count = 0;
    for (const auto& event : events()) {
      bool is_equal = true;
      for (const auto& [key, value] : fields) is_equal &= field(event, key) == value;
      count += is_equal ? 1 : 0;
    }
    return count;
  }

  std::string url;

 private:
  fs::path folder_;
};

void expect_in(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << text << "\nwithout: " << part;
}

TEST_F(PolicyProgram, GivesEachPrincipalItsRights) {
  make_site();
  Program rtig(secure_rtig(), {.environment = {}, .descriptors_max = {}, .ready = true});
  url = rtig.ready_lines().at(0);

  Program anna(federate({"tank", "create", "join", "wait", "save", "restore", "wait"}), as("anna"));
  ASSERT_NE(anna.wait_for("join: done"), "") << anna.output();

  const std::string ben = output_of("ben", {"radar", "create", "destroy", "join", "save"});
  expect_in(ben, "create: RTIinternalError: ");
  expect_in(ben, "user ben may not create federation 'battle' (policy of this rtig, ");
  expect_in(ben, "which has no rule that allows it)");
  expect_in(ben, "destroy: RTIinternalError: ");
  expect_in(ben, "join: done");
  expect_in(ben, "save: RTIinternalError: ");
  expect_in(ben, "user ben may not save federation 'battle'");
  const std::string spy = output_of("anna", {"spy-1", "join"});
  expect_in(spy, "user anna may not join federation 'battle' as 'spy-1'");
  expect_in(spy, "policy.yaml, line 4)");

  anna.signal(SIGUSR1);
  EXPECT_NE(anna.wait_for("save: done"), "") << anna.output();

  const std::string list = rtictl("oper", {"list"}, 0);
  expect_in(list, "PRINCIPAL");
  expect_in(list, "  user anna  ");
  expect_in(rtictl("oper", {"list", "--json"}, 0), R"("principal":"user anna")");
  expect_in(rtictl("ben", {"list"}, 1), "user ben may not operate with `rtictl list`");
  expect_in(rtictl("oper", {"time", "battle"}, 1), "user oper may not operate with `rtictl time`");
  rtictl("ben", {"destroy", "battle", "--force"}, 1);
  rtictl("oper", {"destroy", "battle", "--force"}, 0);

  EXPECT_EQ(count_events({{"event", "policy"}, {"reason", path("policy.yaml")}}), 1U);
  EXPECT_EQ(count_events({{"event", "create"}, {"principal", "user anna"}}), 1U);
  EXPECT_EQ(count_events({{"event", "join"}, {"principal", "user anna"}, {"federate", "tank"}}),
            1U);
  EXPECT_EQ(count_events({{"event", "join"}, {"principal", "user ben"}, {"federate", "radar"}}),
            1U);
  EXPECT_EQ(count_events({{"event", "resign"}, {"principal", "user ben"}}), 1U);
  EXPECT_EQ(count_events({{"event", "refusal"},
                          {"principal", "user ben"},
                          {"request", "CreateFederationExecution"},
                          {"federation", "battle"}}),
            1U);
  EXPECT_EQ(count_events({{"event", "refusal"}, {"request", "RequestFederationSave"}}), 1U);
  EXPECT_EQ(count_events({{"event", "operate"}, {"principal", "user oper"}, {"request", "list"}}),
            2U);
  EXPECT_EQ(count_events({{"event", "destroy"}, {"principal", "user oper"}}), 1U);
  for (const auto& event : events()) {
    // rtictl destroy also tries the operators' socket.
    if (field(event, "event") == "policy" || field(event, "principal").starts_with("uid "))
      continue;
    EXPECT_TRUE(field(event, "address").starts_with("tls 127.0.0.1:")) << event;
    EXPECT_NE(field(event, "principal"), "") << event;
  }
}

TEST_F(PolicyProgram, IsReadAgainOnSighupAndKeepsTheOldOneIfTheNewOneIsFaulty) {
  make_site();
  Program rtig(secure_rtig(), {.environment = {}, .descriptors_max = {}, .ready = true});
  url = rtig.ready_lines().at(0);
  expect_in(output_of("ben", {"radar", "create"}), "create: RTIinternalError: ");

  write("policy.yaml", "rules:\n  - alow: create\n");
  rtig.signal(SIGHUP);
  const std::string line = rtig.wait_for("SIGHUP: the policy is as before");
  expect_in(line, "policy.yaml:2:5: ");
  EXPECT_NE(rtig.wait_for("SIGHUP: the log goes to standard error"), "") << rtig.output();
  expect_in(output_of("ben", {"radar", "create"}), "create: RTIinternalError: ");
  expect_in(output_of("anna", {"tank", "create"}), "create: done");

  fs::rename(path("audit.jsonl"), path("audit.jsonl.1"));
  write("policy.yaml", "rules:\n  - allow: [create, destroy]\n    principals: user ben\n");
  rtig.signal(SIGHUP);
  EXPECT_NE(rtig.wait_for("has been read again, for requests from now on"), "") << rtig.output();
  EXPECT_NE(rtig.wait_for("SIGHUP: the log goes to standard error"), "") << rtig.output();
  expect_in(output_of("ben", {"radar", "destroy", "create"}), "destroy: done\ncreate: done");
  expect_in(output_of("anna", {"tank", "destroy"}), "destroy: RTIinternalError: ");
  EXPECT_EQ(count_events({{"event", "policy"}}), 1U) << "in the new file";
  EXPECT_EQ(count_events({{"event", "create"}, {"principal", "user ben"}}), 1U);
  EXPECT_EQ(count_events({{"event", "create"}, {"principal", "user anna"}}), 0U);
}

TEST_F(PolicyProgram, RecordsPeersThatAreTurnedAway) {
  make_site();
  Program rtig(secure_rtig(), {.environment = {}, .descriptors_max = {}, .ready = true});
  url = rtig.ready_lines().at(0);
  make_keys({"revoke", "user-ben"});
  rtig.signal(SIGHUP);
  EXPECT_NE(rtig.wait_for("the files of tls:// have been read again"), "") << rtig.output();
  expect_in(rtictl("ben", {"list"}, 3), "was revoked");
  EXPECT_NE(rtig.wait_for("has been revoked"), "") << rtig.output();
  bool is_found = false;
  for (const auto& event : events()) {
    is_found |= field(event, "event") == "refusal" && field(event, "request") == "connect" &&
                field(event, "reason").find("\"user ben\" has been revoked") != std::string::npos;
  }
  EXPECT_TRUE(is_found);
}

TEST_F(PolicyProgram, KnowsTheUserOfProcessesOnThisMachine) {
  const std::string uid = "uid " + std::to_string(::getuid());
  write("policy.yaml", "rules:\n  - allow: all\n    principals: " + uid +
                           "\n  - allow: create\n    principals: anonymous\n");
  const std::string shm = "shm://policy-" + std::to_string(::getpid());
  Program rtig(PolicyProgram::rtig({"--listen", "tcp://127.0.0.1:0", "--listen", shm}),
               {.environment = {}, .descriptors_max = {}, .ready = true});
  const std::string tcp = rtig.ready_lines().at(0);
  const auto run = [&](const std::string& at, const std::vector<std::string>& arguments) {
    Program program(federate(arguments), {.environment = {"RTI_URL=" + at}, .descriptors_max = {}});
    EXPECT_EQ(program.wait(), 0) << program.output();
    return program.output();
  };
  const std::string anonymous = run(tcp, {"tank", "create", "join"});
  expect_in(anonymous, "create: done");
  expect_in(anonymous, "anonymous may not join federation 'battle' as 'tank'");
  expect_in(run(shm, {"tank", "join", "resign"}), "join: done\nresign: done");
  EXPECT_NE(rtig.wait_for(" as " + uid), "") << rtig.output();
  Program list({TRIAD_RTICTL, "--url", tcp, "list"});
  EXPECT_EQ(list.wait(), 1) << list.output();
  expect_in(list.output(), "anonymous may not operate");
}

TEST_F(PolicyProgram, RefusesToStartWithAFaultyFile) {
  write("policy.yaml", "rules:\n  - allow: jion\n");
  Program rtig(PolicyProgram::rtig({"--listen", "tcp://127.0.0.1:0"}));
  EXPECT_EQ(rtig.wait(), 2);
  expect_in(rtig.output(),
            "policy.yaml:2:12: the action \"jion\" is unknown; did you mean \"join\"?");
}

TEST_F(PolicyProgram, RefusesOperatorsBesideAPolicy) {
  Program rtig(PolicyProgram::rtig({"--listen", "tcp://127.0.0.1:0", "--operators", "anybody"}));
  EXPECT_EQ(rtig.wait(), 2);
  expect_in(rtig.output(),
            "are both set, and the policy decides about operators; remove `operators`");
}

TEST_F(PolicyProgram, IsExplainedByRtictl) {
  const std::string file = path("policy.yaml");
  const auto check = [&](std::vector<std::string> arguments, int status) {
    arguments.insert(arguments.begin(), {TRIAD_RTICTL, "policy", "check", file});
    Program program(arguments);
    EXPECT_EQ(program.wait(), status) << program.output();
    return program.output();
  };
  expect_in(check({}, 0), "4 rules, no fault");
  const std::string anna = check({"--as", "user anna", "--federation", "battle"}, 0);
  expect_in(anna, "user anna:\nallowed  create federation 'battle' (line 6)\n");
  expect_in(anna, "denied   destroy federation 'battle' (no rule allows it)\n");
  expect_in(anna, "depends  join federation 'battle': line 4 names federates; add --federate\n");
  check({"--as", "user anna", "--federation", "battle", "--action", "create"}, 0);
  expect_in(check({"--as", "user anna", "--federation", "battle", "--action", "join", "--federate",
                   "spy-1"},
                  1),
            "denied   join federation 'battle' as 'spy-1' (line 4)\n");
  expect_in(check({"--as", "anna", "--federation", "x"}, 2), "\"anna\" is no principal");
  write("policy.yaml", "rules: x\n");
  expect_in(check({}, 1), "policy.yaml:1:8: `rules` is a text");
}

// A limit on the size of files stands for a full disk.
TEST_F(PolicyProgram, RefusesRequestsWhileTheAuditLogCannotBeWritten) {
  const std::string command = "ulimit -f 0; exec \"$@\"";
  const auto start = [&](const char* required) {
    return std::vector<std::string>{"/bin/sh",
                                    "-c",
                                    command,
                                    "sh",
                                    TRIAD_RTIG,
                                    "--listen",
                                    "tcp://127.0.0.1:0",
                                    "--audit-file",
                                    path("audit.jsonl"),
                                    "--audit-required",
                                    required};
  };
  for (const char* const required : {"yes", "no"}) {
    Program rtig(start(required), {.environment = {}, .descriptors_max = {}, .ready = true});
    const std::string at = rtig.ready_lines().at(0);
    Program program(federate({"tank", "create"}),
                    {.environment = {"RTI_URL=" + at}, .descriptors_max = {}});
    EXPECT_EQ(program.wait(), 0) << program.output();
    EXPECT_NE(rtig.wait_for("cannot write the audit log"), "") << rtig.output();
    if (required == std::string("yes")) {
      expect_in(program.output(), "create: RTIinternalError: ");
      expect_in(program.output(), "its audit log cannot be written (audit.required)");
    } else {
      expect_in(program.output(), "create: done");
    }
  }
}

}  // namespace
}  // namespace triad::tests
