// Hosts the pure state machine rtig::Rtig: serves its clients by a LinkServer, shares memory with
// those of this host, keeps saves, and tells it the time. Used by the rtig program, and by tests
// and benchmarks in a thread of theirs.
//
//   auto server = Server::create(options, log);
//   if (auto listening = (*server)->listen("tcp://127.0.0.1:0"); !listening) ...
//   (*server)->urls();   // with the actual ports
//   (*server)->run();    // until stop()
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "router/program/link_server.hpp"
#include "rtig/program/fed_reader.hpp"
#include "rtig/program/long_records.hpp"
#include "rtig/program/rtig_timers.hpp"
#include "rtig/program/save_directory.hpp"
#include "rtig/program/save_writer.hpp"
#include "rtig/rtig.hpp"
#include "transport/fabric/fabric.hpp"

namespace triad::rtig {

using router::Log;
using router::LogLevel;
using router::MemoryLimits;

// How much may wait for a client is said in `rtig`.
struct ServerOptions : router::LinkServerOptions {
  RtigOptions rtig;
  std::optional<SaveDirectory> saves;  // none: nothing can be saved or restored
};

class Server : private Downlinks, private router::Sink {
 public:
  // The log must outlive the server.
  static transport::Result<std::unique_ptr<Server>> create(ServerOptions options, Log& log);
  ~Server() override;

  // Before run(). Any number of them, of any transport.
  transport::Result<void> listen(std::string_view url) { return links_->listen(url); }
  // Also at wire::operator_url(), which urls() does not name.
  transport::Result<void> listen_for_operators() { return links_->listen_for_operators(); }
  // Where peers connect, in the order of listen().
  const std::vector<std::string>& urls() const { return links_->urls(); }

  // Serves until stop(); then tells every peer, ends the links and the listeners. Once.
  void run();
  // From any thread or from a signal handler, also before run().
  void stop() { links_->stop(); }
  router::LinkServer& links() { return *links_; }

 private:
  Server(ServerOptions options, Log& log);

  // --- rtig::Downlinks
  void send(LinkId to, wire::Bytes record) override;
  void send_later(LinkId to, wire::Bytes record) override;
  void admit(LinkId link, const router::Membership& membership) override {
    links_->admit(link, membership);
  }
  void resign(LinkId link, wire::Position log_position) override;
  LinkId router_of(LinkId link) const override { return links_->router_of(link); }
  void log_passed(std::string_view federation, wire::Position position) override {
    links_->log_passed(federation, position);
  }
  bool send_to_router(LinkId router, wire::Bytes word) override {
    return links_->send_to_router(router, word);
  }
  void disconnect(LinkId link, std::string_view reason) override;
  void stays(LinkId link, std::string_view reason) override { links_->stays(link, reason); }
  wire::BestEffortLosses unreliable_dropped(LinkId link) override;
  void log(std::string_view line) override { log_.info(line); }
  void warn(std::string_view line) override { log_.warning(line); }
  bool enter_fabric(FabricId fabric, LinkId link, wire::FederateHandle newcomer) override {
    return links_->enter_fabric(fabric, link, newcomer);
  }
  void leave_fabric(FabricId fabric, wire::FederateHandle member) override;
  void end_fabric(FabricId fabric) override;
  void publish(FabricId fabric, wire::FederateHandle to, wire::Bytes record) override;
  void wake(FabricId fabric, wire::FederateHandle member) override;
  void wake_to_read_all(FabricId fabric, wire::FederateHandle member) override;
  Standing standing(FabricId fabric, wire::FederateHandle member) override;
  FedReading read_fed(std::uint64_t ticket, LinkId by, std::string_view name,
                      std::optional<std::string_view> text) override;
  bool keeps_saves() const override { return saves_.has_value(); }
  std::vector<Save> list_saves() override;
  std::optional<wire::Result<void>> store_save(std::uint64_t ticket,
                                               core::SavedFederation&& saved) override;
  std::uint64_t save_bytes_max() const override;
  wire::Result<wire::Buffer> load_save(std::string_view federation,
                                       std::string_view label) override;

  // --- router::Sink
  void on_up(LinkId client, std::string_view from, bool trusted) override;
  void on_record(LinkId client, wire::Bytes record) override;
  void on_down(LinkId client, std::string_view reason) override;
  void on_backlog(LinkId client, std::size_t bytes) override { rtig_.on_backlog(client, bytes); }
  router::Fault on_word(LinkId router, const router::RouterWord& word) override {
    return rtig_.on_word(router, word);
  }
  void on_failure(LinkId client, router::Failure why) override {
    why == router::Failure::no_memory ? rtig_.on_no_memory(client) : rtig_.on_defect(client);
  }
  void end_turn() override;
  void after_flush() override;
  router::Fault on_query(Query query, wire::RouterStatus& status) override;

  router::MemoryEvents memory_events();
  transport::Result<void> watch_feds();
  void make_save_writer();

  // Constant after construction.
  const ServerOptions options_;
  Log& log_;

  // Owned by the thread in run(). There are links, and what uses their loop, once create() is done.
  std::optional<SaveDirectory> saves_;
  std::optional<SaveWriter> save_writer_;  // if there is a directory
  std::unique_ptr<router::LinkServer> links_;
  LongRecords long_records_;
  Rtig rtig_;
  std::optional<RtigTimers> timers_;
  int feds_read_ = -1;             // an eventfd: readable when feds_ has something
  std::optional<FedReader> feds_;  // reads what rtig_ keeps
};

}  // namespace triad::rtig
