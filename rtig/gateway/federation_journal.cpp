// The journal of a federation execution (journal.hpp). A new process of the RTIG makes the
// federation again: it gives the journal's inputs to a new authority, and carries out the outputs
// with a muted host. So the Router has the members, and the recovery log has the records that
// members may lack. The members' links have ended with the earlier process. They return as after
// any loss, and the recovery states everything else again: interest, data, promises, positions.
//
//   input A     -> outputs 0, 1, 2
//                  carrying out 1 gives input B: entry B has the output 1
//   entries: A, B (output 1), C, ...
//
// The replay repeats B after it has carried out output 1 of A. So all outputs and all records for
// one member have their former order. If the earlier process ended between A and B, output 1 gives
// B now.
#include <cstring>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "rtig/gateway/federation_execution.hpp"

namespace triad::rtig {

// --- Writing.

bool FederationExecution::is_answer_of_router(wire::Bytes record) const {
  if (sends_known_record_) return false;
  wire::RecordHeader header;
  std::memcpy(&header, record.data(), sizeof header);
  return records::recovery_class_downwards(header) == records::RecoveryClass::answer;
}

void FederationExecution::keep_outside_reply(FederateHandle to, wire::Bytes record) {
  MemberReplies& replies = recovery_.replies();
  const auto reply = wire::parse_record(record);
  if (reply && replies.awaits_outside_reply(to, reply->header.after_position))
    journal_.append_outside_reply(to, record);
  replies.keep_outside_reply(to, record);
}

void FederationExecution::append_progress() {
  recovery_.for_each_progress([&](FederateHandle member, const wire::RtigProgress& acknowledged) {
    journal_.append_progress(member, acknowledged);
  });
}

// --- Images.

void FederationExecution::write_image() {
  const bool is_quiet = !carrying_out_ && replay_ == nullptr && recovery_.journal().may_save() &&
                        kept_records_.empty() && returning_.empty() && !leaver_ &&
                        store_ticket_ == 0;
  if (!is_quiet) return journal_.await_rest();
  try {
    auto authority = authority_.image();
    if (!authority) return journal_.await_rest();
    // A member may have brought the federation into a state that only a replay can make.
    if (!authority_.fits(*authority)) return journal_.postpone_image("it could not be loaded");
    FederationImage image;
    image.authority = std::move(*authority);
    recovery_.journal().save(image);
    journal_.replace_by(image);
  } catch (const std::bad_alloc&) {
    journal_.postpone_image("there is no memory for it");
  }
}

void FederationExecution::load_image(const FederationImage& image) {
  const AuthorityImage& authority = image.authority;
  const auto begun_at = static_cast<std::uint64_t>(authority_now_.count());
  if (authority.now_ms > journal::kTimeMaxMs - begun_at)
    throw std::runtime_error("its image has an impossible time");
  std::vector<GuestId> guests;
  for (std::size_t at = 0; at < authority.members.size(); ++at)
    guests.push_back(guest_at(clients_.add_earlier_client()));
  router_.paths().set_log_position(authority.state.log_position);
  if (!authority_.load_image(authority, guests, outputs_))
    throw std::runtime_error("its image does not fit its object model");
  carry_out_all();
  if (!recovery_.journal().restore(image))
    throw std::runtime_error("its image has other members, or malformed records");
  for (const auto& [federate, member] : authority_.state().members())
    events_.add_restored_member(federate, member.federate_type);
  authority_now_ += std::chrono::milliseconds(authority.now_ms);
  clients_.set_earlier_time(authority_now_);
}

// --- Repeating.

class FederationExecution::Replay {
 public:
  Replay(FederationExecution& of, std::span<const wire::Bytes> entries) : of_(of), rest_(entries) {}

  std::uint64_t restarts() const { return restarts_; }
  bool has_next() const { return !rest_.empty(); }
  // Continues from the image, if the journal has one, and repeats all inputs.
  void run() {
    load_image();
    while (!rest_.empty()) {
      const journal::Entry entry = take_next();
      if (entry.place.output) fail("was made while another one was carried out");
      repeat(entry);
      of_.carry_out_all();
      for (const GuestId ended : std::exchange(left_links_, {}))
        of_.clients_.erase_client(link_of(ended), {}, false);
    }
  }
  // Repeats the next entries that were made while this output was carried out.
  void repeat_inner(std::size_t output) {
    while (!rest_.empty()) {
      const auto entry = journal::decode(rest_.front());
      if (!entry || entry->place.output != output) return;
      repeat(take_next());
    }
  }

