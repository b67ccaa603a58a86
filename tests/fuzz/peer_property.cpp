#include "tests/fuzz/peer_property.hpp"

#include <functional>

#include "core/object_model_wire.hpp"
#include "core/test_model.hpp"
#include "tests/scenario/core/core_harness.hpp"
#include "wire/any_message.hpp"

namespace triad::test {

namespace {

using namespace core::test;

constexpr int kRecordsPerSeed = 25;

// Three joined federates. Federate 0 is the one that attacks or is attacked. Each owns a tank,
// publishes and subscribes, and has a synchronization point.
struct Stage {
  explicit Stage(std::uint64_t seed) : harness(options(seed)) {
    for (int i = 0; i < 3; ++i) harness.add();
    (void)harness.call(0, wire::CreateFederationExecution{"F", "fed", false, {}});
    for (Federate f = 0; f < 3; ++f) {
      (void)harness.call(f, wire::JoinFederationExecution{"type", "F", {}});
      (void)harness.call(f, wire::PublishObjectClass{kTank, {kPosition, kSpeed, kTurret}});
      (void)harness.call(f, wire::PublishInteractionClass{kShot});
      (void)harness.call(f,
                         wire::SubscribeObjectClassAttributes{kVehicle, {kPosition, kSpeed}, true});
      (void)harness.call(f, wire::SubscribeInteractionClass{kShot, true});
      (void)harness.call(f,
                         wire::SetAdvisorySwitch{wire::AdvisorySwitch::attribute_relevance, true});
      (void)harness.call(f, wire::SetAdvisorySwitch{wire::AdvisorySwitch::attribute_scope, true});
      const auto object = harness.call(f, wire::RegisterObjectInstance{kTank, {}});
      if (object) objects.push_back(*object);
    }
    (void)harness.call(0, wire::RegisterFederationSynchronizationPoint{"go", "", {}});
    (void)harness.call(2, wire::EnableTimeConstrained{});
    harness.settle();
    for (Federate f = 0; f < 3; ++f) (void)harness.callbacks(f);
    harness.settle();
  }

  static HarnessOptions options(std::uint64_t seed) {
    HarnessOptions options;
    options.seed = seed;
    options.rtia.hold_bytes = 4000;
    options.rtia.resume_bytes = 1000;
    options.rtia.lease_count = 8;
    options.rtig.timeouts.report = std::chrono::milliseconds(1);
    options.rtig.timeouts.order = std::chrono::milliseconds(1);
    return options;
  }

  // Lets the federate call a random service.
  void act(Federate f, wire::Random& random) {
    if (harness.is_in_call(f) || harness.is_dead(f)) return;
    wire::UpdateAttributeValues update;
    update.object = objects[f];
    update.values = values;
    switch (random.below(8)) {
      case 0:
        (void)harness.begin_call(f, update);
        break;
      case 1:
        (void)harness.begin_call(f, wire::LocalDeleteObjectInstance{objects[(f + 1) % 3]});
        break;
      case 2:
        (void)harness.begin_call(f, wire::RequestClassAttributeValueUpdate{kVehicle, {kPosition}});
        break;
      case 3:
        (void)harness.begin_call(f, wire::PublishObjectClass{kTank, {kPosition}});
        break;
      case 4:
        (void)harness.begin_call(f, wire::RegisterObjectInstance{kTank, "name"});
        break;
      case 5:
        (void)harness.begin_call(
            f, wire::SubscribeObjectClassAttributes{kTank, {kTurret}, random.one_in(2)});
        break;
      case 6:
        random.one_in(2) ? harness.rtig().request_time_status() : harness.rtig().report_waits();
        harness.rtig().end_overdue_orders();
        break;
      default:
        (void)harness.callbacks(f);
    }
  }

