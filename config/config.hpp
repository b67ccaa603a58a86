// Configuration of libRTI and all programs. The value of a setting comes from the first source that
// has it: command line, environment, RID file, default. libRTI reads the configuration when an
// RTIambassador first needs its RTI, each program at its start. Programs parse their own options
// and pass them in. The callers interpret the values.
//
//   auto configuration = triad::config::read();                 // libRTI
//   auto configuration = triad::config::read({.command_line = parsed_by_program_options});
//   if (!configuration) { print configuration.error().text; return 1; }
//   configuration->text("url"), configuration->seconds("connect.timeout") ...
//
// settings.cpp has the settings, in one table for all programs because they share one RID file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wire/error.hpp"

namespace triad::config {

using wire::Result;

// Returns the value of an environment variable, or nothing if it is unset or empty.
using Environment = std::function<std::optional<std::string>(const char* name)>;
std::optional<std::string> process_environment(const char* name);

enum class Kind {
  text,
  choice,   // one of `allowed`
  count,    // a whole number
  seconds,  // "2", "0.5", "2s", "500ms"
  bytes,    // "65536", "64K", "64M", "2G" (powers of 1024)
  flag,     // yes, no, on, off, true, false, 1, 0
};

struct Setting {
  const char* key;                   // name in an RID file and of the command-line option
  const char* environment;           // environment variable
  std::vector<const char*> aliases;  // names of that variable in other RTIs, tried after it
  const char* default_value;
  const char* help;  // plain sentences, for --help and docs/settings.md
  Kind kind = Kind::text;
  std::vector<const char*> allowed = {};
  std::uint64_t count_max = std::numeric_limits<std::uint64_t>::max();
  const char* unit = "";  // unit of a count, for messages
  std::uint64_t bytes_min = 0;
  std::uint64_t bytes_max = std::numeric_limits<std::uint64_t>::max();
  // Computes the value from several variables of another RTI (CERTI_HOST and CERTI_TCP_PORT); tried
  // last. Sets `origin` to the names of the variables found.
  std::optional<std::string> (*compose)(const Environment&, std::string& origin) = nullptr;
};

// Returns all settings of all programs, in the order of --help.
const std::vector<Setting>& settings();

struct Sources {
  std::map<std::string, std::string> command_line = {};  // key: value
  Environment environment = process_environment;
  std::filesystem::path directory = ".";  // searched for an RTI.rid
};

class Configuration {
 public:
  // Returns the value of a setting. Aborts if the key is not in settings() or has another kind,
  // which is a defect of the caller.
  const std::string& text(std::string_view key) const;
  std::uint64_t count(std::string_view key) const;
  double seconds(std::string_view key) const;
  std::uint64_t bytes(std::string_view key) const;
  bool flag(std::string_view key) const;

  // Returns the origin of the value for messages, e.g. "environment RTI_URL", "./RTI.rid line 3" or
  // "default".
  const std::string& origin(std::string_view key) const;
  // Splits a text setting at ':' into directories, without empty parts.
  std::vector<std::string> directories(std::string_view key) const;

  // Returns messages about ignored input. The caller shows each once.
  const std::vector<std::string>& warnings() const { return warnings_; }

 private:
  friend Result<Configuration> read(const Sources& sources);
  struct Value {
    std::string text;
    std::string origin;
  };
  const Value& find(std::string_view key, std::optional<Kind> kind) const;

  std::map<std::string, Value, std::less<>> values_;
  std::vector<std::string> warnings_;
};

// Reads the configuration. Fails with RTIinternalError and a readable text on a wrong value (the
// text names its origin and the allowed values) and on an unknown key in an RID file of Triad.
Result<Configuration> read(const Sources& sources = {});

}  // namespace triad::config
