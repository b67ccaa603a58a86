// The functions of rtig::Downlinks that Server implements for the Rtig.
#include <algorithm>
#include <chrono>
#include <utility>
#include <variant>

#include "rtig/program/server.hpp"
#include "wire/pieces.hpp"

namespace triad::rtig {

void Server::send_record(LinkId to, wire::Bytes record) {
  // Records published before must be readable when the link's record arrives.
  links_->fabrics().flush(to);
  if (!wire::must_be_cut(record)) return links_->send_record(to, record);
  if (long_records_.begin(to, record, links_->fabrics().shares_memory(to))) links_->request_turn();
}

void Server::send_later(LinkId to, wire::Bytes record) {
  if (wire::must_be_cut(record)) return send_record(to, record);
  links_->send_later(to, record);
}

void Server::notify(const router::Notice& notice) {
  if (const auto* const resigned = std::get_if<router::MemberResigned>(&notice))
    long_records_.send_rest(resigned->client);
  links_->notify(notice);
}

void Server::disconnect(LinkId link, std::string_view reason) {
  long_records_.send_rest(link);
  links_->disconnect(link, reason);
}

// Any program may ask for figures as often as it likes. All federations wait for each reading.
wire::Figures Server::read_figures() {
  constexpr std::chrono::milliseconds kValidFor(100);
  const auto now = std::chrono::steady_clock::now();
  if (!figures_read_at_ || now - *figures_read_at_ >= kValidFor) {
    figures_ = proc_reader_.read(wire::FiguresScope::process_and_host);
    figures_read_at_ = now;
  }
  return figures_;
}

// --- FED files. A FED of kShort bytes is parsed in some milliseconds. The length of a FED that the
// federate has not sent is unknown.

Downlinks::FedReading Server::read_fed(std::uint64_t ticket, LinkId by, std::string_view name,
                                       std::optional<std::string_view> text) {
  constexpr std::size_t kShort = std::size_t{64} << 10;
  if (text && text->size() <= kShort) return FedReading::read_directly;
  const bool begun = fed_reader_->add(
      {ticket, by, links_->origin_of_client(by), name, text, links_->line_cause_of(by)});
  if (!begun) return FedReading::too_many;
  links_->record_held_bytes(by, static_cast<std::ptrdiff_t>(text ? text->size() : 0));
  return FedReading::begun;
}

// --- Saves. A thread writes them. Members are told when the file is on the disk.

std::vector<Downlinks::Save> Server::list_saves() {
  return saves_ ? saves_->list() : std::vector<Save>{};
}

std::optional<wire::Result<void>> Server::store_save(std::uint64_t ticket,
                                                     core::SavedFederation&& saved) {
  if (auto refusal = save_writer_->write(ticket, std::move(saved))) {
    return wire::Result<void>(std::move(*refusal));
  }
  return std::nullopt;
}

std::uint64_t Server::save_bytes_max() const {
  return std::min<std::uint64_t>(saves_->save_bytes_max(), options_.memory.federation);
}

wire::Result<wire::Buffer> Server::load_save(std::string_view federation, std::string_view label) {
  return saves_->load(federation, label);
}

// --- Shared memory

void Server::wake(FabricId fabric, wire::FederateHandle member) {
  if (router::FabricCoordinator* const at = links_->fabrics().find(fabric)) at->wake(member);
}

void Server::wake_to_read_all(FabricId fabric, wire::FederateHandle member) {
  if (router::FabricCoordinator* const at = links_->fabrics().find(fabric))
    at->wake_to_read_all(member);
}

FabricMemberState Server::fabric_member_state(FabricId fabric, wire::FederateHandle member) {
  const router::FabricCoordinator* const at = links_->fabrics().find(fabric);
  return at == nullptr ? FabricMemberState{} : at->member_state(member);
}

}  // namespace triad::rtig
