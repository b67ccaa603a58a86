#include "fed-parser/xml_document.hpp"

#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/valid.h>
#include <libxml/xmlerror.h>

#include <algorithm>
#include <memory>
#include <new>
#include <optional>

#include "fed-parser/fed_parser.hpp"

namespace triad::fed {

namespace {

// Limits on the elements and attributes kept; a FOM has some thousand elements.
constexpr std::size_t kElementsMax = 1'000'000;
constexpr std::size_t kAttributesMax = 1'000'000;
// libxml2 compares the attributes of an element pairwise.
constexpr std::size_t kAttributesOfOneElementMax = 1000;
// Longer texts are descriptions, which are not used.
constexpr std::size_t kElementTextMax = 4 * kNameBytesMax;

struct XmlParseState {
  XmlDocument& document;
  DiagnosticLog& log;
  xmlParserCtxtPtr context = nullptr;
  std::vector<XmlElement*> open;
  std::size_t attributes = 0;
  std::size_t attribute_declarations = 0;
};

std::string to_string(const xmlChar* text) {
  return reinterpret_cast<const char*>(text);
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

// Returns the position of a tag's "<". libxml2 calls back at the end of the start tag.
Location start_of_tag(const xmlParserInput& input) {
  const xmlChar* tag = input.cur;
  int lines = 0;
  while (tag > input.base && *tag != '<') {
    --tag;
    if (*tag == '\n') ++lines;
  }
  if (*tag != '<') return {input.line, input.col};
  if (lines == 0) {
    // `col` counts characters, so the bytes of the tag are converted to characters.
    const auto characters =
        std::count_if(tag, input.cur, [](xmlChar c) { return (c & 0xC0) != 0x80; });
    return {input.line, std::max(1, input.col - static_cast<int>(characters))};
  }
  // Computes the column within an earlier line. The search is limited, because a line may be as
  // long as the file.
  constexpr std::ptrdiff_t kLineShownMax = 1000;
  const xmlChar* line = tag;
  while (line > input.base && line[-1] != '\n' && tag - line < kLineShownMax) --line;
  return {input.line - lines, static_cast<int>(tag - line) + 1};
}

void stop_with_error(XmlParseState& reading, Location at, std::string message) {
  reading.log.add_error(at, std::move(message) + ": the rest of the file was not read");
  xmlStopParser(reading.context);
}

// Returns the position of a tag with too many attributes, if there is one. Runs before libxml2
// reads the text. Counts runs of "=" up to the next "<", because attributes cannot contain "<".
std::optional<Location> find_overlong_tag(std::string_view text) {
  Location at;
  std::size_t equals = 0;
  char previous = '\0';
  for (const char c : text) {
    if (c == '<') equals = 0;
    if (c == '=' && previous != '=' && ++equals > kAttributesOfOneElementMax) return at;
    at = c == '\n' ? Location{at.line + 1, 1} : Location{at.line, at.column + 1};
    previous = c;
  }
  return std::nullopt;
}

// Limits the attributes declared in the DOCTYPE, because those with a default value would be added
// to every element.
void count_attribute_declaration(void* user, const xmlChar*, const xmlChar*, int, int,
                                 const xmlChar*, xmlEnumerationPtr values) {
  XmlParseState& reading = *static_cast<XmlParseState*>(user);
  xmlFreeEnumeration(values);
  if (++reading.attribute_declarations > kAttributesOfOneElementMax) {
    const xmlParserInput& input = *reading.context->input;
    stop_with_error(reading, {input.line, input.col},
                    "the DOCTYPE declares more than 1000 attributes");
  }
}

void start_element(void* user, const xmlChar* name, const xmlChar*, const xmlChar*, int,
                   const xmlChar**, int attribute_count, int, const xmlChar** attributes) {
  XmlParseState& reading = *static_cast<XmlParseState*>(user);
  const Location at = start_of_tag(*reading.context->input);
  reading.attributes += static_cast<std::size_t>(attribute_count);
  if (reading.document.elements.size() == kElementsMax || reading.attributes > kAttributesMax) {
    return stop_with_error(reading, at,
                           "there are more elements or attributes than the limit of 1000000");
  }
  if (reading.open.size() == kNestingMax) {
    return stop_with_error(
        reading, at, "elements are nested more than " + std::to_string(kNestingMax) + " deep");
  }
  XmlElement& element = reading.document.elements.emplace_back();
  element.name = to_string(name);
  element.at = at;
  for (int i = 0; i < attribute_count; ++i) {
    // Name, prefix, namespace, value, end of the value.
    const xmlChar** attribute = attributes + 5 * i;
    const std::string_view value(reinterpret_cast<const char*>(attribute[3]),
                                 static_cast<std::size_t>(attribute[4] - attribute[3]));
    element.attributes.emplace_back(to_string(attribute[0]), trimmed(value));
  }
  if (!reading.open.empty()) reading.open.back()->children.push_back(&element);
  reading.open.push_back(&element);
}

void end_element(void* user, const xmlChar*, const xmlChar*, const xmlChar*) {
  XmlParseState& reading = *static_cast<XmlParseState*>(user);
  if (reading.open.empty()) return;
  std::string& text = reading.open.back()->text;
  text = std::string(trimmed(text));
  reading.open.pop_back();
}

void add_text(void* user, const xmlChar* text, int length) {
  XmlParseState& reading = *static_cast<XmlParseState*>(user);
  if (reading.open.empty()) return;
  std::string& kept = reading.open.back()->text;
  const std::size_t room = kElementTextMax - std::min(kElementTextMax, kept.size());
  kept.append(reinterpret_cast<const char*>(text),
              std::min(room, static_cast<std::size_t>(length)));
}

void log_xml_error(void* user, xmlErrorPtr error) {
  // Undeclared prefixes (xsi:) are frequent in published files and harmless.
  if (error->level < XML_ERR_ERROR || error->domain == XML_FROM_NAMESPACE) return;
  if (error->code == XML_ERR_USER_STOP) return;
  const std::string message = error->message == nullptr ? "not well-formed" : error->message;
  static_cast<XmlParseState*>(user)->log.add_error({error->line, error->int2},
                                                   "XML: " + std::string(trimmed(message)));
}

xmlSAXHandler make_sax_handler() {
  xmlSAXHandler sax{};
  sax.initialized = XML_SAX2_MAGIC;
  sax.startElementNs = start_element;
  sax.endElementNs = end_element;
  sax.attributeDecl = count_attribute_declaration;
  sax.characters = add_text;
  sax.cdataBlock = add_text;
  sax.ignorableWhitespace = add_text;
  sax.serror = log_xml_error;
  return sax;
}

}  // namespace

XmlDocument read_xml(std::string_view text, DiagnosticLog& log) {
  static const bool initialized = (xmlInitParser(), true);
  static_cast<void>(initialized);
  XmlDocument document;
  if (const auto at = find_overlong_tag(text)) {
    log.add_error(*at, "an element has more than 1000 attributes");
    return document;
  }
  const std::unique_ptr<xmlParserCtxt, void (*)(xmlParserCtxtPtr)> context(xmlNewParserCtxt(),
                                                                           xmlFreeParserCtxt);
  if (context == nullptr) throw std::bad_alloc();
  XmlParseState reading{document, log, context.get(), {}, 0, 0};
  *context->sax = make_sax_handler();
  context->userData = &reading;
  // No handler declares or returns entities, and no option loads a DTD, so nothing is expanded or
  // fetched.
  const xmlDocPtr tree =
      xmlCtxtReadMemory(context.get(), text.data(), static_cast<int>(text.size()), nullptr, nullptr,
                        XML_PARSE_NONET | XML_PARSE_BIG_LINES);
  if (tree != nullptr) xmlFreeDoc(tree);
  const bool well_formed = context->wellFormed != 0;
  if (!well_formed && !log.has_errors()) log.add_error({}, "XML: the text is not well-formed");
  if (!document.elements.empty()) document.root = &document.elements.front();
  return document;
}

}  // namespace triad::fed
