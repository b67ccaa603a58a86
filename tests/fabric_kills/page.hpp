// A page of memory that the coordinator shares with one member, beside the fabric that is tested:
// what the member does just now, when the coordinator wants to be rung so as to kill it, and what
// went wrong. It outlives the member, whatever that dies of.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <string>

#include "transport/posix/unique_fd.hpp"

namespace triad::fabric_kills {

// What a member is about to do.
enum class Moment : std::uint32_t {
  started,     // its program runs
  offered,     // its endpoint has gone to the coordinator
  entered,     // it has all endpoints and attaches them
  reads,       //
  sends,       // a record that fits into a frame
  sends_long,  // one in pieces
  flushes,     //
  releases,    //
  sleeps,      // for others' records
  wants_room,  // it sleeps until a reader goes on
  never,       // as a moment to be killed: none was asked for
};
inline constexpr std::uint32_t kMoments = static_cast<std::uint32_t>(Moment::never);
std::string name_of(Moment moment);

struct Page {
  // The coordinator's.
  std::atomic<Moment> ring_at{Moment::never};
  std::atomic<std::uint64_t> ring_from{0};  // not before it has made so many records
  // The member's.
  std::atomic<Moment> moment{Moment::started};
  std::atomic<std::uint64_t> made{0};       // records that it has begun to send
  std::atomic<std::uint64_t> published{0};  // of these, those that all can read
  std::atomic<std::uint64_t> taken{0};      // others' records that it has checked
  std::atomic<std::uint64_t> bytes_taken{0};
  std::atomic<std::uint64_t> queued_bytes{0};
  std::atomic<std::uint64_t> sleeps{0};
  std::atomic<std::uint64_t> room_waits{0};
  std::atomic<std::uint32_t> slowest{0};  // whom its queue waits for
  std::atomic<std::uint32_t> peers{0};
  std::atomic<bool> failed{false};
  std::array<char, 400> failure{};
};

// The page in this process.
class SharedPage {
 public:
  static SharedPage create();
  explicit SharedPage(transport::UniqueFd memory);  // the same, in another process
  SharedPage(SharedPage&& other) noexcept;
  SharedPage& operator=(SharedPage&&) = delete;
  ~SharedPage();

  Page* operator->() const { return page_; }
  Page& operator*() const { return *page_; }
  int descriptor() const { return memory_.get(); }

 private:
  transport::UniqueFd memory_;
  Page* page_ = nullptr;
};

// Open descriptors of this process, and mappings of outboxes.
std::size_t open_descriptors();
std::size_t mapped_outboxes();
// Its own in two parts, and of each other the first page once more.
constexpr std::size_t expected_mappings(std::size_t others) {
  return 2 + 3 * others;
}

}  // namespace triad::fabric_kills