  // Must outlive the calls that use them.
  const Values values = value(kPosition, "p").add(kSpeed, "s");
  CoreHarness harness;
  std::vector<wire::ObjectHandle> objects;
};

// Returns a generator that prefers names, labels and objects of the stage, and also possible new
// objects.
wire::Generator generator(std::uint64_t seed, const Stage& stage) {
  wire::Generator made(seed);
  made.set_texts({"go", "name", "F", "", "HLA1", "type"});
  std::vector<wire::ObjectHandle> objects;
  for (std::uint32_t block = 0; block < 3; ++block) {
    objects.insert(objects.end(), stage.objects.begin(), stage.objects.end());
    for (std::uint32_t i = 2; i < 5; ++i) objects.emplace_back(4096 * block + i);
  }
  made.set_objects(std::move(objects));
  return made;
}

wire::Buffer random_frame(wire::Generator& made, wire::RecordHeader header, wire::Kind kind) {
  wire::Random& random = made.random();
  wire::Buffer frame;
  wire::generate(kind, made)->encode(header, frame);
  if (random.one_in(12)) frame[random.below(frame.size())] ^= static_cast<std::byte>(random.next());
  if (random.one_in(40)) frame.resize(random.below(frame.size()));
  return frame;
}

wire::Kind random_kind(wire::Random& random) {
  return wire::kAllKinds[random.below(wire::kAllKinds.size())];
}

// The RTIA of the hostile federate may report faults, because it receives answers without a
// request.
std::string honest_faults(CoreHarness& harness) {
  harness.rtig().compare_states("F");
  if (!harness.rtig().difference().empty()) return harness.rtig().difference();
  for (Federate f = 1; f < harness.federate_count(); ++f) {
    const std::string& fault = harness.ambassador(f).fault();
    if (!fault.empty()) return "an honest federate was sent " + fault;
    if (!harness.ambassador(f).is_joined()) return "an honest federate lost its federation";
  }
  return {};
}

// Returns a kind that an RTIG may send, so that the run does not end with the first record.
wire::Kind likely_kind(wire::Random& random) {
  using wire::Kind;
  static constexpr Kind kKinds[] = {Kind::Accepted,
                                    Kind::ObjectHandlesLeased,
                                    Kind::FlowControl,
                                    Kind::FederateJoined,
                                    Kind::FederateResigned,
                                    Kind::SynchronizationPointRegistered,
                                    Kind::FederationSynchronized,
                                    Kind::SynchronizationPointRegistrationFailed,
                                    Kind::PublishObjectClass,
                                    Kind::UnpublishObjectClass,
                                    Kind::PublishInteractionClass,
                                    Kind::UnpublishInteractionClass,
                                    Kind::SubscribeObjectClassAttributes,
                                    Kind::UnsubscribeObjectClass,
                                    Kind::SubscribeInteractionClass,
                                    Kind::UnsubscribeInteractionClass,
                                    Kind::SetAdvisorySwitch,
                                    Kind::ObjectInstanceRegistered,
                                    Kind::UpdateAttributeValues,
                                    Kind::SendInteraction,
                                    Kind::DeleteObjectInstance,
                                    Kind::RequestObjectAttributeValueUpdate,
                                    Kind::RequestClassAttributeValueUpdate,
                                    Kind::AttributesRelevant,
                                    Kind::ProvideManagerAttributes,
                                    Kind::ManageFederate};
  return kKinds[random.below(std::size(kKinds))];
}

wire::RecordHeader header_to_rtia(Stage& stage, wire::Random& random) {
  wire::RecordHeader header;
  const bool in_log = random.one_in(2);
  header.flags = in_log ? wire::kLogRecord : std::uint16_t{0};
  if (in_log) {
    header.position =
        stage.harness.links().log_position(0) + (random.one_in(20) ? random.below(3) : 1);
    header.after = static_cast<std::uint32_t>(random.below(random.one_in(4) ? 100 : 4));
    header.after_position = random.below(20);
  } else if (random.one_in(3)) {
    header.after = 1;
    header.after_position = random.below(30);
  } else {
    header.sender = static_cast<std::uint32_t>(random.below(random.one_in(4) ? 100 : 4));
  }
  return header;
}

// Frame of a script. Each has a byte for the kind, the flags, the sender or cause, and the length
// of the payload, and then the payload.
struct ScriptFrame {
  wire::Kind kind = wire::Kind::none;
  std::uint8_t flags = 0;
  std::uint8_t who = 0;
  wire::Bytes payload;
};

bool next_frame(wire::Bytes& script, ScriptFrame& frame) {
  if (script.size() < 4) return false;
  const auto byte = [&](std::size_t at) { return std::to_integer<std::uint8_t>(script[at]); };
  frame.kind = wire::kAllKinds[byte(0) % wire::kAllKinds.size()];
  frame.flags = byte(1);
  frame.who = byte(2);
  const std::size_t length = std::min<std::size_t>(byte(3), script.size() - 4);
  frame.payload = script.subspan(4, length);
  script = script.subspan(4 + length);
  return true;
}

wire::Buffer bytes_of(wire::RecordHeader header, const ScriptFrame& frame) {
  header.kind = static_cast<std::uint16_t>(frame.kind);
  wire::Buffer bytes(sizeof header);
  std::memcpy(bytes.data(), &header, sizeof header);
  bytes.insert(bytes.end(), frame.payload.begin(), frame.payload.end());
  return bytes;
}

}  // namespace

std::string hostile_federate(std::uint64_t seed) {
  Stage stage(seed);
  wire::Generator made = generator(seed, stage);
  wire::Random& random = made.random();
  for (int i = 0; i < kRecordsPerSeed; ++i) {
    wire::RecordHeader header;
    header.sender = random.one_in(30) ? static_cast<std::uint32_t>(random.below(5)) : 1;
    header.flags = static_cast<std::uint16_t>(random.below(4));
    header.addressee = static_cast<std::uint32_t>(random.below(5));
    header.position = random.next();
    const auto kind = random.one_in(6) ? random_kind(random) : likely_kind(random);
    stage.harness.inject_up(0, random_frame(made, header, kind));
    stage.act(random.one_in(2) ? 1 : 2, random);
    if (random.one_in(3)) stage.harness.settle();
  }
  stage.harness.settle();
  for (Federate f = 1; f < 3; ++f) (void)stage.harness.callbacks(f);
  stage.harness.settle();
  return honest_faults(stage.harness);
}

std::string hostile_federate(wire::Bytes script) {
  Stage stage(1);
  ScriptFrame frame;
  while (next_frame(script, frame)) {
    wire::RecordHeader header;
    header.sender = 1;
    header.flags = frame.flags;
    header.addressee = frame.who;
    stage.harness.inject_up(0, bytes_of(header, frame));
    stage.harness.settle();
    for (Federate f = 1; f < 3; ++f) (void)stage.harness.callbacks(f);
  }
  stage.harness.settle();
  return honest_faults(stage.harness);
}

std::string hostile_rtig(std::uint64_t seed) {
  Stage stage(seed);
  wire::Generator made = generator(seed, stage);
  wire::Random& random = made.random();
  for (int i = 0; i < kRecordsPerSeed && stage.harness.faults().empty(); ++i) {
    const auto kind = random.one_in(8) ? random_kind(random) : likely_kind(random);
    stage.harness.inject_down(0, random_frame(made, header_to_rtia(stage, random), kind));
    stage.act(0, random);
    // The real RTIG stays silent; otherwise positions of its log would collide with the injected
    // ones.
    while (stage.harness.links().deliver_down_to(0)) {
    }
  }
  (void)stage.harness.callbacks(0);
  return {};
}

std::string hostile_rtig(wire::Bytes script) {
  Stage stage(1);
  ScriptFrame frame;
  while (stage.harness.faults().empty() && next_frame(script, frame)) {
    wire::RecordHeader header;
    header.flags = frame.flags & wire::kLogRecord;
    if (header.flags != 0) {
      header.position = stage.harness.links().log_position(0) + 1;
      header.after = frame.who % 5;
    } else {
      header.sender = frame.who % 5;
    }
    stage.harness.inject_down(0, bytes_of(header, frame));
    while (stage.harness.links().deliver_down_to(0)) {
    }
    if ((frame.flags & 0x80) != 0) (void)stage.harness.callbacks(0);
  }
  (void)stage.harness.callbacks(0);
  return {};
}

}  // namespace triad::test
