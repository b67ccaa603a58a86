#include "config/config.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <system_error>
#include <utility>

#include "config/rid_file.hpp"
#include "config/setting_values.hpp"
#include "files/regular_file.hpp"

namespace triad::config {
namespace {

wire::Error refusal(std::string text) {
  return wire::error(wire::ErrorCode::RTIinternalError, std::move(text));
}

[[noreturn]] void no_such_setting(std::string_view key) {
  std::fprintf(stderr, "triad: no setting \"%.*s\" of that kind\n", static_cast<int>(key.size()),
               key.data());
  std::abort();
}

const Setting* find_setting(std::string_view key) {
  const auto found =
      std::ranges::find(settings(), key, [](const Setting& s) { return std::string_view(s.key); });
  return found == settings().end() ? nullptr : &*found;
}

// Returns whether a setting's name is the first word.
bool starts_with_key(const std::string& text) {
  return find_setting(text.substr(0, text.find_first_of(" \t"))) != nullptr;
}

std::string unknown_key(const std::string& where, const std::string& key) {
  std::string text = where + ": there is no setting \"" + key + "\"; the known ones are";
  for (const Setting& setting : settings()) {
    text += &setting == &settings().front() ? " " : ", ";
    text += setting.key;
  }
  return text;
}

// RID file to read, and whether RTI_RID_FILE names it.
struct RidPath {
  std::filesystem::path path;
  bool named = false;
};

std::optional<RidPath> rid_path(const Sources& sources) {
  if (const auto named = sources.environment("RTI_RID_FILE")) return RidPath{*named, true};
  auto path = sources.directory / "RTI.rid";
  std::error_code ignored;
  if (std::filesystem::is_regular_file(path, ignored)) return RidPath{std::move(path), false};
  return std::nullopt;
}

}  // namespace

std::optional<std::string> process_environment(const char* name) {
  const char* value = std::getenv(name);
  if (value == nullptr || *value == '\0') return std::nullopt;
  return std::string(value);
}

const Configuration::Value& Configuration::find(std::string_view key,
                                                std::optional<Kind> kind) const {
  const Setting* setting = find_setting(key);
  if (setting == nullptr || (kind && setting->kind != *kind)) no_such_setting(key);
  return values_.find(key)->second;
}

const std::string& Configuration::text(std::string_view key) const {
  return find(key, std::nullopt).text;
}
std::uint64_t Configuration::count(std::string_view key) const {
  return *parse_count(find(key, Kind::count).text);
}
double Configuration::seconds(std::string_view key) const {
  return *parse_seconds(find(key, Kind::seconds).text);
}
std::uint64_t Configuration::bytes(std::string_view key) const {
  return *parse_bytes(find(key, Kind::bytes).text);
}
bool Configuration::flag(std::string_view key) const {
  return *parse_flag(find(key, Kind::flag).text);
}
const std::string& Configuration::origin(std::string_view key) const {
  return find(key, std::nullopt).origin;
}

std::vector<std::string> Configuration::directories(std::string_view key) const {
  std::vector<std::string> parts;
  std::string_view rest = text(key);
  while (!rest.empty()) {
    const auto end = rest.find(':');
    if (const auto part = rest.substr(0, end); !part.empty()) parts.emplace_back(part);
    rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
  }
  return parts;
}

namespace {

// Enough for a hundred lines per setting. RID files of other RTIs are larger, but not larger than
// this.
constexpr std::size_t kRidBytesMax = std::size_t{1} << 20;

using Lines = std::map<std::string, std::pair<std::string, std::string>>;  // key: value, origin

struct RidText {
  std::string path;
  std::string text;
};

// Reads the RID file, and follows symbolic links that were checked out as texts.
Result<RidText> read_rid_text(const RidPath& rid, std::vector<std::string>& warnings) {
  constexpr int kLinksMax = 8;
  std::filesystem::path path = rid.path;
  for (int links = 0; links <= kLinksMax; ++links) {
    auto text = files::read_regular_file(path.string(), kRidBytesMax);
    if (!text) {
      return refusal("cannot read the RID file " + path.string() +
                     (rid.named ? ", which RTI_RID_FILE names: " : ": ") + text.error().reason);
    }
    const auto name = symbolic_link_text(*text);
    if (!name) return RidText{path.string(), *std::move(text)};
    const std::filesystem::path target = path.parent_path() / *name;
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(target, ignored)) {
      return RidText{path.string(), *std::move(text)};
    }
    warnings.push_back(path.string() +
                       " holds the name of another file only, as a symbolic link does that was "
                       "checked out as text; reading " +
                       target.string());
    path = target;
  }
  return refusal(rid.path.string() +
                 " holds the name of another file only, and so on for more than " +
                 std::to_string(kLinksMax) + " files: set RTI_RID_FILE to the RID file");
}

Result<Lines> read_rid(const Sources& sources, std::vector<std::string>& warnings) {
  Lines lines;
  const auto rid = rid_path(sources);
  if (!rid) return lines;
  const auto found = read_rid_text(*rid, warnings);
  if (!found) return found.error();
  const std::string& path = found->path;
  auto file = parse_rid(found->text, path);
  if (!file) {
    const auto name = symbolic_link_text(found->text);
    if (!name || starts_with_key(*name)) return file.error();
    const auto target = std::filesystem::path(path).parent_path() / *name;
    return refusal(file.error().text +
                   ". If this is a symbolic link that was checked out as text, there is no file " +
                   target.string());
  }
  if (file->foreign) {
    warnings.push_back(path + " is an RID file of another RTI; Triad ignores it");
    return lines;
  }
  for (RidLine& line : file->lines) {
    const std::string where = path + " line " + std::to_string(line.number);
    if (find_setting(line.key) == nullptr) return refusal(unknown_key(where, line.key));
    const auto [at, fresh] = lines.try_emplace(line.key, std::move(line.value), where);
    if (!fresh) return refusal(where + ": \"" + line.key + "\" is set a second time");
  }
  return lines;
}

// Returns the value of one setting and its origin.
std::pair<std::string, std::string> choose_value(const Setting& setting, const Sources& sources,
                                                 const Lines& rid) {
  if (const auto given = sources.command_line.find(setting.key);
      given != sources.command_line.end()) {
    return {given->second, std::string("command line, ") + setting.key};
  }
  if (const auto value = sources.environment(setting.environment)) {
    return {*value, std::string("environment ") + setting.environment};
  }
  for (const char* alias : setting.aliases) {
    if (const auto value = sources.environment(alias)) {
      return {*value, std::string("environment ") + alias};
    }
  }
  if (setting.compose != nullptr) {
    std::string names;
    if (auto value = setting.compose(sources.environment, names)) {
      return {*std::move(value), "environment " + names};
    }
  }
  if (const auto line = rid.find(setting.key); line != rid.end()) return line->second;
  return {setting.default_value, "default"};
}

}  // namespace

Result<Configuration> read(const Sources& sources) {
  Configuration configuration;
  auto rid = read_rid(sources, configuration.warnings_);
  if (!rid) return rid.error();
  for (const auto& [key, value] : sources.command_line) {
    if (find_setting(key) == nullptr) return refusal(unknown_key("command line", key));
  }
  for (const Setting& setting : settings()) {
    auto [text, origin] = choose_value(setting, sources, *rid);
    if (!is_value(setting, text)) {
      return refusal(origin + ": \"" + text + "\" is not a value of \"" + setting.key +
                     "\"; give " + allowed_values(setting));
    }
    configuration.values_.emplace(setting.key,
                                  Configuration::Value{std::move(text), std::move(origin)});
  }
  return configuration;
}

}  // namespace triad::config
