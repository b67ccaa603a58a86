#include "router/up_gate.hpp"

namespace triad::router {

void UpGate::hold(LinkId client, wire::Bytes prefix, wire::Bytes record, Marks behind) {
  bytes_ += record.size();
  held_.push_back({client, wire::Buffer(prefix.begin(), prefix.end()),
                   wire::Buffer(record.begin(), record.end()), std::move(behind)});
}

void UpGate::remove_client(LinkId client) {
  std::erase_if(held_, [&](const Held& held) {
    if (held.client != client) return false;
    bytes_ -= held.record.size();
    return true;
  });
}

}  // namespace triad::router
