#include "core/saved_federation.hpp"

#include <array>
#include <boost/crc.hpp>
#include <cstring>

#include "core/object_model_wire.hpp"

namespace triad::core {

namespace {

constexpr std::array<char, 8> kFileMagic{'T', 'R', 'I', 'A', 'D', 'S', 'A', 'V'};
constexpr std::uint32_t kFileVersion = 4;

struct FileHeader {
  std::array<char, 8> magic{};
  std::uint32_t version = 0;
  std::uint32_t protocol = 0;
  std::uint64_t length = 0;
  std::uint64_t checksum = 0;
};
static_assert(sizeof(FileHeader) == 32 && std::is_trivially_copyable_v<FileHeader>);

std::uint64_t crc64(wire::Bytes bytes) {
  boost::crc_optimal<64, 0x42F0E1EBA9EA3693ULL, ~0ULL, ~0ULL, true, true> crc;
  crc.process_bytes(bytes.data(), bytes.size());
  return crc.checksum();
}

wire::Error refusal(std::string text) {
  return wire::error(wire::ErrorCode::CouldNotRestore, std::move(text));
}

std::string version_text(std::uint32_t layout, std::uint32_t protocol) {
  return std::to_string(layout) + "." + std::to_string(protocol);
}

}  // namespace

std::uint64_t fingerprint(wire::Bytes bytes) {
  return crc64(bytes);
}

std::uint64_t fingerprint(ObjectModel model) {
  for (RoutingSpace& space : model.spaces) space.cells_of_extent = kCellsOfExtent;
  wire::Buffer encoded;
  encode(model, encoded);
  return fingerprint(encoded);
}

wire::Buffer encode_file(const SavedFederation& saved) {
  wire::Buffer file(sizeof(FileHeader));
  wire::Encoder(file).put(saved);
  const wire::Bytes content = wire::Bytes(file).subspan(sizeof(FileHeader));
  const FileHeader header{kFileMagic, kFileVersion, wire::kProtocolVersion, content.size(),
                          crc64(content)};
  std::memcpy(file.data(), &header, sizeof header);
  return file;
}

namespace {

wire::Result<FileHeader> header_of(wire::Bytes file) {
  FileHeader header;
  if (file.size() >= sizeof header.magic) {
    std::memcpy(&header.magic, file.data(), sizeof header.magic);
  }
  if (header.magic != kFileMagic) return refusal("it is not a save made by Triad");
  if (file.size() < sizeof header) return refusal("it is cut off: its header is incomplete");
  std::memcpy(&header, file.data(), sizeof header);
  if (header.version != kFileVersion || header.protocol != wire::kProtocolVersion) {
    return refusal("it was written by another release: its format is " +
                   version_text(header.version, header.protocol) + ", the format of this rtig is " +
                   version_text(kFileVersion, wire::kProtocolVersion) +
                   "; restore it with that release");
  }
  return header;
}

}  // namespace

wire::Result<SaveSummary> summarize_file(wire::Bytes beginning) {
  const auto header = header_of(beginning);
  if (!header) return header.error();
  SaveSummary summary;
  wire::Decoder decoder(beginning.subspan(sizeof(FileHeader)));
  for (std::string* text : {&summary.federation, &summary.label, &summary.release, &summary.fed}) {
    decoder.get(*text);
  }
  if (!decoder.ok()) return refusal("it is cut off or damaged");
  return summary;
}

wire::Result<SavedFederation> decode_file(wire::Bytes file) {
  const auto header = header_of(file);
  if (!header) return header.error();
  const wire::Bytes content = file.subspan(sizeof(FileHeader));
  if (content.size() != header->length) {
    return refusal("it is " +
                   std::string(content.size() < header->length ? "cut off" : "too long") +
                   ": it has " + std::to_string(content.size()) + " bytes, but its header says " +
                   std::to_string(header->length));
  }
  if (crc64(content) != header->checksum) {
    return refusal("it is damaged: its checksum does not match its content");
  }
  SavedFederation saved;
  wire::Decoder decoder(content);
  decoder.get(saved);
  if (!decoder.finished()) return refusal("its content is invalid, although its checksum matches");
  return saved;
}

}  // namespace triad::core
