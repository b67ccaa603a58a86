#include "topology/read_topology.hpp"

#include <stdexcept>

#include "topology/draft.hpp"
#include "topology/yaml_tree.hpp"

namespace triad::topology {

boost::system::result<Topology, Problems> read_topology(std::string_view text,
                                                        std::string_view file) {
  ProblemLog log(file);
  if (const auto root = read_yaml(text, log, {.bytes = kFileBytesMax})) {
    const Draft draft = read_draft(*root, log);
    Topology topology = check_draft(draft, log);
    if (log.empty()) return topology;
  }
  return log.take_problems();
}

void throw_exception_from_error(const Problems& problems, const boost::source_location&) {
  throw std::logic_error("unchecked problems of a topology: " +
                         (problems.empty() ? std::string() : problems.front().text()));
}

}  // namespace triad::topology
