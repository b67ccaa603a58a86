#include "tools/rtirun/control.hpp"

#include <fcntl.h>
#include <pwd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <boost/json.hpp>
#include <cerrno>
#include <cstring>

namespace triad::rtirun {

namespace {

namespace json = boost::json;
using transport::UniqueFd;

constexpr const char* kSocketName = "control";

// Address of the socket below an open folder. The path of the folder itself may be too long.
sockaddr_un address_in(const UniqueFd& folder) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string path = "/proc/self/fd/" + std::to_string(folder.get()) + "/" + kSocketName;
  path.copy(address.sun_path, sizeof address.sun_path - 1);
  return address;
}

UniqueFd open_folder(const std::filesystem::path& folder) {
  return UniqueFd(::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
}

Fault system_fault(const std::string& text) {
  return Fault{text + ": " + std::strerror(errno)};
}

std::optional<json::object> parse_object(std::string_view packet) {
  boost::system::error_code fault;
  json::parse_options options;
  options.allow_invalid_utf8 = true;  // A reply may contain the path of a file.
  json::value value = json::parse({packet.data(), packet.size()}, fault, {}, options);
  if (fault || !value.is_object()) return std::nullopt;
  return value.get_object();
}

const json::string* text_in(const json::object& object, const char* key) {
  const json::value* const value = object.if_contains(key);
  return value == nullptr ? nullptr : value->if_string();
}

std::string user_name(uid_t user) {
  const passwd* const entry = ::getpwuid(user);
  return entry == nullptr ? "user " + std::to_string(user) : entry->pw_name;
}

}  // namespace

std::string as_packet(const ControlRequest& request) {
  const bool is_stop = request.command == ControlRequest::Command::stop;
  return json::serialize(
      json::object{{"command", is_stop ? "stop" : "restart"}, {"process", request.process}});
}

std::string as_packet(const ControlReply& reply) {
  return json::serialize(json::object{{"done", reply.is_done}, {"text", reply.text}});
}

std::optional<ControlRequest> parse_request(std::string_view packet) {
  const auto object = parse_object(packet);
  if (!object) return std::nullopt;
  const json::string* const command = text_in(*object, "command");
  const json::string* const process = text_in(*object, "process");
  if (command == nullptr || process == nullptr) return std::nullopt;
  if (*command == "stop") return ControlRequest{ControlRequest::Command::stop, process->c_str()};
  if (*command != "restart") return std::nullopt;
  return ControlRequest{ControlRequest::Command::restart, process->c_str()};
}

std::optional<ControlReply> parse_reply(std::string_view packet) {
  const auto object = parse_object(packet);
  if (!object) return std::nullopt;
  const json::value* const done = object->if_contains("done");
  const json::string* const text = text_in(*object, "text");
  if (done == nullptr || !done->is_bool() || text == nullptr) return std::nullopt;
  return ControlReply{done->get_bool(), text->c_str()};
}

Outcome<ControlServer> ControlServer::open(const std::filesystem::path& folder) {
  const std::string path = (folder / kSocketName).string();
  const UniqueFd opened = open_folder(folder);
  UniqueFd listener(::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!opened.valid() || !listener.valid()) return system_fault("\"" + path + "\"");
  ::unlink(path.c_str());
  ::fchmod(listener.get(), 0600);  // The file gets these permissions.
  const sockaddr_un address = address_in(opened);
  if (::bind(listener.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
      ::listen(listener.get(), 16) != 0) {
    return system_fault("\"" + path + "\" cannot be made");
  }
  return ControlServer(std::move(listener));
}

std::optional<ControlServer::Client> ControlServer::accept() const {
  UniqueFd socket(::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
  if (!socket.valid()) return std::nullopt;
  ucred peer{};
  socklen_t size = sizeof peer;
  if (::getsockopt(socket.get(), SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0 ||
      (peer.uid != ::geteuid() && peer.uid != 0)) {
    return std::nullopt;
  }
  return Client{std::move(socket), user_name(peer.uid)};
}

ControlInput read_packet(int socket) {
  char bytes[kControlBytesMax];
  const ssize_t n = ::recv(socket, bytes, sizeof bytes, MSG_TRUNC);
  if (n < 0) return {.is_closed = errno != EAGAIN && errno != EINTR};
  if (n == 0 || n > static_cast<ssize_t>(sizeof bytes)) return {.is_closed = true};
  return {.packet = std::string(bytes, static_cast<std::size_t>(n))};
}

void send_reply(int socket, const ControlReply& reply) {
  const std::string packet = as_packet(reply);
  [[maybe_unused]] const ssize_t sent =
      ::send(socket, packet.data(), packet.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
}

Outcome<ControlReply> request_control(const std::filesystem::path& folder,
                                      const ControlRequest& request) {
  const UniqueFd opened = open_folder(folder);
  const UniqueFd socket(::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0));
  const sockaddr_un address = address_in(opened);
  if (!opened.valid() || !socket.valid() ||
      ::connect(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    return Fault{"no rtirun runs this scenario; `rtirun up` starts it"};
  }
  const std::string packet = as_packet(request);
  if (::send(socket.get(), packet.data(), packet.size(), MSG_NOSIGNAL) < 0) {
    return system_fault("no request can be sent to the rtirun of this scenario");
  }
  for (;;) {
    const ControlInput input = read_packet(socket.get());
    if (input.is_closed) {
      return Fault{"the rtirun of this scenario ended before it answered; see `rtirun status`"};
    }
    if (!input.packet) continue;
    auto reply = parse_reply(*input.packet);
    if (!reply) {
      return Fault{
          "the answer of the rtirun of this scenario cannot be read; use its release of Triad"};
    }
    return *reply;
  }
}

}  // namespace triad::rtirun
