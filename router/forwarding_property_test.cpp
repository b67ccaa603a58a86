// Compares the Router with brute force, for random members, links and fabrics, random interest and
// random records. Each record goes exactly once to each member that wants it, by its link or on the
// fabric, unless the member reads it on the fabric itself. It goes to no other member.
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "router/router.hpp"
#include "router/test_order.hpp"

namespace triad::router {
namespace {

// Counts the records for each receiver.
class Counts final : public Outlets {
 public:
  void send_record(LinkId to, wire::Bytes) override { ++by_link[to.value]; }
  void publish(wire::FederateHandle wakes, wire::Bytes frame) override {
    if (wire::parse_record(frame)->header.message_kind() != wire::Kind::SendInteraction) return;
    ++published;
    woken.insert(wakes.value);
  }
  void wake(wire::FederateHandle member) override { woken.insert(member.value); }
  std::chrono::milliseconds now() const override { return {}; }

  std::map<std::uint64_t, int> by_link;
  int published = 0;
  std::set<std::uint32_t> woken;
};

class Property {
 public:
  explicit Property(std::uint64_t seed) : random_(seed) {}

  void run() {
    for (int step = 0; step < 300; ++step) {
      const std::uint32_t what = below(10);
      if (what == 0) {
        add_or_remove_member(1 + below(kMembers));
      } else if (what < 3) {
        change_interest(1 + below(kMembers), 1 + below(kKeys));
      } else if (!members_.empty()) {
        send();
        if (testing::Test::HasFailure()) return;
      }
    }
  }

 private:
  static constexpr std::uint32_t kMembers = 12;
  static constexpr std::uint32_t kKeys = 4;
  struct Wish {
    wire::InterestMask mask = 0;
    wire::InterestMask mask_without_region = 0;
    std::map<wire::Cell, int> cells;
  };

  std::uint32_t below(std::uint32_t end) {
    return std::uniform_int_distribution<std::uint32_t>(0, end - 1)(random_);
  }
  wire::InterestMask some_mask() { return 1 + below(15); }
  // Returns a cell of level 0 or 1. A cell of level 1 has four of level 0, with numbers around its
  // own.
  wire::Cell some_cell() { return below(2) == 0 ? 2 * below(16) + 1 : 8 * below(4) + 4; }
  static bool overlap(wire::Cell a, wire::Cell b) {
    const auto first = [](wire::Cell cell) { return cell % 2 == 1 ? cell : cell - 3; };
    const auto last = [](wire::Cell cell) { return cell % 2 == 1 ? cell : cell + 3; };
    return first(a) <= last(b) && first(b) <= last(a);
  }

  void add_or_remove_member(std::uint32_t number) {
    const FederateHandle member(number);
    if (members_.erase(number) > 0) {
      router_.detach(member);
      std::erase_if(wishes_, [&](const auto& wish) { return wish.first.first == number; });
      return;
    }
    const bool on_fabric = below(2) == 0;
    members_[number] = on_fabric;
    positions_[number] = 0;
    router_.attach(member, {.link = LinkId{number}, .on_fabric = on_fabric});
  }

  void change_interest(std::uint32_t number, wire::InterestKey key) {
    if (!members_.contains(number)) return;
    Wish& wish = wishes_[{number, key}];
    wire::InterestChanged changed;
    wire::CellsChanged& cells = changed.cells.emplace_back(wire::CellsChanged{key, {}, {}});
    if (below(4) == 0) {
      for (const auto& [cell, count] : wish.cells) {
        for (int i = 0; i < count; ++i) cells.removed.push_back(cell);
      }
      wish = {};
      changed.entries.push_back({key, 0, 0, {}});
      return state(number, changed);
    }
    wish.mask = some_mask();
    wish.mask_without_region = below(2) == 0 ? wish.mask & some_mask() : 0;
    cells.added.push_back(some_cell());
    ++wish.cells[cells.added.front()];
    changed.entries.push_back({key, wish.mask, wish.mask_without_region, {key}});
    state(number, changed);
  }

  void state(std::uint32_t number, const wire::InterestChanged& changed) {
    wire::RecordHeader header;
    header.sender = number;
    header.position = ++positions_[number];
    wire::Buffer frame;
    wire::encode_record(header, changed, frame);
    const Router::ReceiveResult taken =
        router_.receive_from_member(FederateHandle(number), *wire::parse_record(frame));
    EXPECT_FALSE(taken.fault) << *taken.fault;
  }

  bool is_interested(std::uint32_t number, const wire::Interest& of) const {
    const auto at = wishes_.find({number, of.key});
    if (at == wishes_.end()) return false;
    const Wish& wish = at->second;
    if ((wish.mask & of.mask) == 0) return false;
    if (of.cells.empty() || (wish.mask_without_region & of.mask) != 0) return true;
    for (const wire::Cell cell : of.cells) {
      for (const auto& [own, count] : wish.cells) {
        if (overlap(own, cell)) return true;
      }
    }
    return false;
  }

  void send() {
    const auto by = std::next(members_.begin(), below(static_cast<std::uint32_t>(members_.size())));
    wire::Interest of{1 + below(kKeys), some_mask(), {}};
    for (std::uint32_t i = below(3); i > 0; --i) of.cells.push_back(some_cell());
    wire::RecordHeader header;
    header.sender = by->first;
    header.position = ++positions_[by->first];
    header.interest_key = of.key;
    header.interest_mask = of.mask;
    wire::Buffer frame;
    wire::encode_record(header, wire::SendInteraction{}, frame, nullptr, of.cells);
    outlets_ = {};
    const auto record = *wire::parse_record(frame);
    const bool wanted = router_.needs_record(FederateHandle(by->first), record);
    const Router::ReceiveResult taken =
        router_.receive_from_member(FederateHandle(by->first), record);
    EXPECT_FALSE(taken.fault) << *taken.fault;
    check_receivers(by->first, of, wanted);
  }

  void check_receivers(std::uint32_t by, const wire::Interest& of, bool wanted) {
    std::set<std::uint32_t> on_fabric;
    bool at_links = false;
    for (const auto& [number, shares] : members_) {
      const bool due = number != by && is_interested(number, of) && !(shares && members_.at(by));
      if (due && shares) on_fabric.insert(number);
      at_links = at_links || (due && !shares);
      EXPECT_EQ(outlets_.by_link[number], due && !shares ? 1 : 0) << "member " << number;
    }
    EXPECT_EQ(outlets_.published, on_fabric.empty() ? 0 : 1);
    EXPECT_EQ(outlets_.woken, on_fabric);
    EXPECT_EQ(wanted, at_links || !members_.at(by)) << "a header is enough, or it is not";
  }

  std::mt19937_64 random_;
  Counts outlets_;
  NoOrder order_;
  Router router_{outlets_, order_, {{}, {}}};
  std::map<std::uint32_t, bool> members_;  // value: is on the fabric
  std::map<std::uint32_t, wire::Position> positions_;
  std::map<std::pair<std::uint32_t, wire::InterestKey>, Wish> wishes_;
};

TEST(RouterProperty, EachRecordGoesOnceToEachWhoWantsIt) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    Property(seed).run();
    if (testing::Test::HasFailure()) FAIL() << "seed " << seed;
  }
}

}  // namespace
}  // namespace triad::router
