// The directory in which an rtig keeps saves, one file for each federation name and label. A file
// is written under another name and renamed when it is on the disk, so an interrupted write leaves
// the former save unchanged. SaveDirectory interprets only the beginning of the files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "rtig/gateway/rtig.hpp"

namespace triad::rtig {

// Limits on the bytes of the files; 0: no limit. A file counts as at least kLeastBytes bytes, which
// also limits the number of files to list.
struct SaveQuotas {
  static constexpr std::uint64_t kLeastBytes = 1 << 20;
  std::uint64_t federation = std::uint64_t{4} << 30;  // saves.federation
  std::uint64_t total = std::uint64_t{16} << 30;      // saves.total
};

class SaveDirectory {
 public:
  // Opens the directory, and removes files of interrupted writes. Fails if the directory cannot be
  // made, read or written. Make::at_first_save accepts a missing directory.
  enum class Make { now, at_first_save };
  static wire::Result<SaveDirectory> open(const std::string& path, Make make = Make::now);

  void set_quotas(const SaveQuotas& quotas) { quotas_ = quotas; }
  // Returns the limit on the bytes of one save: the lower quota, at most 4 GiB.
  std::uint64_t save_bytes_max() const;

  // Writes a save. Refuses it if a quota would be exceeded. Calls `goes_on` between slices and
  // gives up if it returns false.
  using MayContinue = std::function<bool()>;
  wire::Result<void> store(std::string_view federation, std::string_view label, wire::Bytes file,
                           const MayContinue& goes_on = {}) const;
  wire::Result<wire::Buffer> load(std::string_view federation, std::string_view label) const;
  // Returns the saves, sorted by federation and label. Opens only files that have changed since the
  // last call.
  std::vector<Downlinks::Save> list();

  std::filesystem::path file_of(std::string_view federation, std::string_view label) const;

 private:
  explicit SaveDirectory(std::filesystem::path path) : path_(std::move(path)) {}

  // Fails if a file of `bytes` bytes, in place of the former file at `place`, exceeds a quota.
  wire::Result<void> check_room(std::string_view federation, const std::filesystem::path& place,
                                std::uint64_t bytes) const;

  // A listed file, and its identity and time of change, by which a change is found.
  struct Listed {
    std::uint64_t inode = 0;
    std::int64_t changed_ns = 0;
    Downlinks::Save save;
  };

  std::filesystem::path path_;
  SaveQuotas quotas_;
  std::map<std::string, Listed> listed_;  // by path
};

}  // namespace triad::rtig
