// The options and the token of rtimon.
#include <sys/random.h>
#include <sys/stat.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "config/config.hpp"
#include "config/setting_values.hpp"
#include "files/line_output.hpp"
#include "tools/rtimon/rtimon.hpp"

namespace triad::rtimon {

namespace {

constexpr std::size_t kTokenCharactersMin = 16;
constexpr std::size_t kTokenCharactersMax = 128;

wire::Error failure(const std::string& text) {
  return wire::error(wire::ErrorCode::RTIinternalError, text);
}

bool is_token(const std::string& text) {
  const bool is_long = text.size() >= kTokenCharactersMin && text.size() <= kTokenCharactersMax;
  return is_long && std::ranges::all_of(text, [](unsigned char c) {
           return std::isalnum(c) != 0 || c == '-' || c == '_';
         });
}

wire::Result<std::string> random_token() {
  unsigned char bytes[16];
  if (::getrandom(bytes, sizeof bytes, 0) != static_cast<ssize_t>(sizeof bytes)) {
    return failure("the system gives no random bytes for a token; give one with --token-file");
  }
  constexpr const char* kDigits = "0123456789abcdef";
  std::string token;
  for (const unsigned char byte : bytes) {
    token += kDigits[byte >> 4];
    token += kDigits[byte & 15];
  }
  return token;
}

// Returns ~/.local/state/triad/rtimon.sqlite, and makes its folder.
wire::Result<std::string> default_history() {
  namespace fs = std::filesystem;
  const char* const state = std::getenv("XDG_STATE_HOME");
  const char* const home = std::getenv("HOME");
  const bool has_state = state != nullptr && *state == '/';
  if (!has_state && (home == nullptr || *home != '/')) {
    return failure("there is no home folder for the history; name a file with --history");
  }
  const fs::path folder = (has_state ? fs::path(state) : fs::path(home) / ".local/state") / "triad";
  std::error_code fault;
  fs::create_directories(folder, fault);
  if (fault) {
    return failure("the folder " + folder.string() + " cannot be made: " + fault.message() +
                   "; name a file with --history");
  }
  return (folder / "rtimon.sqlite").string();
}

std::chrono::milliseconds milliseconds_of(double seconds) {
  return std::chrono::ceil<std::chrono::milliseconds>(std::chrono::duration<double>(seconds));
}

// Returns the values of the settings that rtimon shares with other programs.
wire::Result<config::Configuration> read_settings(const command_line::ParsedArguments& given) {
  std::map<std::string, std::string> settings;
  if (const auto url = given.value("connect")) settings["url"] = *url;
  if (const auto interval = given.value("interval")) settings["watch.interval"] = *interval;
  auto configuration = config::read({.command_line = settings});
  if (configuration) {
    for (const std::string& warning : configuration->warnings()) {
      files::print_line("rtimon: " + warning);
    }
  }
  return configuration;
}

}  // namespace

wire::Result<std::string> make_token(const std::string& file) {
  if (file.empty()) return random_token();
  struct stat status {};
  std::ifstream stream(file);
  std::string token;
  if (::stat(file.c_str(), &status) != 0 || !(stream >> token)) {
    return failure("no token can be read from " + file +
                   ": make the file with `openssl rand -hex 16` and mode 600");
  }
  if ((status.st_mode & (S_IRGRP | S_IROTH)) != 0) {
    return failure("other users can read the token in " + file + ": run chmod 600 " + file);
  }
  if (!is_token(token)) {
    return failure("the token in " + file +
                   " is not 16 to 128 letters, digits, '-' or '_': make one with `openssl rand "
                   "-hex 16`");
  }
  return token;
}

wire::Result<Options> make_options(const command_line::ParsedArguments& given) {
  const auto configuration = read_settings(given);
  if (!configuration) return configuration.error();
  Options options;
  options.poller.interval = milliseconds_of(configuration->seconds("watch.interval"));
  if (options.poller.interval < std::chrono::milliseconds(100)) {
    return failure("the interval (watch.interval) is below 0.1 s: give 0.1 or more");
  }
  options.poller.rtig = {.url = configuration->text("url"),
                         .timeout = milliseconds_of(configuration->seconds("connect.timeout")),
                         .tls = {.certificate = configuration->text("tls.certificate"),
                                 .key = configuration->text("tls.key"),
                                 .authorities = configuration->text("tls.authorities"),
                                 .psk = configuration->text("tls.psk")},
                         .is_tls_required = configuration->flag("tls.required")};
  options.listen = given.value("listen").value_or(options.listen);
  options.token_file = given.value("token-file").value_or("");
  options.page = given.value("page").value_or("");
  if (const auto age = given.value("history-age")) {
    const auto seconds = config::parse_seconds(*age);
    if (!seconds || *seconds < 60) return failure("--history-age needs seconds, 60 at least");
    options.limits.age = std::chrono::milliseconds(static_cast<std::int64_t>(*seconds * 1000));
  }
  if (const auto size = given.value("history-bytes")) {
    const auto bytes = config::parse_bytes(*size);
    if (!bytes || *bytes < (std::uint64_t{1} << 20)) {
      return failure("--history-bytes needs a size, 1M at least");
    }
    options.limits.bytes = *bytes;
  }
  if (const auto file = given.value("history")) {
    options.history = *file;
  } else {
    auto file_name = default_history();
    if (!file_name) return file_name.error();
    options.history = std::move(*file_name);
  }
  return options;
}

}  // namespace triad::rtimon
