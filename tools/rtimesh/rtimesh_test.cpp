// Tests of rtimesh: output, errors, exit status.
#include "tools/rtimesh/rtimesh.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace triad::rtimesh {
namespace {

const std::string kMesh = std::string(TRIAD_SOURCE_DIR) + "/examples/mesh/";

struct Shown {
  Verdict verdict;
  std::string out;
  std::string err;
};

Shown shown_by(const std::vector<std::string>& arguments) {
  std::ostringstream out;
  std::ostringstream err;
  const Verdict verdict = run(arguments, out, err);
  return {verdict, out.str(), err.str()};
}

TEST(Rtimesh, SaysHowLargeAMeshIs) {
  const Shown tree = shown_by({"check", kMesh + "tree.yaml"});
  EXPECT_EQ(tree.verdict, Verdict::good);
  EXPECT_EQ(
      tree.out,
      kMesh + "tree.yaml: 8 routers in 4 groups, 8 links, 3 levels deep, hash 03d1755b5085\n");
  EXPECT_EQ(tree.err, "");
  EXPECT_EQ(
      shown_by({"check", kMesh + "one-group.yaml"}).out,
      kMesh + "one-group.yaml: 3 routers in 1 group, 3 links, 1 level deep, hash 9dbfaedde792\n");
}

TEST(Rtimesh, NamesTheRoutersOfAFile) {
  EXPECT_EQ(shown_by({"check", "--names", kMesh + "one-group.yaml"}).out, "alpha\nbeta\ngamma\n");
}

TEST(Rtimesh, SaysWhatIsWrongWithAFileAndDrawsNothing) {
  const std::string source = kMesh + "../hello.fed";
  for (const char* const command : {"check", "draw"}) {
    const Shown shown = shown_by({command, source});
    EXPECT_EQ(shown.verdict, Verdict::bad_file);
    EXPECT_EQ(shown.out, "");
    EXPECT_EQ(shown.err.find(source + ":"), 0u) << shown.err;
  }
  const Shown absent = shown_by({"check", kMesh + "none.yaml"});
  EXPECT_EQ(absent.verdict, Verdict::bad_file);
  EXPECT_NE(absent.err.find("none.yaml\": "), std::string::npos) << absent.err;
}

TEST(Rtimesh, MakesAFileOnStandardOutput) {
  const Shown made = shown_by({"make", "tree", "--routers", "7", "--fan-out", "2"});
  EXPECT_EQ(made.verdict, Verdict::good);
  EXPECT_EQ(made.out.find("# A tree of 7 routers on 3 levels. Made by\n"), 0u) << made.out;
  EXPECT_EQ(made.err, "");
}

TEST(Rtimesh, SaysWhyItMakesNoFile) {
  const Shown ring = shown_by({"make", "ring", "--routers", "7"});
  EXPECT_EQ(ring.verdict, Verdict::bad_usage);
  EXPECT_EQ(ring.out, "");
  EXPECT_EQ(ring.err,
            "rtimesh: there is no shape \"ring\"; there are tree, mesh, mesh-of-trees or "
            "tree-of-meshes\n");
  EXPECT_EQ(shown_by({"make"}).err,
            "rtimesh: no shape is given: tree, mesh, mesh-of-trees or tree-of-meshes; `rtimesh "
            "make --help` shows the usage\n");
  const Shown there = shown_by({"make", "mesh", "--routers", "3", "--output", kMesh + "tree.yaml"});
  EXPECT_EQ(there.verdict, Verdict::bad_file);
  EXPECT_EQ(there.err, "rtimesh: \"" + kMesh +
                           "tree.yaml\" is there already; remove it, or give another name\n");
  const Shown nowhere =
      shown_by({"make", "mesh", "--routers", "3", "--output", kMesh + "none/mesh.yaml"});
  EXPECT_EQ(nowhere.verdict, Verdict::bad_file);
  EXPECT_NE(nowhere.err.find("none/mesh.yaml\" cannot be written: "), std::string::npos)
      << nowhere.err;
}

TEST(Rtimesh, ExplainsItselfOnWrongUsage) {
  EXPECT_EQ(shown_by({}).err, "rtimesh: no command is given; `rtimesh --help` shows the usage\n");
  EXPECT_EQ(shown_by({"check"}).verdict, Verdict::bad_usage);
  EXPECT_EQ(shown_by({"check", "a", "b"}).verdict, Verdict::bad_usage);
  EXPECT_EQ(shown_by({"check", "--svg", "x", "a"}).verdict, Verdict::bad_usage);
  EXPECT_EQ(shown_by({"--help"}).verdict, Verdict::good);
  EXPECT_NE(shown_by({"draw", "--help"}).out.find("--svg OUT"), std::string::npos);
}

}  // namespace
}  // namespace triad::rtimesh
