#include "tools/rtimon/rtimon.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <csignal>
#include <cstdio>

#include "files/line_output.hpp"
#include "tools/rtimon/http_api.hpp"
#include "tools/rtimon/http_server.hpp"

namespace triad::rtimon {

namespace {

namespace asio = boost::asio;

int fail(const std::string& text, int status = 1) {
  files::print_line("rtimon: " + text);
  return status;
}

void log(const std::string& line) {
  files::print_line("rtimon: " + line);
}

// Returns the URL of the page, without a token.
std::string url_of(const asio::ip::tcp::endpoint& at) {
  const bool is_v6 = at.address().is_v6();
  const std::string host = at.address().is_unspecified() ? "localhost" : at.address().to_string();
  return "http://" + (is_v6 && host != "localhost" ? "[" + host + "]" : host) + ":" +
         std::to_string(at.port()) + "/";
}

// Prints the URL that a browser opens. A token from a file is not repeated.
void announce(const HttpServer& server, const Options& options, const std::string& token,
              bool has_page) {
  const auto at = server.endpoint();
  const std::string suffix = options.token_file.empty() ? "?token=" + token : "?token=TOKEN";
  std::printf("rtimon: watches %s\nrtimon: open %s%s\n", options.poller.rtig.url.c_str(),
              url_of(at).c_str(), suffix.c_str());
  if (!has_page) {
    std::printf("rtimon: this build has no page; /api/snapshot and /metrics have the figures\n");
  }
  std::fflush(stdout);
  if (!at.address().is_loopback()) {
    log("warning: it listens beyond this host without encryption: others on the network can read "
        "the token and the figures; use an ssh tunnel or a proxy with TLS");
  }
}

HttpApi::History history_of(HistoryStore& store) {
  return {.series = [&store](const SeriesQuery& query) { return store.series(query); },
          .events = [&store](const EventQuery& query) { return store.events(query); }};
}

int serve(const Options& options) {
  const auto token = make_token(options.token_file);
  if (!token) return fail(token.error().text);
  auto page =
      PageFiles::read(options.page.empty() ? page_folder() : std::filesystem::path(options.page));
  if (!page) return fail(page.error().text);
  auto store = HistoryStore::open(options.history, options.limits);
  if (!store) return fail(store.error().text);
  auto readable = HistoryStore::open_to_read(options.history);
  if (!readable) return fail(readable.error().text);
  const auto address = parse_address(options.listen);
  if (!address) return fail(address.error().text, 2);
  const bool has_page = !page->empty();
  HttpApi api(*token, "rtimon-" + std::to_string(address->port()), std::move(*page),
              history_of(*readable), wall_time);
  asio::io_context io;
  auto server = HttpServer::listen(io, options.listen, api);
  if (!server) return fail(server.error().text);
  asio::signal_set signals(io, SIGINT, SIGTERM);
  signals.async_wait([&io](const boost::system::error_code&, int) { io.stop(); });
  announce(**server, options, *token, has_page);
  const RtigPoller poller(
      options.poller, std::move(*store),
      [&](Published published) {
        asio::post(io,
                   [&server, published = std::move(published)] { (*server)->publish(published); });
      },
      log);
  io.run();
  return 0;
}

}  // namespace

int run(const std::vector<std::string>& arguments) {
  const auto given = command_line::parse_command_line(manual(), arguments);
  if (!given) return fail(given.error().text, 2);
  if (const auto answer = command_line::help_or_version(manual(), *given)) {
    return command_line::print(manual(), *answer) ? 0 : 1;
  }
  const auto options = make_options(*given);
  if (!options) return fail(options.error().text, 2);
  return serve(*options);
}

}  // namespace triad::rtimon
