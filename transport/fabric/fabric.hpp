// One participant's end of a shared-memory fabric: its own outbox, which all others read, and all
// others' outboxes, which it reads. Whoever takes part is told to it (attach, detach); who may, and
// in which order messages of different participants are taken, is for its owner to know.
//
// One thread uses it. No call blocks or throws.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "transport/error.hpp"
#include "transport/fabric/log.hpp"
#include "transport/fabric/outbox.hpp"
#include "transport/link.hpp"
#include "transport/posix/unique_fd.hpp"

namespace triad::transport {

struct FabricOptions {
  std::size_t outbox_bytes = std::size_t{1} << 20;
  std::size_t message_bytes_max = std::size_t{64} << 20;
};

// What others need of a participant: its outbox, and the eventfd that wakes it.
struct FabricDoor {
  UniqueFd memory;
  UniqueFd doorbell;
};

class Fabric {
 public:
  // `gate` is the participant by whose log newcomers are told of (the first to be attached, by the
  // newcomers' side); zero: this participant adds them itself.
  static Result<std::unique_ptr<Fabric>> create(const FabricOptions& options);
  ~Fabric();

  // To be passed to the others.
  const FabricDoor& door() const { return own_door_; }
  // This participant has been given its place. Once, before anything is attached or sent.
  void begin(ParticipantId self, Slot slot, ParticipantId gate);
  ParticipantId self() const { return self_; }

  // Another takes part: its log is read from `read_from` on, and it reads this one's from
  // `they_read_from` on, of which nothing may be overwritten yet.
  Result<void> attach(ParticipantId id, Slot slot, FabricDoor door, std::uint64_t read_from,
                      std::uint64_t they_read_from);
  void detach(ParticipantId id);
  bool attached(ParticipantId id) const { return peers_.contains(id); }

  // --- Sending. What finds no room waits here, in order; queued_bytes() says how much.
  void send(Bytes message);
  // Whoever of these sleeps is woken at the next flush().
  void concern(ParticipantId id);
  void concern_all() { concern_all_ = true; }
  // Publishes what was sent and wakes those concerned, and those that keep most of the log.
  void flush();
  std::size_t queued_bytes() const { return queued_bytes_; }
  // Where the log ends, for a newcomer that is to begin there. Nothing may be queued.
  std::uint64_t tail() const { return writer_->tail(); }
  // The participant for whom the queue waits most.
  ParticipantId slowest() const { return writer_->slowest().value_or(0); }
  // Where `id` was in this participant's log when last looked at, at least.
  std::uint64_t offset_of(ParticipantId id) const { return writer_->offset_of(id).value_or(0); }

  // --- Receiving.
  // The next message of one participant, in memory of this process, until it is popped. Empty:
  // there is none yet.
  std::optional<Bytes> next(ParticipantId id);
  void pop(ParticipantId id);
  // How far its log has been read.
  std::uint64_t read_up_to(ParticipantId id) const;
  // Gives the room of what was read back to its writers; wakes those who wait for it.
  void release();
  // One look at each log.
  bool has_input() const;

  // Those whose log makes no sense, or who have cut this one off, or whom this one has cut off as
  // their cursors make no sense; with the reason. Each once.
  struct Trouble {
    ParticipantId with = 0;
    bool cut_off_here = false;  // this participant has lost messages: its membership is over
    std::string what;
  };
  std::optional<Trouble> take_trouble();

  // --- Sleeping on descriptor(), as transport::Link has it.
  int descriptor() const { return own_door_.doorbell.get(); }
  bool prepare_wait();
  void finish_wait();

 private:
  struct Peer {
    Slot slot = 0;
    UniqueFd doorbell;
    std::unique_ptr<Outbox> outbox;
    LogReader<Outbox> reader;
    std::vector<std::byte> message;  // the next one, or the pieces of it that have come
    std::size_t bytes = 0;           // of it
    bool complete = false;
    bool concerned = false;
    bool faulty = false;  // nothing more is read
  };

  explicit Fabric(const FabricOptions& options) : options_(options) {}
  bool all_known() const;
  bool write(Bytes message);
  void drain_queue();
  bool has_room_again();
  void ring(const Peer& peer) const;
  void fail(ParticipantId id, Peer& peer, std::string what, bool cut_off_here = false);
  bool take_piece(ParticipantId id, Peer& peer);

  const FabricOptions options_;
  FabricDoor own_door_;
  std::unique_ptr<Outbox> own_;
  std::optional<LogWriter<Outbox>> writer_;
  ParticipantId self_ = 0;
  ParticipantId gate_ = 0;
  std::map<ParticipantId, Peer> peers_;
  const Peer* gate_peer_ = nullptr;

  // Messages that found no room; of the first, so much has been written.
  std::deque<std::vector<std::byte>> queue_;
  std::size_t queue_offset_ = 0;
  std::size_t queued_bytes_ = 0;
  bool waits_for_room_ = false;
  bool concern_all_ = false;
  std::vector<ParticipantId> concerned_;
  std::deque<Trouble> trouble_;
};

}  // namespace triad::transport
