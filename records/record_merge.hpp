// In which order a participant handles the records of many streams, each of which it reads
// directly: the RTIG's and every member's. Each stream is in order by itself; a record is handled
// only after what its stamp names (docs/shm-fabric.md):
//
//   a member's record: the RTIG's log up to where the member had applied it, and whatever else of
//   the RTIG's could be read when it was seen: what the RTIG says to single members has no position
//   in the log, and the record may be the answer of one of them
//   the RTIG's record: the stream of the member that caused it, up to the cause
//   CausalDependencies: the streams that it names; of members that do not share memory the RTIG's
//   stream, up to where it carries their records
//   SaveSettling, PauseSettling: the streams that they name
//
// What is named was visible before the record was, so nothing ever waits for long; a peer that
// names what is not there is waited for with its own stream alone. Nor does anything honest wait
// for itself: a circle has a lie in it. Those who make it are not waited for by others; where a
// record of the RTIG's log waits for them, it is cut, for that may be the one that ends their
// membership. The RTIG, which reads members' streams alone, always cuts it: all others wait for
// its word. take_circle() names the members of a circle that was cut there.
//
// Where a stream cannot go on now, all that waits for it is tried once until a record has been
// handled: streams name each other, and to try each way through them would take time that doubles
// with each stream.
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
#include "wire/record.hpp"

namespace triad::records {

// Source: next(federate) gives the next record of a stream, if there is one, and decides whether
// its reader wants more than its header; pop(federate) takes it away; beginning(federate) gives its
// header alone, and decides nothing: what is only looked at may stay where it is, and be wanted
// when it is handled; rtig_has_records() is a cheap look whether the RTIG's stream has one. Sink:
// handle(federate, frame), of the stream of `federate`; false: not now. It may add and remove
// streams. log_position() is how far the RTIG's log has been handled; forwarded_position(federate)
// how far the records of a member that the RTIG forwards, and nothing for all others.
template <class Source, class Sink>
class RecordMerge {
 public:
  using FederateHandle = wire::FederateHandle;
  using Position = wire::Position;

  RecordMerge(Source& source, Sink& sink) : source_(source), sink_(sink) {}

  // wire::kRtig names the RTIG's.
  void add(FederateHandle stream) {
    const auto at = std::ranges::lower_bound(streams_, stream, {}, &Stream::id);
    if (at == streams_.end() || at->id != stream) streams_.insert(at, Stream{stream});
  }
  void remove(FederateHandle stream) {
    std::erase_if(streams_, [&](const Stream& s) { return s.id == stream; });
  }
  void clear() { streams_.clear(); }
  std::vector<FederateHandle> streams() const {
    std::vector<FederateHandle> all;
    for (const Stream& stream : streams_) all.push_back(stream.id);
    return all;
  }

  // Handles about so many records of the streams that have some, as they were looked for; returns
  // how many it did.
  std::size_t run(std::size_t records_max, std::span<const FederateHandle> with_records) {
    const std::size_t before = handled_;
    left_behind_ = false;
    for (const FederateHandle id : with_records) {
      while (handled_ - before < records_max && begin_to_advance(id)) {
      }
    }
    const std::size_t done = handled_ - before;
    return left_behind_ && done < records_max ? done + run(records_max - done) : done;
  }
  // The same of all streams.
  std::size_t run(std::size_t records_max) {
    const std::size_t before = handled_;
    // Again only if something could not go on, for it may go on now.
    for (std::size_t last = handled_ + 1; last != handled_ && handled_ - before < records_max;) {
      last = handled_;
      left_behind_ = false;
      for (std::size_t i = 0; i < streams_.size(); ++i) {
        const FederateHandle id = streams_[i].id;
        while (handled_ - before < records_max && begin_to_advance(id)) {
        }
      }
      if (!left_behind_) break;
    }
    return handled_ - before;
  }

  // Handles all that there is of one stream; returns how many records that took.
  std::size_t run_stream(FederateHandle id) {
    return run_stream(id, [] { return true; });
  }
  // The same as long as `wanted`.
  template <class Wanted>
  std::size_t run_stream(FederateHandle id, Wanted&& wanted) {
    const std::size_t before = handled_;
    while (wanted() && begin_to_advance(id)) {
    }
    return handled_ - before;
  }

