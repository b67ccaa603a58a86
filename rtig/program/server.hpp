// Host of the pure state machine rtig::Rtig, the code that runs it: serves its clients by a
// LinkServer, shares memory with clients on this machine, keeps saves, and tells the Rtig the time.
// Used by the rtig program. Tests and benchmarks run it in a thread.
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

#include "facts/proc_reader.hpp"
#include "router/program/link_server.hpp"
#include "router/program/program_host.hpp"
#include "rtig/gateway/rtig.hpp"
#include "rtig/program/audit_log.hpp"
#include "rtig/program/fed_reader.hpp"
#include "rtig/program/journal_directory.hpp"
#include "rtig/program/long_records.hpp"
#include "rtig/program/rtig_timers.hpp"
#include "rtig/program/save_directory.hpp"
#include "rtig/program/save_writer.hpp"
#include "transport/fabric/fabric.hpp"

namespace triad::rtig {

using router::Log;
using router::LogLevel;
using router::MemoryLimits;

struct AuditOptions {
  std::string file;          // empty: there is no audit log
  bool is_required = false;  // requests are refused while events cannot be written
};

// Options of a Server. The limits on queued bytes are in `rtig`.
struct ServerOptions : router::LinkServerOptions {
  RtigOptions rtig;
  std::optional<SaveDirectory> saves;  // none: federations cannot be saved or restored
  std::shared_ptr<const JournalDirectory> journals;   // null: federations end with this process
  std::shared_ptr<const policy::Policy> policy = {};  // null: everything is allowed
  AuditOptions audit;
};

class Server : private router::ProgramHost<Rtig, Downlinks> {
 public:
  // Creates the server. The log must outlive it.
  static transport::Result<std::unique_ptr<Server>> create(ServerOptions options, Log& log);
  ~Server() override;

  // Opens a listener at the URL. Call before run(), for any number of URLs and transports.
  transport::Result<void> listen(std::string_view url) { return links_->listen(url); }
  // Listens at wire::operator_url() as well. urls() does not contain that URL.
  transport::Result<void> listen_for_operators() { return links_->listen_for_operators(); }
  // Returns the URLs to which peers connect, in the order of listen().
  const std::vector<std::string>& urls() const { return links_->acceptor().urls(); }

  // Reads the policy again, and opens the audit log by its name again. On an error the log says
  // so, and the old ones stay. Called in the server's loop.
  void reload_security();

  // Serves until stop(). Then tells every peer and ends the links and listeners. Call once.
  void run();
  // Ends run(). May be called from any thread or signal handler, also before run().
  void stop() { links_->stop(); }
  using ProgramHost::links;

 private:
  Server(ServerOptions options, Log& log);

  // --- rtig::Downlinks
  void send_record(LinkId to, wire::Bytes record) override;
  void send_later(LinkId to, wire::Bytes record) override;
  void notify(const router::Notice& notice) override;
  void disconnect(LinkId link, std::string_view reason) override;
  wire::Figures read_figures() override;
  void log(std::string_view line) override { log_.info(line); }
  void wake(FabricId fabric, wire::FederateHandle member) override;
  void wake_to_read_all(FabricId fabric, wire::FederateHandle member) override;
  FabricMemberState fabric_member_state(FabricId fabric, wire::FederateHandle member) override;
  FedReading read_fed(std::uint64_t ticket, LinkId by, std::string_view name,
                      std::optional<std::string_view> text) override;
  std::unique_ptr<Journal> begin_journal(std::string_view federation) override;
  bool keeps_saves() const override { return saves_.has_value(); }
  std::vector<Save> list_saves() override;
  std::optional<wire::Result<void>> store_save(std::uint64_t ticket,
                                               core::SavedFederation&& saved) override;
  std::uint64_t save_bytes_max() const override;
  wire::Result<wire::Buffer> load_save(std::string_view federation,
                                       std::string_view label) override;

  // --- router::Sink
  void add_client(LinkId client, const router::NewClient& arrived) override;
  void receive_from_client(LinkId client, wire::Bytes record) override;
  void remove_client(LinkId client, std::string_view reason, router::LinkEnd end) override;
  void record_failure(LinkId client, router::Failure why) override {
    why == router::Failure::no_memory ? rtig_.end_after_no_memory(client)
                                      : rtig_.end_after_defect(client);
  }
  void after_flush() override;
  void begin_end() override;
  router::Fault answer_query(Query query, wire::RouterStatus& status) override;
  void record_turned_away(std::string_view reason) override;

  // --- The policy and the audit log (server_security.cpp).
  bool keeps_audit_log() const override { return audit_log_.has_value(); }
  void audit(const AuditEvent& event) override;
  std::string audit_fault() override;
  transport::Result<void> open_audit_log();
  void use_policy(std::shared_ptr<const policy::Policy> policy);

  // Returns the functions that pass records of members in shared memory to the Rtig.
  router::MemoryEvents memory_events();
  // Makes the reader of FEDs, and adds its results to the loop.
  transport::Result<void> watch_fed_reader();
  void make_save_writer();
  // Continues the federations of an earlier process.
  void continue_federations();
  void continue_federation(const std::string& path);
  JournalDirectory::Warn warn_of_journals() {
    return [this](const std::string& line) { log_warning(line); };
  }

  // Constant after construction.
  const ServerOptions options_;

  // Used only by the thread in run(), after create() has set up the links and their users.
  std::optional<SaveDirectory> saves_;
  std::optional<SaveWriter> save_writer_;  // if there is a directory
  std::optional<AuditLog> audit_log_;      // none: there is no file
  facts::ProcReader proc_reader_;
  wire::Figures figures_;  // last ones read, and the time; none: not read yet
  std::optional<std::chrono::steady_clock::time_point> figures_read_at_;
  LongRecords long_records_;
  Rtig rtig_;
  std::optional<RtigTimers> timers_;
  int fed_event_fd_ = -1;                // an eventfd: readable when fed_reader_ has something
  std::optional<FedReader> fed_reader_;  // refers to texts in rtig_
};

}  // namespace triad::rtig
