#include "tools/rtirun/run_files.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <boost/json.hpp>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "files/regular_file.hpp"

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

std::optional<RunState::Process> parse_process(const json::value& value) {
  if (!value.is_object()) return std::nullopt;
  const json::object& object = value.get_object();
  const auto name = text_of(object, "name");
  const auto state = text_of(object, "state");
  const auto restarts = number_of(object, "restarts");
  const auto end = text_of(object, "end");
  if (!name || !state || !restarts || !end) return std::nullopt;
  return RunState::Process{*name, *state, static_cast<unsigned>(*restarts), *end};
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

Outcome<transport::UniqueFd> RunFiles::lock() const {
  std::error_code fault;
  fs::create_directories(folder_, fault);
  const std::string name = (folder_ / "lock").string();
  transport::UniqueFd file(::open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
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

Outcome<void> RunFiles::write(const RunState& state) const {
  const fs::path file = folder_ / "state.json";
  const fs::path draft = folder_ / "state.json.new";
  {
    std::ofstream stream(draft, std::ios::binary | std::ios::trunc);
    stream << as_json(state) << std::flush;
    if (!stream) return Fault{"\"" + draft.string() + "\" cannot be written"};
  }
  std::error_code fault;
  fs::rename(draft, file, fault);
  if (fault) return Fault{"\"" + file.string() + "\" cannot be written: " + fault.message()};
  return {};
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
  for (const RunState::Process& process : state.processes) {
    processes.emplace_back(json::object{{"name", process.name},
                                        {"state", process.state},
                                        {"restarts", process.restarts},
                                        {"end", process.end}});
  }
  return json::serialize(json::object{{"run", state.run},
                                      {"url", state.url},
                                      {"up", state.is_up},
                                      {"processes", std::move(processes)}}) +
         "\n";
}

std::optional<RunState> parse_state(const std::string& text) {
  boost::system::error_code fault;
  const json::value value = json::parse(text, fault);
  if (fault || !value.is_object()) return std::nullopt;
  const json::object& object = value.get_object();
  const auto run = text_of(object, "run");
  const auto url = text_of(object, "url");
  const json::value* const up = object.if_contains("up");
  const json::value* const processes = object.if_contains("processes");
  if (!run || !is_run_name(*run) || !url || up == nullptr || !up->is_bool() ||
      processes == nullptr || !processes->is_array()) {
    return std::nullopt;
  }
  RunState state{*run, *url, up->get_bool(), {}};
  for (const json::value& item : processes->get_array()) {
    const auto process = parse_process(item);
    if (!process) return std::nullopt;
    state.processes.push_back(*process);
  }
  return state;
}

std::vector<pid_t> processes_left(const RunState& state) {
  std::vector<pid_t> left;
  for (const auto& [process, mark] : marked_processes()) {
    if (mark.starts_with(state.run + ".")) left.push_back(process);
  }
  return left;
}

std::string mark_for(const std::string& run, std::size_t process) {
  return run + "." + std::to_string(process);
}

}  // namespace triad::rtirun
