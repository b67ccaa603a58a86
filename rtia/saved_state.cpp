// A Membership's part of a save, made and taken in. It comes back from a file: what does not fit is
// refused.
#include "rtia/saved_state.hpp"

#include <algorithm>
#include <utility>

#include "rtia/membership.hpp"

namespace triad::rtia {

bool decodes(Bytes saved_record) {
  const auto record = wire::parse_record(saved_record);
  bool decodes = false;
  if (record) {
    wire::with_message_type(record->header.message_kind(), [&](auto type) {
      using Message = typename decltype(type)::type;
      decodes = wire::decode<Message>(record->payload).has_value();
    });
  }
  return decodes;
}

wire::Buffer Membership::part() const {
  wire::Buffer bytes;
  wire::Encoder out(bytes);
  out.put(ambassador_.position_);
  time_management_.save(out);
  registration_.save(out);
  objects_.save(out);
  out.put(announced_);
  known_.save(out);
  ownership_.save(out);
  advisories_.save(out);
  time_.save(out);
  retraction_.save(out);
  lifecycle_.save(out);
  delivery_.save(out);
  save_callbacks(out);
  objects_.save_counts(out);
  mom_.save(out);
  return bytes;
}

// The callback that is being delivered is done with.
void Membership::save_callbacks(wire::Encoder& out) const {
  std::vector<Bytes> waiting;
  bool done = callbacks_.taken && !callbacks_.taken_urgent;
  callbacks_.queue.for_each([&](Bytes record) {
    if (!std::exchange(done, false)) waiting.push_back(record);
  });
  out.put(waiting);
}

bool Membership::begin(const wire::RestoreImage& image) {
  const auto snapshot = wire::decode<core::FederationSnapshot>(image.federation);
  if (!snapshot || !federation_.restore(*snapshot) || federation_.member(self_) == nullptr ||
      !federation_.privilege_to_delete()) {
    return false;
  }
  wire::Decoder in(image.part);
  in.get(save_.restored_position);
  if (!time_management_.load(in) || !registration_.load(in) || !objects_.load(in)) return false;
  in.get(announced_);
  return in.ok() && known_.load(in) && ownership_.load(in) && advisories_.load(in) &&
         time_.load(in) && retraction_.load(in) && lifecycle_.load(in) && delivery_.load(in) &&
         load_callbacks(in) && objects_.load_counts(in) && mom_.load(in) && in.finished();
}

bool Membership::load_callbacks(wire::Decoder& in) {
  std::vector<Bytes> waiting;
  in.get(waiting);
  for (const Bytes record : waiting) {
    if (!decodes(record)) return false;
    const auto parsed = wire::parse_record(record);
    if ((parsed->header.flags & wire::kTimeStamped) != 0) ++callbacks_.tso;
    callbacks_.queue.push(record, wire::may_be_lost(record));
  }
  return in.ok();
}

// --- Time.

void FederateTime::save(wire::Encoder& out) const {
  out.put(now_);
  out.put(others_.promises());
}

bool FederateTime::load(wire::Decoder& in) {
  TimeState state;
  core::Regulators::Promises others;
  in.get(state);
  in.get(others);
  const auto fit = [&](const Time& time) { return fits(time.bytes()); };
  const auto bound_fits = [&](const std::optional<TimeBound>& bound) {
    return !bound || fit(bound->time);
  };
  const auto advance_fits = [&](const Pending& advance) {
    return fit(advance.time) && (!advance.decided || fit(advance.granted));
  };
  const auto promise_fits = [&](const auto& entry) {
    const core::Regulators::Promise& promise = entry.second;
    return bound_fits(promise.bound) && bound_fits(promise.promised) &&
           bound_fits(promise.conditional);
  };
  // What was never asked for has no time.
  const bool regulation_time_fits =
      state.regulation_time.bytes().empty() || fit(state.regulation_time);
  if (!in.ok() || !fit(state.time) || !fit(state.guaranteed.time) || !fit(state.lookahead) ||
      !regulation_time_fits || (state.next_lookahead && !fit(*state.next_lookahead)) ||
      !bound_fits(state.lookahead_floor) || !bound_fits(state.promised) ||
      (state.advance && !advance_fits(*state.advance)) ||
      !std::ranges::all_of(others, promise_fits)) {
    return false;
  }
  now_ = std::move(state);
  others_.restore(std::move(others));
  return true;
}

}  // namespace triad::rtia
