// Writes the journal of a federation execution (journal.hpp). Without a journal, all functions do
// nothing.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "router/paths.hpp"
#include "rtig/authority.hpp"
#include "rtig/gateway/federation_image.hpp"
#include "rtig/gateway/journal.hpp"
#include "rtig/gateway/journal_entry.hpp"

namespace triad::rtig {

class JournalWriter {
 public:
  // Keeps a reference to `paths`, which tells the position of the log and must outlive this object.
  // `image_bytes`: RtigOptions::journal_image_bytes.
  JournalWriter(const router::Paths& paths, std::size_t image_bytes)
      : paths_(paths), image_bytes_least_(image_bytes) {}

  bool is_kept() const { return journal_ != nullptr && !is_repeated_; }
  // Begins a journal before the first input. Null: none is kept.
  void begin(std::unique_ptr<Journal> journal, const Authority& authority,
             std::string_view settings, std::chrono::milliseconds now);
  // Continues a journal with these entries after Begin. Nothing is appended before
  // begin_appending(), because the inputs stand in the journal. append_restart() is called when all
  // of them have been repeated; `restarts` counts those before.
  void resume(std::unique_ptr<Journal> journal, const Authority& authority,
              std::string_view settings, std::chrono::milliseconds begun_at,
              std::span<const wire::Bytes> entries);
  void begin_appending() { is_repeated_ = false; }
  void append_restart(std::uint64_t restarts);

  // Returns true if the entries since the last image have so many bytes that another image saves
  // more than it costs.
  bool image_is_due() const { return is_kept() && bytes_ >= bytes_to_image(); }
  // Waits with an image that is due, because the federation is not at rest. Reports it once, if the
  // entries have twice the bytes.
  void await_rest() {
    if (bytes_ < 2 * bytes_to_image() || std::exchange(has_reported_wait_, true)) return;
    journal_->report_no_image(
        "a federate is away or suspended, or a save, a restore or another order to the federates "
        "has not ended");
  }
  // Reports why an image that is due cannot be written. Another is due after as many bytes again.
  void postpone_image(const std::string& reason) {
    bytes_ = 0;
    has_reported_wait_ = false;
    journal_->report_no_image(reason);
  }
  // Replaces all entries by the image. Keeps them if that fails.
  void replace_by(FederationImage& image);
  // Removes the journal, because the federation ends.
  void remove() {
    if (journal_) std::exchange(journal_, nullptr)->remove();
  }

  // Begins an output that is carried out, with its index. end_output() appends the answers of the
  // Router since then.
  void begin_output(std::size_t output) { output_ = static_cast<std::uint32_t>(output); }
  void end_output() {
    if (!answers_.empty()) append_answers();
  }
  // Ends the outputs of an input.
  void end_outputs() { output_.reset(); }

  // Appends an input, before the authority handles it.
  template <class Input>
  void append_input(const Input& input) {
    if (is_kept()) append(journal::body_of(input, scratch_));
  }
  void append_answer_of_router(FederateHandle to, wire::Bytes record) {
    if (!is_kept()) return;
    answers_.emplace_back(to, wire::Buffer(record.begin(), record.end()));
    if (!output_) append_answers();
  }
  void append_outside_reply(FederateHandle to, wire::Bytes record) {
    if (is_kept()) append(journal::OutsideReply{to, record});
  }
  // Returns true if progress is to be appended: `interval` has passed since the last time.
  bool progress_is_due(std::chrono::milliseconds now, std::chrono::milliseconds interval);
  // Appends the acknowledgements of a member, if they have changed.
  void append_progress(FederateHandle by, const wire::RtigProgress& acknowledged);
  // Records a progress that the journal has.
  void repeat_progress(FederateHandle by, const wire::RtigProgress& acknowledged) {
    progress_[by] = acknowledged;
  }

 private:
  // Growth at which an image is due in any case, below the limit of a journal.
  static constexpr std::size_t kGrowthMax = std::size_t{1} << 30;

  std::size_t bytes_to_image() const {
    return std::max(image_bytes_least_, std::min(2 * image_bytes_, kGrowthMax));
  }
  // Makes the first entry.
  void make_beginning(const Authority& authority, std::string_view settings,
                      std::chrono::milliseconds now);
  void append(const journal::Body& body);
  void append_answers();

  const router::Paths& paths_;
  std::unique_ptr<Journal> journal_;
  bool is_repeated_ = false;
  std::optional<std::uint32_t> output_;
  std::vector<std::pair<FederateHandle, wire::Buffer>> answers_;  // of the present output
  journal::Scratch scratch_;
  wire::Buffer entry_out_;
  std::map<FederateHandle, wire::RtigProgress> progress_;
  std::chrono::milliseconds progress_at_{0};
  wire::Buffer beginning_;  // the first entry
  std::uint64_t restarts_ = 0;
  const std::size_t image_bytes_least_;
  std::size_t image_bytes_ = 0;  // of the last image; 0: there is none
  std::size_t bytes_ = 0;        // of the entries since then
  bool has_reported_wait_ = false;
};

}  // namespace triad::rtig
