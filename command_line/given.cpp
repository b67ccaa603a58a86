#include "command_line/given.hpp"

#include <algorithm>
#include <boost/program_options.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>

namespace triad::command_line {

namespace po = boost::program_options;

namespace {

constexpr const char* kArguments = "arguments";  // Boost's name for arguments that are not options

Wrong wrong(const Manual& manual, const std::string& text) {
  return {text + "; `" + manual.name + " --help` shows the usage"};
}

const Option* find_option(const std::vector<Option>& options, std::string_view word) {
  const auto is_meant = [&](const Option& option) {
    return word == "--" + option.name ||
           (option.letter != '\0' && word == std::string("-") + option.letter);
  };
  const auto found = std::ranges::find_if(options, is_meant);
  return found == options.end() ? nullptr : &*found;
}

po::options_description described(const std::vector<Option>& options) {
  po::options_description all;
  auto add = all.add_options();
  for (const Option& option : options) {
    const std::string name =
        option.letter == '\0' ? option.name : option.name + "," + option.letter;
    if (option.argument.empty()) {
      add(name.c_str(), po::bool_switch());
    } else {
      add(name.c_str(), po::value<std::string>());
    }
  }
  add(kArguments, po::value<std::vector<std::string>>());
  return all;
}

// Returns the index of the command's name: the first word that is neither an option of the program
// nor an option's argument.
std::size_t command_place(const Manual& program, const std::vector<std::string>& arguments) {
  const std::vector<Option> options = all_options(program);
  std::size_t i = 0;
  for (; i < arguments.size() && arguments[i].starts_with('-') && arguments[i] != "--"; ++i) {
    const Option* const option = find_option(options, arguments[i]);
    if (option != nullptr && !option->argument.empty()) ++i;
  }
  return std::min(i, arguments.size());
}

}  // namespace

std::optional<std::string> Given::value(std::string_view option) const {
  const auto& all = values(option);
  return all.empty() ? std::nullopt : std::optional(all.front());
}

const std::vector<std::string>& Given::values(std::string_view option) const {
  static const std::vector<std::string> kNone;
  const auto at = options_.find(option);
  return at == options_.end() ? kNone : at->second;
}

class Reader {
 public:
  explicit Reader(const Manual& program) : program_(program) { given_.manual_ = &program; }

  Outcome<Given> read(std::vector<std::string> arguments) {
    std::vector<Option> options = all_options(program_);
    if (!program_.commands.empty()) {
      if (auto fault = take_command(arguments)) return *std::move(fault);
      const auto& own = given_.manual_->options;
      if (given_.manual_ != &program_) options.insert(options.begin(), own.begin(), own.end());
    }
    if (!manual().after_dashes.empty()) cut_after_dashes(arguments);
    if (auto fault = take(arguments, options)) return *std::move(fault);
    if (given_.has("help") || given_.has("version")) return std::move(given_);
    if (auto fault = check()) return *std::move(fault);
    return std::move(given_);
  }

 private:
  // Finds the command and removes its name from the arguments.
  std::optional<Wrong> take_command(std::vector<std::string>& arguments) {
    const std::size_t place = command_place(program_, arguments);
    if (place == arguments.size()) return std::nullopt;
    const auto name = arguments.begin() + static_cast<std::ptrdiff_t>(place);
    const auto found = std::ranges::find(program_.commands, *name, command_word);
    if (found == program_.commands.end()) {
      return wrong(program_, "there is no command '" + *name + "'");
    }
    given_.manual_ = &*found;
    arguments.erase(name);
    return std::nullopt;
  }

  void cut_after_dashes(std::vector<std::string>& arguments) {
    const auto dashes = std::ranges::find(arguments, "--");
    if (dashes == arguments.end()) return;
    given_.after_dashes_.assign(dashes + 1, arguments.end());
    arguments.erase(dashes, arguments.end());
  }

  std::optional<Wrong> take(const std::vector<std::string>& arguments,
                            const std::vector<Option>& options) {
    try {
      const po::options_description known = described(options);
      po::positional_options_description rest;
      rest.add(kArguments, -1);
      const int style =
          po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
      const auto parsed =
          po::command_line_parser(arguments).options(known).positional(rest).style(style).run();
      for (const po::option& one : parsed.options) {
        if (one.position_key >= 0) {
          given_.arguments_.insert(given_.arguments_.end(), one.value.begin(), one.value.end());
          continue;
        }
        auto& values = given_.options_[one.string_key];
        values.push_back(one.value.empty() ? "" : one.value.front());
        const Option* const option = find_option(options, "--" + one.string_key);
        if (option == nullptr) return wrong(manual(), "there is no option --" + one.string_key);
        if (values.size() > 1 && !option->repeatable && !option->argument.empty()) {
          return wrong(manual(), "--" + option->name + " is given twice");
        }
      }
    } catch (const po::unknown_option& fault) {
      return wrong(manual(), "there is no option " + fault.get_option_name());
    } catch (const po::error& fault) {
      return wrong(manual(), fault.what());
    }
    return std::nullopt;
  }

  std::optional<Wrong> check() const {
    if (!program_.commands.empty() && given_.manual_ == &program_) {
      return wrong(program_, "no command is given");
    }
    if (given_.arguments_.size() < manual().arguments_min) return wrong(manual(), manual().missing);
    if (given_.arguments_.size() > manual().arguments_max) {
      return wrong(manual(),
                   "unexpected argument '" + given_.arguments_[manual().arguments_max] + "'");
    }
    return std::nullopt;
  }

  const Manual& manual() const { return *given_.manual_; }

  const Manual& program_;
  Given given_;
};

Outcome<Given> read(const Manual& program, const std::vector<std::string>& arguments) {
  return Reader(program).read(arguments);
}

std::optional<std::string> answer(const Manual& program, const Given& given) {
  if (given.has("help")) {
    return help_text(given.manual(), &given.manual() == &program ? nullptr : &program);
  }
  if (given.has("version")) return version_text(program);
  return std::nullopt;
}

bool print(const Manual& program, const std::string& text) {
  if (std::fputs(text.c_str(), stdout) >= 0 && std::fflush(stdout) == 0) return true;
  std::fprintf(stderr, "%s: standard output cannot be written: %s\n", program.name.c_str(),
               std::strerror(errno));
  return false;
}

}  // namespace triad::command_line
