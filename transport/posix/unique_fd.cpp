// Closes descriptors, and makes errors of errno values.
#include "transport/posix/unique_fd.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "transport/posix/fork_closing.hpp"

namespace triad::transport {

namespace {

Error::Code code_of(int error_number) {
  switch (error_number) {
    case ECONNREFUSED:
    case ENOENT:
      return Error::Code::refused;
    case ETIMEDOUT:
      return Error::Code::timed_out;
    case EADDRINUSE:
      return Error::Code::in_use;
    case EACCES:
    case EPERM:
    case ENETUNREACH:
    case EHOSTUNREACH:
    case EADDRNOTAVAIL:
      return Error::Code::unreachable;
    case EMFILE:
    case ENFILE:
    case ENOMEM:
    case ENOBUFS:
    case ENOSPC:
    case EFBIG:
      return Error::Code::no_room;
    case ECONNRESET:
    case EPIPE:
      return Error::Code::peer_closed;
    default:
      return Error::Code::system;
  }
}

}  // namespace

UniqueFd UniqueFd::duplicate() const {
  return UniqueFd(::fcntl(descriptor_, F_DUPFD_CLOEXEC, 0));
}

int UniqueFd::release() {
  const std::uint32_t mark = std::exchange(mark_, 0);
  const int descriptor = std::exchange(descriptor_, -1);
  return mark == 0 || keep_in_children(descriptor, mark) ? descriptor : -1;
}

void UniqueFd::reset(int descriptor) {
  if (const int old = release(); old >= 0) ::close(old);
  descriptor_ = descriptor;
}

void UniqueFd::close_in_children() {
  if (descriptor_ >= 0 && mark_ == 0) mark_ = transport::close_in_children(descriptor_);
}

Error system_error(std::string_view context, int error_number) {
  std::string text(context);
  text += ": " + std::generic_category().message(error_number);
  text += " (errno " + std::to_string(error_number) + ")";
  return error(code_of(error_number), std::move(text));
}

}  // namespace triad::transport
