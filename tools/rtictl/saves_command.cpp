// `rtictl saves`: lists the saves that an rtig keeps.
#include <cstdio>
#include <ctime>

#include "tools/rtictl/aligned_table.hpp"
#include "tools/rtictl/client.hpp"
#include "tools/rtictl/command.hpp"

namespace triad::rtictl {

namespace {

std::string date_text(std::int64_t seconds) {
  const auto time = static_cast<std::time_t>(seconds);
  std::tm parts{};
  char text[32] = "?";
  if (::gmtime_r(&time, &parts) != nullptr) {
    (void)std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &parts);
  }
  return text;
}

std::string as_table(const wire::SaveList& list) {
  if (!list.kept) return "This rtig keeps no saves: it was started with an empty --saves.\n";
  if (list.saves.empty()) return "No saves.\n";
  using enum Table::Align;
  Table table({{"FEDERATION", left},
               {"LABEL", left},
               {"SAVED (UTC)", left},
               {"BYTES", right},
               {"FED", left},
               {"FILE", left}});
  std::string faults;
  for (const wire::SaveInfo& save : list.saves) {
    table.add({std::string(save.federation), std::string(save.label), date_text(save.saved_at),
               std::to_string(save.bytes), std::string(save.fed), std::string(save.file)});
    if (save.fault.empty()) continue;
    faults += printable(save.file) + " cannot be used: " + printable(save.fault) + "\n";
  }
  return table.text() + faults;
}

ExitCode run_saves(const Context& context, const command_line::Given&) {
  auto client = Client::connect(context);
  if (!client) return fail(client.error());
  const auto reply = client->ask(wire::ListSaves{});
  if (!reply) return fail(reply.error());
  const auto list = reply->message<wire::SaveList>();
  if (!list) return fail(client->misunderstood(*reply));
  std::fputs(as_table(*list).c_str(), stdout);
  return ExitCode::done;
}

}  // namespace

const Command kSaves{
    .manual = {.name = "rtictl saves",
               .summary = "show the saves that the rtig keeps",
               .text =
                   "Shows each save in the directory of `rtig --saves`: federation, label, when it "
                   "was written, its size, the FED file of its federation, and its own file. The "
                   "list shows the header of each file; only a restore checks the whole file."},
    .run = run_saves,
};

}  // namespace triad::rtictl
