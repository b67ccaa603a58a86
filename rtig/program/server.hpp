// Hosts the pure state machine rtig::Rtig: accepts links of any transport, feeds it their records,
// carries out what it sends, and ends links that make no handshake, stay within a frame, or hold
// too much memory. Used by the rtig program, and by tests and benchmarks in a thread of theirs.
// Knows transport and Rtig, nothing of what records mean.
//
//   auto server = Server::create(options, log);
//   if (auto listening = (*server)->listen("tcp://127.0.0.1:0"); !listening) ...
//   (*server)->urls();   // with the actual ports
//   (*server)->run();    // until stop()
#pragma once

#include <chrono>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rtig/program/fabric_coordinators.hpp"
#include "rtig/program/link_sessions.hpp"
#include "rtig/program/program_log.hpp"
#include "rtig/program/rtig_timers.hpp"
#include "rtig/program/save_directory.hpp"
#include "rtig/rtig.hpp"
#include "transport/connect.hpp"
#include "transport/event_loop.hpp"
#include "transport/fabric/fabric.hpp"

namespace triad::rtig {

struct ServerOptions {
  RtigOptions rtig;
  transport::LinkOptions link;
  // What the federates of this host share, if their link is shm; none: they talk through this
  // program alone.
  std::optional<transport::FabricOptions> fabric = transport::FabricOptions{};
  // How long the loop looks for what comes before it sleeps: see EventLoopOptions.
  transport::Duration spin{0};
  // A link that has sent no record so long after it came is ended.
  std::chrono::milliseconds handshake_timeout{10'000};
  // A TCP link whose peer's machine has not answered so long is ended. Zero: never. A peer that is
  // stopped, say in a debugger, is not silent: its machine answers for it.
  std::chrono::seconds heartbeat{0};
  // The longest record that a member may send.
  std::size_t message_bytes_max = std::size_t{64} << 20;
  // A link is ended whose frame has begun to come and does not come on for so long. Zero: never.
  std::chrono::milliseconds frame_timeout{30'000};
  MemoryLimits memory;
  // How long a link that is to end may still take out what was sent to it.
  std::chrono::milliseconds farewell_timeout{2'000};
  std::optional<SaveDirectory> saves;  // none: nothing can be saved or restored
  // Whoever reaches it may ask for what operators ask for; else this user's processes alone, on
  // this host.
  bool anybody_operates = false;
};

class Server : private Downlinks, private transport::LinkHandler {
 public:
  // The log must outlive the server.
  static transport::Result<std::unique_ptr<Server>> create(ServerOptions options, Log& log);
  ~Server() override;

  // Before run(). Any number of them, of any transport.
  transport::Result<void> listen(std::string_view url);
  // Also at wire::operator_url(), which urls() does not name.
  transport::Result<void> listen_for_operators();
  // Where peers connect, in the order of listen().
  const std::vector<std::string>& urls() const { return urls_; }

  // Serves until stop(); then tells every peer, ends the links and the listeners. Once.
  void run();
  // From any thread or from a signal handler, also before run().
  void stop();

 private:
  Server(const ServerOptions& options, Log& log, std::unique_ptr<transport::EventLoop> loop,
         int stop_fd);

  void send(LinkId to, wire::Bytes record) override;
  void send_later(LinkId to, wire::Bytes record) override;
  void admit(LinkId link) override;
  void disconnect(LinkId link) override;
  std::uint64_t unreliable_dropped(LinkId link) override;
  void log(std::string_view line) override { log_.info(line); }
  void warn(std::string_view line) override { log_.warning(line); }
  bool enter_fabric(FabricId fabric, LinkId link, wire::FederateHandle newcomer) override;
  void leave_fabric(FabricId fabric, wire::FederateHandle member) override;
  void end_fabric(FabricId fabric) override;
  void publish(FabricId fabric, wire::FederateHandle to, wire::Bytes record) override;
  void wake(FabricId fabric, wire::FederateHandle member) override;
  void wake_to_read_all(FabricId fabric, wire::FederateHandle member) override;
  Standing standing(FabricId fabric, wire::FederateHandle member) override;
  bool keeps_saves() const override { return saves_.has_value(); }
  std::vector<Save> list_saves() override;
  wire::Result<void> store_save(std::string_view federation, std::string_view label,
                                wire::Bytes file) override;
  wire::Result<wire::Buffer> load_save(std::string_view federation,
                                       std::string_view label) override;

  void on_frame(transport::LinkKey link, transport::Bytes frame) override;
  void on_closed(transport::LinkKey link, const transport::Error& reason) override;
  void on_datagram_note(transport::LinkKey link, const transport::DatagramNote& note) override;

  transport::Result<std::string> add_listener(std::string_view url);
  void begin(std::unique_ptr<transport::Link> link, bool trusted);
  void on_handshake_due(LinkId id);
  // Calls of the Rtig for the sake of this link.
  template <class Call>
  void carry_out(LinkId id, Call&& call) {
    try {
      call();
    } catch (const std::bad_alloc&) {
      on_no_memory(id);
    }
  }
  void on_no_memory(LinkId id) noexcept;
  void end_those_without_memory();
  void watch_links();
  void look_at_links();
  void end_who_holds_most();
  void end(LinkId id, const std::string& reason);
  void check_heartbeats();
  FabricCoordinators::Events fabric_events();
  static bool take_datagram_note(const LinkSession& session, transport::Bytes frame);
  void tell_losses(const LinkSession& session);
  void lose(LinkId id, std::string_view reason);
  void forget(LinkId id);
  void settle();
  void settle(LinkSession& session);
  void say_farewell();
  bool all_taken() const;

  LinkSession* find_alive(LinkId id);  // null also for one that is ending

  // Constant after construction.
  const ServerOptions options_;
  Log& log_;
  const int stop_fd_;  // an eventfd: readable once stop() was called

  // Owned by the thread in run().
  std::unique_ptr<transport::EventLoop> loop_;
  std::vector<std::string> urls_;
  std::optional<SaveDirectory> saves_;
  std::vector<LinkId> starved_;        // there was no memory for what they ask for
  std::size_t held_at_last_look_ = 0;  // by all links
  std::size_t held_in_fabrics_ = 0;    // when it was looked at last
  LinkSessions sessions_;
  FabricCoordinators fabrics_;
  std::uint32_t last_id_ = 0;
  bool stopping_ = false;
  bool exhaustion_told_ = false;
  Rtig rtig_;
  RtigTimers timers_;
};

}  // namespace triad::rtig