  // The streams that waited for each other when the RTIG went on all the same; empty: none have
  // since this was asked last.
  std::vector<FederateHandle> take_circle() { return std::exchange(circle_, {}); }

 private:
  struct Stream {
    FederateHandle id;
    bool busy = false;        // its next record waits for what it names
    std::uint64_t stuck = 0;  // the attempt in which it could not go on
  };

  Stream* find(FederateHandle id) {
    const auto at = std::ranges::lower_bound(streams_, id, {}, &Stream::id);
    return at != streams_.end() && at->id == id ? &*at : nullptr;
  }

  bool is_busy(FederateHandle id) {
    const Stream* const stream = find(id);
    return stream != nullptr && stream->busy;
  }

  // What could not go on before may go on now, for all that is known here.
  bool begin_to_advance(FederateHandle id) {
    ++attempt_;
    return advance(id, true);
  }

  // Handles the next record of a stream, and before it what it names. False: there is none yet, or
  // it cannot be handled now.
  bool advance(FederateHandle id, bool behind_rtig = false) {
    const Stream* const stream = find(id);
    if (stream == nullptr || stream->busy || stream->stuck == attempt_) return false;
    const auto frame = source_.next(id);
    if (!frame) return false;
    // This look comes behind that at the member's stream.
    if (behind_rtig && id != wire::kRtig && source_.rtig_has_records()) {
      while (advance(wire::kRtig)) {
      }
      return advance(id);
    }
    const auto record = wire::parse_record(*frame);
    if ((record && !reach_all(id, *record)) || !sink_.handle(id, *frame)) {
      if (Stream* const same = find(id)) same->stuck = attempt_;
      left_behind_ = true;
      return false;
    }
    ++handled_;
    ++attempt_;
    source_.pop(id);
    return true;
  }

  bool reach_all(FederateHandle id, const wire::Record& record) {
    if (names_nothing_new(id, record.header)) return true;
    find(id)->busy = true;
    path_.push_back(id);
    bool reached = true;
    if (id != wire::kRtig) {
      reached = reach_log(record.header.after_position);
    } else if (record.header.cause() != wire::kRtig) {
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
    if (Stream* const stream = find(id)) stream->busy = false;
    return reached && find(id) != nullptr;
  }

  // Almost every update, and what the RTIG says of itself.
  bool names_nothing_new(FederateHandle id, const wire::RecordHeader& header) {
    const wire::Kind kind = header.message_kind();
    if (kind == wire::Kind::CausalDependencies || kind == wire::Kind::SaveSettling ||
        kind == wire::Kind::PauseSettling) {
      return false;
    }
    if (id == wire::kRtig) return header.cause() == wire::kRtig;
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

  // A stream that there is not (it has ended, or is this participant's own) has been handled.
  bool reach(FederateHandle id, Position position) {
    if (id == wire::kRtig) return true;
    while (const Stream* const stream = find(id)) {
      const auto frame = TRIAD_DEFECT(decided_by_a_look) ? source_.next(id) : source_.beginning(id);
      const auto record = frame ? wire::parse_record(*frame) : std::nullopt;
      if (!record || record->header.position > position) return true;
      if (stream->busy) return cut(id);
      if (!advance(id)) return false;
    }
    return true;
  }

  // A stream waits for itself. True: the waiting record is handled all the same. Streams ahead of
  // it on the path only wait for the circle.
  bool cut(FederateHandle closes) {
    if (find(wire::kRtig) != nullptr) return is_busy(wire::kRtig);
    if (circle_.empty()) circle_.assign(std::ranges::find(path_, closes), path_.end());
    return true;
  }

  Source& source_;
  Sink& sink_;
  std::vector<Stream> streams_;  // by handle
  std::size_t handled_ = 0;
  bool left_behind_ = false;          // a record, in the pass under way
  std::uint64_t attempt_ = 0;         // begins anew with each record that has been handled
  std::vector<FederateHandle> path_;  // the streams that are busy, each waiting for the next
  std::vector<FederateHandle> circle_;
};

}  // namespace triad::records
