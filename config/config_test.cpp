#include "config/config.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "config/rid_file.hpp"
#include "config/setting_values.hpp"

namespace triad::config {
namespace {

// Isolated sources: no variable of the real environment, and a temporary directory.
class Config : public testing::Test {
 protected:
  Config() : directory_(std::filesystem::temp_directory_path() / name()) {
    std::filesystem::create_directories(directory_);
    sources_.directory = directory_;
    sources_.environment = [this](const char* name) -> std::optional<std::string> {
      const auto found = variables_.find(name);
      if (found == variables_.end()) return std::nullopt;
      return found->second;
    };
  }
  ~Config() override { std::filesystem::remove_all(directory_); }

  static std::string name() {
    return "triad-config-" + std::to_string(getpid()) + "-" +
           testing::UnitTest::GetInstance()->current_test_info()->name();
  }
  std::string write(const std::string& name, const std::string& text) {
    const auto path = directory_ / name;
    std::ofstream(path) << text;
    return path.string();
  }
  std::string refusal() {
    const auto result = read(sources_);
    return result ? "accepted" : result.error().text;
  }

  std::filesystem::path directory_;
  std::map<std::string, std::string> variables_;
  Sources sources_;
};

TEST_F(Config, GivesDefaultsWhenNothingIsSet) {
  const auto c = read(sources_);
  ASSERT_TRUE(c);
  EXPECT_EQ(c->text("url"), "tcp://127.0.0.1:60400");
  EXPECT_EQ(c->text("rtia"), "embedded");
  EXPECT_EQ(c->seconds("connect.timeout"), 2.0);
  EXPECT_EQ(c->bytes("flow.hold"), 64u << 20);
  EXPECT_EQ(c->origin("url"), "default");
  EXPECT_TRUE(c->warnings().empty());
}

TEST_F(Config, CommandLineGoesOverEnvironmentOverRidFileOverDefault) {
  write("RTI.rid", "url = tcp://rid:1\n");
  EXPECT_EQ(read(sources_)->text("url"), "tcp://rid:1");
  variables_["RTI_URL"] = "tcp://environment:2";
  EXPECT_EQ(read(sources_)->text("url"), "tcp://environment:2");
  sources_.command_line["url"] = "tcp://command-line:3";
  EXPECT_EQ(read(sources_)->text("url"), "tcp://command-line:3");
}

TEST_F(Config, SaysWhereAValueComesFrom) {
  const auto path = write("RTI.rid", "# comment\n\nurl = tcp://rid:1 # for the lab\n");
  EXPECT_EQ(read(sources_)->text("url"), "tcp://rid:1");
  EXPECT_EQ(read(sources_)->origin("url"), path + " line 3");
  variables_["RTI_URL"] = "shm://x";
  EXPECT_EQ(read(sources_)->origin("url"), "environment RTI_URL");
}

TEST_F(Config, TakesCertisVariablesAsAliases) {
  variables_["CERTI_HOST"] = "gateway";
  EXPECT_EQ(read(sources_)->text("url"), "tcp://gateway:60400");
  variables_["CERTI_TCP_PORT"] = "61000";
  EXPECT_EQ(read(sources_)->text("url"), "tcp://gateway:61000");
  EXPECT_EQ(read(sources_)->text("listen"), "tcp://127.0.0.1:61000");
  variables_["CERTI_RTIA"] = "/opt/rtia";
  EXPECT_EQ(read(sources_)->text("rtia.program"), "/opt/rtia");
  variables_["CERTI_FOM_PATH"] = "/a:/b::";
  EXPECT_EQ(read(sources_)->directories("fom.path"), (std::vector<std::string>{"/a", "/b"}));
}

TEST_F(Config, OwnVariableGoesOverItsAliases) {
  variables_["CERTI_HOST"] = "gateway";
  variables_["RTI_URL"] = "shm://fast";
  EXPECT_EQ(read(sources_)->text("url"), "shm://fast");
  variables_["CERTI_RTIA"] = "/certi";
  variables_["TRIAD_RTIA"] = "/triad";
  EXPECT_EQ(read(sources_)->text("rtia.program"), "/triad");
}

TEST_F(Config, RefusesAWrongValueNamingPlaceAndAllowedOnes) {
  variables_["RTI_RTIA"] = "thread";
  EXPECT_EQ(
      refusal(),
      "environment RTI_RTIA: \"thread\" is not a value of \"rtia\"; give embedded or process");
  variables_.clear();
  const auto path = write("RTI.rid", "connect.timeout = soon\n");
  EXPECT_EQ(refusal(), path +
                           " line 1: \"soon\" is not a value of \"connect.timeout\"; give a number "
                           "of seconds such as 2, 0.5 or 500ms");
}

TEST_F(Config, RefusesAnUnknownKeyWithTheListOfKnownOnes) {
  const auto path = write("RTI.rid", "urll = shm://x\n");
  EXPECT_TRUE(refusal().starts_with(
      path + " line 1: there is no setting \"urll\"; the known ones are url, "))
      << refusal();
}

TEST_F(Config, RefusesAKeySetTwice) {
  const auto path = write("RTI.rid", "url = shm://x\nurl = shm://y\n");
  EXPECT_EQ(refusal(), path + " line 2: \"url\" is set a second time");
}

TEST_F(Config, RefusesARidFileThatIsNamedAndNotThere) {
  variables_["RTI_RID_FILE"] = (directory_ / "none.rid").string();
  EXPECT_EQ(refusal(), "cannot read the RID file " + (directory_ / "none.rid").string() +
                           ", which RTI_RID_FILE names: there is no such file");
}

TEST_F(Config, RefusesARidFileThatIsNoFileOrHasNoEnd) {
  const auto pipe = (directory_ / "pipe").string();
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const auto large = write("large.rid", "url = shm://x\n");
  std::filesystem::resize_file(large, std::uintmax_t{1} << 40);
  for (const auto& [path, reason] :
       {std::pair<std::string, std::string>{"/dev/zero", "it is a device, not a regular file"},
        {directory_.string(), "it is a directory, not a regular file"},
        {pipe, "it is a pipe, not a regular file"},
        {large, "it has 1099511627776 bytes, more than the 1048576 bytes that are read"}}) {
    variables_["RTI_RID_FILE"] = path;
    EXPECT_EQ(refusal(),
              "cannot read the RID file " + path + ", which RTI_RID_FILE names: " + reason);
  }
}

TEST_F(Config, IgnoresARidFileOfAnotherRtiWithOneWarning) {
  for (const char* text : {"(RTI\n  (ProcessModel (Strategy polling)))\n", ";; RTI-NG\n(RTI)\n",
                           "<?xml version=\"1.0\"?>\n<portico/>\n",
                           "# Portico\nportico.loglevel = WARN\n", "(setqb RTI_tcpPort 4000)\n"}) {
    variables_["RTI_RID_FILE"] = write("foreign.rid", text);
    const auto c = read(sources_);
    ASSERT_TRUE(c) << text;
    ASSERT_EQ(c->warnings().size(), 1u) << text;
    EXPECT_EQ(c->warnings()[0], (directory_ / "foreign.rid").string() +
                                    " is an RID file of another RTI; Triad ignores it");
    EXPECT_EQ(c->text("rtia"), "embedded");
  }
}

TEST_F(Config, PassesOverAByteOrderMark) {
  write("RTI.rid", "\xef\xbb\xbfurl = shm://x\r\n");
  ASSERT_TRUE(read(sources_)) << refusal();
  EXPECT_EQ(read(sources_)->text("url"), "shm://x");
  write("RTI.rid", "\xef\xbb\xbf<?xml version=\"1.0\"?>\n<portico/>\n");
  ASSERT_TRUE(read(sources_));
  EXPECT_EQ(read(sources_)->warnings().size(), 1u);
  const auto path = write("RTI.rid", std::string("\xff\xfeu\0r\0l\0", 8));
  EXPECT_EQ(refusal(), path + " is text in UTF-16: save it as UTF-8");
}

TEST_F(Config, FollowsASymbolicLinkThatWasCheckedOutAsText) {
  std::filesystem::create_directories(directory_ / "common" / "site");
  const auto link = write("RTI.rid", "common/RTI.rid");
  const auto second = write("common/RTI.rid", "site/the lab.rid\n");
  const auto target = write("common/site/the lab.rid", "# the lab\nurl = shm://x\n");
  const auto c = read(sources_);
  ASSERT_TRUE(c) << refusal();
  EXPECT_EQ(c->text("url"), "shm://x");
  EXPECT_EQ(c->origin("url"), target + " line 2");
  const std::string why =
      " holds the name of another file only, as a symbolic link does that was checked out as text; "
      "reading ";
  EXPECT_EQ(c->warnings(), (std::vector<std::string>{link + why + second, second + why + target}));

  write("common/site/the lab.rid", "(RTI)\n");
  ASSERT_EQ(read(sources_)->warnings().size(), 3u);
  EXPECT_EQ(read(sources_)->warnings()[2],
            target + " is an RID file of another RTI; Triad ignores it");
}

TEST_F(Config, SaysThatALinkCheckedOutAsTextLeadsNowhere) {
  const auto link = write("RTI.rid", "../common/RTI.rid");
  EXPECT_EQ(refusal(), link +
                           " line 1: expected `key = value`, found \"../common/RTI.rid\". If this "
                           "is a symbolic link that was checked out as text, there is no file " +
                           (directory_ / "../common/RTI.rid").string());
  write("RTI.rid", "RTI.rid");
  EXPECT_EQ(refusal(), link +
                           " holds the name of another file only, and so on for more than 8 files: "
                           "set RTI_RID_FILE to the RID file");
}

TEST_F(Config, TakesASettingWithoutAnEqualsSignForNoLink) {
  const auto file = write("RTI.rid", "url tcp://127.0.0.1:60400\n");
  EXPECT_EQ(refusal(),
            file + " line 1: expected `key = value`, found \"url tcp://127.0.0.1:60400\"");
}

TEST_F(Config, RefusesALineWithoutAKey) {
  const auto path = write("RTI.rid", "url = shm://x\nnonsense\n");
  EXPECT_EQ(refusal(), path + " line 2: expected `key = value`, found \"nonsense\"");
}

TEST(ConfigValues, AreReadInTheirUnits) {
  EXPECT_EQ(parse_seconds("0.5"), 0.5);
  EXPECT_EQ(parse_seconds("500ms"), 0.5);
  EXPECT_EQ(parse_seconds("3s"), 3.0);
  EXPECT_EQ(parse_bytes("2G"), std::uint64_t{2} << 30);
  EXPECT_EQ(parse_bytes("7"), 7u);
  EXPECT_EQ(parse_flag("on"), true);
  EXPECT_EQ(parse_flag("no"), false);
}

TEST(ConfigValues, RefuseWhatIsNotOne) {
  for (const char* text : {"", "-1", "nan", "inf", "1e400", "2 s", "s", "ms", "-0"}) {
    EXPECT_FALSE(parse_seconds(text)) << text;
  }
  for (const char* text : {"", "K", "-1", "99999999999999999999", "18446744073709551615G"}) {
    EXPECT_FALSE(parse_bytes(text)) << text;
  }
  EXPECT_FALSE(parse_flag("maybe"));
}

TEST(ConfigSettings, RefuseBytesBeyondTheirLimits) {
  const auto refused = read({.command_line = {{"fabric.log", "65535"}},
                             .environment = [](const char*) { return std::nullopt; }});
  ASSERT_FALSE(refused);
  EXPECT_EQ(
      refused.error().text,
      "command line, fabric.log: \"65535\" is not a value of \"fabric.log\"; give a number of "
      "bytes such as 65536, 64K, 64M or 2G, at least 65536, at most 1073741824");
  EXPECT_FALSE(read({.command_line = {{"fabric.log", "2G"}},
                     .environment = [](const char*) { return std::nullopt; }}));
  EXPECT_TRUE(read({.command_line = {{"fabric.log", "1G"}},
                    .environment = [](const char*) { return std::nullopt; }}));
}

TEST(ConfigSettings, HaveDefaultsThatAreValues) {
  for (const Setting& setting : settings()) {
    EXPECT_TRUE(is_value(setting, setting.default_value)) << setting.key;
  }
}

}  // namespace
}  // namespace triad::config
