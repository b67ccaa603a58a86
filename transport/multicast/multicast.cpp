// See multicast.hpp. The two ends of a link, and the senders of a router.
#include "transport/multicast/multicast.hpp"

#include <netinet/in.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "transport/multicast/multicast_receiver.hpp"
#include "transport/multicast/multicast_sender.hpp"
#include "transport/tcp/address.hpp"

namespace triad::transport {

namespace {

static_assert(Multicast::kTick == MulticastReception::kProbeRequested);

class RouterEnd final : public MulticastEnd {
 public:
  RouterEnd(MulticastSender& sender, std::unique_ptr<MulticastMember> member)
      : sender_(sender), member_(std::move(member)), offer_(member_->offer()) {}
  RouterEnd(const RouterEnd&) = delete;
  RouterEnd& operator=(const RouterEnd&) = delete;
  ~RouterEnd() override { sender_.remove(*member_); }

  bool send(std::uint64_t frames_before, std::span<const Bytes> parts, Priority priority,
            SharedKey key) override {
    const std::uint16_t group = sender_.destination().group_of(key);
    if (!member_->reception().record_use(group)) return false;
    sender_.send(*member_, group, frames_before, parts, priority);
    return true;
  }
  void flush() override { sender_.flush(*member_); }
  std::optional<DatagramNote> next_note(std::uint64_t /*missed*/) override {
    if (offer_) return std::exchange(offer_, std::nullopt);
    const auto request = member_->reception().next_request();
    if (!request) return std::nullopt;
    DatagramNote note;
    note.kind = request->join ? DatagramNote::Kind::join : DatagramNote::Kind::leave;
    note.group = request->group;
    return note;
  }
  void receive_note(const DatagramNote& note) override {
    if (note.kind != DatagramNote::Kind::hears) return;
    member_->set_lost(note.lost);
    sender_.receive_probe_answer(*member_, note.group, note.round);
  }
  std::uint64_t lost() const override { return member_->lost(); }
  std::optional<std::string> take_warning(const std::string& peer) override {
    const std::string groups = to_string(sender_.destination());
    if (member_->reception().take_never_reached()) {
      return "no multicast to " + groups + " reaches " + peer +
             ": best effort is sent there separately";
    }
    if (member_->reception().take_contact_lost()) {
      return peer + " no longer receives multicast to " + groups +
             ": best effort is sent there separately until it answers again";
    }
    return std::nullopt;
  }

 private:
  MulticastSender& sender_;
  const std::unique_ptr<MulticastMember> member_;
  std::optional<DatagramNote> offer_;  // to be sent to the client
};

class ClientEnd final : public MulticastEnd {
 public:
  ClientEnd(std::unique_ptr<MulticastReceiver> multicast, DatagramReceiver& receiver)
      : multicast_(std::move(multicast)), receiver_(receiver) {}
  ClientEnd(const ClientEnd&) = delete;
  ClientEnd& operator=(const ClientEnd&) = delete;
  ~ClientEnd() override { receiver_.remove_source(); }

  bool send(std::uint64_t, std::span<const Bytes>, Priority, SharedKey) override { return false; }
  void flush() override {}
  std::optional<DatagramNote> next_note(std::uint64_t missed) override {
    const auto probe = multicast_->next_probe();
    if (!probe) return std::nullopt;
    DatagramNote note;
    note.kind = DatagramNote::Kind::hears;
    note.group = probe->group;
    note.round = probe->round;
    note.lost = missed;
    return note;
  }
  void receive_note(const DatagramNote& note) override {
    if (note.kind == DatagramNote::Kind::join) multicast_->join(note.group);
    if (note.kind == DatagramNote::Kind::leave) multicast_->leave(note.group);
  }
  std::uint64_t lost() const override { return 0; }
  std::optional<std::string> take_warning(const std::string& /*peer*/) override {
    return multicast_->take_warning();
  }

 private:
  const std::unique_ptr<MulticastReceiver> multicast_;
  DatagramReceiver& receiver_;
};

// A sender for each address of the router's machine to which clients connect.
class RouterMulticast final : public Multicast {
 public:
  explicit RouterMulticast(const MulticastAddress& to) : destination_(to) {}

  Result<std::unique_ptr<MulticastEnd>> begin(int tcp_socket, DatagramSender& unicast) override {
    MulticastSender* const sender = sender_for(tcp_socket);
    if (sender == nullptr) {
      return error(Error::Code::system,
                   "it has not connected by IPv4, or no socket could be opened");
    }
    auto member = sender->add(unicast);
    if (member == nullptr) {
      return error(Error::Code::no_room, "all numbers of multicast receivers are in use");
    }
    return std::unique_ptr<MulticastEnd>(new RouterEnd(*sender, std::move(member)));
  }
  void tick(Time now) override {
    for (const Segment& segment : segments_) segment.sender->tick(now);
  }
  const MulticastAddress& destination() const override { return destination_; }
  Counts counts() const override {
    Counts all;
    for (const Segment& segment : segments_) {
      const Counts one = segment.sender->counts();
      all.datagrams += one.datagrams;
      all.receivers += one.receivers;
      all.clients += one.clients;
    }
    return all;
  }
  std::optional<std::string> take_warning() override {
    for (const Segment& segment : segments_) {
      if (auto warning = segment.sender->take_warning()) return warning;
    }
    return std::nullopt;
  }

 private:
  struct Segment {
    std::uint32_t address = 0;
    std::unique_ptr<MulticastSender> sender;
  };

  // Returns null if the connection is not IPv4 or no socket can be opened. The sender lives as long
  // as this object.
  MulticastSender* sender_for(int tcp_socket) {
    const auto from = ipv4_of(local_address(tcp_socket));
    if (!from) return nullptr;
    const auto known = std::ranges::find(segments_, from->s_addr, &Segment::address);
    if (known != segments_.end()) return known->sender.get();
    auto sender = MulticastSender::open(destination_, *from);
    if (sender == nullptr) return nullptr;
    segments_.push_back({from->s_addr, std::move(sender)});
    return segments_.back().sender.get();
  }

  const MulticastAddress destination_;
  std::vector<Segment> segments_;
};

}  // namespace

Result<std::shared_ptr<Multicast>> make_multicast(const MulticastAddress& to) {
  return std::shared_ptr<Multicast>(std::make_shared<RouterMulticast>(to));
}

Result<std::unique_ptr<MulticastEnd>> accept_multicast(int tcp_socket, const DatagramNote& offer,
                                                       MulticastFilter filter,
                                                       DatagramReceiver& receiver) {
  auto multicast = MulticastReceiver::open(tcp_socket, offer, filter);
  if (multicast == nullptr || !receiver.add_source(*multicast)) {
    return error(Error::Code::system,
                 "another program uses it, the offer is wrong, or no socket could be opened");
  }
  return std::unique_ptr<MulticastEnd>(new ClientEnd(std::move(multicast), receiver));
}

}  // namespace triad::transport
