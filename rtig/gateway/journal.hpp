// Journal of a federation execution: the inputs of its authority, in order, by which a new process
// of the RTIG makes the same federation again after the old one was killed (journal_entry.hpp,
// federation_journal.cpp). The host of the RTIG keeps it in a file.
#pragma once

#include <span>
#include <string>

#include "wire/codec.hpp"

namespace triad::rtig {

class Journal {
 public:
  virtual ~Journal() = default;
  // Appends an entry, valid during the call. It survives the end of the process if the call returns
  // true. Otherwise the host has reported the reason and removed the journal.
  [[nodiscard]] virtual bool append(wire::Bytes entry) = 0;
  // Replaces all entries by these, as one step: after the end of the process, the journal has
  // either the old or the new ones. Returns false if the host could not; it has then reported the
  // reason, and the journal is unchanged.
  [[nodiscard]] virtual bool replace(std::span<const wire::Bytes> entries) = 0;
  // Reports why no image replaces the journal, which grows further.
  virtual void report_no_image(const std::string& reason) = 0;
  // Removes the journal, because the federation execution has ended.
  virtual void remove() = 0;
};

}  // namespace triad::rtig
