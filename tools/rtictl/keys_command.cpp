// `rtictl keys`: makes and checks the keys and certificates of tls:// links.
#include <cstdio>
#include <ctime>

#include "config/setting_values.hpp"
#include "tools/keys/site_folder.hpp"
#include "tools/rtictl/command.hpp"
#include "wire/harmless_text.hpp"

namespace triad::rtictl {

namespace {

constexpr const char* kFolder = "triad-keys";
constexpr std::uint64_t kDays = 365;
constexpr std::uint64_t kAuthorityDays = 3650;
constexpr std::uint64_t kDaysMax = 36500;
constexpr std::time_t kSecondsPerDay = 86400;
// Clocks of other machines may be late by this time.
constexpr std::time_t kClockTolerance = 300;

struct Request {
  keys::SiteFolder folder;
  std::vector<std::string> names;  // arguments after the action
  keys::Lifetime lifetime;
  bool renews = false;
  std::string host;  // --at
  transport::TlsFiles settings;
};

ExitCode refuse(const wire::Error& error) {
  return fail({ExitCode::refused, error.text});
}

std::string in_quotes(const std::string& text) {
  return "\"" + wire::harmless(text) + "\"";
}

void print_settings(const transport::TlsFiles& files) {
  const auto print = [](const char* key, const std::string& file) {
    if (!file.empty()) std::printf("  %s = %s\n", key, file.c_str());
  };
  std::printf("Settings of a program that uses it, for its RTI.rid or as options:\n");
  print("tls.certificate", files.certificate);
  print("tls.key", files.key);
  print("tls.authorities", files.authorities);
  print("tls.psk", files.psk);
}

ExitCode run_init(const Request& request) {
  const std::string site = request.names.empty() ? "site" : request.names.front();
  if (const auto made = request.folder.init(site, request.lifetime); !made) {
    return refuse(made.error());
  }
  std::printf(
      "The authority %s is made. Keep authority.key secret; its holder can make any identity.\n"
      "Copy authorities.pem to every machine. Next: rtictl keys host NAME, rtictl keys user NAME\n",
      in_quotes(site).c_str());
  return ExitCode::done;
}

ExitCode run_add(const Request& request, keys::Role role) {
  keys::Subject subject{role, request.names.front(), request.names};
  if (role == keys::Role::user) subject.hosts.clear();
  const auto files = request.folder.add(subject, request.lifetime, request.renews);
  if (!files) return refuse(files.error());
  std::printf("The certificate of %s %s is made.\n", keys::name_of(role),
              in_quotes(subject.name).c_str());
  print_settings(*files);
  return ExitCode::done;
}

ExitCode run_psk(const Request& request) {
  const auto files = request.folder.add_psk(request.names.front(), request.renews);
  if (!files) return refuse(files.error());
  std::printf("The pre-shared key %s is made. Copy its file in secret to both ends.\n",
              in_quotes(request.names.front()).c_str());
  print_settings(*files);
  return ExitCode::done;
}

ExitCode run_show(const Request& request) {
  const auto entries = request.folder.entries();
  if (!entries) return refuse(entries.error());
  for (const keys::Entry& entry : *entries) {
    std::printf("%s: %s%s%s, valid from %s to %s%s%s\n", wire::harmless(entry.name).c_str(),
                wire::harmless(entry.principal).c_str(), entry.hosts.empty() ? "" : ", for ",
                wire::harmless(entry.hosts).c_str(), entry.from.c_str(), entry.until.c_str(),
                entry.fault.empty() ? "" : "; ", wire::harmless(entry.fault).c_str());
  }
  return ExitCode::done;
}

ExitCode run_check(const Request& request) {
  transport::TlsFiles files = request.settings;
  if (!request.names.empty()) {
    const auto named = request.folder.files_of(request.names.front());
    if (!named) return refuse(named.error());
    files = *named;
  }
  if (const auto fault = keys::check_files(files, request.host)) {
    return fail({ExitCode::refused, *fault});
  }
  std::printf("No fault found.\n");
  print_settings(files);
  return ExitCode::done;
}

ExitCode run_revoke(const Request& request) {
  const auto revoked = request.folder.revoke(request.names.front(), request.lifetime);
  if (!revoked) return refuse(revoked.error());
  std::printf(
      "%s is revoked. Copy authorities.pem to every machine, and send SIGHUP to rtig and rtirouter "
      "there.\n",
      in_quotes(request.names.front()).c_str());
  return ExitCode::done;
}

// An action of `rtictl keys`.
struct Action {
  const char* word;
  std::size_t names_min;
  std::size_t names_max;
  const char* usage;
  ExitCode (*run)(const Request& request);
};

constexpr std::size_t kHostsMax = 32;
constexpr Action kActions[] = {
    {"init", 0, 1, "init [SITE]", &run_init},
    {"host", 1, kHostsMax, "host NAME [OTHERNAME...]",
     [](const Request& request) { return run_add(request, keys::Role::host); }},
    {"router", 1, kHostsMax, "router NAME [HOST...]",
     [](const Request& request) { return run_add(request, keys::Role::router); }},
    {"user", 1, 1, "user NAME",
     [](const Request& request) { return run_add(request, keys::Role::user); }},
    {"psk", 1, 1, "psk NAME", &run_psk},
    {"show", 0, 0, "show", &run_show},
    {"check", 0, 1, "check [FILES]", &run_check},
    {"revoke", 1, 1, "revoke FILES", &run_revoke},
};

std::optional<keys::Lifetime> lifetime_of(const command_line::ParsedArguments& given,
                                          std::uint64_t days) {
  if (const auto text = given.value("days")) {
    const auto number = config::parse_count(*text);
    if (!number || *number == 0 || *number > kDaysMax) return std::nullopt;
    days = *number;
  }
  const std::time_t now = std::time(nullptr);
  return keys::Lifetime{now - kClockTolerance,
                        now + static_cast<std::time_t>(days) * kSecondsPerDay};
}

ExitCode run_keys(const Context& context, const command_line::ParsedArguments& given) {
  std::vector<std::string> names = given.arguments();
  const std::string word = names.front();
  names.erase(names.begin());
  std::string usages;
  for (const Action& action : kActions) {
    usages += (usages.empty() ? "" : ", ") + std::string(action.usage);
    if (word != action.word) continue;
    if (names.size() < action.names_min || names.size() > action.names_max) {
      return fail({ExitCode::usage, "keys: give `" + std::string(action.usage) + "`"});
    }
    const auto lifetime = lifetime_of(given, word == "init" ? kAuthorityDays : kDays);
    if (!lifetime) {
      return fail({ExitCode::usage, "keys, --days: give a whole number from 1 to 36500"});
    }
    return action.run({keys::SiteFolder(given.value("folder").value_or(kFolder)), std::move(names),
                       *lifetime, given.has("renew"), given.value("at").value_or(""), context.tls});
  }
  return fail({ExitCode::usage, "keys: there is no \"" + word + "\"; give one of " + usages});
}

}  // namespace

const Command kKeys{
    .manual = {.name = "rtictl keys",
               .summary = "make, show, check and revoke keys for tls:// links",
               .arguments = "ACTION [NAME...]",
               .arguments_min = 1,
               .arguments_max = kHostsMax + 1,
               .missing = "keys needs an action: init, host, user, router, psk, show, check or "
                          "revoke",
               .text = "Keeps the authority of a site, and what it signs, in a folder. Needs no "
                       "rtig.\n\n"
                       "  init [SITE]               makes the authority\n"
                       "  host NAME [OTHERNAME...]  makes a certificate for an rtig; the names "
                       "are those\n"
                       "                            of URLs: host names or addresses\n"
                       "  router NAME [HOST...]     the same for a router of a mesh\n"
                       "  user NAME                 makes a certificate for federates and rtictl\n"
                       "  psk NAME                  makes a pre-shared key instead\n"
                       "  show                      lists the certificates\n"
                       "  check [FILES]             says what is wrong with files, such as "
                       "user-anna;\n"
                       "                            without FILES those of the settings tls.*\n"
                       "  revoke FILES              makes a certificate worthless, such as "
                       "user-anna",
               .options = {{.name = "folder",
                            .argument = "FOLDER",
                            .text = "Folder of the keys; default triad-keys.",
                            .offer = command_line::Offer::directories},
                           {.name = "days",
                            .argument = "DAYS",
                            .text = "Time for which the certificate or the revocation list is "
                                    "valid; default 365, for the authority 3650."},
                           {.name = "renew", .text = "Replaces files that exist."},
                           {.name = "at",
                            .argument = "HOST",
                            .text = "For check: host in the URL at which the program listens."}}},
    .run = run_keys,
};

}  // namespace triad::rtictl
