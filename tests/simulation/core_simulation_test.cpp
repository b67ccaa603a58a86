// Seeded random runs of whole federations by the state machines alone: random services, ticks,
// resignations, cuts and deaths under a scheduler that delivers in any order that links allow.
// Observers judge each callback; when all is quiet, everything due must have been told, every
// message received exactly once, and all copies of the federation agree.
//
// A failing seed is run alone, with its steps printed, by TRIAD_SEED.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <deque>

#include "tests/scenario/core/core_harness.hpp"
#include "tests/simulation/observer.hpp"
#include "wire/print.hpp"

namespace triad::test {
namespace {

using namespace core::test;
using wire::AdvisorySwitch;
using wire::ResignAction;

// One thread runs everything, and the thread sanitizer makes that some twenty times as long.
#if defined(__SANITIZE_THREAD__)
constexpr std::uint64_t kSeeds = 120;
#else
constexpr std::uint64_t kSeeds = 1200;
#endif
constexpr int kPhases = 3;
constexpr int kStepsPerPhase = 400;
constexpr std::size_t kFederatesMax = 5;

class RandomRun {
 public:
  RandomRun(std::uint64_t seed, bool verbose)
      : harness_(options(seed)), random_(seed * 7919 + 1), verbose_(verbose) {}

  // What went wrong; empty if nothing.
  std::string execute() {
    add();
    (void)harness_.call(0, wire::CreateFederationExecution{"F", "fed", false, {}});
    for (int i = 0; i < 2; ++i) add();
    for (int phase = 0; phase < kPhases && fine(); ++phase) {
      for (auto& one : ones_) one->observer.begin_phase();
      sent_.clear();
      for (int step = 0; step < kStepsPerPhase && fine(); ++step) advance();
      finish_phase();
    }
    return complaint_;
  }

 private:
  struct One {
    Observer observer;
    std::function<bool()> finished;  // of the call in progress; notes its effect
    bool lost = false;               // its link was cut or its process died
  };

  static HarnessOptions options(std::uint64_t seed) {
    HarnessOptions options;
    options.seed = seed;
    options.rtia.hold_bytes = seed % 3 == 0 ? 700 : 64u << 20;
    options.rtia.resume_bytes = seed % 3 == 0 ? 100 : 32u << 20;
    options.rtia.lease_count = 4;
    return options;
  }

  bool fine() const { return complaint_.empty(); }
  void complain(std::string what) {
    if (complaint_.empty()) complaint_ = std::move(what);
  }
  std::uint64_t below(std::uint64_t limit) { return random_.below(limit); }

  Federate add() {
    ones_.push_back(std::make_unique<One>());
    return harness_.add();
  }

  void say(Federate f, const std::string& line) {
    if (verbose_)
      std::printf("%4llu %zu %s\n", static_cast<unsigned long long>(now_), f, line.c_str());
  }

  // --- One step: a federate does something, or a record is delivered.

  void advance() {
    ++now_;
    if (below(3) != 0) {
      (void)harness_.deliver_one();
    } else if (ones_.size() < kFederatesMax && below(60) == 0) {
      add();
    } else {
      act(below(ones_.size()));
    }
    for (Federate f = 0; f < ones_.size(); ++f) note_finished(f);
  }

  void note_finished(Federate f) {
    One& one = *ones_[f];
    if (one.finished && one.finished()) one.finished = nullptr;
    const bool should = one.observer.member() && !one.lost && !one.finished;
    if (should && !harness_.ambassador(f).joined()) complain("a federate lost its membership");
  }

  void act(Federate f) {
    One& one = *ones_[f];
    if (one.finished || one.lost) return;
    if (!one.observer.member()) {
      if (below(2) == 0) join(f);
    } else if (below(4) == 0) {
      tick(f);
    } else if (below(400) == 0) {
      lose(f);
    } else {
      serve(f);
    }
  }

  void tick(Federate f) {
    say(f, "tick");
    Observer& observer = ones_[f]->observer;
    harness_.take_callbacks(f, [&](const rtia::Callback& callback) {
      say(f, "  " + line_of(callback));
      observer.see(callback);
    });
    if (!observer.complaints.empty()) complain(observer.complaints.front());
  }

  void lose(Federate f) {
    say(f, "is lost");
    ones_[f]->lost = true;
    ones_[f]->observer.end();
    below(2) == 0 ? harness_.cut(f) : harness_.kill(f);
  }

