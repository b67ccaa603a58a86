#include "rtia/connection.hpp"

namespace triad::rtia {

void Connection::send_causal_dependencies(wire::FederateHandle from) {
  const wire::CausalDependencies causal_dependencies = streams_.take_unstated_positions();
  if (causal_dependencies.handled.empty()) return;
  wire::RecordHeader header;
  header.sender = from.value;
  header.position = position_ + 1;  // of the record that follows
  header.after_position = streams_.log_position();
  out_.clear();
  wire::encode_record(header, causal_dependencies, out_);
  const wire::Bytes record(out_);
  uplink_.send_record({core::Audience::Kind::one_federate, {}}, std::span(&record, 1));
}

void Connection::acknowledge(wire::FederateHandle from, const wire::Ack& ack) {
  wire::RecordHeader header;
  header.flags = wire::kToRtig;
  header.sender = from.value;
  header.position = position_;
  header.after_position = streams_.log_position();
  out_.clear();
  wire::encode_record(header, ack, out_);
  bytes_.sent += out_.size();
  const wire::Bytes record(out_);
  uplink_.send_record({core::Audience::Kind::rtig, {}}, std::span(&record, 1));
}

// Goes over the link, because members that share memory keep no records.
void Connection::resend(const queues::RecordQueue& kept) {
  kept.for_each([this](wire::Bytes record) { resend(record); });
}

void Connection::resend(wire::Bytes record) {
  uplink_.send_record({core::Audience::Kind::rtig, {}}, std::span(&record, 1));
}

}  // namespace triad::rtia
