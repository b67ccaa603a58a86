#include "recording/mcap_writer.hpp"

#include <algorithm>
#include <boost/crc.hpp>
#include <utility>

#include "recording/chunk_compression.hpp"

namespace triad::recording {

namespace {

std::uint32_t crc_of(Bytes bytes) {
  boost::crc_32_type crc;
  crc.process_bytes(bytes.data(), bytes.size());
  return crc.checksum();
}

}  // namespace

McapWriter::McapWriter(ByteSink& sink, std::string_view library, std::size_t chunk_bytes)
    : sink_(sink), chunk_bytes_(chunk_bytes) {
  Buffer out;
  put_bytes(out, std::as_bytes(std::span(kMcapMagic)));
  const std::size_t begin = begin_record(out, Opcode::header);
  put_text(out, "");
  put_text(out, library);
  end_record(out, begin);
  write(out);
}

std::size_t McapWriter::begin_record(Buffer& out, Opcode opcode) {
  out.push_back(static_cast<std::byte>(opcode));
  put(out, std::uint64_t{0});
  return out.size();
}

void McapWriter::end_record(Buffer& out, std::size_t begin) {
  set_at(out, begin - sizeof(std::uint64_t), std::uint64_t{out.size() - begin});
}

McapWriter::Place McapWriter::write(Bytes bytes) {
  const Place place{size_, bytes.size()};
  has_failed_ = has_failed_ || !sink_.write(bytes);
  if (!has_failed_) size_ += bytes.size();
  return place;
}

void McapWriter::add_attachment(const Attachment& attachment) {
  close_chunk();
  Buffer out;
  const std::size_t begin = begin_record(out, Opcode::attachment);
  put(out, attachment.log_time);
  put(out, attachment.create_time);
  put_text(out, attachment.name);
  put_text(out, attachment.media_type);
  put(out, std::uint64_t{attachment.data.size()});
  put_bytes(out, attachment.data);
  put(out, crc_of(Bytes(out).subspan(begin)));
  end_record(out, begin);
  Attachment described = attachment;
  described.data = {};
  attachments_.push_back({write(out), std::move(described), attachment.data.size()});
}

void McapWriter::add_metadata(const Metadata& metadata) {
  close_chunk();
  Buffer out;
  const std::size_t begin = begin_record(out, Opcode::metadata);
  put_text(out, metadata.name);
  put_map(out, metadata.values);
  end_record(out, begin);
  metadata_.push_back({write(out), metadata.name});
}

void McapWriter::put_schema(Buffer& out, const Schema& schema) {
  const std::size_t begin = begin_record(out, Opcode::schema);
  put(out, schema.id);
  put_text(out, schema.name);
  put_text(out, schema.encoding);
  put(out, static_cast<std::uint32_t>(schema.data.size()));
  put_bytes(out, schema.data);
  end_record(out, begin);
}

void McapWriter::put_channel(Buffer& out, const Channel& channel) {
  const std::size_t begin = begin_record(out, Opcode::channel);
  put(out, channel.id);
  put(out, channel.schema);
  put_text(out, channel.topic);
  put_text(out, channel.encoding);
  put_map(out, channel.metadata);
  end_record(out, begin);
}

std::uint16_t McapWriter::add_schema(std::string_view name, std::string_view encoding, Bytes data) {
  const auto id = static_cast<std::uint16_t>(schemas_.size() + 1);
  schemas_.push_back(
      {id, std::string(name), std::string(encoding), Buffer(data.begin(), data.end())});
  put_schema(chunk_, schemas_.back());
  return id;
}

std::uint16_t McapWriter::add_channel(std::uint16_t schema, std::string_view topic,
                                      std::string_view encoding, TextMap metadata) {
  const auto id = static_cast<std::uint16_t>(channels_.size() + 1);
  channels_.push_back({id, schema, std::string(topic), std::string(encoding), std::move(metadata)});
  put_channel(chunk_, channels_.back());
  return id;
}

void McapWriter::add_message(const McapMessage& message, std::span<const Bytes> parts) {
  auto& entries = chunk_entries_[message.channel];
  const bool is_first = chunk_begin_time_ == 0 && chunk_end_time_ == 0;
  entries.push_back({message.log_time, chunk_.size()});
  chunk_begin_time_ = is_first ? message.log_time : std::min(chunk_begin_time_, message.log_time);
  chunk_end_time_ = std::max(chunk_end_time_, message.log_time);

  const std::size_t begin = begin_record(chunk_, Opcode::message);
  put(chunk_, message.channel);
  put(chunk_, message.sequence);
  put(chunk_, message.log_time);
  put(chunk_, message.publish_time);
  for (const Bytes part : parts) put_bytes(chunk_, part);
  end_record(chunk_, begin);

  begin_time_ = message_count_ == 0 ? message.log_time : std::min(begin_time_, message.log_time);
  end_time_ = std::max(end_time_, message.log_time);
  ++message_count_;
  ++channel_message_counts_[message.channel];
  if (chunk_.size() >= chunk_bytes_) close_chunk();
}

void McapWriter::close_chunk() {
  if (chunk_.empty()) return;
  Buffer out;
  const std::size_t begin = begin_record(out, Opcode::chunk);
  put(out, chunk_begin_time_);
  put(out, chunk_end_time_);
  put(out, std::uint64_t{chunk_.size()});
  put(out, crc_of(chunk_));
  Buffer compressed;
  const bool is_compressed = compress_chunk(chunk_, compressed);
  const Bytes records = is_compressed ? Bytes(compressed) : Bytes(chunk_);
  const std::string compression(is_compressed ? chunk_compression() : "");
  put_text(out, compression);
  put(out, std::uint64_t{records.size()});
  put_bytes(out, records);
  end_record(out, begin);
  const Place place = write(out);
  ChunkIndex index{chunk_begin_time_, chunk_end_time_, place.offset, place.length, {}, 0,
                   compression,       records.size(),  chunk_.size()};
  write_message_indexes(index);
  chunk_indexes_.push_back(std::move(index));
  chunk_.clear();
  chunk_begin_time_ = chunk_end_time_ = 0;
  chunk_entries_.clear();
}

void McapWriter::write_message_indexes(ChunkIndex& index) {
  Buffer out;
  for (const auto& [channel, entries] : chunk_entries_) {
    index.message_indexes.emplace_back(channel, size_ + out.size());
    const std::size_t begin = begin_record(out, Opcode::message_index);
    put(out, channel);
    put(out, static_cast<std::uint32_t>(entries.size() * 2 * sizeof(std::uint64_t)));
    for (const IndexEntry& entry : entries) {
      put(out, entry.log_time);
      put(out, entry.offset);
    }
    end_record(out, begin);
  }
  index.message_indexes_length = out.size();
  write(out);
}

void McapWriter::finish() {
  close_chunk();
  Buffer out;
  const std::size_t end = begin_record(out, Opcode::data_end);
  put(out, std::uint32_t{0});  // no checksum: each chunk has its own
  end_record(out, end);
  write(out);
  out.clear();
  put_summary(out, size_);
  put_bytes(out, std::as_bytes(std::span(kMcapMagic)));
  write(out);
}

// Appends the groups of the summary, their offsets and the footer.
void McapWriter::put_summary(Buffer& out, std::uint64_t summary_begin) const {
  struct Group {
    Opcode opcode;
    std::uint64_t begin;
    std::uint64_t length;
  };
  std::vector<Group> groups;
  const auto put_group = [&](Opcode opcode, auto&& put_records) {
    const std::size_t begin = out.size();
    put_records();
    if (out.size() > begin) groups.push_back({opcode, summary_begin + begin, out.size() - begin});
  };
  put_group(Opcode::schema, [&] {
    for (const Schema& schema : schemas_) put_schema(out, schema);
  });
  put_group(Opcode::channel, [&] {
    for (const Channel& channel : channels_) put_channel(out, channel);
  });
  put_group(Opcode::statistics, [&] { put_statistics(out); });
  put_group(Opcode::chunk_index, [&] { put_chunk_indexes(out); });
  put_group(Opcode::attachment_index, [&] { put_attachment_indexes(out); });
  put_group(Opcode::metadata_index, [&] { put_metadata_indexes(out); });

  const std::uint64_t offsets_begin = summary_begin + out.size();
  for (const Group& group : groups) {
    const std::size_t begin = begin_record(out, Opcode::summary_offset);
    put(out, static_cast<std::uint8_t>(group.opcode));
    put(out, group.begin);
    put(out, group.length);
    end_record(out, begin);
  }
  const std::size_t begin = begin_record(out, Opcode::footer);
  put(out, summary_begin);
  put(out, offsets_begin);
  put(out, std::uint32_t{0});
  end_record(out, begin);
  // The checksum covers the summary, and the footer up to the checksum.
  const std::size_t at = out.size() - sizeof(std::uint32_t);
  set_at(out, at, crc_of(Bytes(out).first(at)));
}

void McapWriter::put_statistics(Buffer& out) const {
  const std::size_t begin = begin_record(out, Opcode::statistics);
  put(out, message_count_);
  put(out, static_cast<std::uint16_t>(schemas_.size()));
  put(out, static_cast<std::uint32_t>(channels_.size()));
  put(out, static_cast<std::uint32_t>(attachments_.size()));
  put(out, static_cast<std::uint32_t>(metadata_.size()));
  put(out, static_cast<std::uint32_t>(chunk_indexes_.size()));
  put(out, begin_time_);
  put(out, end_time_);
  put(out, static_cast<std::uint32_t>(channel_message_counts_.size() *
                                      (sizeof(std::uint16_t) + sizeof(std::uint64_t))));
  for (const auto& [channel, count] : channel_message_counts_) {
    put(out, channel);
    put(out, count);
  }
  end_record(out, begin);
}

void McapWriter::put_chunk_indexes(Buffer& out) const {
  for (const ChunkIndex& index : chunk_indexes_) {
    const std::size_t begin = begin_record(out, Opcode::chunk_index);
    put(out, index.begin_time);
    put(out, index.end_time);
    put(out, index.offset);
    put(out, index.length);
    put(out, static_cast<std::uint32_t>(index.message_indexes.size() *
                                        (sizeof(std::uint16_t) + sizeof(std::uint64_t))));
    for (const auto& [channel, offset] : index.message_indexes) {
      put(out, channel);
      put(out, offset);
    }
    put(out, index.message_indexes_length);
    put_text(out, index.compression);
    put(out, index.compressed_size);
    put(out, index.uncompressed_size);
    end_record(out, begin);
  }
}

void McapWriter::put_attachment_indexes(Buffer& out) const {
  for (const AttachmentIndex& index : attachments_) {
    const std::size_t begin = begin_record(out, Opcode::attachment_index);
    put(out, index.place.offset);
    put(out, index.place.length);
    put(out, index.attachment.log_time);
    put(out, index.attachment.create_time);
    put(out, index.data_size);
    put_text(out, index.attachment.name);
    put_text(out, index.attachment.media_type);
    end_record(out, begin);
  }
}

void McapWriter::put_metadata_indexes(Buffer& out) const {
  for (const MetadataIndex& index : metadata_) {
    const std::size_t begin = begin_record(out, Opcode::metadata_index);
    put(out, index.place.offset);
    put(out, index.place.length);
    put_text(out, index.name);
    end_record(out, begin);
  }
}

}  // namespace triad::recording