  // Begins a service; `effect` is what the federate makes of success.
  template <wire::Call C, class Effect>
  void begin(Federate f, const C& request, Effect effect) {
    say(f, wire::print(request));
    auto outcome = harness_.start(f, request);
    ones_[f]->finished = [this, f, outcome, effect] {
      if (ones_[f]->lost) return true;
      if (!*outcome) return false;
      if ((*outcome)->has_value()) {
        if constexpr (std::is_void_v<typename C::Reply>) {
          effect();
        } else {
          effect(***outcome);
        }
      } else {
        const auto code = (*outcome)->error().code;
        say(f, "  " + std::string(wire::name_of(code)));
        if (code == wire::ErrorCode::RTIinternalError) complain((*outcome)->error().text);
      }
      return true;
    };
    note_finished(f);
  }

  // A change of declarations or membership: unstable from its begin to its end.
  template <wire::Call C, class Effect>
  void change(Federate f, const C& request, Effect effect) {
    Observer& observer = ones_[f]->observer;
    observer.changed_at = now_;
    begin(f, request, [this, &observer, effect](auto... reply) {
      observer.changed_at = now_;
      effect(reply...);
    });
  }

  void join(Federate f) {
    Observer& observer = ones_[f]->observer;
    change(f, wire::JoinFederationExecution{"type", "F", {}},
           [&observer](FederateHandle self) { observer.begin(self); });
  }

  // --- Random services.

  ObjectClassHandle object_class() {
    // Vehicles and tanks twice as often, so that classes meet.
    static constexpr ObjectClassHandle kClasses[] = {kObjectRoot, kVehicle, kVehicle, kTank,
                                                     kTank,       kHeavy,   kPlane,   kPerson};
    return kClasses[below(std::size(kClasses))];
  }
  InteractionClassHandle interaction_class() {
    return InteractionClassHandle(static_cast<std::uint32_t>(1 + below(4)));
  }
  AttributeSet attributes_of(ObjectClassHandle c) {
    AttributeSet set;
    const auto last = model_.find(c)->attributes.size();
    for (std::uint32_t value = 1; value <= last; ++value) {
      if (below(2) == 0) set.insert(AttributeHandle(value));
    }
    return set;
  }
  ObjectHandle known_object(const Observer& observer) {
    if (observer.known.empty()) return ObjectHandle(1 + below(20));
    return std::next(observer.known.begin(),
                     static_cast<std::ptrdiff_t>(below(observer.known.size())))
        ->first;
  }
  // Mostly one of those that the federate has declared, so that its services succeed.
  template <class Declared, class Any>
  auto likely(const Declared& declared, Any any) {
    if (declared.empty() || below(8) == 0) return any;
    const auto chosen =
        std::next(declared.begin(), static_cast<std::ptrdiff_t>(below(declared.size())));
    if constexpr (requires { chosen->first; }) {
      return chosen->first;
    } else {
      return *chosen;
    }
  }
  std::string_view keep(std::string text) { return texts_.emplace_back(std::move(text)); }

  void serve(Federate f) {
    switch (below(20)) {
      case 0:
      case 1:
        return publish(f);
      case 2:
      case 3:
      case 4:
        return subscribe(f);
      case 5:
        return interactions(f);
      case 6:
        return below(2) == 0 ? interactions(f) : set_switch(f);
      case 7:
      case 8:
        return enlist(f);
      case 9:
        return erase(f);
      case 10:
        return local_delete(f);
      case 11:
        return synchronize(f);
      case 12:
        return request_updates(f);
      case 13:
        return below(12) == 0 ? resign(f) : send(f);
      case 14:
      case 15:
        return send(f);
      default:
        return update(f);
    }
  }

  void publish(Federate f) {
    Observer& o = ones_[f]->observer;
    const auto c = object_class();
    const AttributeSet attributes = below(5) == 0 ? AttributeSet{} : attributes_of(c);
    change(f, wire::PublishObjectClass{c, attributes}, [&o, c, attributes] {
      if (attributes.empty()) {
        o.declared.published_object_classes.erase(c);
        o.unpublished(c);
      } else {
        o.declared.published_object_classes[c] = attributes | AttributeSet{kPrivilege};
      }
    });
  }

