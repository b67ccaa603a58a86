#include "recording/mcap_reader.hpp"

#include <algorithm>
#include <array>
#include <boost/crc.hpp>
#include <utility>

#include "recording/chunk_compression.hpp"

namespace triad::recording {

namespace {

std::uint32_t checksum(Bytes bytes) {
  boost::crc_32_type crc;
  crc.process_bytes(bytes.data(), bytes.size());
  return crc.checksum();
}

constexpr std::size_t kFooterContentBytes = 2 * sizeof(std::uint64_t) + sizeof(std::uint32_t);

bool is_magic(Bytes bytes) {
  return std::ranges::equal(bytes, std::as_bytes(std::span(kMcapMagic)));
}

}  // namespace

McapReader::McapReader(ByteSource& source) : source_(source) {
  read_header();
}

void McapReader::read_header() {
  std::array<std::byte, kMcapMagic.size()> magic{};
  if (source_.read(0, magic) < magic.size() || !is_magic(magic)) {
    return fail(McapState::faulty, "it does not begin as an MCAP file");
  }
  offset_ = magic.size();
  const auto header = read_record();
  if (!header) return;
  if (header->opcode != Opcode::header) {
    return fail(McapState::faulty, "its first record is not an MCAP header");
  }
  FieldReader fields(header->content);
  (void)fields.text();  // profile
  library_ = fields.text();
  if (!fields.is_valid()) fail(McapState::faulty, "its MCAP header is malformed");
}

void McapReader::fail(McapState state, std::string fault) {
  state_ = state;
  fault_ = std::move(fault);
  chunk_rest_ = {};
}

const Schema* McapReader::schema(const Channel& channel) const {
  const auto at = schemas_.find(channel.schema);
  return at == schemas_.end() ? nullptr : &at->second;
}

std::optional<McapReader::RawRecord> McapReader::read_record() {
  const std::string place = "byte " + std::to_string(offset_);
  std::array<std::byte, kOpcodeBytes> head{};
  if (source_.read(offset_, head) < head.size()) {
    fail(McapState::cut, "it ends at " + place + ", before its summary");
    return std::nullopt;
  }
  FieldReader fields{Bytes(head)};
  const auto opcode = static_cast<Opcode>(fields.get<std::uint8_t>());
  const auto length = fields.get<std::uint64_t>();
  const std::uint64_t left = source_.size() - std::min(source_.size(), offset_ + head.size());
  if (length > left) {
    fail(McapState::cut, "its record at " + place + " is incomplete");
    return std::nullopt;
  }
  if (length > kMcapRecordBytesMax) {
    fail(McapState::faulty, "its record at " + place + " has " + std::to_string(length) +
                                " bytes, and this program accepts " +
                                std::to_string(kMcapRecordBytesMax));
    return std::nullopt;
  }
  record_bytes_.resize(length);
  if (source_.read(offset_ + head.size(), record_bytes_) < length) {
    fail(McapState::cut, "its record at " + place + " cannot be read");
    return std::nullopt;
  }
  offset_ += head.size() + length;
  return RawRecord{opcode, record_bytes_};
}

std::optional<McapReader::RawRecord> McapReader::next_in_chunk() {
  FieldReader fields(chunk_rest_);
  const auto opcode = static_cast<Opcode>(fields.get<std::uint8_t>());
  const Bytes content = fields.take_bytes(fields.get<std::uint64_t>());
  if (!fields.is_valid()) {
    fail(McapState::faulty, "the chunk before byte " + std::to_string(offset_) + " is malformed");
    return std::nullopt;
  }
  chunk_rest_ = fields.rest();
  return RawRecord{opcode, content};
}

std::optional<McapItem> McapReader::next() {
  while (state_ == McapState::reading) {
    const bool is_in_chunk = !chunk_rest_.empty();
    const auto record = is_in_chunk ? next_in_chunk() : read_record();
    if (!record) break;
    // A chunk within a chunk would be unpacked into the memory that it lies in.
    if (is_in_chunk && (record->opcode == Opcode::chunk || record->opcode == Opcode::data_end)) {
      fail(McapState::faulty, "the chunk before byte " + std::to_string(offset_) +
                                  " has a record that belongs outside chunks");
    } else if (record->opcode == Opcode::chunk) {
      open_chunk(record->content);
    } else if (record->opcode == Opcode::data_end) {
      check_end();
    } else if (auto item = parse(*record)) {
      return item;
    }
  }
  return std::nullopt;
}

void McapReader::open_chunk(Bytes content) {
  const std::string chunk = "its chunk before byte " + std::to_string(offset_);
  FieldReader fields(content);
  (void)fields.get<std::uint64_t>();  // first time
  (void)fields.get<std::uint64_t>();  // last time
  const auto size = fields.get<std::uint64_t>();
  const auto crc = fields.get<std::uint32_t>();
  const std::string compression = fields.text();
  const Bytes records = fields.take_bytes(fields.get<std::uint64_t>());
  if (!fields.is_valid() || size > kMcapRecordBytesMax) {
    return fail(McapState::faulty, chunk + " is malformed");
  }
  if (!can_decompress(compression)) {
    return fail(McapState::faulty,
                chunk + " is compressed by \"" + compression + "\", which this build cannot read");
  }
  if (!decompress_chunk(compression, records, size, chunk_)) {
    return fail(McapState::faulty, chunk + " cannot be decompressed");
  }
  if (crc != 0 && checksum(chunk_) != crc) {
    return fail(McapState::faulty, chunk + " has a wrong checksum");
  }
  chunk_rest_ = chunk_;
  ++chunk_count_;
}

std::optional<McapItem> McapReader::parse(const RawRecord& record) {
  FieldReader fields(record.content);
  switch (record.opcode) {
    case Opcode::schema:
      return parse_schema(fields);
    case Opcode::channel:
      return parse_channel(fields);
    case Opcode::message:
      return parse_message(fields);
    case Opcode::attachment:
      return parse_attachment(record.content);
    case Opcode::metadata: {
      Metadata metadata;
      metadata.name = fields.text();
      metadata.values = fields.map();
      if (fields.is_valid()) return metadata;
      fail(McapState::faulty,
           "its metadata before byte " + std::to_string(offset_) + " are malformed");
      return std::nullopt;
    }
    default:
      return std::nullopt;  // an index, or a record of a later version of the format
  }
}

std::optional<McapItem> McapReader::parse_schema(FieldReader& fields) {
  Schema schema;
  schema.id = fields.get<std::uint16_t>();
  schema.name = fields.text();
  schema.encoding = fields.text();
  const Bytes data = fields.take_bytes(fields.get<std::uint32_t>());
  schema.data.assign(data.begin(), data.end());
  const auto known = schemas_.find(schema.id);
  const bool is_new = known == schemas_.end();
  if (!fields.is_valid() || schema.id == 0 || (!is_new && known->second != schema)) {
    fail(McapState::faulty, "its schema before byte " + std::to_string(offset_) + " is malformed");
    return std::nullopt;
  }
  if (!is_new) return std::nullopt;
  schemas_[schema.id] = schema;
  return schema;
}

std::optional<McapItem> McapReader::parse_channel(FieldReader& fields) {
  Channel channel;
  channel.id = fields.get<std::uint16_t>();
  channel.schema = fields.get<std::uint16_t>();
  channel.topic = fields.text();
  channel.encoding = fields.text();
  channel.metadata = fields.map();
  const auto known = channels_.find(channel.id);
  const bool is_new = known == channels_.end();
  const bool has_schema = channel.schema == 0 || schemas_.contains(channel.schema);
  if (!fields.is_valid() || !has_schema || (!is_new && known->second != channel)) {
    fail(McapState::faulty, "its channel before byte " + std::to_string(offset_) + " is malformed");
    return std::nullopt;
  }
  if (!is_new) return std::nullopt;
  channels_[channel.id] = channel;
  return channel;
}

std::optional<McapItem> McapReader::parse_message(FieldReader& fields) {
  McapMessage message;
  message.channel = fields.get<std::uint16_t>();
  message.sequence = fields.get<std::uint32_t>();
  message.log_time = fields.get<std::uint64_t>();
  message.publish_time = fields.get<std::uint64_t>();
  message.data = fields.rest();
  if (!fields.is_valid() || !channels_.contains(message.channel)) {
    fail(McapState::faulty, "a message before byte " + std::to_string(offset_) +
                                " is malformed or of an unknown channel");
    return std::nullopt;
  }
  ++message_count_;
  return message;
}

std::optional<McapItem> McapReader::parse_attachment(Bytes content) {
  FieldReader fields(content);
  Attachment attachment;
  attachment.log_time = fields.get<std::uint64_t>();
  attachment.create_time = fields.get<std::uint64_t>();
  attachment.name = fields.text();
  attachment.media_type = fields.text();
  attachment.data = fields.take_bytes(fields.get<std::uint64_t>());
  const std::size_t covered = content.size() - fields.rest().size();
  const auto crc = fields.get<std::uint32_t>();
  if (!fields.is_valid() || (crc != 0 && checksum(content.first(covered)) != crc)) {
    fail(McapState::faulty, "its attachment before byte " + std::to_string(offset_) +
                                " is malformed or has a wrong checksum");
    return std::nullopt;
  }
  return attachment;
}

void McapReader::check_end() {
  constexpr std::size_t kEndBytes = kOpcodeBytes + kFooterContentBytes + kMcapMagic.size();
  const std::uint64_t summary_at = offset_;
  const std::uint64_t left = source_.size() - std::min(source_.size(), summary_at);
  if (left > kMcapRecordBytesMax) {
    return fail(McapState::faulty, "its summary has " + std::to_string(left) + " bytes");
  }
  Buffer end(left);
  if (left < kEndBytes || source_.read(summary_at, end) < left ||
      !is_magic(Bytes(end).last(kMcapMagic.size()))) {
    return fail(McapState::cut,
                "its summary at byte " + std::to_string(summary_at) + " is incomplete");
  }
  FieldReader footer(Bytes(end).subspan(end.size() - kEndBytes));
  const auto opcode = static_cast<Opcode>(footer.get<std::uint8_t>());
  const auto length = footer.get<std::uint64_t>();
  const auto summary_begin = footer.get<std::uint64_t>();
  (void)footer.get<std::uint64_t>();  // place of the offsets
  const auto crc = footer.get<std::uint32_t>();
  const std::size_t covered = end.size() - kMcapMagic.size() - sizeof crc;
  if (opcode != Opcode::footer || length != kFooterContentBytes ||
      (summary_begin != 0 && summary_begin != summary_at)) {
    return fail(McapState::faulty, "its footer is malformed");
  }
  if (crc != 0 && checksum(Bytes(end).first(covered)) != crc) {
    return fail(McapState::faulty, "its summary has a wrong checksum");
  }
  state_ = McapState::complete;
}

}  // namespace triad::recording
