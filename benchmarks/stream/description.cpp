// Implements description.hpp.
#include "description.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <map>
#include <sstream>
#include <stdexcept>

namespace benchmark_federate {

namespace {

using Numbers = std::vector<unsigned long>;

// The words of one line, read in order.
class Words {
 public:
  Words(const std::string& file, unsigned long line, const std::string& text)
      : where_(file + ":" + std::to_string(line) + ": ") {
    std::istringstream in(text.substr(0, text.find('#')));
    for (std::string word; in >> word;) words_.push_back(word);
  }

  bool done() const { return next_ == words_.size(); }
  [[noreturn]] void fail(const std::string& what) const { throw std::runtime_error(where_ + what); }

  // Returns the next word; `what` describes it in messages.
  const std::string& take(const std::string& what) {
    if (done()) fail("here the line ends, but " + what + " should follow");
    return words_[next_++];
  }
  void expect(const std::string& word) {
    const std::string& found = take("\"" + word + "\"");
    if (found != word) fail("\"" + found + "\" should be \"" + word + "\"");
  }
  double take_number(const std::string& key, double least, double most) {
    const std::string& word = take("a number for " + key);
    char* end = nullptr;
    const double value = std::strtod(word.c_str(), &end);
    if (end == word.c_str() || *end != '\0' || !(value >= least && value <= most)) {
      fail(key + " \"" + word + "\" should be a number from " + text(least) + " to " + text(most));
    }
    return value;
  }
  unsigned long take_count(const std::string& key, unsigned long least, unsigned long most) {
    const double value = take_number(key, static_cast<double>(least), static_cast<double>(most));
    const unsigned long count = static_cast<unsigned long>(value);
    if (static_cast<double>(count) != value) fail(key + " should be a whole number");
    return count;
  }
  std::string take_one_of(const std::string& key, const std::vector<std::string>& allowed) {
    const std::string& word = take("a word for " + key);
    std::string choices;
    for (const std::string& one : allowed) {
      if (one == word) return word;
      choices += (choices.empty() ? "" : ", ") + one;
    }
    fail(key + " \"" + word + "\" should be one of: " + choices);
  }
  // Reads "all", or numbers separated by commas.
  Numbers take_federates(const std::string& key, unsigned long federates) {
    const std::string& word = take("federates for \"" + key + "\", as 1,2 or all,");
    Numbers numbers;
    if (word == "all") {
      for (unsigned long i = 1; i <= federates; ++i) numbers.push_back(i);
      return numbers;
    }
    std::istringstream in(word);
    for (std::string part; std::getline(in, part, ',');) {
      char* end = nullptr;
      const unsigned long number = std::strtoul(part.c_str(), &end, 10);
      if (part.empty() || part[0] == '-' || *end != '\0' || number == 0 || number > federates) {
        fail("federate \"" + part + "\" should be a number from 1 to " + std::to_string(federates) +
             ", or all");
      }
      if (std::find(numbers.begin(), numbers.end(), number) != numbers.end()) {
        fail("federate " + part + " stands twice behind \"" + key + "\"");
      }
      numbers.push_back(number);
    }
    return numbers;
  }

 private:
  static std::string text(double value) {
    std::ostringstream out;
    out.precision(12);
    out << value;
    return out.str();
  }

  const std::string where_;
  std::vector<std::string> words_;
  std::size_t next_ = 0;
};

class Reader {
 public:
  Reader(std::istream& in, const std::string& file) : in_(in), file_(file) {}

  Description read() {
    const std::map<std::string, std::function<void(Words&)>> statements = {
        {"federates", [&](Words& words) { read_federates(words); }},
        {"phases", [&](Words& words) { read_phases(words); }},
        {"stream", [&](Words& words) { read_stream(words); }},
        {"load", [&](Words& words) { read_load(words); }},
        {"time", [&](Words& words) { read_time(words); }},
    };
    unsigned long number = 0;
    for (std::string text; std::getline(in_, text);) {
      Words words(file_, ++number, text);
      if (words.done()) continue;
      const std::string first = words.take("a statement");
      const auto statement = statements.find(first);
      if (statement == statements.end()) {
        words.fail("\"" + first + "\" should be one of: federates, phases, stream, load, time");
      }
      if (first != "federates" && result_.loads.empty()) {
        words.fail("the number of federates should be said first, as \"federates 2\"");
      }
      statement->second(words);
      if (!words.done()) words.fail("\"" + words.take("nothing") + "\" is too much");
    }
    if (result_.streams.empty() && !result_.time.used) {
      throw std::runtime_error(file_ + ": there is no \"stream\" and no \"time\": nothing to do");
    }
    return std::move(result_);
  }

 private:
  void read_federates(Words& words) {
    if (!result_.loads.empty()) words.fail("\"federates\" has been said before");
    result_.federates = words.take_count("federates", 1, kFederatesMax);
    result_.loads.resize(result_.federates);
  }

