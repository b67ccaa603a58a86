// The files of rtimon's page, read into memory at the start. Only these files are served, by their
// exact names.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "wire/error.hpp"

namespace triad::rtimon {

struct PageFile {
  std::string type;
  std::shared_ptr<const std::string> content;
};

class PageFiles {
 public:
  // Reads the files of the folder, not those of folders in it. A folder that does not exist has no
  // files. Fails with the name of a file that cannot be read.
  static wire::Result<PageFiles> read(const std::filesystem::path& folder);

  bool empty() const { return files_.empty(); }
  // Returns the file of a path such as "/index.html"; null: there is none.
  const PageFile* find(const std::string& path) const;

 private:
  std::map<std::string, PageFile> files_;
};

// Returns the folder of the page that belongs to this program.
std::filesystem::path page_folder();

}  // namespace triad::rtimon