  void subscribe(Federate f) {
    Observer& o = ones_[f]->observer;
    const auto c = object_class();
    if (below(3) == 0) {
      change(f, wire::UnsubscribeObjectClass{c},
             [&o, c] { o.declared.subscribed_object_classes.erase(c); });
      return;
    }
    const AttributeSet attributes = attributes_of(c);
    const bool active = below(4) != 0;
    change(f, wire::SubscribeObjectClassAttributes{c, attributes, active},
           [&o, c, attributes, active] {
             if (attributes.empty()) {
               o.declared.subscribed_object_classes.erase(c);
             } else {
               o.declared.subscribed_object_classes[c] = {attributes, active};
             }
           });
  }

  void interactions(Federate f) {
    Observer& o = ones_[f]->observer;
    const auto c = interaction_class();
    switch (below(4)) {
      case 0:
        return change(f, wire::PublishInteractionClass{c},
                      [&o, c] { o.declared.published_interaction_classes.insert(c); });
      case 1:
        return change(f, wire::UnpublishInteractionClass{c}, [&o, c] {
          o.declared.published_interaction_classes.erase(c);
          o.unpublished(c);
        });
      case 2: {
        const bool active = below(4) != 0;
        return change(f, wire::SubscribeInteractionClass{c, active},
                      [&o, c, active] { o.declared.subscribed_interaction_classes[c] = active; });
      }
      default:
        return change(f, wire::UnsubscribeInteractionClass{c},
                      [&o, c] { o.declared.subscribed_interaction_classes.erase(c); });
    }
  }

  void set_switch(Federate f) {
    Observer& o = ones_[f]->observer;
    const auto which = static_cast<AdvisorySwitch>(1 + below(4));
    const bool on = below(3) != 0;
    begin(f, wire::SetAdvisorySwitch{which, on}, [&o, which, on] { o.switches[which] = on; });
  }

  void enlist(Federate f) {
    Observer& o = ones_[f]->observer;
    const auto c = likely(o.declared.published_object_classes, object_class());
    const auto name = below(3) == 0 ? keep("name" + std::to_string(below(4))) : std::string_view();
    begin(f, wire::RegisterObjectInstance{c, name}, [this, &o, c](ObjectHandle object) {
      o.known[object] = c;
      registered_class_[object] = c;
    });
  }

  void erase(Federate f) {
    Observer& o = ones_[f]->observer;
    wire::DeleteObjectInstance request;
    request.object = known_object(o);
    begin(f, request, [&o, object = request.object](const auto&) { o.forget(object); });
  }

  void local_delete(Federate f) {
    Observer& o = ones_[f]->observer;
    const ObjectHandle object = known_object(o);
    begin(f, wire::LocalDeleteObjectInstance{object}, [&o, object] {
      o.forget(object);
      o.locally_deleted.insert(object);
    });
  }

  void update(Federate f) {
    Observer& o = ones_[f]->observer;
    const ObjectHandle object = known_object(o);
    const auto at = o.known.find(object);
    // What it owns is best known to its RTIA; the rest is refused.
    const auto* instance = harness_.ambassador(f).state()->objects().find(object);
    if (at == o.known.end() || instance == nullptr) return;
    Sent sent{f, now_, false, object, registered_class_[object], {}, {}};
    Values& values = values_.emplace_back();
    instance->owned_by(o.self()).for_each([&](AttributeHandle attribute) {
      if (below(2) != 0) return;
      values.add(attribute, "v");
      sent.attributes.insert(attribute);
    });
    wire::UpdateAttributeValues request;
    request.object = object;
    request.tag = keep("u" + std::to_string(now_));
    request.values = values;
    begin(f, request,
          [this, sent, tag = std::string(request.tag)](const auto&) { sent_[tag] = sent; });
  }

  void send(Federate f) {
    const auto& published = ones_[f]->observer.declared.published_interaction_classes;
    const auto c = likely(published, interaction_class());
    Values& values = values_.emplace_back();
    const auto last = model_.find(c)->parameters.size();
    for (std::uint32_t value = 1; value <= last; ++value) {
      if (below(2) == 0) values.add(wire::ParameterHandle(value), "p");
    }
    const Sent sent{f, now_, true, {}, {}, c, {}};
    wire::SendInteraction request;
    request.interaction_class = c;
    request.tag = keep("i" + std::to_string(now_));
    request.values = values;
    begin(f, request,
          [this, sent, tag = std::string(request.tag)](const auto&) { sent_[tag] = sent; });
  }

