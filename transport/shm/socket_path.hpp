// The place of the Unix socket of shm://NAME: a file in a folder that only this user may enter. The
// permissions of the folder decide which processes may join, and each side checks that the other
// one is of the same user. Used by both sides of the shm backend.
#pragma once

#include <cstdint>
#include <string>

#include "transport/link_options.hpp"
#include "transport/posix/unique_fd.hpp"
#include "transport/transport_error.hpp"
#include "transport/url.hpp"

namespace triad::transport {

struct SocketPath {
  std::string folder;
  std::string socket;  // folder/NAME.sock
  std::string lock;    // folder/NAME.lock, locked by the listener while it exists
};

// Returns the folder in which a process on this machine has its sockets. Reads the environment of
// that process if this user may do so, which is its own user or root.
[[nodiscard]] std::string socket_folder_of(std::uint32_t process);

// Returns the paths. Does not access the file system, except to find the default folder.
[[nodiscard]] Result<SocketPath> socket_path(const Url& url, const LinkOptions& options);

// Makes the folder if it does not exist. Returns an error if another user could put files there:
// another user owns it, or others may write it.
[[nodiscard]] Result<void> prepare_folder(const SocketPath& path);

// Checks the folder and the socket before the joining side connects. Returns an error if another
// user owns one of them or could have put the socket there. A missing file is not an error.
[[nodiscard]] Result<void> check_owners(const SocketPath& path);

// Checks the connected socket, on both sides. Returns an error if the process at the other end is
// of another user, regardless of the permissions of files.
[[nodiscard]] Result<void> check_peer_is_same_user(int socket);

// Locks the folder while names are taken and stale files removed. Otherwise the removal could look
// like a running program to a process that takes the same name. Waits for other holders of the
// lock, which takes microseconds.
[[nodiscard]] Result<UniqueFd> lock_folder(const SocketPath& path);

// Removes the sockets and locks of all listeners that were killed, of any name.
void remove_stale(const SocketPath& path);

// Locks the name, or returns an error that another process has it. The kernel releases the lock
// when its holder dies in any way. So the new holder knows that a socket of that name is stale.
[[nodiscard]] Result<UniqueFd> lock_name(const SocketPath& path);

}  // namespace triad::transport
