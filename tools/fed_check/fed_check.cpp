#include "tools/fed_check/fed_check.hpp"

#include <chrono>
#include <limits>
#include <string>
#include <vector>

#include "command_line/parsed_arguments.hpp"
#include "core/count_text.hpp"
#include "fed-parser/fed_file.hpp"
#include "fed-parser/fed_parser.hpp"
#include "tools/fed_check/model_printer.hpp"

namespace triad::fed {

namespace {

struct Options {
  bool own = false;
  bool quiet = false;
  bool time = false;
};

void print_summary(const Declared& declared, std::ostream& out) {
  using core::count_text;
  out << "declares " << count_text(declared.object_classes, "object class", "object classes")
      << " with " << count_text(declared.attributes, "attribute") << ", "
      << count_text(declared.interaction_classes, "interaction class", "interaction classes")
      << " with " << count_text(declared.parameters, "parameter") << ", "
      << count_text(declared.spaces, "routing space") << " with "
      << count_text(declared.dimensions, "dimension") << '\n';
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

const command_line::Manual& manual() {
  static const command_line::Manual kManual{
      .name = "fed-check",
      .summary = "check FED files and show what an RTI reads in them",
      .arguments = "FILE...",
      .arguments_min = 1,
      .arguments_max = std::numeric_limits<std::size_t>::max(),
      .missing = "no file is given",
      .offer = command_line::Offer::files,
      .text =
          "Reads FED files (HLA 1.3) and XML object models and prints the object model of each "
          "as a tree, with the handles that federates see, or the errors. Errors and warnings "
          "go to standard error.",
      .options = {{.name = "own",
                   .text = "Prints only the classes of the file, without the standard classes that "
                           "the RTI adds."},
                  {.name = "quiet", .text = "Prints only errors and warnings, no tree."},
                  {.name = "time", .text = "Also prints the time of parsing, in ms."}},
      .sections = {{"Examples",
                    "  fed-check my.fed\n"
                    "      prints the object model, or the errors with line and column\n"
                    "  fed-check --quiet *.fed\n"
                    "      prints errors and warnings of several files"},
                   {"Exit status",
                    "  0   every file is good\n"
                    "  1   a file has errors or cannot be read\n"
                    "  2   wrong command line"},
                   {"See also", "rtig(1), rtictl(1)"}}};
  return kManual;
}

Verdict fed_check(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err) {
  const auto given = command_line::parse_command_line(manual(), arguments);
  if (!given) {
    err << "fed-check: " << given.error().text << '\n';
    return Verdict::bad_usage;
  }
  if (const auto answer = command_line::help_or_version(manual(), *given)) {
    out << *answer << std::flush;
    if (out) return Verdict::good;
    err << "fed-check: standard output cannot be written\n";
    return Verdict::bad_file;
  }
  const Options options{given->has("own"), given->has("quiet"), given->has("time")};
  bool good = true;
  for (const std::string& file : given->arguments()) {
    good = check_file(file, options, out, err) && good;
  }
  return good ? Verdict::good : Verdict::bad_file;
}

}  // namespace triad::fed
