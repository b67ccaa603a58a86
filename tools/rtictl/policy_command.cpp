// `rtictl policy check`: finds the faults of a policy's file, and explains its decisions.
#include <cstdio>
#include <optional>

#include "files/regular_file.hpp"
#include "policy/file/policy_file.hpp"
#include "tools/rtictl/command.hpp"
#include "wire/harmless_text.hpp"

namespace triad::rtictl {

namespace {

struct PolicyQuestion {
  policy::Principal principal;
  std::string federation;
  std::optional<std::string> federate;
  std::optional<policy::Action> action;
};

std::optional<policy::Action> action_named(const std::string& name) {
  for (const policy::Action one : policy::kActions) {
    if (policy::name_of(one) == name) return one;
  }
  return std::nullopt;
}

// Returns the line of the rule on which a join with any name depends; nothing if the name does not
// matter.
std::optional<int> line_about_names(const policy::Policy& policy, const policy::Request& request) {
  for (policy::Rule rule : policy.rules()) {
    const bool has_names = !rule.federates.empty();
    rule.federates.clear();
    if (rule.applies_to(request)) return has_names ? std::optional(rule.line) : std::nullopt;
  }
  return std::nullopt;
}

// Prints the decision about a request and returns whether it is allowed.
bool print_decision(const policy::Policy& policy, const policy::Request& request) {
  const policy::Decision decision = policy.decide(request);
  const std::string reason =
      decision.line > 0 ? "line " + std::to_string(decision.line) : "no rule allows it";
  std::printf("%s  %s (%s)\n", decision.is_allowed ? "allowed" : "denied ",
              policy::describe(request).c_str(), reason.c_str());
  return decision.is_allowed;
}

// Returns whether all decisions about the action are to allow it.
bool explain_action(const policy::Policy& policy, const PolicyQuestion& question,
                    policy::Action action) {
  policy::Request request{question.principal, action, question.federation,
                          question.federate ? *question.federate : std::string_view()};
  if (action == policy::Action::operate) {
    bool are_all_allowed = true;
    for (const policy::Operation operation : policy::kOperations) {
      request.operation = operation;
      are_all_allowed &= print_decision(policy, request);
    }
    return are_all_allowed;
  }
  if (action == policy::Action::join && !question.federate) {
    if (const auto line = line_about_names(policy, request)) {
      std::printf("depends  join federation %s: line %d names federates; add --federate\n",
                  wire::quoted(question.federation).c_str(), *line);
      return false;
    }
  }
  return print_decision(policy, request);
}

ExitCode print_answer(const policy::Policy& policy, const PolicyQuestion& question) {
  std::printf("%s:\n", wire::harmless(question.principal.text()).c_str());
  if (question.action) {
    return explain_action(policy, question, *question.action) ? ExitCode::done : ExitCode::refused;
  }
  for (const policy::Action action : policy::kActions) explain_action(policy, question, action);
  return ExitCode::done;
}

// Returns the question of the command line, or the fault.
boost::system::result<PolicyQuestion, Failure> question_of(
    const command_line::ParsedArguments& given) {
  const auto usage = [](std::string text) {
    return Failure{ExitCode::usage, "policy check, " + std::move(text)};
  };
  PolicyQuestion question;
  const std::string as = *given.value("as");
  question.principal = policy::parse_principal(as);
  if (question.principal.is_anonymous() && as != "anonymous") {
    return usage("--as: \"" + as +
                 "\" is no principal; give one as `rtictl list` shows it, such as \"user anna\", "
                 "\"key lab\", \"uid 1000\" or anonymous");
  }
  if (!given.has("federation")) return usage("--as: give --federation NAME too");
  question.federation = *given.value("federation");
  question.federate = given.value("federate");
  if (const auto name = given.value("action")) {
    question.action = action_named(*name);
    if (!question.action) {
      return usage("--action: \"" + *name +
                   "\" is no action; give create, destroy, join, save, restore or operate");
    }
  }
  return question;
}

ExitCode run_policy(const Context&, const command_line::ParsedArguments& given) {
  const std::vector<std::string>& arguments = given.arguments();
  if (arguments.front() != "check") {
    return fail({ExitCode::usage,
                 "policy: there is no \"" + arguments.front() + "\"; give `policy check FILE`"});
  }
  const std::string& file = arguments[1];
  const auto text = files::read_regular_file(file, policy::kPolicyBytesMax);
  if (!text) return fail({ExitCode::usage, "\"" + file + "\": " + text.error().reason});
  const auto policy = policy::parse_policy(*text, file);
  if (!policy) {
    std::fprintf(stderr, "%s\n", policy::text_of(policy.error()).c_str());
    return ExitCode::refused;
  }
  if (!given.has("as")) {
    std::printf("%s: %zu rules, no fault\n", wire::harmless(file).c_str(), policy->rules().size());
    return ExitCode::done;
  }
  const auto question = question_of(given);
  if (!question) return fail(question.error());
  return print_answer(*policy, *question);
}

}  // namespace

const Command kPolicy{
    .manual =
        {.name = "rtictl policy",
         .summary = "check a policy's file and explain its decisions",
         .arguments = "check FILE",
         .arguments_min = 2,
         .arguments_max = 2,
         .missing = "policy needs an action and a file: policy check FILE",
         .text = "Says what is wrong with the file of the setting policy.file, with lines and "
                 "columns. With --as and --federation it also prints what the principal may do "
                 "there, and the line of the rule that decides. Needs no rtig. With --action the "
                 "exit status is 0 if that is allowed, otherwise 1.",
         .options = {{.name = "as",
                      .argument = "PRINCIPAL",
                      .text = "Principal as `rtictl list` shows it, such as \"user anna\"."},
                     {.name = "federation", .argument = "NAME", .text = "Name of a federation."},
                     {.name = "federate",
                      .argument = "NAME",
                      .text = "Name (type) of the federate that joins."},
                     {.name = "action",
                      .argument = "ACTION",
                      .text = "create, destroy, join, save, restore or operate; default all."}}},
    .run = run_policy,
};

}  // namespace triad::rtictl
