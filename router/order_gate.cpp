#include "router/order_gate.hpp"

namespace triad::router {

void OrderGate::hold(Lane& lane, wire::Bytes record, std::span<const LinkId> to,
                     wire::Position stamp, wire::Position behind) {
  lane.held_.push_back({wire::Buffer(record.begin(), record.end()),
                        std::vector<LinkId>(to.begin(), to.end()), stamp, behind, ++last_number_});
  ++records_;
  bytes_ += record.size();
}

void OrderGate::pop_first(Lane& lane) {
  --records_;
  bytes_ -= lane.held_.front().record.size();
  lane.held_.pop_front();
}

void OrderGate::drop(Lane& lane) {
  while (!lane.held_.empty()) pop_first(lane);
}

}  // namespace triad::router
