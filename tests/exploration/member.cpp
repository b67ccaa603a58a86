// See member.hpp.
#include "tests/exploration/member.hpp"

namespace triad::exploration {

namespace {

// Each word of a message encodes its sender, its message and its index.
constexpr std::uint64_t kNewcomerMark = 999;
std::uint64_t word_of(std::size_t participant, std::uint64_t message, std::uint64_t index) {
  return ((participant + 1) << 48) + (message << 16) + index + 1;
}

// Begins the text of a violation.
std::string reading_text(std::size_t reader, std::size_t writer) {
  return "participant " + std::string(1, static_cast<char>('A' + reader)) +
         ", which reads participant " + std::string(1, static_cast<char>('A' + writer)) + ", ";
}

}  // namespace

void State::hash_into(Hash& hash, const transport::LogWriter<SimulatedOutbox>& writer) {
  for (const std::uint64_t value : {writer.tail_, writer.published_, writer.floor_,
                                    writer.least_offset_, std::uint64_t{writer.is_amid_message_}}) {
    hash.add(value);
  }
  for (const auto& reader : writer.readers_) {
    hash.add(reader.id);
    hash.add(reader.offset);
  }
  hash.add(writer.cut_off_readers_.size());
}

void State::hash_into(Hash& hash, const transport::LogReader<SimulatedOutbox>& reader) {
  for (const std::uint64_t value :
       {reader.offset_, reader.tail_, reader.published_, std::uint64_t{reader.has_begun_message_},
        std::uint64_t{reader.is_amid_message_}, static_cast<std::uint64_t>(reader.state_)}) {
    hash.add(value);
  }
}

void State::hash_into(Hash& hash, const SimulatedFabric& fabric) {
  const auto& logs = fabric.logs_;
  const auto& ringer = fabric.ringer_;
  const auto& looks = fabric.looks_;
  const auto& notes = fabric.notes_;
  hash_into(hash, *logs.writer_);
  for (const auto& [id, peer] : fabric.table_.peers) {
    hash.add(id);
    hash_into(hash, peer.reader);
    hash.add(peer.bytes);
    hash.add(peer.is_complete ? 1 : 0);
    hash.add((peer.is_marked ? 16 : 0) + (peer.is_to_scan_all_logs ? 8 : 0) +
             (peer.is_header_only ? 4 : 0) + (peer.is_to_be_woken ? 2 : 0) +
             (peer.is_faulty ? 1 : 0));
    hash.add(peer.last_rung_sleep);
    hash.add(peer.last_sleep_rung_for_all);
  }
  for (const std::uint64_t value :
       {std::uint64_t{logs.queue_offset_}, std::uint64_t{logs.queued_bytes_},
        std::uint64_t{logs.is_waiting_for_room_}, std::uint64_t{logs.has_sent_more_pieces_},
        std::uint64_t{ringer.is_waking_all_}, std::uint64_t{logs.is_newcomer_unannounced_},
        std::uint64_t{logs.is_release_held_}, std::uint64_t{ringer.peers_to_wake_.size()},
        std::uint64_t{logs.peer_faults_.size()}, std::uint64_t{looks.is_selective_},
        std::uint64_t{looks.may_be_selective_}, std::uint64_t{ringer.rings_},
        std::uint64_t{ringer.common_rings_},
        // Only whether the next short sleep looks for names
        std::uint64_t{ringer.brief_waits_ % ringer.kBriefWaitsPerNameSearch == 0},
        std::uint64_t{fabric.table_.own->on_words()}, std::uint64_t{fabric.is_wait_prepared_},
        std::uint64_t{fabric.has_applied_rings_}}) {
    hash.add(value);
  }
  for (const auto& look : looks.marked_) hash.add(look.id);
  for (const auto& look : fabric.table_.views) {
    hash.add(look.read_tail);
    hash.add(look.note.state_);
    for (const std::uint64_t word : look.peer->note.words) hash.add(word);
    hash.add(look.peer->note.log_end);
  }
  hash.add(notes.unpublished_ ? notes.unpublished_->front() : 0);
  hash.add(static_cast<std::uint64_t>(notes.watched_));
  hash.add(notes.watched_index_ << 32 | notes.watched_number_);
}

Member::Member(Player& player, std::size_t coordinator)
    : player_(player), fabric_(std::make_unique<SimulatedOutbox>(player, player.self()), 1024) {
  fabric_.set_identity(id_of(player.self()), static_cast<transport::Slot>(player.self()),
                       coordinator == player.self() ? 0 : id_of(coordinator));
}

void Member::attach(std::size_t participant, std::uint32_t messages, std::uint64_t read_from,
                    std::uint64_t they_read_from, std::uint32_t first) {
  const auto done = fabric_.attach(id_of(participant), static_cast<transport::Slot>(participant),
                                   SimulatedDoorbell(player_, participant),
                                   std::make_unique<SimulatedOutbox>(player_, participant),
                                   read_from, they_read_from);
  if (!done) throw Violation{"a participant cannot attach another one: " + done.error().text};
  peers_[participant] = {first, first + messages};
}

void Member::start() {
  fabric_.flush();
  player_.start();
}

void Member::detach(std::size_t participant) {
  fabric_.detach(id_of(participant));
  peers_.erase(participant);
}

void Member::send_words(std::size_t words) {
  set_state(1);
  std::vector<std::uint64_t> text;
  for (std::size_t i = 0; i < words; ++i) text.push_back(word_of(player_.self(), sent_, i));
  ++sent_;
  fabric_.send(std::as_bytes(std::span(text)));
}

void Member::send(std::size_t words) {
  send_words(words);
  fabric_.wake_all_on_flush();
}

void Member::send_without_wakeup(std::size_t words) {
  send_words(words);
}

void Member::publish_note(std::uint64_t value) {
  set_state(15);
  last_note_ = value;
  fabric_.notes().publish({value, value, value, value});
  fabric_.wake_all_on_flush();
}

void Member::publish_two_line_note(std::uint64_t position) {
  set_state(15);
  last_note_ = position;
  fabric_.notes().publish_tso_position(position);
  fabric_.notes().publish(
      {position, position, position, position | transport::kSecondLine, position, position});
  fabric_.wake_all_on_flush();
}

std::uint64_t Member::tso_position_of(transport::ParticipantId id) const {
  for (std::size_t i = 0; i < fabric_.notes().count(); ++i) {
    if (fabric_.notes().id_at(i) == id) return fabric_.notes().tso_position_at(i);
  }
  return 0;
}

// Each note states how many messages precede it.
void Member::receive_notes() {
  fabric_.notes().receive([this](transport::ParticipantId id, const auto& words) {
    Peer& peer = peers_.at(id - 1);
    const bool has_two_lines = transport::has_second_line(words);
    for (std::size_t i = 0; i < (has_two_lines ? transport::kNoteWords : 4); ++i) {
      if ((words[i] & ~transport::kSecondLine) != words[0]) {
        throw Violation{reading_text(player_.self(), id - 1) +
                        "has read words of two notes as one note"};
      }
    }
    if (has_two_lines && tso_position_of(id) < words[0]) {
      throw Violation{reading_text(player_.self(), id - 1) +
                      "has read a note and not the position of the last message before it"};
    }
    if (words[0] < peer.last_note) {
      throw Violation{reading_text(player_.self(), id - 1) + "has read a note after a later note"};
    }
    if (words[0] > peer.next) {
      throw Violation{reading_text(player_.self(), id - 1) +
                      "has handled a note before a message that precedes it"};
    }
    peer.last_note = words[0];
    return true;
  });
}

void Member::announce_newcomer(std::uint64_t begins_at) {
  const std::uint64_t text = kNewcomerMark << 48 | begins_at;
  fabric_.send(std::as_bytes(std::span(&text, begins_at == 0 ? 0 : 1)));
  fabric_.wake_all_on_flush();
}

void Member::enable_selective_scans() {
  fabric_.allow_selective_scans();
  if (!fabric_.prepare_wait()) throw Violation{"a participant without input cannot fall asleep"};
  fabric_.finish_wait(false, doorbell_reader());
}

void Member::disable_selective_scans() {
  fabric_.allow_selective_scans(false);
}

void Member::read_logs() {
  std::vector<std::size_t> with_input;
  for (std::size_t participant = 0; participant < kMembersMax; ++participant)
    with_input.push_back(participant);
  if (fabric_.is_selective()) {
    with_input.clear();
    fabric_.for_each_with_input([&](transport::ParticipantId id) { with_input.push_back(id - 1); });
  }
  for (const std::size_t participant : with_input) {
    if (const auto at = peers_.find(participant); at != peers_.end())
      read_log(participant, at->second);
  }
  check_peer_faults();
}

void Member::set_sleep_mode(SleepMode sleep_mode) {
  sleep_mode_ = sleep_mode;
  if (sleep_mode != SleepMode::doorbell)
    fabric_.set_bells(std::make_unique<SimulatedBells>(player_));
}

transport::Ringers Member::take_ringers() {
  const std::uint64_t names = player_.take_rings();
  transport::Ringers rung;
  for (std::uint32_t name = 0; name <= kMembersMax; ++name) {
    if ((names >> name & 1) != 0) rung.add(name);
  }
  return rung;
}

void Member::read_log(std::size_t participant, Peer& peer) {
  while (peer.next < peer.end || !reads_expected_only) {
    const auto message = fabric_.logs().next(id_of(participant));
    if (!message) return;
    check_message(participant, peer, *message);
    fabric_.logs().pop(id_of(participant));
    set_state(10 + participant);
  }
}

void Member::check_message(std::size_t participant, Peer& peer, transport::Bytes message) {
  std::vector<std::uint64_t> words(message.size() / 8);
  if (!words.empty()) std::memcpy(words.data(), message.data(), words.size() * 8);
  if (peer.next == peer.end)
    throw Violation{reading_text(player_.self(), participant) +
                    "has received a message that was not sent"};
  const bool news = words.empty() || words[0] >> 48 == kNewcomerMark;
  if (news && on_newcomer) {
    ++peer.next;
    on_newcomer(words.empty() ? 0 : words[0] & 0xffffffff);
    return;
  }
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == word_of(participant, peer.next, i)) continue;
    throw Violation{reading_text(player_.self(), participant) +
                    "has received other bytes than those of message " + std::to_string(peer.next) +
                    ", which should come next"};
  }
  ++peer.next;
}

