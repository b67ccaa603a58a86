#include "tests/scenario/transcripts/runner/player.hpp"

#include "tests/scenario/transcripts/runner/stage.hpp"

namespace triad::test {

namespace {

// Lengths of the longest common subsequences of the ends of the two lists, by their beginnings.
std::vector<std::vector<std::size_t>> common_ends(const TextLines& a, const TextLines& b) {
  std::vector<std::vector<std::size_t>> common(a.size() + 1,
                                               std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = a.size(); i-- > 0;) {
    for (std::size_t j = b.size(); j-- > 0;) {
      common[i][j] =
          a[i] == b[j] ? common[i + 1][j + 1] + 1 : std::max(common[i + 1][j], common[i][j + 1]);
    }
  }
  return common;
}

std::string difference(const TextLines& expected, const TextLines& told) {
  const auto common = common_ends(expected, told);
  std::string text;
  std::size_t i = 0, j = 0;
  while (i < expected.size() || j < told.size()) {
    if (i < expected.size() && j < told.size() && expected[i] == told[j]) {
      text += "    " + told[j++] + "\n";
      ++i;
    } else if (j == told.size() || (i < expected.size() && common[i + 1][j] >= common[i][j + 1])) {
      text += "  - " + expected[i++] + "\n";
    } else {
      text += "  + " + told[j++] + "\n";
    }
  }
  return text;
}

}  // namespace

Played play(const Script& script, const HarnessOptions& options) {
  Stage stage(options);
  Played played;
  for (const Step& step : script.steps) {
    try {
      played.told.push_back(stage.carry_out(step.words));
    } catch (const CommandError& why) {
      throw ScriptError(script.file, step.line, why.what());
    }
  }
  played.wrong = stage.end();
  return played;
}

std::string difference(const Script& script, const std::vector<TextLines>& told) {
  std::string text;
  for (std::size_t i = 0; i < told.size(); ++i) {
    const Step& step = script.steps[i];
    if (step.expected == told[i]) continue;
    text += script.file + ":" + std::to_string(step.line) + ": " + script.text[step.line - 1] +
            "\n" + difference(step.expected, told[i]);
  }
  return text;
}

}  // namespace triad::test
