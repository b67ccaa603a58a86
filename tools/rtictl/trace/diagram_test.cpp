#include "tools/rtictl/trace/diagram.hpp"

#include <gtest/gtest.h>
#include <libxml/parser.h>
#include <stdlib.h>
#include <time.h>

namespace triad::rtictl {
namespace {

using EventKind = TraceEvent::Kind;
using namespace std::chrono_literals;

// Returns all texts of an XML document, one per line. Fails the test if the document is not valid.
std::string texts_of(const std::string& document) {
  xmlDoc* const parsed = xmlReadMemory(document.data(), static_cast<int>(document.size()),
                                       "diagram.svg", nullptr, XML_PARSE_NONET);
  EXPECT_NE(parsed, nullptr) << document;
  if (parsed == nullptr) return {};
  std::string texts;
  const auto collect = [&](const auto& self, xmlNode* node) -> void {
    for (; node != nullptr; node = node->next) {
      if (node->type == XML_TEXT_NODE) {
        texts += std::string(reinterpret_cast<const char*>(node->content)) + "\n";
      }
      self(self, node->children);
    }
  };
  collect(collect, xmlDocGetRootElement(parsed));
  xmlFreeDoc(parsed);
  return texts;
}

class TraceDiagram : public testing::Test {
 protected:
  TraceDiagram() {
    ::setenv("TZ", "UTC", 1);
    ::tzset();
  }
  Diagram diagram() const { return {"Battle", events_, federates_, left_out_, at_ + 2s}; }

