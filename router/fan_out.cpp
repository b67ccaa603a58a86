#include "router/fan_out.hpp"

#include <algorithm>
#include <cstring>

#include "records/defect.hpp"

namespace triad::router {

void FanOut::add(ClientNumber client, wire::Bytes record) {
  if (is_kept(record) && clients_.size() < kClientsPerFrameMax) {
    clients_.push_back(client);
    return;
  }
  if (TRIAD_DEFECT(overtakes_collected_frames) && !clients_.empty()) {
    return send_record({&client, 1}, record);
  }
  flush();
  kept_.assign(record.begin(), record.end());
  clients_.push_back(client);
}

void FanOut::add_for_router(wire::Bytes record) {
  flush();
  send_record({}, record);
}

void FanOut::flush() {
  if (clients_.empty()) return;
  if (!std::ranges::is_sorted(clients_)) std::ranges::sort(clients_);
  send_record(clients_, kept_);
  clients_.clear();
  if (kept_.capacity() > kKeptBytesMax) kept_ = wire::Buffer();
}

// Records of equal length mostly differ in their headers, so the comparison ends early.
bool FanOut::is_kept(wire::Bytes record) const {
  return !clients_.empty() && record.size() == kept_.size() &&
         std::memcmp(record.data(), kept_.data(), record.size()) == 0;
}

void FanOut::send_record(std::span<const ClientNumber> clients, wire::Bytes record) {
  prefix_.clear();
  append_link_prefix(clients, prefix_);
  send_(prefix_, record);
}

}  // namespace triad::router