  void read_phases(Words& words) { result_.phases = words.take_count("phases", 1, 1000000); }

  void read_stream(Words& words) {
    Stream stream;
    stream.name = words.take("the stream's name");
    if (stream.name.find(',') != std::string::npos) words.fail("a stream's name has no comma");
    for (const Stream& other : result_.streams) {
      if (other.name == stream.name) words.fail("a stream " + stream.name + " is there already");
    }
    words.expect("from");
    stream.from = words.take_federates("from", result_.federates);
    words.expect("to");
    stream.to = words.take_federates("to", result_.federates);
    while (!words.done()) read_property(words, stream);
    check(words, stream);
    result_.streams.push_back(stream);
  }

  static void read_property(Words& words, Stream& stream) {
    const std::string key = words.take("a property");
    if (key == "two-way") {
      stream.two_way = true;
    } else if (key == "updates") {
      stream.updates = words.take_count(key, 1, 100000000);
    } else if (key == "size") {
      stream.size = words.take_count(key, kSizeMin, 1UL << 24);
    } else if (key == "window") {
      if (!stream.two_way) words.fail("\"window\" counts answers: it stands behind \"two-way\"");
      stream.window = words.take_count(key, 1, 100000000);
    } else if (key == "burst") {
      stream.burst = words.take_count(key, 1, 100000000);
    } else if (key == "per-advance") {
      stream.per_advance = words.take_count(key, 1, 100000000);
    } else if (key == "interval") {
      stream.interval_us = words.take_number(key, 0, 1e9);
    } else if (key == "delivery") {
      const std::string how = words.take_one_of(key, {"reliable", "best_effort", "timestamp"});
      stream.delivery = how == "reliable"      ? Delivery::reliable
                        : how == "best_effort" ? Delivery::best_effort
                                               : Delivery::timestamp;
    } else {
      words.fail("\"" + key +
                 "\" should be one of: two-way, updates, size, delivery, window, burst, interval, "
                 "per-advance");
    }
  }

  void check(const Words& words, const Stream& stream) {
    for (const unsigned long from : stream.from) {
      if (stream.to == Numbers{from}) words.fail("a federate sends no stream to itself alone");
    }
    lines_ += stream.from.size();
    if (lines_ > kLinesMax) {
      words.fail("with this one there are " + std::to_string(lines_) +
                 " senders of streams; at most " + std::to_string(kLinesMax) +
                 " are possible (classes of the FED)");
    }
    const bool needs_time = stream.delivery == Delivery::timestamp || stream.per_advance > 0;
    if (needs_time && !result_.time.used) {
      words.fail(
          "\"delivery timestamp\" and \"per-advance\" need a \"time\" line above, as \"time "
          "lookahead 1\"");
    }
  }

  void read_load(Words& words) {
    const Numbers federates = words.take_federates("load", result_.federates);
    do {
      const std::string where = words.take_one_of("load", {"tick", "reflect", "grant"});
      const double busy = words.take_number(where, 0, 1e7);
      for (const unsigned long federate : federates) {
        Load& load = result_.loads[federate - 1];
        (where == "tick"      ? load.tick_us
         : where == "reflect" ? load.reflect_us
                              : load.grant_us) = busy;
      }
    } while (!words.done());
  }

  void read_time(Words& words) {
    if (result_.time.used) words.fail("\"time\" has been said before");
    TimeAdvances& time = result_.time;
    time.used = true;
    while (!words.done()) {
      const std::string key = words.take_one_of("time", {"lookahead", "step", "advances", "kind"});
      if (key == "lookahead") time.lookahead = words.take_number(key, 0, 1e9);
      if (key == "step") time.step = words.take_number(key, 1e-6, 1e9);
      if (key == "advances") time.advances = words.take_count(key, 1, 100000000);
      if (key == "kind") time.kind = words.take_one_of(key, {"tar", "tara", "ner", "nera"});
    }
  }

  std::istream& in_;
  const std::string file_;
  Description result_;
  unsigned long lines_ = 0;
};

}  // namespace

Description read_description(std::istream& in, const std::string& file) {
  return Reader(in, file).read();
}

Description read_description(const std::string& file) {
  std::ifstream in(file.c_str());
  if (!in) throw std::runtime_error("cannot read the description " + file);
  return read_description(in, file);
}

std::vector<Line> lines_of(const Description& description) {
  std::vector<Line> lines;
  for (const Stream& stream : description.streams) {
    for (const unsigned long from : stream.from) {
      Line line;
      line.stream = stream;
      line.number = lines.size() + 1;
      line.from = from;
      for (const unsigned long to : stream.to) {
        if (to != from) line.to.push_back(to);
      }
      lines.push_back(line);
    }
  }
  return lines;
}

}  // namespace benchmark_federate
