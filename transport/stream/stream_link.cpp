// See stream_link.hpp.
#include "transport/stream/stream_link.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <ctime>
#include <limits>
#include <new>
#include <utility>

namespace triad::transport {

namespace {

using namespace std::chrono_literals;

// Returns the time with the resolution of the kernel's timer, without a system call.
std::chrono::milliseconds coarse_now() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
  return std::chrono::milliseconds(std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000);
}

using Header = std::array<std::byte, kFrameHeaderBytes>;

// Composes the header in a register. Bytes stored one by one would have to reach memory before they
// can be read as one word.
Header encode_length(std::size_t length) {
  auto word = static_cast<std::uint32_t>(length);
  if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap32(word);
  return std::bit_cast<Header>(word);
}

// Bytes 15 03 xx 00, with which a TLS alert begins, read as the length of a frame.
bool is_tls_alert(std::size_t length) {
  return (length & 0xff00ffff) == 0x0315;
}

// Returns whether the bytes begin a greeting of a TLS client: a record of a handshake with a
// ClientHello.
bool is_tls_greeting(Bytes bytes) {
  constexpr std::array<std::pair<std::size_t, std::uint8_t>, 6> kFixed{
      {{0, 22}, {1, 3}, {5, 1}, {6, 0}, {9, 3}, {10, 3}}};
  return std::ranges::all_of(kFixed, [bytes](const auto& one) {
    return one.first < bytes.size() && bytes[one.first] == std::byte{one.second};
  });
}

// Returns the limit, or the largest length that a frame's header can hold.
std::size_t clamp_frame_bytes(std::size_t frame_bytes_max) {
  return std::min<std::size_t>(frame_bytes_max, std::numeric_limits<std::uint32_t>::max());
}

}  // namespace

StreamLink::StreamLink(std::string peer, const LinkOptions& options)
    : peer_(std::move(peer)),
      received_bytes_max_(clamp_frame_bytes(options.frame_bytes_max)),
      sent_bytes_max_(clamp_frame_bytes(options.frame_bytes_max)),
      input_(received_bytes_max_, options.memory),
      output_(options.memory) {
  capabilities_.dropping = this;
}

void StreamLink::limit_frames(std::size_t received_max, std::size_t sent_max) {
  received_bytes_max_ = clamp_frame_bytes(received_max);
  sent_bytes_max_ = clamp_frame_bytes(sent_max);
  input_.limit_frames(received_bytes_max_);
}

Link::IncompleteFrame StreamLink::incomplete_frame() const {
  if (!is_open() || !input_.has_partial_frame()) return {};
  if (input_.peek() != FrameBuffer::Next::incomplete) return {};
  return {frames_received_ + 1, input_.pending_bytes()};
}

void StreamLink::send(std::span<const Bytes> parts) {
  if (!is_open()) return;
  std::size_t length = 0;
  for (const Bytes part : parts) length += part.size();
  if (length > sent_bytes_max_) {
    return fail(Error::Code::frame_too_large,
                "a frame of " + std::to_string(length) +
                    " bytes is too long to send; the peer accepts at most " +
                    std::to_string(sent_bytes_max_));
  }
  const Header header = encode_length(length);
  ++frames_sent_;
  try {
    write(header, parts, kFrameHeaderBytes + length);
  } catch (const std::bad_alloc&) {
    fail(Error::Code::no_room, "no memory left to queue a frame of " + std::to_string(length) +
                                   " bytes (already queued: " + std::to_string(output_.bytes()) +
                                   " bytes)");
  }
  if (output_.bytes() > unreliable_.queue_bytes_max) drop_excess();
}

void StreamLink::send_droppable(std::span<const Bytes> parts, Priority priority) {
  const std::uint64_t begin = output_.end_position();
  send(parts);
  if (!is_dropping_enabled_ || !is_open()) return;
  std::size_t bytes = kFrameHeaderBytes;
  for (const Bytes part : parts) bytes += part.size();
  try {
    output_.mark_droppable(begin, bytes, priority, unreliable_.age_max ? coarse_now() : 0ms);
  } catch (const std::bad_alloc&) {
    return;  // it cannot be dropped then
  }
  drop_excess();
}

void StreamLink::drop_excess() {
  while (output_.droppable_bytes() > unreliable_.bytes_max ||
         output_.bytes() > unreliable_.queue_bytes_max) {
    const auto dropped = output_.drop_lowest();
    if (!dropped) return;
    count_dropped(*dropped);
  }
}

void StreamLink::drop_expired() {
  if (!unreliable_.age_max || output_.droppable_bytes() == 0) return;
  const std::chrono::milliseconds oldest_kept = coarse_now() - *unreliable_.age_max;
  while (const auto dropped = output_.drop_older(oldest_kept)) count_dropped(*dropped);
}

void StreamLink::count_dropped(Priority priority) {
  ++losses_[priority];
  --frames_sent_;
}

