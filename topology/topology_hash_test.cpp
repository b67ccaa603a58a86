// Tests of the hash with which routers check that they have the same mesh.
#include "topology/topology_hash.hpp"

#include <gtest/gtest.h>

#include <string>

#include "topology/read_topology.hpp"

namespace triad::topology {
namespace {

Topology mesh_of(const std::string& text) {
  auto topology = read_topology(text, "f");
  if (topology) return *std::move(topology);
  ADD_FAILURE() << topology.error().front().text();
  Topology none;
  none.routers.resize(1);
  return none;
}

const std::string kMesh =
    "rtig: a\n"
    "groups:\n"
    "  - {name: g, head: a, routers: [{name: a, host: h, listen: tcp://h:1}]}\n";

// The examples of FIPS 180-2, and the empty text.
TEST(TopologyHash, IsSha256) {
  EXPECT_EQ(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(sha256(std::string(1'000'000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(TopologyHash, IsOfTheCanonicalText) {
  const Topology mesh = mesh_of(kMesh);
  EXPECT_EQ(topology_hash(mesh), sha256(canonical_text(mesh)));
  EXPECT_EQ(topology_hash(mesh_of("# the same\n" + kMesh)), topology_hash(mesh));
  EXPECT_NE(topology_hash(mesh_of("name: other\n" + kMesh)), topology_hash(mesh));
}

// Releases with the same protocol version must compute the same hash.
TEST(TopologyHash, OfAMeshIsTheSameInEachRelease) {
  EXPECT_EQ(topology_hash(mesh_of(kMesh)),
            "107f4a93203a2b21f4fafab49123a5aec7d3479df2f7aba1089a80b8b3288dc1");
}

TEST(TopologyHash, IsShortForPeople) {
  EXPECT_EQ(short_hash(sha256("abc")), "ba7816bf8f01");
}

}  // namespace
}  // namespace triad::topology
