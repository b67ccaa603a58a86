// See ring_link.hpp.
#include "transport/shm/ring_link.hpp"

#include <sys/epoll.h>

#include <array>
#include <cerrno>
#include <ctime>

#include "transport/posix/bell.hpp"

namespace triad::transport {

namespace {

// Interval of the check for the peer's death, for a process that polls and never sleeps. Such a
// process may look a million times a second, so only each eighth look at an empty ring reads the
// clock. A process that looks ten times a second notices the death within a second.
constexpr std::int64_t kLifelineCheckMs = 10;
constexpr std::uint32_t kLooksPerClock = 8;

// Returns the time with the resolution of the kernel's timer, in a few nanoseconds and without a
// system call.
std::int64_t coarse_now_ms() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
  return std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
}

// Bytes after which write() publishes, so that the reader may begin during a long batch.
std::size_t publish_threshold(const Segment& segment) {
  return segment.ring_bytes() / 8;
}

}  // namespace

Result<std::unique_ptr<Link>> RingLink::create(std::shared_ptr<Segment> segment, RingSide side,
                                               RingSockets sockets, std::string peer,
                                               const LinkOptions& options) {
  UniqueFd poll;
  if (sockets.lifeline.valid()) {
    poll.reset(::epoll_create1(EPOLL_CLOEXEC));
    if (!poll.valid()) return system_error("no epoll descriptor for a link", errno);
    for (const int descriptor : {sockets.bell.get(), sockets.lifeline.get()}) {
      epoll_event event{};
      event.events = EPOLLIN;
      if (::epoll_ctl(poll.get(), EPOLL_CTL_ADD, descriptor, &event) != 0) {
        return system_error("the doorbell of a link cannot be polled", errno);
      }
    }
  }
  return std::unique_ptr<Link>(new RingLink(std::move(segment), side, std::move(sockets),
                                            std::move(poll), std::move(peer), options));
}

RingLink::RingLink(std::shared_ptr<Segment> segment, RingSide side, RingSockets sockets,
                   UniqueFd poll, std::string peer, const LinkOptions& options)
    : StreamLink(std::move(peer), options),
      segment_(std::move(segment)),
      writer_(side == RingSide::creator ? segment_->ring_to_opener() : segment_->ring_to_creator()),
      reader_(side == RingSide::creator ? segment_->ring_to_creator() : segment_->ring_to_opener()),
      bell_(std::move(sockets.bell)),
      lifeline_(std::move(sockets.lifeline)),
      poll_(std::move(poll)) {
  for (UniqueFd* descriptor : {&bell_, &lifeline_.socket(), &poll_}) {
    descriptor->close_in_children();
  }
  capabilities_.bell = this;
  if (lifeline_.socket().valid()) capabilities_.descriptors = &lifeline_;
}

RingLink::~RingLink() {
  close();
}

int RingLink::descriptor() const {
  return poll_.valid() ? poll_.get() : bell_.get();
}

void RingLink::write(Bytes header, std::span<const Bytes> parts, std::size_t) {
  write_part(header);
  for (const Bytes part : parts) write_part(part);
  if (writer_.unpublished_bytes() >= publish_threshold(*segment_)) ring_if(writer_.publish());
}

// Writes to the ring, or queues the bytes after those that already wait.
void RingLink::write_part(Bytes part) {
  const std::size_t taken = output().empty() ? writer_.write(part) : 0;
  if (taken < part.size()) output().append(part.subspan(taken));
}

void RingLink::flush() {
  drop_expired();
  while (is_open()) {
    while (!output().empty()) {
      const std::size_t taken = writer_.write(output().front());
      if (taken == 0) break;
      output().consume(taken);
    }
    ring_if(writer_.publish());
    if (writer_.is_broken()) {
      return fail(Error::Code::bad_frame, "the peer broke the ring (its read index is impossible)");
    }
    if (output().empty()) return writer_.stop_waiting();
    if (writer_.wait_for_room()) return;
  }
}