 private:
  void load_image() {
    const auto first = rest_.empty() ? std::nullopt : journal::decode(rest_.front());
    if (!first || !std::holds_alternative<journal::Image>(first->body)) return;
    const journal::Entry entry = take_next();
    FederationImage image;
    wire::Decoder from(std::get<journal::Image>(entry.body).federation);
    from.get(image);
    if (!from.finished()) fail("is a damaged image");
    restarts_ = image.restarts;
    of_.load_image(image);
  }
  journal::Entry take_next() {
    ++number_;
    auto entry = journal::decode(rest_.front());
    if (!entry) fail("cannot be decoded");
    rest_ = rest_.subspan(1);
    if (rest_.empty()) of_.journal_.begin_appending();
    return std::move(*entry);
  }
  [[noreturn]] void fail(const std::string& what) const {
    throw std::runtime_error("entry " + std::to_string(number_) + " " + what);
  }
  void repeat(const journal::Entry& entry) {
    const wire::Position log = of_.router_.paths().log_position();
    if (entry.place.log != log) {
      fail("was made at position " + std::to_string(entry.place.log) +
           " of the log, and is repeated at " + std::to_string(log));
    }
    std::visit([this](const auto& body) { apply(body); }, entry.body);
  }
  template <class Input>
  void give(const Input& input) {
    of_.authority_.process_input(input, of_.outputs_);
  }
  // Returns the record of an entry.
  Record record_of(wire::Bytes bytes) const {
    const auto record = wire::parse_record(bytes);
    if (!record) fail("has a malformed record");
    return *record;
  }
  void begin_request(FederateHandle by, wire::Bytes record) {
    record_ = record_of(record);
    of_.current_record_ = &record_;
    (void)of_.recovery_.begin_request(by, record_.header);
  }

  void apply(const journal::Begin&) { fail("begins another federation"); }
  void apply(const journal::Image&) { fail("is an image, and does not begin the journal"); }
  void apply(const journal::Restart&) { ++restarts_; }
  void apply(const journal::RouterAnswers& all) {
    for (const journal::RouterAnswer& answer : all.answers) {
      if (of_.authority_.is_member(answer.to))
        (void)of_.recovery_.begin_sending(of_.link(answer.to), answer.record);
    }
  }
  void apply(const journal::OutsideReply& reply) {
    MemberReplies& replies = of_.recovery_.replies();
    (void)replies.begin_outside_request(reply.to, record_of(reply.record).header.after_position);
    replies.keep_outside_reply(reply.to, reply.record);
  }
  void apply(const journal::Acknowledged& acknowledged) {
    of_.recovery_.journal().repeat_acknowledgement(acknowledged.by, acknowledged.received);
    of_.journal_.repeat_progress(acknowledged.by, acknowledged.received);
  }
  void apply(const journal::TimePassed& passed) {
    const auto now = static_cast<std::uint64_t>(of_.authority_now_.count());
    if (passed.span_ms > journal::kTimeMaxMs - now) fail("has an impossible time");
    const std::chrono::milliseconds span(passed.span_ms);
    of_.clients_.set_earlier_time(of_.authority_now_ += span);
    give(input::TimePassed{span});
  }
  void apply(const journal::FromMember& from) {
    begin_request(from.by, from.record);
    give(input::FromMember{from.by, record_});
  }
  void apply(const journal::Denied& denied) {
    begin_request(denied.by, denied.record);
    give(input::Denied{denied.by, record_, denied.reason});
  }
  void apply(const journal::MemberLost& lost) {
    if (!of_.authority_.is_member(lost.federate)) fail("loses a federate that is no member");
    const GuestId link = guest_at(of_.link(lost.federate));
    give(input::MemberLost{lost.federate, lost.last_position, lost.reason});
    if (lost.link_ends) {
      of_.outputs_.add(output::LinkEnded{link, of_.outputs_.store_text(lost.reason), false});
    } else {
      left_links_.push_back(link);  // it had ended before
    }
  }
  void apply(const journal::MemberAway& away) {
    if (!of_.authority_.is_member(away.federate)) fail("loses a federate that is no member");
    give(input::MemberAway{away.federate, away.reason, away.is_suspended});
  }
  void apply(const journal::MoveRequest& wish) {
    give(input::MoveRequest{wish.federate, wish.token});
  }
  void apply(const journal::Join& join) {
    const Record request = record_of(join.request);
    const auto message = wire::decode<wire::JoinFederationExecution>(request.payload);
    if (!message) fail("has a malformed request to join");
    const GuestId guest = guest_at(of_.clients_.add_earlier_client());
    const Origin origin = journal::origin_of(join.origin);
    give(input::Join{guest, origin, request.header, *message, join.fed_in_force});
  }
  void apply(const journal::Entered& entered) {
    give(input::Entered{entered.shares_memory, entered.streams, entered.forwarded});
  }
  void apply(const journal::WelcomeFailed& failed) { give(input::WelcomeFailed{failed.newcomer}); }
  void apply(const journal::Returning& returning) {
    const GuestId guest = guest_at(of_.clients_.add_earlier_client());
    const Origin origin = journal::origin_of(returning.origin);
    give(input::Returning{guest, origin, returning.returned});
  }
  // Here the member keeps its first link.
  void apply(const journal::Resuming& resuming) {
    if (!of_.authority_.is_member(resuming.request.federate)) fail("has a return of no member");
    of_.recovery_.journal().repeat_return(resuming.request.federate, resuming.request.attempt);
    const GuestId guest = guest_at(of_.link(resuming.request.federate));
    const Origin origin = journal::origin_of(resuming.origin);
    give(input::Resuming{guest, origin, resuming.request});
  }
  void apply(const journal::Reentered& reentered) { give(input::Reentered{reentered.sharing}); }
  void apply(const journal::SavesElsewhere& saves) { give(input::SavesElsewhere{saves.bytes}); }
  void apply(const journal::SaveStored& save) {
    of_.store_ticket_ = 0;
    wire::Result<void> stored;
    if (!save.stored) stored = wire::error(save.code, std::string(save.text));
    give(input::SaveStored{stored});
  }
  void apply(const journal::SaveLoaded& save) {
    wire::Result<wire::Buffer> file = wire::Buffer(save.file.begin(), save.file.end());
    if (!save.loaded) file = wire::error(save.code, std::string(save.text));
    give(input::SaveLoaded{file});
  }
  void apply(const journal::Plain& plain) {
    switch (plain.input) {
      case journal::PlainInput::end_turn:
        return give(input::EndTurn{});
      case journal::PlainInput::end_overdue_moves:
        return give(input::EndOverdueMoves{});
      case journal::PlainInput::end_overdue_saves:
        return give(input::EndOverdueSaves{});
      case journal::PlainInput::end_overdue_orders:
        return give(input::EndOverdueOrders{});
      case journal::PlainInput::report_open_steps:
        return give(input::ReportOpenSteps{});
      case journal::PlainInput::request_manager_values:
        return give(input::RequestManagerValues{});
    }
  }