void Member::check_peer_faults() {
  while (const auto fault = fabric_.logs().take_peer_fault()) {
    if (!fault->has_lost_messages || !may_be_cut_off) {
      throw Violation{reading_text(player_.self(), fault->participant - 1) +
                      "has found a fault that is not there: " + fault->reason};
    }
    cut_off_ = true;
  }
}

// Reads the logs of dead participants to their ends, then detaches them.
void Member::detach_dead() {
  if (!detects_deaths) return;
  const std::uint32_t dead = player_.deaths();
  for (std::size_t participant = 0; participant < kMembersMax; ++participant) {
    if ((dead & ~dead_ & 1u << participant) == 0 || !peers_.contains(participant)) continue;
    read_log(participant, peers_[participant]);
    check_peer_faults();
    detach(participant);
  }
  dead_ = dead;
}

bool Member::has_all_messages() const {
  for (const auto& [participant, peer] : peers_) {
    if (peer.next < peer.end || (reads_notes && peer.last_note < peer.end)) return false;
  }
  return fabric_.queued_bytes() == 0;
}

void Member::set_state(std::uint64_t place) {
  Hash hash;
  hash.add(place);
  State::hash_into(hash, fabric_);
  for (const auto& [participant, peer] : peers_) {
    hash.add(participant);
    hash.add(std::uint64_t{peer.next} << 32 | peer.end);
    hash.add(peer.last_note);
  }
  hash.add(std::uint64_t{sent_} << 32 | dead_);
  hash.add(last_note_);
  hash.add((has_slept_ ? 2 : 0) + (cut_off_ ? 1 : 0));
  player_.set_state(hash.sum());
}

