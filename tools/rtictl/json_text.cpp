#include "tools/rtictl/json_text.hpp"

#include "wire/harmless_text.hpp"

namespace triad::rtictl {

std::string json_text(const boost::json::object& object) {
  return wire::harmless_json(boost::json::serialize(object)) + "\n";
}

}  // namespace triad::rtictl
