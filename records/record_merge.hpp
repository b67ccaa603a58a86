// Merges the streams that a participant reads directly, the RTIG's and every member's, into one
// order. Each stream is in order by itself. A record is handled only after the records that it
// names (docs/shm-fabric.md):
//
// - A member's record names the RTIG's log up to the position that the member had applied. It also
//   follows all other records of the RTIG that could be read when it was seen: the RTIG's records
//   to single members have no position in the log, and the member's record may answer one of them.
// - A record of the RTIG names the stream of the member that caused it, up to the cause.
// - CausalDependencies names streams. For members that do not share memory this means the RTIG's
//   stream, up to the place where it carries their records.
// - SaveSettling and PauseSettling name streams.
//
// Named records were visible before the record that names them, so waits are short. If a peer names
// positions that do not exist, only its own stream waits for the RTIG's log; records of a member
// that are not there count as handled. An honest record never waits for itself: a cycle of records
// contains a false claim. Other streams do not wait for the streams of a cycle. If a record of the
// RTIG's log waits for them, the cycle is cut, because that record may end the membership of the
// members in it. The RTIG, which reads only members' streams, always cuts cycles, because all
// members wait for its records. take_cycle() then returns the members.
//
// If a stream cannot advance, each stream that waits for it is tried only once until a record has
// been handled. Streams name each other, and the number of paths through them doubles with each
// stream.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "records/defect.hpp"
#include "wire/message_list.hpp"
#include "wire/parsed_frame.hpp"
#include "wire/record.hpp"

namespace triad::records {

// Source: next(federate, frame) sets the next record of a stream, if there is one, and decides
// whether its reader needs more than the header. Returns false if there is none. pop(federate)
// removes that record. beginning(federate)
// returns only the header and decides nothing: a record that is merely examined may stay, and be
// needed when it is handled. rtig_has_records() cheaply tests the RTIG's stream for a record.
//
// Sink: receive_record(federate, frame) handles a record of the stream of `federate`, and returns
// false if that is not possible now. It may add and remove streams. log_position() is the handled
// position of the RTIG's log. forwarded_position(federate) is the handled position of a member that
// the RTIG forwards, and empty for all others.
template <class Source, class Sink>
class RecordMerge {
 public:
  using FederateHandle = wire::FederateHandle;
  using Position = wire::Position;

  RecordMerge(Source& source, Sink& sink) : source_(source), sink_(sink) {}

  // Adds a stream. wire::kRtig stands for the RTIG's.
  void add(FederateHandle stream) {
    const auto at = std::ranges::lower_bound(streams_, stream, {}, &Stream::id);
    if (at == streams_.end() || at->id != stream) streams_.insert(at, Stream{stream});
  }
  // Removes a stream, whose records count as handled from then on.
  void remove(FederateHandle stream) {
    std::erase_if(streams_, [&](const Stream& s) { return s.id == stream; });
  }
  void clear() { streams_.clear(); }
  std::vector<FederateHandle> streams() const {
    std::vector<FederateHandle> all;
    for (const Stream& stream : streams_) all.push_back(stream.id);
    return all;
  }

  // Handles about `records_max` records, first of the streams in `with_records`, in which the
  // caller has found records. Then tries all streams if one could not advance. Returns the number
  // handled, which may exceed `records_max` by named records.
  std::size_t run(std::size_t records_max, std::span<const FederateHandle> with_records) {
    const std::size_t before = handled_;
    has_blocked_stream_ = false;
    for (const FederateHandle id : with_records) {
      while (handled_ - before < records_max && try_to_advance(id)) {
      }
    }
    const std::size_t done = handled_ - before;
    return has_blocked_stream_ && done < records_max ? done + run(records_max - done) : done;
  }
  // Does the same for all streams.
  std::size_t run(std::size_t records_max) {
    const std::size_t before = handled_;
    // Repeats only if a stream could not advance, because it may be able to now.
    for (std::size_t last = handled_ + 1; last != handled_ && handled_ - before < records_max;) {
      last = handled_;
      has_blocked_stream_ = false;
      for (std::size_t i = 0; i < streams_.size(); ++i) {
        const FederateHandle id = streams_[i].id;
        while (handled_ - before < records_max && try_to_advance(id)) {
        }
      }
      if (!has_blocked_stream_) break;
    }
    return handled_ - before;
  }

  // Handles all available records of one stream. Returns the number handled, including records that
  // these name.
  std::size_t run_stream(FederateHandle id) {
    return run_stream(id, [] { return true; });
  }
  // Does the same while may_continue() is true.
  template <class MayContinue>
  std::size_t run_stream(FederateHandle id, MayContinue&& may_continue) {
    const std::size_t before = handled_;
    while (may_continue() && try_to_advance(id)) {
    }
    return handled_ - before;
  }

  // Returns the members of the first cycle that was cut at the RTIG since the last call; empty:
  // none.
  std::vector<FederateHandle> take_cycle() { return std::exchange(cycle_, {}); }

 private:
  struct Stream {
    FederateHandle id;
    bool is_busy = false;               // its next record waits for the records that it names
    std::uint64_t blocked_attempt = 0;  // attempt in which it could not advance
  };

  Stream* find(FederateHandle id) {
    const auto at = std::ranges::lower_bound(streams_, id, {}, &Stream::id);
    return at != streams_.end() && at->id == id ? &*at : nullptr;
  }

  bool is_busy(FederateHandle id) {
    const Stream* const stream = find(id);
    return stream != nullptr && stream->is_busy;
  }

