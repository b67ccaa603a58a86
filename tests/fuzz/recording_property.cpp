#include "tests/fuzz/recording_property.hpp"

#include <cstring>

#include "core/object_model_wire.hpp"
#include "recording/causal_order.hpp"
#include "recording/mcap_reader.hpp"
#include "recording/recording_writer.hpp"

namespace triad::test {

namespace {

core::ObjectModel small_model() {
  core::ObjectModel model;
  model.name = "small";
  core::ObjectClass root;
  root.name = "ObjectRoot";
  root.attributes.emplace_back().name = core::kPrivilegeToDelete;
  model.object_classes.push_back(root);
  core::InteractionClass interactions;
  interactions.name = "InteractionRoot";
  model.interaction_classes.push_back(interactions);
  return model;
}

void add(recording::RecordingWriter& writer, const auto& message, std::uint64_t at) {
  wire::RecordHeader header;
  header.sender = 1;
  header.position = at;
  header.interest_key = wire::interest_key(wire::ObjectClassHandle(1));
  wire::Buffer record;
  wire::encode_record(header, message, record);
  const recording::EntryHead head{
      at, recording::Origin::sent, {}, static_cast<std::uint32_t>(record.size())};
  recording::Buffer entry(sizeof head);
  std::memcpy(entry.data(), &head, sizeof head);
  entry.insert(entry.end(), record.begin(), record.end());
  (void)writer.add(entry, at);
}

}  // namespace

std::string read_recording(recording::Bytes bytes) {
  recording::MemorySource source(bytes);
  recording::McapReader reader(source);
  std::uint64_t messages = 0;
  while (const auto item = reader.next()) {
    if (const auto* attachment = std::get_if<recording::Attachment>(&*item)) {
      (void)core::decode_object_model(attachment->data);
    }
    const auto* message = std::get_if<recording::McapMessage>(&*item);
    if (message == nullptr) continue;
    ++messages;
    const recording::Channel& channel = reader.channel(message->channel);
    if (channel.schema != 0 && reader.schema(channel) == nullptr) return "a channel has no schema";
    const auto recorded = recording::parse_recorded(message->data);
    if (recorded) (void)recording::order_of(*recorded, message->log_time);
  }
  if (reader.state() == recording::McapState::reading) return "the reader ended without a state";
  if (reader.message_count() != messages) return "the count of messages is wrong";
  if ((reader.state() == recording::McapState::complete) != reader.fault().empty()) {
    return "the state and the fault differ: " + reader.fault();
  }
  return {};
}

recording::Buffer example_recording() {
  recording::MemorySink sink;
  const core::ObjectModel model = small_model();
  recording::RecordingInfo info;
  info.id = "example";
  info.federation = "small";
  info.federate = "tank";
  recording::RecordingWriter writer(sink, info, 0, model);
  wire::UpdateAttributeValues update;
  update.tag = "tag";
  add(writer, update, 1);
  add(writer, wire::CausalDependencies{{{wire::FederateHandle(2), 7}}}, 2);
  add(writer, wire::Retract{}, 3);
  writer.finish(true);
  return sink.written();
}

}  // namespace triad::test
