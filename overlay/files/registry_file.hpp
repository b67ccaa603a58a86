// The one file in which a registry keeps its state, by SQLite. It is opened once, by the registry's
// program; whoever looks into it meanwhile may read.
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
  // `file` is made where there is none. `names` are the routers of the overlay of this mesh; of
  // others that the file knows nothing is taken over but the number of the last paths. Fails with a
  // text that names the file, and has changed nothing then.
  static wire::Result<RegistryFile> open(const std::string& file, const std::string& mesh,
                                         std::vector<std::string> names);

  // As it was stored last.
  const RegistryState& state() const { return state_; }
  // The groups that the mesh's file names: of each federation who may send, by name.
  wire::Result<void> store_groups(const std::map<std::string, std::set<std::string>>& groups);
  wire::Result<void> store(const RegistryState& state);

 private:
  RegistryFile(std::shared_ptr<sqlite3> file, std::string path, std::vector<std::string> names);
  wire::Result<void> prepare(const std::string& mesh);
  wire::Result<void> load();
  wire::Result<void> run(const char* statements);
  wire::Error fault(const std::string& what) const;
  wire::Error fault_of_sqlite() const;

  friend class Statement;
  std::shared_ptr<sqlite3> file_;
  std::string path_;
  std::vector<std::string> names_;
  RegistryState state_;
};

}  // namespace triad::overlay
