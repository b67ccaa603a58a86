#include "tools/rtirecord/recorded_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <ctime>
#include <memory>
#include <system_error>
#include <utility>

#include "core/double_time.hpp"
#include "core/object_model_wire.hpp"

namespace triad::rtirecord {

namespace {

std::string reason() {
  return std::generic_category().message(errno);
}

template <class T>
T number_of(const recording::TextMap& values, const char* key) {
  T number = 0;
  const auto at = values.find(key);
  if (at == values.end()) return number;
  std::from_chars(at->second.data(), at->second.data() + at->second.size(), number);
  return number;
}

std::string text_of(const recording::TextMap& values, const char* key) {
  const auto at = values.find(key);
  return at == values.end() ? std::string() : at->second;
}

}  // namespace

std::unique_ptr<FileSource> FileSource::open(const std::string& path, std::string& fault) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat found {};
  if (descriptor < 0 || ::fstat(descriptor, &found) != 0) {
    fault = "it cannot be opened: " + reason();
    if (descriptor >= 0) ::close(descriptor);
    return nullptr;
  }
  if (!S_ISREG(found.st_mode)) {
    fault = "it is not a regular file";
    ::close(descriptor);
    return nullptr;
  }
  return std::unique_ptr<FileSource>(
      new FileSource(descriptor, static_cast<std::uint64_t>(found.st_size)));
}

FileSource::~FileSource() {
  ::close(descriptor_);
}

std::size_t FileSource::read(std::uint64_t offset, std::span<std::byte> into) {
  std::size_t done = 0;
  while (done < into.size()) {
    const ssize_t count = ::pread(descriptor_, into.data() + done, into.size() - done,
                                  static_cast<off_t>(offset + done));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    done += static_cast<std::size_t>(count);
  }
  return done;
}

std::unique_ptr<FileSink> FileSink::create(const std::string& path, std::string& fault) {
  const int descriptor =
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (descriptor < 0) {
    fault = errno == EEXIST ? "it exists; remove it, or name another file"
                            : "it cannot be created: " + reason();
    return nullptr;
  }
  return std::unique_ptr<FileSink>(new FileSink(descriptor));
}

FileSink::~FileSink() {
  ::close(descriptor_);
}

bool FileSink::write(recording::Bytes bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(descriptor_, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      fault_ = reason();
      return false;
    }
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
  return true;
}

void Description::add_item(const recording::McapItem& item) {
  if (const auto* metadata = std::get_if<recording::Metadata>(&item);
      metadata != nullptr && metadata->name == recording::kBeginMetadata) {
    const recording::TextMap& values = metadata->values;
    described_ = text_of(values, "federation");
    federations[described_].are_times_doubles =
        text_of(values, "time type") == core::DoubleTime::kName;
    if (++recordings > 1) return;
    recording = text_of(values, "recording");
    federation = described_;
    federate = text_of(values, "federate");
    host = text_of(values, "host");
    protocol = text_of(values, "protocol");
    segment = number_of<unsigned>(values, "segment");
    handle = number_of<std::uint32_t>(values, "handle");
  }
  if (const auto* attachment = std::get_if<recording::Attachment>(&item);
      attachment != nullptr && attachment->name == recording::kModelAttachment && is_readable()) {
    if (auto model = core::decode_object_model(attachment->data)) {
      federations[described_].model = std::make_shared<const core::ObjectModel>(*std::move(model));
    }
  }
}

const FederationFacts& Description::facts_of(const recording::Channel& channel) const {
  static const FederationFacts kUnknown;
  const auto federation_value = channel.metadata.find("federation");
  if (federation_value == channel.metadata.end()) return kUnknown;
  const auto at = federations.find(federation_value->second);
  return at == federations.end() ? kUnknown : at->second;
}

bool Description::is_readable() const {
  return protocol == std::to_string(wire::kProtocolVersion);
}

std::string Description::unreadable_text() const {
  return "its records are those of protocol " + protocol + ", and this rtirecord reads protocol " +
         std::to_string(wire::kProtocolVersion) +
         "; use the rtirecord of the Triad RTI that recorded it";
}

FileSummary summarize(const std::string& path) {
  FileSummary summary;
  summary.path = path;
  const auto source = FileSource::open(path, summary.fault);
  if (!source) {
    summary.state = recording::McapState::faulty;
    return summary;
  }
  summary.bytes = source->size();
  recording::McapReader reader(*source);
  while (const auto item = reader.next()) {
    summary.description.add_item(*item);
    const auto* message = std::get_if<recording::McapMessage>(&*item);
    if (message == nullptr) continue;
    summary.begin_ns =
        summary.messages == 0 ? message->log_time : std::min(summary.begin_ns, message->log_time);
    summary.end_ns = std::max(summary.end_ns, message->log_time);
    ++summary.messages;
    const recording::Channel& channel = reader.channel(message->channel);
    ++summary.topics[channel.topic];
    if (channel.encoding != recording::message_encoding()) continue;
    const auto recorded = recording::parse_recorded(message->data);
    if (!recorded) {
      summary.fault = "message " + std::to_string(summary.messages) + " is malformed";
    } else if (!recorded->record) {
      ++summary.gaps;
      summary.dropped += recorded->dropped.records;
    }
  }
  summary.state = reader.state();
  if (summary.fault.empty()) summary.fault = reader.fault();
  return summary;
}

std::string utc_text(std::uint64_t utc_ns) {
  constexpr std::uint64_t kSecond = 1'000'000'000;
  const auto seconds = static_cast<std::time_t>(utc_ns / kSecond);
  std::tm utc{};
  ::gmtime_r(&seconds, &utc);
  char date[32];
  std::strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S", &utc);
  char text[64];
  std::snprintf(text, sizeof text, "%s.%09uZ", date, static_cast<unsigned>(utc_ns % kSecond));
  return text;
}

}  // namespace triad::rtirecord
