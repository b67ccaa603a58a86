#include "tools/rtirun/run_files.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <boost/json.hpp>
#include <cerrno>
#include <cstring>
#include <random>

#include "files/regular_file.hpp"
#include "tools/rtirun/replace_file.hpp"
#include "topology/draft_fields.hpp"

namespace triad::rtirun {

namespace {

namespace fs = std::filesystem;
namespace json = boost::json;

constexpr std::size_t kStateBytesMax = 1u << 20;

// Returns a text of an object; nothing if it is not there.
std::optional<std::string> text_of(const json::object& object, const char* key) {
  const json::value* const value = object.if_contains(key);
  if (value == nullptr || !value->is_string()) return std::nullopt;
  return std::string(value->get_string());
}

// Returns a number from 0 to 2^31 - 1 of an object; nothing if it is not there.
std::optional<int> number_of(const json::object& object, const char* key) {
  const json::value* const value = object.if_contains(key);
  if (value == nullptr || !value->is_int64()) return std::nullopt;
  const std::int64_t number = value->get_int64();
  if (number < 0 || number > 0x7fffffff) return std::nullopt;
  return static_cast<int>(number);
}

bool is_run_name(const std::string& text) {
  return text.size() == 32 && text.find_first_not_of("0123456789abcdef") == text.npos;
}

// Returns a number from 0 to 2^62 of an object; nothing if it is not there.
std::optional<std::int64_t> time_of(const json::object& object, const char* key) {
  const json::value* const value = object.if_contains(key);
  if (value == nullptr || !value->is_int64()) return std::nullopt;
  const std::int64_t number = value->get_int64();
  if (number < 0 || number > (std::int64_t{1} << 62)) return std::nullopt;
  return number;
}

std::optional<bool> flag_of(const json::object& object, const char* key) {
  const json::value* const value = object.if_contains(key);
  if (value == nullptr || !value->is_bool()) return std::nullopt;
  return value->get_bool();
}

// Returns whether the text can be the name of a process, which is part of a file's name.
bool is_process_name(const std::string& text) {
  return topology::is_name(text, topology::kNamePunctuation) && !text.starts_with('.');
}

std::optional<RunState::Process> parse_process(const json::value& value) {
  if (!value.is_object()) return std::nullopt;
  const json::object& object = value.get_object();
  const auto name = text_of(object, "name");
  const auto state = text_of(object, "state");
  const auto restarts = number_of(object, "restarts");
  const auto starts = number_of(object, "starts");
  const auto end = text_of(object, "end");
  const auto host = text_of(object, "host");
  const auto is_gone = flag_of(object, "gone");
  if (!name || !is_process_name(*name) || !state || !state_named(*state) || !restarts || !starts ||
      !end || !host || !is_gone) {
    return std::nullopt;
  }
  return RunState::Process{.status = {.name = *name,
                                      .state = *state_named(*state),
                                      .restarts = static_cast<unsigned>(*restarts),
                                      .end = *end,
                                      .starts = static_cast<unsigned>(*starts),
                                      .is_gone = *is_gone},
                           .host = *host};
}

struct flock whole_file(short type) {
  struct flock lock {};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  return lock;
}

}  // namespace

RunFiles::RunFiles(const std::string& scenario, const std::string& folder) {
  std::error_code fault;
  fs::path file = fs::absolute(scenario, fault);
  folder_ = folder.empty() ? file.replace_extension(".run") : fs::absolute(folder, fault);
}

fs::path RunFiles::log_of(const std::string& process) const {
  return folder_ / (process + ".log");
}

void RunFiles::remove_outputs() const {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder_, ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.ends_with(".log") || name.starts_with("end.")) fs::remove(entry.path(), ignored);
  }
}

