#include "rtig/program/server.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <random>
#include <system_error>
#include <utility>

#include "router/program/clock.hpp"
#include "wire/limits.hpp"

namespace triad::rtig {

transport::Result<std::unique_ptr<Server>> Server::create(ServerOptions options, Log& log) {
  options.rtig.record_bytes_max = options.message_bytes_max;
  options.rtig.make_token = [source = std::make_shared<std::random_device>()] {
    return std::uint64_t{(*source)()} << 32 | (*source)();
  };
  options.rtig.bytes_of_saves_max = options.memory.total / 2;
  options.hold_bytes = options.rtig.hold_bytes;
  options.resign_bytes = options.rtig.resign_bytes;
  options.process = options.rtig.process;
  options.host = options.rtig.host;
  if (options.mesh) {
    options.rtig.router = options.mesh->identity.router;
    options.rtig.rules = options.mesh->rules;
    options.rtig.priorities = options.mesh->priorities;
  }
  options.link.memory = std::make_shared<std::size_t>(0);
  std::unique_ptr<Server> server(new Server(std::move(options), log));
  if (auto begun = server->begin(server->options_, server->memory_events()); !begun) {
    return begun.error();
  }
  server->timers_.emplace(server->links_->loop(), server->rtig_, server->options_.rtig);
  if (const auto watched = server->watch_feds(); !watched) return watched.error();
  server->make_save_writer();
  return server;
}

Server::Server(ServerOptions options, Log& log)
    : ProgramHost(rtig_, log),
      options_(std::move(options)),
      saves_(options_.saves),
      long_records_([this](LinkId to, wire::Bytes piece) { links_->send(to, piece); }),
      rtig_(*this, options_.rtig) {}

void Server::make_save_writer() {
  if (!saves_) return;
  save_writer_.emplace(links_->loop(), SaveWriter::store_in(*saves_),
                       [this](std::uint64_t ticket, const wire::Result<void>& stored) {
                         timers_->tell_time();
                         rtig_.on_save_stored(ticket, stored);
                       });
}

Server::~Server() {
  feds_.reset();
  links_.reset();
  if (feds_read_ >= 0) ::close(feds_read_);
}

void Server::run() {
  timers_->start();
  links_->run();
  links_->close();
}

void Server::after_flush() {
  if (!long_records_.empty()) {
    links_->turn_again();
    long_records_.go_on();
  }
  timers_->schedule();
  timers_->begin_turn();
}

// --- Events of clients

void Server::on_up(LinkId client, std::string_view from, bool trusted) {
  const router::CausedBy charged = links_->lines_charged_to(client);
  timers_->tell_time();
  rtig_.on_link_up(client, from, trusted);
}

void Server::on_record(LinkId client, wire::Bytes record) {
  const router::CausedBy charged = links_->lines_charged_to(client);
  if (auto& fabrics = links_->fabrics(); !fabrics.empty()) {
    if (fabrics.shares(client)) {
      fabrics.drain_written(client);  // these records come first
    } else if (rtig_.federation_of(client).empty()) {
      // A client that has not joined may be about to join. Its snapshot must include all records in
      // shared memory.
      fabrics.drain_all();
    }
    if (!links_->serves(client)) return;
  }
  timers_->tell_time();
  rtig_.on_record(client, record);
}

void Server::on_down(LinkId client, std::string_view reason) {
  const router::CausedBy charged = links_->lines_charged_to(client);
  timers_->tell_time();
  rtig_.on_link_down(client, reason);
  long_records_.forget(client);
  links_->fabrics().link_has_ended(client);
}

router::Fault Server::on_query(Query query, wire::RouterStatus&) {
  if (query == Query::status) return {};
  return "the RTIG runs at this router and cannot leave the mesh";
}

// --- FED files

transport::Result<void> Server::watch_feds() {
  feds_read_ = ::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  if (feds_read_ < 0) {
    return transport::Error{transport::Error::Code::no_room,
                            "cannot make an eventfd: " + std::generic_category().message(errno)};
  }
  feds_.emplace(options_.rtig.load_fed, [this] {
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = ::write(feds_read_, &one, sizeof one);
  });
  links_->loop().add_descriptor(feds_read_, [this] {
    std::uint64_t times = 0;
    [[maybe_unused]] const auto taken = ::read(feds_read_, &times, sizeof times);
    timers_->tell_time();
    for (auto& [ticket, by, bytes, model] : feds_->take()) {
      links_->note_held(by, -static_cast<std::ptrdiff_t>(bytes));
      links_->carry_out(by, [this, ticket = ticket, made = &model] {
        rtig_.on_fed_read(ticket, std::move(*made));
      });
    }
  });
  return {};
}

// --- Shared memory

router::MemoryEvents Server::memory_events() {
  return {
      .on_record =
          [this](LinkId link, wire::Bytes record) {
            timers_->tell_time();
            rtig_.on_record(link, record);
          },
      .wants = [this](LinkId link, wire::Bytes beginning) { return rtig_.wants(link, beginning); },
      .on_header_only =
          [this](LinkId link, wire::Bytes beginning) {
            timers_->tell_time();
            rtig_.on_header_only(link, beginning);
          },
      .on_backlog = [this](LinkId link, std::size_t backlog) { rtig_.on_backlog(link, backlog); },
      .held_elsewhere = [this](LinkId link) { return rtig_.bytes_of_saves(link); },
      .held_elsewhere_in_all =
          [this] {
            return rtig_.bytes_of_saves() + (save_writer_ ? save_writer_->held_bytes() : 0);
          }};
}

}  // namespace triad::rtig
