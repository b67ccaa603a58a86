// The manual of rtirun.
#include "command_line/manual.hpp"
#include "tools/rtirun/rtirun.hpp"

namespace triad::rtirun {

namespace {

constexpr const char* kScenarioExample =
    "  variables: {rounds: 1000}\n"
    "  rtig: {listen: \"tcp://127.0.0.1:60400\"}\n"
    "  federates:\n"
    "    - name: hello-${i}\n"
    "      count: 2\n"
    "      command: [hello, \"${name}\", hello.fed, \"${rounds}\"]";

command_line::Manual scenario_command(std::string name, std::string summary, std::string text) {
  return {.name = std::move(name),
          .summary = std::move(summary),
          .arguments = "FILE",
          .arguments_min = 1,
          .arguments_max = 1,
          .missing = "no file is given",
          .offer = command_line::Offer::files,
          .text = std::move(text)};
}

command_line::Manual logs_manual() {
  auto logs = scenario_command(
      "rtirun logs", "print the output of the processes",
      "Prints the logs of the named processes, or of all, in the order of the lines' times. Each "
      "line begins with the name of its process and its time.");
  logs.arguments = "FILE [PROCESS...]";
  logs.arguments_max = 1001;
  logs.options = {{.name = "follow", .text = "Prints new lines until the run ends.", .letter = 'f'},
                  {.name = "since",
                   .argument = "TIME",
                   .text = "Prints only lines since this time: 90s, 10m, 2h or 1d ago, or "
                           "2026-11-29T02:03:04Z."}};
  return logs;
}

command_line::Manual collect_manual() {
  auto collect = scenario_command(
      "rtirun collect", "copy the logs and files of a run to one folder",
      "Copies the logs, the state and the file of the last run, and from all hosts the files that "
      "`collect` of its federates names. Exit status: 1 if such a file is missing.");
  collect.options = {{.name = "output",
                      .argument = "DIRECTORY",
                      .text = "New folder. Unless given: FILE with the ending .collected.",
                      .offer = command_line::Offer::directories}};
  return collect;
}

command_line::Manual process_command(std::string name, std::string summary, std::string text) {
  auto command = scenario_command(std::move(name), std::move(summary), std::move(text));
  command.arguments = "FILE PROCESS...";
  command.arguments_min = 2;
  command.arguments_max = 1001;
  command.missing = "no process is named";
  return command;
}

}  // namespace

const command_line::Manual& manual() {
  static const command_line::Manual kManual{
      .name = "rtirun",
      .summary = "runs the rtig and the federates that a scenario file describes",
      .text = "The processes run on this host, and on others by ssh.",
      .options = {{.name = "directory",
                   .argument = "DIRECTORY",
                   .text = "Folder of the run, with PROCESS.log for each process and the state of "
                           "the run. Unless given: FILE with the ending .run.",
                   .offer = command_line::Offer::directories}},
      .sections = {{"Example of a file", kScenarioExample},
                   {"Examples",
                    "  rtirun check hello.yaml\n"
                    "      shows errors of the file, each with its line and column\n"
                    "  rtirun up hello.yaml\n"
                    "      starts the rtig and the federates, and waits for their end\n"
                    "  rtirun status hello.yaml\n"
                    "      shows the state of each process, from another terminal\n"
                    "  rtirun down hello.yaml\n"
                    "      ends all processes of the run, and no others"},
                   {"Exit status",
                    "  0   done\n"
                    "  1   the file has problems, or the run has failed or is not up\n"
                    "  2   wrong command line"},
                   {"See also", "rtig(1), rtictl(1), rtimesh(1)"}},
      .commands = {
          scenario_command("rtirun check", "show the errors of the file, or the size of the run",
                           "All problems go to standard error, each with its line and column."),
          scenario_command(
              "rtirun up", "start the processes, and end them",
              "Starts the rtig, beside rtirun or in the PATH. When it answers, starts the "
              "federates, with RTI_URL set. A federate is ready when the rtig has it as a member "
              "of a federation; with `ready: started` when its program runs. Logs of an earlier "
              "run are removed. If an rtirun of this scenario was killed and its processes still "
              "run, goes on with that run.\n\n"
              "Runs until every federate has ended, until SIGINT or SIGTERM, or until the policy "
              "of a federate or a time limit ends the run. Then the processes receive SIGINT, "
              "after 5 s SIGTERM, and after 5 s more SIGKILL: first those of the federates, then "
              "the rtig. A further SIGINT sends the next signal at once. If the run fails, rtirun "
              "shows the first error and the last lines of that log."),
          scenario_command("rtirun status", "show the state of each process",
                           "Exit status: 0 if the run is up, otherwise 1."),
          scenario_command("rtirun plan", "show the hosts, and the host of each process",
                           "Asks each host for its cores, memory, load and version, and shows "
                           "where the processes would run. Starts nothing. Exit status: 0 if all "
                           "hosts can be used."),
          process_command("rtirun stop", "end federates of a run that is up",
                          "Ends each federate with SIGINT, after 5 s SIGTERM, and after 5 s more "
                          "SIGKILL, and waits for its end. The run goes on, and `on-exit` does not "
                          "apply. rtig ends only with the run."),
          process_command("rtirun restart", "start federates of a run again",
                          "Ends each federate as `rtirun stop` does, if it runs, starts it again, "
                          "and waits until it is ready. Does not count as one of its `restarts`."),
          logs_manual(), collect_manual(),
          scenario_command("rtirun down", "end the run",
                           "Ends every process that the run has started, grandchildren included, "
                           "and waits for their end. Also ends what a killed rtirun has left.")}};
  return kManual;
}

}  // namespace triad::rtirun
