// Exceptions that the API lists (tests/headers/api.tsv), the statements of docs/services.md about
// them, and one check of both: each pair of call and exception must be raised by a scenario or have
// a reason why it cannot occur. Knows nothing of federations.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace triad::scenario {

// Row of api.tsv.
struct ApiCall {
  std::string owner;  // class, for example "RTIambassador"
  std::string name;
  bool extension = false;  // CERTI's own, not in the specification
  std::size_t parameters = 0;
  // Name as in docs/services.md and in failures: "tick2", "FederateAmbassador::turnInteractionsOn".
  // Overloads have the names of their parameters: "tick(minimum, maximum)".
  std::string text;
  std::vector<std::string> exceptions;

  bool may_raise(const std::string& exception) const;
};

class ApiTable {
 public:
  // Reads the text of api.tsv.
  explicit ApiTable(const std::string& tsv);
  // Table of this repository.
  static const ApiTable& instance();

  const std::vector<ApiCall>& calls() const { return calls_; }
  const ApiCall* find(const std::string& text) const;
  // Returns the only call of that name, or the overload with this number of parameters.
  const ApiCall* find(const std::string& owner, const std::string& name,
                      std::size_t parameters) const;

 private:
  std::vector<ApiCall> calls_;
};

// A call's text and an exception.
using ExceptionPair = std::pair<std::string, std::string>;

// Exceptions in docs/services.md.
struct ServicesDocument {
  explicit ServicesDocument(const std::string& markdown);
  static const ServicesDocument& instance();

  std::set<std::string> named;                        // services and callbacks
  std::map<ExceptionPair, std::string> cannot_occur;  // value: the reason
};

// Returns one line for each error: a pair that is neither raised nor explained, or both; a pair
// that the API does not have; a service or callback missing in the document.
std::vector<std::string> complaints(const ApiTable& table, const ServicesDocument& document,
                                    const std::set<ExceptionPair>& raised);

}  // namespace triad::scenario
