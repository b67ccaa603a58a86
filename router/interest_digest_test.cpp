// Digests at the two ends of a link between routers: equal while both ends have the same interest,
// in any order of statements, and different as soon as one end has missed a statement.
#include "router/interest_digest.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <vector>

#include "router/router.hpp"
#include "router/test_order.hpp"
#include "router/test_outlets.hpp"
#include "wire/random.hpp"

namespace triad::router {
namespace {

constexpr wire::InterestKey kAlwaysGiven = 7;
constexpr std::uint32_t kMembers = 4;

TEST(InterestDigest, DoesNotHangOnTheOrderAndDoesOnWhatThereIs) {
  const wire::InterestEntry entry{3, 6, 2, {3, 9}};
  EXPECT_EQ(digest_of(entry), digest_of({3, 6, 2, {9, 3}}));
  std::set<InterestDigest> different{0};
  for (const wire::InterestEntry& one :
       {entry, {3, 6, 2, {3}}, {3, 6, 4, {3, 9}}, {3, 7, 2, {3, 9}}, {4, 6, 2, {3, 9}}}) {
    EXPECT_TRUE(different.insert(digest_of(one)).second);
  }
  EXPECT_TRUE(different.insert(digest_of(3, 4)).second);
  EXPECT_TRUE(different.insert(digest_of(3, 12)).second);
  EXPECT_TRUE(different.insert(digest_of(4, 4)).second);
}

TEST(InterestDigest, IsOfWhatARouterKeepsTrackOf) {
  EXPECT_EQ(digest_of({records::kLocalKeysEnd, 1, 1, {}}), 0u);
  EXPECT_EQ(digest_of(records::kLocalKeysEnd, 4), 0u);
  EXPECT_EQ(digest_of({3, 0, 0, {}}), 0u) << "nothing is wanted";
  EXPECT_EQ(digest_of({3, 6, 2, {3, records::kLocalKeysEnd}}), digest_of({3, 6, 6, {3}}))
      << "of a set that it does not know all cells count";
}

// Two routers. The router above has members 1 to 4 at its own links, and members 5 to 8 behind the
// router below.
class BothEnds : private TestOutlets, private InterestExchange::Host {
 public:
  explicit BothEnds(std::uint64_t seed) : random_(seed) {
    above_.add_authority_interest(kAlwaysGiven);
    for (std::uint32_t member = 1; member <= 2 * kMembers; ++member) add_member(member);
    above_.end_turn();
  }

  void make_random_change() {
    const auto member = static_cast<std::uint32_t>(1 + random_.below(2 * kMembers));
    switch (random_.below(8)) {
      case 0:
        remove_member(member);
        add_member(member);
        return above_.end_turn();
      case 1:
        return restate(member);
      default:
        return state(member, random_change(member));
    }
  }
  // Runs `happens` without delivery of its words to the router below.
  template <class Happens>
  void run_without_delivery(Happens&& happens) {
    misses_ = true;
    happens();
    misses_ = false;
  }
  // Returns whether the digests agree: of the interest outside, and of each member behind the
  // router below.
  bool have_same_outside() {
    above_.interest().send_digests();
    return !digest_ || below_.receive_digest_from_upper(*std::exchange(digest_, {}));
  }
  bool have_same_members() {
    bool agree = true;
    for (const auto& [member, digest] : below_.collect_member_digests()) {
      agree = above_.interest().agrees(member, digest) && agree;
    }
    return agree;
  }
  void state_unique_outside() { state(1, {false, {{3, 1u << 20, 1u << 20, {}}}, {}}); }
  void state_unique_below() { state(kMembers + 1, {false, {{3, 1u << 20, 1u << 20, {}}}, {}}); }
  void remove_unique_below() { state(kMembers + 1, {false, {{3, 0, 0, {}}}, {}}); }
  void repair() {
    above_.interest().receive_doubt_from_router(kBelow);
    above_.end_turn();
  }
  void restate_all() { restate(kMembers + 1); }

 private:
  static constexpr LinkId kBelow{100};
  static bool is_below(std::uint32_t member) { return member > kMembers; }

