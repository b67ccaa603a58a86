#include "rtig/program/server.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <exception>
#include <random>
#include <system_error>
#include <utility>

#include "router/program/clock.hpp"
#include "rtig/program/process_state.hpp"
#include "wire/limits.hpp"

namespace triad::rtig {

transport::Result<std::unique_ptr<Server>> Server::create(ServerOptions options, Log& log) {
  options.rtig.record_bytes_max = options.message_bytes_max;
  options.rtig.make_token = [source = std::make_shared<std::random_device>()] {
    return std::uint64_t{(*source)()} << 32 | (*source)();
  };
  options.rtig.has_process_ended = [own = options.rtig.identity.host](std::string_view host,
                                                                      std::uint32_t process) {
    return host == own && has_process_ended(process);
  };
  options.rtig.bytes_of_saves_max = options.memory.total / 2;
  options.hold_bytes = options.rtig.queue.hold;
  options.resign_bytes = options.rtig.queue.expel;
  options.process = options.rtig.identity.process;
  options.host = options.rtig.identity.host;
  if (options.mesh) {
    options.rtig.mesh.router = options.mesh->identity.router;
    options.rtig.mesh.rules = options.mesh->rules;
    options.rtig.mesh.priorities = options.mesh->priorities;
  }
  options.link.memory = std::make_shared<std::size_t>(0);
  std::unique_ptr<Server> server(new Server(std::move(options), log));
  if (const auto opened = server->open_audit_log(); !opened) return opened.error();
  if (server->options_.policy) server->use_policy(server->options_.policy);
  if (auto begun = server->begin(server->options_, server->memory_events()); !begun) {
    return begun.error();
  }
  server->timers_.emplace(server->links_->loop(), server->rtig_, server->options_.rtig.timeouts);
  if (const auto watched = server->watch_fed_reader(); !watched) return watched.error();
  server->make_save_writer();
  server->continue_federations();
  return server;
}

Server::Server(ServerOptions options, Log& log)
    : ProgramHost(rtig_, log),
      options_(std::move(options)),
      saves_(options_.saves),
      long_records_([this](LinkId to, wire::Bytes piece) { links_->send_record(to, piece); }),
      rtig_(*this, options_.rtig) {}

void Server::make_save_writer() {
  if (!saves_) return;
  save_writer_.emplace(
      links_->loop(), SaveWriter::store_in(*saves_),
      [this](std::uint64_t ticket, std::string_view save, const wire::Result<void>& stored) {
        timers_->update_time();
        rtig_.receive_save_result(ticket, save, stored);
      });
}

// --- Journals

std::unique_ptr<Journal> Server::begin_journal(std::string_view federation) {
  return options_.journals ? options_.journals->begin(federation, warn_of_journals()) : nullptr;
}

// One journal that cannot be read must not keep the others from going on.
void Server::continue_federations() {
  if (!options_.journals) return;
  timers_->update_time();
  for (const std::string& path : options_.journals->list()) {
    try {
      continue_federation(path);
    } catch (const std::exception& exception) {
      log_.warning("cannot continue the federation of the journal " + path + ": " +
                   exception.what() + "; it is kept as " + JournalDirectory::set_aside(path));
    }
  }
}

void Server::continue_federation(const std::string& path) {
  const auto found = JournalDirectory::read(path);
  std::string refusal;
  if (!found) {
    refusal = found.error().text;
  } else {
    auto journal = JournalDirectory::resume(*found, warn_of_journals());
    // It will be out of date.
    if (!journal) (void)JournalDirectory::set_aside(path);
    auto restored = rtig_.restore_federation(found->entries, std::move(journal));
    if (restored) {
      log_.info("continues the federation of the journal " + path + " (" +
                std::to_string(found->entries.size()) + " entries)");
      return;
    }
    refusal = restored.error().text;
  }
  log_.warning("cannot continue the federation of the journal " + path + ": " + refusal +
               "; it is kept as " + JournalDirectory::set_aside(path));
}

// With a reason they would give up.
void Server::begin_end() {
  for (const LinkId member : rtig_.members_with_journals()) {
    links_->disconnect(member, "the rtig was stopped, and may be started again");
  }
}

Server::~Server() {
  fed_reader_.reset();
  links_.reset();
  if (fed_event_fd_ >= 0) ::close(fed_event_fd_);
}

void Server::run() {
  timers_->start();
  links_->run(rtig_.last_earlier_link());
  links_->close();
}

void Server::after_flush() {
  if (!long_records_.empty()) {
    links_->request_turn();
    long_records_.send_next_parts();
  }
  timers_->schedule();
  timers_->begin_turn();
}

// --- Events of clients

void Server::add_client(LinkId client, const router::NewClient& arrived) {
  const router::CausedBy charged = links_->charge_lines_to(client);
  timers_->update_time();
  rtig_.add_client(client, arrived);
}

void Server::receive_from_client(LinkId client, wire::Bytes record) {
  const router::CausedBy charged = links_->charge_lines_to(client);
  if (auto& fabrics = links_->fabrics(); !fabrics.empty()) {
    if (fabrics.shares_memory(client)) {
      fabrics.drain_written(client);  // these records come first
    } else if (rtig_.federation_of(client).empty()) {
      // A client that has not joined may be about to join. Its snapshot must include all records in
      // shared memory.
      fabrics.drain_all();
    }
    if (!links_->is_serving(client)) return;
  }
  timers_->update_time();
  rtig_.receive_from_client(client, record);
}

void Server::remove_client(LinkId client, std::string_view reason, router::LinkEnd end) {
  const router::CausedBy charged = links_->charge_lines_to(client);
  timers_->update_time();
  rtig_.remove_client(client, reason, end);
  long_records_.drop_rest(client);
  links_->fabrics().remove_link(client);
}

router::Fault Server::answer_query(Query query, wire::RouterStatus&) {
  if (query == Query::status) return {};
  return "the RTIG runs at this router and cannot leave the mesh";
}

// --- FED files

transport::Result<void> Server::watch_fed_reader() {
  fed_event_fd_ = ::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  if (fed_event_fd_ < 0) {
    return transport::Error{transport::Error::Code::no_room,
                            "cannot make an eventfd: " + std::generic_category().message(errno)};
  }
  fed_reader_.emplace(options_.rtig.load_fed, [this] {
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = ::write(fed_event_fd_, &one, sizeof one);
  });
  links_->loop().add_descriptor(fed_event_fd_, [this] {
    std::uint64_t times = 0;
    [[maybe_unused]] const auto taken = ::read(fed_event_fd_, &times, sizeof times);
    timers_->update_time();
    for (auto& [ticket, by, bytes, model] : fed_reader_->take_results()) {
      links_->record_held_bytes(by, -static_cast<std::ptrdiff_t>(bytes));
      links_->call_for_client(by, [this, ticket = ticket, made = &model] {
        rtig_.receive_fed_model(ticket, std::move(*made));
      });
    }
  });
  return {};
}

// --- Shared memory

router::MemoryEvents Server::memory_events() {
  return {.on_record =
              [this](LinkId link, wire::Bytes record) {
                timers_->update_time();
                rtig_.receive_from_client(link, record);
              },
          .needs_rest =
              [this](LinkId link, const wire::ParsedFrame& beginning) {
                return rtig_.needs_record(link, beginning);
              },
          .on_header_only =
              [this](LinkId link, const wire::ParsedFrame& beginning) {
                timers_->update_time();
                rtig_.receive_header(link, beginning);
              },
          .on_backlog = [this](LinkId link,
                               std::size_t backlog) { rtig_.record_backlog(link, backlog); },
          .held_elsewhere = [this](LinkId link) { return rtig_.bytes_of_saves(link); },
          .held_elsewhere_in_all =
              [this] {
                return rtig_.bytes_of_saves() + (save_writer_ ? save_writer_->held_bytes() : 0);
              }};
}

}  // namespace triad::rtig
