// How an rtig makes object models: finds FED files on its search path, parses them, and writes what
// the parser says to its log. Used by main and by tests that host a Server.
#pragma once

#include <string>
#include <vector>

#include "config/config.hpp"
#include "rtig/program/log.hpp"
#include "rtig/rtig.hpp"

namespace triad::rtig {

// Where FED files are looked for after the working directory: `fom_path`, then CERTI_HOME's and
// this installation's folders, then CERTI's usual one.
std::vector<std::string> fed_directories(const std::vector<std::string>& fom_path,
                                         const config::Environment& environment);

// For RtigOptions::load_fed. The log must outlive what is returned.
std::function<wire::Result<core::ObjectModel>(std::string_view name,
                                              std::optional<std::string_view> text)>
fed_loader(const std::vector<std::string>& directories, Log& log);

}  // namespace triad::rtig
