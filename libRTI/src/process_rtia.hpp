// The RTIA in a process of its own, as the federate's process sees it: a link to it, over which
// every call is one exchange (rtia/host/process_protocol.hpp). Looks to RtiaHost like a
// HostedAmbassador.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>

#include "config/config.hpp"
#include "rtia/callback.hpp"
#include "rtia/host/greeting.hpp"
#include "rtia/host/wait_watch.hpp"
#include "transport/link.hpp"
#include "transport/wait.hpp"
#include "wire/encoded_size.hpp"
#include "wire/error.hpp"
#include "wire/limits.hpp"
#include "wire/record.hpp"

namespace triad::api {

// How long who waits looks before it sleeps.
transport::Duration spin_of(const config::Configuration& settings);
// How long a call waits before the log says so, and for an RTIG that does not answer it.
rtia::WaitLimits waits_of(const config::Configuration& settings);

class ProcessRtia final : private transport::FrameSink {
 public:
  using Clock = std::chrono::steady_clock;

  // Finds, starts and greets an rtia.
  static wire::Result<std::unique_ptr<ProcessRtia>> start(const config::Configuration& settings);

  ProcessRtia(std::unique_ptr<transport::Link> link, rtia::Peer peer,
              transport::Duration spin = transport::sensible_spin());
  ~ProcessRtia() override;

  template <wire::Call C>
  wire::Result<typename C::Reply> call(const C& request) {
    if (const auto bytes = wire::encoded_size(request); bytes > wire::kRecordBytesMaxMost) {
      return too_long(bytes);
    }
    ask(request);
    if (auto failed = exchange()) return *failed;
    return decode_answer<C>();
  }

  bool member() const { return member_; }
  std::optional<wire::Error> failure() const;
  bool usable() const { return lost_.empty() && !rtig_lost_; }
  std::optional<int> process() const { return static_cast<int>(peer_.process); }

  std::size_t callbacks_waiting() const { return callbacks_ + (callback_here_ ? 1 : 0); }
  // Valid until the next one is taken, whatever is called meanwhile.
  const rtia::Callback* take_callback();

  std::size_t poll();
  // Sleeps until something may have come, or until `until`; a callback that comes is sent here at
  // once.
  void wait(Clock::time_point until);
  // No callback is to be sent unasked any more. True: one has been.
  bool end_wait();
  int descriptor() const { return link_->descriptor(); }
  bool prepare_wait() { return link_->prepare_wait(); }
  void finish_wait() { link_->finish_wait(); }

 private:
  void on_frame(transport::Bytes frame) override;
  // Into out_, as the next question.
  template <class Message>
  void ask(const Message& message) {
    out_.clear();
    wire::RecordHeader header;
    header.position = ++asked_;
    wire::encode_record(header, message, out_);
  }
  void sleep(std::optional<Clock::time_point> until);
  const rtia::Callback* decode_callback();
  // Sends what is in out_ and waits for its answer, which then is in answer_.
  std::optional<wire::Error> exchange();
  wire::Error no_answer() const;
  static wire::Error too_long(std::size_t bytes);
  void lose(std::string reason);

  template <wire::Call C>
  wire::Result<typename C::Reply> decode_answer() {
    const auto record = wire::parse_record(answer_);
    if (record->header.message_kind() != wire::kind_of<C>) return no_answer();
    if constexpr (std::is_void_v<typename C::Reply>) {
      return {};
    } else {
      typename C::Reply reply{};
      wire::Decoder decoder(record->payload);
      decoder.get(reply);
      if (!decoder.finished()) return no_answer();
      return reply;
    }
  }

  std::unique_ptr<transport::Link> link_;
  const rtia::Peer peer_;
  transport::Waiter waiter_;
  std::uint64_t asked_ = 0;               // the call under way, by its position
  std::uint64_t answered_ = 0;            // the last one that was answered
  bool member_ = false;                   // as the rtia said last
  std::size_t callbacks_ = 0;             // wait at the rtia, as it said last
  std::uint64_t awaited_ = 0;             // asked for the next callback, by this position; 0: not
  bool callback_here_ = false;            // it came and is in awaited_bytes_
  std::string lost_;                      // why the rtia is gone
  std::optional<wire::Error> rtig_lost_;  // why the federation is, as the rtia told
  std::string fault_;                     // what the rtia sent against the protocol
  wire::Buffer out_;
  wire::Buffer answer_;
  wire::Buffer awaited_bytes_;
  wire::Buffer callback_bytes_;
  rtia::Callback callback_;
};

}  // namespace triad::api
