#include "files/line_shares.hpp"

#include <algorithm>

namespace triad::files {

namespace {

const std::string kOthers = "other addresses";

std::string note_of(std::uint64_t lines, const std::string& from) {
  if (lines == 1) return "1 further line like this from " + from + " was left out";
  return std::to_string(lines) + " further lines like this from " + from + " were left out";
}

}  // namespace

void LineShares::Bucket::refill(Time now) {
  if (now <= at_) return;
  const std::uint64_t most = room_.burst * 1000;
  const auto passed = static_cast<std::uint64_t>((now - at_).count());
  const std::uint64_t missing = most - level_;
  // Milliseconds times bytes per second are thousandths of bytes.
  level_ = room_.per_second == 0 || passed < missing / room_.per_second
               ? level_ + passed * room_.per_second
               : most;
  at_ = now;
}

bool LineShares::admit_line(const LineCause& cause, std::size_t bytes, Time now) {
  if (cause.standing == LineCause::Standing::program) return true;
  const auto standing = static_cast<std::size_t>(cause.standing) - 1;
  Account& account = account_of(standing, cause.name, now);
  Bucket& all = standings_[standing].all;
  for (Bucket* bucket : {&account.each, &account.reserve, &all}) bucket->refill(now);
  if (account.each.has(bytes) && all.has(bytes)) {
    account.each.consume(bytes);
    all.consume(bytes);
    return true;
  }
  if (account.reserve.has(bytes)) {
    account.reserve.consume(bytes);
    return true;
  }
  ++account.left_out;
  has_left_out_ = true;
  return false;
}

LineShares::Account& LineShares::account_of(std::size_t standing, const std::string& name,
                                            Time now) {
  auto& accounts = standings_[standing].accounts;
  if (const auto at = accounts.find(name); at != accounts.end()) return at->second;
  constexpr Time kBetweenLooks{1'000};
  if (accounts.size() >= kAccountsMax && now >= standings_[standing].cleaned_at + kBetweenLooks) {
    standings_[standing].cleaned_at = now;
    // An account with a full bucket equals a new one, so it can be forgotten.
    for (auto& [other, account] : accounts) {
      account.each.refill(now);
      account.reserve.refill(now);
    }
    std::erase_if(accounts, [](const auto& entry) {
      return entry.second.left_out == 0 && entry.second.each.is_full() &&
             entry.second.reserve.is_full();
    });
  }
  const std::string& kept = accounts.size() < kAccountsMax ? name : kOthers;
  return accounts.try_emplace(kept, kRooms[standing]).first->second;
}

std::vector<std::string> LineShares::notes(Time now) {
  if (!has_left_out_ || now < notes_at_) return {};
  notes_at_ = now + kBetweenNotes;
  return last_notes();
}

std::vector<std::string> LineShares::last_notes() {
  std::vector<std::pair<std::uint64_t, std::string>> counts;
  for (StandingShares& standing : standings_) {
    for (auto& [name, account] : standing.accounts) {
      if (account.left_out > 0) counts.emplace_back(std::exchange(account.left_out, 0), name);
    }
  }
  has_left_out_ = false;
  std::ranges::stable_sort(counts, std::ranges::greater(),
                           &std::pair<std::uint64_t, std::string>::first);
  std::vector<std::string> lines;
  std::uint64_t rest = 0;
  for (const auto& [count, name] : counts) {
    if (lines.size() < kNotesMax) {
      lines.push_back(note_of(count, name));
    } else {
      rest += count;
    }
  }
  if (rest > 0) lines.push_back(note_of(rest, kOthers));
  return lines;
}

}  // namespace triad::files
