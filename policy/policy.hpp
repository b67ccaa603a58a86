// Policy: the rules that give principals rights in federations. A value: the same
// request has the same decision. policy_file.hpp reads it from a file. Used by the RTIG, which
// enforces it, and by `rtictl policy`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "policy/principal.hpp"

namespace triad::policy {

// Request of a program to the RTIG. `save` and `restore` are the requests of a federate; a
// federate that merely takes part needs no right. `operate`: a request of rtictl.
enum class Action : std::uint8_t { create, destroy, join, save, restore, operate };
inline constexpr Action kActions[]{Action::create, Action::destroy, Action::join,
                                   Action::save,   Action::restore, Action::operate};

// Requests of rtictl and rtimon. `figures`: of rtimon. `destroy` also ends a federation with joined
// federates.
enum class Operation : std::uint8_t { list, time, saves, figures, destroy };
inline constexpr Operation kOperations[]{Operation::list, Operation::time, Operation::saves,
                                         Operation::figures, Operation::destroy};

[[nodiscard]] std::string_view name_of(Action action);
[[nodiscard]] std::string_view name_of(Operation operation);

struct Request {
  const Principal& principal;
  Action action = Action::join;
  std::string_view federation = {};
  std::string_view federate = {};         // its name (type), for `join`
  Operation operation = Operation::list;  // for `operate`
};

// Text in which `*` stands for any characters and `?` for one. Other characters stand for
// themselves; upper and lower case differ.
class Pattern {
 public:
  explicit Pattern(std::string text) : text_(std::move(text)) {}
  // Takes time proportional to the product of both lengths at most.
  [[nodiscard]] bool matches(std::string_view name) const;
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
};

// A rule applies to a request that each of its lists matches. An empty list matches everything.
struct Rule {
  int line = 0;  // in the file, from 1
  bool allows = false;
  std::vector<Action> actions = {};
  std::vector<Pattern> principals = {};  // of Principal::subject(); groups are resolved
  std::vector<Pattern> federations = {};
  std::vector<Pattern> federates = {};     // for `join`
  std::vector<Operation> operations = {};  // for `operate`

  [[nodiscard]] bool applies_to(const Request& request) const;
};

struct Decision {
  bool is_allowed = false;
  int line = 0;  // of the rule that applies; 0: no rule applies, so the request is denied
};

class Policy {
 public:
  // Takes the rules. `file` is the name of their file, for people.
  Policy(std::string file, std::vector<Rule> rules)
      : file_(std::move(file)), rules_(std::move(rules)) {}

  // Returns the decision of the first rule that applies.
  [[nodiscard]] Decision decide(const Request& request) const;
  // Returns the reason of a denial, for the program that asked and for the log: "user anna may not
  // create federation 'x' (FILE, line 3)".
  [[nodiscard]] std::string denial_text(const Request& request, const Decision& decision) const;
  [[nodiscard]] const std::string& file() const { return file_; }
  [[nodiscard]] const std::vector<Rule>& rules() const { return rules_; }

 private:
  std::string file_;
  std::vector<Rule> rules_;
};

// Describes the request without its principal: "join federation 'x' as 'tank'".
[[nodiscard]] std::string describe(const Request& request);

}  // namespace triad::policy
