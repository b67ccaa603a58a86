// The listening side of shm. It holds the name, makes the memory and the bell of each link, and
// passes them to each process that may open the socket.
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>

#include "transport/posix/own_principal.hpp"
#include "transport/posix/spare_fd.hpp"
#include "transport/shm/ring_pair.hpp"
#include "transport/shm/shm.hpp"
#include "transport/shm/shm_handshake.hpp"
#include "transport/shm/socket_path.hpp"

namespace triad::transport {

namespace {

UniqueFd duplicate(const UniqueFd& descriptor) {
  return UniqueFd(::fcntl(descriptor.get(), F_DUPFD_CLOEXEC, 0));
}

void refuse_without_descriptors(int socket) {
  send_refusal(socket,
               "it has no descriptors left; raise its limit of open descriptors (ulimit -n)");
}

class ShmListener final : public Listener {
 public:
  ShmListener(SocketPath path, UniqueFd lock, UniqueFd socket, std::string url,
              const LinkOptions& options)
      : path_(std::move(path)),
        lock_(std::move(lock)),
        socket_(std::move(socket)),
        url_(std::move(url)),
        options_(options),
        owner_(::getpid()) {}
  ~ShmListener() override;

  Result<std::unique_ptr<Link>> accept() override;
  [[nodiscard]] int descriptor() const override { return socket_.get(); }
  [[nodiscard]] const std::string& url() const override { return url_; }

 private:
  Result<std::unique_ptr<Link>> make_link(UniqueFd socket) const;

  const SocketPath path_;
  // Declared before socket_, so the name stays locked as long as the socket exists.
  const UniqueFd lock_;
  const UniqueFd socket_;
  const std::string url_;
  const LinkOptions options_;
  const pid_t owner_;
  SpareFd spare_;
};

// Removes the socket and the lock. While the lock is held, no other process can have put a socket
// there. A forked child shares the lock and leaves the files alone.
ShmListener::~ShmListener() {
  if (::getpid() != owner_) return;
  ::unlink(path_.socket.c_str());
  ::unlink(path_.lock.c_str());
}

Result<std::unique_ptr<Link>> ShmListener::accept() {
  Result<UniqueFd> socket =
      accept_or_refuse(socket_.get(), spare_, nullptr, nullptr, refuse_without_descriptors);
  if (!socket) return error(socket.error().code, url_ + ": " + socket.error().text);
  if (!socket->valid()) return std::unique_ptr<Link>();
  const std::string peer = peer_name(socket->get());
  const UniqueFd for_refusal = duplicate(*socket);
  if (!for_refusal.valid()) {
    const Error problem = system_error(peer + " was turned away", errno);
    refuse_without_descriptors(socket->get());
    return error(problem.code, url_ + ": " + problem.text);
  }
  Result<std::unique_ptr<Link>> link = make_link(std::move(*socket));
  if (link) return link;
  send_refusal(for_refusal.get(), link.error().text);
  return error(link.error().code, url_ + ": " + peer + " was turned away: " + link.error().text);
}

Result<std::unique_ptr<Link>> ShmListener::make_link(UniqueFd socket) const {
  if (const auto same = check_peer_is_same_user(socket.get()); !same) return same.error();
  std::string peer = peer_name(socket.get());
  auto link = offer_ring_link(std::move(socket), std::move(peer), options_);
  if (link) (*link)->set_principal(own_principal());
  return link;
}

Result<UniqueFd> bind_socket(const SocketPath& path) {
  UniqueFd socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (!socket.valid()) return system_error("no Unix socket", errno);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path.socket.copy(address.sun_path, sizeof address.sun_path - 1);
  // The lock is ours, so the process that made this socket is dead.
  if (::unlink(path.socket.c_str()) != 0 && errno != ENOENT) {
    return system_error("cannot remove the stale " + path.socket, errno);
  }
  if (::bind(socket.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
    return system_error("cannot make " + path.socket, errno);
  }
  // Only this user may write the socket and thus connect. The folder is closed to others anyway.
  if (::chmod(path.socket.c_str(), 0600) != 0 || ::listen(socket.get(), SOMAXCONN) != 0) {
    const int problem = errno;
    ::unlink(path.socket.c_str());
    return system_error("cannot listen on " + path.socket, problem);
  }
  return socket;
}

}  // namespace

Result<std::unique_ptr<Listener>> shm_listen(const Url& url, const LinkOptions& options) {
  Result<SocketPath> path = socket_path(url, options);
  if (!path) return path.error();
  const Result<void> folder = prepare_folder(*path);
  if (!folder) return folder.error();
  const Result<UniqueFd> folder_lock = lock_folder(*path);
  if (!folder_lock) return folder_lock.error();
  remove_stale(*path);
  Result<UniqueFd> lock = lock_name(*path);
  if (!lock) return lock.error();
  Result<UniqueFd> socket = bind_socket(*path);
  if (!socket) return socket.error();
  return std::unique_ptr<Listener>(std::make_unique<ShmListener>(
      std::move(*path), std::move(*lock), std::move(*socket), to_string(url), options));
}

}  // namespace triad::transport
