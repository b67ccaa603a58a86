// Writing and reading of a Membership's part of a save. The part comes from a file, so a part that
// does not fit is refused.
#include "rtia/saved_state.hpp"

#include <algorithm>
#include <utility>

#include "rtia/membership.hpp"

namespace triad::rtia {

bool is_decodable(Bytes saved_record) {
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

wire::Buffer Membership::encode_part() const {
  wire::Buffer bytes;
  wire::Encoder out(bytes);
  save_restore_.save(out);
  time_management_.save(out);
  registration_.save(out);
  objects_.save(out);
  federation_management_.save(out);
  context_.known.save(out);
  ownership_.save(out);
  advisories_.save(out);
  time_.save(out);
  retraction_.save(out);
  lifecycle_.save(out);
  delivery_.save(out);
  context_.callbacks.save(out);
  objects_.save_counts(out);
  mom_.save(out);
  return bytes;
}

bool Membership::begin(const wire::RestoreImage& image) {
  if (!load_members(image.members)) return false;
  wire::Decoder in(image.part);
  if (!save_restore_.load(in) || !time_management_.load(in) || !registration_.load(in) ||
      !objects_.load(in) || !federation_management_.load(in)) {
    return false;
  }
  interest_statement_.recompute_after_load();
  return context_.known.load(in) && ownership_.load(in) && advisories_.load(in) && time_.load(in) &&
         retraction_.load(in) && lifecycle_.load(in) && delivery_.load(in) &&
         context_.callbacks.load(in) && objects_.load_counts(in) && mom_.load(in) && in.finished();
}

// --- Suspension.

std::optional<Error> SuspendedState::refusal() const {
  return membership_.save_restore_.suspension_refusal();
}

wire::Buffer SuspendedState::encode() const {
  wire::Buffer members;
  wire::Encoder(members).put(core::snapshot_of_members(membership_.state()));
  const wire::Buffer part = membership_.encode_part();
  wire::Buffer image;
  wire::Encoder(image).put(wire::RestoreImage{membership_.self(), members, part});
  return image;
}

bool SuspendedState::begin(Bytes image, wire::Position log_position) {
  const auto decoded = wire::decode<wire::RestoreImage>(image);
  if (!decoded || decoded->federate != membership_.self() || !membership_.begin(*decoded)) {
    return false;
  }
  membership_.neighbours_.begin(log_position, {});
  membership_.time_management_.begin();
  membership_.mom_.update_state_subscribers();
  membership_.interest_statement_.activate_restored();
  return true;
}

// --- Restores.

bool Membership::make_image(const wire::RestoreImage& image) {
  image_ = std::make_unique<Membership>(*this, image.federate);
  if (!image_->begin(image)) {
    image_.reset();
    return false;
  }
  interest_statement_.state_after_restore(image_->interest_statement_.complete_interest());
  return true;
}

std::unique_ptr<Membership> Membership::take_image(std::uint64_t restore) {
  return save_restore_.is_ready(restore) ? std::move(image_) : nullptr;
}

// This object is the image, and becomes the membership.
void Membership::activate_restored(const wire::FederationRestored& restored) {
  save_restore_.activate_restored(restored);
  neighbours_.begin(restored.position, restored.leases);
  time_management_.begin();
  mom_.activate_restored();
  interest_statement_.activate_restored();
  context_.hold_senders_if_full();
}

// --- Time.

void FederateTime::save(wire::Encoder& out) const {
  out.put(state_);
  out.put(others_.promises());
}

bool FederateTime::load(wire::Decoder& in) {
  TimeState state;
  core::Regulators::Promises others;
  in.get(state);
  in.get(others);
  const auto fit = [&](const Time& time) { return checks_.is_valid(time.bytes()); };
  const auto bound_fits = [&](const std::optional<TimeBound>& bound) {
    return !bound || fit(bound->time);
  };
  const auto advance_fits = [&](const PendingAdvance& advance) {
    return fit(advance.time) && (!advance.decided || fit(advance.granted));
  };
  const auto waiting_fits = [&](const TimeState& of) {
    return fit(of.waiting->time) && of.is_enabling() && !of.advance;
  };
  const auto promise_fits = [&](const auto& entry) {
    const core::Regulators::Promise& promise = entry.second;
    return bound_fits(promise.bound) && bound_fits(promise.promised) &&
           bound_fits(promise.conditional);
  };
  // A regulation that was never requested has no time.
  const bool regulation_time_fits =
      state.regulation_time.bytes().empty() || fit(state.regulation_time);
  if (!in.ok() || !fit(state.time) || !fit(state.guaranteed.time) || !fit(state.lookahead) ||
      !regulation_time_fits || (state.next_lookahead && !fit(*state.next_lookahead)) ||
      !bound_fits(state.lookahead_floor) || !bound_fits(state.promised) ||
      (state.advance && !advance_fits(*state.advance)) || (state.waiting && !waiting_fits(state)) ||
      !std::ranges::all_of(others, promise_fits)) {
    return false;
  }
  state_ = std::move(state);
  reported_.forget();
  others_.restore(std::move(others));
  return true;
}

}  // namespace triad::rtia
