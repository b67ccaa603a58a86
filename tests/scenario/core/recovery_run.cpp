#include "tests/scenario/core/recovery_run.hpp"

#include <optional>
#include <span>
#include <utility>

#include "core/double_time.hpp"
#include "core/mom_classes.hpp"
#include "tests/scenario/core/model_with_mom.hpp"
#include "tests/scenario/core/small_mesh.hpp"

namespace triad::test {

using namespace core::test;

namespace {

// Time of a libFedTime that the RTIG cannot compare.
class ForeignTime final : public core::TimeType {
 public:
  std::string_view name() const override { return "foreign"; }
  bool is_valid(wire::Bytes encoded) const override { return double_.is_valid(encoded); }
  core::Time sum(const core::Time& a, const core::Time& b) const override {
    return double_.sum(a, b);
  }
  core::Time difference(const core::Time& a, const core::Time& b) const override {
    return double_.difference(a, b);
  }
  core::Time zero() const override { return double_.zero(); }
  core::Time infinity() const override { return double_.infinity(); }
  std::string text(const core::Time& time) const override { return double_.text(time); }

 private:
  int compare_times(const core::Time& a, const core::Time& b) const override {
    return double_.compare(a, b);
  }

  core::DoubleTime double_;
};

HarnessOptions options_of(std::uint64_t seed, RecoveryRun::Mesh mesh, RecoveryRun::Alerts alerts) {
  static const ForeignTime foreign;
  HarnessOptions options;
  options.seed = seed;
  options.rtig.timeouts.resume = std::chrono::seconds(30);
  options.rtig.resume_times = 0;
  if (seed % 3 == 0) {
    options.rtia.hold_bytes = 600;
    options.rtia.resume_bytes = 200;
  }
  if (seed % 7 == 0) options.rtia.time_type = &foreign;
  options.keeps_journals = mesh == RecoveryRun::Mesh::restarts;
  options.rtig.timeouts.journal_progress = std::chrono::milliseconds(0);
  if (seed % 4 != 0) options.rtig.journal_image_bytes = 300;
  using Mesh = RecoveryRun::Mesh;
  options.on_fabric = mesh == Mesh::memory || mesh == Mesh::links_and_memory;
  options.mixed = mesh == Mesh::memory;
  if (mesh == Mesh::links || mesh == Mesh::routers || mesh == Mesh::links_and_memory)
    options.mesh = small_mesh();
  if (alerts == RecoveryRun::Alerts::watched) {
    options.rtig.load_fed = [](std::string_view, std::optional<std::string_view>) {
      return wire::Result<core::ObjectModel>(model_with_mom());
    };
  }
  return options;
}

wire::InteractionClassHandle alert_class() {
  return core::mom::Handles(model_with_mom()).handle_of(core::mom::Interaction::Alert);
}

constexpr std::string_view kName = "Federation";

}  // namespace

RecoveryRun::RecoveryRun(std::uint64_t seed, std::size_t members, Time time, Saves saves, Mesh mesh,
                         Alerts alerts, Processes processes)
    : harness_(options_of(seed, mesh, alerts)),
      members_(members),
      time_(time),
      saves_(saves),
      mesh_(mesh),
      alert_class_(alerts == Alerts::watched ? alert_class() : wire::InteractionClassHandle()),
      processes_(processes),
      clocks_(members) {
  harness_.losses().changes_places = mesh == Mesh::routers || seed % 2 == 0;
}

void RecoveryRun::set_up() {
  for (std::size_t i = 0; i < members_; ++i) {
    const Federate f = harness_.add();
    if (f == 0) {
      expect_success(f, wire::CreateFederationExecution{kName, "test.fed", false, {}});
    }
    expect_success(f, wire::JoinFederationExecution{"federate", kName, {}});
    expect_success(f, wire::PublishInteractionClass{kShot});
    expect_success(f, wire::SubscribeInteractionClass{kShot, true});
    expect_success(f, wire::PublishObjectClass{kTank, {kPosition, kSpeed}});
    expect_success(f, wire::SubscribeObjectClassAttributes{kTank, {kPosition, kSpeed}, true});
    if (time_ == Time::managed) expect_success(f, wire::SetAsynchronousDelivery{true});
    if (alert_class_ && f == 0)
      expect_success(f, wire::SubscribeInteractionClass{alert_class_, true});
  }
  harness_.settle();
}

std::string RecoveryRun::execute(int steps) {
  set_up();
  for (int i = 0; i < steps && fault_.empty(); ++i) {
    if (!cuts_links_ && !is_saving_or_restoring()) {
      harness_.settle();  // all have acknowledged a restore
      cuts_links_ = true;
    }
    if (cuts_links_ && one_in(8)) cut_some_link();
    act(any());
    for (std::size_t k = harness_.random().below(12); k > 0; --k) (void)harness_.deliver_one();
    if (one_in(4)) take_callbacks(any());
    if (one_in(3)) (void)harness_.losses().acknowledge();
  }
  cuts_links_ = false;
  finish_save();
  if (fault_.empty() && time_ == Time::managed) advance_to_end();
  if (fault_.empty()) judge();
  return fault_;
}

void RecoveryRun::cut_some_link() {
  if (mesh_ == Mesh::restarts && one_in(3)) return restart_rtig();
  if (mesh_ != Mesh::routers || !one_in(3)) return cut_link_of(any());
  one_in(2) ? lose_some_router() : restart_some_router();
}

void RecoveryRun::cut_link_of(Federate federate) {
  if (federate == suspended_) return;
  if (!harness_.ambassador(federate).on_fabric()) harness_.losses().cut(federate);
}

void RecoveryRun::lose_some_router() {
  const RouterPlace at = harness_.random().below(harness_.routers().size());
  if (one_in(2)) {
    harness_.crash_router(at);
  } else if (harness_.routers().has_path_to_rtig(at)) {
    harness_.routers().cut(at);
  }
}

void RecoveryRun::restart_rtig() {
  const wire::Buffer before = encoded_state();
  for (const std::string& refusal : harness_.losses().restart_rtig())
    add_fault("the journal: " + refusal);
  if (encoded_state() != before) add_fault("a restart of the RTIG has changed the federation");
}

wire::Buffer RecoveryRun::encoded_state() {
  wire::Buffer bytes;
  if (const core::Federation* const state = harness_.rtig().state(kName))
    wire::Encoder(bytes).put(core::snapshot_of(*state));
  return bytes;
}

void RecoveryRun::restart_some_router() {
  const RouterPlace at = harness_.random().below(harness_.routers().size());
  RouterTree& routers = harness_.routers();
  PlaceInMesh to;
  if (one_in(2)) to = harness_.random().below(routers.size());
  if (one_in(2) && routers.may_attach(at, to)) return routers.attach(at, to);
  if (routers.may_restart(at)) routers.restart(at);
}

// --- Actions.

void RecoveryRun::act(Federate federate) {
  if (is_saving_or_restoring()) return act_in_saves(federate);
  if (processes_ == Processes::replaced && one_in(12)) return replace_process(federate);
  if (saves_ != Saves::absent && one_in(10)) return act_in_saves(federate);
  if (time_ == Time::managed && !one_in(3)) return act_in_time(federate);
  switch (harness_.random().below(12)) {
    case 0:
    case 1:
      return register_instance(federate);
    case 2:
      return delete_instance(federate);
    case 3:
      return give_away(federate);
    case 4:
      return make_call_with_reply(federate);
    case 5:
    case 6:
    case 7:
      return update(federate);
    default:
      return send_interaction(federate);
  }
}

std::string RecoveryRun::next_tag(Federate federate) {
  Known& known = known_[federate];
  std::string tag = std::to_string(federate) + "." + std::to_string(++known.number);
  known.sent.push_back(tag);
  return tag;
}

void RecoveryRun::send_interaction(Federate federate) {
  const std::string tag = next_tag(federate);
  wire::SendInteraction request;
  request.interaction_class = kShot;
  request.tag = tag;
  expect_success(federate, request);
}

// An update follows at once, so that it may overtake the registration if the order is wrong.
void RecoveryRun::register_instance(Federate federate) {
  const std::string name = one_in(3) ? "tank " + std::to_string(++names_) : std::string();
  const auto object = call(federate, wire::RegisterObjectInstance{kTank, name});
  if (!object) return add_fault("a registration: " + object.error().text);
  known_[federate].owned.push_back(*object);
  update(federate);
}

void RecoveryRun::update(Federate federate) {
  const auto& owned = known_[federate].owned;
  if (owned.empty()) return send_interaction(federate);
  const std::string tag = next_tag(federate);
  const Values values = value(kPosition, "1");
  wire::UpdateAttributeValues request;
  request.object = owned.back();
  request.tag = tag;
  request.values = values;
  expect_success(federate, request);
}

void RecoveryRun::delete_instance(Federate federate) {
  auto& owned = known_[federate].owned;
  if (owned.empty()) return send_interaction(federate);
  const std::string tag = next_tag(federate);
  wire::DeleteObjectInstance request;
  request.object = owned.back();
  request.tag = tag;
  owned.pop_back();
  expect_success(federate, request);
}

// An update precedes the transfer, and one follows it at the new owner. An instance is given away
// only once, and is not deleted afterwards.
void RecoveryRun::give_away(Federate federate) {
  auto& owned = known_[federate].owned;
  if (owned.empty()) return send_interaction(federate);
  update(federate);
  const wire::ObjectHandle object = owned.back();
  owned.pop_back();
  expect_success(federate, wire::UnconditionalAttributeOwnershipDivestiture{object, {kPosition}});
  harness_.settle();
  const Federate taker = (federate + 1) % members_;
  take_callbacks(taker);
  wire::AttributeOwnershipAcquisitionIfAvailable acquire;
  acquire.object = object;
  acquire.attributes = {kPosition};
  expect_success(taker, acquire);
  harness_.settle();
  take_callbacks(taker);
  const std::string tag = next_tag(taker);
  const Values values = value(kPosition, "2");
  wire::UpdateAttributeValues request;
  request.object = object;
  request.tag = tag;
  request.values = values;
  expect_success(taker, request);
}

void RecoveryRun::make_call_with_reply(Federate federate) {
  if (one_in(2)) {
    expect_success(federate, wire::SubscribeInteractionClass{kTalk, true});
    expect_success(federate, wire::UnsubscribeInteractionClass{kTalk});
  } else {
    const auto label = "point " + std::to_string(++names_);
    expect_success(federate, wire::RegisterFederationSynchronizationPoint{label, "", {}});
  }
}

// Others act meanwhile, and may lose their links. A suspended federate takes no callbacks, so it
// must not hold their sends.
void RecoveryRun::replace_process(Federate federate) {
  if (harness_.ambassador(federate).on_fabric()) return send_interaction(federate);
  if (one_in(2)) harness_.settle();
  for (Federate f = 0; f < members_; ++f) take_callbacks(f);
  const auto suspended = call(federate, wire::SuspendMembership{});
  if (!suspended) {
    if (suspended.error().code == wire::ErrorCode::SaveInProgress) return;
    return add_fault("a suspension: " + suspended.error().text);
  }
  suspended_ = federate;
  const bool cuts = std::exchange(cuts_links_, false);
  harness_.settle();
  for (std::size_t k = harness_.random().below(6); k > 0; --k) {
    const Federate other = any();
    // One that has returned waits until no member is away, and one that keeps much waits for room.
    const bool may_send = !harness_.ambassador(other).is_paused() &&
                          harness_.losses().records_kept(other) < 2 && other != federate;
    if (may_send) send_interaction(other);
    if (!fault_.empty()) return;
    for (std::size_t n = harness_.random().below(12); n > 0; --n) (void)harness_.deliver_one();
  }
  if (one_in(3)) cut_link_of(any());
  cuts_links_ = cuts;
  harness_.losses().start_process(federate);
  suspended_.reset();
  const auto resumed =
      call(federate, wire::ResumeMembership{std::as_bytes(std::span(suspended->state)), {}});
  if (!resumed) return add_fault("a resumption: " + resumed.error().text);
  ++processes_replaced_;
}

// --- Judgement.

void RecoveryRun::take_callbacks(Federate federate) {
  const auto note = [&](std::string_view tag) {
    const std::string text(tag);
    if (text.empty()) return;
    known_[federate].received[std::stoul(text)].push_back(text);
  };
  harness_.take_callbacks(federate, [&](const rtia::Callback& callback) {
    if (receive_save_callback(federate, callback)) return;
    const auto* const sent = std::get_if<wire::ReceiveInteraction>(&callback);
    if (sent != nullptr && alert_class_ && sent->interaction_class == alert_class_) {
      ++alerts_received_;
      return;
    }
    // A retraction of the deletion lets it be discovered again.
    if (const auto* d = std::get_if<wire::RemoveObjectInstance>(&callback)) {
      known_[federate].discovered.erase(d->object.value);
    }
    if (clocks_.receive_callback(federate, callback)) return;
    if (const auto* m = std::get_if<wire::ReceiveInteraction>(&callback)) note(m->tag);
    if (const auto* u = std::get_if<wire::ReflectAttributeValues>(&callback)) note(u->tag);
    if (const auto* d = std::get_if<wire::RemoveObjectInstance>(&callback)) note(d->tag);
    if (const auto* d = std::get_if<wire::DiscoverObjectInstance>(&callback)) {
      if (!known_[federate].discovered.insert(d->object.value).second) {
        add_fault("an instance was discovered twice");
      }
    }
  });
  add_fault(clocks_.fault());
}

void RecoveryRun::take_all_callbacks() {
  for (Federate f = 0; f < members_; ++f) take_callbacks(f);
}

void RecoveryRun::judge() {
  for (int i = 0; i < 3; ++i) {
    harness_.settle();
    take_all_callbacks();
  }
  const core::Federation* const state = harness_.rtig().state(kName);
  if (state->members().size() != members_) return add_fault("a member was lost");
  for (Federate by = 0; by < members_; ++by) {
    const Lines& sent = known_[by].sent;
    for (Federate to = 0; to < members_; ++to) {
      if (to == by) continue;
      const Lines& received = known_[to].received[by];
      std::size_t at = 0;
      while (at < sent.size() && at < received.size() && sent[at] == received[at]) ++at;
      if (at == sent.size() && at == received.size()) continue;
      return add_fault("federate " + std::to_string(to) + " received " +
                       (at < received.size() ? received[at] : "nothing") + " in place of " +
                       (at < sent.size() ? sent[at] : "nothing"));
    }
  }
  for (Federate f = 0; f < members_; ++f) {
    if (harness_.losses().records_kept(f) != 0) {
      return add_fault("federate " + std::to_string(f) + " keeps " +
                       std::to_string(harness_.losses().records_kept(f)) + " records at rest");
    }
  }
  if (harness_.rtig().records_kept(kName) != 0) return add_fault("the RTIG keeps records at rest");
  for (const std::string& line : disagreements(harness_, kName)) add_fault(line);
  clocks_.judge_end();
  add_fault(clocks_.fault());
}

}  // namespace triad::test
