#include "rtig/program/rtig_options.hpp"

#include <boost/describe.hpp>
#include <boost/mp11.hpp>
#include <charconv>
#include <sstream>

#include "command_line/parsed_arguments.hpp"
#include "config/setting_values.hpp"
#include "rtig/program/rtig_manual.hpp"
#include "wire/interest.hpp"

namespace triad::rtig {

namespace {

wire::Error refusal(std::string text) {
  return wire::error(wire::ErrorCode::RTIinternalError, std::move(text));
}

// Returns the URL for a --listen value. CERTI's rtig takes a bare address: `rtig -l 0.0.0.0`. A
// plain number is a port on loopback.
std::string as_url(const std::string& listen, const config::Environment& environment) {
  if (listen.find("://") != std::string::npos || listen.starts_with("memory:")) return listen;
  if (listen.find_first_not_of("0123456789") == std::string::npos) {
    return "tcp://127.0.0.1:" + listen;
  }
  const bool has_port = listen.find(':') != std::string::npos;
  const std::string port = environment("CERTI_TCP_PORT").value_or("60400");
  return "tcp://" + listen + (has_port ? "" : ":" + port);
}

// Maps CERTI's -v: 0 only warnings and errors, 1 events, 2 everything.
wire::Result<std::string> level_of_verbosity(const std::string& verbosity) {
  if (verbosity == "0") return std::string("warning");
  if (verbosity == "1") return std::string("info");
  if (verbosity == "2") return std::string("debug");
  return refusal("command line, --verbose: \"" + verbosity + "\" is not a value; give 0, 1 or 2");
}

wire::ResignAction resign_action(std::string_view name) {
  wire::ResignAction found{};
  boost::mp11::mp_for_each<boost::describe::describe_enumerators<wire::ResignAction>>(
      [&](auto action) {
        if (name == action.name) found = action.value;
      });
  return found;
}

std::vector<std::string> words(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

// Parses region.cells, such as "4 Terrain=16".
wire::Result<CellsOfExtents> cells_of_extents(const config::Configuration& configuration) {
  CellsOfExtents cells;
  for (const std::string& word : words(configuration.text("region.cells"))) {
    const std::size_t equals = word.rfind('=');
    const std::string count = equals == std::string::npos ? word : word.substr(equals + 1);
    std::uint32_t value = 0;
    const char* const end = count.data() + count.size();
    const auto [stop, fault] = std::from_chars(count.data(), end, value);
    if (fault != std::errc{} || stop != end || value < 1 || value > wire::kCellsMax ||
        equals == 0) {
      return refusal(configuration.origin("region.cells") + ": \"" + word +
                     "\" is not a value; give N, or SPACE=N for one routing space, with N from 1 "
                     "to " +
                     std::to_string(wire::kCellsMax));
    }
    if (equals == std::string::npos) {
      cells.of_others = value;
    } else {
      cells.by_space[word.substr(0, equals)] = value;
    }
  }
  return cells;
}

// Returns the values that the command line gives for the settings.
wire::Result<std::map<std::string, std::string>> settings_given(
    const command_line::ParsedArguments& given) {
  auto values = router::settings_given(setting_options(), given);
  if (given.has("verbose") && !values.contains("log.level")) {
    auto level = level_of_verbosity(*given.value("verbose"));
    if (!level) return level.error();
    values["log.level"] = *level;
  }
  return values;
}

// Fails if the limits on queued bytes and the longest message do not fit together.
wire::Result<router::QueueLimits> read_queue_limits(const config::Configuration& configuration) {
  const router::QueueLimits queue{configuration.bytes("flow.hold"),
                                  configuration.bytes("flow.resume"),
                                  configuration.bytes("flow.resign")};
  if (queue.resume > queue.hold || queue.hold > queue.expel) {
    return refusal("flow.resume (" + configuration.text("flow.resume") + ", " +
                   configuration.origin("flow.resume") + ") may not be above flow.hold (" +
                   configuration.text("flow.hold") + ", " + configuration.origin("flow.hold") +
                   "), nor that above flow.resign (" + configuration.text("flow.resign") + ", " +
                   configuration.origin("flow.resign") + ")");
  }
  if (configuration.bytes("message.max") > queue.expel) {
    return refusal("message.max (" + configuration.text("message.max") + ", " +
                   configuration.origin("message.max") + ") may not be above flow.resign (" +
                   configuration.text("flow.resign") + ", " + configuration.origin("flow.resign") +
                   "): the receiver of such a message would be resigned");
  }
  return queue;
}

Timeouts read_timeouts(const config::Configuration& configuration) {
  const auto duration = [&](const char* key) {
    return router::milliseconds_of(configuration.seconds(key));
  };
  return {.hold = duration("flow.patience"),
          .order = duration("resign.patience"),
          .move = duration("move.timeout"),
          .save = duration("save.timeout"),
          .report = duration("report.waits"),
          .resume = duration("resume.timeout"),
          .lost_grace = duration("lost.grace")};
}

// Reads the options of the server except the multicast address.
wire::Result<ServerOptions> read_server_options(const config::Configuration& configuration) {
  ServerOptions server;
  router::copy_settings(configuration, server);
  if (const auto tls = router::read_tls(configuration, server.link); !tls) return tls.error();
  server.rtig.lost_action = resign_action(configuration.text("lost.action"));
  const auto queue = read_queue_limits(configuration);
  if (!queue) return queue.error();
  server.rtig.queue = *queue;
  server.rtig.timeouts = read_timeouts(configuration);
  server.rtig.resume_log_bytes = configuration.bytes("resume.log-bytes");
  server.rtig.resume_times = configuration.count("resume.times");
  server.rtig.journal_image_bytes = configuration.bytes("journal.image-bytes");
  // Shared memory ends with this process, also if a journal continues its federations.
  const bool may_share_memory = configuration.text("journal").empty();
  server.fabric.reset();
  if (may_share_memory) server.fabric.emplace().outbox_bytes = configuration.bytes("fabric.log");
  return server;
}

// Reads the policy's file name and the options of the audit log.
wire::Result<void> read_security(const config::Configuration& configuration,
                                 ProgramOptions& options) {
  options.policy_file = configuration.text("policy.file");
  options.server.audit = {configuration.text("audit.file"), configuration.flag("audit.required")};
  if (!options.policy_file.empty() && configuration.origin("operators") != "default") {
    return refusal("operators (" + configuration.origin("operators") + ") and policy.file (" +
                   configuration.origin("policy.file") +
                   ") are both set, and the policy decides about operators; remove `operators`, "
                   "and write a rule such as `- allow: operate` with `principals: uid 1000` in " +
                   options.policy_file);
  }
  if (options.server.audit.is_required && options.server.audit.file.empty()) {
    return refusal("audit.required (" + configuration.origin("audit.required") +
                   ") needs audit.file, the file of the audit log");
  }
  return {};
}

wire::Result<ProgramOptions> interpret(const config::Configuration& configuration,
                                       const config::Environment& environment) {
  ProgramOptions options;
  for (const std::string& url : words(configuration.text("listen"))) {
    options.listen.push_back(as_url(url, environment));
  }
  options.listen_given = configuration.origin("listen") != "default";
  if (options.listen.empty()) {
    return refusal(configuration.origin("listen") + ": rtig must listen somewhere; give a URL");
  }
  auto server = read_server_options(configuration);
  if (!server) return server.error();
  options.server = std::move(*server);
  auto cells = cells_of_extents(configuration);
  if (!cells) return cells.error();
  options.fed = {configuration.directories("fom.path"), configuration.flag("fom.anywhere"),
                 std::move(*cells)};
  const auto multicast = router::multicast_of(configuration);
  if (!multicast) return multicast.error();
  options.server.multicast = *multicast;
  options.saves = {configuration.text("saves"),
                   configuration.origin("saves") != "default",
                   {configuration.bytes("saves.federation"), configuration.bytes("saves.total")}};
  options.journals = configuration.text("journal");
  if (!options.journals.empty() && options.server.rtig.timeouts.resume.count() == 0) {
    return refusal("journal (" + configuration.origin("journal") +
                   ") needs resume.timeout: federates return to a restarted rtig within that time; "
                   "set it here and for the federates, for example --resume-timeout 60");
  }
  options.log = {router::log_level_of(configuration), configuration.text("log.file")};
  if (const auto secured = read_security(configuration, options); !secured) return secured.error();
  options.warnings = configuration.warnings();
  return options;
}

}  // namespace

wire::Result<ProgramOptions> read_options(const std::vector<std::string>& arguments,
                                          const config::Sources& surroundings) {
  const auto given = command_line::parse_command_line(manual(), arguments);
  if (!given) return refusal("command line: " + given.error().text);
  if (auto answer = command_line::help_or_version(manual(), *given)) {
    ProgramOptions options;
    options.answer = std::move(*answer);
    return options;
  }
  auto values = settings_given(*given);
  if (!values) return values.error();
  config::Sources sources = surroundings;
  sources.command_line = std::move(*values);
  const auto configuration = config::read(sources);
  if (!configuration) return configuration.error();
  auto options = interpret(*configuration, sources.environment);
  if (options && given->has("ready-fd")) {
    const auto fd = router::parse_descriptor(*given->value("ready-fd"), "--ready-fd");
    if (!fd) return fd.error();
    options->ready_fd = *fd;
  }
  if (options && given->has("topology")) options->topology = *given->value("topology");
  return options;
}

// `queue-bytes` replaces flow.resign at a router, so it has the same lower limits.
std::optional<std::string> rules_conflict(const router::LinkServerOptions& options,
                                          const router::RulesOfRouters& rules) {
  for (const auto& [router, rule] : rules) {
    if (!rule.queue_bytes) continue;
    const std::string what =
        "router " + router + ": `queue-bytes` (" + std::to_string(*rule.queue_bytes) + ") ";
    if (*rule.queue_bytes < options.hold_bytes) {
      return what + "may not be below flow.hold (" + std::to_string(options.hold_bytes) +
             "): federates there would be disconnected before their senders are held; "
             "raise it, or give rtig a smaller flow.hold";
    }
    if (*rule.queue_bytes < options.message_bytes_max) {
      return what + "may not be below message.max (" + std::to_string(options.message_bytes_max) +
             "): the receiver of such a message would be disconnected; raise it, or give rtig a "
             "smaller message.max";
    }
  }
  return std::nullopt;
}

}  // namespace triad::rtig
