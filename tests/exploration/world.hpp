// Participants over a simulated memory, advanced step by step. A participant's program is run by
// the scheduler from its beginning as often as it is to be advanced: what it has read so far is
// played back to it, then it makes its next accesses in earnest and is thrown out. So a world is
// plain data, which can be copied and continued in several ways, and no stack is ever switched.
//
// A step is one strong access (or ring, sleep, look at who has died), with the weak loads before it
// and the weak stores after it. That loses nothing: a weak load that is made later may see all
// that it could have seen before, and a weak store that is made earlier may still be unseen. A step
// of `accesses` ends after so many of any kind.
#pragma once

#include <functional>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "tests/exploration/memory.hpp"

namespace triad::exploration {

// Thrown by programs: what was promised does not hold.
struct Violation {
  std::string text;
};

// What a participant sleeps on: its doorbell; the words of the bell page; the words for a limited
// time and then its doorbell; once its doorbell, until something else wakes it, and then the words.
enum class Bed { doorbell, words, words_first, doorbell_first };

// Thrown into programs: their turn is over.
struct TurnOver {};

class Player;

// What a scenario consists of: what each participant does, which of them may be killed.
struct Scenario {
  std::vector<std::function<void(Player&)>> programs;
  std::uint32_t mortal = 0;  // a bit for each
  int deaths_max = 0;
  // In which order they come to their starts (Player::start); empty: each once.
  std::vector<std::size_t> starts = {};
};

// What the weak loads of a step are to see: taken from a script, then the oldest; or at random.
class Choices {
 public:
  explicit Choices(std::mt19937_64* random = nullptr) : random_(random) {}
  std::size_t choose(std::size_t count);
  // How many of the choices were not the newest value.
  std::size_t outdated() const;
  // To be done once more with other choices. False: all have been made.
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
  bool can_step(std::size_t who) const;
  bool can_die(std::size_t who) const;
  // Advances one by a step. Throws Violation.
  void step(std::size_t who, Choices& choices, std::size_t accesses = 0);
  void kill(std::size_t who);
  // Everyone has finished or died.
  bool is_over() const;
  // Equal where the memory is equal and every participant is in the same state, or has read the
  // same since it was in the same state: then what can follow is the same, too.
  std::uint64_t hash() const;
  // What a participant is about to do.
  std::string about(std::size_t who) const;

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
    silence,
    sleep,
    add,
    doze,
    dozing,
    rouse,
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
    Hash hash;  // of its state when it told it last, and of what it read since
    std::size_t accesses_then = 0;
    Knowledge knowledge;
    Access pending;
    std::uint32_t rings = 0;  // a bit for each name
    bool dozes = false;
    std::uint32_t deaths_known = 0;
    std::uint32_t starts = 0;
    bool dead = false;
    bool finished = false;
  };

  std::uint64_t make(std::size_t who, const Access& access, Choices& choices);
  static Order order_of(const Access& access);
  // Keeps the result of an access, to play it back.
  static std::uint64_t keep(Member& member, std::uint64_t result);
  std::uint64_t load_weak(Member& member, const Access& access, Choices& choices);
  bool must_wait(const Member& member, Kind kind) const;
  static bool may_end(const Access& access);
  std::uint64_t doze(std::size_t who, const Access& access);

  const Scenario* scenario_;
  Memory memory_;
  std::vector<Member> members_;
  std::uint32_t dead_ = 0;
};

// What a program may do; every call may throw TurnOver.
class Player {
 public:
  Player(World& world, std::size_t who, Choices& choices, std::size_t accesses_max)
      : world_(world), who_(who), choices_(choices), accesses_max_(accesses_max) {}

  std::size_t self() const { return who_; }
  std::uint64_t load(Place place);
  void store(Place place, std::uint64_t value);
  // Strong, though the word is weak.
  std::uint64_t load_strongly(Place place);
  void store_strongly(Place place, std::uint64_t value);
  // Orders memory of a weak word, but not against all other accesses.
  std::uint64_t load_acquire(Place place);
  void store_release(Place place, std::uint64_t value);
  void fence(std::memory_order order);
  // Returns the newest value, for a judge: orders nothing, and belongs to the step before it.
  std::uint64_t peek(Place place);
  // In the name of a participant, or in none.
  void ring(std::size_t whom, std::uint32_t name);
  // A bit for each name.
  std::uint64_t silence();
  // Until it is rung, or somebody dies; with a limit it may end at any moment.
  void sleep(bool has_limit = false);
  // Adds to a word of the bell page.
  void add(Place place, std::uint64_t value);
  // As the kernel waits for words: if both are as they were, until somebody rouses it, or somebody
  // dies; with a limit it may end at any moment. True: it did not end by the limit.
  bool doze(std::uint64_t rings, std::uint64_t common_rings, bool has_limit);
  // One who dozes, or all of them.
  void rouse(std::size_t whom);
  void rouse_all();
  // A bit for each who has died.
  std::uint32_t deaths();
  // Up to here nothing is explored: the world is set up so.
  void start();
  void end();
  // What this participant does from here on depends on nothing but this and what it will read.
  void tell_state(std::uint64_t hash);

 private:
  std::uint64_t access(const World::Access& access);
  bool ends_turn(World::Kind kind) const;

  World& world_;
  const std::size_t who_;
  Choices& choices_;
  const std::size_t accesses_max_;  // in this step; zero: as described above
  std::size_t accesses_ = 0;
  std::size_t results_ = 0;
  std::size_t made_ = 0;  // in this step
  bool loaded_ = false;   // in this step: a weak load has been made
  bool moved_ = false;    // and the access that others may see
};

}  // namespace triad::exploration
