// The directory in which an rtig keeps saves: one file for each federation name and label. A file
// is written beside its place and moved there when it is on the disk, so that whatever happens
// meanwhile leaves the one before as it was. Knows nothing of what is in the files but their
// beginnings.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "rtig/rtig.hpp"

namespace triad::rtig {

class SaveDirectory {
 public:
  // Removes what rtigs that died while they wrote have left. Fails where a directory that is there,
  // or is to be made now, cannot be written to.
  enum class Make { now, at_first_save };
  static wire::Result<SaveDirectory> open(const std::string& path, Make make = Make::now);

  wire::Result<void> store(std::string_view federation, std::string_view label, wire::Bytes file);
  wire::Result<wire::Buffer> load(std::string_view federation, std::string_view label) const;
  // By federation and label.
  std::vector<Downlinks::Save> list() const;

  std::filesystem::path file_of(std::string_view federation, std::string_view label) const;

 private:
  explicit SaveDirectory(std::filesystem::path path) : path_(std::move(path)) {}

  std::filesystem::path path_;
};

}  // namespace triad::rtig
