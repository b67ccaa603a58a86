#include "tests/fuzz/saves_property.hpp"

#include <algorithm>

#include "core/double_time.hpp"
#include "core/saved_federation.hpp"
#include "core/test_model.hpp"
#include "fed-parser/standard_mom.hpp"
#include "tests/scenario/core/core_harness.hpp"

namespace triad::test {

namespace {

using namespace core::test;
using core::SavedFederation;

constexpr std::size_t kHeaderBytes = 32;
constexpr std::size_t kMembersMax = 4;

core::ObjectModel model_with_mom() {
  core::ObjectModel model = test_model();
  fed::add_standard_classes(model);
  return model;
}

HarnessOptions options() {
  HarnessOptions options;
  options.rtia.lease_count = 8;
  options.rtig.load_fed = [](std::string_view, std::optional<std::string_view>) {
    return wire::Result<core::ObjectModel>(model_with_mom());
  };
  return options;
}

core::Time at(double time) {
  return core::DoubleTime::encode(time);
}

bool has_left(CoreHarness& harness, Federate f) {
  return !harness.ambassador(f).is_joined();
}

// The federates of the samples and their state before the save.
struct Sample {
  Sample() : harness(options()) {
    for (const char* type : {"red", "red", "blue"}) {
      const Federate f = harness.add();
      if (f == 0) call(0, wire::CreateFederationExecution{"F", "fed", false, {}});
      call(f, wire::JoinFederationExecution{type, "F", {}});
    }
  }

  template <wire::Call C>
  wire::Result<typename C::Reply> call(Federate f, const C& request) {
    return harness.call(f, request);
  }
  void quiet() {
    for (std::size_t before = ~std::size_t{0}, taken = 0; before != taken;) {
      before = taken;
      harness.settle();
      for (Federate f = 0; f < 3; ++f) {
        harness.take_callbacks(f, [&](const auto&) { ++taken; });
      }
    }
  }

  void declare() {
    for (Federate f = 0; f < 3; ++f) {
      call(f, wire::PublishObjectClass{kTank, {kPosition, kSpeed, kTurret}});
      call(f, wire::SubscribeObjectClassAttributes{kVehicle, {kPosition, kSpeed}, true});
      call(f, wire::PublishInteractionClass{kShot});
      call(f, wire::SubscribeInteractionClass{kShot, true});
      call(f, wire::SetAdvisorySwitch{wire::AdvisorySwitch::attribute_relevance, true});
      call(f, wire::SetAdvisorySwitch{wire::AdvisorySwitch::attribute_scope, true});
    }
  }
  void use_regions() {
    const auto region = call(0, wire::CreateRegion{kTerrain, 1, {}});
    call(0, wire::NotifyAboutRegionModification{*region, {{0, 10}, {0, 10}}});
    call(0, wire::RegisterObjectInstanceWithRegion{kTank, "east", {{kPosition, *region}}});
    const auto wanted = call(2, wire::CreateRegion{kTerrain, 1, {}});
    call(2, wire::NotifyAboutRegionModification{*wanted, {{5, 15}, {5, 15}}});
    call(2, wire::SubscribeObjectClassAttributesWithRegion{kTank, *wanted, {kPosition}});
  }
  void use_objects() {
    const auto tank = call(0, wire::RegisterObjectInstance{kTank, "one"});
    const auto other = call(1, wire::RegisterObjectInstance{kTank, "gone"});
    quiet();
    call(0, wire::NegotiatedAttributeOwnershipDivestiture{*tank, {kSpeed}, "offer"});
    call(1, wire::AttributeOwnershipAcquisition{*tank, {}, {kTurret}, "want"});
    call(1, wire::ChangeAttributeTransportationType{*other, {kPosition}, 2});
    call(0, wire::ChangeInteractionOrderType{kShot, 2});
    call(2, wire::RegisterFederationSynchronizationPoint{"point", "tag", {}});
  }
  void use_time() {
    call(1, wire::EnableTimeConstrained{});
    call(0, wire::EnableTimeRegulation{at(0).bytes(), at(1).bytes()});
    call(2, wire::EnableTimeRegulation{at(0).bytes(), at(2).bytes()});
    quiet();
    call(1, wire::AdvanceTime{wire::Advance::next_event_request, at(20).bytes()});
    for (const double time : {4.0, 4.0, 9.0}) {
      wire::SendInteraction shot;
      const core::Time stamp = at(time);
      shot.interaction_class = kShot;
      shot.tag = "later";
      shot.time = stamp.bytes();
      call(2, shot);
    }
  }
  // Returns the file of a save in which callbacks are still queued.
  wire::Buffer saved() {
    harness.settle();
    call(0, wire::RequestFederationSave{"x", false, {}, {}});
    for (Federate f = 0; f < 3; ++f) {
      for (bool told = false; !told;) {
        harness.settle();
        harness.take_callbacks(f, [&](const auto& callback) {
          told = told || std::holds_alternative<wire::InitiateFederateSave>(callback);
        });
      }
      call(f, wire::FederateSaveBegun{});
      call(f, wire::FederateSaveComplete{});
    }
    harness.settle();
    return harness.store().saves.at({"F", "x"});
  }

