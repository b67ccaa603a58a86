#include "rtig/program/fed_loading.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "core/count_text.hpp"
#include "fed-parser/fed_file.hpp"
#include "wire/harmless_text.hpp"

namespace triad::rtig {

namespace {

using wire::ErrorCode;

// Returns the folder above bin/, in which this program is installed or was built; empty if unknown.
std::string install_prefix() {
  std::error_code fault;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", fault);
  return fault ? std::string() : program.parent_path().parent_path().string();
}

std::string joined(const std::vector<std::string>& directories) {
  std::string path;
  for (const std::string& directory : directories) path += (path.empty() ? "" : ":") + directory;
  return path;
}

// Writes the diagnostics to the log. Returns the number of errors.
std::size_t log_diagnostics(const std::vector<fed::Diagnostic>& diagnostics, Log& log) {
  std::size_t errors = 0;
  for (const fed::Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.severity == fed::Diagnostic::Severity::error) {
      ++errors;
      log.error(diagnostic.text());
    } else {
      log.warning(diagnostic.text());
    }
  }
  return errors;
}

void log_model(std::string_view path, const fed::Declared& declared, Log& log) {
  using core::count_text;
  log.debug("read " + std::string(path) + ": " +
            count_text(declared.object_classes, "object class", "object classes") + ", " +
            count_text(declared.attributes, "attribute") + ", " +
            count_text(declared.interaction_classes, "interaction class", "interaction classes") +
            ", " + count_text(declared.parameters, "parameter") + ", " +
            count_text(declared.spaces, "routing space"));
}

wire::Error reading_error(std::string text, std::size_t errors) {
  if (errors > 1) {
    text += " (and " + std::to_string(errors - 1) + " more in the rtig's log)";
  }
  return wire::error(ErrorCode::ErrorReadingFED, std::move(text));
}

wire::Result<core::ObjectModel> model_of_text(std::string_view name, std::string_view text,
                                              Log& log) {
  fed::ParseResult parsed = fed::parse(text, name);
  const std::size_t errors = log_diagnostics(parsed.diagnostics, log);
  if (!parsed.ok()) return reading_error(parsed.first_error(), errors);
  log_model(name, parsed.declared, log);
  return std::move(*parsed.model);
}

// Returns the place of the first error, without any text of the file.
std::string place_of_error(const std::vector<fed::Diagnostic>& diagnostics) {
  const auto error =
      std::ranges::find(diagnostics, fed::Diagnostic::Severity::error, &fed::Diagnostic::severity);
  if (error == diagnostics.end()) return "it";
  return error->file + ":" + std::to_string(error->line) + ":" + std::to_string(error->column);
}

wire::Result<core::ObjectModel> model_of_file(fed::FedText file, Log& log) {
  fed::LoadedFed loaded = fed::load_fed(std::move(file));
  const std::size_t errors = log_diagnostics(loaded.diagnostics, log);
  if (loaded.error) {
    if (loaded.error->kind == fed::FileError::Kind::error_reading_fed) {
      if (errors == 0) log.error(loaded.error->reason);
      return reading_error(place_of_error(loaded.diagnostics) +
                               ": error: see the rtig's log for what is wrong there",
                           errors);
    }
    log.error("cannot open FED " + loaded.error->reason);
    return wire::error(ErrorCode::CouldNotOpenFED, loaded.error->reason);
  }
  log_model(loaded.path, loaded.declared, log);
  return std::move(*loaded.model);
}

// Sets cells_of_extent of the spaces. A name may be that of a space in another federation's FED.
void set_cells(core::ObjectModel& model, std::string_view fed, const CellsOfExtents& cells,
               Log& log) {
  for (core::RoutingSpace& space : model.spaces) space.cells_of_extent = cells.of_others;
  for (const auto& [name, count] : cells.by_space) {
    const core::SpaceHandle handle = model.space(name);
    const auto space = std::ranges::find(model.spaces, handle, &core::RoutingSpace::handle);
    if (space != model.spaces.end()) {
      space->cells_of_extent = count;
    } else {
      log.info("region.cells names the routing space " + wire::quoted(name) + ", which " +
               std::string(fed) + " does not have");
    }
  }
}

}  // namespace

std::vector<std::string> fed_directories(const std::vector<std::string>& fom_path,
                                         const config::Environment& environment) {
  std::vector<std::string> directories = fom_path;
  if (const auto home = environment("CERTI_HOME")) {
    directories.push_back(*home + "/share/federations");
  }
  if (const std::string prefix = install_prefix(); !prefix.empty()) {
    directories.push_back(prefix + "/share/triad/federations");
  }
  directories.push_back("/usr/local/share/federations");
  return directories;
}

std::function<wire::Result<core::ObjectModel>(std::string_view, std::optional<std::string_view>)>
fed_loader(std::vector<std::string> directories, FedNames names, Log& log, CellsOfExtents cells) {
  const auto load = [directories = std::move(directories), names, &log](
                        std::string_view name, std::optional<std::string_view> text) {
    if (text) return model_of_text(name, *text, log);
    return model_of_file(names == FedNames::anywhere ? fed::read_fed_file(name, joined(directories))
                                                     : fed::read_fed_file_below(name, directories),
                         log);
  };
  return [load, cells = std::move(cells), &log](std::string_view name,
                                                std::optional<std::string_view> text) {
    auto model = load(name, text);
    if (model) set_cells(*model, name, cells, log);
    return model;
  };
}

}  // namespace triad::rtig
