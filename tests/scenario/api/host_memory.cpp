#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <thread>

#include "config/config.hpp"
#include "rtig/program/fed_loading.hpp"
#include "rtig/program/server.hpp"
#include "tests/scenario/api/host.hpp"

namespace triad::scenario {

namespace {

class ThreadHost : public Host {
 public:
  explicit ThreadHost(const std::string& url) {
    rtig::ServerOptions options;
    options.rtig.identity.host = "this process";
    options.rtig.identity.release = "test";
    options.rtig.identity.process = static_cast<std::uint32_t>(::getpid());
    options.rtig.load_fed = rtig::fed_loader({}, rtig::FedNames::below_directories, log_);
    auto saves = rtig::SaveDirectory::open(saves_.path());
    if (!saves) give_up(saves.error().text);
    options.saves = std::move(*saves);
    auto created = rtig::Server::create(std::move(options), log_);
    if (!created) give_up(created.error().text);
    server_ = std::move(*created);
    if (const auto listening = server_->listen(url); !listening) give_up(listening.error().text);
    thread_ = std::thread([this] { server_->run(); });
  }

  std::vector<std::string> urls() const override { return server_->urls(); }

  std::string stop() override {
    server_->stop();
    thread_.join();
    return {};
  }

 private:
  [[noreturn]] static void give_up(const std::string& text) {
    std::fprintf(stderr, "no RTIG in this process: %s\n", text.c_str());
    std::exit(EXIT_FAILURE);
  }

  const SavesOfThisRun saves_;
  rtig::Log log_{rtig::LogLevel::warning};
  std::unique_ptr<rtig::Server> server_;
  std::thread thread_;
};

}  // namespace

std::unique_ptr<Host> start_host(const HostOptions& options) {
  if (options.transport == "tcp") return std::make_unique<ThreadHost>("tcp://127.0.0.1:0");
  if (options.transport == "memory") {
    return std::make_unique<ThreadHost>("memory:scenario-" + std::to_string(::getpid()));
  }
  std::fprintf(stderr, "this program has its RTIG in itself; give --transport=memory or tcp\n");
  std::exit(EXIT_FAILURE);
}

}  // namespace triad::scenario