void Member::run_turn() {
  set_state(2);
  if (applies_rings_while_awake) fabric_.apply_rings(doorbell_reader());
  detach_dead();
  set_state(3);
  read_logs();
  if (reads_notes) receive_notes();
  set_state(4);
  fabric_.flush();
  set_state(5);
  fabric_.release();
}

void Member::wait() {
  if (reads_notes) fabric_.notes().watch(transport::WatchedNotes::all);
  set_state(6);
  const bool wakes_otherwise =
      sleep_mode_ == SleepMode::doorbell_first && !std::exchange(has_slept_, true);
  if (sleep_mode_ == SleepMode::doorbell || wakes_otherwise)
    return sleep_on_doorbell(wakes_otherwise);
  if (!fabric_.prepare_brief_wait(doorbell_reader())) return;
  set_state(9);
  const bool woken = fabric_.wait_briefly(sleep_mode_ == SleepMode::words_first);
  fabric_.finish_brief_wait(doorbell_reader());
  if (woken) return;
  set_state(6);
  sleep_on_doorbell(false);
}

void Member::sleep() {
  if (sleep_mode_ == SleepMode::doorbell) {
    const bool sleeps = fabric_.prepare_wait();
    if (sleeps) player_.sleep();
    return fabric_.finish_wait(sleeps, doorbell_reader());
  }
  if (!fabric_.prepare_brief_wait(doorbell_reader())) return;
  static_cast<void>(fabric_.wait_briefly(false));
  fabric_.finish_brief_wait(doorbell_reader());
}

void Member::sleep_on_doorbell(bool wakes_otherwise) {
  const bool sleeps = fabric_.prepare_wait();
  set_state(sleeps ? 7 : 8);
  if (sleeps) player_.sleep(wakes_otherwise);
  fabric_.finish_wait(sleeps && !wakes_otherwise, doorbell_reader());
}

void Member::run_to_end() {
  while (true) {
    run_turn();
    if (has_all_messages() || cut_off_) return;
    wait();
  }
}

}  // namespace triad::exploration
