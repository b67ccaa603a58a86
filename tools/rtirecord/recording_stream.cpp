#include "tools/rtirecord/recording_stream.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace triad::rtirecord {

bool RecordingStream::open_next_file() {
  if (opened_ == files_.size()) return false;
  const std::string& path = files_[opened_++];
  std::string fault;
  reader_.reset();
  source_ = FileSource::open(path, fault);
  if (!source_) {
    add_fault(fault);
    return open_next_file();
  }
  reader_ = std::make_unique<recording::McapReader>(*source_);
  return true;
}

void RecordingStream::add_fault(const std::string& text) {
  if (!fault_.empty()) fault_ += "; ";
  fault_ += files_[opened_ - 1] + ": " + text;
}

bool RecordingStream::next() {
  while (reader_ || open_next_file()) {
    while (const auto item = reader_->next()) {
      description_.add_item(*item);
      if (const auto* message = std::get_if<recording::McapMessage>(&*item);
          message != nullptr && read_message(*message)) {
        return true;
      }
    }
    if (reader_->state() != recording::McapState::complete) add_fault(reader_->fault());
    reader_.reset();
  }
  return false;
}

bool RecordingStream::read_message(const recording::McapMessage& message) {
  entry_.channel = reader_->channel(message.channel);
  if (entry_.channel.encoding != recording::message_encoding()) return false;
  const recording::Schema* const schema = reader_->schema(entry_.channel);
  entry_.schema = schema == nullptr ? std::nullopt : std::optional(*schema);
  entry_.message = message;
  entry_.message.data = {};
  entry_.data.assign(message.data.begin(), message.data.end());
  const auto decoded = recording::parse_recorded(entry_.data);
  if (!decoded) {
    add_fault("a message is malformed");
    return false;
  }
  decoded_ = *decoded;
  return true;
}

std::optional<std::string> group_files(const std::vector<std::string>& files,
                                       std::vector<std::vector<std::string>>& recordings) {
  std::map<std::string, std::map<unsigned, std::string>> groups;
  for (const std::string& path : files) {
    std::string fault;
    const auto source = FileSource::open(path, fault);
    if (!source) return path + ": " + fault;
    recording::McapReader reader(*source);
    Description description;
    while (description.recording.empty()) {
      const auto item = reader.next();
      if (!item) break;
      description.add_item(*item);
    }
    if (description.recording.empty()) {
      return path + ": " +
             (reader.fault().empty() ? "it is not a recording of Triad RTI" : reader.fault());
    }
    if (!description.is_readable()) {
      return path + ": " + description.unreadable_text();
    }
    if (!groups[description.recording].emplace(description.segment, path).second) {
      return path + ": another file has the same part of the recording: " +
             groups[description.recording][description.segment] + "; give one of them";
    }
  }
  for (auto& [recording, segments] : groups) {
    auto& group = recordings.emplace_back();
    for (auto& [segment, path] : segments) group.push_back(path);
  }
  return std::nullopt;
}

namespace {

// Streams of all recordings, each at its next entry.
class Heads {
 public:
  explicit Heads(const std::vector<std::vector<std::string>>& recordings) {
    for (const auto& files : recordings) {
      streams_.push_back(std::make_unique<RecordingStream>(files));
    }
    orders_.resize(streams_.size());
    heads_.resize(streams_.size(), nullptr);
    for (std::size_t i = 0; i < streams_.size(); ++i) advance(i);
  }
  void advance(std::size_t i) {
    heads_[i] = streams_[i]->next() ? &orders_[i] : nullptr;
    if (heads_[i] == nullptr) return;
    orders_[i] = recording::order_of(streams_[i]->decoded(), streams_[i]->entry().message.log_time);
  }
  [[nodiscard]] const std::vector<const recording::EntryOrder*>& heads() const { return heads_; }
  [[nodiscard]] const RecordingStream& stream(std::size_t i) const { return *streams_[i]; }
  [[nodiscard]] std::size_t size() const { return streams_.size(); }

 private:
  std::vector<std::unique_ptr<RecordingStream>> streams_;
  std::vector<recording::EntryOrder> orders_;
  std::vector<const recording::EntryOrder*> heads_;
};

void learn(recording::CausalOrder& order, const std::vector<std::vector<std::string>>& recordings) {
  for (const auto& files : recordings) {
    RecordingStream stream(files);
    std::optional<std::size_t> source;
    while (stream.next()) {
      const Description& from = stream.description();
      if (!source) {
        source = order.add_source(from.federation, wire::FederateHandle(from.handle));
      }
      order.learn(*source, recording::order_of(stream.decoded(), stream.entry().message.log_time));
    }
    if (!source) order.add_source("", {});
  }
}

}  // namespace

Walk walk(const std::vector<std::vector<std::string>>& recordings,
          const std::function<bool(const RecordingStream&)>& visit) {
  Walk walk;
  recording::CausalOrder order;
  learn(order, recordings);
  Heads heads(recordings);
  while (const auto next = order.next(heads.heads())) {
    ++walk.entries;
    if (!visit(heads.stream(*next))) break;
    heads.advance(*next);
  }
  walk.corrected = order.corrected();
  for (std::size_t i = 0; i < heads.size(); ++i) {
    if (!heads.stream(i).fault().empty()) walk.faults.push_back(heads.stream(i).fault());
  }
  return walk;
}

}  // namespace triad::rtirecord
