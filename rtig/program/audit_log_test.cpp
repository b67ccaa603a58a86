#include "rtig/program/audit_log.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <boost/json.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace triad::rtig {
namespace {

constexpr const char* kTime = "2026-11-29T10:00:00.123Z";

class AuditFile : public testing::Test {
 protected:
  AuditFile() {
    std::string pattern = std::filesystem::temp_directory_path() / "triad-audit-XXXXXX";
    folder_ = ::mkdtemp(pattern.data());
    path = folder_ / "audit.jsonl";
  }
  ~AuditFile() override { std::filesystem::remove_all(folder_); }
  AuditLog opened() {
    auto log = AuditLog::open(path, [] { return std::string(kTime); });
    EXPECT_TRUE(log.has_value()) << log.error().text;
    return std::move(*log);
  }
  static std::string text_of(const std::filesystem::path& file) {
    std::ifstream stream(file);
    return {std::istreambuf_iterator<char>(stream), {}};
  }

  std::filesystem::path path;

 private:
  std::filesystem::path folder_;
};

AuditEvent creation() {
  return {.kind = AuditEvent::Kind::create,
          .principal = "user anna",
          .transport = "tls 10.0.0.7:51234",
          .host = "ws2",
          .process = 4711,
          .federation = "battle"};
}

TEST(AuditLine, HasTheFieldsOfItsEvent) {
  EXPECT_EQ(audit_line(creation(), kTime),
            R"({"time":"2026-11-29T10:00:00.123Z","event":"create","principal":"user anna",)"
            R"("address":"tls 10.0.0.7:51234","host":"ws2","pid":4711,"federation":"battle"})"
            "\n");
  EXPECT_EQ(audit_line({.kind = AuditEvent::Kind::policy, .reason = "p.yaml", .rules = 3}, kTime),
            R"({"time":"2026-11-29T10:00:00.123Z","event":"policy","reason":"p.yaml","rules":3})"
            "\n");
}

TEST(AuditLine, IsOneLineOfJsonWhateverAPeerWrites) {
  AuditEvent event = creation();
  event.federation = "a\n{\"event\":\"join\"}\x1b[2J\x9b\xe2\x80\xae\"\\";
  event.federate = std::string_view("x\0y", 3);
  const std::string line = audit_line(event, kTime);
  EXPECT_EQ(line.find('\n'), line.size() - 1);
  for (const char c : line.substr(0, line.size() - 1)) {
    EXPECT_TRUE(c >= ' ' && c < 0x7f) << static_cast<int>(c);
  }
  const auto parsed = boost::json::parse(line).as_object();
  EXPECT_EQ(parsed.at("event").as_string(), "create");
  EXPECT_EQ(parsed.at("federation").as_string(),
            "a\\x0a{\"event\":\"join\"}\\x1b[2J\\x9b\\xe2\\x80\\xae\"\\");
}

// A peer may send a name as long as a record, which is refused and audited.
TEST(AuditLine, CutsLongTexts) {
  AuditEvent event = creation();
  const std::string name(16 << 20, '\x01');
  event.federation = name;
  const std::string line = audit_line(event, kTime);
  EXPECT_LT(line.size(), 64U << 10);
  const auto parsed = boost::json::parse(line).as_object();
  const std::string federation = parsed.at("federation").as_string().c_str();
  EXPECT_TRUE(federation.ends_with("\\x01 (16777216 bytes)"));
}

TEST_F(AuditFile, IsForItsOwnerAloneAndIsAppendedTo) {
  ASSERT_TRUE(opened().write(creation()));
  ASSERT_TRUE(opened().write(creation()));
  EXPECT_EQ(text_of(path), audit_line(creation(), kTime) + audit_line(creation(), kTime));
  struct stat status {};
  ASSERT_EQ(::stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0600U);
}

TEST_F(AuditFile, ContinuesInANewFileAfterItWasRenamed) {
  AuditLog log = opened();
  ASSERT_TRUE(log.write(creation()));
  std::filesystem::rename(path, path.string() + ".1");
  ASSERT_TRUE(log.write(creation()));
  ASSERT_TRUE(log.reopen().has_value());
  ASSERT_TRUE(log.write(creation()));
  EXPECT_EQ(text_of(path.string() + ".1"),
            audit_line(creation(), kTime) + audit_line(creation(), kTime));
  EXPECT_EQ(text_of(path), audit_line(creation(), kTime));
}

TEST_F(AuditFile, BeginsALineAfterOneThatWasCut) {
  std::ofstream(path) << "{\"time\":";
  AuditLog log = opened();
  ASSERT_TRUE(log.write(creation()));
  std::ofstream(path, std::ios::app) << "{\"ti";
  ASSERT_TRUE(log.reopen().has_value());
  ASSERT_TRUE(log.write(creation()));
  const std::string line = audit_line(creation(), kTime);
  EXPECT_EQ(text_of(path), "{\"time\":\n" + line + "{\"ti\n" + line);
}

TEST_F(AuditFile, MustBeARegularFile) {
  const auto log = AuditLog::open("/dev/null");
  ASSERT_TRUE(log.has_error());
  EXPECT_NE(log.error().text.find("it is no regular file"), std::string::npos) << log.error().text;
  EXPECT_TRUE(AuditLog::open(path.parent_path() / "absent" / "x").has_error());
}

// A limit on the size of files stands for a full disk.
TEST_F(AuditFile, CountsEventsThatAreLost) {
  AuditLog log = opened();
  ASSERT_TRUE(log.write(creation()));
  const std::string before = text_of(path);
  ::signal(SIGXFSZ, SIG_IGN);
  rlimit old_limit{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &old_limit), 0);
  rlimit limit = old_limit;
  limit.rlim_cur = before.size() + 10;
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &limit), 0);
  const bool is_first_written = log.write(creation());
  const bool is_second_written = log.write(creation());
  const bool is_writable_while_full = log.is_writable();
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &old_limit), 0);
  EXPECT_FALSE(is_first_written);
  EXPECT_FALSE(is_second_written);
  EXPECT_FALSE(is_writable_while_full);
  EXPECT_EQ(log.lost_events(), 2U);
  EXPECT_NE(log.fault().find("cannot write the audit log"), std::string::npos) << log.fault();
  ASSERT_TRUE(log.write(creation()));
  EXPECT_EQ(log.lost_events(), 0U);
  const std::string text = text_of(path);
  EXPECT_TRUE(text.ends_with("\n{\"time\":\"" + std::string(kTime) +
                             "\",\"event\":\"loss\",\"lost\":2}\n" + audit_line(creation(), kTime)))
      << text;
}

}  // namespace
}  // namespace triad::rtig
