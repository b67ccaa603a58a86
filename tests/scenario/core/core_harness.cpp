#include "tests/scenario/core/core_harness.hpp"

#include <algorithm>

#include "core/test_model.hpp"
#include "records/defect.hpp"
#include "wire/print.hpp"

namespace triad::test {

namespace {

bool is_timed_deletion(wire::Bytes frame) {
  const auto record = wire::parse_record(frame);
  return record && (record->header.flags & wire::kTimeStamped) != 0 &&
         record->header.message_kind() == wire::Kind::DeleteObjectInstance;
}

}  // namespace

rtig::RtigOptions with_test_fed(rtig::RtigOptions options) {
  if (!options.load_fed) {
    options.load_fed = [](std::string_view, std::optional<std::string_view>) {
      return wire::Result<core::ObjectModel>(core::test::test_model());
    };
  }
  return options;
}

namespace {

void erase_text(std::string& line, std::string_view text) {
  if (const auto at = line.find(text); at != line.npos) line.erase(at, text.size());
}

}  // namespace

CoreHarness::CoreHarness(HarnessOptions options)
    : options_(std::move(options)),
      random_(options_.seed),
      rtig_(*this, with_test_fed(options_.rtig), faults_, options_.option_functions) {
  if (options_.mesh.routers.empty()) return;
  RouterTree::Rtig& handler = *this;
  RouterTree::Members& members = *this;
  tree_ = std::make_unique<RouterTree>(options_.mesh, handler, members, random_, faults_);
}

CoreHarness::~CoreHarness() = default;

Federate CoreHarness::add(const rtia::AmbassadorOptions& options, PlaceInMesh at) {
  const rtig::LinkId link{static_cast<std::uint32_t>(sessions_.size() + 1)};
  sessions_.push_back(
      std::make_unique<MemberSession>(*this, link, at, with_session(options, sessions_.size())));
  queue_hello(*sessions_.back());
  return sessions_.size() - 1;
}

rtia::AmbassadorOptions CoreHarness::with_session(rtia::AmbassadorOptions options,
                                                  Federate number) const {
  if (options_.rtig.timeouts.resume.count() > 0 && !options.make_session) {
    options.make_session = [number] { return wire::SessionSecret{1, number + 1}; };
  }
  return options;
}

void CoreHarness::queue_hello(MemberSession& session) {
  if (!session.at) rtig_.add_client(session.link, {"memory", principal_, true});
  wire::Buffer hello;
  wire::encode_record({},
                      wire::Hello{wire::kMagic, wire::kProtocolVersion, "test", "0", "here",
                                  static_cast<std::uint32_t>(session.link.value)},
                      hello);
  session.up.push_back({hello, false});
}

rtia::Ambassador& CoreHarness::ambassador(Federate federate) {
  return sessions_[federate]->ambassador;
}

// --- The scheduler.

bool CoreHarness::deliver_one() {
  enum class Input { up, down, shared, segment, turn, old_link };
  std::vector<std::pair<MemberSession*, Input>> ready;
  for (const auto& session : sessions_) {
    if (!session->up.empty()) ready.emplace_back(session.get(), Input::up);
    if (!session->down.empty() && !session->stopped) ready.emplace_back(session.get(), Input::down);
    if (!session->stopped && !session->dead && session->has_input()) {
      ready.emplace_back(session.get(), Input::shared);
    }
    if (!session->stopped && !session->dead && session->segment.has_input()) {
      ready.emplace_back(session.get(), Input::segment);
    }
  }
  if (rtig_reader_.has_input()) ready.emplace_back(nullptr, Input::shared);
  if (rtig_.turn_is_due()) ready.emplace_back(nullptr, Input::turn);
  if (!losses_.old_links.empty()) ready.emplace_back(nullptr, Input::old_link);
  const std::size_t hops = tree_ ? tree_->count_steps() : 0;
  if (ready.size() + hops == 0) return losses_.acknowledge();
  const std::size_t choice = random_.below(ready.size() + hops);
  if (choice >= ready.size()) {
    ++router_steps_;
    tree_->run_step(choice - ready.size());
    if (options_.reports_backlog) report_backlogs();
    return true;
  }
  const auto [session, input] = ready[choice];
  if (input == Input::up) deliver_up(*session);
  if (input == Input::down && !should_delay_item(*session, ready.size() + hops))
    deliver_down(*session);
  if (input == Input::shared && session != nullptr) read_some(*session);
  if (input == Input::segment) read_some_of_segment(*session);
  if (input == Input::shared && session == nullptr) rtig_reader_.merge.run(1 + random_.below(4));
  if (input == Input::turn) rtig_.end_turn();
  if (input == Input::old_link) losses_.deliver_up();
  if (options_.reports_backlog) report_backlogs();
  return true;
}

// Finds a bound that follows a timed deletion, with no other time-stamp-ordered message before it.
CoreHarness::Items::iterator CoreHarness::bound_behind_deletion(Items& items) {
  bool behind_deletion = false;
  for (auto item = items.begin(); item != items.end(); ++item) {
    const auto record = wire::parse_record(item->frame);
    if (!record) break;
    if (behind_deletion && record->header.message_kind() == wire::Kind::LbtsTold) return item;
    if (is_timed_deletion(item->frame)) {
      behind_deletion = true;
    } else if ((record->header.flags & wire::kTimeStamped) != 0) {
      break;
    }
  }
  return items.end();
}

// Returns whether the next item is a timed deletion that a later bound may still overtake.
bool CoreHarness::should_delay_item(MemberSession& session, std::size_t under_way) {
  if (!TRIAD_DEFECT(bound_overtakes_deletion) || under_way == 1) return false;
  const bool found = bound_behind_deletion(session.down) != session.down.end();
  if (found || !is_timed_deletion(session.down.front().frame)) return false;
  return random_.below(16) != 0;
}

bool CoreHarness::has_records_in_transit() const {
  return rtig_reader_.has_input() || rtig_.turn_is_due() || !losses_.old_links.empty() ||
         (tree_ && tree_->has_records_in_transit()) ||
         std::ranges::any_of(sessions_, [](const auto& session) {
           const bool shares = session->has_input() || session->segment.has_input();
           const bool reads = !session->down.empty() || (!session->dead && shares);
           return !session->up.empty() || (reads && !session->stopped);
         });
}

bool CoreHarness::Links::deliver_down_to(Federate federate) {
  MemberSession& session = *harness_.sessions_[federate];
  if (session.down.empty()) return false;
  harness_.deliver_down(session);
  return true;
}

void CoreHarness::Links::pass_delay() {
  std::vector<std::pair<std::size_t, std::size_t>> under_way;
  for (const auto& session : harness_.sessions_) {
    under_way.emplace_back(session->up.size(), session->down.size());
  }
  for (std::size_t i = 0; i < under_way.size(); ++i) {
    for (std::size_t k = 0; k < under_way[i].first; ++k)
      harness_.deliver_up(*harness_.sessions_[i]);
    for (std::size_t k = 0; k < under_way[i].second; ++k)
      harness_.deliver_down(*harness_.sessions_[i]);
  }
  while (harness_.rtig_.turn_is_due()) harness_.rtig_.end_turn();
}

void CoreHarness::settle() {
  while (deliver_one()) {
  }
}

void CoreHarness::show_record(const MemberSession& session, bool up, wire::Bytes frame) const {
  if (!watch_) return;
  if (const auto record = wire::parse_record(frame)) watch_(session.federate(), up, *record);
}

void CoreHarness::deliver_up(MemberSession& session) {
  const Item item = std::move(session.up.front());
  session.up.pop_front();
  if (session.at) return deliver_to_router(session, item);
  show_record(session, true, item.frame);
  // Handles the records that it wrote before, and all pending work.
  if (session.member) {
    (void)rtig_reader_.merge.run_stream(session.member);
  } else if (!item.end) {
    (void)rtig_reader_.merge.run(~std::size_t{0});
  }
  if (item.end) {
    rtig_.remove_client(session.link, "closed its connection", losses_.end);
  } else {
    rtig_.receive_from_client(session.link, item.frame);
  }
}

namespace {

// Returns whether the record is handled before the messages in time-stamp order ahead of it; only
// for a defect.
bool overtakes(wire::Kind kind) {
  const bool promise = kind == wire::Kind::LbtsTold;
  return (TRIAD_DEFECT(promise_overtakes_messages) && promise) ||
         (TRIAD_DEFECT(departure_overtakes_messages) && kind == wire::Kind::FederateResigned);
}

}  // namespace

// Takes the oldest item.
CoreHarness::Item CoreHarness::take_item_for_member(MemberSession& session) {
  auto next = session.down.begin();
  if (TRIAD_DEFECT(bound_overtakes_deletion)) {
    const auto bound = bound_behind_deletion(session.down);
    if (bound != session.down.end()) next = bound;
  }
  if (TRIAD_DEFECT(promise_overtakes_messages) || TRIAD_DEFECT(departure_overtakes_messages)) {
    const auto is_message = [](const Item& item) {
      const auto record = wire::parse_record(item.frame);
      return record && (record->header.flags & wire::kTimeStamped) != 0;
    };
    const auto behind = std::ranges::find_if_not(session.down, is_message);
    const auto record =
        behind == session.down.end() ? std::nullopt : wire::parse_record(behind->frame);
    if (record && overtakes(record->header.message_kind())) next = behind;
  }
  Item item = std::move(*next);
  session.down.erase(next);
  return item;
}

// Receives a frame as the host of a member does: the RTIG's Hello, messages of a segment, and that
// its router is about to leave. Returns false if the frame is for the ambassador.
bool CoreHarness::receive_as_host(MemberSession& session, wire::Bytes frame) {
  if (wire::peek_kind(frame) == wire::Kind::ComeAgain) return true;
  if (!session.handshake_done) {
    session.handshake_done = true;
    return true;
  }
  return session.receive_segment_message(frame);
}

void CoreHarness::deliver_down(MemberSession& session) {
  const Item item = take_item_for_member(session);
  show_record(session, false, item.frame);
  const rtia::LinkChanges& changes = session.ambassador.link_changes();
  const bool can_repeat_join =
      options_.rtig.timeouts.resume.count() > 0 && changes.can_repeat_join();
  if (item.end && (changes.can_resume() || can_repeat_join)) {
    session.ambassador.link_changes().lose_link();
    if (!losses_.are_returns_stopped) losses_.return_now(session.number);
    return;
  }
  if (item.end) {
    lose_link(session, "the link to the RTIG is cut");
  } else if (!receive_as_host(session, item.frame) &&
             !session.ambassador.receive_record(wire::Bytes(item.frame))) {
    faults_.push_back(session.ambassador.fault());
    session.down.clear();
    session.down_ended = true;
    if (!session.up_ended) session.up.push_back({{}, true});
    session.up_ended = true;
    lose_link(session, "the RTIG sent " + session.ambassador.fault());
  }
  record_delivery(session, item.frame);
  if (session.ambassador.link_changes().is_to_move()) move(session);
  session.follow_membership();
  continue_call(session);
}

void CoreHarness::record_delivery(MemberSession& session, wire::Bytes frame) {
  const auto record = wire::parse_record(frame);
  if (!record) return;
  if (record->header.message_kind() == wire::Kind::JoinAccepted) {
    if (const auto accepted = wire::decode<wire::JoinAccepted>(record->payload)) {
      session.log_delivered = accepted->position;
    }
  } else if (record->header.message_kind() == wire::Kind::FederationRestored) {
    if (const auto restored = wire::decode<wire::FederationRestored>(record->payload)) {
      session.log_delivered = restored->position;
    }
  } else if ((record->header.flags & wire::kLogRecord) != 0) {
    session.log_delivered = record->header.position;
  }
}

// Settles, and continues a waiting call.
void CoreHarness::continue_call(MemberSession& session) {
  session.ambassador.settle();
  if (session.ambassador.link_changes().recovery().is_on() && random_.below(4) == 0)
    session.ambassador.link_changes().acknowledge();
  if (session.ambassador.time_status_request()) session.ambassador.send_time_status(session.ages);
  if (!session.continue_call) return;
  const auto go_on = session.continue_call;
  go_on();
}

void CoreHarness::lose_link(MemberSession& session, std::string_view reason) {
  session.ambassador.record_link_loss(reason);
}

void CoreHarness::report_backlogs() {
  for (const auto& session : sessions_) {
    std::size_t bytes = 0;
    for (const Item& item : session->down) bytes += item.frame.size();
    bytes *= options_.backlog_factor;
    if (bytes == session->backlog_reported) continue;
    session->backlog_reported = bytes;
    if (session->at) {
      tree_->record_backlog(session->federate(), bytes);
    } else {
      rtig_.record_backlog(session->link, bytes);
    }
  }
  if (tree_) tree_->report_backlogs(options_.backlog_factor);
}

// --- Output of the cores.

CoreHarness::MemberSession* CoreHarness::session_of(rtig::LinkId link) {
  if (const auto at = losses_.new_links.find(link); at != losses_.new_links.end()) {
    return sessions_[at->second].get();
  }
  return link.value >= 1 && link.value <= sessions_.size() ? sessions_[link.value - 1].get()
                                                           : nullptr;
}

void CoreHarness::send_record(rtig::LinkId to, wire::Bytes record) {
  MemberSession* session = session_of(to);
  if (session == nullptr) return tree_->send_to_client(to, record);
  if (session->link != to) return;  // a link that it has left
  if (!session->down_ended) session->down.push_back({{record.begin(), record.end()}, false});
}

void CoreHarness::disconnect(rtig::LinkId link, std::string_view reason) {
  MemberSession* session = session_of(link);
  if (session == nullptr) return tree_->disconnect(link, reason);
  if (session->link != link) return;
  if (!session->down_ended) session->down.push_back({{}, true});
  session->down_ended = true;
}

std::optional<wire::Result<void>> CoreHarness::store_save(std::uint64_t ticket,
                                                          core::SavedFederation&& saved) {
  if (store_.delays) {
    store_.delayed.emplace_back(ticket, std::move(saved));
    return std::nullopt;
  }
  return keep_save(saved);
}

wire::Result<void> CoreHarness::keep_save(const core::SavedFederation& saved) {
  if (store_.fails) return wire::error(wire::ErrorCode::RTIinternalError, "the disk is full");
  store_.saves[{saved.federation, saved.label}] = core::encode_file(saved);
  return {};
}

void CoreHarness::Store::finish() {
  harness.settle();
  for (const auto& [ticket, saved] : std::exchange(delayed, {})) {
    harness.rtig_.receive_save_result(ticket, "the save", harness.keep_save(saved));
  }
  harness.settle();
}

wire::Result<wire::Buffer> CoreHarness::load_save(std::string_view federation,
                                                  std::string_view label) {
  const auto at = store_.saves.find({std::string(federation), std::string(label)});
  if (at != store_.saves.end()) return at->second;
  return wire::error(wire::ErrorCode::SpecifiedSaveLabelDoesNotExist, "there is no such save");
}

void CoreHarness::log(std::string_view line) {
  log_.emplace_back(line);
}

// No action of a federate may cause a warning about a router.
void CoreHarness::log_warning(std::string_view line) {
  log("warning: " + std::string(line));
  if (line.starts_with("router")) faults_.push_back("the RTIG warns: " + std::string(line));
}

void CoreHarness::clear_faults() {
  faults_.clear();
  if (!rtig_.difference().empty()) faults_.push_back(rtig_.difference());
}

// --- Callbacks.

void CoreHarness::take_callbacks(Federate federate,
                                 const std::function<void(const rtia::Callback&)>& visit) {
  while (const auto* callback = ambassador(federate).take_callback()) visit(*callback);
}

std::vector<std::string> CoreHarness::callbacks(Federate federate) {
  std::vector<std::string> lines;
  take_callbacks(federate, [&](const auto& callback) { lines.push_back(callback_line(callback)); });
  return lines;
}

std::vector<std::string> CoreHarness::tick(Federate federate) {
  settle();
  return callbacks(federate);
}

// --- Faults.

// Loses some of the items in transit, the last first.
void CoreHarness::truncate(Items& items) {
  items.resize(random_.below(items.size() + 1));
}

void CoreHarness::cut(Federate federate) {
  MemberSession& session = *sessions_[federate];
  if (!session.up_ended) {
    truncate(session.up);
    session.up.push_back({{}, true});
  }
  if (!session.down_ended) {
    truncate(session.down);
    session.down.push_back({{}, true});
  }
  session.up_ended = session.down_ended = true;
}

void CoreHarness::kill(Federate federate) {
  MemberSession& session = *sessions_[federate];
  if (!session.up_ended) {
    truncate(session.up);
    session.up.push_back({{}, true});
  }
  session.down.clear();
  session.up_ended = session.down_ended = session.dead = true;
  session.continue_call = nullptr;
}

rtig::Downlinks::FedReading CoreHarness::read_fed(std::uint64_t ticket, rtig::LinkId,
                                                  std::string_view name,
                                                  std::optional<std::string_view> text) {
  if (!reads_feds_separately_) return FedReading::read_directly;
  separate_feds_.push_back({ticket, name, text});
  return FedReading::begun;
}

bool CoreHarness::FedReadings::read_next() {
  if (harness_.separate_feds_.empty()) return false;
  const SeparateFed fed = harness_.separate_feds_.front();
  harness_.separate_feds_.pop_front();
  harness_.rtig_.receive_fed_model(
      fed.ticket, with_test_fed(harness_.options_.rtig).load_fed(fed.name, fed.text));
  return true;
}

void CoreHarness::inject_up(Federate federate, wire::Bytes frame) {
  MemberSession& session = *sessions_[federate];
  if (session.ambassador.on_fabric()) {
    write_shared(session.fabric, session.ambassador.federate(), {frame.begin(), frame.end()});
  } else if (!session.up_ended) {
    session.up.push_back({{frame.begin(), frame.end()}, false});
  }
}

void CoreHarness::inject_down(Federate federate, wire::Bytes frame) {
  if (!sessions_[federate]->down_ended)
    sessions_[federate]->down.push_back({{frame.begin(), frame.end()}, false});
}

// --- Texts.

std::string callback_line(const rtia::Callback& callback) {
  std::string line = std::visit([](const auto& message) { return wire::print(message); }, callback);
  for (const std::string_view empty :
       {" order=receive", " retraction={serial=0 federate=0}", " time=0:", " region=0:"}) {
    erase_text(line, empty);
  }
  return line;
}

std::string federation_text(const core::Federation& federation,
                            const std::function<bool(const core::InstanceSnapshot&)>& concerns) {
  core::FederationSnapshot snapshot = core::snapshot_of(federation);
  // An RTIA keeps a deleted instance until its federate has been told.
  std::erase_if(snapshot.instances, [&](const auto& instance) {
    return federation.objects().find(instance.object)->deleted || !concerns(instance);
  });
  for (auto& instance : snapshot.instances) {
    std::ranges::sort(instance.owners, {}, &core::OwnershipSnapshot::federate);
  }
  std::string text;
  wire::print_value(text, snapshot);
  return text;
}

std::string disagreement(CoreHarness& harness, Federate federate, const core::Federation& global) {
  const rtia::Ambassador& ambassador = harness.ambassador(federate);
  const core::Federation& local = *ambassador.state();
  const core::Declarations& declared = local.member(ambassador.federate())->declared;
  const auto concerns = [&](const core::InstanceSnapshot& instance) {
    return declared.nearest_subscribed(local.model(), instance.object_class) ||
           ambassador.holds(instance.object);
  };
  const std::string has = federation_text(local);
  const std::string is_to_have = federation_text(global, concerns);
  return has == is_to_have ? std::string() : has + "\n" + is_to_have;
}

std::vector<std::string> disagreements(CoreHarness& harness, std::string_view federation) {
  harness.rtig().compare_states(federation);
  std::vector<std::string> wrong = harness.faults();
  const core::Federation* global = harness.rtig().state(federation);
  for (Federate f = 0; f < harness.federate_count() && global != nullptr; ++f) {
    const core::Federation* local = harness.ambassador(f).state();
    const bool lost = harness.is_dead(f) || local == nullptr ||
                      global->member(harness.ambassador(f).federate()) == nullptr;
    if (lost) continue;
    const std::string pictures = disagreement(harness, f, *global);
    if (pictures.empty()) continue;
    wrong.push_back("federate " + std::to_string(f) + " disagrees with the RTIG:\n" + pictures);
  }
  return wrong;
}

}  // namespace triad::test
