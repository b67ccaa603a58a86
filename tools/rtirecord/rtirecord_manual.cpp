// The manual of rtirecord.
#include "command_line/manual.hpp"
#include "tools/rtirecord/rtirecord.hpp"

namespace triad::rtirecord {

namespace {

constexpr std::size_t kFilesMax = 10'000;

command_line::Manual file_command(std::string name, std::string summary, std::string text,
                                  std::vector<command_line::Option> options = {}) {
  return {.name = std::move(name),
          .summary = std::move(summary),
          .arguments = "FILE...",
          .arguments_min = 1,
          .arguments_max = kFilesMax,
          .missing = "no file is given",
          .offer = command_line::Offer::files,
          .last_offer = command_line::Offer::files,
          .text = std::move(text),
          .options = std::move(options)};
}

std::vector<command_line::Option> selections() {
  return {{.name = "federate",
           .argument = "PATTERN",
           .text = "Only entries of federates with such a name.",
           .repeatable = true},
          {.name = "class",
           .argument = "PATTERN",
           .text = "Only entries about such a class, such as 'ObjectRoot.Vehicle.*'.",
           .repeatable = true},
          {.name = "service",
           .argument = "PATTERN",
           .text = "Only such services and callbacks, such as 'updateAttributeValues'.",
           .repeatable = true},
          {.name = "from",
           .argument = "UTC",
           .text = "Only entries from this time on, such as 2026-11-29T02:15:30."},
          {.name = "to", .argument = "UTC", .text = "Only entries up to this time."}};
}

std::vector<command_line::Option> filter_options(command_line::Option first) {
  auto options = selections();
  options.insert(options.begin(), std::move(first));
  return options;
}

std::vector<command_line::Option> cat_options() {
  auto options = filter_options({.name = "json", .text = "Prints a JSON object for each entry."});
  options.push_back({.name = "types",
                     .argument = "TABLE",
                     .text = "Decodes the values of attributes and parameters by this file, which "
                             "the section about types of values in docs/recording.md describes.",
                     .offer = command_line::Offer::files});
  return options;
}

}  // namespace

const command_line::Manual& manual() {
  static const command_line::Manual kManual{
      .name = "rtirecord",
      .summary = "shows, checks and mends recordings of federates",
      .text =
          "A federate with the setting record.directory (RTI_RECORD) records what it sends. "
          "The files are MCAP files.",
      .sections = {{"Examples",
                    "  RTI_RECORD=recordings ./my_federate\n"
                    "      records the federate\n"
                    "  rtirecord info recordings/*.mcap\n"
                    "      shows the federate, the times and the channels of each file\n"
                    "  rtirecord cat --json recordings/*.mcap\n"
                    "      prints what all federates did, in one timeline\n"
                    "  rtirecord types recordings/*.mcap >types.yaml\n"
                    "      writes a table of types to correct\n"
                    "  rtirecord cat --json --types types.yaml recordings/*.mcap\n"
                    "      prints the same with decoded values"},
                   {"Exit status",
                    "  0   done, and all files are whole\n"
                    "  1   a file or table is cut or faulty, has gaps (check), or cannot be read "
                    "or written\n"
                    "  2   wrong command line"},
                   {"See also", "rtictl(1), rtirun(1)"}},
      .commands = {
          file_command("rtirecord info", "show the content of files",
                       "Shows the federate, the times, the size and the messages of each channel."),
          file_command("rtirecord check", "check that files are whole",
                       "Reads every byte, and shows for each file whether it is complete, cut or "
                       "faulty, and how many records were dropped because the disk was too slow, "
                       "or because they were longer than record.buffer."),
          file_command(
              "rtirecord cat", "print the entries of files in one timeline",
              "Prints one line for each entry. Entries of several federates are ordered by cause "
              "and effect where the records tell it, and otherwise by the clocks.",
              cat_options()),
          file_command("rtirecord types", "guess the types of values",
                       "Prints a table for `rtirecord cat --types`: for each attribute and "
                       "parameter the type that its recorded values have, as far as their bytes "
                       "tell it. Comments give the ground of each guess. Correct the table before "
                       "you use it.",
                       selections()),
          file_command("rtirecord merge", "write the entries of several files to one",
                       "Writes the entries, in the order of `rtirecord cat`, to a new file. The "
                       "options select entries, also of a single file.",
                       filter_options({.name = "output",
                                       .argument = "FILE",
                                       .text = "The new file. Required; it must not exist.",
                                       .letter = 'o',
                                       .offer = command_line::Offer::files})),
          file_command("rtirecord recover", "mend files that are cut",
                       "Writes everything that can be read to NAME-recovered.mcap, with the index "
                       "that a crash, a power loss or a full disk prevented. The file itself is "
                       "not changed.")}};
  return kManual;
}

}  // namespace triad::rtirecord
