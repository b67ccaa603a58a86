// Tests of the counts on the links of random meshes: the links that an update passes, and how
// often; the cost of interest, digests and moving regions; and the records that are not forwarded.
// Brute force computes the expected values from the members' places and interests.
#include "benchmarks/growth/grown_mesh.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "benchmarks/growth/curves.hpp"
#include "benchmarks/growth/stand_in.hpp"
#include "wire/random.hpp"

namespace triad::growth {
namespace {

using wire::Kind;
using wire::ObjectClassHandle;

constexpr std::uint32_t kClassCount = 6;

ObjectClassHandle class_at(std::uint64_t n) {
  return ObjectClassHandle(kFirstClass + static_cast<std::uint32_t>(n));
}

// A mesh with members at random routers, each interested in some classes.
class Populated {
 public:
  Populated(const Shape& shape, std::size_t members, wire::Random& random)
      : mesh(topology_of(shape), model_of(kClassCount)) {
    for (std::size_t i = 0; i < members; ++i) {
      const RouterIndex at = random.below(mesh.topology().routers.size());
      crew.push_back(std::make_unique<StandIn>(mesh, at, i == 0));
      std::vector<wire::InterestKey> wanted;
      for (std::uint32_t n = 0; n < kClassCount; ++n) {
        if (random.below(4) == 0) wanted.push_back(wire::interest_key(class_at(n)));
      }
      crew.back()->add_interest(wanted);
      wants.emplace_back(wanted.begin(), wanted.end());
    }
  }

  // Returns the routers from this one to the RTIG's, including both.
  std::vector<RouterIndex> way_up(RouterIndex at) const {
    std::vector<RouterIndex> way{at};
    while (const auto next = mesh.above(way.back())) way.push_back(*next);
    return way;
  }
  // Returns the index of the link between two routers.
  std::size_t link_between(RouterIndex a, RouterIndex b) const {
    const auto& links = mesh.links();
    for (std::size_t i = 0; i < links.size(); ++i) {
      if (std::set{links[i].lower, links[i].upper} == std::set{a, b}) return i;
    }
    return links.size();
  }
  // Returns the links on the path of receive-order data between two routers.
  std::set<std::size_t> way(RouterIndex from, RouterIndex to) const {
    std::vector<RouterIndex> up = way_up(from);
    std::vector<RouterIndex> down = way_up(to);
    RouterIndex above = up.back();
    while (!up.empty() && !down.empty() && up.back() == down.back()) {
      above = up.back();
      up.pop_back();
      down.pop_back();
    }
    const bool peers =
        !up.empty() && !down.empty() && link_between(up.back(), down.back()) < mesh.links().size();
    if (!peers && !up.empty()) up.push_back(above);
    if (!peers && !down.empty()) down.push_back(above);
    std::set<std::size_t> links;
    for (const auto* const part : {&up, &down}) {
      for (std::size_t i = 0; i + 1 < part->size(); ++i) {
        links.insert(link_between((*part)[i], (*part)[i + 1]));
      }
    }
    if (peers) links.insert(link_between(up.back(), down.back()));
    return links;
  }
  bool is_behind(RouterIndex at, RouterIndex router) const {
    const auto way = way_up(at);
    return std::ranges::find(way, router) != way.end();
  }
  std::size_t members_behind(RouterIndex router) const {
    return static_cast<std::size_t>(std::ranges::count_if(
        crew, [&](const auto& member) { return is_behind(member->router(), router); }));
  }
  std::string faults() const {
    std::string all;
    for (const std::string& fault : mesh.faults()) all += fault + "\n";
    for (const auto& member : crew) {
      for (const std::string& fault : member->faults()) all += fault + "\n";
    }
    return all;
  }

