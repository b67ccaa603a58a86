// The decoding table of an object model: the layout of each attribute and parameter, read from a
// YAML file. docs/recording.md describes the format. Used by rtirecord; takes the text, does no
// I/O.
#pragma once

#include <boost/system/result.hpp>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tools/decoding/value_type.hpp"
#include "topology/read_topology.hpp"

namespace triad::decoding {

using topology::Problems;

// Limit on the size of a file.
inline constexpr std::size_t kTableBytesMax = std::size_t{1} << 20;
// Limit on how deep arrays and records contain each other.
inline constexpr std::size_t kTypeDepthMax = 16;

class DecodingTable {
 public:
  // Types of the members of a class, by the name of the member.
  using Members = std::map<std::string, TypePointer, std::less<>>;
  // Members by the path of the class, such as "ObjectRoot.Vehicle.Tank".
  using Classes = std::map<std::string, Members, std::less<>>;

  DecodingTable() = default;
  DecodingTable(Classes objects, Classes interactions)
      : objects_(std::move(objects)), interactions_(std::move(interactions)) {}

  [[nodiscard]] bool empty() const { return objects_.empty() && interactions_.empty(); }
  [[nodiscard]] const Classes& objects() const { return objects_; }
  [[nodiscard]] const Classes& interactions() const { return interactions_; }

 private:
  Classes objects_;
  Classes interactions_;
};

// Returns the table, or the faults of the text in its order. `file` is the file's name in
// messages.
[[nodiscard]] boost::system::result<DecodingTable, Problems> read_decoding_table(
    std::string_view text, std::string_view file);

}  // namespace triad::decoding
