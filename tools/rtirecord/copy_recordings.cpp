// `rtirecord recover` and `rtirecord merge`: write what they read to a new file.
#include <map>
#include <memory>
#include <utility>

#include "core/count_text.hpp"
#include "recording/mcap_writer.hpp"
#include "recording/recording_writer.hpp"
#include "tools/rtirecord/entry_filter.hpp"
#include "tools/rtirecord/recorded_file.hpp"
#include "tools/rtirecord/recording_stream.hpp"
#include "tools/rtirecord/rtirecord.hpp"
#include "version/version.hpp"

namespace triad::rtirecord {

namespace {

using recording::McapWriter;

constexpr std::string_view kSuffix = ".mcap";

std::string library_text() {
  return "Triad RTI " + build_identity();
}

// Returns e.g. "tank-000-recovered.mcap" for "tank-000.mcap".
std::string recovered_path(const std::string& path) {
  const std::string stem =
      path.ends_with(kSuffix) ? path.substr(0, path.size() - kSuffix.size()) : path;
  return stem + "-recovered" + std::string(kSuffix);
}

// Gives the channels and schemas of several files new ids.
class ChannelMap {
 public:
  explicit ChannelMap(McapWriter& writer) : writer_(writer) {}

  // Returns the id in the new file. Equal channels of several files become one. Returns nothing if
  // there are too many.
  std::optional<std::uint16_t> id_of(const recording::Channel& channel,
                                     const recording::Schema* schema) {
    recording::Channel key = channel;
    key.id = 0;
    key.schema = schema == nullptr ? 0 : id_of(*schema);
    for (const auto& [known, id] : channels_[key.topic]) {
      if (known == key) return id;
    }
    if (writer_.channel_count() >= McapWriter::kIdsMax) return std::nullopt;
    const auto id = writer_.add_channel(key.schema, key.topic, key.encoding, key.metadata);
    channels_[key.topic].emplace_back(key, id);
    return id;
  }

 private:
  std::uint16_t id_of(const recording::Schema& schema) {
    recording::Schema key = schema;
    key.id = 0;
    for (const auto& [known, id] : schemas_[key.name]) {
      if (known == key) return id;
    }
    const auto id = writer_.add_schema(key.name, key.encoding, key.data);
    schemas_[key.name].emplace_back(key, id);
    return id;
  }

