#include "rtia/callback_queue.hpp"

#include <utility>
#include <vector>

#include "rtia/saved_state.hpp"
#include "wire/record.hpp"

namespace triad::rtia {

void CallbackQueue::save(wire::Encoder& out) const {
  std::vector<wire::Bytes> waiting;
  bool done = has_delivered && !has_delivered_urgent;
  queue.for_each([&](wire::Bytes record) {
    if (!std::exchange(done, false)) waiting.push_back(record);
  });
  out.put(waiting);
}

bool CallbackQueue::load(wire::Decoder& in) {
  std::vector<wire::Bytes> waiting;
  in.get(waiting);
  for (const wire::Bytes record : waiting) {
    if (!is_decodable(record)) return false;
    const auto parsed = wire::parse_record(record);
    if ((parsed->header.flags & wire::kTimeStamped) != 0) ++tso_count;
    queue.push(record, wire::may_be_lost(record));
  }
  return in.ok();
}

}  // namespace triad::rtia
