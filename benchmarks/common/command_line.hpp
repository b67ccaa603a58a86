// The options of a benchmark. Each is declared once, with its default and its help text. Uses only
// standard C++, so that the benchmarks build with any HLA 1.3 RTI.
#ifndef TRIAD_BENCHMARKS_COMMAND_LINE_HPP
#define TRIAD_BENCHMARKS_COMMAND_LINE_HPP

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#ifndef BENCHMARKS_VERSION  // Built by hand, without CMakeLists.txt.
#define BENCHMARKS_VERSION "without a version"
#endif

namespace benchmark_federate {

// Invalid option or value. The program ends with status 2.
struct WrongUsage : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class CommandLine {
 public:
  // Describes the program by the second argument, in one line of the help.
  CommandLine(const std::string& program, const std::string& what)
      : version_(program + " (benchmarks of Triad RTI) " BENCHMARKS_VERSION "\n"),
        usage_("usage: " + program + " [options]   (" + what + ")\n") {}

  // Declare an option that sets `target` during parse(). The current value of `target` is the
  // default that the help text shows. Numbers are from 0 to 1e15.
  void flag(const std::string& name, bool& target, const std::string& help) {
    describe(name, help);
    options_.push_back({name, false, [&target](const char*) { target = true; }});
  }
  void value(const std::string& name, const char* unit, unsigned long& target,
             const std::string& help) {
    describe(name + " " + unit, help + " (" + text(target) + ")");
    options_.push_back({name, true, [&target, name](const char* given) {
                          target = static_cast<unsigned long>(number(name, given));
                        }});
  }
  void value(const std::string& name, const char* unit, double& target, const std::string& help) {
    describe(name + " " + unit, help + " (" + text(target) + ")");
    options_.push_back(
        {name, true, [&target, name](const char* given) { target = number(name, given); }});
  }
  // Accepts one of the texts `allowed`, or any text if there are none.
  void value(const std::string& name, const char* unit, std::string& target,
             const std::string& help, const std::vector<std::string>& allowed = {}) {
    std::string choices;
    for (const std::string& one : allowed) choices += (choices.empty() ? "" : ", ") + one;
    describe(name + " " + unit,
             help + (choices.empty() ? "" : ": " + choices) + " (" + target + ")");
    options_.push_back({name, true, [&target, name, allowed, choices](const char* given) {
                          bool fits = allowed.empty();
                          for (const std::string& one : allowed) fits = fits || one == given;
                          if (!fits) throw WrongUsage(name + " is one of: " + choices);
                          target = given;
                        }});
  }

  // Parses the command line. Throws WrongUsage. Ends the program for --help and --version.
  void parse(int argc, char** argv) const {
    for (int i = 1; i < argc; ++i) {
      const std::string given = argv[i];
      if (given == "-h" || given == "--help") finish(usage_);
      if (given == "--version") finish(version_);
      const Option* const option = find(given);
      if (option == nullptr) {
        throw WrongUsage(given[0] == '-' ? "there is no option " + given
                                         : "unexpected argument '" + given + "'");
      }
      if (option->takes_value && i + 1 == argc) throw WrongUsage(given + " needs a value");
      option->set(option->takes_value ? argv[++i] : "");
    }
  }

 private:
  struct Option {
    std::string name;
    bool takes_value;
    std::function<void(const char*)> set;
  };

  void describe(std::string left, const std::string& help) {
    left.resize(left.size() < 14 ? 14 : left.size() + 1, ' ');
    usage_ += "  " + left + help + "\n";
  }

  const Option* find(const std::string& name) const {
    for (const Option& option : options_) {
      if (option.name == name) return &option;
    }
    return nullptr;
  }

  [[noreturn]] static void finish(const std::string& text) {
    std::fputs(text.c_str(), stdout);
    std::exit(0);
  }

  template <class T>
  static std::string text(const T& value) {
    std::ostringstream out;
    out << value;
    return out.str();
  }

  static double number(const std::string& name, const char* given) {
    char* end = nullptr;
    const double parsed = std::strtod(given, &end);
    if (end == given || *end != '\0' || !(parsed >= 0 && parsed < 1e15)) {
      throw WrongUsage(name + " takes a number, not \"" + given + "\"");
    }
    return parsed;
  }

  std::string version_;
  std::string usage_;
  std::vector<Option> options_;
};

// Options common to all benchmarks.
struct CommonOptions {
  explicit CommonOptions(const std::string& program) : federation(program) {}

  // Declares these options on the command line. `columns` describes the columns of --csv.
  void offer(CommandLine& line, const std::string& columns) {
    line.value("-f", "FILE", fed, "FED file");
    line.value("-F", "NAME", federation, "federation execution");
    line.value("--patience", "SECONDS", patience, "to wait for other federates");
    line.flag("--csv", csv, "one line: " + columns);
  }

  std::string federation;
  std::string fed = "benchmark.fed";
  double patience = 60;  // In seconds.
  bool csv = false;
};

}  // namespace benchmark_federate

#endif
