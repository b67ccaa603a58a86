#include "rtia/hosting/member_recording.hpp"

#include <cstring>
#include <utility>
#include <variant>

#include "core/federation_state.hpp"
#include "files/line_output.hpp"

namespace triad::rtia {

namespace {

// Callbacks that carry data or tell about instances are recorded by their senders.
template <class Message>
constexpr bool kIsOfSenders = std::is_same_v<Message, wire::ReflectAttributeValues> ||
                              std::is_same_v<Message, wire::ReceiveInteraction> ||
                              std::is_same_v<Message, wire::DiscoverObjectInstance> ||
                              std::is_same_v<Message, wire::RemoveObjectInstance> ||
                              std::is_same_v<Message, wire::ProvideAttributeValueUpdate> ||
                              std::is_same_v<Message, wire::TurnUpdatesOnForObjectInstance> ||
                              std::is_same_v<Message, wire::TurnUpdatesOffForObjectInstance> ||
                              std::is_same_v<Message, wire::AttributesInScope> ||
                              std::is_same_v<Message, wire::AttributesOutOfScope>;

}  // namespace

void MemberRecording::begin(const Ambassador& ambassador, std::string_view federation_name,
                            std::string_view federate_type) {
  recorder_.reset();
  has_sent_ = false;
  last_position_ = 0;
  const core::Federation* const federation = ambassador.state();
  if (options_.directory.empty() || federation == nullptr) return;
  recording::RecordingInfo info;
  info.federation = federation_name;
  info.federate = federate_type;
  federate_ = ambassador.federate();
  info.handle = federate_.value;
  info.time_type = time_type_.name();
  info.are_times_doubles = time_type_.are_doubles();
  auto begun = recording::Recorder::begin(options_, std::move(info), federation->model());
  if (begun) {
    recorder_ = std::move(*begun);
  } else {
    files::print_line("triad: this federate is not recorded: " + begun.error().text);
  }
}

void MemberRecording::record_sent(std::span<const wire::Bytes> parts) {
  wire::RecordHeader header;  // the first part contains it
  std::memcpy(&header, parts.front().data(), sizeof header);
  // A member that returns by another link sends its kept records again.
  if (header.position <= last_position_) return;
  // Has the position of the record that follows.
  if (header.message_kind() == wire::Kind::CausalDependencies) {
    recorder_->record(recording::Origin::sent, parts);
    return;
  }
  last_position_ = header.position;
  switch (header.message_kind()) {
    case wire::Kind::UpdateAttributeValues:
    case wire::Kind::SendInteraction:
    case wire::Kind::DeleteObjectInstance:
    case wire::Kind::Retract:
    case wire::Kind::ObjectInstanceRegistered:
      has_sent_ = true;
      break;
    case wire::Kind::DeletionCompleted:
      break;
    default:
      return;
  }
  recorder_->record(recording::Origin::sent, parts);
}

void MemberRecording::record_callback(const Ambassador& ambassador, const Callback& callback) {
  std::visit(
      [&](const auto& message) {
        using Message = std::decay_t<decltype(message)>;
        if (kIsOfSenders<Message> && !recorder_->records_callbacks()) return;
        wire::RecordHeader header = make_header(ambassador);
        set_class(ambassador, message, header);
        buffer_.clear();
        wire::encode_record(header, message, buffer_);
        record(recording::Origin::callback);
      },
      callback);
}

wire::RecordHeader MemberRecording::make_header(const Ambassador& ambassador) const {
  wire::RecordHeader header;
  // After the resignation the Ambassador has no handle.
  header.sender = ambassador.is_joined() ? ambassador.federate().value : federate_.value;
  header.position = last_position_;
  header.after_position = ambassador.log_position();
  return header;
}

wire::InterestKey MemberRecording::class_of(const Ambassador& ambassador,
                                            wire::ObjectHandle object) {
  const core::Federation* const federation = ambassador.state();
  if (federation == nullptr) return 0;
  const core::ObjectInstance* const instance = federation->objects().find(object);
  return instance == nullptr ? 0 : wire::interest_key(instance->object_class);
}

void MemberRecording::record(recording::Origin origin) {
  const wire::Bytes bytes(buffer_);
  recorder_->record(origin, std::span(&bytes, 1));
}

}  // namespace triad::rtia
