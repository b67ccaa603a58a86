#include "tests/fuzz/overlay_property.hpp"

#include <memory>

#include "overlay/hosting/relaying.hpp"
#include "overlay/test_overlay.hpp"
#include "wire/any_message.hpp"

namespace triad::test {

namespace {

using overlay::Place;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr std::size_t kPlaces = 4;
constexpr Place kHostile = 3;
constexpr int kWordsPerSeed = 40;

// Three honest routers, of which the first has the registry, and a hostile one.
class OverlayStage {
 public:
  OverlayStage() {
    net_.start_all();
    net_.run_for(seconds(8));
    const overlay::Paths paths = net_.registry()->paths();
    for (Place at = 0; at < kHostile; ++at) {
      overlay::Relaying::Setup setup;
      setup.own_place = at;
      for (Place other = 0; other < kPlaces; ++other) {
        setup.names.push_back("router" + std::to_string(other));
        setup.peers.push_back(other == at ? std::nullopt : std::optional(peer(at, other)));
        setup.keys.push_back(keys_[other].public_key());
      }
      setup.key = keys_[at];
      relays_.push_back(std::make_unique<overlay::Relaying>(
          std::move(setup), [](const std::string&, std::uint64_t) {}));
      for (Place other = 0; other < kPlaces; ++other) {
        if (other != at) relays_[at]->set_peer_up(peer(at, other), true);
      }
      relays_[at]->prepare_paths(paths);
      relays_[at]->use_paths(paths.version);
    }
  }

  // Sends a word of the hostile router. An invalid word may end that router's link and nothing
  // else.
  void send(Place to, const wire::Buffer& bytes) {
    const auto word = wire::parse_record(bytes);
    if (!word) return;
    const wire::Kind kind = word->header.message_kind();
    if (kind == wire::Kind::PeerRelayed) {
      const auto relayed = wire::decode<wire::PeerRelayed>(word->payload);
      if (!relayed) return;
      const auto verdict = relays_[to]->check_relayed(peer(to, kHostile), *relayed, *word);
      if (verdict.deliver_from && relayed->source != kHostile) delivered_forged_ = true;
    } else if (kind == wire::Kind::OverlayNotPassed) {
      const auto not_passed = wire::decode<wire::OverlayNotPassed>(word->payload);
      if (not_passed) relays_[to]->record_not_relayed(peer(to, kHostile), not_passed->version);
    } else {
      (void)net_.inject(kHostile, to, bytes);
    }
  }
  void run_for(overlay::Time time) { net_.run_for(time); }

  std::string judge() {
    net_.stop(kHostile);
    net_.run_for(seconds(20));
    if (delivered_forged_) return "a record was delivered that its source has not signed";
    for (Place at = 0; at < kHostile; ++at) {
      if (!net_.registry()->members().test(at)) return "an honest router is not in the overlay";
      if (net_.node(at).used != net_.registry()->paths()) return "honest routers do not agree";
    }
    return net_.faults.empty() ? std::string() : "an honest router was blamed: " + net_.faults[0];
  }
  std::uint64_t version() { return net_.registry()->paths().version; }

 private:
  static router::PeerIndex peer(Place of, Place other) { return other < of ? other : other - 1u; }

  overlay::TestOverlay net_{{.places = kPlaces, .registry = 0, .bounds = {1, 50'000}}};
  std::vector<overlay::PrivateKey> keys_{
      overlay::PrivateKey::generate(), overlay::PrivateKey::generate(),
      overlay::PrivateKey::generate(), overlay::PrivateKey::generate()};
  std::vector<std::unique_ptr<overlay::Relaying>> relays_;
  bool delivered_forged_ = false;
};

wire::Kind kind_of(std::uint64_t number) {
  return wire::kOverlayKinds[number % wire::kOverlayKinds.size()];
}

}  // namespace

std::string hostile_in_overlay(wire::Bytes script) {
  OverlayStage stage;
  const auto byte = [&script] {
    const auto first = std::to_integer<std::size_t>(script.front());
    script = script.subspan(1);
    return first;
  };
  while (script.size() >= 3) {
    const auto to = static_cast<Place>(byte() % kHostile);
    wire::RecordHeader header;
    header.kind = static_cast<std::uint16_t>(kind_of(byte()));
    header.flags = wire::kBestEffort;
    const std::size_t length = std::min(byte(), script.size());
    wire::Buffer word(sizeof header);
    std::memcpy(word.data(), &header, sizeof header);
    word.insert(word.end(), script.begin(), script.begin() + static_cast<std::ptrdiff_t>(length));
    script = script.subspan(length);
    stage.send(to, word);
    stage.run_for(milliseconds(100));
  }
  return stage.judge();
}

std::string hostile_in_overlay(std::uint64_t seed) {
  OverlayStage stage;
  wire::Generator made(seed);
  wire::Random& random = made.random();
  for (int i = 0; i < kWordsPerSeed; ++i) {
    wire::Buffer word;
    const wire::Kind kind = kind_of(random.next());
    wire::RecordHeader header;
    header.flags = wire::kBestEffort;
    if (kind == wire::Kind::PeerRelayed && random.one_in(2)) {
      auto relayed = made.make<wire::PeerRelayed>();
      relayed.paths = stage.version();
      relayed.source = static_cast<Place>(random.below(kPlaces));
      const wire::Buffer to(1, std::byte{0x0f});
      relayed.to = to;
      wire::encode_record(header, relayed, word);
    } else {
      wire::generate(kind, made)->encode(header, word);
    }
    if (random.one_in(12)) word[random.below(word.size())] ^= static_cast<std::byte>(random.next());
    stage.send(static_cast<Place>(random.below(kHostile)), word);
    if (random.one_in(4)) stage.run_for(milliseconds(random.below(3000)));
  }
  return stage.judge();
}

}  // namespace triad::test