  FederationExecution& of_;
  std::span<const wire::Bytes> rest_;
  std::size_t number_ = 1;  // of the last entry that was taken; the first one is Begin
  std::uint64_t restarts_ = 0;
  Record record_ = {};               // of the last input
  std::vector<GuestId> left_links_;  // of members that have been removed after the loss of a link
};

bool FederationExecution::is_repeating() const {
  return replay_ != nullptr && replay_->has_next();
}

void FederationExecution::repeat_inner_inputs(std::size_t output) {
  replay_->repeat_inner(output);
}

void FederationExecution::repeat_journal(std::string_view settings,
                                         std::chrono::milliseconds begun_at,
                                         std::span<const wire::Bytes> entries,
                                         std::unique_ptr<Journal> journal) {
  clients_.set_earlier_time(authority_now_ = begun_at);
  Replay replay(*this, entries);
  replay_ = &replay;
  journal_.resume(std::move(journal), authority_, settings, begun_at, entries);
  if (entries.empty()) journal_.begin_appending();
  carrying_out_ = true;  // inputs that outputs give are inner ones
  replay.run();
  carrying_out_ = false;
  replay_ = nullptr;
  current_record_ = nullptr;
  recovery_.journal().end_repetition(replay.restarts() + 1);
  journal_.append_restart(replay.restarts());
  if (store_ticket_ != 0) {
    receive_save_result(
        wire::error(wire::ErrorCode::RTIinternalError, "the rtig ended while it wrote the save"));
  }
}

// Its interest is not in the journal. In the recovery, the authority handles requests before all
// members have stated their interest.
void FederationExecution::assume_all_interest(FederateHandle member) {
  const core::ObjectModel& model = authority_.state().model();
  wire::InterestChanged all;
  all.replaces_earlier = true;
  for (wire::InterestKey key = 1; key < keys_end(model); ++key) {
    all.entries.push_back({key, ~wire::InterestMask{0}, ~wire::InterestMask{0}, {}});
  }
  wire::RecordHeader header;
  header.sender = member.value;
  header.after_position = router_.paths().log_position();
  wire::Buffer record;
  wire::encode_record(header, all, record);
  const router::Fault fault = router_.interest().receive_statement_from_member(
      member, link(member), *wire::parse_record(record));
  if (fault) throw std::logic_error(*fault);
}

}  // namespace triad::rtig
