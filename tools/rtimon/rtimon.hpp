// The program rtimon: watches an rtig and its federations, keeps a history, and serves a page,
// JSON, metrics and a WebSocket.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "command_line/parsed_arguments.hpp"
#include "tools/rtimon/history_store.hpp"
#include "tools/rtimon/rtig_poller.hpp"
#include "wire/error.hpp"

namespace triad::rtimon {

struct Options {
  RtigPoller::Options poller;
  std::string listen = "127.0.0.1:8040";
  std::string token_file;  // empty: a token is made and printed
  std::string history;
  std::string page;  // folder; empty: that of the installation
  HistoryLimits limits;
};

const command_line::Manual& manual();

// Makes the options from the command line and the configuration. Warnings are printed.
wire::Result<Options> make_options(const command_line::ParsedArguments& given);

// Returns the token of a file, or a random one if there is no file. A file that other users may
// read is refused.
wire::Result<std::string> make_token(const std::string& file);

// Runs until SIGINT or SIGTERM. Returns the exit status.
int run(const std::vector<std::string>& arguments);

}  // namespace triad::rtimon
