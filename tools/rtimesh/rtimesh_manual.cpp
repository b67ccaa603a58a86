// The manual of rtimesh.
#include "command_line/manual.hpp"
#include "tools/rtimesh/rtimesh.hpp"

namespace triad::rtimesh {

namespace {

constexpr const char* kExample =
    "  rtig: alpha\n"
    "  groups:\n"
    "    - name: site\n"
    "      head: alpha\n"
    "      routers:\n"
    "        - {name: alpha, host: ws1, listen: tcp://ws1:60400}\n"
    "        - {name: beta, host: ws2, listen: tcp://ws2:60400}\n"
    "        - {name: gamma, host: ws3, listen: tcp://ws3:60400}";

command_line::Manual command(std::string name, std::string summary, std::string text) {
  return {.name = std::move(name),
          .summary = std::move(summary),
          .arguments = "FILE",
          .arguments_min = 1,
          .arguments_max = 1,
          .missing = "no file is given",
          .offer = command_line::Offer::files,
          .text = std::move(text)};
}

command_line::Manual make_manual() {
  return {
      .name = "rtimesh make",
      .summary = "write the file of a mesh of a usual shape",
      .arguments = "SHAPE",
      .arguments_min = 1,
      .arguments_max = 1,
      .missing = "no shape is given: tree, mesh, mesh-of-trees or tree-of-meshes",
      .text =
          "SHAPE is\n"
          "  tree            each router is linked to its parent\n"
          "  mesh            each is linked to each\n"
          "  mesh-of-trees   trees whose roots are linked each to each\n"
          "  tree-of-meshes  meshes, the first router of each of which is linked to one of the "
          "mesh above\n"
          "\n"
          "The file has comments for those who change it, and says at its end which router each "
          "federate is to use.",
      .options = {
          {.name = "routers", .argument = "N", .text = "How many routers, at most 1000."},
          {.name = "federates",
           .argument = "N",
           .text = "How many federates, at most 1000000. They are shared out evenly among the "
                   "routers that have none below them."},
          {.name = "parts",
           .argument = "N",
           .text = "How many trees or meshes. Unless given: about as many as each of them has "
                   "routers."},
          {.name = "fan-out",
           .argument = "N",
           .text = "How many routers are below one of a tree, or meshes below one of a tree of "
                   "meshes, at most. 4 unless given."},
          {.name = "hosts",
           .argument = "HOST,HOST...",
           .text =
               "The hosts, each with about as many routers. What is below a router stays on its "
               "host as far as that goes. localhost unless given, which is this machine alone."},
          {.name = "first-port",
           .argument = "PORT",
           .text = "Of the first router of each host; each further one has the next. 60400 unless "
                   "given."},
          {.name = "name",
           .argument = "NAME",
           .text = "Of the whole mesh: routers of another one are strangers. mesh unless given."},
          {.name = "output",
           .argument = "FILE",
           .text = "Write the file there, and print how large the mesh is and which router each "
                   "federate is to use. A file that is there is left as it is, and that is an "
                   "error. Unless given the file goes to standard output.",
           .offer = command_line::Offer::files}}};
}

command_line::Manual check_manual() {
  command_line::Manual check = command(
      "rtimesh check", "say what is wrong with the file, or how large the mesh is",
      "Routers talk to each other if the hash is the same. Problems go to standard error, all "
      "of them, each with its line and column.");
  check.options = {{.name = "names", .text = "Print only the names of the routers, one a line."}};
  return check;
}

command_line::Manual key_manual() {
  return command(
      "rtimesh key", "make the key of a router in an overlay",
      "Writes a new private Ed25519 key to FILE (PEM, PKCS #8), which its owner alone may "
      "read, and prints the line that the router's entry in the file of the mesh gets. A "
      "file that is there is left as it is, and that is an error.");
}

command_line::Manual draw_manual() {
  command_line::Manual draw = command(
      "rtimesh draw", "draw the mesh with Graphviz",
      "Prints a graph in Graphviz's language DOT. Groups are boxes, heads have a double border, "
      "the router with the RTIG is filled, and dashed lines lead to parents.");
  draw.options = {{.name = "svg",
                   .argument = "OUT",
                   .text = "Write the drawing to this file as SVG, by Graphviz's program dot.",
                   .offer = command_line::Offer::files}};
  return draw;
}

command_line::Manual up_manual() {
  command_line::Manual up = command(
      "rtimesh up", "start the routers of this host, and end them",
      "Starts every router of the file whose host is this one, each as a process with a log of "
      "its own, or those of one `process` as one: the RTIG's as rtig, others as rtirouter, which "
      "are looked for beside rtimesh and in the PATH. Says what is to be started on other hosts. "
      "When every router listens and has "
      "its link towards the RTIG, says who is connected to whom, and where federates may join.\n\n"
      "Stays until SIGINT or SIGTERM, or until COMMAND ends, which runs when all is ready, with "
      "RTI_URL as the first router's. Then the routers are ended, those that take longer than 5 "
      "s by SIGKILL. A router that ends before all is ready ends everything; one that ends later "
      "is told of.");
  up.after_dashes = "COMMAND [ARGUMENT...]";
  up.options = {
      {.name = "host",
       .argument = "NAME",
       .text = "Start the routers whose host is NAME in the file. Unless given: this host's name, "
               "localhost, and the addresses of its network interfaces."},
      {.name = "log-directory",
       .argument = "DIRECTORY",
       .text = "Write the logs there, each as ROUTER.log, behind what is in it; that of several "
               "routers in one process is called as the first of them. Unless given: a "
               "new directory below TMPDIR, or below /tmp.",
       .offer = command_line::Offer::directories},
      {.name = "timeout",
       .argument = "SECONDS",
       .text = "How long all may take to become ready, 30 unless given. Then it is said what "
               "is missing, and all is ended."},
      {.name = "status",
       .argument = "SECONDS",
       .text = "Say every so many seconds who is connected to whom, with frames and KB (1000 "
               "bytes) a second each way: -> as the arrow between the names, <- against it."},
      {.name = "ready-fd",
       .argument = "N",
       .text = "When all is ready write to this descriptor a line \"ROUTER URL\" for each "
               "router of this host, and close it."}};
  up.sections = {{"Exit status of up",
                  "  That of COMMAND, if it is not 0; 128 and the number of the signal that ended "
                  "it.\n"
                  "  0   all was ready, and no router ended by itself\n"
                  "  1   it was not, one did, or something could not be done"}};
  return up;
}

command_line::Manual status_manual() {
  return command(
      "rtimesh status", "ask all routers who is connected to whom",
      "Asks each at the first address where it listens. Those that do not answer within "
      "2 s are named with the reason. Of each link it is said how much has passed since it "
      "came up, in frames and KB (1000 bytes): -> as the arrow between the names, <- "
      "against it. Exit status 0 if all answer and all links are "
      "up, else 1.");
}

command_line::Manual drain_manual() {
  return {.name = "rtimesh drain",
          .summary = "ask a router of this host to leave the mesh",
          .arguments = "FILE ROUTER",
          .arguments_min = 2,
          .arguments_max = 2,
          .missing = "give the file and the name of a router",
          .offer = command_line::Offer::files,
          .last_offer = command_line::Offer::routers,
          .text =
              "From then on it serves no newcomers: federates go to the next URL of their "
              "RTI_URL, and so do those that are connected and have not joined, with their "
              "next request. Those that have joined go on there, too, while their federations "
              "pause; those that have no other URL stay until they resign. The router ends "
              "when no member is behind it and no router below it is connected. Asked again, it "
              "lets those try again that have stayed.\n\n"
              "The user of the router asks it, on its host. That of the RTIG, a rank of an MPI "
              "job, and one that shares its process with others do not leave. Exit status 0 "
              "if it does, else 1."};
}

}  // namespace

const command_line::Manual& manual() {
  static const command_line::Manual kManual{
      .name = "rtimesh",
      .summary = "makes, checks, draws and starts a mesh of routers that a file describes",
      .text =
          "Routers form groups, in which each is linked to each. The head of a group is linked "
          "to the group's parent, a router of another group, unless the group is the root.",
      .sections = {{"Example of a file", kExample},
                   {"Examples",
                    "  rtimesh make mesh --routers 3 --hosts ws1,ws2,ws3 --output mesh.yaml\n"
                    "      writes the file of a mesh, one router a host\n"
                    "  rtimesh check mesh.yaml\n"
                    "      shows errors of the file, or the size of the mesh\n"
                    "  rtimesh up mesh.yaml\n"
                    "      starts the routers of this host; the same on each host\n"
                    "  rtimesh status mesh.yaml\n"
                    "      shows the links between routers\n"
                    "  rtimesh drain mesh.yaml beta\n"
                    "      takes a router of this host out of the mesh; its federates go on"},
                   {"Exit status",
                    "  0   done\n"
                    "  1   the file has problems, a file cannot be read or written, or the mesh is "
                    "not whole\n"
                    "  2   wrong command line"},
                   {"See also", "rtig(1), rtictl(1)"}},
      .commands = {make_manual(), check_manual(), key_manual(), draw_manual(), up_manual(),
                   status_manual(), drain_manual()}};
  return kManual;
}

}  // namespace triad::rtimesh