  McapWriter& writer_;
  std::map<std::string, std::vector<std::pair<recording::Channel, std::uint16_t>>> channels_;
  std::map<std::string, std::vector<std::pair<recording::Schema, std::uint16_t>>> schemas_;
};

// Copies everything that can be read. Returns a text about the result.
bool recover_file(const std::string& path, std::string& text) {
  const auto source = FileSource::open(path, text);
  if (!source) return false;
  recording::McapReader reader(*source);
  if (reader.state() == recording::McapState::faulty) {
    text = reader.fault();
    return false;
  }
  const std::string target = recovered_path(path);
  const auto sink = FileSink::create(target, text);
  if (!sink) {
    text = target + ": " + text;
    return false;
  }
  McapWriter writer(*sink, library_text(), recording::RecordingWriter::kChunkBytes);
  ChannelMap channels(writer);
  while (const auto item = reader.next()) {
    if (const auto* attachment = std::get_if<recording::Attachment>(&*item)) {
      writer.add_attachment(*attachment);
    } else if (const auto* metadata = std::get_if<recording::Metadata>(&*item)) {
      writer.add_metadata(*metadata);
    } else if (const auto* message = std::get_if<recording::McapMessage>(&*item)) {
      const recording::Channel& channel = reader.channel(message->channel);
      recording::McapMessage copy = *message;
      const auto id = channels.id_of(channel, reader.schema(channel));
      if (!id) continue;
      copy.channel = *id;
      writer.add_message(copy, std::span(&message->data, 1));
    }
  }
  writer.finish();
  if (writer.has_failed()) {
    text = target + " cannot be written: " + sink->fault();
    return false;
  }
  text = (reader.state() == recording::McapState::complete ? "it was complete; "
                                                           : reader.fault() + "; ") +
         core::count_text(reader.message_count(), "message") + " written to " + target;
  return true;
}

}  // namespace

Verdict recover(const std::vector<std::string>& files, std::ostream& out, std::ostream& err) {
  bool all = true;
  for (const std::string& path : files) {
    std::string text;
    const bool is_done = recover_file(path, text);
    (is_done ? out : err << "rtirecord: ") << path << ": " << text << '\n';
    all = all && is_done;
  }
  return all ? Verdict::good : Verdict::failed;
}

namespace {

// Writes the descriptions and the object model of the first recording of each federation.
void copy_descriptions(const std::vector<std::vector<std::string>>& recordings,
                       McapWriter& writer) {
  std::map<std::string, bool> has_model;
  for (const auto& files : recordings) {
    std::string fault;
    const auto source = FileSource::open(files.front(), fault);
    if (!source) continue;
    recording::McapReader reader(*source);
    std::string federation;
    while (const auto item = reader.next()) {
      if (const auto* metadata = std::get_if<recording::Metadata>(&*item)) {
        if (const auto at = metadata->values.find("federation"); at != metadata->values.end()) {
          federation = at->second;
        }
        writer.add_metadata(*metadata);
      } else if (const auto* attachment = std::get_if<recording::Attachment>(&*item)) {
        if (!std::exchange(has_model[federation + '/' + attachment->name], true)) {
          writer.add_attachment(*attachment);
        }
      } else {
        break;  // the data begin
      }
    }
  }
}

}  // namespace

Verdict merge(const command_line::ParsedArguments& given, std::ostream& out, std::ostream& err) {
  std::string fault;
  const auto filter = read_filter(given, fault);
  if (!filter || !given.value("output")) {
    err << "rtirecord: " << (fault.empty() ? "name the new file: --output FILE" : fault) << '\n';
    return Verdict::bad_usage;
  }
  std::vector<std::vector<std::string>> recordings;
  if (const auto refusal = group_files(given.arguments(), recordings)) {
    err << "rtirecord: " << *refusal << '\n';
    return Verdict::failed;
  }
  const std::string target = *given.value("output");
  const auto sink = FileSink::create(target, fault);
  if (!sink) {
    err << "rtirecord: " << target << ": " << fault << '\n';
    return Verdict::failed;
  }
  McapWriter writer(*sink, library_text(), recording::RecordingWriter::kChunkBytes);
  copy_descriptions(recordings, writer);
  ChannelMap channels(writer);
  std::uint32_t sequence = 0;
  const Walk walked = walk(recordings, [&](const RecordingStream& stream) {
    const Entry& entry = stream.entry();
    if (!filter->selects(entry)) return true;
    recording::McapMessage copy = entry.message;
    const auto id = channels.id_of(entry.channel, entry.schema ? &*entry.schema : nullptr);
    if (!id) {
      fault = "there are too many channels";
      return false;
    }
    copy.channel = *id;
    copy.sequence = ++sequence;
    const recording::Bytes data(entry.data);
    writer.add_message(copy, std::span(&data, 1));
    return !writer.has_failed();
  });
  writer.finish();
  if (writer.has_failed()) fault = sink->fault();
  if (!fault.empty()) {
    err << "rtirecord: " << target << " cannot be written: " << fault << '\n';
    return Verdict::failed;
  }
  out << target << ": " << core::count_text(writer.message_count(), "message") << " of "
      << core::count_text(walked.entries, "entry", "entries") << '\n';
  for (const std::string& text : walked.faults) err << "rtirecord: " << text << '\n';
  return walked.faults.empty() ? Verdict::good : Verdict::failed;
}

}  // namespace triad::rtirecord
