// What the API says may be raised (tests/headers/api.tsv), what docs/services.md says about it, and
// the one question to both: is every pair of call and exception either raised by a scenario or
// given a reason why it cannot occur? Knows nothing of federations.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace triad::scenario {

// One row of api.tsv.
struct ApiCall {
  std::string owner;  // the class, e.g. "RTIambassador"
  std::string name;
  bool extension = false;  // of CERTI, in no document of the specification
  std::size_t parameters = 0;
  // As docs/services.md and failures have it: "tick2", "FederateAmbassador::turnInteractionsOn",
  // and overloads with the names of their parameters: "tick(minimum, maximum)".
  std::string text;
  std::vector<std::string> exceptions;

  bool may_raise(const std::string& exception) const;
};

class ApiTable {
 public:
  // Of the text of api.tsv.
  explicit ApiTable(const std::string& tsv);
  // Of this repository.
  static const ApiTable& instance();

  const std::vector<ApiCall>& calls() const { return calls_; }
  const ApiCall* find(const std::string& text) const;
  // Of the only call of that name, or the overload with so many parameters.
  const ApiCall* find(const std::string& owner, const std::string& name,
                      std::size_t parameters) const;

 private:
  std::vector<ApiCall> calls_;
};

// A call's text and an exception.
using ExceptionPair = std::pair<std::string, std::string>;

// docs/services.md, as far as exceptions go.
struct ServicesDocument {
  explicit ServicesDocument(const std::string& markdown);
  static const ServicesDocument& instance();

  std::set<std::string> named;                        // services and callbacks
  std::map<ExceptionPair, std::string> cannot_occur;  // with the reason
};

// What is wrong: one line for each pair that is neither raised nor explained, or both, or that the
// API does not have, and for each service or callback that the document lacks.
std::vector<std::string> complaints(const ApiTable& table, const ServicesDocument& document,
                                    const std::set<ExceptionPair>& raised);

}  // namespace triad::scenario
