// Records that routers of an overlay pass on and accept, even if one of the routers is faulty.
#include "overlay/hosting/relaying.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <memory>

#include "overlay/relay_paths.hpp"
#include "wire/random.hpp"

namespace triad::overlay {

namespace {

constexpr std::string_view kFederationOfTest = "Hello";
constexpr std::size_t kEndless = 10'000;

// All routers of an overlay. Each is linked to all others.
class AllRelays {
 public:
  AllRelays(std::size_t places, bool is_signed,
            const std::map<std::string, Places, std::less<>>& senders = {})
      : received(places) {
    for (Place at = 0; at < end_of_places(places); ++at) keys.push_back(PrivateKey::generate());
    for (Place at = 0; at < end_of_places(places); ++at) {
      Relaying::Setup setup{.own_place = at, .senders = senders};
      for (Place other = 0; other < end_of_places(places); ++other) {
        setup.names.push_back("router" + std::to_string(other));
        setup.peers.push_back(other == at ? std::nullopt : std::optional(peer_index(at, other)));
        if (is_signed) setup.keys.push_back(keys[other].public_key());
      }
      if (is_signed) setup.key = keys[at];
      relays.push_back(std::make_unique<Relaying>(
          std::move(setup),
          [this](const std::string& line, std::uint64_t) { lines.push_back(line); }));
      for (Place other = 0; other < end_of_places(places); ++other) {
        if (other != at) relays[at]->set_peer_up(peer_index(at, other), true);
      }
    }
  }
  // Returns the peer index of `other` at router `of`.
  static PeerIndex peer_index(Place of, Place other) { return other < of ? other : other - 1u; }
  static Place place_of_peer(Place of, PeerIndex peer) {
    return static_cast<Place>(peer < of ? peer : peer + 1);
  }

  void use_paths(const Paths& paths) {
    for (const auto& one : relays) one->prepare_paths(paths);
    for (const auto& one : relays) one->use_paths(paths.version);
  }
  // Sends a record. Returns the receivers that it reaches by relays; the others need it directly.
  Places send_by_relays(Place source, const Places& receivers) {
    std::vector<PeerIndex> to;
    const Places relayed = relays[source]->split_receivers(receivers, to);
    if (relayed.none()) return relayed;
    wire::PeerRelayed word;
    word.number = relays[source]->next_number();
    word.federation = kFederationOfTest;
    word.record = content;
    const wire::Bytes sealed = relays[source]->seal(word, relayed, wire::kBestEffort);
    last.assign(sealed.begin(), sealed.end());
    for (const PeerIndex relay : to) deliver_word(source, place_of_peer(source, relay), last);
    settle();
    return relayed;
  }
  void deliver_word(Place from, Place to, wire::Buffer word) {
    under_way.push_back({from, to, std::move(word)});
  }
  void settle() {
    for (std::size_t steps = 0; !under_way.empty(); ++steps) {
      ASSERT_LT(steps, kEndless) << "it does not come to an end";
      const Carried next = std::move(under_way.front());
      under_way.pop_front();
      const auto record = wire::parse_record(next.word);
      const auto word = wire::decode<wire::PeerRelayed>(record->payload);
      const auto verdict =
          relays[next.to]->check_relayed(peer_index(next.to, next.from), *word, *record);
      if (verdict.fault) {
        faults.push_back(*verdict.fault);
        continue;
      }
      if (verdict.deliver_from) ++received[next.to];
      if (verdict.not_relayed_source) {
        const Place source = place_of_peer(next.to, *verdict.not_relayed_source);
        relays[source]->record_not_relayed(peer_index(source, next.to), word->paths);
      }
      for (const PeerIndex child : verdict.relay_to)
        deliver_word(next.to, place_of_peer(next.to, child), next.word);
    }
  }
  Relaying& at(Place one) { return *relays[one]; }

