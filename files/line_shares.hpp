// Limits the part of a log that each peer may fill. A peer can cause any number of lines at no
// cost. So each address has a share of the log, and all peers of one standing have a common share.
// The shares of the standings are separate, so lines caused by strangers never displace those of
// members. Used by the log of rtig and rtirouter. A state machine without a clock.
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

// Peer that caused a line.
struct LineCause {
  enum class Standing : std::uint8_t {
    program,   // the program itself: unlimited
    stranger,  // has not joined a federation
    newcomer,  // has joined recently
    member,    // has been a member for some time, or is a router
  };
  Standing standing = Standing::program;
  // Address, link or router: key of the account, shown in lines about lines that were left out.
  std::string name;
};

class LineShares {
 public:
  using Time = std::chrono::milliseconds;  // since an arbitrary start

  // Room of each account, and of all accounts of a standing together: bytes at once, and bytes per
  // second afterwards. A member also has a reserve that other members cannot use.
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
  // Largest number of accounts per standing. Further peers share one account.
  static constexpr std::size_t kAccountsMax = 4096;
  static constexpr Time kBetweenNotes{10'000};
  static constexpr std::size_t kNotesMax = 16;  // per call

  // Returns false if the line has no room. Such lines are counted.
  [[nodiscard]] bool admit_line(const LineCause& cause, std::size_t bytes, Time now);
  // Returns lines with the number of lines left out since the last notes. Empty until kBetweenNotes
  // has passed.
  [[nodiscard]] std::vector<std::string> notes(Time now);
  // Returns the same without waiting, at the end of the program.
  [[nodiscard]] std::vector<std::string> last_notes();

 private:
  class Bucket {
   public:
    explicit Bucket(const Room& room) : room_(room), level_(room.burst * 1000) {}
    void refill(Time now);
    [[nodiscard]] bool has(std::size_t bytes) const { return level_ >= bytes * 1000; }
    void consume(std::size_t bytes) { level_ -= bytes * 1000; }
    [[nodiscard]] bool is_full() const { return level_ == room_.burst * 1000; }

   private:
    Room room_;
    std::uint64_t level_;  // thousandths of bytes
    Time at_{0};           // time of the last refill
  };
  struct Account {
    explicit Account(const Rooms& rooms) : each(rooms.each), reserve(rooms.reserve) {}
    Bucket each;
    Bucket reserve;
    std::uint64_t left_out = 0;  // since the last notes
  };
  struct StandingShares {
    explicit StandingShares(const Rooms& rooms) : all(rooms.all) {}
    Bucket all;
    std::map<std::string, Account, std::less<>> accounts;
    Time cleaned_at{0};  // last search for accounts to forget
  };
  Account& account_of(std::size_t standing, const std::string& name, Time now);

  std::array<StandingShares, 3> standings_{StandingShares(kRooms[0]), StandingShares(kRooms[1]),
                                           StandingShares(kRooms[2])};
  bool has_left_out_ = false;
  Time notes_at_{0};  // earliest time of the next notes
};

}  // namespace triad::files
