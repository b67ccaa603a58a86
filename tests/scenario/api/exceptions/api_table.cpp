#include "tests/scenario/api/exceptions/api_table.hpp"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

namespace triad::scenario {

namespace {

constexpr const char* kReasons = "## Exceptions that cannot occur";

std::string content_of(const char* path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error(std::string("cannot read ") + path);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(' ');
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(trimmed(part));
  return parts;
}

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// Returns "label" for "const char* label [C4 in; ...]", and "FedTime" for "const RTI::FedTime&
// [...]".
std::string parameter_name(std::string text) {
  text = text.substr(0, text.find(" ["));
  text = text.substr(0, text.find(" = "));
  while (!text.empty() && !is_word(text.back())) text.pop_back();
  const auto begin = std::find_if_not(text.rbegin(), text.rend(), is_word).base();
  return {begin, text.end()};
}

// Parameters are separated by semicolons, and so are the words in the brackets after each.
std::vector<std::string> parameter_names(const std::string& text) {
  std::vector<std::string> names;
  if (text.empty() || text.front() == '(') return names;  // "(none)"
  int depth = 0;
  std::string current;
  for (const char c : text + ";") {
    if (c == '[') ++depth;
    if (c == ']') --depth;
    if (c != ';' || depth > 0) {
      current += c;
      continue;
    }
    names.push_back(parameter_name(current));
    current.clear();
  }
  return names;
}

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  return text;
}

std::vector<std::string> exception_names(const std::string& cell) {
  if (cell == "n/a" || cell == "no specification" || cell.starts_with("none")) return {};
  return split(cell, ',');
}

// Returns the texts between backquotes.
std::vector<std::string> in_backquotes(const std::string& text) {
  std::vector<std::string> parts;
  for (auto at = text.find('`'); at != text.npos;) {
    const auto end = text.find('`', at + 1);
    if (end == text.npos) break;
    parts.push_back(text.substr(at + 1, end - at - 1));
    at = text.find('`', end + 1);
  }
  return parts;
}

// Returns whether the call is a service or a callback of the specification.
bool is_specified(const ApiCall& call) {
  return !call.extension && (call.owner == "RTIambassador" || call.owner == "FederateAmbassador") &&
         call.name != call.owner && call.name != "~" + call.owner;
}

}  // namespace

bool ApiCall::may_raise(const std::string& exception) const {
  return std::ranges::find(exceptions, exception) != exceptions.end();
}

ApiTable::ApiTable(const std::string& tsv) {
  constexpr std::size_t kColumns = 7;
  const std::string extension = " (vendor extension)";
  std::vector<std::vector<std::string>> parameters;
  std::istringstream lines(tsv);
  std::string line;
  std::getline(lines, line);  // the headings
  while (std::getline(lines, line)) {
    const auto columns = split(line, '\t');
    if (columns.size() < kColumns) throw std::runtime_error("api.tsv has a broken row: " + line);
    ApiCall call;
    call.owner = columns[0];
    call.extension = call.owner.ends_with(extension);
    if (call.extension) {
      call.owner.resize(call.owner.size() - extension.size());
    }
    call.name = columns[2];
    call.exceptions = exception_names(columns[6]);
    parameters.push_back(parameter_names(columns[4]));
    call.parameters = parameters.back().size();
    calls_.push_back(std::move(call));
  }
  for (std::size_t i = 0; i < calls_.size(); ++i) {
    ApiCall& call = calls_[i];
    const auto overloads = std::ranges::count_if(calls_, [&](const ApiCall& other) {
      return other.owner == call.owner && other.name == call.name;
    });
    call.text = (call.owner == "RTIambassador" ? "" : call.owner + "::") + call.name;
    if (overloads > 1) call.text += "(" + joined(parameters[i]) + ")";
  }
}

const ApiTable& ApiTable::instance() {
  static const ApiTable table(content_of(TRIAD_API_TABLE));
  return table;
}

const ApiCall* ApiTable::find(const std::string& text) const {
  const auto at = std::ranges::find(calls_, text, &ApiCall::text);
  return at == calls_.end() ? nullptr : &*at;
}

const ApiCall* ApiTable::find(const std::string& owner, const std::string& name,
                              std::size_t parameters) const {
  const auto named = [&](const ApiCall& call) { return call.owner == owner && call.name == name; };
  const auto only = std::ranges::find_if(calls_, named);
  if (only == calls_.end()) return nullptr;
  if (std::ranges::count_if(calls_, named) == 1) return &*only;
  const auto at = std::ranges::find_if(
      calls_, [&](const ApiCall& call) { return named(call) && call.parameters == parameters; });
  return at == calls_.end() ? nullptr : &*at;
}

ServicesDocument::ServicesDocument(const std::string& markdown) {
  bool in_reasons = false;
  std::istringstream lines(markdown);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("## ")) in_reasons = line == kReasons;
    if (!line.starts_with("|")) continue;
    const auto cells = split(line.substr(1), '|');
    if (in_reasons && cells.size() >= 3) {
      for (const std::string& call : in_backquotes(cells[0])) {
        for (const std::string& exception : in_backquotes(cells[1])) {
          cannot_occur[{call, exception}] = cells[2];
        }
      }
    } else if (cells.size() >= 4 && (cells[2] == "service" || cells[2] == "callback")) {
      for (const std::string& name : in_backquotes(cells[1])) named.insert(name);
    }
  }
}

const ServicesDocument& ServicesDocument::instance() {
  static const ServicesDocument document(content_of(TRIAD_SERVICES_DOCUMENT));
  return document;
}

std::vector<std::string> complaints(const ApiTable& table, const ServicesDocument& document,
                                    const std::set<ExceptionPair>& raised) {
  std::vector<std::string> found;
  std::set<ExceptionPair> all;
  for (const ApiCall& call : table.calls()) {
    if (is_specified(call) && !document.named.contains(call.name)) {
      found.push_back(call.name + ": docs/services.md does not say whether it is there");
    }
    for (const std::string& exception : call.exceptions) {
      const ExceptionPair pair{call.text, exception};
      all.insert(pair);
      const auto reason = document.cannot_occur.find(pair);
      const bool explained = reason != document.cannot_occur.end() && !reason->second.empty();
      const std::string what = call.text + ", " + exception + ": ";
      if (raised.contains(pair) && explained) {
        found.push_back(what + "raised, though docs/services.md says that it cannot occur");
      } else if (!raised.contains(pair) && !explained) {
        found.push_back(what + "no scenario raises it, and docs/services.md gives no reason why");
      }
    }
  }
  for (const ExceptionPair& pair : raised) {
    if (all.contains(pair)) continue;
    found.push_back(pair.first + ", " + pair.second + ": raised, though the API has no such pair");
  }
  for (const auto& [pair, reason] : document.cannot_occur) {
    if (all.contains(pair)) continue;
    found.push_back(pair.first + ", " + pair.second +
                    ": docs/services.md explains a pair that the API does not have");
  }
  return found;
}

}  // namespace triad::scenario
