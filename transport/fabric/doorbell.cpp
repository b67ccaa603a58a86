// See doorbell.hpp.
#include "transport/fabric/doorbell.hpp"

#include <fcntl.h>
#include <sys/eventfd.h>
#include <sys/stat.h>

#include <cerrno>

namespace triad::transport {

Result<Doorbell> Doorbell::create() {
  UniqueFd descriptor(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!descriptor.valid()) return system_error("no descriptor for a doorbell", errno);
  descriptor.close_in_children();
  return Doorbell(std::move(descriptor));
}

Result<Doorbell> Doorbell::open(UniqueFd descriptor) {
  struct stat status {};
  if (::fstat(descriptor.get(), &status) != 0) {
    return system_error("the peer's doorbell", errno);
  }
  // An eventfd has no file type; of its kin, none but it can be written to.
  const int flags = ::fcntl(descriptor.get(), F_GETFL);
  if ((status.st_mode & S_IFMT) != 0 || flags < 0 || (flags & O_NONBLOCK) == 0) {
    return error(Error::Code::bad_frame, "the peer's doorbell is not an eventfd that never blocks");
  }
  descriptor.close_in_children();
  return Doorbell(std::move(descriptor));
}

void Doorbell::ring() const {
  ::eventfd_write(descriptor_.get(), 1);
}

void Doorbell::silence(int descriptor) {
  eventfd_t rings = 0;
  ::eventfd_read(descriptor, &rings);
}

}  // namespace triad::transport
