#include "wire/any_message.hpp"

#include "wire/encoded_size.hpp"
#include "wire/same.hpp"

namespace triad::wire {

namespace {

template <class Message>
class Holder final : public AnyMessage {
 public:
  explicit Holder(Message message) : message_(std::move(message)) {}

  Kind kind() const override { return kind_of<Message>; }
  Buffer payload() const override {
    Buffer out;
    Encoder(out).put(message_);
    return out;
  }
  std::size_t size() const override { return encoded_size(message_); }
  void encode(RecordHeader header, Buffer& frame) const override {
    encode_record(header, message_, frame);
  }
  bool same(const AnyMessage& other) const override {
    return other.kind() == kind() &&
           wire::same(message_, static_cast<const Holder&>(other).message_);
  }

 private:
  Message message_;
};

}  // namespace

std::unique_ptr<AnyMessage> generate(Kind kind, Generator& generator) {
  std::unique_ptr<AnyMessage> made;
  with_message_type(kind, [&](auto type) {
    using Message = typename decltype(type)::type;
    made = std::make_unique<Holder<Message>>(generator.make<Message>());
  });
  return made;
}

std::unique_ptr<AnyMessage> decode_any(Kind kind, Bytes payload) {
  std::unique_ptr<AnyMessage> decoded;
  with_message_type(kind, [&](auto type) {
    using Message = typename decltype(type)::type;
    if (auto message = decode<Message>(payload)) {
      decoded = std::make_unique<Holder<Message>>(std::move(*message));
    }
  });
  return decoded;
}

}  // namespace triad::wire