  void add_member(std::uint32_t member) {
    above_.attach(FederateHandle(member),
                  {.link = LinkId{member}, .via = is_below(member) ? kBelow : LinkId{}});
    if (is_below(member)) below_.add_member(FederateHandle(member), {});
  }
  void remove_member(std::uint32_t member) {
    above_.detach(FederateHandle(member));
    if (is_below(member)) below_.remove_member(FederateHandle(member));
    stated_cells_[member].clear();
  }
  void state(std::uint32_t member, const wire::InterestChanged& changed) {
    wire::RecordHeader header;
    header.sender = member;
    header.position = ++position_;
    wire::Buffer frame;
    if (is_below(member)) {
      wire::encode_record(header, misses_ ? wire::InterestChanged() : changed, frame);
      EXPECT_EQ(below_.receive_statement_from_member(FederateHandle(member), LinkId{member},
                                                     *wire::parse_record(frame)),
                Fault());
      frame.clear();
    }
    wire::encode_record(header, changed, frame);
    EXPECT_EQ(above_.receive_from_member(FederateHandle(member), *wire::parse_record(frame)).fault,
              Fault());
  }
  void restate(std::uint32_t member) {
    stated_cells_[member].clear();
    wire::InterestChanged all = random_change(member);
    all.replaces_earlier = true;
    state(member, all);
  }
  // Returns one of a few keys, so that several members choose the same. Some keys are too high for
  // the router below.
  wire::InterestKey random_key() {
    return static_cast<wire::InterestKey>(
        random_.one_in(5) ? records::kLocalKeysEnd + 1 + random_.below(3) : 1 + random_.below(9));
  }
  wire::InterestChanged random_change(std::uint32_t member) {
    wire::InterestChanged changed;
    const wire::InterestMask mask = random_.below(4);
    wire::InterestEntry entry{random_key(), mask, mask & random_.below(4), {}};
    for (std::uint64_t i = random_.below(3); i > 0 && mask != 0; --i) {
      entry.cell_sets.push_back(random_key());
    }
    changed.entries.push_back(entry);
    wire::CellsChanged set{random_key(), {4 + 8 * random_.below(3)}, {}};
    auto& cells = stated_cells_[member];
    if (!cells.empty() && random_.one_in(2)) {
      changed.cells.push_back({cells.back().first, {}, {cells.back().second}});
      cells.pop_back();
    }
    cells.emplace_back(set.set, set.added.front());
    changed.cells.push_back(std::move(set));
    return changed;
  }

  // --- Words of the router above arrive at the router below at once.
  std::string_view federation() const override { return "X"; }
  std::uint64_t new_number() override { return ++rounds_; }
  bool send_to_router(LinkId, wire::Bytes word) override {
    const auto record = wire::parse_record(word);
    if (record->header.message_kind() == wire::Kind::OutsideInterestDigest) {
      digest_ = wire::decode<wire::OutsideInterestDigest>(record->payload)->digest;
    } else if (!misses_) {
      below_.receive_statement_from_upper(*wire::decode<wire::OutsideInterest>(record->payload));
    }
    return true;
  }
  void send_word_up(wire::Bytes) override {}
  void answer_member(FederateHandle, wire::Position, InterestExchange::Answer,
                     wire::Bytes) override {}

  wire::Random random_;
  NoOrder order_;
  Router above_{*this, order_, {{}, {records::kLocalKeysEnd + 10, 4000}}};
  InterestExchange below_{
      *this, InterestExchange::Place::below_root, {.keys_end = records::kLocalKeysEnd}};
  std::map<std::uint32_t, std::vector<std::pair<wire::InterestKey, wire::Cell>>> stated_cells_;
  std::optional<InterestDigest> digest_;
  wire::Position position_ = 0;
  std::uint64_t rounds_ = 0;
  bool misses_ = false;
};

class InterestDigests : public testing::TestWithParam<std::uint64_t> {};

TEST_P(InterestDigests, AgreeWhateverIsStatedAndInWhicheverOrder) {
  BothEnds ends(GetParam());
  for (int i = 0; i < 200; ++i) {
    ends.make_random_change();
    ASSERT_TRUE(ends.have_same_outside()) << i;
    ASSERT_TRUE(ends.have_same_members()) << i;
  }
}

TEST_P(InterestDigests, DifferWhereSomethingWasMissedUntilAllIsToldAnew) {
  BothEnds ends(GetParam());
  for (int i = 0; i < 20; ++i) ends.make_random_change();
  ASSERT_TRUE(ends.have_same_outside());
  ends.run_without_delivery([&] { ends.state_unique_outside(); });
  ends.make_random_change();
  EXPECT_FALSE(ends.have_same_outside());
  ends.repair();
  EXPECT_TRUE(ends.have_same_outside());

  ends.state_unique_below();
  ASSERT_TRUE(ends.have_same_members());
  ends.run_without_delivery([&] { ends.remove_unique_below(); });
  EXPECT_FALSE(ends.have_same_members());
  ends.restate_all();
  EXPECT_TRUE(ends.have_same_members());
}

INSTANTIATE_TEST_SUITE_P(Seeds, InterestDigests, testing::Range<std::uint64_t>(1, 6));

}  // namespace
}  // namespace triad::router