  void synchronize(Federate f) {
    Observer& o = ones_[f]->observer;
    const auto label = keep("p" + std::to_string(below(3)));
    if (below(3) == 0) {
      wire::RegisterFederationSynchronizationPoint request{label, "", {}};
      if (below(2) == 0) {
        for (std::uint32_t value = 1; value < 6; ++value) {
          if (below(2) == 0) request.federates.emplace_back(value);
        }
      }
      return begin(f, request, [] {});
    }
    begin(f, wire::SynchronizationPointAchieved{label},
          [&o, label = std::string(label)] { o.points[label] = true; });
  }

  void request_updates(Federate f) {
    Observer& o = ones_[f]->observer;
    if (below(2) == 0) {
      const auto c = object_class();
      return begin(f, wire::RequestClassAttributeValueUpdate{c, attributes_of(c)}, [] {});
    }
    begin(f, wire::RequestObjectAttributeValueUpdate{known_object(o), {kPrivilege}}, [] {});
  }

  void resign(Federate f) {
    Observer& o = ones_[f]->observer;
    const auto action = static_cast<ResignAction>(1 + below(4));
    change(f, wire::ResignFederationExecution{action}, [&o] { o.end(); });
  }

  // --- All quiet: every call ended, every callback taken.

  void finish_phase() {
    for (int round = 0; round < 1000 && fine(); ++round) {
      ++now_;
      harness_.settle();
      bool busy = false;
      for (Federate f = 0; f < ones_.size(); ++f) {
        note_finished(f);
        if (ones_[f]->finished) busy = true;
        // A federate in a call cannot tick; those that can make room for the others' sends.
        if (ones_[f]->observer.member() && !ones_[f]->finished) tick(f);
      }
      harness_.settle();
      bool waiting = false;
      for (Federate f = 0; f < ones_.size(); ++f) {
        note_finished(f);
        waiting = waiting || (ones_[f]->observer.member() && !ones_[f]->lost &&
                              harness_.ambassador(f).callback_waiting());
      }
      if (!busy && !waiting) return judge();
    }
    if (fine()) complain("the federation does not come to rest");
  }

  void judge() {
    if (!harness_.faults().empty()) return complain("fault: " + harness_.faults().front());
    const core::Federation& global = *harness_.rtig().state("F");
    std::vector<const Observer*> all;
    for (const auto& one : ones_) all.push_back(&one->observer);
    for (Federate f = 0; f < ones_.size() && fine(); ++f) {
      Observer& observer = ones_[f]->observer;
      if (!observer.member() || ones_[f]->lost) continue;
      if (described(*harness_.ambassador(f).state()) != described(global)) {
        complain("federate " + std::to_string(f) + " has another picture than the RTIG:\n" +
                 described(*harness_.ambassador(f).state()) + "\n" + described(global));
      }
      observer.check_told(global, all);
      for (const auto& [tag, sent] : sent_) {
        const bool whole = !ones_[sent.sender]->lost;
        if (sent.sender != f && whole) observer.check_received(tag, sent);
      }
      if (!observer.complaints.empty()) complain(observer.complaints.front());
    }
  }

  CoreHarness harness_;
  wire::Random random_;
  const bool verbose_;
  const core::ObjectModel model_ = test_model();
  std::vector<std::unique_ptr<One>> ones_;
  std::map<std::string, Sent> sent_;  // in this phase, by tag
  std::map<ObjectHandle, ObjectClassHandle> registered_class_;
  std::deque<std::string> texts_;
  std::deque<Values> values_;
  std::uint64_t now_ = 0;
  std::string complaint_;
};

TEST(CoreSimulation, HoldsItsPromisesInRandomRuns) {
  const char* const only = std::getenv("TRIAD_SEED");
  const std::uint64_t first = only != nullptr ? std::strtoull(only, nullptr, 10) : 1;
  const std::uint64_t last = only != nullptr ? first : kSeeds;
  for (std::uint64_t seed = first; seed <= last; ++seed) {
    ASSERT_EQ(RandomRun(seed, only != nullptr).execute(), "")
        << "run it alone: TRIAD_SEED=" << seed << " core_simulation_test";
  }
}

}  // namespace
}  // namespace triad::test
