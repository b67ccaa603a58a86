#include "tests/system/rtig_support.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

#include "rtig/program/fed_loading.hpp"
#include "transport/url.hpp"

namespace triad::tests {

const std::string_view kSmallFed =
    "(FED (Federation small) (FEDversion v1.3) (spaces)"
    " (objects (class ObjectRoot (attribute privilegeToDelete reliable timestamp)"
    "  (class RTIprivate) (class Tank (attribute position reliable receive))))"
    " (interactions (class InteractionRoot reliable timestamp (class RTIprivate reliable timestamp)"
    "  (class Shot reliable receive (parameter target)))))";

// --- LogLines ---

rtig::Log::Sink LogLines::sink() {
  return [this](std::string_view line) {
    const std::lock_guard lock(mutex_);
    lines_.emplace_back(line);
    more_.notify_all();
  };
}

std::string LogLines::wait_for(std::string_view part, std::size_t times) {
  std::unique_lock lock(mutex_);
  std::string found;
  more_.wait(lock, [&] {
    const auto at = std::ranges::find_if(
        lines_, [&](const std::string& line) { return line.find(part) != std::string::npos; });
    if (at == lines_.end()) return false;
    found = *at;
    return count_of(part) >= times;
  });
  return found;
}

std::size_t LogLines::count(std::string_view part) {
  const std::lock_guard lock(mutex_);
  return count_of(part);
}

std::size_t LogLines::count_of(std::string_view part) const {
  return static_cast<std::size_t>(std::ranges::count_if(
      lines_, [&](const std::string& line) { return line.find(part) != std::string::npos; }));
}

// --- RunningServer ---

rtig::ServerOptions RunningServer::default_options() {
  rtig::ServerOptions options;
  options.rtig.identity.host = "testhost";
  options.rtig.identity.release = "test";
  options.rtig.identity.process = static_cast<std::uint32_t>(::getpid());
  return options;
}

RunningServer::RunningServer(const std::vector<std::string>& urls, rtig::ServerOptions options)
    : log_(rtig::LogLevel::debug, lines_.sink()) {
  if (!options.rtig.load_fed)
    options.rtig.load_fed = rtig::fed_loader({}, rtig::FedNames::below_directories, log_);
  auto server = rtig::Server::create(std::move(options), log_);
  if (!server) throw std::runtime_error(server.error().text);
  server_ = std::move(*server);
  for (const std::string& url : urls) {
    if (const auto listening = server_->listen(url); !listening) {
      throw std::runtime_error(listening.error().text);
    }
  }
  thread_ = std::thread([this] { server_->run(); });
}

RunningServer::~RunningServer() {
  stop();
}

void RunningServer::stop() {
  server_->stop();
  if (thread_.joinable()) thread_.join();
}

// --- Peer ---

Peer::Peer(const std::string& url) {
  const auto parsed = transport::parse_url(url);
  if (!parsed) throw std::runtime_error(parsed.error().text);
  auto link = transport::connect(*parsed, std::chrono::seconds(60));
  if (!link) throw std::runtime_error(link.error().text);
  link_ = std::move(*link);
}

Peer Peer::after_handshake(const std::string& url) {
  Peer peer(url);
  peer.send_hello();
  const auto hello = peer.next_record();
  if (!hello || hello->kind() != wire::Kind::Hello) throw std::runtime_error("no handshake");
  return peer;
}

void Peer::send_bytes(wire::Bytes frame) {
  link_->send(frame);
  link_->flush();
}

void Peer::send_hello(std::uint32_t magic, std::uint32_t version) {
  wire::Buffer record;
  wire::encode_record({}, wire::Hello{magic, version, "test", "0", "peerhost", 4711}, record);
  send_bytes(record);
}

std::optional<Received> Peer::next_record() {
  struct Sink : transport::FrameSink {
    explicit Sink(wire::PieceCollector& collector) : pieces(collector) {}
    void receive_frame(transport::Bytes frame) override {
      if (pieces.receive_frame(frame) == wire::PieceCollector::Collected::part) return;
      received.emplace(Received{{frame.begin(), frame.end()}});
    }
    wire::PieceCollector& pieces;
    std::optional<Received> received;
  } sink(pieces_);
  transport::Waiter waiter;
  for (;;) {
    link_->receive(sink, 1);
    if (sink.received || !link_->is_open()) return std::move(sink.received);
    waiter.wait(*link_, std::nullopt);
  }
}

void create_federation(Peer& peer, std::string_view federation, std::string_view fed_text) {
  const auto reply = peer.request_reply(wire::CreateFederationExecution{
      federation, "small.fed", true, std::as_bytes(std::span(fed_text))});
  if (!reply || reply->kind() != wire::Kind::Accepted) throw std::runtime_error("not created");
}

wire::FederateHandle Peer::join(std::string_view federation, std::string_view type) {
  send(wire::JoinFederationExecution{type, federation, {}});
  const auto reply = next_message<wire::JoinAccepted>();
  if (!reply) throw std::runtime_error("not joined");
  return reply->as<wire::JoinAccepted>()->federate;
}

// --- StrangerSocket ---

StrangerSocket::StrangerSocket(const std::string& url) {
  const auto parsed = transport::parse_url(url);
  if (!parsed) throw std::runtime_error(parsed.error().text);
  fd_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(parsed->port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(fd_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    throw std::runtime_error("cannot connect to " + url);
  }
}

StrangerSocket::~StrangerSocket() {
  ::close(fd_);
}

void StrangerSocket::send(std::string_view bytes) {
  [[maybe_unused]] const auto sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
}

std::string StrangerSocket::read_to_the_end() {
  std::string all;
  char buffer[4096];
  for (;;) {
    const ssize_t n = ::recv(fd_, buffer, sizeof buffer, 0);
    if (n <= 0) return all;
    all.append(buffer, static_cast<std::size_t>(n));
  }
}

// --- Program ---

namespace {

struct Pipe {
  Pipe() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
    read_end = ends[0];
    write_end = ends[1];
  }
  int read_end = -1;
  int write_end = -1;
};

[[noreturn]] void become(std::vector<std::string> command, const Program::Options& options,
                         int output) {
  ::dup2(output, STDOUT_FILENO);
  ::dup2(output, STDERR_FILENO);
  if (options.descriptors_max) {
    const rlimit limit{*options.descriptors_max, *options.descriptors_max};
    ::setrlimit(RLIMIT_NOFILE, &limit);
  }
  if (options.memory_max) {
    const rlimit limit{*options.memory_max, *options.memory_max};
    ::setrlimit(RLIMIT_AS, &limit);
  }
  for (const std::string& variable : options.environment) {
    const auto equals = variable.find('=');
    ::setenv(variable.substr(0, equals).c_str(), variable.substr(equals + 1).c_str(), 1);
  }
  std::vector<char*> arguments;
  arguments.reserve(command.size() + 1);
  for (std::string& argument : command) arguments.push_back(argument.data());
  arguments.push_back(nullptr);
  ::execv(arguments[0], arguments.data());
  ::_exit(127);
}

}  // namespace

Program::Program(std::vector<std::string> command, const Options& options) {
  const Pipe output;
  const Pipe ready;
  if (options.ready) {
    command.push_back("--ready-fd");
    command.push_back(std::to_string(ready.write_end));
  }
  pid_ = ::fork();
  if (pid_ < 0) throw std::runtime_error("cannot fork");
  if (pid_ == 0) {
    if (options.ready) ::fcntl(ready.write_end, F_SETFD, 0);
    become(std::move(command), options, output.write_end);
  }
  ::close(output.write_end);
  ::close(ready.write_end);
  output_fd_ = output.read_end;
  ready_fd_ = ready.read_end;
}

Program::~Program() {
  if (pid_ > 0) {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  ::close(output_fd_);
  ::close(ready_fd_);
}

std::vector<std::string> Program::ready_lines() {
  std::string text;
  char buffer[4096];
  for (ssize_t n; (n = ::read(ready_fd_, buffer, sizeof buffer)) > 0;) {
    text.append(buffer, static_cast<std::size_t>(n));
  }
  std::vector<std::string> lines;
  for (std::size_t at = 0, end; (end = text.find('\n', at)) != std::string::npos; at = end + 1) {
    lines.push_back(text.substr(at, end - at));
  }
  return lines;
}

bool Program::read_more() {
  char buffer[4096];
  const ssize_t n = ::read(output_fd_, buffer, sizeof buffer);
  if (n <= 0) return false;
  output_.append(buffer, static_cast<std::size_t>(n));
  return true;
}

std::string Program::wait_for(std::string_view part) {
  std::size_t at = 0;
  do {
    for (std::size_t end; (end = output_.find('\n', at)) != std::string::npos; at = end + 1) {
      std::string line = output_.substr(at, end - at);
      if (line.find(part) != std::string::npos) return line;
    }
  } while (read_more());
  return {};
}

void Program::signal(int number) {
  ::kill(pid_, number);
}

int Program::wait() {
  while (read_more()) {
  }
  int status = 0;
  ::waitpid(pid_, &status, 0);
  pid_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace triad::tests
