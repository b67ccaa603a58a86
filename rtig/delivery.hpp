// How the RTIG speaks to the members of one federation: into the log, and to one of them. It is a
// client of the federation's Router, which carries what it says as it carries what members say;
// the host's links and shared memory lie behind both.
#pragma once

#include <chrono>
#include <map>
#include <string>
#include <type_traits>
#include <vector>

#include "records/defect.hpp"
#include "router/router.hpp"
#include "rtig/rtig.hpp"
#include "wire/message_list.hpp"
#include "wire/record.hpp"

namespace triad::rtig {

using wire::FederateHandle;
using wire::ObjectHandle;
using wire::Record;

// Who there is and what it declares: the others are to know it before what follows from it, which
// the order of their links sees to, but none of them waits for it. A thousand who join one after
// the other would else cost a million writes.
template <class Message, class... Candidates>
inline constexpr bool is_one_of = (std::is_same_v<Message, Candidates> || ...);
template <class Message>
inline constexpr bool nobody_waits_for =
    is_one_of<Message, wire::FederateJoined, wire::FederateResigned, wire::PublishObjectClass,
              wire::UnpublishObjectClass, wire::PublishInteractionClass,
              wire::UnpublishInteractionClass, wire::SubscribeObjectClassAttributes,
              wire::UnsubscribeObjectClass, wire::SubscribeInteractionClass,
              wire::UnsubscribeInteractionClass, wire::SetAdvisorySwitch, wire::CreateRegion,
              wire::NotifyAboutRegionModification, wire::DeleteRegion,
              wire::AssociateRegionForUpdates, wire::SubscribeObjectClassAttributesWithRegion,
              wire::UnsubscribeObjectClassWithRegion, wire::SubscribeInteractionClassWithRegion,
              wire::UnsubscribeInteractionClassWithRegion>;

class Delivery final : private router::Outlets {
 public:
  // All outlive it. `federation` is its name, `now` what time it is; members may be interested in
  // keys below `keys_end`.
  Delivery(Downlinks& downlinks, const std::string& federation, FabricId fabric,
           const std::chrono::milliseconds& now, wire::InterestKey keys_end,
           const router::BoundOrder& order, const RtigOptions& options);
  ~Delivery() override { downlinks_.end_fabric(fabric_); }
  Delivery(const Delivery&) = delete;
  Delivery& operator=(const Delivery&) = delete;

  router::Router& router() { return router_; }
  const router::Router& router() const { return router_; }

  // --- Who there is.
  // Whether the newcomer shares memory from now on. It is reached only once the Router knows it.
  bool enter_fabric(LinkId link, FederateHandle newcomer) {
    return downlinks_.enter_fabric(fabric_, link, newcomer);
  }
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
  // What is sent by this link is kept from now on, for its member is on its way to another one;
  // what has been kept, and is no more.
  void keep(LinkId link) { kept_.try_emplace(link); }
  std::vector<wire::Buffer> take_kept(LinkId link);
  void send_again(LinkId link, wire::Bytes record) { downlinks_.send(link, record); }
  // The same with that member as the addressee, in a trial (router/hop_trial.hpp).
  TRIAD_IN_TRIAL(void send_addressed(FederateHandle to, LinkId link, wire::Bytes record);)
  // All members leave what they share, and are to enter it anew. Where they are.
  std::map<FederateHandle, LinkId> remove_all(FabricId next);

  Standing standing(FederateHandle federate) const {
    return router_.paths().on_fabric(federate) ? downlinks_.standing(fabric_, federate)
                                               : Standing();
  }

  // --- Speaking. A record of the log goes to every member; its stamp names what caused it.
  template <class Message>
  void append_log(const wire::RecordHeader& cause, const Message& message);
  // The same, to every member that wants it.
  template <class Message>
  void append_log(const wire::RecordHeader& cause, const Message& message,
                  const wire::Interest& interest, router::Router::LogTo whom);
  wire::Position log_position() const { return router_.paths().log_position(); }
  void continue_log_from(wire::Position position);
  template <class Message>
  void send_to(FederateHandle federate, const wire::RecordHeader& cause, const Message& message) {
    router_.paths().tell(federate, message, cause);
  }
  // To one that does not read yet what is shared, or does not know itself by its handle yet.
  template <class Message>
  void send_by_link(LinkId link, FederateHandle addressee, const wire::RecordHeader& cause,
                    const Message& message);

