// See socket_path.hpp.
#include "transport/shm/socket_path.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>

namespace triad::transport {

namespace {

bool is_folder(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

// Returns the default folder of a user. `runtime` is the value of XDG_RUNTIME_DIR; empty if not
// set.
std::string folder_of(uid_t user, const std::string& runtime) {
  if (runtime.starts_with('/') && is_folder(runtime)) return runtime + "/triad";
  // The usual value of XDG_RUNTIME_DIR. So a program started without it (by cron, as a service)
  // finds the others.
  const std::string usual = "/run/user/" + std::to_string(user);
  if (is_folder(usual) && ::access(usual.c_str(), W_OK) == 0) return usual + "/triad";
  return "/tmp/triad-" + std::to_string(user);
}

std::string default_folder() {
  const char* const runtime = std::getenv("XDG_RUNTIME_DIR");
  return folder_of(::geteuid(), runtime == nullptr ? "" : runtime);
}

bool names_the_file(int descriptor, const std::string& path) {
  struct stat opened {};
  struct stat named {};
  return ::fstat(descriptor, &opened) == 0 && ::stat(path.c_str(), &named) == 0 &&
         opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

constexpr const char* kOneUser =
    "shm:// is for the processes of one user: run both as the same user, or use tcp://";

std::string user_text(uid_t id) {
  return "user " + std::to_string(id);
}

Result<void> check_folder(const SocketPath& path, const struct stat& status) {
  constexpr mode_t kWritableByOthers = S_IWGRP | S_IWOTH;
  if (S_ISDIR(status.st_mode) && status.st_uid == ::geteuid() &&
      (status.st_mode & kWritableByOthers) == 0) {
    return {};
  }
  return error(Error::Code::unreachable,
               path.folder +
                   " must be a folder that belongs to this user and is not writable "
                   "by others; remove it, or set another socket folder");
}

Result<void> check_owner(const std::string& path, const struct stat& status) {
  if (status.st_uid == ::geteuid()) return {};
  return error(Error::Code::unreachable, path + " belongs to " + user_text(status.st_uid) +
                                             ", not to " + user_text(::geteuid()) +
                                             " of this program; " + kOneUser);
}

}  // namespace

std::string socket_folder_of(std::uint32_t process) {
  constexpr std::string_view kVariable = "XDG_RUNTIME_DIR=";
  const std::string entry = "/proc/" + std::to_string(process);
  struct stat status {};
  if (::stat(entry.c_str(), &status) != 0) return default_folder();
  std::ifstream environment(entry + "/environ", std::ios::binary);
  std::string runtime;
  for (std::string variable; std::getline(environment, variable, '\0');) {
    if (variable.starts_with(kVariable)) runtime = variable.substr(kVariable.size());
  }
  return folder_of(status.st_uid, runtime);
}

Result<SocketPath> socket_path(const Url& url, const LinkOptions& options) {
  SocketPath path;
  path.folder = options.socket_directory.empty() ? default_folder() : options.socket_directory;
  path.socket = path.folder + "/" + url.name + ".sock";
  path.lock = path.folder + "/" + url.name + ".lock";
  if (path.socket.size() >= sizeof(sockaddr_un::sun_path)) {
    return error(Error::Code::bad_url, "the path " + path.socket +
                                           " is too long for a socket (at most " +
                                           std::to_string(sizeof(sockaddr_un::sun_path) - 1) +
                                           " characters); use a shorter name or folder");
  }
  return path;
}

Result<void> prepare_folder(const SocketPath& path) {
  if (::mkdir(path.folder.c_str(), 0700) != 0 && errno != EEXIST) {
    return system_error("cannot make the folder " + path.folder, errno);
  }
  struct stat status {};
  if (::lstat(path.folder.c_str(), &status) != 0) {
    return system_error("cannot inspect the folder " + path.folder, errno);
  }
  return check_folder(path, status);
}

Result<void> check_owners(const SocketPath& path) {
  struct stat status {};
  if (::lstat(path.folder.c_str(), &status) != 0) return {};
  if (auto owned = check_owner(path.folder, status); !owned) return owned;
  if (auto closed = check_folder(path, status); !closed) return closed;
  if (::lstat(path.socket.c_str(), &status) != 0) return {};
  return check_owner(path.socket, status);
}

Result<void> check_peer_is_same_user(int socket) {
  ucred peer{};
  socklen_t size = sizeof peer;
  if (::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) {
    return system_error("cannot determine the user of the peer's process", errno);
  }
  if (peer.uid == ::geteuid()) return {};
  return error(Error::Code::unreachable, "process " + std::to_string(peer.pid) + " runs as " +
                                             user_text(peer.uid) + ", process " +
                                             std::to_string(::getpid()) + " as " +
                                             user_text(::geteuid()) + "; " + kOneUser);
}

Result<UniqueFd> lock_folder(const SocketPath& path) {
  UniqueFd folder(::open(path.folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder.valid()) return system_error("cannot open the folder " + path.folder, errno);
  while (::flock(folder.get(), LOCK_EX) != 0) {
    if (errno != EINTR) return system_error("cannot lock the folder " + path.folder, errno);
  }
  return folder;
}

void remove_stale(const SocketPath& path) {
  std::error_code problem;
  for (std::filesystem::directory_iterator entry(path.folder, problem), end;
       !problem && entry != end; entry.increment(problem)) {
    const std::filesystem::path& lock = entry->path();
    if (lock.extension() != ".lock") continue;
    const UniqueFd opened(::open(lock.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW));
    // If this lock is free, its holder is gone. So files in use are never removed.
    if (!opened.valid() || ::flock(opened.get(), LOCK_EX | LOCK_NB) != 0) continue;
    if (!names_the_file(opened.get(), lock.string())) continue;
    std::filesystem::path socket = lock;
    ::unlink(socket.replace_extension(".sock").c_str());
    ::unlink(lock.c_str());
  }
}

Result<UniqueFd> lock_name(const SocketPath& path) {
  while (true) {
    UniqueFd lock(::open(path.lock.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (!lock.valid()) return system_error("cannot open " + path.lock, errno);
    if (::flock(lock.get(), LOCK_EX | LOCK_NB) != 0) {
      if (errno == EINTR) continue;
      if (errno != EWOULDBLOCK) return system_error("cannot lock " + path.lock, errno);
      return error(Error::Code::in_use, "a running program has that name (it holds " + path.lock +
                                            "); stop it or choose another name");
    }
    // The last holder may have removed the file between open() and flock().
    if (names_the_file(lock.get(), path.lock)) return lock;
  }
}

}  // namespace triad::transport
