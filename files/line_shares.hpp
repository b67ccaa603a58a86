// How much of a log each cause may fill. A peer can cause lines without end, at no cost of its own,
// so each address has a share of the log, and all of a standing have one together. The standings
// have separate shares: lines that strangers cause never displace those of members. Used by the log
// of rtig and rtirouter; a state machine without a clock.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace triad::files {

// The peer that caused a line.
struct LineCause {
  enum class Standing : std::uint8_t {
    program,   // the program itself: without limit
    stranger,  // it has not joined a federation
    newcomer,  // it has joined, not long ago
    member,    // a member for some time, or a router
  };
  Standing standing = Standing::program;
  std::string name;  // an address, a link or a router: the account, and shown
};

class LineShares {
 public:
  using Time = std::chrono::milliseconds;  // since any beginning

  // Room of each account of a standing, and of all together: bytes at once, and bytes a second from
  // then on. A member has a reserve beside it that others cannot use up.
  struct Room {
    std::uint64_t burst;
    std::uint64_t per_second;
  };
  struct Rooms {
    Room each;
    Room all;
    Room reserve;
  };
  static constexpr std::array<Rooms, 3> kRooms{{
      {{64 << 10, 2 << 10}, {256 << 10, 8 << 10}, {0, 0}},
      {{256 << 10, 8 << 10}, {1 << 20, 32 << 10}, {0, 0}},
      {{1 << 20, 8 << 10}, {4 << 20, 64 << 10}, {4 << 10, 64}},
  }};
  // Beyond so many accounts of a standing newcomers share one.
  static constexpr std::size_t kAccountsMax = 4096;
  static constexpr Time kBetweenNotes{10'000};
  static constexpr std::size_t kNotesMax = 16;  // at once

  // False: the line has no room. It is counted.
  [[nodiscard]] bool take(const LineCause& cause, std::size_t bytes, Time now);
  // Lines that say how many lines were left out since the last notes, if it is time for them.
  [[nodiscard]] std::vector<std::string> notes(Time now);
  // The same at once: nothing more will be written.
  [[nodiscard]] std::vector<std::string> last_notes();

 private:
  class Bucket {
   public:
    explicit Bucket(const Room& room) : room_(room), level_(room.burst * 1000) {}
    void refill(Time now);
    [[nodiscard]] bool has(std::size_t bytes) const { return level_ >= bytes * 1000; }
    void take(std::size_t bytes) { level_ -= bytes * 1000; }
    [[nodiscard]] bool is_full() const { return level_ == room_.burst * 1000; }

   private:
    Room room_;
    std::uint64_t level_;  // thousandths of bytes
    Time at_{0};           // of the last refill
  };
  struct Account {
    explicit Account(const Rooms& rooms) : each(rooms.each), reserve(rooms.reserve) {}
    Bucket each;
    Bucket reserve;
    std::uint64_t left_out = 0;  // since the last notes
  };
  struct Class {
    explicit Class(const Rooms& rooms) : all(rooms.all) {}
    Bucket all;
    std::map<std::string, Account, std::less<>> accounts;
    Time looked_at{0};  // for accounts that can be forgotten
  };
  Account& account_of(std::size_t standing, const std::string& name, Time now);

  std::array<Class, 3> classes_{Class(kRooms[0]), Class(kRooms[1]), Class(kRooms[2])};
  bool has_left_out_ = false;
  Time notes_at_{0};  // not before
};

}  // namespace triad::files
