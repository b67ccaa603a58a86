// Records that routers of an overlay pass on and accept, even if one of the routers is faulty.
#include "router/relaying.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <memory>

#include "overlay/relay_paths.hpp"
#include "wire/random.hpp"

namespace triad::router {

namespace {

using overlay::Place;
using overlay::Places;

constexpr std::string_view kFederationOfTest = "Hello";
constexpr std::size_t kEndless = 10'000;

// All routers of an overlay. Each is linked to all others.
class AllRelays {
 public:
  AllRelays(std::size_t places, bool is_signed,
            std::map<std::string, Places, std::less<>> senders = {})
      : received(places) {
    for (Place at = 0; at < places; ++at) keys.push_back(overlay::PrivateKey::generate());
    for (Place at = 0; at < places; ++at) {
      Relaying::Setup setup{.own = at, .senders = senders};
      for (Place other = 0; other < places; ++other) {
        setup.names.push_back("router" + std::to_string(other));
        setup.peers.push_back(other == at ? std::nullopt : std::optional(index(at, other)));
        if (is_signed) setup.keys.push_back(keys[other].public_key());
      }
      if (is_signed) setup.key = keys[at];
      relays.push_back(std::make_unique<Relaying>(
          std::move(setup),
          [this](const std::string& line, std::uint64_t) { lines.push_back(line); }));
      for (Place other = 0; other < places; ++other) {
        if (other != at) relays[at]->set_peer_up(index(at, other), true);
      }
    }
  }
  // Returns the peer index of `other` at router `of`.
  static PeerIndex index(Place of, Place other) { return other < of ? other : other - 1u; }
  static Place place(Place of, PeerIndex peer) {
    return static_cast<Place>(peer < of ? peer : peer + 1);
  }

  void use(const overlay::Paths& paths) {
    for (const auto& one : relays) one->prepare(paths);
    for (const auto& one : relays) one->use(paths.version);
  }
  // Sends a record. Returns the receivers that it reaches by relays; the others need it directly.
  Places send(Place source, const Places& receivers) {
    std::vector<PeerIndex> to;
    const Places relayed = relays[source]->split(receivers, to);
    if (relayed.none()) return relayed;
    wire::PeerRelayed word;
    word.number = relays[source]->next_number();
    word.federation = kFederationOfTest;
    word.record = content;
    const wire::Bytes sealed = relays[source]->sealed(word, relayed, wire::kBestEffort);
    last.assign(sealed.begin(), sealed.end());
    for (const PeerIndex relay : to) carry(source, place(source, relay), last);
    settle();
    return relayed;
  }
  void carry(Place from, Place to, wire::Buffer word) {
    under_way.push_back({from, to, std::move(word)});
  }
  void settle() {
    for (std::size_t steps = 0; !under_way.empty(); ++steps) {
      ASSERT_LT(steps, kEndless) << "it does not come to an end";
      const Carried next = std::move(under_way.front());
      under_way.pop_front();
      const auto record = wire::parse_record(next.word);
      const auto word = wire::decode<wire::PeerRelayed>(record->payload);
      const auto verdict = relays[next.to]->judge(index(next.to, next.from), *word, *record);
      if (verdict.fault) {
        faults.push_back(*verdict.fault);
        continue;
      }
      if (verdict.deliver) ++received[next.to];
      if (verdict.not_passed) {
        const Place source = place(next.to, *verdict.not_passed);
        relays[source]->note_not_passed(index(source, next.to), word->paths);
      }
      for (const PeerIndex child : verdict.pass_on)
        carry(next.to, place(next.to, child), next.word);
    }
  }
  Relaying& at(Place one) { return *relays[one]; }

