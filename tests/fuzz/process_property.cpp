// Implements the properties of process_property.hpp.
#include "tests/fuzz/process_property.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

#include "core/double_time.hpp"
#include "libRTI/src/process_rtia_host.hpp"
#include "rtia/hosting/process_protocol.hpp"
#include "rtia/program/federate_server.hpp"
#include "tests/fuzz/fuzz_script.hpp"
#include "transport/test_link.hpp"
#include "wire/message_list.hpp"

namespace triad::test {
namespace {

constexpr std::uint8_t kBareContent = 255;

wire::Buffer joined(std::span<const transport::Bytes> parts) {
  wire::Buffer all;
  for (const auto part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

// Makes the next frame of the script.
wire::Buffer make_frame(transport::Script& script, std::uint64_t last_question) {
  const std::uint8_t kind = script.byte();
  wire::RecordHeader header;
  header.kind = kind;
  header.flags = static_cast<std::uint16_t>(script.byte() << 8);
  const std::uint8_t position = script.byte();
  header.position = position == 1   ? last_question
                    : position == 2 ? last_question + 1
                                    : std::uint64_t{position};
  header.after_position = script.byte();
  wire::Buffer frame;
  if (kind != kBareContent) {
    frame.resize(sizeof header);
    std::memcpy(frame.data(), &header, sizeof header);
  }
  for (int left = script.byte(); left > 0; --left) frame.push_back(std::byte{script.byte()});
  return frame;
}

// A link whose peer sends the frames of a script, and then closes.
class ScriptedLink : public transport::TestLink {
 public:
  explicit ScriptedLink(std::span<const std::uint8_t> input) : script_(input) {}

  bool has_input() override { return true; }
  bool prepare_wait() override { return false; }
  std::size_t receive(transport::FrameSink& sink, std::size_t) override {
    if (script_.at_end()) {
      close();
      return 0;
    }
    const wire::Buffer frame = make_frame(script_, last_question_);
    record_frame(frame);
    sink.receive_frame(frame);
    return 1;
  }

 protected:
  virtual void record_frame(const wire::Buffer&) {}
  std::uint64_t last_question_ = 0;

 private:
  transport::Script script_;
};

// Counts the questions of the federate and the answers of the rtia.
class FederateLink final : public ScriptedLink {
 public:
  using ScriptedLink::ScriptedLink;

  std::string broken;

  void send(std::span<const transport::Bytes> parts) override {
    const wire::Buffer sent = joined(parts);
    const auto record = wire::parse_record(sent);
    if (!record) {
      broken = "the rtia sent bytes that are no record";
    } else if (record->header.position != 0 && ++answers_ > questions_) {
      broken = "the rtia answered more often than it was asked";
    }
  }

 private:
  void record_frame(const wire::Buffer& frame) override {
    const auto record = wire::parse_record(frame);
    if (record && record->header.position != 0) ++questions_;
  }

  std::size_t questions_ = 0;
  std::size_t answers_ = 0;
};

class RtiaLink final : public ScriptedLink {
 public:
  using ScriptedLink::ScriptedLink;

  void send(std::span<const transport::Bytes> parts) override {
    const wire::Buffer sent = joined(parts);
    if (const auto record = wire::parse_record(sent)) {
      last_question_ = std::max<std::uint64_t>(last_question_, record->header.position);
    }
  }
};

// Makes the calls of a federate in turn, until the rtia is lost.
void use(api::ProcessRtiaHost& host, std::string& broken) {
  const core::Time time = core::DoubleTime::encode(1);
  for (unsigned step = 0; host.is_usable(); ++step) {
    switch (step % 6) {
      case 0:
        (void)host.call(wire::UpdateAttributeValues{});
        break;
      case 1:
        host.record_tick_begin();
        (void)host.poll();
        host.end_look(false, true);
        break;
      case 2:
        while (host.has_callback() && host.take_callback() != nullptr) {
        }
        host.end_look(true, true);
        break;
      case 3:
        (void)host.call(wire::AdvanceTime{wire::Advance::time_advance_request, time.bytes()});
        break;
      case 4:
        host.wait(api::RtiaHost::Clock::now());
        (void)host.end_wait();
        break;
      default:
        (void)host.call(wire::SubscribeInteractionClass{});
    }
  }
  // A federation may be lost before the rtia.
  while (host.poll() > 0) {
  }
  if (host.callback_count() != 0) broken = "callbacks are left of an rtia that is lost";
}

}  // namespace

std::string hostile_federate_process(std::span<const std::uint8_t> input) {
  FederateLink link(input);
  rtia::FederateServer(link, -1, {}).run();
  return link.broken;
}

std::string hostile_rtia_process(std::span<const std::uint8_t> input) {
  std::string broken;
  api::ProcessRtiaHost host(std::make_unique<RtiaLink>(input), {}, transport::Duration::zero());
  use(host, broken);
  return broken;
}

}  // namespace triad::test
