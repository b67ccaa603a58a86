// The directory in which an rtig keeps saves: one file for each federation name and label. A file
// is written beside its place and moved there when it is on the disk, so that whatever happens
// meanwhile leaves the one before as it was. Knows nothing of what is in the files but their
// beginnings.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "rtig/rtig.hpp"

namespace triad::rtig {

// How much the files may take; 0: any amount. A small file counts as kLeast, which also bounds
// how many files there are to list.
struct SaveQuotas {
  static constexpr std::uint64_t kLeast = 1 << 20;
  std::uint64_t federation = std::uint64_t{4} << 30;  // saves.federation
  std::uint64_t total = std::uint64_t{16} << 30;      // saves.total
};

class SaveDirectory {
 public:
  // Removes what rtigs that died while they wrote have left. Fails where a directory that is there,
  // or is to be made now, cannot be written to.
  enum class Make { now, at_first_save };
  static wire::Result<SaveDirectory> open(const std::string& path, Make make = Make::now);

  void limit(const SaveQuotas& quotas) { quotas_ = quotas; }
  // The most that one save may have.
  std::uint64_t save_bytes_max() const;

  // Refuses a save for which the quotas have no room. `goes_on` is asked between slices: false
  // gives it up.
  using GoesOn = std::function<bool()>;
  wire::Result<void> store(std::string_view federation, std::string_view label, wire::Bytes file,
                           const GoesOn& goes_on = {}) const;
  wire::Result<wire::Buffer> load(std::string_view federation, std::string_view label) const;
  // By federation and label. Opens only files that are new or have changed since the last time.
  std::vector<Downlinks::Save> list();

  std::filesystem::path file_of(std::string_view federation, std::string_view label) const;

 private:
  explicit SaveDirectory(std::filesystem::path path) : path_(std::move(path)) {}

  // Fails if a file of so many bytes, in the place of the former one, exceeds a quota.
  wire::Result<void> check_room(std::string_view federation, const std::filesystem::path& place,
                                std::uint64_t bytes) const;

  // A file that was listed, and by what it is known again.
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
