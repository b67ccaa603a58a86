// Makes object models for an rtig: finds FED files on its search path, parses them, and writes the
// parser's messages to the log. Used by main and by tests that host a Server.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "config/config.hpp"
#include "router/program/program_log.hpp"
#include "rtig/gateway/rtig.hpp"

namespace triad::rtig {

using router::Log;
using router::LogLevel;

// Returns the directories that are searched for FED files, in order: `fom_path`, the folders of
// CERTI_HOME, those of this installation, and CERTI's usual one.
std::vector<std::string> fed_directories(const std::vector<std::string>& fom_path,
                                         const config::Environment& environment);

// FED files that a federate may name when it does not send their text.
enum class FedNames {
  below_directories,  // plain names below the directories
  anywhere,           // any path, relative to the working directory
};

// The setting region.cells: RoutingSpace::cells_of_extent of the named spaces and of all others.
struct CellsOfExtents {
  std::uint32_t of_others = core::kCellsOfExtent;
  std::map<std::string, std::uint32_t> by_space = {};
};

// Returns a function for RtigOptions::load_fed. The log must outlive it. Errors in a file that the
// federate has not sent are written to the log alone, because the federate may lack the right to
// read the file.
std::function<wire::Result<core::ObjectModel>(std::string_view name,
                                              std::optional<std::string_view> text)>
fed_loader(std::vector<std::string> directories, FedNames names, Log& log,
           CellsOfExtents cells = {});

}  // namespace triad::rtig
