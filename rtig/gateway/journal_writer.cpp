#include "rtig/gateway/journal_writer.hpp"

namespace triad::rtig {

void JournalWriter::begin(std::unique_ptr<Journal> journal, const Authority& authority,
                          std::string_view settings, std::chrono::milliseconds now) {
  journal_ = std::move(journal);
  if (!journal_) return;
  const FedSource& fed = authority.fed_source();
  append(journal::Begin{journal::kFormat, settings, authority.name(), fed.name, fed.creator,
                        fed.text_digest, authority.encoded_model(),
                        static_cast<std::uint64_t>(now.count())});
}

void JournalWriter::resume(std::unique_ptr<Journal> journal) {
  journal_ = std::move(journal);
  is_repeated_ = true;
}

void JournalWriter::append_restart() {
  if (is_kept()) append(journal::Restart{});
}

bool JournalWriter::progress_is_due(std::chrono::milliseconds now,
                                    std::chrono::milliseconds interval) {
  if (!is_kept() || now - progress_at_ < interval) return false;
  progress_at_ = now;
  return true;
}

void JournalWriter::append_progress(FederateHandle by, const wire::RtigProgress& acknowledged) {
  if (!is_kept() || std::exchange(progress_[by], acknowledged) == acknowledged) return;
  append(journal::Acknowledged{by, acknowledged});
}

void JournalWriter::append(const journal::Body& body) {
  entry_out_.clear();
  journal::encode({output_, paths_.log_position()}, body, entry_out_);
  if (!journal_->append(entry_out_)) journal_ = nullptr;
}

void JournalWriter::append_answers() {
  journal::RouterAnswers all;
  for (const auto& [to, record] : answers_) all.answers.push_back({to, record});
  if (is_kept()) append(all);
  answers_.clear();
}

}  // namespace triad::rtig
