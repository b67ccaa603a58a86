#include "rtia/member_context.hpp"

namespace triad::rtia {

void MemberContext::queue_record(Bytes frame) {
  push(callbacks.queue, frame);
  hold_senders_if_full();
}

void MemberContext::push(core::LossyQueue& queue, Bytes frame) {
  const bool may_be_lost = wire::may_be_lost(frame);
  if (frame.size() >= queues::RecordQueue::kLongBytes && !may_be_lost) {
    wire::Buffer memory = queue.take_spare();
    if (connection_.exchange(frame, memory)) {
      return queue.push(std::move(memory), frame.size());
    }
    queue.keep_spare(std::move(memory));
  }
  queue.push(frame, may_be_lost);
}

void MemberContext::hold_senders_if_full() {
  if (callbacks.holds_senders || callbacks.only_urgent ||
      callbacks.queue.bytes() <= options_.hold_bytes) {
    return;
  }
  callbacks.holds_senders = true;
  send_to_rtig(wire::FlowControl{self, true});
}

void MemberContext::release_senders_if_drained() {
  if (callbacks.queue.bytes() <= options_.resume_bytes) release_senders();
}

void MemberContext::release_senders() {
  if (!callbacks.holds_senders) return;
  callbacks.holds_senders = false;
  send_to_rtig(wire::FlowControl{self, false});
}

}  // namespace triad::rtia
