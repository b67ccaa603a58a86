// See world.hpp.
#include "tests/exploration/world.hpp"

#include <bit>
#include <utility>

namespace triad::exploration {

std::size_t Choices::choose(std::size_t count) {
  if (count == 1) return 0;
  if (random_ != nullptr) return (*random_)() % count;
  if (at_ == script_.size()) script_.push_back({0, count});
  return script_[at_++].made;
}

std::size_t Choices::outdated() const {
  std::size_t outdated = 0;
  for (const Choice& choice : script_) outdated += choice.made + 1 < choice.count ? 1 : 0;
  return outdated;
}

bool Choices::next() {
  at_ = 0;
  while (!script_.empty() && ++script_.back().made == script_.back().count) script_.pop_back();
  return !script_.empty();
}

World::World(const Scenario& scenario) : scenario_(&scenario), members_(scenario.programs.size()) {
  std::vector<std::size_t> order = scenario.starts;
  for (std::size_t participant = 0; scenario.starts.empty() && participant < members_.size();
       ++participant) {
    order.push_back(participant);
  }
  Choices choices;
  for (const std::size_t participant : order) {
    const std::uint32_t before = members_[participant].starts;
    while (members_[participant].starts == before) step(participant, choices);
  }
}

bool World::can_step(std::size_t participant) const {
  const Member& member = members_[participant];
  if (member.dead || member.finished) return false;
  return may_time_out(member.pending) || !must_wait(member, member.pending.kind);
}

bool World::may_time_out(const Access& access) {
  return (access.kind == Kind::wait_for_words || access.kind == Kind::sleep) && access.value != 0;
}

bool World::must_wait(const Member& member, Kind kind) const {
  if (member.deaths_known != dead_) return false;
  return kind == Kind::wait_for_words ? member.waits_for_words
                                      : kind == Kind::sleep && member.rings == 0;
}

// Comparing the words and falling asleep are one access; waking up is another.
std::uint64_t World::wait_for_words(std::size_t participant, const Access& access) {
  Member& member = members_[participant];
  const auto owner = static_cast<std::uint8_t>(participant);
  const std::uint64_t rings = memory_.load_strong(member.knowledge, {Word::rings, owner, 0});
  const std::uint64_t common = memory_.load_strong(member.knowledge, {Word::common_rings, 0, 0});
  member.waits_for_words = (common << 32 | rings) == access.value;
  return member.waits_for_words ? 1 : 0;
}

bool World::can_die(std::size_t participant) const {
  const Member& member = members_[participant];
  return !member.dead && !member.finished && (scenario_->mortal >> participant & 1) != 0 &&
         std::popcount(dead_) < scenario_->deaths_max;
}

void World::step(std::size_t participant, Choices& choices, std::size_t accesses) {
  Player player(*this, participant, choices, accesses);
  try {
    scenario_->programs[participant](player);
    player.end();
    members_[participant].finished = true;
  } catch (const TurnOver&) {
    return;
  }
}

void World::kill(std::size_t participant) {
  members_[participant].dead = true;
  dead_ |= 1u << participant;
}

bool World::is_over() const {
  for (const Member& member : members_) {
    if (!member.dead && !member.finished) return false;
  }
  return true;
}

std::uint64_t World::hash() const {
  Hash hash;
  hash.add(dead_);
  hash.add(memory_.hash());
  for (const Member& member : members_) {
    hash.add(member.hash.sum());
    hash.add((member.accesses - member.accesses_at_state) * 4 + (member.waits_for_words ? 2 : 0) +
             (member.finished ? 1 : 0));
    hash.add(std::uint64_t{member.rings} << 32 | member.deaths_known);
    member.knowledge.now.hash_into(hash);
    member.knowledge.with_acquire.hash_into(hash);
    member.knowledge.at_release.hash_into(hash);
  }
  return hash.sum();
}

Order World::order_of(const Access& access) {
  if (access.kind != Kind::note_load && access.kind != Kind::note_store) return Order::relaxed;
  return access.order == std::memory_order_seq_cst ? Order::sequential : Order::acquire_release;
}

std::uint64_t World::load_weak(Member& member, const Access& access, Choices& choices) {
  const Order order = order_of(access);
  const std::size_t count = memory_.choice_count(member.knowledge, access.place, order);
  const std::uint64_t value =
      memory_.load_weak(member.knowledge, access.place, choices.choose(count), order);
  member.hash.add(member.knowledge.now[word_index(access.place)]);
  return value;
}

std::uint64_t World::make_access(std::size_t participant, const Access& access, Choices& choices) {
  Member& member = members_[participant];
  ++member.accesses;
  std::uint64_t result = 0;
  switch (access.kind) {
    case Kind::strong_load:
      result = memory_.load_strong(member.knowledge, access.place);
      break;
    case Kind::strong_store:
      memory_.store_strong(member.knowledge, access.place, access.value);
      return 0;
    case Kind::weak_load:
    case Kind::note_load:
      result = load_weak(member, access, choices);
      break;
    case Kind::weak_store:
    case Kind::note_store:
      memory_.store_weak(member.knowledge, access.place, access.value, order_of(access));
      return 0;
    case Kind::fence:
      Memory::fence(member.knowledge, access.order);
      return 0;
    case Kind::peek:
      result = memory_.newest(access.place);
      break;
    case Kind::ring:
      members_[access.place.owner].rings |= 1u << access.value;
      return 0;
    case Kind::take_rings:
      result = std::exchange(member.rings, 0);
      break;
    case Kind::add:
      memory_.store_strong(member.knowledge, access.place,
                           memory_.load_strong(member.knowledge, access.place) + access.value);
      return 0;
    case Kind::compare_words:
      result = wait_for_words(participant, access);
      break;
    case Kind::wait_for_words:
      result = member.waits_for_words ? 0 : 1;
      member.waits_for_words = false;
      break;
    case Kind::wake:
      for (std::size_t i = 0; i < members_.size(); ++i) {
        if ((access.value >> i & 1) != 0) members_[i].waits_for_words = false;
      }
      return 0;
    case Kind::deaths:
      result = member.deaths_known = dead_;
      break;
    case Kind::start:
      ++member.starts;
      return 0;
    case Kind::sleep:
    case Kind::end:
      return 0;
  }
  return keep_result(member, result);
}

std::uint64_t World::keep_result(Member& member, std::uint64_t result) {
  member.hash.add(result);
  member.results.push_back(result);
  return result;
}

std::string World::describe_next_access(std::size_t participant) const {
  static constexpr const char* kKinds[] = {
      "load",          "store",          "weak load", "weak store",  "load",  "store",
      "fence",         "check",          "ring",      "take rings",  "sleep", "add",
      "compare words", "wait for words", "wake",      "read deaths", "start", "end"};
  static constexpr const char* kWords[] = {
      "tail",   "sleep", "wants_room", "rings",       "common_rings", "cursor_participant",
      "cursor", "floor", "data",       "note_number", "note",         "last_tso_position"};
  const Access& access = members_[participant].pending;
  std::string text = std::string(1, static_cast<char>('A' + participant)) + ": " +
                     kKinds[static_cast<std::size_t>(access.kind)];
  if (access.kind <= Kind::note_store) {
    text += std::string(" ") + static_cast<char>('A' + access.place.owner) + "." +
            kWords[static_cast<std::size_t>(access.place.word)] + "[" +
            std::to_string(access.place.index) + "]";
  }
  if (access.kind == Kind::ring) {
    text += std::string(" ") + static_cast<char>('A' + access.place.owner);
  } else if (access.kind == Kind::strong_store) {
    text += " " + std::to_string(access.value);
  }
  return text;
}

// --- Player ---

// Weak loads belong to the strong access after them, weak stores to the one before them.
bool Player::ends_turn(World::Kind kind) const {
  using Kind = World::Kind;
  if (kind == Kind::end) return false;
  if (accesses_max_ != 0) return made_ == accesses_max_;
  if (kind == Kind::weak_store) return loaded_ && !accessed_;
  return accessed_ && kind != Kind::fence && kind != Kind::peek;
}

std::uint64_t Player::access(const World::Access& access) {
  using Kind = World::Kind;
  World::Member& member = world_.members_[self_];
  const bool has_result = access.kind == Kind::strong_load || access.kind == Kind::weak_load ||
                          access.kind == Kind::note_load || access.kind == Kind::peek ||
                          access.kind == Kind::take_rings || access.kind == Kind::compare_words ||
                          access.kind == Kind::wait_for_words || access.kind == Kind::deaths;
  if (accesses_ < member.accesses) {
    ++accesses_;
    return has_result ? member.results[results_++] : 0;
  }
  const bool must_wait = world_.must_wait(member, access.kind) && !World::may_time_out(access);
  if (ends_turn(access.kind) || must_wait) {
    member.pending = access;
    throw TurnOver();
  }
  loaded_ = loaded_ || access.kind == Kind::weak_load;
  accessed_ = accessed_ || (access.kind != Kind::weak_load && access.kind != Kind::fence &&
                            access.kind != Kind::peek);
  ++made_;
  ++accesses_;
  return world_.make_access(self_, access, choices_);
}

std::uint64_t Player::load(Place place) {
  using Kind = World::Kind;
  return access({place.is_strong() ? Kind::strong_load : Kind::weak_load, place, 0,
                 std::memory_order_seq_cst});
}
void Player::store(Place place, std::uint64_t value) {
  using Kind = World::Kind;
  access({place.is_strong() ? Kind::strong_store : Kind::weak_store, place, value,
          std::memory_order_seq_cst});
}
std::uint64_t Player::load_strongly(Place place) {
  return access({World::Kind::note_load, place, 0, std::memory_order_seq_cst});
}
void Player::store_strongly(Place place, std::uint64_t value) {
  access({World::Kind::note_store, place, value, std::memory_order_seq_cst});
}
std::uint64_t Player::load_acquire(Place place) {
  return access({World::Kind::note_load, place, 0, std::memory_order_acquire});
}
void Player::store_release(Place place, std::uint64_t value) {
  access({World::Kind::note_store, place, value, std::memory_order_release});
}
void Player::fence(std::memory_order order) {
  access({World::Kind::fence, {}, 0, order});
}
std::uint64_t Player::peek(Place place) {
  return access({World::Kind::peek, place, 0, std::memory_order_relaxed});
}
void Player::ring(std::size_t target, std::uint32_t name) {
  const Place place{Word::sleep, static_cast<std::uint8_t>(target), 0};
  access({World::Kind::ring, place, name, std::memory_order_seq_cst});
}
std::uint64_t Player::take_rings() {
  return access({World::Kind::take_rings, {}, 0, std::memory_order_seq_cst});
}
void Player::sleep(bool has_limit) {
  access({World::Kind::sleep, {}, has_limit ? 1u : 0u, std::memory_order_seq_cst});
}
void Player::add(Place place, std::uint64_t value) {
  access({World::Kind::add, place, value, std::memory_order_seq_cst});
}
bool Player::wait_for_words(std::uint64_t rings, std::uint64_t common_rings, bool has_limit) {
  using Kind = World::Kind;
  const std::uint64_t words = common_rings << 32 | rings;
  if (access({Kind::compare_words, {}, words, std::memory_order_seq_cst}) == 0) return true;
  return access({Kind::wait_for_words, {}, has_limit ? 1u : 0u, std::memory_order_seq_cst}) != 0;
}
void Player::wake(std::size_t target) {
  access({World::Kind::wake, {}, std::uint64_t{1} << target, std::memory_order_seq_cst});
}
void Player::wake_all() {
  access({World::Kind::wake, {}, ~std::uint64_t{0}, std::memory_order_seq_cst});
}
std::uint32_t Player::deaths() {
  return static_cast<std::uint32_t>(
      access({World::Kind::deaths, {}, 0, std::memory_order_seq_cst}));
}
void Player::start() {
  access({World::Kind::start, {}, 0, std::memory_order_seq_cst});
}
void Player::set_state(std::uint64_t state) {
  World::Member& member = world_.members_[self_];
  if (accesses_ < member.accesses) return;
  member.hash = {};
  member.hash.add(state);
  member.accesses_at_state = accesses_;
}
void Player::end() {
  access({World::Kind::end, {}, 0, std::memory_order_seq_cst});
}

}  // namespace triad::exploration
