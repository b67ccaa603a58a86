#include "tools/rtictl/client.hpp"

#include <grp.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>
#include <thread>
#include <utility>

#include "files/line_output.hpp"
#include "transport/connect.hpp"
#include "transport/shm/socket_path.hpp"
#include "transport/wait.hpp"
#include "version/version.hpp"
#include "wire/print.hpp"

namespace triad::rtictl {

namespace {

// Returns advice for a URL at which no rtig answers.
std::string start_advice(const transport::Url& url) {
  if (url.scheme == transport::Url::Scheme::mesh) {
    return "; is a router running there? Start it with `rtirouter --topology FILE --name NAME`, or "
           "name another with --url or RTI_URL";
  }
  const std::string text = transport::to_string(url);
  const bool is_default = text == "tcp://127.0.0.1:" + std::to_string(transport::kDefaultPort);
  return "; is an rtig running there? Start one with `rtig" +
         (is_default ? "" : " --listen " + text) + "`, or name another with --url or RTI_URL";
}

// Receives the first record that answers the last request, or that answers no particular request.
class FirstRecord final : public transport::FrameSink {
 public:
  FirstRecord(wire::PieceCollector& pieces, wire::Position asked)
      : pieces_(pieces), request_position_(asked) {}
  void receive_frame(transport::Bytes frame) override {
    using enum wire::PieceCollector::Collected;
    // A faulty piece is treated as an answer, so that the user sees it.
    has_piece = pieces_.receive_frame(frame) == part;
    if (has_piece) return;
    const auto record = wire::parse_record(frame);
    // Ignored after the handshake: a router that is about to leave still answers.
    const bool asks = request_position_ != 0;
    if (asks && record && record->header.message_kind() == wire::Kind::ComeAgain) return;
    const bool late = record && record->header.after_position != 0 &&
                      record->header.after_position != request_position_;
    if (!late) reply.emplace(frame);
  }
  std::optional<Reply> reply;
  bool has_piece = false;  // Whether a piece has arrived.