Outcome<transport::UniqueFd> RunFiles::lock() const {
  std::error_code fault;
  fs::create_directories(folder_, fault);
  const std::string name = (folder_ / "lock").string();
  transport::UniqueFd file(::open(name.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!file.valid()) return Fault{"\"" + name + "\": " + std::strerror(errno)};
  struct flock whole = whole_file(F_WRLCK);
  if (::fcntl(file.get(), F_SETLK, &whole) != 0) {
    return Fault{"the scenario runs already; `rtirun status` shows it, `rtirun down` ends it"};
  }
  return file;
}

pid_t RunFiles::lock_holder() const {
  const transport::UniqueFd file(::open((folder_ / "lock").c_str(), O_RDONLY | O_CLOEXEC));
  struct flock whole = whole_file(F_RDLCK);
  if (!file.valid() || ::fcntl(file.get(), F_GETLK, &whole) != 0) return 0;
  return whole.l_type == F_UNLCK ? 0 : whole.l_pid;
}

void RunFiles::wait_for_unlock() const {
  const transport::UniqueFd file(::open((folder_ / "lock").c_str(), O_RDONLY | O_CLOEXEC));
  struct flock whole = whole_file(F_RDLCK);
  while (file.valid() && ::fcntl(file.get(), F_SETLKW, &whole) != 0 && errno == EINTR) {
  }
}

Outcome<void> RunFiles::keep_scenario(const std::string& text) const {
  return replace_file((folder_ / "scenario.yaml").string(), text);
}

Outcome<void> RunFiles::keep_mesh(const std::string& text) const {
  return replace_file(mesh_file().string(), text);
}

std::string RunFiles::kept_scenario() const {
  auto text = files::read_regular_file((folder_ / "scenario.yaml").string(), kScenarioBytesMax);
  return text ? *std::move(text) : std::string();
}

Outcome<void> RunFiles::write(const RunState& state) const {
  return replace_file((folder_ / "state.json").string(), as_json(state));
}

Outcome<std::optional<RunState>> RunFiles::read() const {
  const fs::path file = folder_ / "state.json";
  std::error_code fault;
  if (!fs::exists(file, fault)) return std::optional<RunState>();
  const auto text = files::read_regular_file(file.string(), kStateBytesMax);
  if (!text) return Fault{"\"" + file.string() + "\": " + text.error().reason};
  auto state = parse_state(*text);
  if (!state) return Fault{"\"" + file.string() + "\" is damaged; remove it"};
  return state;
}

std::string as_json(const RunState& state) {
  json::array processes;
  for (const auto& [status, host] : state.processes) {
    processes.emplace_back(json::object{{"name", status.name},
                                        {"state", name_of(status.state)},
                                        {"restarts", status.restarts},
                                        {"end", status.end},
                                        {"starts", status.starts},
                                        {"gone", status.is_gone},
                                        {"host", host}});
  }
  return json::serialize(json::object{{"run", state.run},
                                      {"url", state.url},
                                      {"up", state.is_up},
                                      {"stopping", state.is_stopping},
                                      {"good", state.is_good},
                                      {"began", state.began.count()},
                                      {"processes", std::move(processes)}}) +
         "\n";
}

std::optional<RunState> parse_state(const std::string& text) {
  boost::system::error_code fault;
  json::parse_options options;
  options.allow_invalid_utf8 = true;  // The end of a process may contain the path of a file.
  const json::value value = json::parse(text, fault, {}, options);
  if (fault || !value.is_object()) return std::nullopt;
  const json::object& object = value.get_object();
  const auto run = text_of(object, "run");
  const auto url = text_of(object, "url");
  const auto is_up = flag_of(object, "up");
  const auto is_stopping = flag_of(object, "stopping");
  const auto is_good = flag_of(object, "good");
  const auto began = time_of(object, "began");
  const json::value* const processes = object.if_contains("processes");
  if (!run || !is_run_name(*run) || !url || !is_up || !is_stopping || !is_good || !began ||
      processes == nullptr || !processes->is_array() || processes->get_array().empty()) {
    return std::nullopt;
  }
  RunState state{*run, *url, *is_up, *is_stopping, *is_good, WallClock(*began), {}};
  for (const json::value& item : processes->get_array()) {
    const auto process = parse_process(item);
    if (!process) return std::nullopt;
    state.processes.push_back(*process);
  }
  return state;
}

std::string make_run_name() {
  std::random_device source;
  std::string name;
  while (name.size() < 32) name += "0123456789abcdef"[source() % 16];
  return name;
}

}  // namespace triad::rtirun