  const WallTime at_{1'700'000'000s};  // 22:13:20
  std::vector<TraceEvent> events_{
      {at_, EventKind::joined, 1, "alpha", "", "", {}, "", ""},
      {at_,
       EventKind::call,
       1,
       "alpha",
       "4",
       "updateAttributeValues",
       {{"theObject", "tiger"}},
       "",
       ""},
      {at_,
       EventKind::callback,
       2,
       "bravo",
       "4",
       "reflectAttributeValues",
       {{"theObject", "tiger"}},
       "",
       ""},
      {at_,
       EventKind::call,
       2,
       "bravo",
       "4",
       "getObjectClass",
       {{"theObject", "9"}},
       "",
       "ObjectNotKnown"},
      {at_, EventKind::note, 0, "", "", "something", {}, "", ""},
  };
  std::vector<TracedFederate> federates_{{1, "alpha", "4", false, 1, at_, events_[1]},
                                         {3, "charlie", "", false, 0, at_ - 10s, {}},
                                         {4, "delta", "", true, 0, at_, {}}};
  Tally left_out_;
};

TEST_F(TraceDiagram, KnowsItsFormatByTheFilesName) {
  EXPECT_EQ(format_of("a/b.svg"), DiagramFormat::svg);
  EXPECT_EQ(format_of("b.mmd"), DiagramFormat::mermaid);
  EXPECT_EQ(format_of("b.puml"), DiagramFormat::plantuml);
  EXPECT_EQ(format_of("b.svg.png"), std::nullopt);
  EXPECT_EQ(format_of(""), std::nullopt);
}

TEST_F(TraceDiagram, IsWrittenAsMermaidWithWhatWasLeftOut) {
  for (const char* service : {"tick", "tick", "tick", "tick", "tick", "b", "b"}) {
    left_out_.add(service);
  }
  EXPECT_EQ(
      as_mermaid(diagram()),
      "sequenceDiagram\n"
      "  title Battle: the last 5 events, 7 earlier ones are left out (tick 5, b 2)#59; ended at "
      "22:13:22.000000\n"
      "  participant RTI\n"
      "  participant f1 as alpha\n"
      "  participant f2 as bravo\n"
      "  participant f3 as charlie\n"
      "  Note over f1: 22:13:20.000000 joined\n"
      "  f1->>RTI: 22:13:20.000000 t=4 (1) updateAttributeValues(theObject=tiger)\n"
      "  RTI-->>f2: 22:13:20.000000 t=4 (1) reflectAttributeValues(theObject=tiger)\n"
      "  f2-xRTI: 22:13:20.000000 t=4 getObjectClass(theObject=9) throws ObjectNotKnown\n"
      "  Note over RTI: 22:13:20.000000 something\n"
      "  Note over f1: silent for 2.0 s\n"
      "  Note over f3: silent for 12.0 s\n");
}

TEST_F(TraceDiagram, IsWrittenAsPlantUml) {
  EXPECT_EQ(
      as_plantuml(diagram()),
      "@startuml\n"
      "title Battle: 5 events; ended at 22:13:22.000000\n"
      "participant RTI\n"
      "participant \"alpha\" as f1\n"
      "participant \"bravo\" as f2\n"
      "participant \"charlie\" as f3\n"
      "note over f1 : 22:13:20.000000 joined\n"
      "f1 -> RTI : 22:13:20.000000 t=4 (1) updateAttributeValues(theObject=tiger)\n"
      "RTI --> f2 : 22:13:20.000000 t=4 (1) reflectAttributeValues(theObject=tiger)\n"
      "f2 -[#red]> RTI : 22:13:20.000000 t=4 getObjectClass(theObject=9) throws ObjectNotKnown\n"
      "note over RTI : 22:13:20.000000 something\n"
      "note over f1 : silent for 2.0 s\n"
      "note over f3 : silent for 12.0 s\n"
      "@enduml\n");
}

TEST_F(TraceDiagram, IsDrawnAsSvgOfFederatesWithEventsAlone) {
  const std::string texts = texts_of(as_svg(diagram()));
  for (const char* text :
       {"Battle: 5 events; ended at 22:13:22.000000\n", "\nRTI\n", "\nalpha\n", "\nbravo\n",
        "\ncharlie\n", "\njoined\n", "22:13:20.000000 t=4\n",
        "\n(1) updateAttributeValues(theObject=tiger)\n", "\nsilent for 12.0 s\n",
        "22:13:20.000000 t=4 bravo getObjectClass(theObject=9) throws ObjectNotKnown\n"}) {
    EXPECT_NE(texts.find(text), texts.npos) << text << "in\n" << texts;
  }
  EXPECT_EQ(texts.find("delta"), texts.npos);
}

TEST_F(TraceDiagram, RepeatsTheNamesInALongSvgAndLinksMessages) {
  const auto count = [&](const std::string& text, const std::string& part) {
    std::size_t found = 0;
    for (auto at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++found;
    return found;
  };
  const std::string svg = as_svg(diagram());
  EXPECT_EQ(count(texts_of(svg), "\nbravo\n"), 1u);
  EXPECT_EQ(count(svg, "class=\"link\""), 1u) << svg;
  while (events_.size() < 31) events_.push_back(events_.back());
  EXPECT_EQ(count(texts_of(as_svg(diagram())), "\nbravo\n"), 2u);
  while (events_.size() < 61) events_.push_back(events_.back());
  EXPECT_EQ(count(texts_of(as_svg(diagram())), "\nbravo\n"), 3u);
}

TEST_F(TraceDiagram, IsSvgWithoutEventsToo) {
  events_.clear();
  federates_.clear();
  EXPECT_NE(texts_of(as_svg(diagram())).find("Battle: 0 events"), std::string::npos);
}

TEST_F(TraceDiagram, TakesAnyTextForText) {
  events_[1].federate_name = "<a&\"b>;#%%";
  events_[1].arguments = {{"theTag", "</text>\xff\x01 ]]> \xef\xbf\xbe **x** \\n ~"}};
  federates_.clear();
  events_.erase(events_.begin());
  const std::string texts = texts_of(as_svg(diagram()));
  EXPECT_NE(texts.find("<a&\"b>;#%%\n"), texts.npos) << texts;
  EXPECT_NE(texts.find("theTag=</text>\\xff\\x01 ]]> \\xef\\xbf\\xbe **x** \\n ~)"), texts.npos)
      << texts;
  const std::string mermaid = as_mermaid(diagram());
  EXPECT_NE(mermaid.find("as #60;a#38;\"b#62;#59;#35;#37;#37;\n"), mermaid.npos) << mermaid;
  const std::string plantuml = as_plantuml(diagram());
  EXPECT_NE(plantuml.find("\"<U+003C>a&<U+0022>b<U+003E>;#<U+0025><U+0025>\""), plantuml.npos)
      << plantuml;
  EXPECT_NE(plantuml.find(" *<U+002A>x*<U+002A> <U+005C>n <U+007E>"), plantuml.npos) << plantuml;
}

}  // namespace
}  // namespace triad::rtictl