StreamLink::Fill RingLink::fill() {
  if (reader_.available() == 0) {
    if (reader_.is_broken()) {
      end_input(Error::Code::bad_frame, "the peer broke the ring (its write index is impossible)");
      return Fill::ended;
    }
    // The order matters: a peer that is gone has written everything before, so look at the ring
    // again.
    if (!has_peer_gone()) return Fill::nothing;
    if (reader_.available() == 0) {
      if (reader_.writer_has_closed()) {
        end_input(Error::Code::peer_closed, "the peer closed the link");
      } else if (lifeline_.fault().code != Error::Code::none) {
        end_input(lifeline_.fault().code, lifeline_.fault().text);
      } else {
        end_input(Error::Code::peer_closed, "the peer died");
      }
      return Fill::ended;
    }
  }
  // Bytes explain the wake-up, so the lifeline need not be checked. If the peer is also gone, the
  // next sleep ends at once, because the lifeline stays readable.
  must_check_lifeline_ = false;
  const std::span<std::byte> space = input().space();
  if (space.empty()) {
    end_input(Error::Code::no_room, "no memory left to receive a frame");
    return Fill::ended;
  }
  const std::size_t bytes = reader_.read(space);
  input().commit(bytes);
  ring_if(reader_.release());
  return bytes < space.size() ? Fill::everything : Fill::something;
}

bool RingLink::has_peer_gone() {
  // A peer that closes only its bell counts as gone: poll() would always return at once.
  if (reader_.writer_has_closed() || has_bell_hung_up_) return true;
  if (!lifeline_.socket().valid()) return false;
  if (is_muted_ && !must_check_lifeline_) return false;  // the loop polls the lifeline
  if (!must_check_lifeline_ && ++looks_ % kLooksPerClock != 0) return false;
  const std::int64_t now_ms = coarse_now_ms();
  if (!must_check_lifeline_ && now_ms < check_lifeline_at_ms_) return false;
  must_check_lifeline_ = false;
  check_lifeline_at_ms_ = now_ms + kLifelineCheckMs;
  return lifeline_.has_hung_up();
}

void RingLink::set_muted(bool muted) {
  is_muted_ = muted;
  if (muted) reader_.wake_up();
}

bool RingLink::has_pending_input() {
  return !is_open() || has_buffered_input() || reader_.available() != 0 || reader_.is_broken() ||
         reader_.writer_has_closed();
}

bool RingLink::prepare_wait() {
  if (is_muted_) return !has_pending_input();
  if (!is_open() || has_buffered_input()) return false;
  if (reader_.fall_asleep()) return true;
  reader_.wake_up();
  return false;
}

void RingLink::finish_wait() {
  if (!is_open()) return;
  reader_.wake_up();
  has_bell_hung_up_ = !drain_bell(bell_.get());
  must_check_lifeline_ = true;
}

// A ring explains the wake-up, so the lifeline need not be checked. If the peer is also gone, the
// next sleep ends at once, because the lifeline stays readable. A ring that comes after the sleep
// only ends the next one early.
void RingLink::finish_wait(bool first_ready, bool /*second_ready*/) {
  if (!is_open()) return;
  reader_.wake_up();
  if (!first_ready) return;
  std::array<std::byte, 64> rings;
  const auto rung = drain_bell(bell_.get(), rings);
  has_bell_hung_up_ = !rung;
  must_check_lifeline_ = !rung || *rung == 0;
}

void RingLink::ring_if(Wake wake) {
  if (wake == Wake::yes) ring_bell(bell_.get());
}

// Wakes the peer in any case: it may sleep for input or for room.
void RingLink::release_resources() {
  static_cast<void>(writer_.close());
  ring_if(Wake::yes);
  poll_.reset();
  bell_.reset();
  lifeline_.socket().reset();
  capabilities_.descriptors = nullptr;
}

}  // namespace triad::transport
