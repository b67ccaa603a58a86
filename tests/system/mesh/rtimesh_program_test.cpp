// Tests of the program rtimesh as a user runs it: files, standard output and error, exit status,
// and the program dot.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/system/rtig_support.hpp"

namespace triad::tests {
namespace {

namespace fs = std::filesystem;

class RtimeshProgram : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "rtimesh.XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  ~RtimeshProgram() override {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }

  // Runs rtimesh, puts its output into output_ and returns its exit status.
  int run(std::vector<std::string> arguments, const Program::Options& options = {}) {
    arguments.insert(arguments.begin(), TRIAD_RTIMESH);
    Program rtimesh(arguments, options);
    const int code = rtimesh.wait();
    output_ = rtimesh.output();
    return code;
  }

  std::string write(const std::string& name, const std::string& text) const {
    const fs::path path = folder_ / name;
    std::ofstream(path, std::ios::binary) << text;
    return path.string();
  }

  static std::string read(const fs::path& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }

  static std::string example(const std::string& name) {
    return std::string(TRIAD_SOURCE_DIR) + "/examples/mesh/" + name;
  }

  // Makes a folder that contains only a program dot, and returns a PATH with it.
  std::string path_with_dot(const std::string& script) const {
    fs::create_directory(folder_ / "bin");
    const std::string dot = write("bin/dot", "#!/bin/sh\n" + script);
    ::chmod(dot.c_str(), 0755);
    return "PATH=" + (folder_ / "bin").string() + ":/usr/bin:/bin";
  }

