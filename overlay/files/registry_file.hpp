// The SQLite file in which a registry of an overlay keeps its state. The registry's program opens
// it once; other programs may read it at the same time.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "overlay/registry.hpp"
#include "wire/error.hpp"

struct sqlite3;

namespace triad::overlay {

class RegistryFile {
 public:
  // Opens `file`, or creates it. `names` are the routers of the overlay in the mesh `mesh`. If the
  // file was stored for other names, only the version of its last paths is kept. The error's text
  // names the file. A file that is not a registry of this mesh remains unchanged.
  static wire::Result<RegistryFile> open(const std::string& file, const std::string& mesh,
                                         std::vector<std::string> names);

  // Returns the state of the last store_state(), or of open().
  const RegistryState& state() const { return state_; }
  // Stores for each federation the names of the routers that may send in it, as in the mesh's file.
  // Only operators read them.
  wire::Result<void> store_groups(const std::map<std::string, std::set<std::string>>& groups);
  // Stores the state.
  wire::Result<void> store_state(const RegistryState& state);

 private:
  RegistryFile(std::shared_ptr<sqlite3> file, std::string path, std::vector<std::string> names);
  wire::Result<void> prepare_tables(const std::string& mesh);
  wire::Result<void> load_state();
  wire::Result<void> execute(const char* statements);
  wire::Error file_error(const std::string& text) const;
  wire::Error sqlite_error() const;

  friend class Statement;
  std::shared_ptr<sqlite3> file_;
  std::string path_;
  std::vector<std::string> names_;
  RegistryState state_;
};

}  // namespace triad::overlay
