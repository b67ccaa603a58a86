// Makes federations again from the journals of an earlier process of the RTIG (Rtig).
#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/object_model_wire.hpp"
#include "rtig/gateway/federation_execution.hpp"
#include "rtig/gateway/journal_entry.hpp"
#include "rtig/gateway/rtig.hpp"

namespace triad::rtig {

namespace {

constexpr std::string_view kEarlierTransport = "a link of an earlier rtig";
constexpr std::string_view kRestarted = "the rtig ended, and was started again";

wire::Error refusal(std::string text) {
  return wire::error(wire::ErrorCode::RTIinternalError, std::move(text));
}

}  // namespace

LinkId Rtig::add_earlier_client() {
  ++last_earlier_link_.value;
  add_client(last_earlier_link_, {.transport = kEarlierTransport});
  return last_earlier_link_;
}

Result<void> Rtig::restore_federation(std::span<const wire::Bytes> entries,
                                      std::unique_ptr<Journal> journal) {
  const auto first = entries.empty() ? std::nullopt : journal::decode(entries.front());
  const auto* const begin = first ? std::get_if<journal::Begin>(&first->body) : nullptr;
  if (begin == nullptr) return refusal("it does not begin as a journal does");
  if (begin->format != journal::kFormat) {
    return refusal("it has format " + std::to_string(begin->format) + ", and this rtig reads " +
                   std::to_string(journal::kFormat));
  }
  const std::string settings = settings_of_journals();
  if (begin->settings != settings) {
    return refusal(
        "it was written by an rtig with these settings: " + std::string(begin->settings) +
        "; this rtig has: " + settings + ": start it with the former ones");
  }
  if (execution(begin->federation) != nullptr)
    return refusal("another journal has a federation of that name");
  if (begin->now_ms > journal::kTimeMaxMs) return refusal("it begins at an impossible time");
  auto model = core::decode_object_model(begin->object_model);
  if (!model) return refusal("its object model is damaged");
  FederationExecution& federation =
      add_execution(begin->federation,
                    {std::string(begin->fed), std::string(begin->creator),
                     static_cast<std::size_t>(begin->text_digest)},
                    std::move(*model));
  downlinks_.mute();
  try {
    federation.repeat_journal(settings, std::chrono::milliseconds(begin->now_ms),
                              entries.subspan(1), std::move(journal));
  } catch (const std::exception& exception) {
    const std::string text = exception.what();
    drop_damaged(federation);
    downlinks_.unmute();
    return refusal(text);
  }
  downlinks_.unmute();
  is_time_unknown_ = true;
  end_earlier_links(federation);
  return {};
}

std::string Rtig::settings_of_journals() const {
  return journal::settings_of_journal(options_, downlinks_->keeps_saves(),
                                      downlinks_->keeps_saves() ? downlinks_->save_bytes_max() : 0);
}

std::vector<LinkId> Rtig::members_with_journals() const {
  std::vector<LinkId> links;
  for (const auto& [link, peer] : peers_) {
    if (peer.federation != nullptr && !peer.vacated && peer.federation->journal().is_kept())
      links.push_back(link);
  }
  std::ranges::sort(links);
  return links;
}

void Rtig::drop_damaged(FederationExecution& federation) {
  std::vector<LinkId> links;
  for (const auto& [link, peer] : peers_) {
    if (peer.federation == nullptr || peer.federation == &federation) links.push_back(link);
  }
  for (const LinkId link : links) erase_client(link, {}, false);
  federations_.erase(federations_.find(federation.name()));
  schedule_reports();
}

// Members that were moving, and then others that cannot return, leave first. While they are
// members, the others cannot return.
void Rtig::end_earlier_links(FederationExecution& federation) {
  std::vector<std::pair<int, LinkId>> links;
  for (const auto& [link, peer] : peers_) {
    if (peer.federation != nullptr && peer.federation != &federation) continue;
    const bool may_return =
        peer.federation != nullptr && federation.authority().can_return(peer.federate);
    links.emplace_back(peer.vacated ? 0 : may_return ? 2 : 1, link);
  }
  std::ranges::sort(links);
  for (const auto& [order, link] : links) {
    const auto at = peers_.find(link);
    if (at == peers_.end() || at->second.ended) continue;
    if (at->second.vacated) {
      expel(link, "was moving to another router when the rtig ended");
    } else {
      remove_client(link, kRestarted, router::LinkEnd::other);
    }
  }
}

}  // namespace triad::rtig