  GrownMesh mesh;
  std::vector<std::unique_ptr<StandIn>> crew;
  std::vector<std::set<wire::InterestKey>> wants;
};

std::uint64_t frames_of(const CountedLink& link, Kind kind) {
  return link.up.of(kind).frames + link.down.of(kind).frames;
}

class GrownMeshes : public ::testing::TestWithParam<rtimesh::Shape> {};

TEST_P(GrownMeshes, AnUpdatePassesEachLinkToSomebodyWhoWantsItOnceAndNoOther) {
  wire::Random random(static_cast<std::uint64_t>(GetParam()) + 1);
  for (int run = 0; run < 6; ++run) {
    const Shape shape{GetParam(), 4 + random.below(20), 2 + random.below(3)};
    Populated is(shape, 10, random);
    for (int i = 0; i < 20; ++i) {
      const std::size_t by = random.below(is.crew.size());
      const ObjectClassHandle object_class = class_at(random.below(kClassCount));
      is.mesh.begin_counting();
      for (const auto& member : is.crew) member->begin_counting();
      is.crew[by]->update(object_class, wire::ObjectHandle(1));
      is.mesh.settle();
      std::set<std::size_t> expected;
      for (std::size_t to = 0; to < is.crew.size(); ++to) {
        const bool wants = to != by && is.wants[to].contains(wire::interest_key(object_class));
        ASSERT_EQ(is.crew[to]->updates_received(), wants ? 1u : 0u);
        if (!wants) continue;
        expected.merge(is.way(is.crew[by]->router(), is.crew[to]->router()));
      }
      for (std::size_t link = 0; link < is.mesh.links().size(); ++link) {
        const CountedLink& counted = is.mesh.links()[link];
        const Kind kind = counted.between_peers ? Kind::PeerData : Kind::UpdateAttributeValues;
        ASSERT_EQ(frames_of(counted, kind), expected.contains(link) ? 1u : 0u)
            << "link " << link << " of run " << run;
      }
    }
    ASSERT_EQ(is.faults(), "");
  }
}

TEST_P(GrownMeshes, ARoutersTableHasThoseBehindItAndTheRtigsHasAll) {
  wire::Random random(7);
  Populated is({GetParam(), 20, 3}, 30, random);
  for (RouterIndex at = 0; at < is.mesh.topology().routers.size(); ++at) {
    EXPECT_EQ(is.mesh.clients_at(at), is.members_behind(at)) << is.mesh.topology().routers[at].name;
  }
  EXPECT_EQ(is.mesh.federation()->members().size(), 30u);
  EXPECT_EQ(is.faults(), "");
}

INSTANTIATE_TEST_SUITE_P(Shapes, GrownMeshes,
                         ::testing::Values(rtimesh::Shape::tree, rtimesh::Shape::mesh,
                                           rtimesh::Shape::mesh_of_trees,
                                           rtimesh::Shape::tree_of_meshes));

class GrownTree : public ::testing::Test {
 protected:
  GrownTree() {
    for (const RouterIndex leaf : is.mesh.leaves()) {
      is.crew.push_back(std::make_unique<StandIn>(is.mesh, leaf, is.crew.empty()));
    }
  }
  std::uint64_t frames_of_all(Kind kind) const {
    std::uint64_t frames = 0;
    for (const CountedLink& link : is.mesh.links()) frames += frames_of(link, kind);
    return frames;
  }

