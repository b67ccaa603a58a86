// See faulty_link.hpp. While a frame is held or stalled, has_input() is true, so that the owner
// calls again and no frame stays behind.
#include "transport/faulty/faulty_link.hpp"

#include <deque>
#include <random>
#include <utility>
#include <vector>

namespace triad::transport {

namespace {

using Frame = std::vector<std::byte>;

class FaultyLink final : public Link, private DroppingQueue, private FrameSink {
 public:
  FaultyLink(std::unique_ptr<Link> inner, const Faults& faults)
      : inner_(std::move(inner)), faults_(faults), random_(faults.seed) {
    capabilities_.dropping = this;
    if (inner_->capabilities().datagrams != nullptr) capabilities_.datagrams = &channel_;
    set_principal(inner_->principal());
  }
  ~FaultyLink() override { close(); }

  using Link::send;
  void send(std::span<const Bytes> parts) override { stall_frame(parts, std::nullopt); }
  void send_droppable(std::span<const Bytes> parts, Priority priority) override {
    stall_frame(parts, priority);
  }
  void limit_unreliable(const UnreliableLimits& limits) override {
    inner_->limit_unreliable(limits);
  }
  [[nodiscard]] LossCounts losses() const override { return inner_->losses(); }
  void flush() override;
  [[nodiscard]] bool has_delivered() const override {
    return stalled_bytes_ == 0 && inner_->has_delivered();
  }
  [[nodiscard]] std::size_t queued_bytes() const override {
    return stalled_bytes_ + inner_->queued_bytes();
  }
  void limit_frames(std::size_t received_max, std::size_t sent_max) override {
    inner_->limit_frames(received_max, sent_max);
  }
  [[nodiscard]] std::size_t frame_bytes_max() const override { return inner_->frame_bytes_max(); }
  [[nodiscard]] IncompleteFrame incomplete_frame() const override {
    return inner_->incomplete_frame();
  }
  [[nodiscard]] std::size_t held_bytes() const override {
    return stalled_bytes_ + inner_->held_bytes();
  }
  std::size_t receive(FrameSink& sink, std::size_t frames_max) override;
  [[nodiscard]] bool has_input() override;
  [[nodiscard]] bool is_poll_cheap() const override { return inner_->is_poll_cheap(); }
  [[nodiscard]] const Error& close_reason() const override { return reason_; }
  void close() override;
  [[nodiscard]] int descriptor() const override { return inner_->descriptor(); }
  [[nodiscard]] int second_descriptor() const override { return inner_->second_descriptor(); }
  [[nodiscard]] bool wants_write() const override { return inner_->wants_write(); }
  [[nodiscard]] bool prepare_wait() override;
  void finish_wait() override { inner_->finish_wait(); }
  [[nodiscard]] const std::string& peer() const override { return inner_->peer(); }

 private:
  struct DelayedFrame {
    Frame frame;
    std::uint64_t due = 0;  // number of the receive() call that delivers it
  };

  struct StalledFrame {
    Frame frame;
    std::optional<Priority> priority;  // for a droppable frame
  };

  void receive_frame(Bytes frame) override;
  void stall_frame(std::span<const Bytes> parts, std::optional<Priority> priority);
  void hand_over();
  void cut(const char* reason);
  void adopt_inner_end();
  unsigned random_up_to(unsigned max) { return static_cast<unsigned>(random_() % (max + 1ULL)); }
  [[nodiscard]] bool is_busy() const {
    return !is_open() || !delayed_.empty() || !stalled_.empty();
  }

  // Sends droppable frames in the stream, like all others. Received datagrams are those of the
  // inner link.
  class Channel final : public DatagramChannel {
   public:
    explicit Channel(FaultyLink& link) : link_(link) {}
    void send(std::span<const Bytes> parts, Priority priority, Shared) override {
      link_.send_droppable(parts, priority);
    }
    std::optional<DatagramNote> next_note() override { return inner().next_note(); }
    void receive_note(const DatagramNote& note) override { inner().receive_note(note); }
    [[nodiscard]] std::uint64_t dropped() const override { return inner().dropped(); }
    [[nodiscard]] std::uint64_t lost() const override { return inner().lost(); }
    std::optional<std::string> take_warning() override { return inner().take_warning(); }

