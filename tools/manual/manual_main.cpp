// The program triad_manual FOLDER. It creates FOLDER and writes into it the man pages, bash
// completions and tables of options of all programs. Run by the build.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <vector>

#include "command_line/manual.hpp"
#include "router/program/rtirouter_manual.hpp"
#include "rtia/program/rtia_manual.hpp"
#include "rtig/program/rtig_manual.hpp"
#include "tools/fed_check/fed_check.hpp"
#include "tools/rtictl/command.hpp"
#include "tools/rtimesh/rtimesh.hpp"
#include "tools/rtimon/rtimon.hpp"
#include "tools/rtirecord/rtirecord.hpp"
#include "tools/rtirun/rtirun.hpp"

namespace {

bool write(const std::filesystem::path& file, const std::string& text) {
  std::error_code ignored;  // If this fails, the write below fails as well.
  std::filesystem::create_directories(file.parent_path(), ignored);
  std::ofstream stream(file);
  stream << text << std::flush;
  if (stream) return true;
  std::fprintf(stderr, "triad_manual: %s cannot be written\n", file.c_str());
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: triad_manual FOLDER\n", stderr);
    return 2;
  }
  const std::filesystem::path folder = argv[1];
  bool all = true;
  std::string tables =
      "# Options\n\nFor users: the options of each program, made from the text of its `--help`. "
      "tools/manual writes this page.\n\n";
  std::vector<const triad::command_line::Manual*> manuals{
      &triad::rtig::manual(),      &triad::rtia::manual(),    &triad::router::manual(),
      &triad::rtictl::manual(),    &triad::rtimesh::manual(), &triad::rtimon::manual(),
      &triad::rtirecord::manual(), &triad::rtirun::manual(),  &triad::fed::manual()};
  for (const triad::command_line::Manual* manual : manuals) {
    all = write(folder / "man/man1" / (manual->name + ".1"), man_page(*manual)) && all;
    all = write(folder / "bash-completion/completions" / manual->name, bash_completion(*manual)) &&
          all;
    tables += option_tables(*manual);
  }
  tables.pop_back();
  all = write(folder / "options.md", tables) && all;
  return all ? 0 : 1;
}