  struct Carried {
    Place from = 0;
    Place to = 0;
    wire::Buffer word;
  };
  std::vector<PrivateKey> keys;
  std::vector<std::unique_ptr<Relaying>> relays;
  std::deque<Carried> under_way;
  std::vector<int> received;
  std::vector<std::string> lines;
  std::vector<std::string> faults;
  wire::Buffer last;
  const wire::Buffer content = wire::Buffer(100);
};

// Returns trees in which each source's records go 0 -> 1 -> 2 -> ... from that source.
Paths chain(std::size_t places, std::uint64_t version) {
  Paths paths{version, places, {}};
  for (std::size_t source = 0; source < places; ++source) {
    for (std::size_t at = 0; at < places; ++at) {
      const std::size_t before = (at + places - 1) % places;
      paths.parents.push_back(static_cast<Place>(at == source ? source : before));
    }
  }
  return paths;
}

// Returns random trees. Each place is below a place that was added before it.
Paths any_trees(std::size_t places, wire::Random& random) {
  Paths paths{1, places, std::vector<Place>(places * places)};
  for (std::size_t source = 0; source < places; ++source) {
    std::vector<Place> there{static_cast<Place>(source)};
    paths.parents[source * places + source] = static_cast<Place>(source);
    while (there.size() < places) {
      const auto next = static_cast<Place>(random.below(places));
      if (std::ranges::find(there, next) != there.end()) continue;
      paths.parents[source * places + next] = there[random.below(there.size())];
      there.push_back(next);
    }
  }
  return paths;
}

Places all_but(std::size_t places, Place source) {
  Places all;
  for (Place at = 0; at < end_of_places(places); ++at) all.set(at, at != source);
  return all;
}

}  // namespace

TEST(Relays, BringARecordToEachReceiverOnceAndToNobodyElse) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    wire::Random random(seed);
    const std::size_t places = 3 + random.below(20);
    AllRelays all(places, false);
    Delays delays(places);
    Places members;
    for (Place a = 0; a < end_of_places(places); ++a) {
      members.set(a);
      for (Place b = 0; b < a; ++b) {
        const auto delay = static_cast<Delay>(1 + random.below(50'000));
        delays.set_stated(a, b, delay);
        delays.set_stated(b, a, delay);
      }
    }
    Paths paths = find_paths(delays, members, {1 + random.below(3), 60'000});
    paths.version = seed;
    all.use_paths(paths);
    const auto source = static_cast<Place>(random.below(places));
    Places receivers;
    for (Place at = 0; at < end_of_places(places); ++at)
      receivers.set(at, at != source && random.one_in(2));
    const Places relayed = all.send_by_relays(source, receivers);
    ASSERT_EQ(relayed & ~receivers, Places()) << "seed " << seed;
    for (Place at = 0; at < end_of_places(places); ++at) {
      ASSERT_EQ(all.received[at], relayed.test(at) ? 1 : 0) << "seed " << seed << ", place " << at;
    }
    ASSERT_TRUE(all.faults.empty()) << all.faults.front();
  }
}

TEST(Relays, AreNotUsedForWhomeverIsNearestAlone) {
  AllRelays all(4, false);
  all.use_paths(chain(4, 1));
  Places second;
  second.set(1);
  EXPECT_EQ(all.send_by_relays(0, second), Places()) << "nobody is behind it";
  second.set(2);
  EXPECT_EQ(all.send_by_relays(0, second), second);
  EXPECT_EQ(all.received, (std::vector<int>{0, 1, 1, 0}));
}

TEST(Relays, ThatAreLostAreGoneRound) {
  AllRelays all(5, false);
  all.use_paths(chain(5, 1));
  all.at(0).set_peer_up(AllRelays::peer_index(0, 3), false);
  EXPECT_EQ(all.send_by_relays(0, all_but(5, 0)), Places(0b00110))
      << "who is behind it is reached directly";
  all.at(0).set_peer_up(AllRelays::peer_index(0, 1), false);
  EXPECT_EQ(all.send_by_relays(0, all_but(5, 0)), Places());
}

// The source does not know the state of a link between two other routers.
TEST(Relays, ThatCannotPassOnSaySo) {
  AllRelays all(5, false);
  all.use_paths(chain(5, 1));
  all.at(2).set_peer_up(AllRelays::peer_index(2, 3), false);
  EXPECT_EQ(all.send_by_relays(0, all_but(5, 0)), all_but(5, 0));
  EXPECT_EQ(all.received, (std::vector<int>{0, 1, 1, 0, 0})) << "this one is lost";
  // Without a relay for the second router, because there is no router after it.
  EXPECT_EQ(all.send_by_relays(0, all_but(5, 0)), Places()) << "the next ones go directly";
}

TEST(Relays, TellASourceThatGoesByPathsThatAreForgotten) {
  AllRelays all(4, false);
  all.use_paths(chain(4, 1));
  Paths later = chain(4, 2);
  for (const std::uint64_t version : {2u, 3u}) {
    later.version = version;
    for (Place at = 1; at < 4; ++at) {
      all.at(at).prepare_paths(later);
      all.at(at).use_paths(version);
    }
  }
  EXPECT_EQ(all.send_by_relays(0, all_but(4, 0)), all_but(4, 0));
  EXPECT_EQ(all.received, (std::vector<int>{0, 0, 0, 0}));
  EXPECT_EQ(all.send_by_relays(0, all_but(4, 0)), Places()) << "it goes directly now";
  EXPECT_EQ(all.at(1).counts().lost, 1u);
}

TEST(Relays, KnowThePathsBeforeAndThoseThatAreToCome) {
  AllRelays all(4, false);
  all.use_paths(chain(4, 1));
  for (Place at = 1; at < 4; ++at) {
    all.at(at).prepare_paths(chain(4, 2));
    all.at(at).use_paths(2);
    all.at(at).prepare_paths(chain(4, 3));
  }
  EXPECT_EQ(all.send_by_relays(0, all_but(4, 0)), all_but(4, 0));
  EXPECT_EQ(all.received, (std::vector<int>{0, 1, 1, 1}));
}

// --- Faulty routers

class HostileRelay : public testing::Test {
 protected:
  HostileRelay() {
    all.use_paths(chain(4, 1));
    (void)all.send_by_relays(0, all_but(4, 0));
    good = all.last;
    all.received.assign(4, 0);
  }
  // Sends the word as if it were a record of the first router.
  void send_forged(Place from, Place to, const wire::PeerRelayed& word) {
    wire::RecordHeader header;
    header.flags = wire::kBestEffort;
    wire::Buffer record;
    wire::encode_record(header, word, record);
    all.deliver_word(from, to, record);
    all.settle();
  }
  wire::PeerRelayed decode_valid_word() const {
    return *wire::decode<wire::PeerRelayed>(wire::parse_record(good)->payload);
  }

  AllRelays all{4, true};
  wire::Buffer good;
};

TEST_F(HostileRelay, CannotSpeakForAnotherSource) {
  wire::PeerRelayed word = decode_valid_word();
  word.number += 1;  // the former number would count as passed on
  send_forged(1, 2, word);
  EXPECT_EQ(all.faults, std::vector<std::string>{
                            "a record of router router0 without a valid signature of that router"});
  EXPECT_EQ(all.received, (std::vector<int>(4, 0)));
  const wire::Buffer other = wire::Buffer(64, std::byte{7});
  word.signature = other;
  send_forged(1, 2, word);
  EXPECT_EQ(all.faults.size(), 2u);
}

TEST_F(HostileRelay, CannotNameAnotherTreeThanTheSourceHas) {
  wire::PeerRelayed word = decode_valid_word();
  word.paths = 77;
  send_forged(1, 2, word);
  EXPECT_TRUE(all.at(0).version_used() == 1) << "the source has not sent that, and goes on";
  EXPECT_EQ(all.received, (std::vector<int>(4, 0)));
  EXPECT_EQ(all.send_by_relays(0, all_but(4, 0)), all_but(4, 0));
}

TEST_F(HostileRelay, IsNotTheParentOfEverybody) {
  wire::PeerRelayed word = decode_valid_word();
  word.number += 1;
  const wire::Buffer signed_by_source = [&] {
    const wire::Bytes sealed = all.at(0).seal(word, all_but(4, 0), wire::kBestEffort);
    return wire::Buffer(sealed.begin(), sealed.end());
  }();
  all.deliver_word(1, 3, signed_by_source);  // which accepts it only from the router between
  all.settle();
  EXPECT_EQ(all.received, (std::vector<int>(4, 0)));
  EXPECT_EQ(all.at(3).counts().lost, 1u);
}

TEST_F(HostileRelay, CannotSayARecordAgain) {
  for (int i = 0; i < 3; ++i) all.deliver_word(1, 2, good);
  all.settle();
  EXPECT_EQ(all.received, (std::vector<int>(4, 0)));
  EXPECT_EQ(all.at(2).counts().late, 3u);
  EXPECT_TRUE(all.faults.empty());
}

TEST_F(HostileRelay, CannotNameWhoIsNotThereNorSendWithoutBounds) {
  wire::PeerRelayed word = decode_valid_word();
  word.source = 9;
  send_forged(1, 2, word);
  const wire::Buffer many(32);
  word = decode_valid_word();
  word.to = many;
  send_forged(1, 2, word);
  word = decode_valid_word();
  word.source = 2;  // the receiver itself
  send_forged(1, 2, word);
  const wire::Buffer much(router::BestEffortRelays::kRecordBytesMax + 1);
  word = decode_valid_word();
  word.record = much;
  send_forged(1, 2, word);
  EXPECT_EQ(all.faults.size(), 4u);
  EXPECT_EQ(all.received, (std::vector<int>(4, 0)));
}

// Different trees at each router, from a faulty registry.
TEST(Relays, ComeToAnEndWhateverPathsTheyWereTold) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    wire::Random random(seed);
    const std::size_t places = 3 + random.below(6);
    AllRelays all(places, false);
    for (Place at = 0; at < end_of_places(places); ++at) {
      all.at(at).prepare_paths(any_trees(places, random));
      all.at(at).use_paths(1);
    }
    for (Place source = 0; source < end_of_places(places); ++source)
      (void)all.send_by_relays(source, all_but(places, source));
    for (const int times : all.received) ASSERT_LE(times, static_cast<int>(places)) << seed;
  }
}

TEST(Relays, RefuseWhoMayNotSendInTheGroup) {
  Places senders;
  senders.set(1);
  AllRelays all(4, true, {{std::string(kFederationOfTest), senders}});
  all.use_paths(chain(4, 1));
  EXPECT_FALSE(all.at(0).may_send(kFederationOfTest, std::nullopt));
  EXPECT_TRUE(all.at(0).may_send("Other", std::nullopt));
  EXPECT_TRUE(all.at(0).may_send(kFederationOfTest, AllRelays::peer_index(0, 1)));
  (void)all.send_by_relays(0, all_but(4, 0));  // a sender that ignores its own limit
  EXPECT_EQ(all.received, (std::vector<int>(4, 0)));
  EXPECT_EQ(all.lines, std::vector<std::string>{
                           "best effort in federation 'Hello' from router router0 is refused: the "
                           "mesh's file does not name it among its senders"});
  EXPECT_EQ(all.at(1).counts().refused, 1u);
  (void)all.send_by_relays(1, all_but(4, 1));
  EXPECT_EQ(all.received, (std::vector<int>{1, 0, 1, 1}));
}

}  // namespace triad::overlay
