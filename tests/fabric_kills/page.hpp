// A page of memory that the coordinator shares with one member, apart from the tested fabric: the
// member's present action, the moment at which the coordinator wants to kill it, and a failure. It
// outlives the member, however that dies.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <string>

#include "transport/posix/unique_fd.hpp"

namespace triad::fabric_kills {

// Next action of a member.
enum class Moment : std::uint32_t {
  started,     // its program runs
  offered,     // its endpoint has been sent to the coordinator
  entered,     // it has all endpoints and attaches them
  reads,       //
  sends,       // a record that fits into a frame
  sends_long,  // a record in pieces
  flushes,     //
  releases,    //
  sleeps,      // until others' records come
  wants_room,  // sleeps until a reader frees room
  never,       // no kill is requested
};
inline constexpr std::uint32_t kMoments = static_cast<std::uint32_t>(Moment::never);
std::string name_of(Moment moment);

struct Page {
  // Written by the coordinator. The member resets ring_at when it rings.
  std::atomic<Moment> ring_at{Moment::never};
  std::atomic<std::uint64_t> ring_from{0};  // number of records that the member must make first
  // Written by the member.
  std::atomic<Moment> moment{Moment::started};
  std::atomic<std::uint64_t> begun_records{0};      // records that it has begun to send
  std::atomic<std::uint64_t> published_records{0};  // of these, the readable ones
  std::atomic<std::uint64_t> checked_records{0};    // records of others that it has checked
  std::atomic<std::uint64_t> checked_bytes{0};
  std::atomic<std::uint64_t> queued_bytes{0};
  std::atomic<std::uint64_t> sleeps{0};
  std::atomic<std::uint64_t> room_waits{0};
  std::atomic<std::uint32_t> slowest_reader{0};  // reader for which its queue waits
  std::atomic<std::uint32_t> peer_count{0};
  std::atomic<bool> failed{false};
  std::array<char, 400> failure{};
};

// Mapping of a page in this process.
class SharedPage {
 public:
  static SharedPage create();
  explicit SharedPage(transport::UniqueFd memory);  // for the other process
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

// Return the numbers of open descriptors of this process and of its mappings of outboxes.
std::size_t open_descriptors();
std::size_t mapped_outboxes();
// Returns the number of mappings: two of its own outbox, and three of each other outbox.
constexpr std::size_t expected_mappings(std::size_t others) {
  return 2 + 3 * others;
}

}  // namespace triad::fabric_kills
