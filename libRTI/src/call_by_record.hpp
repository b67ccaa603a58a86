// A service call as an exchange of records with an RTIA in another process
// (rtia/hosting/process_protocol.hpp). Encodes the request and decodes the answer, or posts a
// request that needs no answer. A derived class, ProcessRtiaHost, transports them.
#pragma once

#include <cstdint>
#include <optional>
#include <type_traits>

#include "libRTI/src/posting_permits.hpp"
#include "rtia/hosting/process_protocol.hpp"
#include "wire/encoded_size.hpp"
#include "wire/error.hpp"
#include "wire/limits.hpp"
#include "wire/record.hpp"

namespace triad::api {

class CallByRecord {
 public:
  // Sends a request, waits for the answer, and returns the decoded reply or the error. Does not
  // wait if the request may be posted.
  template <wire::Call C>
  wire::Result<typename C::Reply> call(const C& request) {
    const auto bytes = wire::encoded_size(request);
    if (bytes > wire::kRecordBytesMaxLimit) return too_long_error(bytes);
    if constexpr (rtia::kMayBePosted<C>) {
      read_notices();
      if (permits_.allow(request, bytes)) {
        encode_question(request, rtia::kPosted);
        if (auto failed = post()) return *failed;
        return wire::Result<typename C::Reply>{};
      }
    }
    permits_.record_call(request);
    if constexpr (!boost::mp11::mp_contains<NeutralCalls, C>::value) return_callbacks();
    encode_question(request);
    const auto revocations = permits_.revocations();
    if (auto failed = exchange()) return *failed;
    if constexpr (rtia::kMayBePosted<C>) {
      // A revocation may have come with the answer, or in a record behind it.
      const auto answered = wire::parse_record(answer());
      const bool may_post = (answered->header.flags & rtia::kMayPost) != 0;
      if (may_post && permits_.revocations() == revocations) permits_.grant(request, bytes);
    }
    return decode_answer<C>();
  }

 protected:
  explicit CallByRecord(const core::TimeType* times) : permits_(times) {}
  ~CallByRecord() = default;

  // Sends question() and waits for the answer, which it stores in answer(). Returns the error, if
  // any.
  virtual std::optional<wire::Error> exchange() = 0;
  // Sends question(), which has no answer. Waits only for room. Returns an error if the rtia is
  // lost.
  virtual std::optional<wire::Error> post() = 0;
  // Handles everything that the rtia has sent unasked.
  virtual void read_notices() = 0;
  // Returns the callbacks that the federate has not received to the rtia.
  virtual void return_callbacks() = 0;

  // Encodes the message as the next question.
  template <class Message>
  void encode_question(const Message& message, std::uint16_t flags = 0,
                       std::uint64_t callbacks_max = 0) {
    question_.clear();
    wire::RecordHeader header;
    header.flags = flags;
    header.after_position = callbacks_max;
    header.position = ++question_number_;
    wire::encode_record(header, message, question_);
  }
  [[nodiscard]] wire::Bytes question() const { return question_; }
  // Returns the number of the last question. Its answer has the same number.
  [[nodiscard]] std::uint64_t question_number() const { return question_number_; }
  wire::Buffer& answer() { return answer_; }
  PostingPermits& permits() { return permits_; }

  static wire::Error invalid_answer_error();

 private:
  static wire::Error too_long_error(std::size_t bytes);

  template <wire::Call C>
  wire::Result<typename C::Reply> decode_answer() {
    const auto record = wire::parse_record(answer_);
    if (record->header.message_kind() != wire::kind_of<C>) return invalid_answer_error();
    if constexpr (std::is_void_v<typename C::Reply>) {
      return {};
    } else {
      typename C::Reply reply{};
      wire::Decoder decoder(record->payload);
      decoder.get(reply);
      if (!decoder.finished()) return invalid_answer_error();
      return reply;
    }
  }

  std::uint64_t question_number_ = 0;
  wire::Buffer question_;
  wire::Buffer answer_;
  PostingPermits permits_;
};

}  // namespace triad::api
