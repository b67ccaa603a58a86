#include "tools/rtirecord/types_command.hpp"

#include <algorithm>
#include <boost/json.hpp>
#include <cctype>
#include <type_traits>

#include "tools/rtictl/utf8.hpp"
#include "wire/print.hpp"

namespace triad::rtirecord {

namespace {

// Returns a name as a key of YAML, in quotation marks if needed.
std::string key_of(const std::string& name) {
  const bool is_plain = !name.empty() && std::ranges::all_of(name, [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
  });
  return is_plain ? name : boost::json::serialize(boost::json::string(rtictl::utf8(name)));
}

std::string classes_text(
    const char* key,
    const std::map<std::string, std::map<std::string, decoding::TypeGuess>>& classes) {
  std::string text;
  for (const auto& [path, members] : classes) {
    if (text.empty()) text = std::string(key) + ":\n";
    text += "  " + key_of(path) + ":\n";
    for (const auto& [name, guess] : members) {
      text += "    " + key_of(name) + ": " + guess.type() + "  # " + guess.remark() + "\n";
    }
  }
  return text;
}

}  // namespace

void TypeGuesses::add_record(const RecordedClass& about, const wire::Record& record) {
  const std::string path = about.path();
  if (path.empty()) return;
  wire::with_message_type(record.header.message_kind(), [&](auto type) {
    using Message = typename decltype(type)::type;
    const auto message = wire::decode<Message>(record.payload);
    if (!message) return;
    wire::for_each_member<Message>([&](const char*, auto member) {
      const auto& value = (*message).*member;
      if constexpr (std::is_same_v<std::decay_t<decltype(value)>, wire::ValueList>) {
        auto& classes = about.is_object_class() ? objects_ : interactions_;
        value.for_each([&](std::uint32_t handle, wire::Bytes bytes, wire::Bytes) {
          classes[path][about.member_name(handle)].add_value(bytes);
        });
      }
    });
  });
}

std::string TypeGuesses::table() const {
  return "# Types that rtirecord has guessed from recorded values. Correct them, and give this "
         "file "
         "to\n# `rtirecord cat --types`.\n" +
         classes_text("objects", objects_) + classes_text("interactions", interactions_);
}

}  // namespace triad::rtirecord