   private:
    [[nodiscard]] DatagramChannel& inner() const { return *link_.inner_->capabilities().datagrams; }
    FaultyLink& link_;
  };

  const std::unique_ptr<Link> inner_;
  Channel channel_{*this};
  const Faults faults_;
  std::mt19937_64 random_;

  std::deque<StalledFrame> stalled_;
  std::size_t stalled_bytes_ = 0;
  unsigned flushes_to_stall_ = 0;
  std::size_t frames_sent_ = 0;
  std::size_t bytes_sent_ = 0;

  std::deque<DelayedFrame> delayed_;
  std::uint64_t polls_ = 0;
  std::size_t frames_delivered_ = 0;
  Error reason_;
};

void FaultyLink::stall_frame(std::span<const Bytes> parts, std::optional<Priority> priority) {
  if (!is_open()) return;
  Frame frame;
  for (const Bytes part : parts) frame.insert(frame.end(), part.begin(), part.end());
  if (frames_sent_ >= faults_.cut_after_frames_sent.value_or(SIZE_MAX)) {
    return cut("cut after the frames that it was to send");
  }
  if (bytes_sent_ + frame.size() > faults_.cut_after_bytes_sent.value_or(SIZE_MAX)) {
    return cut("cut after the bytes that it was to send");
  }
  ++frames_sent_;
  bytes_sent_ += frame.size();
  stalled_bytes_ += frame.size();
  stalled_.push_back({std::move(frame), priority});
}

void FaultyLink::flush() {
  if (!is_open()) return;
  if (flushes_to_stall_ > 0 && !stalled_.empty()) {
    --flushes_to_stall_;
    inner_->flush();  // the inner link may have been woken to flush its own queue
    return adopt_inner_end();
  }
  if (!stalled_.empty()) flushes_to_stall_ = random_up_to(faults_.flushes_stalled_max);
  hand_over();
}

void FaultyLink::hand_over() {
  for (const auto& [frame, priority] : stalled_) {
    const Bytes bytes(frame);
    priority ? inner_->send_droppable({&bytes, 1}, *priority) : inner_->send(bytes);
  }
  stalled_.clear();
  stalled_bytes_ = 0;
  inner_->flush();
  adopt_inner_end();
}

std::size_t FaultyLink::receive(FrameSink& sink, std::size_t frames_max) {
  if (!is_open()) return 0;
  ++polls_;
  if (delayed_.size() < frames_max) inner_->receive(*this, frames_max);
  std::size_t delivered = 0;
  while (delivered < frames_max && !delayed_.empty() && delayed_.front().due <= polls_) {
    if (frames_delivered_ >= faults_.cut_after_frames_received.value_or(SIZE_MAX)) {
      cut("cut after the frames that it was to receive");
      return delivered;
    }
    const Frame frame = std::move(delayed_.front().frame);
    delayed_.pop_front();
    ++frames_delivered_;
    ++delivered;
    sink.receive_frame(frame);
  }
  adopt_inner_end();
  return delivered;
}

void FaultyLink::receive_frame(Bytes frame) {
  delayed_.push_back(
      {Frame(frame.begin(), frame.end()), polls_ + random_up_to(faults_.polls_held_max)});
}

// Takes over the end of the inner link once no held frame is left to deliver.
void FaultyLink::adopt_inner_end() {
  if (is_open() && !inner_->is_open() && delayed_.empty()) reason_ = inner_->close_reason();
}

bool FaultyLink::has_input() {
  return is_busy() || inner_->has_input();
}

bool FaultyLink::prepare_wait() {
  return !is_busy() && inner_->prepare_wait();
}

void FaultyLink::cut(const char* reason) {
  reason_ = error(Error::Code::peer_lost, inner_->peer() + ": fault injection: " + reason);
  stalled_.clear();
  stalled_bytes_ = 0;
  delayed_.clear();
  inner_->close();
}

void FaultyLink::close() {
  if (!is_open()) return;
  hand_over();
  delayed_.clear();
  inner_->close();
  reason_ = inner_->close_reason();
}

}  // namespace

std::unique_ptr<Link> make_faulty(std::unique_ptr<Link> inner, const Faults& faults) {
  return std::make_unique<FaultyLink>(std::move(inner), faults);
}

}  // namespace triad::transport
