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
      .summary = "write the file of a mesh of a common shape",
      .arguments = "SHAPE",
      .arguments_min = 1,
      .arguments_max = 1,
      .missing = "no shape is given: tree, mesh, mesh-of-trees or tree-of-meshes",
      .text =
          "SHAPE is\n"
          "  tree            each router is linked to its parent\n"
          "  mesh            every router is linked to every other router\n"
          "  mesh-of-trees   trees, whose roots form a mesh\n"
          "  tree-of-meshes  meshes; the first router of each mesh is linked to a router of the "
          "mesh above\n"
          "\n"
          "The file has comments for its editors. Its end lists the router for each federate.",
      .options = {
          {.name = "routers", .argument = "N", .text = "Number of routers, at most 1000."},
          {.name = "federates",
           .argument = "N",
           .text = "Number of federates, at most 1000000. They are distributed evenly over the "
                   "routers without lower routers."},
          {.name = "parts",
           .argument = "N",
           .text = "Number of trees or meshes. Unless given: the square root of the number of "
                   "routers, rounded."},
          {.name = "fan-out",
           .argument = "N",
           .text = "Most routers below a router of a tree, or most meshes below a mesh of a tree "
                   "of meshes. 4 unless given."},
          {.name = "hosts",
           .argument = "HOST,HOST...",
           .text = "Hosts, each with about the same number of routers. Lower routers stay on the "
                   "host of their upper router as far as possible. localhost unless given: this "
                   "machine only."},
          {.name = "first-port",
           .argument = "PORT",
           .text = "Port of the first router of each host. Each further router has the next port. "
                   "60400 unless given."},
          {.name = "name",
           .argument = "NAME",
           .text = "Name of the mesh. Routers of meshes with different names refuse each other. "
                   "mesh unless given."},
          {.name = "output",
           .argument = "FILE",
           .text =
               "Writes the mesh to FILE, and prints its size and the router for each federate. An "
               "existing file is not changed, and is an error. Standard output unless given.",
           .offer = command_line::Offer::files}}};
}

command_line::Manual check_manual() {
  command_line::Manual check = command(
      "rtimesh check", "show the errors of the file, or the size of the mesh",
      "Prints the size of the mesh, and a hash of the file. Routers connect only to routers with "
      "the same hash. All problems go to standard error, each with its line and column.");
  check.options = {
      {.name = "names", .text = "Prints only the names of the routers, one per line."}};
  return check;
}

command_line::Manual key_manual() {
  return command(
      "rtimesh key", "make the key of a router in an overlay",
      "Writes a new private Ed25519 key to FILE (PEM, PKCS #8), which only its owner may "
      "read. Prints the `key` line for the router's entry in the file of the mesh. An existing "
      "file is not changed, and is an error.");
}

command_line::Manual draw_manual() {
  command_line::Manual draw = command(
      "rtimesh draw", "draw the mesh with Graphviz",
      "Prints a graph in Graphviz's language DOT. Groups are boxes, heads have a double border, "
      "the router with the RTIG is filled, and dashed lines lead to parents.");
  draw.options = {{.name = "svg",
                   .argument = "OUT",
                   .text = "Writes the drawing to this file as SVG, with Graphviz's program dot.",
                   .offer = command_line::Offer::files}};
  return draw;
}

command_line::Manual up_manual() {
  command_line::Manual up = command(
      "rtimesh up", "start the routers of this host, and end them",
      "Starts every router of the file whose host is this host, each as a process with its own "
      "log; routers with the same `process` share a process. The router with the RTIG runs as "
      "rtig, the others as rtirouter; both programs are searched for beside rtimesh and in the "
      "PATH. Prints the commands for the other hosts. When every router listens and has its link "
      "towards the RTIG, prints the links, and the URLs at which federates may join.\n\n"
      "Runs until SIGINT or SIGTERM, or until COMMAND ends. COMMAND starts when all routers are "
      "ready, with RTI_URL set to the first router. At the end rtimesh stops the routers, with "
      "SIGKILL after 5 s. If a router ends before all routers are ready, all are stopped; if it "
      "ends later, that is reported.");
  up.after_dashes = "COMMAND [ARGUMENT...]";
  up.options = {
      {.name = "host",
       .argument = "NAME",
       .text = "Starts the routers whose host is NAME in the file. Unless given: this host's name, "
               "localhost, and the addresses of its network interfaces."},
      {.name = "log-directory",
       .argument = "DIRECTORY",
       .text = "Appends each log to ROUTER.log in this directory. A process with several routers "
               "uses the name of the first one. Unless given: a new directory below TMPDIR, or "
               "below /tmp.",
       .offer = command_line::Offer::directories},
      {.name = "timeout",
       .argument = "SECONDS",
       .text = "Longest time until all routers are ready, 30 unless given. After that rtimesh "
               "prints the routers and links that are not ready, and stops all."},
      {.name = "status",
       .argument = "SECONDS",
       .text = "Prints the links at this interval, with frames and KB (1000 bytes) per second: -> "
               "in the direction of the arrow between the names, <- against it."},
      {.name = "ready-fd",
       .argument = "N",
       .text = "When all routers are ready, writes a line \"ROUTER URL\" for each router of this "
               "host to this descriptor, and closes it."}};
  up.sections = {
      {"Exit status of up",
       "  Status of COMMAND if it is not 0; 128 plus the number of the signal that ended it.\n"
       "  0   all routers were ready, and no router ended by itself\n"
       "  1   a router was not ready or ended by itself, or an operation failed"}};
  return up;
}

command_line::Manual status_manual() {
  return command(
      "rtimesh status", "show the links between all routers",
      "Asks each router at the first address where it listens. Routers that do not answer "
      "within 2 s are listed with the reason. Each link is shown with its traffic since it came "
      "up, in frames and KB (1000 bytes): -> in the direction of the arrow between the names, <- "
      "against it. Exit status: 0 if all routers answer and all links are up, otherwise 1.");
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
              "The router then accepts no new clients. New federates go to the next URL of their "
              "RTI_URL; so do connected federates that have not joined, with their next request. "
              "Joined federates move there too, while their federations pause; federates without "
              "another URL stay until they resign. The router ends when no member is behind it and "
              "no router below it is connected. If the command is repeated, federates that have "
              "stayed try again to move.\n\n"
              "Run it as the router's user on the router's host. The RTIG's router, a rank of an "
              "MPI job, and a router that shares its process do not leave. Exit status: 0 if the "
              "router accepts, otherwise 1."};
}

}  // namespace

const command_line::Manual& manual() {
  static const command_line::Manual kManual{
      .name = "rtimesh",
      .summary = "makes, checks, draws and starts a mesh of routers that a file describes",
      .text =
          "Routers form groups, in which every router is linked to every other. The head of a "
          "group is linked to the group's parent, a router of another group, unless the group is "
          "the root.",
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
