#include "tools/rtirun/replace_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "transport/posix/unique_fd.hpp"

namespace triad::rtirun {

rtimesh::Outcome<void> replace_file(const std::string& path, std::string_view text) {
  // Writers of one path exclude each other, so a draft of that name is left from a killed one. It
  // may also be a link that another user has made, so it is removed and never opened.
  const std::string draft = path + ".new";
  ::unlink(draft.c_str());
  const transport::UniqueFd file(
      ::open(draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644));
  const bool is_written = file.valid() && ::write(file.get(), text.data(), text.size()) ==
                                              static_cast<ssize_t>(text.size());
  if (is_written && std::rename(draft.c_str(), path.c_str()) == 0) return {};
  const int fault = errno;
  if (file.valid()) ::unlink(draft.c_str());
  return rtimesh::Fault{"\"" + path + "\" cannot be written: " + std::strerror(fault)};
}

}  // namespace triad::rtirun
