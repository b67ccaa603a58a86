// Participants over a simulated memory, advanced step by step. To advance a participant, the
// scheduler runs its program from the beginning. The results of its earlier loads are played back,
// then it makes its next accesses, and an exception ends it. So a world is plain data that can be
// copied and continued in several ways, and no stack is switched.
//
// A step is one strong access (or ring, sleep, look for deaths), with the weak loads before it and
// the weak stores after it. No behaviour is lost. A weak load made later may still return all
// values that it could have returned before. A weak store made earlier may still be unseen. A step
// with `accesses` ends after that number of accesses of any kind.
#pragma once

#include <functional>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "tests/exploration/memory.hpp"

namespace triad::exploration {

// Thrown by programs if a property does not hold.
struct Violation {
  std::string text;
};

// Object on which a participant sleeps: its doorbell; the words of the bell page; the words for a
// limited time and then its doorbell; or its doorbell once, until something else wakes it, and then
// the words.
enum class SleepMode { doorbell, words, words_first, doorbell_first };

// Thrown into programs at the end of their turn.
struct TurnOver {};

class Player;

// Programs of the participants of a scenario, and which of them may be killed.
struct Scenario {
  std::vector<std::function<void(Player&)>> programs;
  std::uint32_t mortal = 0;  // one bit for each participant
  int deaths_max = 0;
  // Order in which participants come to their starts (Player::start); empty: each once.
  std::vector<std::size_t> starts = {};
};

// Choices of stores for the weak loads of a step: from a script and then the oldest, or at random.
class Choices {
 public:
  explicit Choices(std::mt19937_64* random = nullptr) : random_(random) {}
  std::size_t choose(std::size_t count);
  // Number of choices that were not the newest value.
  std::size_t outdated() const;
  // Selects the next combination of choices. Returns false if all have been made.
  bool next();

 private:
  struct Choice {
    std::size_t made;
    std::size_t count;
  };
  std::mt19937_64* random_;
  std::vector<Choice> script_;
  std::size_t at_ = 0;
};

class World {
 public:
  explicit World(const Scenario& scenario);

  std::size_t members() const { return members_.size(); }
  bool can_step(std::size_t participant) const;
  bool can_die(std::size_t participant) const;
  // Advances a participant by a step. Throws Violation.
  void step(std::size_t participant, Choices& choices, std::size_t accesses = 0);
  void kill(std::size_t participant);
  // Returns whether all participants have finished or died.
  bool is_over() const;
  // Hash that is equal for equal memories in which every participant is in the same state, or has
  // read the same values since it was in the same state. The continuations are then equal, too.
  std::uint64_t hash() const;
  // Text about a participant's next access.
  std::string describe_next_access(std::size_t participant) const;

 private:
  friend class Player;
  enum class Kind : std::uint8_t {
    strong_load,
    strong_store,
    weak_load,
    weak_store,
    note_load,   // strong or acquire, of a word that is weak
    note_store,  // strong or release
    fence,
    peek,
    ring,
    take_rings,
    sleep,
    add,
    compare_words,
    wait_for_words,
    wake,
    deaths,
    start,
    end
  };
  struct Access {
    Kind kind = Kind::strong_load;
    Place place;
    std::uint64_t value = 0;
    std::memory_order order = std::memory_order_seq_cst;
  };
  struct Member {
    std::vector<std::uint64_t> results;  // of its loads so far
    std::size_t accesses = 0;            // made so far
    Hash hash;  // of the state that it told last, and of all values read since
    std::size_t accesses_at_state = 0;
    Knowledge knowledge;
    Access pending;
    std::uint32_t rings = 0;  // one bit for each name
    bool waits_for_words = false;
    std::uint32_t deaths_known = 0;
    std::uint32_t starts = 0;
    bool dead = false;
    bool finished = false;
  };

  std::uint64_t make_access(std::size_t participant, const Access& access, Choices& choices);
  static Order order_of(const Access& access);
  // Keeps the result of an access, to play it back.
  static std::uint64_t keep_result(Member& member, std::uint64_t result);
  std::uint64_t load_weak(Member& member, const Access& access, Choices& choices);
  bool must_wait(const Member& member, Kind kind) const;
  static bool may_time_out(const Access& access);
  std::uint64_t wait_for_words(std::size_t participant, const Access& access);

  const Scenario* scenario_;
  Memory memory_;
  std::vector<Member> members_;
  std::uint32_t dead_ = 0;
};

// Operations of a program. Every call may throw TurnOver.
class Player {
 public:
  Player(World& world, std::size_t participant, Choices& choices, std::size_t accesses_max)
      : world_(world), self_(participant), choices_(choices), accesses_max_(accesses_max) {}

  std::size_t self() const { return self_; }
  std::uint64_t load(Place place);
  void store(Place place, std::uint64_t value);
  // Strong accesses to a weak word.
  std::uint64_t load_strongly(Place place);
  void store_strongly(Place place, std::uint64_t value);
  // Ordered accesses to a weak word, which are not ordered against all other accesses.
  std::uint64_t load_acquire(Place place);
  void store_release(Place place, std::uint64_t value);
  void fence(std::memory_order order);
  // Returns the newest value, for a check: orders nothing, and belongs to the step before it.
  std::uint64_t peek(Place place);
  // Rings in the name of a participant, or in none.
  void ring(std::size_t target, std::uint32_t name);
  // Returns and clears the rings, one bit for each name.
  std::uint64_t take_rings();
  // Sleeps until it is rung or a participant dies; with a limit it may end at any moment.
  void sleep(bool has_limit = false);
  // Adds to a word of the bell page.
  void add(Place place, std::uint64_t value);
  // Waits for words of the bell page as the kernel does: if both have the given values, until a
  // wake or until a participant dies; with a limit it may end at any moment. Returns false if it
  // ended by the limit.
  bool wait_for_words(std::uint64_t rings, std::uint64_t common_rings, bool has_limit);
  // Wakes one participant that waits for words, or all of them.
  void wake(std::size_t target);
  void wake_all();
  // Returns one bit for each dead participant.
  std::uint32_t deaths();
  // Ends the setup of the world. Nothing before it is explored.
  void start();
  void end();
  // States that the rest of this program depends only on this hash and on values read later.
  void set_state(std::uint64_t hash);

 private:
  std::uint64_t access(const World::Access& access);
  bool ends_turn(World::Kind kind) const;

  World& world_;
  const std::size_t self_;
  Choices& choices_;
  const std::size_t accesses_max_;  // in this step; zero: as described above
  std::size_t accesses_ = 0;
  std::size_t results_ = 0;
  std::size_t made_ = 0;   // in this step
  bool loaded_ = false;    // a weak load has been made in this step
  bool accessed_ = false;  // so has the access that others may see
};

}  // namespace triad::exploration
