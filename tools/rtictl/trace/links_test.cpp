#include "tools/rtictl/trace/links.hpp"

#include <gtest/gtest.h>

namespace triad::rtictl {
namespace {

using EventKind = TraceEvent::Kind;
using Numbers = std::vector<std::size_t>;

TraceEvent event(EventKind what, std::uint64_t federate, const std::string& service,
                 std::vector<TraceArgument> arguments, const std::string& returned = {}) {
  TraceEvent made;
  made.kind = what;
  made.federate = federate;
  made.service = service;
  made.arguments = std::move(arguments);
  made.returned = returned;
  return made;
}

TraceEvent update(const std::string& object, const std::string& values) {
  return event(EventKind::call, 1, "updateAttributeValues",
               {{"theObject", object}, {"theAttributes", values}, {"theTag", "t"}});
}

TraceEvent reflect(std::uint64_t federate, const std::string& object, const std::string& values) {
  return event(EventKind::callback, federate, "reflectAttributeValues",
               {{"theObject", object}, {"theAttributes", values}, {"theTag", "t"}});
}

TEST(TraceLinks, LeadFromAnUpdateToEachOfItsReflections) {
  const std::vector<TraceEvent> events{update("tiger", "{Speed=\"1 2\" Fuel=0x00}"),
                                       update("lion", "{Speed=\"1 2\"}"),
                                       reflect(2, "tiger", "{Speed=\"1 2\"}"),
                                       reflect(3, "tiger", "{Fuel=0x00 Speed=\"1 2\"}"),
                                       reflect(2, "tiger", "{Speed=\"3\"}"),
                                       reflect(3, "bear", "{Speed=\"1 2\"}")};
  EXPECT_EQ(link_messages(events), (Numbers{1, 0, 1, 1, 0, 0}));
}

TEST(TraceLinks, GiveEachReceiverTheEarliestOfThoseThatSayTheSame) {
  const std::vector<TraceEvent> events{
      update("tiger", "{Speed=1}"),     update("tiger", "{Speed=1}"),
      reflect(2, "tiger", "{Speed=1}"), reflect(3, "tiger", "{Speed=1}"),
      reflect(2, "tiger", "{Speed=1}"), reflect(2, "tiger", "{Speed=1}")};
  EXPECT_EQ(link_messages(events), (Numbers{1, 2, 1, 1, 2, 0}));
}

TEST(TraceLinks, FollowAnInteractionToAClassAboveAndWithFewerParameters) {
  const std::vector<TraceEvent> events{
      event(EventKind::call, 1, "sendInteraction",
            {{"theInteraction", "Shot.Hit"}, {"theParameters", "{Target=\"x\\\" y\" Round=1}"}}),
      event(EventKind::callback, 2, "receiveInteraction",
            {{"theInteraction", "Shot"}, {"theParameters", "{Target=\"x\\\" y\"}"}}),
      event(EventKind::callback, 3, "receiveInteraction",
            {{"theInteraction", "Sho"}, {"theParameters", "{}"}}),
      event(EventKind::callback, 1, "receiveInteraction",
            {{"theInteraction", "Shot"}, {"theParameters", "{}"}})};
  EXPECT_EQ(link_messages(events), (Numbers{1, 1, 0, 0}));
}

TEST(TraceLinks, TellMessagesByTimeTagAndRetractionHandle) {
  const auto deletion = [](const std::string& time, const std::string& handle) {
    return event(EventKind::call, 1, "deleteObjectInstance",
                 {{"theObject", "tiger"}, {"theTime", time}, {"theTag", "t"}}, handle);
  };
  const auto removal = [](const std::string& time, const std::string& handle, const char* tag) {
    return event(
        EventKind::callback, 2, "removeObjectInstance",
        {{"theObject", "tiger"}, {"theTime", time}, {"theTag", tag}, {"theHandle", handle}});
  };
  EXPECT_EQ(link_messages(
                std::vector{deletion("5", "1/1"), deletion("6", "1/2"), removal("6", "1/2", "t")}),
            (Numbers{0, 1, 1}));
  EXPECT_EQ(link_messages(std::vector{deletion("5", "1/1"), removal("5", "1/2", "t")}),
            (Numbers{0, 0}));
  EXPECT_EQ(link_messages(std::vector{deletion("5", "1/1"), removal("5", "1/1", "u")}),
            (Numbers{0, 0}));
  // In receive order only the sender's report may contain the time.
  EXPECT_EQ(link_messages(std::vector{deletion("5", "1/1"), removal("", "", "t")}),
            (Numbers{1, 1}));
}

TEST(TraceLinks, LeaveOutWhatFailedOrCameBefore) {
  TraceEvent failed = update("tiger", "{Speed=1}");
  failed.exception = "AttributeNotOwned";
  EXPECT_EQ(link_messages(std::vector{failed, reflect(2, "tiger", "{Speed=1}")}), (Numbers{0, 0}));
  EXPECT_EQ(
      link_messages(std::vector{reflect(2, "tiger", "{Speed=1}"), update("tiger", "{Speed=1}")}),
      (Numbers{0, 0}));
}

}  // namespace
}  // namespace triad::rtictl
