#include "rtig/gateway/journal_entry.hpp"

#include <boost/mp11.hpp>
#include <span>
#include <string>
#include <utility>

#include "core/saved_federation.hpp"

namespace triad::rtig::journal {

namespace {

std::string text_of(std::chrono::milliseconds time) {
  return std::to_string(time.count()) + " ms";
}

// `text` receives the text of the principal.
Origin origin_entry(const rtig::Origin& in, std::string& text) {
  text = in.principal.text();
  return {in.transport, in.router, in.release, in.host, in.process, text};
}

// Returns a number that differs if the rules of the mesh's file differ.
std::uint64_t digest_of(const MeshOptions& mesh) {
  std::string text;
  for (const auto& [router, rules] : mesh.rules) {
    text += router + (rules.federates_regulate ? " regulate" : "");
    if (rules.classes) {
      for (const std::string& name : *rules.classes) text += " " + name;
      text += ".";
    }
    text += " " + std::to_string(rules.queue_bytes.value_or(0)) + "\n";
  }
  for (const auto& [name, priority] : mesh.priorities)
    text += name + " " + std::to_string(static_cast<int>(priority)) + "\n";
  return text.empty() ? 0 : core::fingerprint(std::as_bytes(std::span(text)));
}

}  // namespace

void encode(const Place& place, const Body& body, wire::Buffer& out) {
  wire::Encoder to(out);
  to.put(place);
  to.put(static_cast<std::uint8_t>(body.index()));
  std::visit([&](const auto& value) { to.put(value); }, body);
}

std::optional<Entry> decode(wire::Bytes bytes) {
  wire::Decoder from(bytes);
  Entry entry;
  std::uint8_t kind = 0;
  from.get(entry.place);
  from.get(kind);
  if (!from.ok() || kind >= std::variant_size_v<Body>) return std::nullopt;
  boost::mp11::mp_with_index<std::variant_size_v<Body>>(
      kind, [&](auto index) { from.get(entry.body.template emplace<index.value>()); });
  if (!from.finished()) return std::nullopt;
  return entry;
}

Body body_of(const input::Join& in, Scratch& scratch) {
  scratch.bytes.clear();
  wire::encode_record(in.request, in.join, scratch.bytes);
  return Join{origin_entry(in.origin, scratch.text), scratch.bytes, in.fed_in_force};
}

Body body_of(const input::Returning& in, Scratch& scratch) {
  return Returning{origin_entry(in.origin, scratch.text), in.returned};
}

Body body_of(const input::Resuming& in, Scratch& scratch) {
  return Resuming{origin_entry(in.origin, scratch.text), in.request};
}

Body body_of(const input::SaveStored& in, Scratch&) {
  if (in.stored) return SaveStored{true, {}, {}};
  return SaveStored{false, in.stored.error().code, in.stored.error().text};
}

Body body_of(const input::SaveLoaded& in, Scratch&) {
  if (in.file) return SaveLoaded{true, {}, {}, *in.file};
  return SaveLoaded{false, in.file.error().code, in.file.error().text, {}};
}

std::string settings_of_journal(const RtigOptions& options, bool keeps_saves,
                                std::uint64_t save_bytes_max) {
  const Timeouts& timeouts = options.timeouts;
  return "Triad " + options.identity.release + ", resume.timeout " + text_of(timeouts.resume) +
         ", order " + text_of(timeouts.order) + ", move " + text_of(timeouts.move) + ", save " +
         text_of(timeouts.save) + ", report " + text_of(timeouts.report) + ", lost.action " +
         std::to_string(static_cast<int>(options.lost_action)) + ", points " +
         std::to_string(options.synchronization.points_max) + " of " +
         std::to_string(options.synchronization.bytes_max) + ", promises " +
         std::to_string(options.direct_promises_max) + ", saves " +
         std::to_string(options.bytes_of_saves_max) + ", queue " +
         std::to_string(options.queue.expel) + ", router " + options.mesh.router + " with rules " +
         std::to_string(digest_of(options.mesh)) + ", files of saves " +
         (keeps_saves ? std::to_string(save_bytes_max) : "none");
}

rtig::Origin origin_of(const Origin& in) {
  rtig::Origin origin{std::string(in.transport), std::string(in.router), std::string(in.release),
                      std::string(in.host), in.process};
  origin.principal = policy::parse_principal(in.principal);
  origin.principal_text = origin.principal.text();
  return origin;
}

}  // namespace triad::rtig::journal
