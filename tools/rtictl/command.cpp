#include "tools/rtictl/command.hpp"

#include <array>
#include <cstdio>

#include "wire/harmless_text.hpp"

namespace triad::rtictl {

std::span<const Command* const> commands() {
  static constexpr std::array<const Command*, 7> kCommands{&kList,    &kTime, &kTrace, &kSaves,
                                                           &kDestroy, &kKeys, &kPolicy};
  return kCommands;
}

const command_line::Manual& manual() {
  static const command_line::Manual kManual = [] {
    command_line::Manual rtictl{
        .name = "rtictl",
        .summary = "shows, follows and ends the federations of a running rtig",
        .text =
            "Also shows which federates block others, lists saves, makes keys, and explains "
            "policies.",
        .options = {{.name = "url",
                     .argument = "URL",
                     .text =
                         "URL of the rtig: tcp://HOST:PORT, tls://HOST:PORT or shm://NAME; or of a "
                         "router of its mesh: mesh://HOST:PORT\n"
                         "environment RTI_URL, or CERTI_HOST and CERTI_TCP_PORT; RID file url; "
                         "default tcp://127.0.0.1:60400"},
                    {.name = "timeout",
                     .argument = "SECONDS",
                     .text =
                         "time to wait for the rtig\n"
                         "environment RTI_CONNECT_TIMEOUT; RID file connect.timeout; default 2"}},
        .sections = {{"Examples",
                      "  rtictl list\n"
                      "      federations of the rtig of this host, with their federates\n"
                      "  rtictl --url tcp://ws1:60400 list --watch 1\n"
                      "      rates and queues on another host, once a second\n"
                      "  rtictl time hall\n"
                      "      logical times, and which federate holds back the others\n"
                      "  rtictl trace hall --only class=Ball --diagram steps.svg\n"
                      "      calls and callbacks about a class; a sequence diagram at the end\n"
                      "  rtictl destroy hall --force\n"
                      "      resigns the federates of a federation and destroys it\n"
                      "  rtictl keys user anna\n"
                      "      makes a certificate, after `rtictl keys init` has made an authority\n"
                      "  rtictl policy check policy.yaml --as 'user anna' --federation hall\n"
                      "      shows the rights of a principal, and the rules that give them"},
                     {"Exit status",
                      "  0   done\n"
                      "  1   refused by the rtig\n"
                      "  2   wrong command line or configuration\n"
                      "  3   no rtig answers"},
                     {"See also", "rtig(1), rtia(1), fed-check(1), rtimesh(1)"}}};
    for (const Command* command : commands()) rtictl.commands.push_back(command->manual);
    return rtictl;
  }();
  return kManual;
}

ExitCode fail(const Failure& failure) {
  std::fprintf(stderr, "rtictl: %s\n", wire::harmless(failure.text).c_str());
  return failure.code;
}

}  // namespace triad::rtictl
