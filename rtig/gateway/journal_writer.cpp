#include "rtig/gateway/journal_writer.hpp"

#include <array>

namespace triad::rtig {

void JournalWriter::begin(std::unique_ptr<Journal> journal, const Authority& authority,
                          std::string_view settings, std::chrono::milliseconds now) {
  journal_ = std::move(journal);
  if (!journal_) return;
  make_beginning(authority, settings, now);
  if (!journal_->append(beginning_)) journal_ = nullptr;
}

void JournalWriter::make_beginning(const Authority& authority, std::string_view settings,
                                   std::chrono::milliseconds now) {
  const FedSource& fed = authority.fed_source();
  beginning_.clear();
  journal::encode({},
                  journal::Begin{journal::kFormat, settings, authority.name(), fed.name,
                                 fed.creator, fed.text_digest, authority.encoded_model(),
                                 static_cast<std::uint64_t>(now.count())},
                  beginning_);
}

void JournalWriter::resume(std::unique_ptr<Journal> journal, const Authority& authority,
                           std::string_view settings, std::chrono::milliseconds begun_at,
                           std::span<const wire::Bytes> entries) {
  journal_ = std::move(journal);
  is_repeated_ = true;
  make_beginning(authority, settings, begun_at);
  const auto first = entries.empty() ? std::nullopt : journal::decode(entries.front());
  const bool has_image = first && std::holds_alternative<journal::Image>(first->body);
  image_bytes_ = has_image ? entries.front().size() : 0;
  bytes_ = 0;
  for (const wire::Bytes entry : entries.subspan(has_image ? 1 : 0)) bytes_ += entry.size();
}

void JournalWriter::append_restart(std::uint64_t restarts) {
  restarts_ = restarts + 1;
  if (is_kept()) append(journal::Restart{});
}

void JournalWriter::replace_by(FederationImage& image) {
  image.restarts = restarts_;
  wire::Buffer encoded;
  wire::Encoder(encoded).put(image);
  wire::Buffer entry;
  journal::encode({{}, paths_.log_position()}, journal::Image{encoded}, entry);
  bytes_ = 0;
  has_reported_wait_ = false;
  if (journal_->replace(std::array<wire::Bytes, 2>{beginning_, entry})) image_bytes_ = entry.size();
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
  bytes_ += entry_out_.size();
  if (!journal_->append(entry_out_)) journal_ = nullptr;
}

void JournalWriter::append_answers() {
  journal::RouterAnswers all;
  for (const auto& [to, record] : answers_) all.answers.push_back({to, record});
  if (is_kept()) append(all);
  answers_.clear();
}

}  // namespace triad::rtig
