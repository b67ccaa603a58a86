// The one configuration: command line over environment over an RID file over defaults. Called by
// libRTI when an RTIambassador first needs its RTI, and by each program at its start. Knows nothing
// of option parsers (a program hands over what it parsed) and nothing of what the values are for.
//
//   auto configuration = triad::config::read();                 // libRTI
//   auto configuration = triad::config::read({.command_line = parsed_by_program_options});
//   if (!configuration) { print configuration.error().text; return 1; }
//   configuration->text("url"), configuration->seconds("connect.timeout") ...
//
// The settings are in settings.cpp: one table for all programs, because they share one RID file.
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

// Looks an environment variable up; empty when it is not set. An empty value counts as not set.
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
  const char* key;                   // in an RID file; a program's option is named after it
  const char* environment;           // its environment variable
  std::vector<const char*> aliases;  // what other RTIs call that variable; asked after it
  const char* default_value;
  const char* help;  // one line for people
  Kind kind = Kind::text;
  std::vector<const char*> allowed = {};
  std::uint64_t count_max = std::numeric_limits<std::uint64_t>::max();
  const char* unit = "";  // of a count, for people
  std::uint64_t bytes_min = 0;
  std::uint64_t bytes_max = std::numeric_limits<std::uint64_t>::max();
  // Makes the value of several variables of another RTI (CERTI_HOST and CERTI_TCP_PORT); asked
  // last. `origin` is set to the names of those that were there.
  std::optional<std::string> (*compose)(const Environment&, std::string& origin) = nullptr;
};

// Every setting of every program, in the order in which help lists them.
const std::vector<Setting>& settings();

struct Sources {
  std::map<std::string, std::string> command_line = {};  // key to value
  Environment environment = process_environment;
  std::filesystem::path directory = ".";  // where an RTI.rid is looked for
};

class Configuration {
 public:
  // Each aborts on a key that is not in settings() or is of another kind: a mistake of ours.
  const std::string& text(std::string_view key) const;
  std::uint64_t count(std::string_view key) const;
  double seconds(std::string_view key) const;
  std::uint64_t bytes(std::string_view key) const;
  bool flag(std::string_view key) const;

  // Where the value comes from, for people: "environment RTI_URL", "./RTI.rid line 3", "default".
  const std::string& origin(std::string_view key) const;
  // A directory list in a text setting: parts between ':', empty parts left out.
  std::vector<std::string> directories(std::string_view key) const;

  // Lines for people about what was ignored; the caller shows each once.
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

// Refuses, as RTIinternalError with a readable text, a wrong value (naming where it stands and what
// is allowed) and an unknown key in an RID file of ours.
Result<Configuration> read(const Sources& sources = {});

}  // namespace triad::config
