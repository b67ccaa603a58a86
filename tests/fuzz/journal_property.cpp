#include "tests/fuzz/journal_property.hpp"

#include <boost/mp11.hpp>
#include <filesystem>
#include <fstream>
#include <string>

#include "rtig/gateway/journal_entry.hpp"
#include "rtig/program/journal_directory.hpp"

namespace triad::test {

namespace {

using namespace rtig;

std::string_view broken_entry(wire::Bytes bytes) {
  const auto entry = journal::decode(bytes);
  if (!entry) return {};
  wire::Buffer again;
  journal::encode(entry->place, entry->body, again);
  const auto same = journal::decode(again);
  if (!same) return "an encoded entry cannot be decoded";
  wire::Buffer third;
  journal::encode(same->place, same->body, third);
  return again == third ? std::string_view() : "an entry changes when it is encoded";
}

std::string_view broken_file(wire::Bytes bytes) {
  const auto found = split_journal({bytes.begin(), bytes.end()});
  if (!found) return found.error().text.empty() ? "an error without a text" : std::string_view();
  if (found->complete_bytes > found->bytes.size()) return "more bytes than the file has";
  const std::byte* end = found->bytes.data();
  for (const wire::Bytes entry : found->entries) {
    if (entry.data() < end) return "entries that overlap";
    end = entry.data() + entry.size();
  }
  if (end > found->bytes.data() + found->complete_bytes) return "an entry outside of the file";
  return {};
}

}  // namespace

std::string_view broken_journal_property(wire::Bytes bytes) {
  if (bytes.empty()) return {};
  const wire::Bytes rest = bytes.subspan(1);
  return bytes.front() == std::byte{0} ? broken_file(rest) : broken_entry(rest);
}

std::vector<std::pair<std::string, wire::Buffer>> sample_journals() {
  std::vector<std::pair<std::string, wire::Buffer>> samples;
  std::string path = std::filesystem::temp_directory_path() / "triad-journal-XXXXXX";
  const std::filesystem::path folder = ::mkdtemp(path.data());
  const auto directory = JournalDirectory::open(folder.string());
  const auto file = directory->begin("sample", [](const std::string&) {});
  boost::mp11::mp_for_each<boost::mp11::mp_iota_c<std::variant_size_v<journal::Body>>>(
      [&](auto kind) {
        journal::Body body;
        body.template emplace<kind.value>();
        wire::Buffer entry;
        journal::encode({3, 7}, body, entry);
        (void)file->append(entry);
        entry.insert(entry.begin(), std::byte{1});
        samples.emplace_back("entry-" + std::to_string(kind.value), entry);
      });
  std::ifstream stream(directory->list().front(), std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(stream), {});
  wire::Buffer whole{std::byte{0}};
  const auto bytes = std::as_bytes(std::span(text));
  whole.insert(whole.end(), bytes.begin(), bytes.end());
  samples.emplace_back("file", whole);
  std::filesystem::remove_all(folder);
  return samples;
}

}  // namespace triad::test