std::size_t StreamLink::receive(FrameSink& sink, std::size_t frames_max) {
  std::size_t delivered = 0;
  bool looked = std::exchange(has_read_ahead_, false);
  while (delivered < frames_max && is_open()) {
    const Step step = deliver_one(sink);
    if (step == Step::delivered) {
      ++delivered;
    } else if (step == Step::nothing_more || looked) {
      break;  // one look per call bounds its work
    } else {
      looked = true;
      const Fill found = read_more();
      if (found == Fill::ended) close_with_end_reason();
      const bool has_datagram =
          datagrams_ != nullptr && datagrams_->inbox().has_frame(frames_received_);
      if (found == Fill::nothing && !has_datagram) break;
    }
  }
  return delivered;
}

std::size_t StreamLink::receive_arrived(FrameSink& sink) {
  if (!is_open()) return 0;
  std::size_t unread = unread_bytes();
  bool more_datagrams = true;
  int batches = DatagramReceiver::kBatchesHeldMax;
  std::size_t delivered = 0;
  while (is_open()) {
    // A frame of the stream overtakes earlier datagrams that have not been read, so all are read
    // first. Datagrams that have been read are in order: if one waits for a later frame, none
    // before it is missing.
    while (more_datagrams && datagrams_ != nullptr && batches > 0 &&
           datagrams_->has_room_for_batch()) {
      more_datagrams = datagrams_->read_batch();
      --batches;
    }
    const Step step = deliver_one(sink);
    if (step == Step::delivered) {
      ++delivered;
      continue;
    }
    if (step == Step::nothing_more || unread == 0) break;
    const std::size_t before = input_.pending_bytes();
    const Fill found = fill();
    if (found == Fill::ended) close_with_end_reason();
    if (found == Fill::nothing || found == Fill::ended) break;
    unread -= std::min(unread, count_read_bytes(input_.pending_bytes() - before));
    more_datagrams = true;
  }
  return delivered;
}

// Reads the stream, then the datagrams. If a frame has arrived, all datagrams sent before it have
// arrived too, unless they were overtaken in the network.
StreamLink::Fill StreamLink::read_more() {
  const Fill found = fill();
  if (datagrams_ != nullptr && is_open()) datagrams_->read();
  is_drained_ = is_stream_emptied(found);
  return found;
}

StreamLink::Step StreamLink::deliver_one(FrameSink& sink) {
  Bytes frame;
  if (datagrams_ != nullptr && datagrams_->inbox().take_frame(frames_received_, frame)) {
    sink.receive_frame(frame);
    return Step::delivered;
  }
  switch (input_.next(frame)) {
    case FrameBuffer::Next::frame:
      ++frames_received_;
      sink.receive_frame(frame);
      return Step::delivered;
    case FrameBuffer::Next::too_large:
      if (end_for_tls()) return Step::nothing_more;
      fail(Error::Code::frame_too_large,
           "the peer announced a frame of " + std::to_string(input_.claimed_bytes()) +
               " bytes; the limit is now " + std::to_string(received_bytes_max_) +
               "; is it a Triad program?");
      return Step::nothing_more;
    case FrameBuffer::Next::incomplete:
      if (end_for_tls()) return Step::nothing_more;
      break;
  }
  if (!end_) return Step::read_more;
  close_with_end_reason();
  return Step::nothing_more;
}

bool StreamLink::end_for_tls() {
  if (frames_received_ > 0 || !is_tls_greeting(input_.pending())) return false;
  fail(Error::Code::frame_too_large,
       "the peer speaks TLS to a tcp:// address; write tcp:// in its URL, or let this program "
       "listen on tls://");
  return true;
}

bool StreamLink::has_input() {
  if (!is_open() || has_buffered_input()) return true;
  const Fill found = read_more();
  has_read_ahead_ = found == Fill::everything && is_drained_;
  return found == Fill::ended || has_buffered_input();
}

bool StreamLink::has_buffered_input() const {
  return end_.has_value() || input_.peek() != FrameBuffer::Next::incomplete ||
         (datagrams_ != nullptr && datagrams_->inbox().has_frame(frames_received_));
}

void StreamLink::close() {
  if (!is_open()) return;
  flush_at_end();
  fail(Error::Code::closed, "closed by this side");
}

void StreamLink::end_input(Error::Code code, const std::string& text) {
  if (!end_) end_ = error(code, text);
}

void StreamLink::close_with_end_reason() {
  std::string text = end_->text;
  const bool is_tls = frames_received_ == 0 && input_.pending_bytes() >= kFrameHeaderBytes &&
                      is_tls_alert(input_.claimed_bytes());
  if (is_tls) {
    text += "; it listens for TLS: write tls:// in the URL of this program";
  } else if (input_.has_partial_frame()) {
    text += " in the middle of a frame";
  }
  fail(end_->code, text);
}

void StreamLink::fail(Error::Code code, const std::string& text) {
  if (!is_open()) return;
  close_reason_ = error(code, peer_ + ": " + text);
  output_.clear();
  release_resources();
}

}  // namespace triad::transport
