#include "tools/rtirun/run_processes.hpp"

#include <dirent.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <charconv>
#include <fstream>
#include <memory>
#include <set>
#include <sstream>
#include <string_view>

#include "tools/rtirun/keeper.hpp"
#include "transport/posix/unique_fd.hpp"

namespace triad::rtirun {

namespace {

using transport::UniqueFd;

struct ProcFacts {
  pid_t parent = 0;
  std::string keeper = {};  // Its name, if it is a keeper.
  std::string mark = {};
};

// Returns the number that the whole text is; nothing if it is none.
template <class Number>
std::optional<Number> number_of_text(std::string_view text) {
  Number value = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (fault != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

ProcFacts read_facts(pid_t process) {
  ProcFacts facts;
  const std::string folder = "/proc/" + std::to_string(process);
  std::ifstream stat(folder + "/stat");
  std::string text;
  std::getline(stat, text, '\0');
  // The second field, the name in parentheses, may contain anything.
  if (const std::size_t end = text.rfind(')'); end != text.npos) {
    std::istringstream rest(text.substr(end + 1));
    char state = 0;
    rest >> state >> facts.parent;
  }
  const std::string keeper = std::string(kKeeperVariable) + "=";
  const std::string mark = std::string(kMarkVariable) + "=";
  std::ifstream environment(folder + "/environ", std::ios::binary);
  for (std::string entry; std::getline(environment, entry, '\0');) {
    if (entry.starts_with(keeper)) facts.keeper = entry.substr(keeper.size());
    if (entry.starts_with(mark)) facts.mark = entry.substr(mark.size());
  }
  return facts;
}

std::map<pid_t, ProcFacts> read_all_facts() {
  std::map<pid_t, ProcFacts> all;
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir("/proc"), &::closedir);
  if (!folder) return all;
  while (const dirent* const entry = ::readdir(folder.get())) {
    if (const auto process = number_of_text<pid_t>(entry->d_name)) {
      all[*process] = read_facts(*process);
    }
  }
  return all;
}

// Returns the process in RUN.PROCESS or RUN.PROCESS.START; nothing if the name is of another run.
std::optional<std::size_t> process_in(std::string_view name, const std::string& run) {
  if (!name.starts_with(run + ".")) return std::nullopt;
  name.remove_prefix(run.size() + 1);
  return number_of_text<std::size_t>(name.substr(0, name.find('.')));
}

// Returns the process to which a program belongs. `facts_of` returns the facts of a number, or
// null.
template <class FactsOf>
std::optional<std::size_t> owner_by(pid_t program, const std::string& run, FactsOf facts_of) {
  std::set<pid_t> seen;
  // Parents are read one after the other, so reused numbers may form a ring.
  for (pid_t each = program; each > 0 && seen.insert(each).second;) {
    const ProcFacts* const facts = facts_of(each);
    if (facts == nullptr) break;
    if (const auto process = process_in(facts->keeper, run)) {
      return each == program ? std::nullopt : process;
    }
    each = facts->parent;
  }
  const ProcFacts* const facts = facts_of(program);
  return facts == nullptr ? std::nullopt : process_in(facts->mark, run);
}

}  // namespace

RunProcesses find_processes(const std::string& run) {
  RunProcesses found;
  const auto all = read_all_facts();
  const auto facts_of = [&](pid_t process) {
    const auto entry = all.find(process);
    return entry == all.end() ? nullptr : &entry->second;
  };
  for (const auto& [process, facts] : all) {
    if (process_in(facts.keeper, run)) found.keepers[process] = facts.keeper;
    if (const auto owner = owner_by(process, run, facts_of)) found.programs[process] = *owner;
  }
  return found;
}

std::optional<std::size_t> owner_of(pid_t program, const std::string& run) {
  std::map<pid_t, ProcFacts> read;
  return owner_by(program, run, [&](pid_t process) {
    return &read.try_emplace(process, read_facts(process)).first->second;
  });
}

void send_signals(const std::string& run, const std::vector<ProcessSignal>& signals) {
  if (signals.empty()) return;
  const RunProcesses found = find_processes(run);
  for (const ProcessSignal& signal : signals) {
    for (const auto& [program, process] : found.programs) {
      if (process != signal.process) continue;
      // The descriptor keeps its process, so a new process with the same number is not hit.
      const UniqueFd handle(static_cast<int>(::syscall(SYS_pidfd_open, program, 0)));
      if (!handle.valid() || owner_of(program, run) != process) continue;
      ::syscall(SYS_pidfd_send_signal, handle.get(), signal.number, nullptr, 0);
    }
  }
}

std::string mark_for(const std::string& run, std::size_t process) {
  return run + "." + std::to_string(process);
}

std::string keeper_for(const std::string& run, std::size_t process, unsigned start) {
  return mark_for(run, process) + "." + std::to_string(start);
}

}  // namespace triad::rtirun