  wire::Random random{1};
  Populated is{{rtimesh::Shape::tree, 40, 3}, 0, random};
};

// The member that states an interest receives no record about it, and neither do the routers on its
// path to the RTIG.
TEST_F(GrownTree, AKeyIsOneWordAndOneAnswerByEachLinkThatIsNotOnItsWayUp) {
  StandIn& states = *is.crew.back();
  is.mesh.begin_counting();
  states.begin_counting();
  states.add_interest({wire::interest_key(class_at(0))});
  EXPECT_EQ(states.statements_settled(), 1u);
  const auto way = is.way_up(states.router());
  for (const CountedLink& link : is.mesh.links()) {
    const bool on_way = std::ranges::find(way, link.lower) != way.end();
    EXPECT_EQ(link.down.of(Kind::OutsideInterest).frames, on_way ? 0u : 1u);
    EXPECT_EQ(link.up.of(Kind::OutsideInterestTaken).frames, on_way ? 0u : 1u);
    EXPECT_EQ(link.up.of(Kind::InterestChanged).frames, on_way ? 1u : 0u);
    EXPECT_LE(link.frames(), 3u);
  }
  EXPECT_EQ(is.faults(), "");
}

TEST_F(GrownTree, DigestsAreOneByEachLinkWhereSomethingHasChangedAndNoneWhereNothingHas) {
  is.mesh.send_digests();
  is.mesh.begin_counting();
  is.mesh.send_digests();
  EXPECT_EQ(frames_of_all(Kind::OutsideInterestDigest), 0u);
  EXPECT_EQ(frames_of_all(Kind::ClientInterestDigests), 0u);
  for (std::uint32_t n = 0; n < kClassCount; ++n)
    is.crew.back()->add_interest({wire::interest_key(class_at(n))});
  is.mesh.begin_counting();
  is.mesh.send_digests();
  const auto way = is.way_up(is.crew.back()->router());
  for (const CountedLink& link : is.mesh.links()) {
    const bool on_way = std::ranges::find(way, link.lower) != way.end();
    EXPECT_EQ(link.down.of(Kind::OutsideInterestDigest).frames, on_way ? 0u : 1u);
    EXPECT_EQ(link.up.of(Kind::ClientInterestDigests).frames, on_way ? 1u : 0u);
    EXPECT_EQ(link.frames(), 1u);
  }
  EXPECT_EQ(is.faults(), "");
}

// Each member also receives it once.
TEST_F(GrownTree, ARegionThatMovesIsToldOnceByEachLink) {
  StandIn& moves = *is.crew.back();
  moves.create_region(square(0, 0, 100));
  moves.subscribe_in_region(class_at(0));
  is.mesh.begin_counting();
  for (const auto& member : is.crew) member->begin_counting();
  for (std::uint64_t i = 1; i <= 10; ++i) moves.move_region(square(1000 * i, 0, 100));
  for (const auto& member : is.crew) EXPECT_EQ(member->region_words_received(), 10u);
  const auto way = is.way_up(moves.router());
  for (const CountedLink& link : is.mesh.links()) {
    const bool on_way = std::ranges::find(way, link.lower) != way.end();
    EXPECT_EQ(link.down.of(Kind::NotifyAboutRegionModification).frames, 10u);
    EXPECT_EQ(link.up.of(Kind::NotifyAboutRegionModification).frames, on_way ? 10u : 0u);
    // New cells, and cells left.
    EXPECT_LE(link.down.of(Kind::OutsideInterest).frames, on_way ? 0u : 20u);
    EXPECT_EQ(link.down.of(Kind::OutsideInterest).frames,
              link.up.of(Kind::OutsideInterestTaken).frames);
  }
  EXPECT_EQ(is.mesh.federation()->regions().size(), 1u);
  EXPECT_EQ(is.faults(), "");
}

TEST_F(GrownTree, ObjectsAreKeptAtTheRtigAndByNoOtherRouter) {
  constexpr std::uint32_t kObjects = 5'000;
  StandIn& registers = *is.crew.front();
  registers.publish(class_at(0));
  registers.register_objects(class_at(0), 1);
  std::vector<std::int64_t> before;
  const std::size_t routers = is.mesh.topology().routers.size();
  for (RouterIndex at = 0; at < routers; ++at) before.push_back(is.mesh.memory_of(at));
  registers.register_objects(class_at(0), kObjects);
  EXPECT_EQ(is.mesh.federation()->objects().size(), kObjects + 1);
  for (RouterIndex at = 0; at < routers; ++at) {
    const std::int64_t grown = is.mesh.memory_of(at) - before[at];
    if (at == is.mesh.topology().rtig) {
      EXPECT_GT(grown, 50 * std::int64_t{kObjects});
    } else {
      EXPECT_LT(grown, std::int64_t{kObjects});
    }
  }
  EXPECT_EQ(is.faults(), "");
}

}  // namespace
}  // namespace triad::growth
