#include "tools/rtictl/open_steps_view.hpp"

#include <algorithm>
#include <cctype>

#include "core/open_step_text.hpp"
#include "core/shown_name.hpp"
#include "tools/rtictl/aligned_table.hpp"
#include "tools/rtictl/utf8.hpp"

namespace triad::rtictl {

std::string sentences_of(const std::vector<wire::OpenStep>& steps,
                         const std::function<std::string(wire::FederateHandle)>& name) {
  std::string text;
  for (const wire::OpenStep& step : steps) {
    std::string sentence = printable(core::open_step_text(step, name));
    sentence.front() =
        static_cast<char>(std::toupper(static_cast<unsigned char>(sentence.front())));
    text += sentence + ".\n";
  }
  return text;
}

std::string sentences_of(const wire::FederationInfo& federation) {
  return sentences_of(federation.steps, [&](wire::FederateHandle federate) {
    const auto at =
        std::ranges::find(federation.federates, federate, &wire::FederateInfo::federate);
    if (at == federation.federates.end()) return "federate " + std::to_string(federate.value);
    return std::string(core::shown_name(at->federate_type)) + " (" +
           std::to_string(federate.value) + ")";
  });
}

boost::json::array json_of(const std::vector<wire::OpenStep>& steps) {
  boost::json::array all;
  for (const wire::OpenStep& step : steps) {
    boost::json::array federates;
    for (const wire::OwedAnswer& owed : step.owing) {
      federates.emplace_back(
          boost::json::object{{"federate", owed.federate.value}, {"owed_ms", owed.owed_ms}});
    }
    all.emplace_back(boost::json::object{
        {"kind", utf8(step.kind)},
        {"label", utf8(step.label)},
        {"awaited", utf8(step.awaited)},
        {"open_ms", step.open_ms},
        {"federates", std::move(federates)},
        {"more", step.owing_count > step.owing.size() ? step.owing_count - step.owing.size() : 0}});
  }
  return all;
}

}  // namespace triad::rtictl
