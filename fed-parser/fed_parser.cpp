#include "fed-parser/fed_parser.hpp"

#include <algorithm>

#include "fed-parser/fed_text.hpp"
#include "fed-parser/model_builder.hpp"
#include "fed-parser/syntax_tree.hpp"
#include "fed-parser/xml_model.hpp"
#include "files/byte_order_mark.hpp"

namespace triad::fed {

namespace {

bool is_utf16(std::string_view text) {
  return text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff");
}

bool is_xml(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n\f\v");
  return is_utf16(text) || (first != std::string_view::npos && text[first] == '<');
}

void read(std::string_view text, SyntaxTree& tree, DiagnosticLog& log) {
  if (text.size() > kTextBytesMax) {
    return log.add_error({}, "the file has " + std::to_string(text.size()) +
                                 " bytes; the limit is " + std::to_string(kTextBytesMax));
  }
  if (text.find_first_not_of(" \t\r\n\f\v") == std::string_view::npos) {
    return log.add_error({},
                         "the file is empty, expected a FED (\"(FED ...\") or an XML object model");
  }
  if (is_xml(text)) {
    parse_xml(text, tree, log);
  } else {
    parse_fed(text, tree, log);
  }
}

}  // namespace

std::string ParseResult::first_error() const {
  const auto error = std::find_if(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& d) {
    return d.severity == Diagnostic::Severity::error;
  });
  return error == diagnostics.end() ? std::string() : error->text();
}

ParseResult parse(std::string_view text, std::string_view file_name, Additions additions) {
  text = files::without_byte_order_mark(text);
  ParseResult result;
  DiagnosticLog log(file_name);
  SyntaxTree tree;
  read(text, tree, log);
  result.declared = count_declared(tree);
  if (!tree.object_classes.empty() || !tree.interaction_classes.empty() || !log.has_errors()) {
    core::ObjectModel model = build_model(tree, additions, log);
    if (!log.has_errors()) result.model = std::move(model);
  }
  result.diagnostics = log.take_diagnostics();
  return result;
}

}  // namespace triad::fed
