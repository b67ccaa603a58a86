#include "rtia/hosting/handshake.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <optional>
#include <utility>

#include "transport/wait.hpp"
#include "version/version.hpp"
#include "wire/limits.hpp"
#include "wire/record.hpp"

namespace triad::rtia {
namespace {

using Clock = std::chrono::steady_clock;

// Limit of the delay that a peer may request.
constexpr std::chrono::milliseconds kPostponementMost{60'000};

constexpr std::string_view kNoTriadProgram =
    "is not a Triad program: it did not answer with Triad's handshake; check host and port";

wire::Error internal_error(std::string text) {
  return wire::error(wire::ErrorCode::RTIinternalError, std::move(text));
}

// Receives the peer's first record.
class FirstRecord final : public transport::FrameSink {
 public:
  void on_frame(transport::Bytes frame) override {
    const auto record = wire::parse_record(frame);
    if (record && record->header.message_kind() == wire::Kind::Hello) {
      if (const auto hello = wire::decode<wire::Hello>(record->payload)) take(*hello);
    } else if (record && record->header.message_kind() == wire::Kind::Refused) {
      if (const auto refused = wire::decode<wire::Refused>(record->payload)) {
        refusal_ = "refused the link: " + std::string(refused->text);
      }
    } else if (record && record->header.message_kind() == wire::Kind::ComeAgain) {
      if (const auto again = wire::decode<wire::ComeAgain>(record->payload)) {
        refusal_ = "accepts no more links for now: " + std::string(again->text);
        postponed_ = {std::min(std::chrono::milliseconds(again->after_ms), kPostponementMost),
                      again->elsewhere};
      }
    }
  }

  // Error text; empty if the peer is compatible.
  const std::string& refusal() const { return refusal_; }
  const Peer& peer() const { return peer_; }
  const std::optional<Postponement>& postponed() const { return postponed_; }

 private:
  void take(const wire::Hello& hello) {
    if (hello.magic != wire::kMagic) return;
    peer_ = {std::string(hello.program), std::string(hello.release), std::string(hello.host),
             hello.process, hello.record_bytes_max};
    refusal_.clear();
    if (hello.version == wire::kProtocolVersion) return;
    refusal_ = "speaks protocol version " + std::to_string(hello.version) + " (" + peer_.program +
               " of Triad " + peer_.release + "), this process version " +
               std::to_string(wire::kProtocolVersion) + " (Triad " + build_identity() +
               "): install the same release on both sides";
  }

  std::string refusal_{kNoTriadProgram};
  Peer peer_;
  std::optional<Postponement> postponed_;
};

// Returns the error for a link that closed before its first record.
wire::Error no_handshake(const transport::Link& link) {
  const transport::Error& reason = link.close_reason();
  if (reason.code == transport::Error::Code::frame_too_large ||
      reason.code == transport::Error::Code::bad_frame) {
    return internal_error(link.peer() + " " + std::string(kNoTriadProgram));
  }
  return internal_error(link.peer() + " ended the link without a handshake (" + reason.text +
                        "); is it a Triad program? One that stops or has no free descriptors ends "
                        "links, too, and its log says so. Check host and port");
}

}  // namespace

std::string host_name() {
  std::array<char, 256> name{};
  if (gethostname(name.data(), name.size() - 1) != 0) return "unknown";
  return name.data();
}

wire::Result<Peer> handshake(transport::Link& link, std::string_view program,
                             transport::Duration timeout, std::optional<Postponement>* postponed) {
  wire::Buffer bytes;
  const std::string host = host_name();
  wire::encode_record({},
                      wire::Hello{wire::kMagic, wire::kProtocolVersion, program, build_identity(),
                                  host, static_cast<std::uint32_t>(getpid())},
                      bytes);
  link.send(bytes);
  link.flush();

  FirstRecord first;
  transport::Waiter waiter;
  const auto until = Clock::now() + timeout;
  while (link.receive(first, 1) == 0) {
    if (!link.is_open()) return no_handshake(link);
    const auto left = until - Clock::now();
    if (left <= Clock::duration::zero()) {
      const double seconds = std::chrono::duration<double>(timeout).count();
      std::array<char, 32> text{};
      std::snprintf(text.data(), text.size(), "%.3g s", seconds);
      return internal_error(link.peer() + " took the connection and sent no handshake within " +
                            text.data() +
                            ": another program has that port, or the rtig there is stopped or "
                            "overloaded; check host and port");
    }
    waiter.wait(link, left);
  }
  if (postponed != nullptr) *postponed = first.postponed();
  if (!first.refusal().empty()) return internal_error(link.peer() + " " + first.refusal());
  if (const std::uint64_t most = first.peer().record_bytes_max; most > 0) {
    const std::size_t frame =
        std::min<std::uint64_t>(most, wire::kRecordBytesMaxMost) + wire::kRecordBytesAdded;
    link.limit_frames(frame, frame);
  }
  return first.peer();
}

}  // namespace triad::rtia
