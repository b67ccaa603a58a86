// See scenarios.hpp.
#include "tests/exploration/scenarios.hpp"

#include <algorithm>

#include "tests/exploration/member.hpp"

namespace triad::exploration {

namespace {

constexpr std::uint32_t kFrames = kLogBytes / 16;  // of one word, in a log

void send(Member& member, std::uint32_t messages) {
  for (std::uint32_t i = 0; i < messages; ++i) {
    member.send();
    member.fabric().flush();
  }
}

}  // namespace

Scenario pair(std::uint32_t messages, bool one_dies, SleepMode sleep_mode) {
  const auto program = [=](Player& player) {
    Member self(player, Member::kNone);
    self.set_sleep_mode(sleep_mode);
    self.detects_deaths = one_dies;
    self.attach(1 - player.self(), messages);
    self.start();
    send(self, messages);
    self.run_to_end();
  };
  return {{program, program}, one_dies ? 3u : 0u, 1};
}

Scenario two_to_two(std::uint32_t messages, bool one_dies, SleepMode sleep_mode) {
  const auto writer = [=](Player& player) {
    Member self(player, Member::kNone);
    self.set_sleep_mode(sleep_mode);
    self.detects_deaths = one_dies;
    self.attach(2, 0);
    self.attach(3, 0);
    self.start();
    send(self, messages);
    self.run_to_end();
  };
  const auto reader = [=](Player& player) {
    Member self(player, Member::kNone);
    self.set_sleep_mode(sleep_mode);
    self.detects_deaths = one_dies;
    self.attach(0, messages);
    self.attach(1, messages);
    self.start();
    self.run_to_end();
  };
  return {{writer, writer, reader, reader}, one_dies ? 15u : 0u, 1};
}

Scenario full_log(std::uint32_t readers, std::uint32_t messages, std::uint32_t words, bool one_dies,
                  SleepMode sleep_mode) {
  const auto writer = [=](Player& player) {
    Member self(player, Member::kNone);
    self.set_sleep_mode(sleep_mode);
    self.detects_deaths = one_dies;
    for (std::uint32_t i = 1; i <= readers; ++i) self.attach(i, 0);
    for (std::uint32_t i = 0; i + 1 < kFrames; ++i) self.send();
    self.fabric().flush();
    self.start();
    for (std::uint32_t i = 0; i < messages; ++i) self.send(words);
    self.run_to_end();
  };
  const auto reader = [=](Player& player) {
    Member self(player, Member::kNone);
    self.set_sleep_mode(sleep_mode);
    self.detects_deaths = one_dies;
    self.attach(0, kFrames - 1 + messages);
    self.start();
    self.run_to_end();
  };
  Scenario scenario{{writer}, 0, 1};
  for (std::uint32_t i = 0; i < readers; ++i) scenario.programs.push_back(reader);
  if (one_dies) scenario.mortal = (2u << readers) - 1;
  return scenario;
}

namespace {

struct JoiningPlan {
  std::uint32_t before;    // messages of one word in B's log
  std::uint32_t messages;  // messages that follow
  std::uint32_t words;     // words of each
  std::uint32_t read;      // messages that the coordinator and the new participant read
  bool reads_first;        // the coordinator looks for messages before it adds the new participant
  bool writer_waits;       // until it has read of the new participant
  bool coordinator_stays;  // until it has read all that it must
  bool sends_while_handling;  // the writer sends while it handles that message
};

// A is the coordinator, B writes, C is added.
void run_coordinator(Player& player, const JoiningPlan& joining) {
  Member self(player, 0);
  self.reads_expected_only = joining.before != 0;
  self.attach(1, joining.read);
  self.start();
  if (joining.reads_first) self.read_logs();
  const std::uint64_t begins_at = self.fabric().logs().read_up_to(Member::id_of(1));
  self.attach(2, 0, 0, self.fabric().logs().tail());
  self.announce_newcomer(begins_at);
  self.run_turn();
  if (joining.coordinator_stays) self.run_to_end();
}

void run_writer(Player& player, const JoiningPlan& joining) {
  Member self(player, 0);
  self.attach(0, 1);
  send(self, joining.before);
  bool has_newcomer = false;
  self.on_newcomer = [&](std::uint64_t begins_at) {
    if (joining.sends_while_handling) send(self, joining.messages);
    self.attach(2, 0, 0, begins_at);
    has_newcomer = true;
  };
  self.start();
  for (std::uint32_t i = 0; !joining.sends_while_handling && i < joining.messages; ++i) {
    self.send(joining.words);
    self.fabric().flush();
    self.read_logs();
  }
  while (joining.sends_while_handling && !has_newcomer) {
    self.run_turn();
    if (!has_newcomer) self.wait();
  }
  if (joining.writer_waits) self.run_to_end();
}

// It learns from the coordinator's log where to begin.
void run_newcomer(Player& player, const JoiningPlan& joining) {
  Member self(player, 0);
  self.reads_expected_only = joining.before != 0;
  self.attach(0, 1);
  self.on_newcomer = [&](std::uint64_t begins_at) {
    // Amid a message of several pieces, the next message is the first.
    const auto frames = static_cast<std::uint32_t>(begins_at / 16);
    const std::uint32_t rest = std::max(frames, joining.before) - joining.before;
    const std::uint32_t first =
        std::min(frames, joining.before) + (rest + joining.words - 1) / joining.words;
    self.attach(1, joining.read - first, begins_at, 0, first);
  };
  self.start();
  self.run_to_end();
}

Scenario joining_scenario(const JoiningPlan& joining) {
  return {{[=](Player& player) { run_coordinator(player, joining); },
           [=](Player& player) { run_writer(player, joining); },
           [=](Player& player) { run_newcomer(player, joining); }},
          0,
          0};
}

}  // namespace

Scenario newcomer(std::uint32_t messages) {
  return joining_scenario({kFrames - 1, messages, 1, 2, false, false, false, false});
}

Scenario newcomer_during_send(std::uint32_t messages) {
  return joining_scenario({kFrames - 1, messages, 1, 2, false, false, false, true});
}

Scenario newcomer_amid_message(std::uint32_t messages, std::uint32_t words,
                               bool coordinator_stays) {
  return joining_scenario({0, messages, words, messages, true, true, coordinator_stays, false});
}

// A sleeps, B writes, C reads.
Scenario sleeping_laggard() {
  constexpr std::uint32_t kBefore = 3;
  const auto sleeper = [=](Player& player) {
    Member self(player, Member::kNone);
    self.attach(1, kFrames - kBefore + 1, kBefore * 16, 0, kBefore);
    if (!self.fabric().prepare_wait())
      throw Violation{"a participant without input cannot fall asleep"};
    self.start();
    player.sleep();
    self.fabric().finish_wait(true, [&] {
      static_cast<void>(player.take_rings());
      return transport::Ringers();
    });
    self.run_turn();
  };
  const auto writer = [=](Player& player) {
    Member self(player, Member::kNone);
    self.attach(2, 0);
    for (std::uint32_t i = 0; i < kBefore; ++i) self.send_without_wakeup();
    self.fabric().flush();
    self.attach(0, 0, 0, kBefore * 16);
    self.fabric().flush();
    self.start();
    for (std::uint32_t i = kBefore; i < kFrames; ++i) self.send_without_wakeup();
    self.fabric().flush();
    self.start();
    self.send_without_wakeup();
    self.run_to_end();
  };
  const auto reader = [=](Player& player) {
    Member self(player, Member::kNone);
    self.reads_expected_only = true;
    self.attach(1, kBefore + 1);
    self.start();
    self.run_to_end();
  };
  return {{sleeper, writer, reader}, 0, 0, {1, 0, 1, 2}};
}

// A is the coordinator and reads, B writes. The cursors that B finds do not count until it has read
// A's messages.
Scenario coordinator_sends(std::uint32_t messages, std::uint32_t words) {
  const auto coordinator = [=](Player& player) {
    Member self(player, 0);
    self.attach(1, kFrames - 1 + messages);
    self.start();
    self.run_turn();
    self.send_without_wakeup(words);
    self.run_to_end();
  };
  const auto writer = [=](Player& player) {
    Member self(player, 0);
    self.attach(0, 1);
    for (std::uint32_t i = 0; i + 1 < kFrames; ++i) self.send();
    self.fabric().flush();
    self.start();
    for (std::uint32_t i = 0; i < messages; ++i) self.send();
    while (true) {
      self.run_turn();
      if (self.fabric().queued_bytes() == 0) return;
      self.wait();
    }
  };
  return {{coordinator, writer}, 0, 0};
}

// A writes and cuts B off.
Scenario cut_off(std::uint32_t messages) {
  const auto writer = [=](Player& player) {
    Member self(player, Member::kNone);
    self.attach(1, 0);
    for (std::uint32_t i = 0; i + 1 < kFrames; ++i) self.send();
    self.fabric().flush();
    self.start();
    self.detach(1);
    for (std::uint32_t i = 0; i < messages; ++i) {
      self.send();
      self.fabric().flush();
    }
  };
  const auto reader = [=](Player& player) {
    Member self(player, Member::kNone);
    self.may_be_cut_off = true;
    self.reads_expected_only = true;
    self.attach(0, kFrames - 1);
    self.start();
    self.run_to_end();
  };
  return {{writer, reader}, 0, 0};
}

Scenario many_participants(std::size_t members, std::uint32_t messages, int deaths, bool selective,
                           SleepMode sleep_mode) {
  const auto program = [=](Player& player) {
    Member self(player, Member::kNone);
    self.set_sleep_mode(sleep_mode);
    self.detects_deaths = true;
    self.applies_rings_while_awake = selective;
    if (selective) self.enable_selective_scans();
    for (std::size_t participant = 0; participant < members; ++participant) {
      if (participant != player.self()) self.attach(participant, messages);
    }
    self.start();
    for (std::uint32_t i = 0; i < messages; ++i) {
      self.send(1 + i * 5 % 12);
      if (i % 3 == player.self() % 3) self.run_turn();
    }
    self.run_to_end();
  };
  return {std::vector<std::function<void(Player&)>>(members, program), (1u << members) - 1, deaths};
}

Scenario selective_pair(std::uint32_t messages, bool applies_rings_while_awake,
                        SleepMode sleep_mode) {
  const auto program = [=](Player& player) {
    Member self(player, Member::kNone);
    self.set_sleep_mode(sleep_mode);
    self.applies_rings_while_awake = applies_rings_while_awake;
    self.enable_selective_scans();
    self.attach(1 - player.self(), messages);
    self.start();
    send(self, messages);
    self.run_to_end();
  };
  return {{program, program}, 0, 0};
}

// A is the coordinator, B also writes, C reads.
Scenario selective_reader(std::uint32_t messages, bool applies_rings_while_awake,
                          SleepMode sleep_mode) {
  const auto writer = [=](Player& player) {
    Member self(player, 0);
    self.set_sleep_mode(sleep_mode);
    self.reads_expected_only = true;
    self.attach(1 - player.self(), 0);
    self.attach(2, 0);
    self.start();
    send(self, messages);
  };
  const auto reader = [=](Player& player) {
    Member self(player, 0);
    self.set_sleep_mode(sleep_mode);
    self.applies_rings_while_awake = applies_rings_while_awake;
    self.enable_selective_scans();
    self.attach(0, messages);
    self.attach(1, messages);
    self.start();
    self.run_to_end();
  };
  return {{writer, writer, reader}, 0, 0};
}

Scenario selective_for_a_time(std::uint32_t messages, bool another_writes, SleepMode sleep_mode) {
  Scenario scenario = another_writes ? selective_reader(messages, true, sleep_mode)
                                     : selective_coordinator_reader(messages, sleep_mode);
  scenario.programs.back() = [=](Player& player) {
    Member self(player, 0);
    self.set_sleep_mode(sleep_mode);
    self.applies_rings_while_awake = true;
    self.enable_selective_scans();
    self.attach(0, messages);
    if (another_writes) self.attach(1, messages);
    self.start();
    self.run_turn();
    self.disable_selective_scans();
    self.run_to_end();
  };
  return scenario;
}

Scenario selective_coordinator_reader(std::uint32_t messages, SleepMode sleep_mode) {
  const auto coordinator = [=](Player& player) {
    Member self(player, 0);
    self.set_sleep_mode(sleep_mode);
    self.attach(1, 0);
    self.start();
    send(self, messages);
  };
  const auto reader = [=](Player& player) {
    Member self(player, 0);
    self.set_sleep_mode(sleep_mode);
    self.enable_selective_scans();
    self.attach(0, messages);
    self.start();
    self.run_to_end();
  };
  return {{coordinator, reader}, 0, 0};
}

Scenario selective_full_log(std::uint32_t messages, SleepMode sleep_mode) {
  const auto writer = [=](Player& player) {
    Member self(player, Member::kNone);
    self.set_sleep_mode(sleep_mode);
    self.enable_selective_scans();
    self.attach(1, 0);
    for (std::uint32_t i = 0; i + 1 < kFrames; ++i) self.send();
    self.fabric().flush();
    self.start();
    for (std::uint32_t i = 0; i < messages; ++i) self.send();
    self.run_to_end();
  };
  const auto reader = [=](Player& player) {
    Member self(player, Member::kNone);
    self.set_sleep_mode(sleep_mode);
    self.enable_selective_scans();
    self.attach(0, kFrames - 1 + messages);
    self.start();
    self.run_to_end();
  };
  return {{writer, reader}, 0, 0};
}

// A is the coordinator, B is added, C reads.
Scenario selective_and_newcomer(SleepMode sleep_mode) {
  const auto coordinator = [=](Player& player) {
    Member self(player, 0);
    self.set_sleep_mode(sleep_mode);
    self.attach(2, 0);
    self.start();
    self.announce_newcomer(0);
    self.fabric().flush();
  };
  const auto newcomer = [=](Player& player) {
    Member self(player, 0);
    self.set_sleep_mode(sleep_mode);
    self.attach(2, 0);
    self.start();
    send(self, 1);
  };
  const auto reader = [=](Player& player) {
    Member self(player, 0);
    self.set_sleep_mode(sleep_mode);
    self.applies_rings_while_awake = true;
    self.enable_selective_scans();
    self.attach(0, 1);
    self.on_newcomer = [&](std::uint64_t) { self.attach(1, 1); };
    self.start();
    self.run_to_end();
  };
  return {{coordinator, newcomer, reader}, 0, 0};
}

// A is the coordinator, B writes messages that do not concern C, which sleeps.
Scenario selective_and_all_logs(SleepMode sleep_mode) {
  const auto coordinator = [=](Player& player) {
    Member self(player, 0);
    self.set_sleep_mode(sleep_mode);
    self.attach(1, 1);
    self.attach(2, 0);
    self.start();
    self.run_to_end();
    self.fabric().wake_on_flush(Member::id_of(2));
    self.fabric().flush();
    self.fabric().wake_on_flush_for_all_logs(Member::id_of(2));
    self.fabric().flush();
  };
  const auto writer = [=](Player& player) {
    Member self(player, 0);
    self.set_sleep_mode(sleep_mode);
    self.reads_expected_only = true;
    self.attach(0, 0);
    self.attach(2, 0);
    self.start();
    self.send_without_wakeup();
    self.fabric().wake_on_flush(Member::id_of(0));
    self.fabric().flush();
  };
  const auto reader = [=](Player& player) {
    Member self(player, 0);
    self.set_sleep_mode(sleep_mode);
    self.applies_rings_while_awake = true;
    self.enable_selective_scans();
    self.attach(0, 0);
    self.attach(1, 1);
    self.start();
    self.run_to_end();
  };
  return {{coordinator, writer, reader}, 0, 0};
}

}  // namespace triad::exploration