  CoreHarness harness;
};

// Members of the saved types that request a restore and continue.
class RestoredFederation {
 public:
  explicit RestoredFederation(SavedFederation saved) : harness_(options()) {
    const std::size_t members = std::min(saved.members.size(), kMembersMax);
    for (std::size_t i = 0; i < std::max<std::size_t>(members, 1); ++i) {
      const Federate f = harness_.add();
      if (f == 0) (void)harness_.call(0, wire::CreateFederationExecution{"F", "fed", false, {}});
      types_.push_back(i < members ? saved.members[i].federate_type : "red");
      (void)harness_.call(f, wire::JoinFederationExecution{types_.back(), "F", {}});
    }
    saved.federation = "F";
    saved.label = "x";
    saved.model_fingerprint = core::fingerprint(model_with_mom());
    saved.time_type = core::DoubleTime().name();
    harness_.store().saves[{"F", "x"}] = core::encode_file(saved);
  }

  std::string outcome() {
    (void)harness_.call(0, wire::RequestFederationRestore{"x"});
    hear();
    for (Federate f = 0; f < types_.size(); ++f) {
      if (!has_left(harness_, f)) (void)harness_.call(f, wire::FederateRestoreComplete{});
    }
    hear();
    std::string left;
    for (Federate f = 0; f < types_.size(); ++f) {
      if (has_left(harness_, f)) left += " " + std::to_string(f);
    }
    return left.empty() ? outcome_ : outcome_ + ", left:" + left;
  }

  // Calls services, which must work or be refused in any restored state.
  void go_on() {
    for (Federate f = 0; f < types_.size(); ++f) {
      if (has_left(harness_, f)) continue;
      (void)harness_.call(f, wire::PublishObjectClass{kTank, {kPosition, kSpeed}});
      (void)harness_.call(f, wire::SubscribeObjectClassAttributes{kVehicle, {kPosition}, true});
      const auto tank = harness_.call(f, wire::RegisterObjectInstance{kTank, {}});
      const Values values = value(kPosition, "here");
      wire::UpdateAttributeValues update;
      update.values = values;
      for (const std::uint64_t object : {tank ? tank->value : 1, std::uint64_t{4}}) {
        update.object = wire::ObjectHandle(object);
        (void)harness_.call(f, update);
      }
      (void)harness_.call(f,
                          wire::AdvanceTime{wire::Advance::time_advance_request, at(50).bytes()});
      (void)harness_.call(f, wire::DisableTimeConstrained{});
      hear();
    }
    for (Federate f = 0; f < types_.size(); ++f) {
      if (has_left(harness_, f)) continue;
      (void)harness_.call(f, wire::ResignFederationExecution{
                                 wire::ResignAction::delete_objects_and_release_attributes});
      hear();
    }
  }

  // Returns true if the RTIG still serves another federation.
  bool serves_others() {
    const Federate other = harness_.add();
    return harness_.call(other, wire::CreateFederationExecution{"G", "fed", false, {}}) &&
           harness_.call(other, wire::JoinFederationExecution{"red", "G", {}});
  }

 private:
  void hear() {
    for (std::size_t before = ~std::size_t{0}, heard = 0; before != heard;) {
      before = heard;
      harness_.settle();
      for (Federate f = 0; f < types_.size(); ++f) {
        harness_.take_callbacks(f, [&](const rtia::Callback& callback) {
          ++heard;
          note(callback);
        });
      }
    }
  }
  void note(const rtia::Callback& callback) {
    if (std::holds_alternative<wire::FederationRestored>(callback)) outcome_ = "restored";
    if (std::holds_alternative<wire::FederationNotRestored>(callback)) outcome_ = "not restored";
    if (const auto* failed = std::get_if<wire::RequestFederationRestoreFailed>(&callback)) {
      outcome_ = failed->reason;
    }
  }

  CoreHarness harness_;
  std::vector<std::string> types_;
  std::string outcome_ = "no outcome";
};

// Decodes the bytes after the header, as if the header matched them.
wire::Result<SavedFederation> content_of(wire::Bytes file) {
  SavedFederation saved;
  wire::Decoder decoder(file.subspan(std::min(file.size(), kHeaderBytes)));
  decoder.get(saved);
  if (!decoder.finished()) return wire::error(wire::ErrorCode::CouldNotRestore, "no content");
  return saved;
}

std::string broken_refusal(wire::Bytes file) {
  const auto summary =
      core::summarize_file(file.first(std::min(file.size(), core::kSummaryBytesMax)));
  if (!summary && summary.error().text.empty()) return "a summary is refused without a text";
  const auto saved = core::decode_file(file);
  if (!saved) return saved.error().text.empty() ? "a file is refused without a text" : "";
  if (!summary || summary->label != saved->label) return "a good file has another summary";
  const wire::Buffer again = core::encode_file(*saved);
  return std::ranges::equal(again, file) ? "" : "a file that is decoded is encoded differently";
}

}  // namespace

std::string broken_saves_property(wire::Bytes file) {
  if (std::string broken = broken_refusal(file); !broken.empty()) return broken;
  auto saved = content_of(file);
  if (!saved) return {};
  RestoredFederation federation(std::move(*saved));
  if (federation.outcome().starts_with("no outcome")) return "a restore that does not end";
  federation.go_on();
  return federation.serves_others() ? "" : "the RTIG does not serve another federation any more";
}

std::string restored_from(wire::Bytes file) {
  auto saved = content_of(file);
  return saved ? RestoredFederation(std::move(*saved)).outcome() : saved.error().text;
}

std::vector<SampleSave> sample_saves() {
  std::vector<SampleSave> samples;
  samples.push_back({"fresh", Sample().saved()});
  Sample objects;
  objects.declare();
  objects.use_objects();
  samples.push_back({"objects", objects.saved()});
  Sample everything;
  everything.declare();
  everything.use_regions();
  everything.use_objects();
  everything.use_time();
  samples.push_back({"everything", everything.saved()});
  return samples;
}

}  // namespace triad::test
