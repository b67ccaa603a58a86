#include "tools/rtimesh/svg_program.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

namespace triad::rtimesh {

namespace {

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

// Returns an unnamed temporary file that contains the text. Unlike with a pipe, the text need not
// be written while dot runs. Returns null on failure.
File make_temporary_file(const std::string& text) {
  File file(std::tmpfile(), std::fclose);
  if (file && (std::fputs(text.c_str(), file.get()) < 0 || std::fflush(file.get()) != 0 ||
               ::lseek(::fileno(file.get()), 0, SEEK_SET) != 0)) {
    file.reset();
  }
  return file;
}

bool copy(std::FILE& from, std::FILE& to) {
  char bytes[4096];
  while (const std::size_t count = std::fread(bytes, 1, sizeof bytes, &from)) {
    if (std::fwrite(bytes, 1, count, &to) != count) return false;
  }
  return std::ferror(&from) == 0 && std::fflush(&to) == 0;
}

// Returns the exit status of dot, or -1 with errno set if it did not start.
int run_dot(int input, int output) {
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  char name[] = "dot";
  char format[] = "-Tsvg";
  char* const words[] = {name, format, nullptr};
  pid_t child = -1;
  const int fault = ::posix_spawnp(&child, name, &actions, nullptr, words, environ);
  ::posix_spawn_file_actions_destroy(&actions);
  int status = 0;
  if (fault != 0) {
    errno = fault;
    return -1;
  }
  while (::waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return -1;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

// Opens `file` after dot has finished, so that a failure leaves the old drawing.
std::optional<std::string> write_svg(const std::string& dot, const std::string& file) {
  const File input = make_temporary_file(dot);
  const File drawn = make_temporary_file("");
  if (!input || !drawn) {
    return std::string("no temporary file can be written: ") + std::strerror(errno);
  }
  const int status = run_dot(::fileno(input.get()), ::fileno(drawn.get()));
  if (status < 0 && errno == ENOENT) {
    return "Graphviz's program dot is not installed; on Debian `apt-get install graphviz` installs "
           "it, and without --svg rtimesh prints what dot reads";
  }
  if (status < 0) return std::string("dot cannot be started: ") + std::strerror(errno);
  if (status > 0) {
    return "dot ended with status " + std::to_string(status) + "; \"" + file + "\" is not written";
  }
  std::rewind(drawn.get());
  const File output(std::fopen(file.c_str(), "we"), std::fclose);
  if (!output || !copy(*drawn, *output)) {
    return "\"" + file + "\" cannot be written: " + std::strerror(errno);
  }
  return std::nullopt;
}

}  // namespace triad::rtimesh
