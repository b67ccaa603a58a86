// How an rtig makes object models: finds FED files on its search path, parses them, and writes what
// the parser says to its log. Used by main and by tests that host a Server.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "config/config.hpp"
#include "router/program/program_log.hpp"
#include "rtig/rtig.hpp"

namespace triad::rtig {

using router::Log;
using router::LogLevel;

// Where FED files are looked for: in `fom_path`, then CERTI_HOME's and this installation's folders,
// then CERTI's usual one.
std::vector<std::string> fed_directories(const std::vector<std::string>& fom_path,
                                         const config::Environment& environment);

// Which files a federate may name that has not sent the text.
enum class FedNames {
  below_directories,  // plain ones, below the directories
  anywhere,           // any path, from the working directory on
};

// The setting region.cells: RoutingSpace::cells_of_extent of the spaces that are named, and of all
// others.
struct CellsOfExtents {
  std::uint32_t of_others = core::kCellsOfExtent;
  std::map<std::string, std::uint32_t> by_space = {};
};

// For RtigOptions::load_fed. The log must outlive what is returned. What is wrong with a file
// stands in the log alone: who named it need not be allowed to read it.
std::function<wire::Result<core::ObjectModel>(std::string_view name,
                                              std::optional<std::string_view> text)>
fed_loader(std::vector<std::string> directories, FedNames names, Log& log,
           CellsOfExtents cells = {});

}  // namespace triad::rtig
