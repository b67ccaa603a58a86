// Converts a Manual to a script for bash-completion. The script does not query an rtig, so
// completion is immediate.
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

std::string offered(Offer offer) {
  if (offer == Offer::nothing) return "return";
  return std::string("compopt -o filenames; mapfile -t COMPREPLY < <(compgen ") +
         (offer == Offer::files ? "-f" : "-d") + " -- \"$current\"); return";
}

// Returns the branches for options with an argument: choices, files, or nothing if only the user
// knows the argument.
std::string arguments_text(const std::string& command, const std::vector<Option>& options) {
  std::string out;
  for (const Option& option : options) {
    if (option.argument.empty()) continue;
    out += "    " + command + ":--" + option.name;
    if (option.letter != '\0') out += " | " + command + ":-" + option.letter;
    out += ") ";
    if (option.choices.empty()) {
      out += offered(option.offer) + " ;;\n";
    } else {
      out += "mapfile -t COMPREPLY < <(compgen -W '" + joined(option.choices, " ") +
             "' -- \"$current\"); return ;;\n";
    }
  }
  return out;
}

// Returns one branch of the case over the command: the words that may follow it.
std::string words_text(const std::string& command, const std::string& words, Offer offer) {
  return "    " + (command.empty() ? "''" : command) + ") words='" + words + "'" +
         (offer == Offer::nothing ? "" : "; [[ $current == -* ]] || { " + offered(offer) + "; }") +
         " ;;\n";
}

}  // namespace

std::string bash_completion(const Manual& program) {
  std::string function = "_triad_" + program.name;
  std::ranges::replace(function, '-', '_');
  const std::string general = names_of(all_options(program));
  std::vector<std::string> commands;
  std::string arguments = arguments_text("*", program.options);
  std::string words;
  for (const Manual& command : program.commands) {
    const std::string word = command_word(command);
    commands.push_back(word);
    arguments += arguments_text(word, command.options);
    words += words_text(word, names_of(command.options) + " " + general, command.offer);
  }
  const std::string first = commands.empty() ? "" : joined(commands, " ") + " ";
  words += words_text("", first + general, program.offer);

  std::string out = "# bash completion of " + program.name + ", made of what `" + program.name +
                    " --help` is made of.\n# shellcheck shell=bash\n" + function + "() {\n";
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
