#include "rtia/service_report.hpp"

#include <array>
#include <cctype>
#include <utility>

namespace triad::rtia {

namespace {

constexpr std::size_t kValueBytesShown = 64;

struct Name {
  std::string_view member;
  std::string_view argument;
};

// Names of arguments. Members that are no argument of a service have none: delivery data, and data
// that the RTIA adds.
constexpr std::array kUsual{
    Name{"object", "theObject"},
    Name{"object_class", "theClass"},
    Name{"interaction_class", "theInteraction"},
    Name{"attributes", "theAttributes"},
    Name{"attribute", "theAttribute"},
    Name{"time", "theTime"},
    Name{"tag", "theTag"},
    Name{"label", "label"},
    Name{"name", "theName"},
    Name{"lookahead", "theLookahead"},
    Name{"retraction", "theHandle"},
    Name{"federates", "syncSet"},
    Name{"active", "active"},
    Name{"owner", "theOwner"},
    Name{"federation", "executionName"},
    Name{"fed", "FED"},
    Name{"action", "theAction"},
    Name{"federate_type", "yourName"},
    Name{"space", "theSpace"},
    Name{"extents", "numberOfExtents"},
    Name{"region", "theRegion"},
};

struct Unusual {
  wire::Kind kind;
  std::string_view member;
  std::string_view argument;
};

constexpr std::array kUnusual = [] {
  using enum wire::Kind;
  return std::array{
      Unusual{FederationSynchronized, "federates", ""},
      Unusual{AnnounceSynchronizationPoint, "tag", "tag"},
      Unusual{RequestFederationRestoreFailed, "reason", "reason"},
      Unusual{InitiateFederateRestore, "federate", "handle"},
      Unusual{FederationRestoreBegun, "label", ""},
      Unusual{PublishObjectClass, "attributes", "attributeList"},
      Unusual{SubscribeObjectClassAttributes, "attributes", "attributeList"},
      Unusual{SubscribeInteractionClass, "interaction_class", "theClass"},
      Unusual{UnsubscribeInteractionClass, "interaction_class", "theClass"},
      Unusual{RegisterObjectInstance, "name", "theObject"},
      Unusual{UpdateAttributeValues, "values", "theAttributes"},
      Unusual{ReflectAttributeValues, "values", "theAttributes"},
      Unusual{SendInteraction, "values", "theParameters"},
      Unusual{ReceiveInteraction, "values", "theParameters"},
      Unusual{ChangeAttributeTransportationType, "transportation", "theType"},
      Unusual{ChangeInteractionTransportationType, "interaction_class", "theClass"},
      Unusual{ChangeInteractionTransportationType, "transportation", "theType"},
      Unusual{ChangeAttributeOrderType, "order", "theType"},
      Unusual{ChangeInteractionOrderType, "interaction_class", "theClass"},
      Unusual{ChangeInteractionOrderType, "order", "theType"},
      Unusual{DiscoverObjectInstance, "object_class", "theObjectClass"},
      Unusual{DiscoverObjectInstance, "name", "theObjectName"},
      Unusual{TurnInteractionsOn, "interaction_class", "theHandle"},
      Unusual{TurnInteractionsOff, "interaction_class", "theHandle"},
      Unusual{AttributeOwnershipAcquisition, "attributes", "desiredAttributes"},
      Unusual{AttributeOwnershipAcquisitionIfAvailable, "attributes", "desiredAttributes"},
      Unusual{RequestAttributeOwnershipAssumption, "attributes", "offeredAttributes"},
      Unusual{AttributeOwnershipDivestitureNotification, "attributes", "releasedAttributes"},
      Unusual{AttributeOwnershipAcquisitionNotification, "attributes", "securedAttributes"},
      Unusual{RequestAttributeOwnershipRelease, "attributes", "candidateAttributes"},
      Unusual{EnableTimeRegulation, "time", "theFederateTime"},
      Unusual{TimeRegulationEnabled, "time", "theFederateTime"},
      Unusual{TimeConstrainedEnabled, "time", "theFederateTime"},
      Unusual{GetObjectClassName, "object_class", "theHandle"},
      Unusual{GetAttributeHandle, "object_class", "whichClass"},
      Unusual{GetAttributeName, "object_class", "whichClass"},
      Unusual{GetAttributeName, "attribute", "theHandle"},
      Unusual{GetInteractionClassName, "interaction_class", "theHandle"},
      Unusual{GetParameterHandle, "interaction_class", "whichClass"},
      Unusual{GetParameterName, "interaction_class", "whichClass"},
      Unusual{GetParameterName, "parameter", "theHandle"},
      Unusual{GetObjectInstanceName, "object", "theHandle"},
      Unusual{GetRoutingSpaceName, "space", "theHandle"},
      Unusual{GetDimensionHandle, "space", "whichSpace"},
      Unusual{GetDimensionName, "space", "whichSpace"},
      Unusual{GetDimensionName, "dimension", "theHandle"},
      Unusual{GetAttributeRoutingSpaceHandle, "attribute", "theHandle"},
      Unusual{GetAttributeRoutingSpaceHandle, "object_class", "whichClass"},
      Unusual{GetInteractionRoutingSpaceHandle, "interaction_class", "theHandle"},
      Unusual{GetTransportationName, "transportation", "theHandle"},
      Unusual{GetOrderingName, "order", "theHandle"},
      Unusual{CreateRegion, "region", ""},
      Unusual{UpdateAttributeValues, "region", ""},
      Unusual{ReflectAttributeValues, "region", ""},
      Unusual{SendInteraction, "region", ""},
      Unusual{ReceiveInteraction, "region", ""},
      Unusual{RequestClassAttributeValueUpdate, "region", ""},
      Unusual{SubscribeObjectClassAttributesWithRegion, "attributes", "attributeList"},
      Unusual{SubscribeInteractionClassWithRegion, "interaction_class", "theClass"},
      Unusual{UnsubscribeInteractionClassWithRegion, "interaction_class", "theClass"},
  };
}();

bool is_printable(std::string_view text) {
  for (const char c : text) {
    if (std::isprint(static_cast<unsigned char>(c)) == 0) return false;
  }
  return true;
}

void print_value(std::string& out, wire::Bytes bytes) {
  static constexpr char kDigits[] = "0123456789abcdef";
  const auto shown = bytes.first(std::min(bytes.size(), kValueBytesShown));
  std::string_view text(reinterpret_cast<const char*>(shown.data()), shown.size());
  if (text.ends_with('\0')) text.remove_suffix(1);
  if (is_printable(text)) {
    out += '"';
    for (const char c : text) {
      if (c == '"' || c == '\\') out += '\\';  // so that a reader sees the end of a text
      out += c;
    }
    out += '"';
  } else {
    out += "0x";
    for (const std::byte b : shown) {
      out += kDigits[std::to_integer<unsigned>(b) >> 4];
      out += kDigits[std::to_integer<unsigned>(b) & 15];
    }
  }
  if (shown.size() < bytes.size()) out += "...";
}

}  // namespace

std::string_view argument_name(wire::Kind kind, std::string_view member) {
  for (const Unusual& unusual : kUnusual) {
    if (unusual.kind == kind && unusual.member == member) return unusual.argument;
  }
  for (const Name& usual : kUsual) {
    if (usual.member == member) return usual.argument;
  }
  return {};
}

std::string method_name(wire::Kind kind) {
  std::string name(wire::name_of(kind));
  name[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(name[0])));
  return name;
}