 private:
  void send(LinkId to, wire::Bytes record) override {
    if (!keeps(to, record)) downlinks_.send(to, record);
  }
  void send_later(LinkId to, wire::Bytes record) override {
    if (!keeps(to, record)) downlinks_.send_later(to, record);
  }
  bool keeps(LinkId to, wire::Bytes record) { return !kept_.empty() && keep_record(to, record); }
  bool keep_record(LinkId to, wire::Bytes record);
  void publish(FederateHandle wakes, wire::Bytes record) override {
    downlinks_.publish(fabric_, wakes, record);
  }
  void wake(FederateHandle member) override { downlinks_.wake(fabric_, member); }
  void wake_to_read_all(FederateHandle member) override {
    downlinks_.wake_to_read_all(fabric_, member);
  }
  bool send_to_router(LinkId router, wire::Bytes word) override {
    return downlinks_.send_to_router(router, word);
  }
  std::uint64_t new_number() override { return downlinks_.new_number(); }
  std::string_view federation() const override { return federation_; }
  std::chrono::milliseconds now() const override { return now_; }

  template <class Message>
  void encode_log_record(const wire::RecordHeader& cause, const Message& message,
                         const wire::Interest& interest);
  TRIAD_IN_TRIAL(void set_flags(std::uint16_t flags); void send_last(FederateHandle leaver);)

  Downlinks& downlinks_;
  const std::string& federation_;
  const std::chrono::milliseconds& now_;
  FabricId fabric_;  // another one after a restore
  router::Router router_;
  std::map<LinkId, std::vector<wire::Buffer>> kept_;
  wire::Buffer out_;
};

template <class Message>
void Delivery::encode_log_record(const wire::RecordHeader& cause, const Message& message,
                                 const wire::Interest& interest) {
  wire::RecordHeader header;
  header.flags = wire::kLogRecord;
  header.position = log_position() + 1;
  header.after = cause.sender;
  header.after_position = cause.position;
  header.interest_key = interest.key;
  header.interest_mask = interest.mask;
  router_.paths().log_reaches(header.position);
  out_.clear();
  wire::encode_record(header, message, out_);
}

template <class Message>
void Delivery::append_log(const wire::RecordHeader& cause, const Message& message,
                          const wire::Interest& interest, router::Router::LogTo whom) {
  encode_log_record(cause, message, interest);
  TRIAD_IN_TRIAL(using LogTo = router::Router::LogTo;)
  TRIAD_IN_TRIAL(if (whom != LogTo::interested_and_cause) set_flags(router::kNotToCause);)
  router_.log_to_interested(*wire::parse_record(out_), whom);
}

template <class Message>
void Delivery::append_log(const wire::RecordHeader& cause, const Message& message) {
  encode_log_record(cause, message, {});
  if constexpr (nobody_waits_for<Message>) {
    router_.paths().send_to_all_later(out_, FederateHandle(cause.sender));
    TRIAD_IN_TRIAL(if constexpr (is_one_of<Message, wire::FederateResigned>)
                       send_last(message.federate);)
  } else {
    router_.paths().send_to_all(out_, {});
  }
}

template <class Message>
void Delivery::send_by_link(LinkId link, FederateHandle addressee, const wire::RecordHeader& cause,
                            const Message& message) {
  wire::RecordHeader header;
  header.position = log_position();
  header.addressee = addressee.value;
  header.after = cause.sender;
  header.after_position = cause.position;
  out_.clear();
  wire::encode_record(header, message, out_);
  downlinks_.send(link, out_);
}

}  // namespace triad::rtig
