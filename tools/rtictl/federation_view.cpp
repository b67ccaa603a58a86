#include "tools/rtictl/federation_view.hpp"

#include <boost/json.hpp>

#include "tools/rtictl/table.hpp"

namespace triad::rtictl {

namespace {

std::string count(std::uint64_t n, std::string_view one, std::string_view many) {
  return std::to_string(n) + " " + std::string(n == 1 ? one : many);
}

std::string federates_table(const wire::FederationInfo& federation) {
  using enum Table::Align;
  Table table({{"FEDERATE", right},
               {"NAME", left},
               {"HOST", left},
               {"PID", right},
               {"TRANSPORT", left},
               {"STATE", left},
               {"QUEUED BYTES", right}});
  for (const wire::FederateInfo& federate : federation.federates) {
    table.add({std::to_string(federate.federate.value), std::string(federate.federate_type),
               std::string(federate.host), std::to_string(federate.process),
               std::string(federate.transport), std::string(federate.state),
               std::to_string(federate.queued_bytes)});
  }
  return table.text("  ");
}

// How many bytes the UTF-8 character at the front of `text` has; 0 if it is none (also if it is
// written longer than needed, a surrogate, or beyond U+10FFFF).
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  const std::size_t length = lead < 0x80                   ? 1
                             : lead >= 0xc2 && lead < 0xe0 ? 2
                             : (lead & 0xf0u) == 0xe0u     ? 3
                             : lead >= 0xf0 && lead < 0xf5 ? 4
                                                           : 0;
  if (length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0u) != 0x80u) return 0;
  }
  const bool overlong = (lead == 0xe0 && byte(1) < 0xa0) || (lead == 0xf0 && byte(1) < 0x90);
  const bool surrogate = lead == 0xed && byte(1) >= 0xa0;
  const bool beyond = lead == 0xf4 && byte(1) >= 0x90;
  return overlong || surrogate || beyond ? 0 : length;
}

// Names come from federates and may be any bytes; JSON must be UTF-8.
boost::json::string utf8(std::string_view text) {
  boost::json::string out;
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    out.append(length > 0 ? text.substr(0, length) : "\xef\xbf\xbd");  // replacement character
    text.remove_prefix(length > 0 ? length : 1);
  }
  return out;
}

boost::json::object json_of(const wire::FederateInfo& federate) {
  return {{"federate", federate.federate.value},   {"type", utf8(federate.federate_type)},
          {"host", utf8(federate.host)},           {"pid", federate.process},
          {"transport", utf8(federate.transport)}, {"state", utf8(federate.state)},
          {"queued_bytes", federate.queued_bytes}};
}

}  // namespace

std::string as_tables(const wire::FederationList& list) {
  if (list.federations.empty()) return "No federations.\n";
  std::string out;
  for (const wire::FederationInfo& federation : list.federations) {
    if (!out.empty()) out += '\n';
    out += printable(federation.federation) + ": FED " + printable(federation.fed) + ", " +
           count(federation.objects, "object", "objects") + ", " +
           count(federation.federates.size(), "federate", "federates") + "\n";
    if (!federation.federates.empty()) out += federates_table(federation);
  }
  return out;
}

std::string as_json(const wire::FederationList& list) {
  boost::json::array federations;
  for (const wire::FederationInfo& federation : list.federations) {
    boost::json::array federates;
    for (const wire::FederateInfo& federate : federation.federates) {
      federates.emplace_back(json_of(federate));
    }
    federations.emplace_back(boost::json::object{{"federation", utf8(federation.federation)},
                                                 {"fed", utf8(federation.fed)},
                                                 {"objects", federation.objects},
                                                 {"federates", std::move(federates)}});
  }
  return boost::json::serialize(boost::json::object{{"federations", std::move(federations)}}) +
         "\n";
}

}  // namespace triad::rtictl