  // Begins a new attempt: streams that could not advance before may be able to now. Returns whether
  // a record was handled.
  bool try_to_advance(FederateHandle id) {
    ++attempt_;
    return advance(id, true);
  }

  // Handles the next record of a stream, after the records that it names. Returns false if there is
  // none yet or it cannot be handled now.
  bool advance(FederateHandle id, bool after_rtig = false) {
    const Stream* const stream = find(id);
    if (stream == nullptr || stream->is_busy || stream->blocked_attempt == attempt_) return false;
    wire::ParsedFrame frame;
    if (!source_.next(id, frame)) return false;
    // The RTIG's stream is tested after the member's record has been seen.
    if (after_rtig && id != wire::kRtig && source_.rtig_has_records()) {
      while (advance(wire::kRtig)) {
      }
      return advance(id);
    }
    const std::optional<wire::Record>& record = frame.record();
    if ((record && !reach_named_records(id, *record)) || !sink_.receive_record(id, frame)) {
      if (Stream* const same = find(id)) same->blocked_attempt = attempt_;
      has_blocked_stream_ = true;
      return false;
    }
    ++handled_;
    ++attempt_;
    source_.pop(id);
    return true;
  }

  bool reach_named_records(FederateHandle id, const wire::Record& record) {
    if (names_only_handled(id, record.header)) return true;
    find(id)->is_busy = true;
    path_.push_back(id);
    bool reached = true;
    if (id != wire::kRtig) {
      reached = reach_log(record.header.after_position);
    } else if (record.header.cause()) {
      reached = reach(record.header.cause(), record.header.after_position);
    }
    if (record.header.message_kind() == wire::Kind::CausalDependencies) {
      if (const auto causal_dependencies = wire::decode<wire::CausalDependencies>(record.payload)) {
        for (const auto& [federate, position] : causal_dependencies->handled) {
          reached = reach_forwarded(federate, position) && reach(federate, position) && reached;
        }
      }
    }
    if (record.header.message_kind() == wire::Kind::SaveSettling) {
      reached = reach_named_by<wire::SaveSettling>(record) && reached;
    }
    if (record.header.message_kind() == wire::Kind::PauseSettling) {
      reached = reach_named_by<wire::PauseSettling>(record) && reached;
    }
    path_.pop_back();
    if (Stream* const stream = find(id)) stream->is_busy = false;
    return reached && find(id) != nullptr;
  }

  // Returns true if all records that the header names are known to be handled. This holds for
  // almost every update, and for records that the RTIG sends without a cause. Returns false for
  // records that name others in their content.
  bool names_only_handled(FederateHandle id, const wire::RecordHeader& header) {
    const wire::Kind kind = header.message_kind();
    if (kind == wire::Kind::CausalDependencies || kind == wire::Kind::SaveSettling ||
        kind == wire::Kind::PauseSettling) {
      return false;
    }
    if (id == wire::kRtig) return !header.cause();
    return sink_.log_position() >= header.after_position;
  }

  template <class Settling>
  bool reach_named_by(const wire::Record& record) {
    const auto settling = wire::decode<Settling>(record.payload);
    return !settling || reach_streams(settling->streams);
  }

  bool reach_streams(const std::vector<wire::StreamPosition>& streams) {
    bool reached = true;
    for (const auto& [federate, position] : streams) reached = reach(federate, position) && reached;
    return reached;
  }

  bool reach_log(Position position) {
    while (sink_.log_position() < position && !is_busy(wire::kRtig)) {
      if (!advance(wire::kRtig)) return false;
    }
    return true;
  }

  bool reach_forwarded(FederateHandle id, Position position) {
    while (const std::optional<Position> forwarded = sink_.forwarded_position(id)) {
      if (*forwarded >= position || is_busy(wire::kRtig)) return true;
      if (!advance(wire::kRtig)) return false;
    }
    return true;
  }

  // Handles the present records of the stream up to the position. Returns false if one of them
  // cannot be handled now. A stream that does not exist (it has ended, or is this participant's
  // own) counts as handled.
  bool reach(FederateHandle id, Position position) {
    if (id == wire::kRtig) return true;
    while (const Stream* const stream = find(id)) {
      const auto frame = examine(id);
      const auto record = frame ? wire::parse_record(*frame) : std::nullopt;
      if (!record || record->header.position > position) return true;
      if (stream->is_busy) return cut_cycle(id);
      if (!advance(id)) return false;
    }
    return true;
  }

  std::optional<wire::Bytes> examine(FederateHandle id) {
    if (!TRIAD_DEFECT(record_decided_when_examined)) return source_.beginning(id);
    wire::ParsedFrame decided;
    return source_.next(id, decided) ? std::optional(decided.bytes()) : std::nullopt;
  }

  // Decides whether to cut a cycle of waiting streams. Returns true if the waiting record is
  // handled nevertheless. Streams before `closing_stream` on the path are not part of the cycle.
  bool cut_cycle(FederateHandle closing_stream) {
    if (find(wire::kRtig) != nullptr) return is_busy(wire::kRtig);
    if (cycle_.empty()) cycle_.assign(std::ranges::find(path_, closing_stream), path_.end());
    return true;
  }

  Source& source_;
  Sink& sink_;
  std::vector<Stream> streams_;  // ordered by handle
  std::size_t handled_ = 0;
  bool has_blocked_stream_ = false;   // a record could not be handled in the current pass
  std::uint64_t attempt_ = 0;         // incremented with each handled record
  std::vector<FederateHandle> path_;  // busy streams, each waiting for the next
  std::vector<FederateHandle> cycle_;
};

}  // namespace triad::records
