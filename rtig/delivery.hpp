// What the RTIG says to the members of one federation execution, and how it reaches them: each by
// its link, or those that share memory on this host all at once by the fabric. Its log is numbered
// here. Nothing else in rtig/ knows how a member is connected, but for what it asks here.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "core/stream_positions.hpp"
#include "rtig/rtig.hpp"
#include "wire/message_list.hpp"
#include "wire/record.hpp"

namespace triad::rtig {

using wire::FederateHandle;
using wire::ObjectHandle;
using wire::Record;

class Delivery {
 public:
  Delivery(Downlinks& downlinks, FabricId fabric) : downlinks_(downlinks), fabric_(fabric) {}
  ~Delivery() { downlinks_.end_fabric(fabric_); }
  Delivery(const Delivery&) = delete;
  Delivery& operator=(const Delivery&) = delete;

  // --- Who there is.
  // Whether the newcomer shares memory from now on. It is reached only once it is added.
  bool enter_fabric(LinkId link, FederateHandle newcomer) {
    return downlinks_.enter_fabric(fabric_, link, newcomer);
  }
  // With what it sent up to `position` in an earlier life.
  void add(FederateHandle federate, LinkId link, bool on_fabric, wire::Position position = 0);
  LinkId link(FederateHandle federate) const { return members_.at(federate).link; }

  // A member leaves. What was sent last answers its request: by its link as well, for it may have
  // stopped reading what is shared. Nobody waits for it there any more, but what follows from its
  // leaving the others see together with it, so the answer goes last.
  struct Departure {
    FederateHandle federate;
    LinkId link;
    wire::Buffer answer;  // empty: it has been sent
  };
  Departure remove(FederateHandle federate);
  void complete(const Departure& departure);

  // All members leave what they share, and are to enter it anew. Where they are.
  std::map<FederateHandle, LinkId> remove_all(FabricId next);

  // --- What they share, for those who have to ask.
  bool on_fabric(FederateHandle federate) const {
    return !nobody_on_fabric() && members_.at(federate).on_fabric;
  }
  bool nobody_on_fabric() const { return streams_.on_fabric_count() == 0; }
  bool all_on_fabric() const { return streams_.on_fabric_count() == members_.size(); }
  bool mixed() const { return streams_.mixed(); }
  // Neighbours in shared memory have read each other's records themselves.
  bool read_directly(FederateHandle by, FederateHandle to) const;
  Standing standing(FederateHandle federate) const {
    return on_fabric(federate) ? downlinks_.standing(fabric_, federate) : Standing();
  }
  void wake(FederateHandle federate) { downlinks_.wake(fabric_, federate); }
  const core::StreamPositions& streams() const { return streams_; }

  // --- What members have sent.
  // Whether the others on the fabric have read it, too.
  bool note(FederateHandle by, const wire::RecordHeader& header) {
    if (!on_fabric(by)) return false;
    streams_.note_read(header);
    return true;
  }

  // --- Sending. A record of the log goes to every member; its stamp names what caused it.
  template <class Message>
  void append_log(const wire::RecordHeader& cause, const Message& message);
  wire::Position log_position() const { return log_position_; }
  void continue_log_from(wire::Position position);
  template <class Message>
  void send_to(FederateHandle federate, const wire::RecordHeader& cause, const Message& message);
  // To one that may not read what is shared yet.
  template <class Message>
  void send_by_link(LinkId link, FederateHandle federate, const wire::RecordHeader& cause,
                    const Message& message);
  // To those who share memory; all are woken, or these.
  template <class Message>
  void publish(const Message& message, std::span<const FederateHandle> woken = {});

  // A complete record: to all members but one, to those who share memory, to a member that does
  // not, or to one that shares it, in the name of the member that it comes from.
  void send_frame(wire::Bytes frame, FederateHandle except);
  void publish_frame(FederateHandle wakes, wire::Bytes frame);
  void publish_of(FederateHandle wakes, const Record& record);
  void send_frame_by_link(FederateHandle federate, wire::Bytes frame) {
    downlinks_.send(members_.at(federate).link, frame);
  }

 private:
  struct Path {
    LinkId link;
    // It shares memory with others of this host: reads what they and the RTIG write by itself.
    bool on_fabric = false;
  };

  // Into out_.
  template <class Message>
  void encode_for(FederateHandle federate, const wire::RecordHeader& cause, const Message& message);
  void send_frame_to(FederateHandle federate, wire::Bytes frame);
  void tell_causal_dependencies(FederateHandle wakes);

  Downlinks& downlinks_;
  FabricId fabric_;  // another one after a restore
  std::map<FederateHandle, Path> members_;
  core::StreamPositions streams_;
  wire::Position log_position_ = 0;
  wire::Buffer out_;
  wire::Buffer dependencies_out_;
};

template <class Message>
void Delivery::append_log(const wire::RecordHeader& cause, const Message& message) {
  wire::RecordHeader header;
  header.flags = wire::kLogRecord;
  header.position = ++log_position_;
  header.after = cause.sender;
  header.after_position = cause.position;
  out_.clear();
  wire::encode_record(header, message, out_);
  send_frame(out_, {});
}

template <class Message>
void Delivery::send_to(FederateHandle federate, const wire::RecordHeader& cause,
                       const Message& message) {
  encode_for(federate, cause, message);
  send_frame_to(federate, out_);
}

template <class Message>
void Delivery::send_by_link(LinkId link, FederateHandle federate, const wire::RecordHeader& cause,
                            const Message& message) {
  encode_for(federate, cause, message);
  downlinks_.send(link, out_);
}

template <class Message>
void Delivery::publish(const Message& message, std::span<const FederateHandle> woken) {
  encode_for({}, {}, message);
  publish_frame(woken.empty() ? FederateHandle() : woken.front(), out_);
  for (const FederateHandle member : woken) wake(member);
}

template <class Message>
void Delivery::encode_for(FederateHandle federate, const wire::RecordHeader& cause,
                          const Message& message) {
  wire::RecordHeader header;
  header.position = log_position_;
  header.addressee = federate.value;
  header.after = cause.sender;
  header.after_position = cause.position;
  out_.clear();
  wire::encode_record(header, message, out_);
}

}  // namespace triad::rtig
