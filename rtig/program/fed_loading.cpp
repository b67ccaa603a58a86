#include "rtig/program/fed_loading.hpp"

#include <filesystem>

#include "fed-parser/fed_file.hpp"

namespace triad::rtig {

namespace {

using wire::ErrorCode;

// The folder above bin/, where this program is installed or was built; empty if unknown.
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

// Returns how many errors there are.
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
  log.debug("read " + std::string(path) + ": " + std::to_string(declared.object_classes) +
            " object classes, " + std::to_string(declared.attributes) + " attributes, " +
            std::to_string(declared.interaction_classes) + " interaction classes, " +
            std::to_string(declared.parameters) + " parameters, " +
            std::to_string(declared.spaces) + " routing spaces");
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

wire::Result<core::ObjectModel> model_of_file(std::string_view name, const std::string& path,
                                              Log& log) {
  fed::LoadedFed loaded = fed::load_fed(name, path);
  const std::size_t errors = log_diagnostics(loaded.diagnostics, log);
  if (loaded.error) {
    if (loaded.error->kind == fed::FileError::Kind::error_reading_fed) {
      return reading_error(loaded.error->reason, errors);
    }
    log.error("cannot open FED " + loaded.error->reason);
    return wire::error(ErrorCode::CouldNotOpenFED, loaded.error->reason);
  }
  log_model(loaded.path, loaded.declared, log);
  return std::move(*loaded.model);
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
fed_loader(const std::vector<std::string>& directories, Log& log) {
  return [path = joined(directories), &log](
             std::string_view name,
             std::optional<std::string_view> text) -> wire::Result<core::ObjectModel> {
    return text ? model_of_text(name, *text, log) : model_of_file(name, path, log);
  };
}

}  // namespace triad::rtig
