#include "rtig/program/process_state.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <fstream>
#include <iterator>
#include <string>

namespace triad::rtig {

// In /proc/PID/stat the state follows the name of the program, which is in parentheses and may
// contain any character (proc(5)).
bool has_process_ended(std::uint32_t process) {
  struct stat found {};
  if (::stat("/proc/self/stat", &found) != 0) return false;
  const std::string path = "/proc/" + std::to_string(process) + "/stat";
  if (::stat(path.c_str(), &found) != 0) return errno == ENOENT;
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const std::size_t name_end = text.rfind(')');
  if (name_end == text.npos || name_end + 2 >= text.size()) return false;
  const char state = text[name_end + 2];
  return state == 'Z' || state == 'X';
}

}  // namespace triad::rtig
