#include "tools/rtictl/federation_view.hpp"

#include <boost/json.hpp>

#include "core/count_text.hpp"
#include "core/shown_name.hpp"
#include "tools/rtictl/aligned_table.hpp"
#include "tools/rtictl/json_text.hpp"
#include "tools/rtictl/open_steps_view.hpp"
#include "tools/rtictl/utf8.hpp"

namespace triad::rtictl {

namespace {

std::string federates_table(const wire::FederationInfo& federation) {
  using enum Table::Align;
  Table table({{"FEDERATE", right},
               {"NAME", left},
               {"HOST", left},
               {"PID", right},
               {"TRANSPORT", left},
               {"PRINCIPAL", left},
               {"STATE", left},
               {"QUEUED BYTES", right}});
  for (const wire::FederateInfo& federate : federation.federates) {
    table.add({std::to_string(federate.federate.value),
               std::string(core::shown_name(federate.federate_type)), std::string(federate.host),
               std::to_string(federate.process), std::string(federate.transport),
               std::string(federate.principal), std::string(federate.state),
               std::to_string(federate.queued_bytes)});
  }
  return table.text("  ");
}

boost::json::object json_of(const wire::FederateInfo& federate) {
  return {{"federate", federate.federate.value},   {"type", utf8(federate.federate_type)},
          {"host", utf8(federate.host)},           {"pid", federate.process},
          {"transport", utf8(federate.transport)}, {"principal", utf8(federate.principal)},
          {"state", utf8(federate.state)},         {"queued_bytes", federate.queued_bytes}};
}

}  // namespace

std::string as_tables(const wire::FederationList& list) {
  if (list.federations.empty()) return "No federations.\n";
  std::string out;
  for (const wire::FederationInfo& federation : list.federations) {
    if (!out.empty()) out += '\n';
    out += printable(federation.federation) + ": FED " + printable(federation.fed) + ", " +
           core::count_text(federation.objects, "object") + ", " +
           core::count_text(federation.federates.size(), "federate") + "\n";
    if (!federation.federates.empty()) out += federates_table(federation);
    out += sentences_of(federation);
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
                                                 {"federates", std::move(federates)},
                                                 {"steps", json_of(federation.steps)}});
  }
  return json_text({{"federations", std::move(federations)}});
}

}  // namespace triad::rtictl
