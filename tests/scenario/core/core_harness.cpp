#include "tests/scenario/core/core_harness.hpp"

#include <algorithm>

#include "core/defect.hpp"
#include "core/test_model.hpp"
#include "wire/print.hpp"

namespace triad::test {

namespace {

rtig::RtigOptions completed(rtig::RtigOptions options) {
  if (!options.load_fed) {
    options.load_fed = [](std::string_view, std::optional<std::string_view>) {
      return wire::Result<core::ObjectModel>(core::test::test_model());
    };
  }
  return options;
}

void erase_text(std::string& line, std::string_view text) {
  if (const auto at = line.find(text); at != line.npos) line.erase(at, text.size());
}

}  // namespace

CoreHarness::CoreHarness(HarnessOptions options)
    : options_(std::move(options)),
      random_(options_.seed),
      rtig_(*this, completed(options_.rtig)) {}

CoreHarness::~CoreHarness() = default;

Federate CoreHarness::add(const rtia::AmbassadorOptions& options) {
  const rtig::LinkId link{static_cast<std::uint32_t>(seats_.size() + 1)};
  seats_.push_back(std::make_unique<Seat>(*this, link, options));
  rtig_.on_link_up(link, "memory", true);
  wire::Buffer hello;
  wire::encode_record(
      {}, wire::Hello{wire::kMagic, wire::kProtocolVersion, "test", "0", "here", link.value},
      hello);
  seats_.back()->up.push_back({hello, false});
  return seats_.size() - 1;
}

rtia::Ambassador& CoreHarness::ambassador(Federate federate) {
  return seats_[federate]->ambassador;
}

// --- The scheduler.

bool CoreHarness::deliver_one() {
  enum class Way { up, down, shared };
  std::vector<std::pair<Seat*, Way>> ready;
  for (const auto& seat : seats_) {
    if (!seat->up.empty()) ready.emplace_back(seat.get(), Way::up);
    if (!seat->down.empty() && !seat->stopped) ready.emplace_back(seat.get(), Way::down);
    if (!seat->stopped && !seat->dead && seat->has_input()) {
      ready.emplace_back(seat.get(), Way::shared);
    }
  }
  if (rtig_reader_.has_input()) ready.emplace_back(nullptr, Way::shared);
  if (ready.empty()) return false;
  const auto [seat, way] = ready[random_.below(ready.size())];
  if (way == Way::up) deliver_up(*seat);
  if (way == Way::down) deliver_down(*seat);
  if (way == Way::shared && seat != nullptr) read_some(*seat);
  if (way == Way::shared && seat == nullptr) rtig_reader_.merge.run(1 + random_.below(4));
  if (options_.reports_backlog) report_backlogs();
  return true;
}

bool CoreHarness::in_flight() const {
  return rtig_reader_.has_input() || std::ranges::any_of(seats_, [](const auto& seat) {
           const bool reads = !seat->down.empty() || (!seat->dead && seat->has_input());
           return !seat->up.empty() || (reads && !seat->stopped);
         });
}

bool CoreHarness::deliver_down_to(Federate federate) {
  Seat& seat = *seats_[federate];
  if (seat.down.empty()) return false;
  deliver_down(seat);
  return true;
}

void CoreHarness::settle() {
  while (deliver_one()) {
  }
}

void CoreHarness::show(const Seat& seat, bool up, wire::Bytes frame) const {
  if (!watch_) return;
  if (const auto record = wire::parse_record(frame)) watch_(seat.link.value - 1, up, *record);
}

void CoreHarness::deliver_up(Seat& seat) {
  const Item item = std::move(seat.up.front());
  seat.up.pop_front();
  show(seat, true, item.frame);
  // What it wrote before counts; who asks for the federation is told of all that was done before.
  if (item.end && seat.member) (void)rtig_reader_.merge.run_stream(seat.member);
  if (!item.end) (void)rtig_reader_.merge.run(~std::size_t{0});
  if (item.end) {
    rtig_.on_link_down(seat.link, "closed its connection");
  } else {
    rtig_.on_record(seat.link, item.frame);
  }
}

namespace {

// What is handled before the messages in time-stamp order ahead of it; none, but for a defect.
std::optional<wire::Kind> overtaking() {
  if (TRIAD_DEFECT(promise_overtakes_messages)) return wire::Kind::TimeReported;
  if (TRIAD_DEFECT(departure_overtakes_messages)) return wire::Kind::FederateResigned;
  return std::nullopt;
}

}  // namespace

// The oldest one.
CoreHarness::Item CoreHarness::take_down(Seat& seat) {
  auto next = seat.down.begin();
  if (const auto kind = overtaking()) {
    const auto is_message = [](const Item& item) {
      const auto record = wire::parse_record(item.frame);
      return record && (record->header.flags & wire::kTimeStamped) != 0;
    };
    const auto behind = std::ranges::find_if_not(seat.down, is_message);
    const auto record =
        behind == seat.down.end() ? std::nullopt : wire::parse_record(behind->frame);
    if (record && record->header.message_kind() == *kind) next = behind;
  }
  Item item = std::move(*next);
  seat.down.erase(next);
  return item;
}

void CoreHarness::deliver_down(Seat& seat) {
  const Item item = take_down(seat);
  show(seat, false, item.frame);
  if (item.end) {
    lose(seat, "the link to the RTIG is cut");
  } else if (!seat.greeted) {
    seat.greeted = true;  // the RTIG's Hello, which is the host's
  } else if (!seat.ambassador.on_record(item.frame)) {
    faults_.push_back(seat.ambassador.fault());
    seat.down.clear();
    seat.down_ended = true;
    if (!seat.up_ended) seat.up.push_back({{}, true});
    seat.up_ended = true;
    lose(seat, "the RTIG sent " + seat.ambassador.fault());
  }
  note_given(seat, item.frame);
  seat.look_at_membership();
  go_on(seat);
}

void CoreHarness::note_given(Seat& seat, wire::Bytes frame) {
  const auto record = wire::parse_record(frame);
  if (!record) return;
  if (record->header.message_kind() == wire::Kind::JoinAccepted) {
    if (const auto accepted = wire::decode<wire::JoinAccepted>(record->payload)) {
      seat.log_given = accepted->position;
    }
  } else if (record->header.message_kind() == wire::Kind::FederationRestored) {
    if (const auto restored = wire::decode<wire::FederationRestored>(record->payload)) {
      seat.log_given = restored->position;
    }
  } else if ((record->header.flags & wire::kLogRecord) != 0) {
    seat.log_given = record->header.position;
  }
}

// All that has come is taken into account, and a call that waited may end.
void CoreHarness::go_on(Seat& seat) {
  seat.ambassador.settle();
  if (seat.ambassador.time_status_asked()) seat.ambassador.tell_time_status(seat.in_state);
  if (!seat.go_on) return;
  const auto go_on = seat.go_on;
  go_on();
}

void CoreHarness::lose(Seat& seat, std::string_view reason) {
  seat.ambassador.on_link_lost(reason);
}

void CoreHarness::report_backlogs() {
  for (const auto& seat : seats_) {
    std::size_t bytes = 0;
    for (const Item& item : seat->down) bytes += item.frame.size();
    if (bytes == seat->backlog_reported) continue;
    seat->backlog_reported = bytes;
    rtig_.on_backlog(seat->link, bytes);
  }
}

// --- What the cores send.

CoreHarness::Seat* CoreHarness::seat_of(rtig::LinkId link) {
  return link.value >= 1 && link.value <= seats_.size() ? seats_[link.value - 1].get() : nullptr;
}

void CoreHarness::send(rtig::LinkId to, wire::Bytes record) {
  Seat* seat = seat_of(to);
  if (!seat->down_ended) seat->down.push_back({{record.begin(), record.end()}, false});
}

void CoreHarness::disconnect(rtig::LinkId link) {
  Seat* seat = seat_of(link);
  if (!seat->down_ended) seat->down.push_back({{}, true});
  seat->down_ended = true;
}

wire::Result<void> CoreHarness::store_save(std::string_view federation, std::string_view label,
                                           wire::Bytes file) {
  if (store_fails_) return wire::error(wire::ErrorCode::RTIinternalError, "the disk is full");
  saves_[{std::string(federation), std::string(label)}].assign(file.begin(), file.end());
  return {};
}

wire::Result<wire::Buffer> CoreHarness::load_save(std::string_view federation,
                                                  std::string_view label) {
  const auto at = saves_.find({std::string(federation), std::string(label)});
  if (at != saves_.end()) return at->second;
  return wire::error(wire::ErrorCode::SpecifiedSaveLabelDoesNotExist, "there is no such save");
}

void CoreHarness::log(std::string_view line) {
  log_.emplace_back(line);
}

// --- Callbacks.

void CoreHarness::take_callbacks(Federate federate,
                                 const std::function<void(const rtia::Callback&)>& visit) {
  while (const auto* callback = ambassador(federate).take_callback()) visit(*callback);
}

std::vector<std::string> CoreHarness::callbacks(Federate federate) {
  std::vector<std::string> lines;
  take_callbacks(federate, [&](const auto& callback) { lines.push_back(line_of(callback)); });
  return lines;
}

std::vector<std::string> CoreHarness::tick(Federate federate) {
  settle();
  return callbacks(federate);
}

// --- Faults.

// Some of what is on its way is lost, the last first.
void CoreHarness::truncate(std::deque<Item>& items) {
  items.resize(random_.below(items.size() + 1));
}

void CoreHarness::cut(Federate federate) {
  Seat& seat = *seats_[federate];
  if (!seat.up_ended) {
    truncate(seat.up);
    seat.up.push_back({{}, true});
  }
  if (!seat.down_ended) {
    truncate(seat.down);
    seat.down.push_back({{}, true});
  }
  seat.up_ended = seat.down_ended = true;
}

void CoreHarness::kill(Federate federate) {
  Seat& seat = *seats_[federate];
  if (!seat.up_ended) {
    truncate(seat.up);
    seat.up.push_back({{}, true});
  }
  seat.down.clear();
  seat.up_ended = seat.down_ended = seat.dead = true;
  seat.go_on = nullptr;
}

void CoreHarness::inject_up(Federate federate, wire::Bytes frame) {
  Seat& seat = *seats_[federate];
  if (seat.ambassador.direct()) {
    streams_[{seat.fabric, seat.ambassador.federate()}].emplace_back(frame.begin(), frame.end());
  } else if (!seat.up_ended) {
    seat.up.push_back({{frame.begin(), frame.end()}, false});
  }
}

void CoreHarness::inject_down(Federate federate, wire::Bytes frame) {
  if (!seats_[federate]->down_ended)
    seats_[federate]->down.push_back({{frame.begin(), frame.end()}, false});
}

// --- Texts.

std::string line_of(const rtia::Callback& callback) {
  std::string line = std::visit([](const auto& message) { return wire::print(message); }, callback);
  for (const std::string_view empty :
       {" order=receive", " retraction={serial=0 federate=0}", " time=0:", " region=0:"}) {
    erase_text(line, empty);
  }
  return line;
}

std::string described(const core::Federation& federation) {
  core::FederationSnapshot snapshot = federation.snapshot();
  // An RTIA keeps a deleted instance until its federate has been told.
  std::erase_if(snapshot.instances, [&](const auto& instance) {
    return federation.objects().find(instance.object)->deleted;
  });
  for (auto& instance : snapshot.instances) {
    std::ranges::sort(instance.owners, {}, &core::OwnershipSnapshot::federate);
  }
  std::string text;
  wire::print_value(text, snapshot);
  return text;
}

std::vector<std::string> disagreements(CoreHarness& harness, std::string_view federation) {
  std::vector<std::string> wrong = harness.faults();
  const core::Federation* global = harness.rtig().state(federation);
  for (Federate f = 0; f < harness.federates() && global != nullptr; ++f) {
    const core::Federation* local = harness.ambassador(f).state();
    const bool lost = harness.dead(f) || local == nullptr ||
                      global->member(harness.ambassador(f).federate()) == nullptr;
    if (lost || described(*local) == described(*global)) continue;
    wrong.push_back("federate " + std::to_string(f) + " disagrees with the RTIG:\n" +
                    described(*local) + "\n" + described(*global));
  }
  return wrong;
}

}  // namespace triad::test
