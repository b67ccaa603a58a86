// Where shm://NAME has its Unix socket: a file in a folder that only this user may enter, for its
// permissions decide who may join, and each side makes sure that the other is of the same user.
// Used by both sides of the shm backend.
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
  std::string lock;    // folder/NAME.lock, held by the listener as long as it lives
};

// The folder that a process of this host has its sockets in. Its environment is read if this user
// may do so: it is the user of that process, or root.
[[nodiscard]] std::string socket_folder_of(std::uint32_t process);

// Names only; nothing is looked at or made.
[[nodiscard]] Result<SocketPath> socket_path(const Url& url, const LinkOptions& options);

// Makes the folder if it is not there. An error if others could put something there: its owner is
// another user, or it is writable by others.
[[nodiscard]] Result<void> prepare_folder(const SocketPath& path);

// The joining side's look, before it connects: an error if the folder or the socket is another
// user's, or if others could have put the socket there. What is not there is no error.
[[nodiscard]] Result<void> check_owners(const SocketPath& path);

// Both sides' look at the connected socket: an error if the process at the other end is another
// user's, whatever the permissions of files let it do.
[[nodiscard]] Result<void> check_peer_is_same_user(int socket);

// Held while names are taken and cleared away, so that clearing does not look like a running
// program to one that takes its name. Waits for others that do so, which is a matter of
// microseconds.
[[nodiscard]] Result<UniqueFd> lock_folder(const SocketPath& path);

// Removes the sockets and locks of all listeners that were killed, whatever their names.
void remove_stale(const SocketPath& path);

// Takes the name, or says that another process has it. The kernel gives the lock back when its
// holder dies, however it dies; so who gets the lock knows that a socket found there is stale.
[[nodiscard]] Result<UniqueFd> lock_name(const SocketPath& path);

}  // namespace triad::transport
