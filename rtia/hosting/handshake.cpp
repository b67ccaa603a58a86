#include "rtia/hosting/handshake.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <optional>
#include <thread>
#include <utility>

#include "transport/wait.hpp"
#include "wire/limits.hpp"
#include "wire/record.hpp"

namespace triad::rtia {
namespace {

using Clock = std::chrono::steady_clock;

// A peer that took our connection answers at once or never.
constexpr transport::Duration kHandshakeTimeout = std::chrono::seconds(10);
// Between two attempts to reach an RTIG that does not listen yet.
constexpr auto kRetryAfter = std::chrono::milliseconds(20);
// The last attempt, and the only one of a timeout of zero, still gets so long.
constexpr Clock::duration kConnectTimeoutMin = std::chrono::milliseconds(200);

wire::Error internal_error(std::string text) {
  return wire::error(wire::ErrorCode::RTIinternalError, std::move(text));
}

// Takes the peer's first record.
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
    }
  }

  // Empty when the peer is one that we can talk to.
  const std::string& refusal() const { return refusal_; }
  const Peer& peer() const { return peer_; }

 private:
  void take(const wire::Hello& hello) {
    if (hello.magic != wire::kMagic) return;
    peer_ = {std::string(hello.program), std::string(hello.release), std::string(hello.host),
             hello.process, hello.record_bytes_max};
    refusal_.clear();
    if (hello.version == wire::kProtocolVersion) return;
    refusal_ = "speaks protocol version " + std::to_string(hello.version) + " (" + peer_.program +
               " of Triad " + peer_.release + "), this process version " +
               std::to_string(wire::kProtocolVersion) +
               " (Triad " TRIAD_RELEASE "): install the same release on both sides";
  }

  std::string refusal_ = "is not a Triad program: it did not answer with Triad's handshake";
  Peer peer_;
};

std::string time_text(Clock::duration time) {
  const double seconds = std::chrono::duration<double>(time).count();
  std::array<char, 32> text{};
  if (seconds < 1) {
    std::snprintf(text.data(), text.size(), "%.0f ms", seconds * 1000);
  } else {
    std::snprintf(text.data(), text.size(), "%.1f s", seconds);
  }
  return text.data();
}

bool may_get_better(transport::Error::Code code) {
  using Code = transport::Error::Code;
  return code == Code::refused || code == Code::peer_closed || code == Code::peer_lost;
}

// A federate is often started together with its rtig: nobody listening yet is no reason to give up.
// `effort` is set to what was done about it, for people.
transport::Result<std::unique_ptr<transport::Link>> connect_patiently(
    const transport::Url& url, double timeout_s, const transport::LinkOptions& options,
    std::string& effort) {
  const auto begin = Clock::now();
  const auto until =
      begin + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(timeout_s));
  for (int attempt = 1;; ++attempt) {
    const auto left = std::max(until - Clock::now(), kConnectTimeoutMin);
    auto link = transport::connect(url, left, options);
    if (link || !may_get_better(link.error().code) || Clock::now() + kRetryAfter >= until) {
      effort = attempt == 1 ? "tried once" : "tried for " + time_text(Clock::now() - begin);
      return link;
    }
    std::this_thread::sleep_for(kRetryAfter);
  }
}

// What there is to do about a link that did not come about.
std::string advice(const transport::Url& url, transport::Error::Code problem) {
  using Code = transport::Error::Code;
  if (url.scheme == transport::Url::Scheme::memory) {
    return "; memory: reaches an RTIG in the same process only";
  }
  // Nobody can listen there.
  if (problem == Code::unknown_host || problem == Code::bad_url) return "";
  if (url.scheme == transport::Url::Scheme::mesh) {
    return "; start the router there with: rtirouter --topology FILE --name NAME (docs/mesh.md)";
  }
  return "; start one with: rtig --listen " + transport::to_string(url);
}

}  // namespace

std::string host_name() {
  std::array<char, 256> name{};
  if (gethostname(name.data(), name.size() - 1) != 0) return "unknown";
  return name.data();
}

wire::Result<Peer> handshake(transport::Link& link, std::string_view program,
                             transport::Duration timeout) {
  wire::Buffer bytes;
  const std::string host = host_name();
  wire::encode_record({},
                      wire::Hello{wire::kMagic, wire::kProtocolVersion, program, TRIAD_RELEASE,
                                  host, static_cast<std::uint32_t>(getpid())},
                      bytes);
  link.send(bytes);
  link.flush();

  FirstRecord first;
  transport::Waiter waiter;
  const auto until = Clock::now() + timeout;
  while (link.receive(first, 1) == 0) {
    if (!link.is_open()) {
      return internal_error(link.peer() + " ended the link without a handshake (" +
                            link.close_reason().text + "); is it a Triad program?");
    }
    const auto left = until - Clock::now();
    if (left <= Clock::duration::zero()) {
      return internal_error(link.peer() +
                            " took the connection but sent no handshake; is it a "
                            "Triad program?");
    }
    waiter.wait(link, left);
  }
  if (!first.refusal().empty()) return internal_error(link.peer() + " " + first.refusal());
  if (const std::uint64_t most = first.peer().record_bytes_max; most > 0) {
    const std::size_t frame =
        std::min<std::uint64_t>(most, wire::kRecordBytesMaxMost) + wire::kRecordBytesAdded;
    link.limit_frames(frame, frame);
  }
  return first.peer();
}

wire::Result<std::unique_ptr<transport::Link>> connect_to_rtig(
    const std::string& text, double timeout_s, std::string_view program,
    const transport::LinkOptions& options) {
  const auto url = transport::parse_url(text);
  if (!url) return internal_error(url.error().text);
  std::string effort;
  auto link = connect_patiently(*url, timeout_s, options, effort);
  if (!link) {
    return internal_error("no RTIG reached (" + effort + "): " + link.error().text +
                          advice(*url, link.error().code));
  }
  if (auto peer = handshake(**link, program, kHandshakeTimeout); !peer) return peer.error();
  return std::move(*link);
}

}  // namespace triad::rtia