 private:
  wire::PieceCollector& pieces_;
  const wire::Position request_position_;
};

std::string host_name() {
  char name[256] = "localhost";
  ::gethostname(name, sizeof name - 1);
  return name;
}

std::string seconds(std::chrono::milliseconds time) {
  char text[32];
  std::snprintf(text, sizeof text, "%g s", static_cast<double>(time.count()) / 1000);
  return text;
}

// Changes to the user of an rtig on this host for the rest of this process, because only that
// user's processes may use its shm:// links. No effect unless this process is root's and the rtig's
// user is not root.
void become_user_of(std::uint32_t process) {
  struct stat status {};
  const std::string entry = "/proc/" + std::to_string(process);
  if (::geteuid() != 0 || ::stat(entry.c_str(), &status) != 0 || status.st_uid == 0) return;
  if (::setgroups(0, nullptr) != 0 ||
      ::setresgid(status.st_gid, status.st_gid, status.st_gid) != 0 ||
      ::setresuid(status.st_uid, status.st_uid, status.st_uid) != 0) {
    files::print_line("rtictl: cannot act as the user of process " + std::to_string(process) +
                      ": " + std::generic_category().message(errno));
  }
}

constexpr const char* kNoTriadProgram =
    " is not a Triad program: it did not answer with Triad's handshake; check host and port";

// Returns the reason of a link's end before the answer.
std::string close_reason_text(const transport::Error& reason) {
  using enum transport::Error::Code;
  if (reason.code == frame_too_large || reason.code == bad_frame) return kNoTriadProgram;
  return " ended the link: " + reason.text +
         "; another program has that port, or the rtig there is stopping or has no free "
         "descriptors; see its log";
}

}  // namespace

std::string Reply::text() const {
  const auto record = wire::parse_record(frame_);
  return record ? wire::print(*record) : "bytes that are not a record";
}

Outcome<Client> Client::connect(const Context& context) {
  const auto until = Clock::now() + context.timeout;
  for (;;) {
    std::optional<Busy> busy;
    auto client = connect_once(context, busy);
    if (client || !busy) return client;
    if (busy->process != 0 && busy->host == host_name()) {
      Context by_socket = context;
      by_socket.url = wire::operator_url(busy->process);
      std::optional<Busy> socket_busy;
      if (auto served = connect_once(by_socket, socket_busy)) return served;
    }
    if (Clock::now() + busy->retry_after >= until) {
      return Failure{ExitCode::no_answer, "the rtig at " + context.url +
                                              " accepts no more clients for now: " + busy->reason};
    }
    std::this_thread::sleep_for(busy->retry_after);
  }
}

// Connects to the first URL that answers.
Outcome<Client> Client::connect_once(const Context& context, std::optional<Busy>& busy) {
  const auto urls = transport::parse_urls(context.url);
  if (!urls) return Failure{ExitCode::usage, urls.error().text};
  Failure all{ExitCode::no_answer, {}};
  for (const transport::Url& url : *urls) {
    auto client = connect_to(url, context, busy);
    if (client || client.error().code != ExitCode::no_answer) return client;
    all.text += (all.text.empty() ? "" : "; ") + client.error().text;
  }
  return all;
}

// Limits connecting and handshake together to the timeout.
Outcome<Client> Client::connect_to(const transport::Url& url, const Context& context,
                                   std::optional<Busy>& busy) {
  const auto deadline = Clock::now() + context.timeout;
  transport::LinkOptions options;
  options.socket_directory = context.socket_directory;
  options.is_tls_required = context.is_tls_required;
  if (url.scheme == transport::Url::Scheme::tls) {
    auto identity = transport::load_tls_identity(context.tls);
    if (!identity) return Failure{ExitCode::usage, identity.error().text};
    options.tls = std::move(*identity);
  }
  auto link = transport::connect(url, context.timeout, options);
  if (!link) {
    using enum transport::Error::Code;
    const auto code = link.error().code;
    const bool is_anywhere = code != unknown_host && code != bad_url && code != turned_away;
    return Failure{ExitCode::no_answer, link.error().text + (is_anywhere ? start_advice(url) : "")};
  }
  Client client(std::move(*link), context);
  client.context_.url = transport::to_string(url);
  const auto hello = client.handshake(deadline);
  if (!hello) return hello.error();
  if (!*hello) {
    return Failure{ExitCode::no_answer,
                   client.context_.url + " took the connection and sent no handshake within " +
                       seconds(context.timeout) +
                       ": another program has that port, or the rtig there is stopped or "
                       "overloaded"};
  }
  if (const auto again = (*hello)->message<wire::ComeAgain>()) {
    busy = {std::string(again->text), std::string(again->host), again->process,
            std::chrono::milliseconds(again->after_ms)};
    return Failure{ExitCode::no_answer,
                   client.context_.url + " accepts no more clients for now: " + busy->reason};
  }
  const auto refusal = client.check_peer(**hello);
  if (refusal) return *refusal;
  return client;
}

std::optional<Failure> Client::check_peer(const Reply& hello) {
  const std::string& url = context_.url;
  const auto hello_of_rtig = hello.message<wire::Hello>();
  if (!hello_of_rtig || hello_of_rtig->magic != wire::kMagic) {
    return Failure{ExitCode::no_answer, url + kNoTriadProgram + " (" + hello.text() + ")"};
  }
  if (hello_of_rtig->version != wire::kProtocolVersion) {
    return Failure{ExitCode::no_answer,
                   "the rtig at " + url + " has Triad " + std::string(hello_of_rtig->release) +
                       " and protocol version " + std::to_string(hello_of_rtig->version) +
                       "; this rtictl has Triad " + build_identity() + " and protocol version " +
                       std::to_string(wire::kProtocolVersion) + "; use the same release"};
  }
  host_ = hello_of_rtig->host;
  process_ = hello_of_rtig->process;
  return std::nullopt;
}

Outcome<Client> Client::connect_as_operator(const Context& context) {
  auto client = connect(context);
  if (!client || client->host_ != host_name()) return client;
  Context by_socket = context;
  by_socket.url = wire::operator_url(client->process_);
  by_socket.socket_directory = transport::socket_folder_of(client->process_);
  become_user_of(client->process_);
  auto found = connect(by_socket);
  const bool same = found && found->process_ == client->process_;
  return same ? std::move(found) : std::move(client);
}

Outcome<std::optional<Reply>> Client::handshake(Clock::time_point deadline) {
  const std::string host = host_name();
  wire::Buffer record;
  wire::encode_record({},
                      wire::Hello{wire::kMagic, wire::kProtocolVersion, wire::kOperatorTool,
                                  build_identity(), host, static_cast<std::uint32_t>(::getpid())},
                      record);
  send_record(record);
  const auto left = deadline - Clock::now();
  return receive_answer_within(std::chrono::ceil<std::chrono::milliseconds>(left));
}

void Client::send_record(wire::Bytes record) {
  link_->send(record);
  link_->flush();
}

Outcome<Reply> Client::receive_answer() {
  auto reply = receive_answer_within(context_.timeout);
  if (!reply) return reply.error();
  if (*reply) return std::move(**reply);
  return Failure{ExitCode::no_answer,
                 "no answer from " + context_.url + " within " + seconds(context_.timeout)};
}

Outcome<std::optional<Reply>> Client::receive_answer_within(std::chrono::milliseconds patience) {
  auto deadline = Clock::now() + patience;
  FirstRecord sink(pieces_, position_);
  transport::Waiter waiter(transport::Duration::zero());  // Latency does not matter here.
  for (;;) {
    link_->receive(sink, 1);
    if (sink.reply) break;
    if (std::exchange(sink.has_piece, false)) deadline = Clock::now() + patience;
    if (!link_->is_open()) {
      return Failure{ExitCode::no_answer, context_.url + close_reason_text(link_->close_reason())};
    }
    const auto left = deadline - Clock::now();
    if (left <= Clock::duration::zero()) return std::optional<Reply>();
    waiter.wait(*link_, left);
  }
  if (const auto refused = sink.reply->message<wire::Refused>()) {
    return Failure{ExitCode::refused, "the rtig at " + context_.url + " refuses (" +
                                          std::string(wire::name_of(refused->code)) +
                                          "): " + std::string(refused->text)};
  }
  return std::move(sink.reply);
}

Outcome<Reply> Client::request_time_status(std::string_view federation,
                                           std::chrono::milliseconds patience, bool figures) {
  auto all = request(wire::QueryTimeStatus{federation, false, figures}, patience);
  if (!all) return all.error();
  if (*all) return std::move(**all);
  return request(wire::QueryTimeStatus{federation, true, figures});
}

Failure Client::unexpected_answer(const Reply& reply) const {
  return {ExitCode::no_answer, "the rtig at " + context_.url + " answered with " + reply.text()};
}

}  // namespace triad::rtictl
