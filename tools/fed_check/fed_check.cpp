#include "tools/fed_check/fed_check.hpp"

#include <chrono>
#include <string>
#include <vector>

#include "fed-parser/fed_file.hpp"
#include "fed-parser/fed_parser.hpp"
#include "tools/fed_check/model_printer.hpp"

namespace triad::fed {

namespace {

constexpr std::string_view kUsage =
    "usage: fed-check [--own] [--quiet] [--time] FILE...\n"
    "Reads FED files (HLA 1.3) and XML object models and prints the object model of each as a "
    "tree,\n"
    "with the handles that federates see, or the errors. Errors and warnings go to standard "
    "error.\n"
    "  --own    only what the file declares, without the standard classes that the RTI adds\n"
    "  --quiet  errors and warnings only, no tree\n"
    "  --time   also tell how long parsing took\n"
    "Exit status: 0 every file is good, 1 a file has errors or cannot be read, 2 wrong usage.\n";

struct Options {
  bool own = false;
  bool quiet = false;
  bool time = false;
  bool help = false;
  std::string unknown;
  std::vector<std::string_view> files;
};

Options read_options(std::span<const std::string_view> arguments) {
  Options options;
  bool only_files = false;
  for (const std::string_view argument : arguments) {
    if (only_files || !argument.starts_with('-') || argument == "-") {
      options.files.push_back(argument);
    } else if (argument == "--") {
      only_files = true;
    } else if (argument == "--own") {
      options.own = true;
    } else if (argument == "--quiet") {
      options.quiet = true;
    } else if (argument == "--time") {
      options.time = true;
    } else if (argument == "--help" || argument == "-h") {
      options.help = true;
    } else if (options.unknown.empty()) {
      options.unknown = argument;
    }
  }
  return options;
}

std::string counted(std::size_t count, std::string_view one, std::string_view many) {
  return std::to_string(count) + " " + std::string(count == 1 ? one : many);
}

void print_summary(const Declared& declared, std::ostream& out) {
  out << "declares " << counted(declared.object_classes, "object class", "object classes")
      << " with " << counted(declared.attributes, "attribute", "attributes") << ", "
      << counted(declared.interaction_classes, "interaction class", "interaction classes")
      << " with " << counted(declared.parameters, "parameter", "parameters") << ", "
      << counted(declared.spaces, "routing space", "routing spaces") << " with "
      << counted(declared.dimensions, "dimension", "dimensions") << '\n';
}

bool check_file(std::string_view name, const Options& options, std::ostream& out,
                std::ostream& err) {
  const FedText file = read_fed_file(name, "");
  if (file.error) {
    err << "fed-check: " << file.error->reason << '\n';
    return false;
  }
  const auto start = std::chrono::steady_clock::now();
  const ParseResult parsed =
      parse(file.text, file.path, options.own ? Additions::none : Additions::standard);
  const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - start;
  for (const Diagnostic& diagnostic : parsed.diagnostics) err << diagnostic.text() << '\n';
  if (parsed.ok() && !options.quiet) {
    out << file.path << ": federation " << quoted(parsed.model->name) << '\n';
    print_model(*parsed.model, out);
  }
  if (parsed.ok()) {
    out << file.path << ": ";
    print_summary(parsed.declared, out);
  }
  if (options.time) {
    out << file.path << ": " << file.text.size() << " bytes parsed in " << taken.count() << " ms\n";
  }
  return parsed.ok();
}

}  // namespace

Verdict fed_check(std::span<const std::string_view> arguments, std::ostream& out,
                  std::ostream& err) {
  const Options options = read_options(arguments);
  if (options.help) {
    out << kUsage;
    return Verdict::good;
  }
  if (!options.unknown.empty() || options.files.empty()) {
    if (options.unknown.empty()) {
      err << "fed-check: no file given\n";
    } else {
      err << "fed-check: unknown option " << quoted(options.unknown) << '\n';
    }
    err << kUsage;
    return Verdict::bad_usage;
  }
  bool good = true;
  for (const std::string_view file : options.files) {
    good = check_file(file, options, out, err) && good;
  }
  return good ? Verdict::good : Verdict::bad_file;
}

}  // namespace triad::fed
