#include "tests/scenario/core/recovery_clocks.hpp"

#include <algorithm>
#include <utility>

#include "core/double_time.hpp"

namespace triad::test {

namespace {

double decoded(wire::Bytes time) {
  return core::DoubleTime::decode(core::Time(time));
}

bool grants_as_asked(wire::Advance kind) {
  return kind == wire::Advance::time_advance_request ||
         kind == wire::Advance::time_advance_request_available;
}

}  // namespace

void RecoveryClocks::add_fault(Federate federate, const std::string& text) {
  if (fault_.empty()) fault_ = "federate " + std::to_string(federate) + " " + text;
}

void RecoveryClocks::raise_least_stamp(Clock& clock) {
  if (clock.regulation != Mode::on) return;
  if (clock.advance && !grants_as_asked(clock.advance->kind)) return;
  const double base = clock.advance ? clock.advance->to : clock.time;
  clock.least_stamp = std::max(clock.least_stamp, base + clock.lookahead);
}

std::string RecoveryClocks::text(Federate federate) const {
  const Clock& clock = clocks_[federate];
  const auto mode = [](Mode of) { return std::to_string(static_cast<int>(of)); };
  std::string text = "[regulation " + mode(clock.regulation) + ", lookahead " +
                     std::to_string(clock.lookahead) + ", constraint " + mode(clock.constraint) +
                     ", at " + std::to_string(clock.time);
  if (clock.advance) {
    text += ", advance " + std::to_string(static_cast<int>(clock.advance->kind)) + " to " +
            std::to_string(clock.advance->to);
  }
  return text + "]";
}

// --- Calls.

void RecoveryClocks::record_regulation_request(Federate federate, double lookahead) {
  clocks_[federate].regulation = Mode::pending;
  clocks_[federate].lookahead = lookahead;
  ++regulations_;
}

void RecoveryClocks::record_regulation_end(Federate federate) {
  clocks_[federate].regulation = Mode::off;
  clocks_[federate].least_stamp = 0;
  clocks_[federate].next_lookahead.reset();
}

void RecoveryClocks::record_advance(Federate federate, wire::Advance kind, double to) {
  clocks_[federate].advance = PendingAdvance{kind, to};
  latest_ = std::max(latest_, to);
  raise_least_stamp(clocks_[federate]);
}

void RecoveryClocks::record_lookahead(Federate federate, double lookahead) {
  Clock& clock = clocks_[federate];
  clock.next_lookahead.reset();
  if (clock.advance && lookahead < clock.lookahead) {
    clock.next_lookahead = lookahead;
    return;
  }
  clock.lookahead = lookahead;
  raise_least_stamp(clock);
}

void RecoveryClocks::record_lbts(Federate federate, double lbts) {
  Clock& clock = clocks_[federate];
  if (clock.constraint != Mode::on) return;
  if (lbts < clock.time) add_fault(federate, "has an LBTS before its time");
  const bool any_begins = std::ranges::any_of(
      clocks_, [](const Clock& other) { return other.regulation == Mode::pending; });
  if (clock.regulations_at_lbts == regulations_ && !any_begins && lbts < clock.lbts) {
    add_fault(federate, "has the LBTS " + std::to_string(lbts) + ", which has fallen from " +
                            std::to_string(clock.lbts));
  }
  clock.lbts = any_begins ? 0 : lbts;
  clock.regulations_at_lbts = regulations_;
}

void RecoveryClocks::record_sent(Federate federate, std::string tag, double stamp,
                                 wire::Retraction retraction) {
  messages_[std::move(tag)] = {federate, stamp, ++step_, retraction};
  latest_ = std::max(latest_, stamp);
}

std::vector<std::string> RecoveryClocks::tags_of(Federate federate) const {
  std::vector<std::string> tags;
  for (const auto& [tag, message] : messages_) {
    if (message.sender == federate && !message.is_retracted) tags.push_back(tag);
  }
  return tags;
}

// --- Callbacks.

bool RecoveryClocks::receive_callback(Federate federate, const rtia::Callback& callback) {
  Clock& clock = clocks_[federate];
  const auto receive_tag = [&](std::string_view tag) {
    const auto at = messages_.find(std::string(tag));
    if (at == messages_.end()) return false;
    receive_message(federate, at->second, at->first);
    return true;
  };
  if (const auto* m = std::get_if<wire::ReceiveInteraction>(&callback)) return receive_tag(m->tag);
  if (const auto* d = std::get_if<wire::RemoveObjectInstance>(&callback)) {
    return receive_tag(d->tag);
  }
  if (const auto* g = std::get_if<wire::TimeAdvanceGrant>(&callback)) {
    receive_grant(federate, decoded(g->time));
    return true;
  }
  if (const auto* r = std::get_if<wire::TimeRegulationEnabled>(&callback)) {
    receive_regulation(federate, decoded(r->time));
    return true;
  }
  if (const auto* c = std::get_if<wire::TimeConstrainedEnabled>(&callback)) {
    if (clock.constraint != Mode::pending) add_fault(federate, "is constrained without a request");
    clock.constraint = Mode::on;
    clock.constrained_since = ++step_;
    clock.time = decoded(c->time);
    clock.is_strict = false;
    return true;
  }
  if (const auto* r = std::get_if<wire::RequestRetraction>(&callback)) {
    receive_retraction(federate, r->retraction);
    return true;
  }
  return false;
}

void RecoveryClocks::receive_message(Federate federate, Message& message, const std::string& tag) {
  Clock& clock = clocks_[federate];
  const std::string what = "receives " + tag + " at " + std::to_string(message.stamp);
  if (++message.receipts[federate] > 1) add_fault(federate, what + " twice");
  if (message.retracted_at.contains(federate)) add_fault(federate, what + " after its retraction");
  if (clock.constraint != Mode::on || message.step < clock.constrained_since) return;
  const bool is_late = clock.is_strict ? message.stamp <= clock.time : message.stamp < clock.time;
  if (is_late) add_fault(federate, what + " after the grant of " + std::to_string(clock.time));
  if (!clock.advance) {
    if (clock.regulation != Mode::pending) add_fault(federate, what + " without a request");
    return;
  }
  const bool flushes = clock.advance->kind == wire::Advance::flush_queue_request;
  if (!flushes && message.stamp > clock.advance->to) add_fault(federate, what + " too early");
  if (clock.last_stamp && message.stamp < *clock.last_stamp) {
    add_fault(federate, what + " after " + std::to_string(*clock.last_stamp));
  }
  clock.last_stamp = message.stamp;
}

void RecoveryClocks::receive_grant(Federate federate, double time) {
  Clock& clock = clocks_[federate];
  const std::string what = "is granted " + std::to_string(time);
  if (!clock.advance) return add_fault(federate, what + " without a request");
  const PendingAdvance advance = *std::exchange(clock.advance, std::nullopt);
  const bool fits =
      grants_as_asked(advance.kind) ? time == advance.to : time >= clock.time && time <= advance.to;
  if (!fits) add_fault(federate, what + ", requested " + std::to_string(advance.to));
  clock.time = time;
  clock.is_strict = advance.kind == wire::Advance::time_advance_request ||
                    advance.kind == wire::Advance::next_event_request;
  clock.last_stamp.reset();
  raise_least_stamp(clock);
  if (clock.next_lookahead) clock.lookahead = *std::exchange(clock.next_lookahead, std::nullopt);
  if (clock.constraint != Mode::on) return;
  for (Federate other = 0; other < clocks_.size(); ++other) {
    const Clock& of = clocks_[other];
    if (other == federate || of.regulation != Mode::on) continue;
    if (of.advance && !grants_as_asked(of.advance->kind)) continue;
    if (of.least_stamp < time) {
      add_fault(federate, what + ", although federate " + std::to_string(other) +
                              " may send from " + std::to_string(of.least_stamp) + " on");
    }
  }
}

void RecoveryClocks::receive_regulation(Federate federate, double time) {
  Clock& clock = clocks_[federate];
  if (clock.regulation != Mode::pending) add_fault(federate, "regulates without a request");
  if (time < clock.time) add_fault(federate, "regulates from an earlier time on");
  clock.regulation = Mode::on;
  if (time > clock.time) clock.is_strict = false;
  clock.time = time;
  clock.last_stamp.reset();
  raise_least_stamp(clock);
  for (Federate other = 0; other < clocks_.size(); ++other) {
    if (other == federate || clocks_[other].constraint != Mode::on) continue;
    if (clock.least_stamp < clocks_[other].time) {
      add_fault(federate, "regulates from " + std::to_string(time) + " on, although federate " +
                              std::to_string(other) + " is at " +
                              std::to_string(clocks_[other].time));
    }
  }
}

void RecoveryClocks::receive_retraction(Federate federate, const wire::Retraction& retraction) {
  for (auto& [tag, message] : messages_) {
    if (!(message.retraction == retraction)) continue;
    if (!message.is_retracted || message.receipts[federate] == 0) {
      add_fault(federate, "is asked to retract " + tag + ", without cause");
    }
    if (!message.retracted_at.insert(federate).second) {
      add_fault(federate, "is asked to retract " + tag + " twice");
    }
    return;
  }
  add_fault(federate, "is asked to retract an unknown message");
}

void RecoveryClocks::judge_end() {
  for (Federate federate = 0; federate < clocks_.size(); ++federate) {
    if (clocks_[federate].advance || clocks_[federate].is_enabling()) {
      add_fault(federate, "waits for a grant at the end");
    }
    for (auto& [tag, message] : messages_) {
      if (message.sender == federate) continue;
      const bool is_received = message.receipts[federate] > 0;
      const bool is_right = message.is_retracted
                                ? is_received == message.retracted_at.contains(federate)
                                : is_received;
      if (is_right) continue;
      add_fault(federate, (is_received ? "has not retracted " : "has not received ") + tag +
                              " at " + std::to_string(message.stamp));
    }
  }
}

}  // namespace triad::test
