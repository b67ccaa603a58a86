#include "overlay/files/registry_file.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace triad::overlay {

namespace {

const std::vector<std::string> kNames{"beta", "gamma", "delta"};

class RegistryFiles : public testing::Test {
 protected:
  RegistryFiles() {
    std::string name = testing::TempDir() + "registry.XXXXXX";
    folder = ::mkdtemp(name.data());
    file = folder + "/registry.sqlite";
  }
  ~RegistryFiles() override { std::filesystem::remove_all(folder); }
  std::string why(const std::string& mesh = "test") const {
    const auto opened = RegistryFile::open(file, mesh, kNames);
    return opened ? std::string() : opened.error().text;
  }
  std::string content() const {
    std::ifstream in(file, std::ios::binary);
    std::ostringstream all;
    all << in.rdbuf();
    return all.str();
  }
  void write(const std::string& text) const { std::ofstream(file, std::ios::binary) << text; }

  std::string folder;
  std::string file;
};

RegistryState some_state() {
  RegistryState state{{{3, 0}, {2, 1}, {1, 7}}, Delays(3), {}};
  state.delays.state(0, 1, 1500);
  state.delays.state(2, 1, 90'000);
  state.paths = {42, 3, {0, 0, 0, 1, 1, 1, 2, 2, 2}};
  return state;
}

}  // namespace

TEST_F(RegistryFiles, KeepWhatWasStoredLast) {
  {
    auto made = RegistryFile::open(file, "test", kNames);
    ASSERT_TRUE(made) << made.error().text;
    EXPECT_TRUE(made->state().paths.parents.empty());
    ASSERT_TRUE(made->store_groups({{"Hello", {"beta", "gamma"}}}));
    ASSERT_TRUE(made->store(RegistryState{{{1, 0}, {0, 0}, {0, 0}}, Delays(3), {}}));
    ASSERT_TRUE(made->store(some_state()));
  }
  const auto again = RegistryFile::open(file, "test", kNames);
  ASSERT_TRUE(again) << again.error().text;
  const RegistryState state = some_state();
  EXPECT_EQ(again->state().routers, state.routers);
  EXPECT_EQ(again->state().paths, state.paths);
  for (Place by = 0; by < 3; ++by) {
    for (Place to = 0; to < 3; ++to) {
      EXPECT_EQ(again->state().delays.stated(by, to), state.delays.stated(by, to));
    }
  }
}

TEST_F(RegistryFiles, OfOtherRoutersSayWhichPathsWereLast) {
  {
    auto made = RegistryFile::open(file, "test", kNames);
    ASSERT_TRUE(made && made->store(some_state()));
  }
  const auto other = RegistryFile::open(file, "test", {"beta", "gamma"});
  ASSERT_TRUE(other);
  EXPECT_EQ(other->state().paths.version, 42u);
  EXPECT_EQ(other->state().routers.size(), 2u);
  EXPECT_EQ(other->state().routers[0].admissions, 0u);
}

// Paths of a registry that has lost its file have later versions than those that routers may still
// have.
TEST_F(RegistryFiles, BeginWithTheTime) {
  const auto made = RegistryFile::open(file, "test", kNames);
  ASSERT_TRUE(made);
  EXPECT_GT(made->state().paths.version, 1'700'000'000'000u);
}

TEST_F(RegistryFiles, OfSomethingElseAreNamedAndLeftAlone) {
  const std::string text =
      "this is no database, it is a letter to a friend\n" + std::string(2000, 'x');
  write(text);
  EXPECT_NE(why().find("the registry's file \"" + file +
                       "\": it is not the file of a registry, or it is damaged"),
            std::string::npos)
      << why();
  EXPECT_EQ(content(), text);
  EXPECT_FALSE(std::filesystem::exists(file + "-wal"));
}

TEST_F(RegistryFiles, OfAnotherProgramAreNamedAndLeftAlone) {
  const std::string command =
      "sqlite3 '" + file + "' 'CREATE TABLE t (x); INSERT INTO t VALUES (1);'";
  ASSERT_EQ(std::system(command.c_str()), 0) << "it needs the program sqlite3 (Debian: sqlite3)";
  const std::string before = content();
  EXPECT_EQ(why(), "the registry's file \"" + file +
                       "\": it is the SQLite file of another program; name another file");
  EXPECT_EQ(content(), before);
}

TEST_F(RegistryFiles, OfAnotherMeshAreNamedAndLeftAlone) {
  ASSERT_EQ(why("test"), "");
  const std::string before = content();
  EXPECT_EQ(why("other"), "the registry's file \"" + file +
                              "\": it belongs to the registry of mesh \"test\", and this is mesh "
                              "\"other\"; name another file");
  EXPECT_EQ(content(), before);
}

TEST_F(RegistryFiles, ThatAreDamagedAreNamed) {
  {
    auto made = RegistryFile::open(file, "test", kNames);
    ASSERT_TRUE(made && made->store(some_state()));
  }
  const std::string good = content();
  std::size_t named = 0;
  for (std::size_t at = 100; at < good.size(); at += 97) {
    std::string bent = good;
    for (std::size_t i = at; i < std::min(at + 40, bent.size()); ++i) bent[i] = '\xa5';
    write(bent);
    const std::string fault = why();
    if (fault.empty()) continue;  // Bytes that are never read.
    ++named;
    EXPECT_NE(fault.find(file), std::string::npos) << fault;
  }
  EXPECT_GT(named, 10u);
  write(good.substr(0, good.size() / 2));
  EXPECT_NE(why(), "");
}

TEST_F(RegistryFiles, ThatCannotBeMadeAreNamed) {
  file = folder + "/none/registry.sqlite";
  EXPECT_EQ(why(), "the registry's file \"" + file +
                       "\": it cannot be opened (SQLite: unable to open database file)");
}

}  // namespace triad::overlay
