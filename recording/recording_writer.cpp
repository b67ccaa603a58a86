#include "recording/recording_writer.hpp"

#include <cctype>
#include <limits>

#include "core/object_model_wire.hpp"
#include "core/time_type.hpp"
#include "recording/model_text.hpp"
#include "version/version.hpp"
#include "wire/harmless_text.hpp"

namespace triad::recording {

namespace {

constexpr double kNanosecondsOfSecond = 1e9;

// Returns the name of a service or callback as the API has it.
std::string api_name(wire::Kind kind) {
  if (kind == wire::Kind::ObjectInstanceRegistered) return "registerObjectInstance";
  std::string name(wire::name_of(kind));
  name.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(name.front())));
  return name;
}

// Returns the logical time in a message, or nothing.
wire::Bytes logical_time(const wire::Record& record) {
  wire::Bytes time;
  wire::with_message_type(record.header.message_kind(), [&](auto type) {
    using Message = typename decltype(type)::type;
    if constexpr (requires(Message m) { time = m.time; }) {
      if (const auto message = wire::decode<Message>(record.payload)) time = message->time;
    }
  });
  return time;
}

// Texts of MCAP are UTF-8. HLA 1.3 names may have any bytes; those that are no UTF-8 become "\xNN".
RecordingInfo with_utf8(RecordingInfo info) {
  for (std::string* const text : {&info.federation, &info.federate, &info.host}) {
    *text = wire::harmless(*text);
  }
  return info;
}

// Folds existence and updates of an object class into one key.
wire::InterestKey class_key(wire::InterestKey key) {
  return wire::is_existence(key) ? wire::interest_key(wire::object_class_of(key)) : key;
}

}  // namespace

RecordingWriter::RecordingWriter(ByteSink& sink, const RecordingInfo& info, unsigned segment,
                                 const core::ObjectModel& model)
    : info_(with_utf8(info)),
      model_(model),
      mcap_(sink, "Triad RTI " + build_identity(), kChunkBytes) {
  mcap_.add_metadata({std::string(kBeginMetadata),
                      {{"recording", info.id},
                       {"segment", std::to_string(segment)},
                       {"federation", info_.federation},
                       {"federate", info_.federate},
                       {"handle", std::to_string(info.handle)},
                       {"time type", info.time_type},
                       {"protocol", std::to_string(wire::kProtocolVersion)},
                       {"host", info_.host},
                       {"process", std::to_string(info.process)},
                       {"begin UTC ns", std::to_string(info.begin_utc_ns)},
                       {"begin monotonic ns", std::to_string(info.begin_monotonic_ns)}}});
  wire::Buffer encoded;
  core::encode(model, encoded);
  mcap_.add_attachment({info.begin_utc_ns, info.begin_utc_ns, std::string(kModelAttachment),
                        "application/octet-stream", encoded});
  const std::string fed = fed_text(model);
  mcap_.add_attachment({info.begin_utc_ns, info.begin_utc_ns, std::string(kFedAttachment),
                        "text/plain", bytes_of(fed)});
}

bool RecordingWriter::add(Bytes entry, std::uint64_t utc_ns) {
  const auto message = parse_recorded(entry);
  if (!message) return false;
  dropped_ += message->dropped.records;
  const McapMessage written{
      channel_of(*message),
      ++sequence_,
      utc_ns,
      message->record ? publish_time(*message->record, utc_ns) : utc_ns,
      {},
  };
  mcap_.add_message(written, std::span(&entry, 1));
  return true;
}

std::uint16_t RecordingWriter::channel_of(const RecordedMessage& message) {
  const auto kind = message.record ? message.record->header.message_kind() : wire::Kind::none;
  const wire::InterestKey key = message.record ? class_key(message.record->header.interest_key) : 0;
  const std::uint64_t number =
      static_cast<std::uint64_t>(key) << 16 | static_cast<std::uint16_t>(kind);
  if (const auto at = channels_.find(number); at != channels_.end()) return at->second;
  const bool is_full = mcap_.channel_count() + wire::kKindNumbersEnd >= McapWriter::kIdsMax;
  if (is_full && key != 0) {
    const auto general = channels_.find(static_cast<std::uint16_t>(kind));
    return general != channels_.end() ? general->second : add_channel(kind, 0);
  }
  return add_channel(kind, key);
}

std::uint16_t RecordingWriter::add_channel(wire::Kind kind, wire::InterestKey key) {
  std::string path;
  const std::uint16_t schema = schema_of(key, path);
  std::string topic = info_.federate + '/';
  if (!path.empty()) topic += path + '/';
  topic += kind == wire::Kind::none ? "dropped" : api_name(kind);
  const std::uint16_t channel = mcap_.add_channel(schema, topic, message_encoding(),
                                                  {{"federation", info_.federation},
                                                   {"federate", info_.federate},
                                                   {"handle", std::to_string(info_.handle)},
                                                   {"class", path},
                                                   {"message", std::string(wire::name_of(kind))}});
  channels_[static_cast<std::uint64_t>(key) << 16 | static_cast<std::uint16_t>(kind)] = channel;
  return channel;
}

std::uint16_t RecordingWriter::schema_of(wire::InterestKey key, std::string& path) {
  std::string text;
  const auto describe = [&](auto handle) {
    if (model_.find(handle) == nullptr) return;
    path = model_.path(handle);
    text = schema_text(model_, handle);
  };
  if (wire::is_interaction_class(key)) {
    describe(wire::interaction_class_of(key));
  } else {
    describe(wire::object_class_of(key));
  }
  if (path.empty()) return 0;
  auto& id = schemas_[key];
  if (id == 0) id = mcap_.add_schema(path, "triad-class", bytes_of(text));
  return id;
}

// Returns the logical time in nanoseconds, as if its unit were the second, if the message has one
// that can be compared. Otherwise the wall clock.
std::uint64_t RecordingWriter::publish_time(const wire::Record& record,
                                            std::uint64_t utc_ns) const {
  if (!info_.are_times_doubles) return utc_ns;
  const wire::Bytes time = logical_time(record);
  if (time.size() != sizeof(double)) return utc_ns;
  const double ns = core::TimeType::double_of(time) * kNanosecondsOfSecond;
  if (!(ns >= 0)) return 0;
  constexpr double kLargest = 9.0e18;
  return ns >= kLargest ? static_cast<std::uint64_t>(kLargest) : static_cast<std::uint64_t>(ns);
}

void RecordingWriter::finish(bool is_last) {
  mcap_.add_metadata({std::string(kEndMetadata),
                      {{"messages", std::to_string(mcap_.message_count())},
                       {"dropped records", std::to_string(dropped_)},
                       {"last segment", is_last ? "yes" : "no"}}});
  mcap_.finish();
}

}  // namespace triad::recording