  fs::path folder_;
  std::string output_;
};

TEST_F(RtimeshProgram, ChecksTheExamples) {
  EXPECT_EQ(run({"check", example("one-group.yaml")}), 0);
  EXPECT_EQ(output_, example("one-group.yaml") +
                         ": 3 routers in 1 group, 3 links, 1 level deep, hash 9dbfaedde792\n");
  EXPECT_EQ(run({"check", example("tree.yaml")}), 0);
  EXPECT_EQ(output_, example("tree.yaml") +
                         ": 8 routers in 4 groups, 8 links, 3 levels deep, hash 03d1755b5085\n");
}

TEST_F(RtimeshProgram, LeadsFromAFileWithMistakesToAGoodOne) {
  const std::string good = read(example("one-group.yaml"));
  std::string bad = good;
  bad.replace(bad.find("head: alpha"), 11, "head: alhpa");
  bad.replace(bad.find("ws3:60400"), 9, "ws3:0    ");
  const std::string path = write("mesh.yaml", bad);
  EXPECT_EQ(run({"check", path}), 1);
  EXPECT_EQ(output_, path +
                         ":5:11: the head is \"alhpa\", and there is no such router; did you mean "
                         "\"alpha\"?\n" +
                         path +
                         ":9:42: \"listen\" of router \"gamma\" has \"tcp://ws3:0\"; write "
                         "tcp://HOST:PORT or tls://HOST:PORT with a port from 1 to 65535, or "
                         "shm://NAME\n");
  write("mesh.yaml", good);
  EXPECT_EQ(run({"check", path}), 0) << output_;
}

TEST_F(RtimeshProgram, RefusesWhatIsNoFileAndWhatIsTooLarge) {
  EXPECT_EQ(run({"check", folder_.string()}), 1);
  EXPECT_EQ(output_.find("rtimesh: \"" + folder_.string() + "\": "), 0u) << output_;
  EXPECT_EQ(run({"check", (folder_ / "none").string()}), 1);
  const std::string large = write("large.yaml", "");
  fs::resize_file(large, (16u << 20) + 1);
  EXPECT_EQ(run({"check", large}), 1);
  EXPECT_EQ(output_.find("rtimesh: \"" + large + "\": "), 0u) << output_;
}

TEST_F(RtimeshProgram, DrawsForGraphviz) {
  EXPECT_EQ(run({"draw", example("tree.yaml")}), 0);
  EXPECT_EQ(output_.find("digraph \"exercise\" {\n"), 0u) << output_;
  EXPECT_NE(output_.find("label=\"north\";"), std::string::npos) << output_;
  EXPECT_NE(output_.find("\"north-down\" -> \"range-1\" [style=dashed"), std::string::npos)
      << output_;
}

TEST_F(RtimeshProgram, GivesTheDrawingToDot) {
  const std::string path = path_with_dot("echo \"$@\"; cat\n");
  const std::string svg = (folder_ / "mesh.svg").string();
  ASSERT_EQ(run({"draw", example("one-group.yaml"), "--svg", svg},
                {.environment = {path}, .descriptors_max = {}, .ready = false}),
            0)
      << output_;
  EXPECT_EQ(output_, "");
  const std::string written = read(svg);
  EXPECT_EQ(written.find("-Tsvg\ndigraph \"mesh\" {\n"), 0u) << written;
  EXPECT_EQ(written.substr(written.size() - 2), "}\n");
}

TEST_F(RtimeshProgram, SaysWhatToInstallWhereThereIsNoDotAndThatADotHasFailed) {
  const std::string svg = (folder_ / "mesh.svg").string();
  const std::vector<std::string> draw{"draw", "--svg", svg, example("one-group.yaml")};
  EXPECT_EQ(
      run(draw,
          {.environment = {"PATH=" + folder_.string()}, .descriptors_max = {}, .ready = false}),
      1);
  EXPECT_NE(output_.find("apt-get install graphviz"), std::string::npos) << output_;
  EXPECT_EQ(
      run(draw,
          {.environment = {path_with_dot("exit 3\n")}, .descriptors_max = {}, .ready = false}),
      1);
  EXPECT_NE(output_.find("dot ended with status 3"), std::string::npos) << output_;
  EXPECT_FALSE(std::filesystem::exists(svg));
  EXPECT_EQ(run({"draw", "--svg", (folder_ / "none/mesh.svg").string(), example("tree.yaml")},
                {.environment = {path_with_dot("cat\n")}, .descriptors_max = {}, .ready = false}),
            1);
  EXPECT_NE(output_.find("cannot be written"), std::string::npos) << output_;
}

TEST_F(RtimeshProgram, LeavesADrawingAloneUnlessItHasANewOne) {
  const std::string svg = (folder_ / "mesh.svg").string();
  std::ofstream(svg) << "drawn before, and longer than what is drawn now";
  const std::vector<std::string> draw{"draw", "--svg", svg, example("one-group.yaml")};
  for (const std::string& path :
       {"PATH=" + folder_.string(), path_with_dot("echo half of it; exit 3\n")}) {
    EXPECT_EQ(run(draw, {.environment = {path}, .descriptors_max = {}, .ready = false}), 1);
    EXPECT_EQ(read(svg), "drawn before, and longer than what is drawn now");
  }
  const std::string path = path_with_dot("echo drawn now\n");
  EXPECT_EQ(run(draw, {.environment = {path}, .descriptors_max = {}, .ready = false}), 0);
  EXPECT_EQ(read(svg), "drawn now\n");
}

// The example in docs/mesh.md.
TEST_F(RtimeshProgram, MakesAFileOnceAndLeavesWhatIsThereAsItIs) {
  const std::string path = (folder_ / "mesh.yaml").string();
  const std::vector<std::string> make{"make",      "tree",        "--routers",   "7",
                                      "--fan-out", "2",           "--federates", "12",
                                      "--hosts",   "ws1,ws2,ws3", "--output",    path};
  EXPECT_EQ(run(make), 0);
  const std::string size = path +
                           ": 7 routers in 7 groups, 6 links, 3 levels deep, hash "
                           "204d95a6c583\n";
  EXPECT_EQ(output_, size +
                         "federates may use:\n"
                         "RTI_URL=mesh://ws1:60402   federates 1 to 3 at level3-1\n"
                         "RTI_URL=mesh://ws2:60400   federates 4 to 6 at level3-2\n"
                         "RTI_URL=mesh://ws3:60400   federates 7 to 9 at level3-3\n"
                         "RTI_URL=mesh://ws3:60401   federates 10 to 12 at level3-4\n");
  EXPECT_EQ(run({"check", path}), 0);
  EXPECT_EQ(output_, size);
  const std::string changed = read(path) + "# by its user\n";
  write("mesh.yaml", changed);
  EXPECT_EQ(run(make), 1);
  EXPECT_EQ(output_,
            "rtimesh: \"" + path + "\" is there already; remove it, or give another name\n");
  EXPECT_EQ(read(path), changed);
}

TEST_F(RtimeshProgram, SaysWhyAFileCannotBeMade) {
  const std::string none = (folder_ / "none/mesh.yaml").string();
  EXPECT_EQ(run({"make", "mesh", "--routers", "3", "--output", none}), 1);
  EXPECT_EQ(output_, "rtimesh: \"" + none + "\" cannot be written: No such file or directory\n");
  EXPECT_FALSE(fs::exists(none));
}

TEST_F(RtimeshProgram, SaysWhatIsWrongWithItsCommandLine) {
  EXPECT_EQ(run({}), 2);
  EXPECT_EQ(run({"dance"}), 2);
  EXPECT_EQ(output_, "rtimesh: there is no command 'dance'; `rtimesh --help` shows the usage\n");
  EXPECT_EQ(run({"check"}), 2);
  EXPECT_EQ(output_, "rtimesh: no file is given; `rtimesh check --help` shows the usage\n");
}

}  // namespace
}  // namespace triad::tests
