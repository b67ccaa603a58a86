// Makes a script for bash-completion from a manual. Only names of federations and routers take a
// program to find, for at most two seconds.
#include <algorithm>

#include "command_line/manual.hpp"

namespace triad::command_line {

namespace {

std::string joined(const std::vector<std::string>& words, std::string_view between) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : std::string(between)) + word;
  return out;
}

std::string names_of(const std::vector<Option>& options) {
  std::vector<std::string> names;
  names.reserve(options.size());
  for (const Option& option : options) names.push_back("--" + option.name);
  return joined(names, " ");
}

// `function`: prefix of the script's functions.
std::string offered(Offer offer, const std::string& function) {
  switch (offer) {
    case Offer::nothing:
      return "return";
    case Offer::federations:
      return function + "_names rtictl list --names; return";
    case Offer::routers:
      return function + "_routers; return";
    case Offer::files:
    case Offer::directories:
      break;
  }
  return std::string("compopt -o filenames; mapfile -t COMPREPLY < <(compgen ") +
         (offer == Offer::files ? "-f" : "-d") + " -- \"$current\"); return";
}

// A name may have any characters. So it is quoted, and never expanded as `compgen -W` does.
constexpr const char* kNamesFunction = R"sh(_names() {
  local name
  while IFS= read -r name; do
    [[ $name == "$current"* ]] && COMPREPLY+=("$(printf '%q' "$name")")
  done < <(timeout 2 "$@" 2>/dev/null)
}
)sh";
constexpr const char* kRoutersFunction = R"sh(_routers() {
  local word
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ -f $word ]] && FUNCTION_names rtimesh check --names "$word" && return
  done
}
)sh";

bool offers(const Manual& manual, Offer offer) {
  return manual.offer == offer || manual.last_offer == offer ||
         std::ranges::find(manual.options, offer, &Option::offer) != manual.options.end() ||
         std::ranges::any_of(manual.commands,
                             [&](const Manual& command) { return offers(command, offer); });
}

// Functions that some arguments need.
std::string helpers_text(const Manual& program, const std::string& function) {
  const bool routers = offers(program, Offer::routers);
  std::string out;
  if (routers || offers(program, Offer::federations)) out += function + kNamesFunction;
  if (routers) {
    std::string text = kRoutersFunction;
    text.replace(text.find("FUNCTION"), std::string("FUNCTION").size(), function);
    out += function + text;
  }
  return out;
}

// What follows an option that takes an argument: choices, files, or what only the user knows.
std::string arguments_text(const std::string& command, const std::vector<Option>& options,
                           const std::string& function) {
  std::string out;
  for (const Option& option : options) {
    if (option.argument.empty()) continue;
    out += "    " + command + ":--" + option.name;
    if (option.letter != '\0') out += " | " + command + ":-" + option.letter;
    out += ") ";
    if (option.choices.empty()) {
      out += offered(option.offer, function) + " ;;\n";
    } else {
      out += "mapfile -t COMPREPLY < <(compgen -W '" + joined(option.choices, " ") +
             "' -- \"$current\"); return ;;\n";
    }
  }
  return out;
}

// One branch of the case over the command. `manual.last_offer` is for an argument that follows a
// file.
std::string words_text(const std::string& command, const std::string& words, const Manual& manual,
                       const std::string& function) {
  std::string offer;
  if (manual.last_offer != Offer::nothing) {
    offer += "[[ ! -f $previous ]] || { " + offered(manual.last_offer, function) + "; }; ";
  }
  if (manual.offer != Offer::nothing) offer += offered(manual.offer, function) + "; ";
  return "    " + (command.empty() ? "''" : command) + ") words='" + words + "'" +
         (offer.empty() ? "" : "; [[ $current == -* ]] || { " + offer + "}") + " ;;\n";
}

}  // namespace

std::string bash_completion(const Manual& program) {
  std::string function = "_triad_" + program.name;
  std::ranges::replace(function, '-', '_');
  const std::string general = names_of(all_options(program));
  std::vector<std::string> commands;
  std::string arguments = arguments_text("*", program.options, function);
  std::string words;
  for (const Manual& command : program.commands) {
    const std::string word = command_word(command);
    commands.push_back(word);
    arguments += arguments_text(word, command.options, function);
    words += words_text(word, names_of(command.options) + " " + general, command, function);
  }
  const std::string first = commands.empty() ? "" : joined(commands, " ") + " ";
  words += words_text("", first + general, program, function);

  std::string out = "# bash completion of " + program.name + ", generated from the manual of `" +
                    program.name + " --help`.\n# shellcheck shell=bash\n";
  out += helpers_text(program, function) + function + "() {\n";
  out += "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}";
  out += " command='' words=''\n";
  // bash splits --option=value into three words.
  out +=
      "  if [[ $current == = ]]; then\n    current=''\n  elif [[ $previous == = ]]; then\n"
      "    previous=${COMP_WORDS[COMP_CWORD - 2]}\n  fi\n";
  if (!commands.empty()) {
    out +=
        "  local i\n  for ((i = 1; i < COMP_CWORD; ++i)); do\n    case ${COMP_WORDS[i]} in\n     "
        " " +
        joined(commands, " | ") + ")\n        command=${COMP_WORDS[i]}\n        break\n" +
        "        ;;\n    esac\n  done\n";
  }
  out += "  case $command:$previous in\n" + arguments + "  esac\n  case $command in\n" + words;
  out += "  esac\n  mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")\n}\n";
  return out + "complete -F " + function + " " + program.name + "\n";
}

}  // namespace triad::command_line
