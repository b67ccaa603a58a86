#include "tools/rtirecord/rtirecord.hpp"

#include <iomanip>
#include <optional>
#include <utility>

#include "core/count_text.hpp"
#include "files/regular_file.hpp"
#include "tools/decoding/decoding_table.hpp"
#include "tools/rtictl/json_text.hpp"
#include "tools/rtirecord/entry_filter.hpp"
#include "tools/rtirecord/entry_json.hpp"
#include "tools/rtirecord/recorded_file.hpp"
#include "tools/rtirecord/recording_stream.hpp"
#include "tools/rtirecord/types_command.hpp"
#include "wire/harmless_text.hpp"

namespace triad::rtirecord {

namespace {

constexpr double kNsOfSecond = 1e9;

std::string state_text(const FileSummary& file) {
  const Description& from = file.description;
  switch (file.state) {
    case recording::McapState::complete:
      if (!file.fault.empty()) return "faulty: " + wire::harmless(file.fault);
      if (from.recording.empty() || from.is_readable()) return "complete";
      return "complete, but " + wire::harmless(from.unreadable_text());
    case recording::McapState::cut:
      return "cut: " + wire::harmless(file.fault) + "; rtirecord recover mends it";
    default:
      return "faulty: " + wire::harmless(file.fault);
  }
}

// Reads the decoding table of --types; without the option it is empty. Prints its faults, and
// returns nothing then.
std::optional<decoding::DecodingTable> read_table(const command_line::ParsedArguments& given,
                                                  std::ostream& err) {
  const auto path = given.value("types");
  if (!path) return decoding::DecodingTable();
  const auto text = files::read_regular_file(*path, decoding::kTableBytesMax);
  if (!text) {
    err << "rtirecord: \"" << wire::harmless(*path) << "\": " << text.error().reason << '\n';
    return std::nullopt;
  }
  auto table = decoding::read_decoding_table(*text, wire::harmless(*path));
  if (table) return *std::move(table);
  for (const topology::Problem& problem : table.error()) err << problem.text() << '\n';
  return std::nullopt;
}

bool is_whole(const FileSummary& file) {
  return file.state == recording::McapState::complete && file.fault.empty();
}

void print_summary(const FileSummary& file, std::ostream& out) {
  const Description& from = file.description;
  out << file.path << '\n'
      << "  federate    " << wire::harmless(from.federate) << " (handle " << from.handle
      << ") of federation " << wire::harmless(from.federation) << ", on "
      << wire::harmless(from.host);
  if (from.recordings > 1) {
    out << ", and " << core::count_text(from.recordings - 1, "other recording");
  }
  out << '\n'
      << "  recording   " << wire::harmless(from.recording) << ", part " << from.segment << '\n'
      << "  state       " << state_text(file) << '\n'
      << "  size        " << file.bytes << " bytes, " << core::count_text(file.messages, "message")
      << '\n';
  if (file.messages > 0) {
    out << "  time        " << utc_text(file.begin_ns) << " to " << utc_text(file.end_ns) << ", "
        << std::fixed << std::setprecision(3)
        << static_cast<double>(file.end_ns - file.begin_ns) / kNsOfSecond << " s\n";
  }
  out << "  dropped     " << core::count_text(file.dropped, "record") << '\n';
  for (const auto& [topic, count] : file.topics) {
    out << "  " << std::setw(10) << count << "  " << wire::harmless(topic) << '\n';
  }
}

// Prints an entry as one line, without line breaks of a peer.
std::string entry_line(const RecordingStream& stream, const ModelTypes* types) {
  const boost::json::object object =
      entry_json(stream.decoded(), stream.entry().channel,
                 stream.description().facts_of(stream.entry().channel),
                 stream.entry().message.log_time, types);
  const auto text = [&](const char* key) { return std::string(object.at(key).as_string()); };
  std::string line =
      text("utc") + "  " + text("federate") + "  " + text("origin") + "  " + text("service");
  if (!text("class").empty()) line += "  " + text("class");
  return wire::harmless_json(line + "  " + boost::json::serialize(object.at("message"))) + "\n";
}

Verdict tell_faults(const Walk& walk, std::ostream& err) {
  for (const std::string& fault : walk.faults) {
    err << "rtirecord: " << wire::harmless(fault) << '\n';
  }
  return walk.faults.empty() ? Verdict::good : Verdict::failed;
}

}  // namespace

Verdict info(const std::vector<std::string>& files, std::ostream& out) {
  bool all = true;
  for (const std::string& path : files) {
    const FileSummary file = summarize(path);
    print_summary(file, out);
    all = all && is_whole(file);
  }
  return all ? Verdict::good : Verdict::failed;
}

Verdict check(const std::vector<std::string>& files, std::ostream& out) {
  bool all = true;
  for (const std::string& path : files) {
    const FileSummary file = summarize(path);
    out << path << ": " << state_text(file) << ", " << core::count_text(file.messages, "message");
    if (file.dropped > 0) {
      out << ", " << core::count_text(file.dropped, "record") << " dropped in "
          << core::count_text(file.gaps, "gap");
    }
    out << '\n';
    all = all && is_whole(file) && file.dropped == 0;
  }
  return all ? Verdict::good : Verdict::failed;
}

Verdict cat(const command_line::ParsedArguments& given, std::ostream& out, std::ostream& err) {
  std::string fault;
  const auto filter = read_filter(given, fault);
  if (!filter) {
    err << "rtirecord: " << fault << '\n';
    return Verdict::bad_usage;
  }
  const auto table = read_table(given, err);
  if (!table) return Verdict::failed;
  std::vector<std::vector<std::string>> recordings;
  if (const auto refusal = group_files(given.arguments(), recordings)) {
    err << "rtirecord: " << wire::harmless(*refusal) << '\n';
    return Verdict::failed;
  }
  const bool is_json = given.has("json");
  TypesOfModels models(*table);
  const Walk walked = walk(recordings, [&](const RecordingStream& stream) {
    if (!filter->selects(stream.entry())) return true;
    const FederationFacts& facts = stream.description().facts_of(stream.entry().channel);
    const ModelTypes* const types = models.of(facts.model);
    if (is_json) {
      out << rtictl::json_text(entry_json(stream.decoded(), stream.entry().channel, facts,
                                          stream.entry().message.log_time, types));
    } else {
      out << entry_line(stream, types);
    }
    return static_cast<bool>(out);
  });
  for (const std::string& name : models.unknown()) {
    err << "rtirecord: " << wire::harmless(given.value("types").value_or("")) << ": there is no "
        << wire::harmless(name) << " in these recordings\n";
  }
  return tell_faults(walked, err);
}

Verdict types(const command_line::ParsedArguments& given, std::ostream& out, std::ostream& err) {
  std::string fault;
  const auto filter = read_filter(given, fault);
  if (!filter) {
    err << "rtirecord: " << fault << '\n';
    return Verdict::bad_usage;
  }
  std::vector<std::vector<std::string>> recordings;
  if (const auto refusal = group_files(given.arguments(), recordings)) {
    err << "rtirecord: " << wire::harmless(*refusal) << '\n';
    return Verdict::failed;
  }
  TypeGuesses guesses;
  const Walk walked = walk(recordings, [&](const RecordingStream& stream) {
    const auto& record = stream.decoded().record;
    if (!record || !filter->selects(stream.entry())) return true;
    const recording::Channel& channel = stream.entry().channel;
    guesses.add_record(RecordedClass(channel, stream.description().facts_of(channel)), *record);
    return true;
  });
  if (guesses.empty()) {
    err << "rtirecord: there is no update and no interaction with values in these entries\n";
    return Verdict::failed;
  }
  out << guesses.table();
  return tell_faults(walked, err);
}

namespace {

Verdict carry_out(const command_line::ParsedArguments& given, std::ostream& out,
                  std::ostream& err) {
  const std::string command = command_line::command_word(given.manual());
  if (command == "info") return info(given.arguments(), out);
  if (command == "check") return check(given.arguments(), out);
  if (command == "cat") return cat(given, out, err);
  if (command == "types") return types(given, out, err);
  if (command == "merge") return merge(given, out, err);
  return recover(given.arguments(), out, err);
}

}  // namespace

Verdict run(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err) {
  const auto given = command_line::parse_command_line(manual(), arguments);
  if (!given) {
    err << "rtirecord: " << given.error().text << '\n';
    return Verdict::bad_usage;
  }
  Verdict verdict = Verdict::good;
  if (const auto answer = command_line::help_or_version(manual(), *given)) {
    out << *answer;
  } else {
    verdict = carry_out(*given, out, err);
  }
  out.flush();
  if (out) return verdict;
  err << "rtirecord: standard output cannot be written\n";
  return Verdict::failed;
}

}  // namespace triad::rtirecord
