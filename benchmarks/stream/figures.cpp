// Implements figures.hpp.
#include "figures.hpp"

#include <cstdio>
#include <stdexcept>

#include "statistics.hpp"

namespace benchmark_federate {

namespace {

bool is_time(const Figure& figure) {
  return figure.name.compare(figure.name.size() - 2, 2, "/s") != 0 && figure.name != "lost";
}

std::string receiver_of(const Figure& figure) {
  return figure.to == 0 ? "" : std::to_string(figure.to);
}

void print_csv(const Figure& figure, const Summary& s) {
  std::printf("%s,%s,%lu,%s,%s,%lu,%.3f,%.3f,%.3f,%.3f,%.3f,%.3f,%.3f\n", figure.what.c_str(),
              figure.stream.c_str(), figure.from, receiver_of(figure).c_str(), figure.name.c_str(),
              static_cast<unsigned long>(s.count), s.mean, s.sd, s.min, s.p50, s.p99, s.p999,
              s.max);
}

void print_row(const Figure& figure, const Summary& s) {
  const std::string name = figure.what == "time" ? "time advances" : figure.stream;
  const std::string to = figure.to == 0 ? "" : "> " + std::to_string(figure.to);
  std::printf("%-16s %3lu %-4s %-11s %8lu %11.3f %11.3f %11.3f %11.3f\n", name.c_str(), figure.from,
              to.c_str(), figure.name.c_str(), static_cast<unsigned long>(s.count), s.mean, s.p50,
              s.p99, s.max);
}

}  // namespace

void add_figures(std::vector<Figure>& figures, const Sending& sending) {
  const Line& line = sending.line();
  const auto add = [&](unsigned long to, const char* name, std::vector<double> samples) {
    figures.push_back({"stream", line.stream.name, line.from, to, name, std::move(samples)});
  };
  add(0, "sent/s", sending.sent_per_s());
  if (!line.stream.two_way) return;
  for (const auto& entry : sending.exchanges()) {
    std::vector<double> forth, answer, back, whole, half;
    for (const Exchange& exchange : entry.second) {
      forth.push_back(exchange.forth);
      answer.push_back(exchange.answer);
      back.push_back(exchange.back);
      whole.push_back(exchange.whole);
      half.push_back((exchange.whole - exchange.answer) / 2);
    }
    add(entry.first, "t1-t0", std::move(forth));
    add(entry.first, "t2-t1", std::move(answer));
    add(entry.first, "t3-t2", std::move(back));
    add(entry.first, "t3-t0", std::move(whole));
    add(entry.first, "one way", std::move(half));
  }
  add(0, "lost", sending.lost());
}

void add_figures(std::vector<Figure>& figures, const Receiving& receiving, unsigned long receiver) {
  const Line& line = receiving.line();
  const auto add = [&](const char* name, const std::vector<double>& samples) {
    figures.push_back({"stream", line.stream.name, line.from, receiver, name, samples});
  };
  // The sender of a two-way stream reports these itself.
  if (!line.stream.two_way) add("t1-t0", receiving.latencies());
  add("reflected/s", receiving.reflected_per_s());
  add("lost", receiving.lost());
}

void print_figures(const std::vector<Figure>& figures, bool csv) {
  if (!csv && !figures.empty()) {
    std::printf("%-16s %-8s %-11s %8s %11s %11s %11s %11s\n", "stream", "from, to", "us; per s",
                "count", "mean", "p50", "p99", "max");
  }
  for (const Figure& figure : figures) {
    const Summary summary = summarize(figure.samples);
    csv ? print_csv(figure, summary) : print_row(figure, summary);
  }
}

void write_samples(const std::vector<Figure>& figures, const std::string& file) {
  std::FILE* const out = std::fopen(file.c_str(), "a");
  if (out == nullptr) throw std::runtime_error("cannot write " + file);
  for (const Figure& figure : figures) {
    if (!is_time(figure)) continue;
    for (const double sample : figure.samples) {
      std::fprintf(out, "%s,%s,%lu,%s,%s,%.3f\n", figure.what.c_str(), figure.stream.c_str(),
                   figure.from, receiver_of(figure).c_str(), figure.name.c_str(), sample);
    }
  }
  if (std::fclose(out) != 0) throw std::runtime_error("cannot write " + file);
}

}  // namespace benchmark_federate
