// See sealable_memory.hpp.
#include "transport/posix/sealable_memory.hpp"

#include <fcntl.h>
#include <sys/mman.h>

#include <cerrno>
#include <cstdint>
#include <string>

namespace triad::transport {

namespace {

constexpr std::uint64_t kStatBlockBytes = 512;  // unit of st_blocks, independent of st_blksize

}  // namespace

Error memory_error(const MemoryPurpose& purpose, std::size_t bytes, int error_number) {
  Error problem = system_error(
      "cannot reserve " + std::to_string(bytes) + " bytes of shared memory for " + purpose.use,
      error_number);
  problem.code = Error::Code::no_room;
  problem.text += std::string("; free memory, or ") + purpose.remedy;
  return problem;
}

Result<UniqueFd> make_sealable_memory(const MemoryPurpose& purpose, std::size_t bytes) {
  UniqueFd memfd(::memfd_create(purpose.name, MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!memfd.valid()) return system_error("cannot create shared memory", errno);
  const auto size = static_cast<off_t>(bytes);
  if (::ftruncate(memfd.get(), size) != 0) return memory_error(purpose, bytes, errno);
  int problem = EINTR;
  while (problem == EINTR) problem = ::posix_fallocate(memfd.get(), 0, size);
  if (problem != 0) return memory_error(purpose, bytes, problem);
  return memfd;
}

bool has_reserved_memory(const struct stat& status) {
  return static_cast<std::uint64_t>(status.st_blocks) * kStatBlockBytes >=
         static_cast<std::uint64_t>(status.st_size);
}

}  // namespace triad::transport
