// Reader of figures of a process and of its host from /proc. Owned by one thread. It opens files
// only during read(), and allocates its buffers at the first one.
#pragma once

#include <cstdint>
#include <string>

#include "wire/watch_figures.hpp"

namespace triad::facts {

class ProcReader {
 public:
  // Reads `folder`, that of the proc file system; tests name another.
  explicit ProcReader(std::string folder = "/proc") : folder_(std::move(folder)) {}

  // Returns the figures of this process, and those of the host if the scope includes them.
  // `federate`: process id of the federate, which `process` then describes, while `rtia` describes
  // this process; zero: the federate is this process. Figures that cannot be read stay empty. Texts
  // in the result are valid until the next call.
  wire::Figures read(wire::FiguresScope scope, std::uint32_t federate = 0);

 private:
  // Reads figures of a process of this name below the folder: a number or "self".
  std::optional<wire::ProcessFigures> read_process(const std::string& name);
  std::optional<wire::HostFigures> read_host();
  // Replaces `text` by the beginning of a file; empty: it cannot be read.
  static void read_file(const std::string& path, std::string& text, std::size_t bytes_max);

  std::string folder_;
  std::string stat_, load_, memory_, networks_;
};

}  // namespace triad::facts
