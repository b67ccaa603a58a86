// See doorbell.hpp.
#include "transport/fabric/doorbell.hpp"

#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <span>

#include "transport/posix/bell.hpp"
#include "transport/posix/cancellation.hpp"

namespace triad::transport {

namespace {

constexpr long kClockPeriodNs = 10'000'000;

// One ring in the bytes of the bell. The check makes sure that shifted bytes do not look like a
// ring.
struct Ring {
  ParticipantId by = 0;
  ParticipantId check = 0;
};

bool add_to(const UniqueFd& poll, const UniqueFd& descriptor) {
  epoll_event event{};
  event.events = EPOLLIN;
  return ::epoll_ctl(poll.get(), EPOLL_CTL_ADD, descriptor.get(), &event) == 0;
}

}  // namespace

Result<Doorbell> Doorbell::open(UniqueFd descriptor) {
  if (!is_bell(descriptor.get())) {
    return error(Error::Code::bad_frame, "the peer's doorbell may block");
  }
  descriptor.close_in_children();
  return Doorbell(std::move(descriptor));
}

void Doorbell::ring(ParticipantId by) const {
  const Ring ring{by, ~by};
  ring_bell(descriptor_.get(), std::as_bytes(std::span(&ring, 1)));
}

// Returns whether bytes sent by this end, from any process, have not been read.
bool Doorbell::is_rung() const {
  int bytes = 0;
  return ::ioctl(descriptor_.get(), TIOCOUTQ, &bytes) == 0 && bytes > 0;
}

Result<OwnDoorbell> OwnDoorbell::create() {
  auto pair = make_bell();
  if (!pair) return pair.error();
  OwnDoorbell made;
  made.receiver_end_ = std::move(pair->one);
  made.sender_end_ = std::move(pair->other);
  made.poll_.reset(::epoll_create1(EPOLL_CLOEXEC));
  if (!made.poll_.valid() || !add_to(made.poll_, made.receiver_end_)) {
    return system_error("no epoll descriptor for a doorbell", errno);
  }
  for (UniqueFd* descriptor : {&made.receiver_end_, &made.sender_end_, &made.poll_}) {
    descriptor->close_in_children();
  }
  return made;
}

Ringers OwnDoorbell::drain() {
  const CancellationGuard held;
  if (receiver_end_.valid()) return drain_receiver_end();
  std::uint64_t rings = 0;
  static_cast<void>(::read(timer_.get(), &rings, sizeof rings) < 0);
  return Ringers::unknown();
}

// Reads the rings. Bytes that are not a whole ring may hide rings of others, so they count as a
// ring of an unknown participant.
Ringers OwnDoorbell::drain_receiver_end() {
  std::array<Ring, Ringers::kNamesMax + 1> rings;
  const auto bytes = drain_bell(receiver_end_.get(), std::as_writable_bytes(std::span(rings)));
  if (!bytes) {
    replace_with_timer();
    return Ringers::unknown();
  }
  Ringers rung = *bytes % sizeof(Ring) == 0 ? Ringers() : Ringers::unknown();
  for (const Ring& ring : std::span(rings).first(*bytes / sizeof(Ring))) {
    rung.add(ring.check == ~ring.by ? ring.by : 0);
  }
  // There may be more rings.
  if (rung.has_unknown() && !drain_bell(receiver_end_.get())) replace_with_timer();
  return rung;
}

// Replaces the bell by a timer. If no descriptor is left for a timer, the bell stays as it is:
// readable, so its owner does not sleep.
void OwnDoorbell::replace_with_timer() {
  UniqueFd timer(::timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK));
  itimerspec period{};
  period.it_interval.tv_nsec = kClockPeriodNs;
  period.it_value.tv_nsec = kClockPeriodNs;
  if (!timer.valid() || ::timerfd_settime(timer.get(), 0, &period, nullptr) != 0 ||
      !add_to(poll_, timer)) {
    return;
  }
  timer.close_in_children();
  timer_ = std::move(timer);
  ::epoll_ctl(poll_.get(), EPOLL_CTL_DEL, receiver_end_.get(), nullptr);
  receiver_end_.reset();
}

}  // namespace triad::transport
