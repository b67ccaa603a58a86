#include "topology/problem.hpp"

#include <algorithm>

#include "core/spelling.hpp"

namespace triad::topology {

std::string Problem::text() const {
  return file + ":" + std::to_string(at.line) + ":" + std::to_string(at.column) + ": " +
         description + "; " + cure;
}

void ProblemLog::add(Location at, std::string description, std::string cure) {
  if (has_room()) kept_.push_back({file_, at, std::move(description), std::move(cure)});
  ++count_;
}

std::vector<Problem> ProblemLog::take_problems() {
  std::ranges::stable_sort(kept_, {}, &Problem::at);
  if (count_ > kProblemsMax) {
    kept_.push_back({file_, kept_.back().at,
                     std::to_string(count_ - kProblemsMax) + " more problems are not listed",
                     "correct these first"});
  }
  return std::move(kept_);
}

std::string printable(std::string_view text) {
  constexpr char kHex[] = "0123456789abcdef";
  std::string printed;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7f) {
      printed += c;
    } else {
      printed += {'\\', 'x', kHex[byte >> 4], kHex[byte & 15]};
    }
  }
  return printed;
}

std::string quoted_text(std::string_view text) {
  constexpr std::size_t kShown = 60;
  return "\"" + printable(text.substr(0, kShown)) + (text.size() > kShown ? "...\"" : "\"");
}

std::string line_of(Location at) {
  return "line " + std::to_string(at.line);
}

std::string alternatives(const std::vector<std::string_view>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " or " : ", ";
    text += names[i];
  }
  return text;
}

std::string suggestion(std::string_view wrong, const std::vector<std::string_view>& names,
                       std::string_view otherwise) {
  core::NearestSpelling nearest(wrong);
  for (std::size_t i = 0; i < names.size(); ++i) nearest.consider(names[i], i);
  if (!nearest.index()) return std::string(otherwise);
  return "did you mean " + quoted_text(names[*nearest.index()]) + "?";
}

}  // namespace triad::topology