void print_argument(std::string& out, const wire::ValueList& values) {
  bool first = true;
  values.for_each([&](std::uint32_t handle, wire::Bytes bytes, wire::Bytes) {
    if (!std::exchange(first, false)) out += ',';
    out += std::to_string(handle) + ':';
    print_value(out, bytes);
  });
}

std::string time_text(const core::TimeType& type, wire::Bytes encoded) {
  if (encoded.size() > wire::kTimeBytesMax || !type.is_valid(encoded)) return "?";
  return type.text(core::Time(encoded));
}

ServiceReport describe(const core::TimeType& times, const wire::AdvanceTime& call) {
  ServiceReport report;
  switch (call.kind) {
    case wire::Advance::time_advance_request:
      report.service = "timeAdvanceRequest";
      break;
    case wire::Advance::time_advance_request_available:
      report.service = "timeAdvanceRequestAvailable";
      break;
    case wire::Advance::next_event_request:
      report.service = "nextEventRequest";
      break;
    case wire::Advance::next_event_request_available:
      report.service = "nextEventRequestAvailable";
      break;
    case wire::Advance::flush_queue_request:
      report.service = "flushQueueRequest";
      break;
  }
  report.arguments.push_back("theTime=" + time_text(times, call.time));
  return report;
}

ServiceReport describe(const core::TimeType&, const wire::SetAsynchronousDelivery& call) {
  ServiceReport report;
  report.service = call.enabled ? "enableAsynchronousDelivery" : "disableAsynchronousDelivery";
  return report;
}

ServiceReport describe(const core::TimeType&, const wire::SetAdvisorySwitch& call) {
  ServiceReport report;
  report.service = call.enabled ? "enable" : "disable";
  switch (call.which) {
    case wire::AdvisorySwitch::class_relevance:
      report.service += "ClassRelevance";
      break;
    case wire::AdvisorySwitch::interaction_relevance:
      report.service += "InteractionRelevance";
      break;
    case wire::AdvisorySwitch::attribute_relevance:
      report.service += "AttributeRelevance";
      break;
    case wire::AdvisorySwitch::attribute_scope:
      report.service += "AttributeScope";
      break;
  }
  report.service += "AdvisorySwitch";
  return report;
}

ServiceReport describe(const core::TimeType& times,
                       const wire::RegisterObjectInstanceWithRegion& call) {
  ServiceReport report;
  report.service = "registerObjectInstanceWithRegion";
  const auto add = [&](std::string_view name, const std::string& text) {
    report.arguments.push_back(std::string(name) + "=" + text);
  };
  add("theClass", argument_text(times, call.object_class));
  if (!call.name.empty()) add("theObject", std::string(call.name));
  std::vector<wire::AttributeHandle> attributes;
  std::vector<wire::RegionHandle> regions;
  for (const auto& [attribute, region] : call.regions) {
    attributes.push_back(attribute);
    regions.push_back(region);
  }
  add("theAttributes", argument_text(times, attributes));
  add("theRegions", argument_text(times, regions));
  add("theNumberOfHandles", std::to_string(call.regions.size()));
  return report;
}

ServiceReport describe(const core::TimeType&, const wire::QueryTime& call) {
  ServiceReport report;
  switch (call.which) {
    case wire::TimeQuery::lbts:
      report.service = "queryLBTS";
      break;
    case wire::TimeQuery::federate_time:
      report.service = "queryFederateTime";
      break;
    case wire::TimeQuery::min_next_event_time:
      report.service = "queryMinNextEventTime";
      break;
    case wire::TimeQuery::lookahead:
      report.service = "queryLookahead";
      break;
  }
  return report;
}

}  // namespace triad::rtia