  struct Carried {
    Place from = 0;
    Place to = 0;
    wire::Buffer word;
  };
  std::vector<overlay::PrivateKey> keys;
  std::vector<std::unique_ptr<Relaying>> relays;
  std::deque<Carried> under_way;
  std::vector<int> received;
  std::vector<std::string> lines;
  std::vector<std::string> faults;
  wire::Buffer last;
  const wire::Buffer content = wire::Buffer(100);
};

// Returns trees in which each source's records go 0 -> 1 -> 2 -> ... from that source.
overlay::Paths chain(std::size_t places, std::uint64_t version) {
  overlay::Paths paths{version, places, {}};
  for (std::size_t source = 0; source < places; ++source) {
    for (std::size_t at = 0; at < places; ++at) {
      const std::size_t before = (at + places - 1) % places;
      paths.parents.push_back(static_cast<Place>(at == source ? source : before));
    }
  }
  return paths;
}

// Returns random trees. Each place is below a place that was added before it.
overlay::Paths any_trees(std::size_t places, wire::Random& random) {
  overlay::Paths paths{1, places, std::vector<Place>(places * places)};
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
  for (Place at = 0; at < places; ++at) all.set(at, at != source);
  return all;
}

}  // namespace

TEST(Relays, BringARecordToEachReceiverOnceAndToNobodyElse) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    wire::Random random(seed);
    const std::size_t places = 3 + random.below(20);
    AllRelays all(places, false);
    overlay::Delays delays(places);
    Places members;
    for (Place a = 0; a < places; ++a) {
      members.set(a);
      for (Place b = 0; b < a; ++b) {
        const auto delay = static_cast<overlay::Delay>(1 + random.below(50'000));
        delays.state(a, b, delay);
        delays.state(b, a, delay);
      }
    }
    overlay::Paths paths = overlay::find_paths(delays, members, {1 + random.below(3), 60'000});
    paths.version = seed;
    all.use(paths);
    const auto source = static_cast<Place>(random.below(places));
    Places receivers;
    for (Place at = 0; at < places; ++at) receivers.set(at, at != source && random.one_in(2));
    const Places relayed = all.send(source, receivers);
    ASSERT_EQ(relayed & ~receivers, Places()) << "seed " << seed;
    for (Place at = 0; at < places; ++at) {
      ASSERT_EQ(all.received[at], relayed.test(at) ? 1 : 0) << "seed " << seed << ", place " << at;
    }
    ASSERT_TRUE(all.faults.empty()) << all.faults.front();
  }
}

TEST(Relays, AreNotUsedForWhomeverIsNearestAlone) {
  AllRelays all(4, false);
  all.use(chain(4, 1));
  Places second;
  second.set(1);
  EXPECT_EQ(all.send(0, second), Places()) << "nobody is behind it";
  second.set(2);
  EXPECT_EQ(all.send(0, second), second);
  EXPECT_EQ(all.received, (std::vector<int>{0, 1, 1, 0}));
}

TEST(Relays, ThatAreLostAreGoneRound) {
  AllRelays all(5, false);
  all.use(chain(5, 1));
  all.at(0).set_peer_up(AllRelays::index(0, 3), false);
  EXPECT_EQ(all.send(0, all_but(5, 0)), Places(0b00110)) << "who is behind it is reached directly";
  all.at(0).set_peer_up(AllRelays::index(0, 1), false);
  EXPECT_EQ(all.send(0, all_but(5, 0)), Places());
}

// The source does not know the state of a link between two other routers.
TEST(Relays, ThatCannotPassOnSaySo) {
  AllRelays all(5, false);
  all.use(chain(5, 1));
  all.at(2).set_peer_up(AllRelays::index(2, 3), false);
  EXPECT_EQ(all.send(0, all_but(5, 0)), all_but(5, 0));
  EXPECT_EQ(all.received, (std::vector<int>{0, 1, 1, 0, 0})) << "this one is lost";
  // Without a relay for the second router, because there is no router after it.
  EXPECT_EQ(all.send(0, all_but(5, 0)), Places()) << "the next ones go directly";
}

TEST(Relays, TellASourceThatGoesByPathsThatAreForgotten) {
  AllRelays all(4, false);
  all.use(chain(4, 1));
  overlay::Paths later = chain(4, 2);
  for (const std::uint64_t version : {2u, 3u}) {
    later.version = version;
    for (Place at = 1; at < 4; ++at) {
      all.at(at).prepare(later);
      all.at(at).use(version);
    }
  }
  EXPECT_EQ(all.send(0, all_but(4, 0)), all_but(4, 0));
  EXPECT_EQ(all.received, (std::vector<int>{0, 0, 0, 0}));
  EXPECT_EQ(all.send(0, all_but(4, 0)), Places()) << "it goes directly now";
  EXPECT_EQ(all.at(1).counts().lost, 1u);
}

TEST(Relays, KnowThePathsBeforeAndThoseThatAreToCome) {
  AllRelays all(4, false);
  all.use(chain(4, 1));
  for (Place at = 1; at < 4; ++at) {
    all.at(at).prepare(chain(4, 2));
    all.at(at).use(2);
    all.at(at).prepare(chain(4, 3));
  }
  EXPECT_EQ(all.send(0, all_but(4, 0)), all_but(4, 0));
  EXPECT_EQ(all.received, (std::vector<int>{0, 1, 1, 1}));
}

// --- Faulty routers

class HostileRelay : public testing::Test {
 protected:
  HostileRelay() {
    all.use(chain(4, 1));
    (void)all.send(0, all_but(4, 0));
    good = all.last;
    all.received.assign(4, 0);
  }
  // Sends the word as if it were a record of the first router.
  void send(Place from, Place to, const wire::PeerRelayed& word) {
    wire::RecordHeader header;
    header.flags = wire::kBestEffort;
    wire::Buffer record;
    wire::encode_record(header, word, record);
    all.carry(from, to, record);
    all.settle();
  }
  wire::PeerRelayed word_of_good() const {
    return *wire::decode<wire::PeerRelayed>(wire::parse_record(good)->payload);
  }

  AllRelays all{4, true};
  wire::Buffer good;
};

TEST_F(HostileRelay, CannotSpeakForAnotherSource) {
  wire::PeerRelayed word = word_of_good();
  word.number += 1;  // the former number would count as passed on
  send(1, 2, word);
  EXPECT_EQ(all.faults, std::vector<std::string>{
                            "a record of router router0 without a valid signature of that router"});
  EXPECT_EQ(all.received, (std::vector<int>(4, 0)));
  const wire::Buffer other = wire::Buffer(64, std::byte{7});
  word.signature = other;
  send(1, 2, word);
  EXPECT_EQ(all.faults.size(), 2u);
}

TEST_F(HostileRelay, CannotNameAnotherTreeThanTheSourceHas) {
  wire::PeerRelayed word = word_of_good();
  word.paths = 77;
  send(1, 2, word);
  EXPECT_TRUE(all.at(0).version_used() == 1) << "the source has not sent that, and goes on";
  EXPECT_EQ(all.received, (std::vector<int>(4, 0)));
  EXPECT_EQ(all.send(0, all_but(4, 0)), all_but(4, 0));
}

TEST_F(HostileRelay, IsNotTheParentOfEverybody) {
  wire::PeerRelayed word = word_of_good();
  word.number += 1;
  const wire::Buffer signed_by_source = [&] {
    const wire::Bytes sealed = all.at(0).sealed(word, all_but(4, 0), wire::kBestEffort);
    return wire::Buffer(sealed.begin(), sealed.end());
  }();
  all.carry(1, 3, signed_by_source);  // which accepts it only from the router between
  all.settle();
  EXPECT_EQ(all.received, (std::vector<int>(4, 0)));
  EXPECT_EQ(all.at(3).counts().lost, 1u);
}

TEST_F(HostileRelay, CannotSayARecordAgain) {
  for (int i = 0; i < 3; ++i) all.carry(1, 2, good);
  all.settle();
  EXPECT_EQ(all.received, (std::vector<int>(4, 0)));
  EXPECT_EQ(all.at(2).counts().late, 3u);
  EXPECT_TRUE(all.faults.empty());
}

TEST_F(HostileRelay, CannotNameWhoIsNotThereNorSendWithoutBounds) {
  wire::PeerRelayed word = word_of_good();
  word.source = 9;
  send(1, 2, word);
  const wire::Buffer many(32);
  word = word_of_good();
  word.to = many;
  send(1, 2, word);
  word = word_of_good();
  word.source = 2;  // the receiver itself
  send(1, 2, word);
  const wire::Buffer much(kRelayedBytesMax + 1);
  word = word_of_good();
  word.record = much;
  send(1, 2, word);
  EXPECT_EQ(all.faults.size(), 4u);
  EXPECT_EQ(all.received, (std::vector<int>(4, 0)));
}

// Different trees at each router, from a faulty registry.
TEST(Relays, ComeToAnEndWhateverPathsTheyWereTold) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    wire::Random random(seed);
    const std::size_t places = 3 + random.below(6);
    AllRelays all(places, false);
    for (Place at = 0; at < places; ++at) {
      all.at(at).prepare(any_trees(places, random));
      all.at(at).use(1);
    }
    for (Place source = 0; source < places; ++source)
      (void)all.send(source, all_but(places, source));
    for (const int times : all.received) ASSERT_LE(times, static_cast<int>(places)) << seed;
  }
}

TEST(Relays, RefuseWhoMayNotSendInTheGroup) {
  Places senders;
  senders.set(1);
  AllRelays all(4, true, {{std::string(kFederationOfTest), senders}});
  all.use(chain(4, 1));
  EXPECT_FALSE(all.at(0).may_send(kFederationOfTest));
  EXPECT_TRUE(all.at(0).may_send("Other"));
  EXPECT_TRUE(all.at(0).may_send(kFederationOfTest, AllRelays::index(0, 1)));
  (void)all.send(0, all_but(4, 0));  // a sender that ignores its own limit
  EXPECT_EQ(all.received, (std::vector<int>(4, 0)));
  EXPECT_EQ(all.lines, std::vector<std::string>{
                           "best effort in federation 'Hello' from router router0 is refused: the "
                           "mesh's file does not name it among its senders"});
  EXPECT_EQ(all.at(1).counts().refused, 1u);
  (void)all.send(1, all_but(4, 1));
  EXPECT_EQ(all.received, (std::vector<int>{1, 0, 1, 1}));
}

}  // namespace triad::router
