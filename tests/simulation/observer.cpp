#include "tests/simulation/observer.hpp"

#include <algorithm>

#include "wire/print.hpp"

namespace triad::test {

namespace {

template <class T>
std::string shown(const T& value) {
  std::string text;
  wire::print_value(text, value);
  return text;
}

}  // namespace

void Observer::begin(FederateHandle self) {
  const std::uint64_t changed = changed_at;
  auto old = std::move(complaints);
  *this = Observer();
  complaints = std::move(old);
  changed_at = changed;
  self_ = self;
}

void Observer::begin_phase() {
  received_.clear();
  locally_deleted.clear();
}

void Observer::complain(const std::string& what) {
  complaints.push_back("federate " + std::to_string(self_.value) + ": " + what);
}

bool Observer::on_now(wire::AdvisorySwitch which) const {
  const auto at = switches.find(which);
  if (at != switches.end()) return at->second;
  return which == wire::AdvisorySwitch::class_relevance ||
         which == wire::AdvisorySwitch::interaction_relevance;
}

void Observer::forget(ObjectHandle object) {
  known.erase(object);
  told_in_scope_.erase(object);
  told_to_update_.erase(object);
}

void Observer::see(const rtia::Callback& callback) {
  std::visit([this](const auto& message) { on(message); }, callback);
}

// --- Object management.

void Observer::on(const wire::DiscoverObjectInstance& m) {
  if (known.contains(m.object)) complain("discovers what it knows: " + wire::print(m));
  if (removed_.contains(m.object)) complain("discovers what was removed: " + wire::print(m));
  if (declared.subscribed(m.object_class) == nullptr) {
    complain("discovers at a class that is not subscribed: " + wire::print(m));
  }
  known[m.object] = past_class_[m.object] = m.object_class;
}

void Observer::on(const wire::ReflectAttributeValues& m) {
  const auto at = known.find(m.object);
  if (at == known.end()) return complain("reflects what it does not know: " + wire::print(m));
  const auto* subscription = declared.subscribed(at->second);
  Received& received = received_[std::string(m.tag)];
  if (m.values.count == 0) complain("reflects nothing: " + wire::print(m));
  m.values.for_each([&](std::uint32_t handle, wire::Bytes, wire::Bytes) {
    const AttributeHandle attribute(handle);
    if (subscription == nullptr || !subscription->attributes.contains(attribute)) {
      complain("reflects what is not subscribed: " + wire::print(m));
    }
    received.attributes.push_back(attribute);
  });
}

void Observer::on(const wire::ReceiveInteraction& m) {
  if (!declared.subscribed_interaction_classes.contains(m.interaction_class)) {
    complain("receives at a class that is not subscribed: " + wire::print(m));
  }
  const auto* described = model_.find(m.interaction_class);
  m.values.for_each([&](std::uint32_t handle, wire::Bytes, wire::Bytes) {
    if (handle == 0 || handle > described->parameters.size()) {
      complain("receives a parameter that the class has not: " + wire::print(m));
    }
  });
  received_[std::string(m.tag)].classes.push_back(m.interaction_class);
}

void Observer::on(const wire::RemoveObjectInstance& m) {
  if (!known.contains(m.object)) complain("removes what it does not know: " + wire::print(m));
  forget(m.object);
  removed_.insert(m.object);
}

void Observer::on(const wire::ProvideAttributeValueUpdate& m) {
  if (!known.contains(m.object)) complain("is asked for what it does not know: " + wire::print(m));
}

// --- Advisories: each once per change.

void Observer::on(const wire::StartRegistrationForObjectClass& m) {
  if (declared.published(m.object_class) == nullptr ||
      !told_to_register_.insert(m.object_class).second ||
      !on_now(wire::AdvisorySwitch::class_relevance)) {
    complain("gets out of turn " + wire::print(m));
  }
}

void Observer::on(const wire::StopRegistrationForObjectClass& m) {
  if (told_to_register_.erase(m.object_class) == 0) complain("gets out of turn " + wire::print(m));
}

void Observer::on(const wire::TurnInteractionsOn& m) {
  if (!declared.published_interaction_classes.contains(m.interaction_class) ||
      !told_to_send_.insert(m.interaction_class).second ||
      !on_now(wire::AdvisorySwitch::interaction_relevance)) {
    complain("gets out of turn " + wire::print(m));
  }
}

void Observer::on(const wire::TurnInteractionsOff& m) {
  if (told_to_send_.erase(m.interaction_class) == 0) complain("gets out of turn " + wire::print(m));
}

void Observer::on(const wire::TurnUpdatesOnForObjectInstance& m) {
  if (!on_now(wire::AdvisorySwitch::attribute_relevance) || !known.contains(m.object)) {
    complain("gets out of turn " + wire::print(m));
  }
  told_to_update_[m.object] |= m.attributes;
}

void Observer::on(const wire::TurnUpdatesOffForObjectInstance& m) {
  if (!told_to_update_[m.object].includes(m.attributes)) {
    complain("gets out of turn " + wire::print(m));
  }
  told_to_update_[m.object] -= m.attributes;
}

void Observer::on(const wire::AttributesInScope& m) {
  if (!known.contains(m.object) || told_in_scope_[m.object].intersects(m.attributes)) {
    complain("gets out of turn " + wire::print(m));
  }
  told_in_scope_[m.object] |= m.attributes;
}

void Observer::on(const wire::AttributesOutOfScope& m) {
  if (!known.contains(m.object) || !told_in_scope_[m.object].includes(m.attributes)) {
    complain("gets out of turn " + wire::print(m));
  }
  told_in_scope_[m.object] -= m.attributes;
}

// --- Synchronization points.

void Observer::on(const wire::AnnounceSynchronizationPoint& m) {
  if (!points.emplace(m.label, false).second) complain("is told twice: " + wire::print(m));
}

void Observer::on(const wire::FederationSynchronized& m) {
  const auto at = points.find(std::string(m.label));
  if (at == points.end() || !at->second) {
    complain("is synchronized though it has not achieved: " + wire::print(m));
  }
  points.erase(std::string(m.label));
}

// --- When all is quiet.

void Observer::check_told(const core::Federation& global, const std::vector<const Observer*>& all) {
  check_relevance(global, all);
  check_instances(global);
  check_updates(global, all);
}

void Observer::check_relevance(const core::Federation&, const std::vector<const Observer*>& all) {
  const auto wanted = [&](auto published, const auto& concerns) {
    bool any = false;
    for (auto at = published; at; at = model_.find(at)->parent) {
      for (const Observer* other : all) {
        any = any || (other != this && other->member() && concerns(other->declared, at));
      }
    }
    return any;
  };
  if (on_now(wire::AdvisorySwitch::class_relevance)) {
    for (const auto& [c, attributes] : declared.published_object_classes) {
      const bool due =
          wanted(c, [&mine = attributes](const core::Declarations& d, ObjectClassHandle at) {
            const auto* s = d.subscribed(at);
            return s != nullptr && s->active && s->attributes.intersects(mine);
          });
      if (due != told_to_register_.contains(c)) {
        complain("is told wrongly whether to register class " + shown(c));
      }
    }
  }
  if (!on_now(wire::AdvisorySwitch::interaction_relevance)) return;
  for (const auto c : declared.published_interaction_classes) {
    const bool due = wanted(c, [&](const core::Declarations& d, InteractionClassHandle at) {
      const auto s = d.subscribed_interaction_classes.find(at);
      return s != d.subscribed_interaction_classes.end() && s->second;
    });
    if (due != told_to_send_.contains(c)) {
      complain("is told wrongly whether to send class " + shown(c));
    }
  }
}

// Each instance with a subscribed attribute that another owns is known, and none that is gone.
void Observer::check_instances(const core::Federation& global) {
  for (const ObjectHandle object : global.objects().handles()) {
    const auto& instance = *global.objects().find(object);
    const auto nearest = declared.nearest_subscribed(model_, instance.object_class);
    const bool due = nearest && declared.subscribed(nearest)->attributes.intersects(
                                    instance.owned_by_others(self_));
    if (due && !known.contains(object)) complain("does not know object " + shown(object));
    const auto at = known.find(object);
    if (at == known.end() || !on_now(wire::AdvisorySwitch::attribute_scope)) continue;
    AttributeSet in_scope;
    if (const auto* s = declared.subscribed(at->second)) {
      in_scope = s->attributes & instance.owned_by_others(self_);
    }
    if (in_scope != told_in_scope_[object]) {
      complain("is told wrongly that " + shown(told_in_scope_[object]) + " of object " +
               shown(object) + " are in scope instead of " + shown(in_scope));
    }
  }
  for (const auto& [object, known_class] : known) {
    if (global.objects().find(object) == nullptr) {
      complain("knows object " + shown(object) + ", which is gone");
    }
  }
}

void Observer::check_updates(const core::Federation& global,
                             const std::vector<const Observer*>& all) {
  if (!on_now(wire::AdvisorySwitch::attribute_relevance)) return;
  for (const ObjectHandle object : global.objects().handles()) {
    const AttributeSet owned = global.objects().find(object)->owned_by(self_);
    AttributeSet relevant;
    for (const Observer* other : all) {
      if (other == this || !other->member()) continue;
      const auto at = other->known.find(object);
      if (at == other->known.end()) continue;
      const auto* s = other->declared.subscribed(at->second);
      if (s != nullptr && s->active) relevant |= s->attributes;
    }
    relevant &= owned;
    const AttributeSet told = told_to_update_[object] & owned;
    if (relevant != told) {
      complain("is told wrongly to update " + shown(told) + " of object " + shown(object) +
               " instead of " + shown(relevant));
    }
  }
}

void Observer::check_received(const std::string& tag, const Sent& sent) {
  const Received& received = received_[tag];
  auto got = received.attributes;
  std::ranges::sort(got);
  if (std::ranges::adjacent_find(got) != got.end() || received.classes.size() > 1) {
    complain("received " + tag + " more than once");
  }
  if (changed_at >= sent.at) return;  // it was changing its mind meanwhile
  if (sent.interaction) {
    const auto due = declared.nearest_subscribed(model_, sent.interaction_class);
    const bool right = due ? received.classes == std::vector{due} : received.classes.empty();
    if (!right) complain("received wrongly the interaction " + tag);
    return;
  }
  if (locally_deleted.contains(sent.object)) return;
  const auto at = past_class_.find(sent.object);
  const auto object_class =
      at != past_class_.end() ? at->second : declared.nearest_subscribed(model_, sent.object_class);
  AttributeSet due;
  if (const auto* s = declared.subscribed(object_class)) due = s->attributes & sent.attributes;
  AttributeSet have;
  for (const auto attribute : got) have.insert(attribute);
  if (have != due) {
    complain("received " + shown(have) + " of update " + tag + " of object " + shown(sent.object) +
             " instead of " + shown(due));
  }
}

}  // namespace triad::test
