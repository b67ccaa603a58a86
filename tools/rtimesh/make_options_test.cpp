// Tests of the options of `rtimesh make`.
#include "tools/rtimesh/make_options.hpp"

#include <gtest/gtest.h>

#include "tools/rtimesh/rtimesh.hpp"

namespace triad::rtimesh {
namespace {

Outcome<MakeOptions> make_options_of(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "make");
  const auto given = command_line::read(manual(), arguments);
  if (!given) return Fault{given.error().text};
  return read_make_options(*given);
}

std::string refusal_of(const std::vector<std::string>& arguments) {
  const auto options = make_options_of(arguments);
  return options ? "accepted" : options.error().text;
}

TEST(MakeOptions, NeedAShapeAndANumberOfRouters) {
  const auto options = make_options_of({"tree", "--routers", "7"});
  ASSERT_TRUE(options) << options.error().text;
  EXPECT_EQ(options->shape, Shape::tree);
  EXPECT_EQ(options->routers, 7u);
  EXPECT_EQ(options->parts, 1u);
  EXPECT_EQ(options->fan_out, 4u);
  EXPECT_EQ(options->federates, std::nullopt);
  EXPECT_EQ(options->hosts, std::vector<std::string>{"localhost"});
  EXPECT_EQ(options->first_port, 60400);
  EXPECT_EQ(options->name, "mesh");
  EXPECT_EQ(options->output, std::nullopt);
}

TEST(MakeOptions, TakeWhatIsGiven) {
  const auto options =
      make_options_of({"tree-of-meshes", "--routers=64", "--parts", "5", "--fan-out", "2",
                       "--federates", "300", "--hosts", "ws1,10.0.0.2,fd00::3", "--first-port",
                       "7000", "--name", "exercise", "--output", "x.yaml"});
  ASSERT_TRUE(options) << options.error().text;
  EXPECT_EQ(options->shape, Shape::tree_of_meshes);
  EXPECT_EQ(options->parts, 5u);
  EXPECT_EQ(options->fan_out, 2u);
  EXPECT_EQ(options->federates, 300u);
  EXPECT_EQ(options->hosts, (std::vector<std::string>{"ws1", "10.0.0.2", "fd00::3"}));
  EXPECT_EQ(options->first_port, 7000);
  EXPECT_EQ(options->name, "exercise");
  EXPECT_EQ(options->output, "x.yaml");
}

TEST(MakeOptions, MakeAboutAsManyPartsAsEachHasRouters) {
  EXPECT_EQ(make_options_of({"mesh-of-trees", "--routers", "9"})->parts, 3u);
  EXPECT_EQ(make_options_of({"tree-of-meshes", "--routers", "1"})->parts, 1u);
  EXPECT_EQ(make_options_of({"mesh-of-trees", "--routers", "1000"})->parts, 32u);
}

TEST(MakeOptions, RefuseNumbersThatCannotBeMeant) {
  EXPECT_EQ(refusal_of({"tree"}),
            "the number of routers is missing; give --routers N (`rtimesh make --help` shows all "
            "options)");
  EXPECT_EQ(refusal_of({"tree", "--routers", "0"}),
            "--routers needs a number from 1 to 1000, not \"0\"");
  EXPECT_EQ(refusal_of({"tree", "--routers", "1001"}),
            "--routers needs a number from 1 to 1000, not \"1001\"");
  EXPECT_EQ(refusal_of({"tree", "--routers", "7x"}),
            "--routers needs a number from 1 to 1000, not \"7x\"");
  EXPECT_EQ(refusal_of({"tree", "--routers", "7", "--federates", "-1"}),
            "--federates needs a number from 1 to 1000000, not \"-1\"");
  EXPECT_EQ(refusal_of({"tree", "--routers", "7", "--fan-out", "0"}),
            "--fan-out needs a number from 1 to 1000, not \"0\"");
  EXPECT_EQ(refusal_of({"mesh-of-trees", "--routers", "3", "--parts", "4"}),
            "--parts 4 needs at least as many routers; --routers is 3");
  EXPECT_EQ(refusal_of({"mesh", "--routers", "64", "--first-port", "65473"}),
            "with 64 routers on a host --first-port may be at most 65472, so that each router has "
            "a port");
  EXPECT_EQ(refusal_of({"mesh", "--routers", "64", "--first-port", "65472"}), "accepted");
  EXPECT_EQ(refusal_of({"mesh", "--routers", "1", "--first-port", "65536"}),
            "--first-port needs a number from 1 to 65535, not \"65536\"");
}

TEST(MakeOptions, RefuseWhatTheShapeDoesNotHave) {
  EXPECT_EQ(refusal_of({"tre", "--routers", "3"}),
            "there is no shape \"tre\"; did you mean \"tree\"?");
  EXPECT_EQ(refusal_of({"ring", "--routers", "3"}),
            "there is no shape \"ring\"; there are tree, mesh, mesh-of-trees or tree-of-meshes");
  EXPECT_EQ(refusal_of({"tree", "--routers", "3", "--parts", "2"}),
            "a tree has no parts; --parts is for mesh-of-trees and tree-of-meshes");
  EXPECT_EQ(refusal_of({"mesh", "--routers", "3", "--fan-out", "2"}),
            "a mesh has one level; --fan-out is for the other shapes");
}

TEST(MakeOptions, RefuseHostsAndNamesThatNoFileMayHave) {
  const auto hosts = [](const std::string& text) {
    return refusal_of({"mesh", "--routers", "2", "--hosts", text});
  };
  const std::string cure = "; write names or addresses with commas between: ws1,ws2,10.0.0.3";
  EXPECT_EQ(hosts(""), "--hosts has \"\", which is not a host" + cure);
  EXPECT_EQ(hosts("ws1,"), "--hosts has \"\", which is not a host" + cure);
  EXPECT_EQ(hosts("ws1, ws2"), "--hosts has \" ws2\", which is not a host" + cure);
  EXPECT_EQ(hosts("ws1,ws1"), "--hosts has \"ws1\" twice; remove one of the two");
  EXPECT_EQ(hosts("a,b,c"), "--hosts has 3 hosts for 2 routers; remove a host, or add routers");
  EXPECT_EQ(refusal_of({"mesh", "--routers", "2", "--name", "a b"}),
            "--name needs letters, digits, -, _ and ., not \"a b\"");
}

}  // namespace
}  // namespace triad::rtimesh
