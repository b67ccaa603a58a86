// Image of a federation execution in its journal, in place of the inputs before it: the authority,
// and the records of the RTIG that members may lack. There are images only while no member is away,
// so the recovery after a restart states the rest again. Views in a decoded image point into its
// bytes.
#pragma once

#include <boost/describe.hpp>
#include <cstdint>
#include <vector>

#include "rtig/authority_image.hpp"
#include "rtig/outputs.hpp"
#include "wire/codec.hpp"
#include "wire/message_list.hpp"

namespace triad::rtig {

// As RecoveryLog::Entry.
struct ImageRecord {
  wire::Bytes record;
  wire::Position log = 0;
  std::uint64_t answer = 0;
  wire::FederateHandle to;
  Audience audience = Audience::all;
  wire::FederateHandle cause;
  std::vector<wire::StreamPosition> causes;
};
BOOST_DESCRIBE_STRUCT(ImageRecord, (), (record, log, answer, to, audience, cause, causes))

// Progress of a member that may return in the records of the RTIG, and of the RTIG in its requests.
struct ImageProgress {
  wire::FederateHandle member;
  wire::RtigProgress acked;
  std::uint64_t answers_sent = 0;
  wire::Position log_sent = 0;
  wire::Position request_handled = 0;
  wire::Position data_handled = 0;
  std::uint32_t attempt = 0;   // number of its last return
  wire::Position outside = 0;  // these two as in MemberReplies
  wire::Bytes outside_reply;
};
BOOST_DESCRIBE_STRUCT(ImageProgress, (),
                      (member, acked, answers_sent, log_sent, request_handled, data_handled,
                       attempt, outside, outside_reply))

// Answer to the resignation of a former member.
struct ImageFarewell {
  wire::SessionSecret session;
  wire::FederateHandle leaver;
  wire::Bytes answer;
  std::uint64_t until_ms = 0;  // time of the Rtig
};
BOOST_DESCRIBE_STRUCT(ImageFarewell, (), (session, leaver, answer, until_ms))

struct FederationImage {
  AuthorityImage authority;
  std::uint64_t restarts = 0;  // of the RTIG since the creation of the federation
  std::vector<ImageRecord> records;
  wire::Position log_end = 0;                // of the last record of the log among `records`
  std::vector<wire::StreamPosition> causes;  // since then
  std::vector<ImageProgress> members;
  std::vector<ImageFarewell> farewells;
};
BOOST_DESCRIBE_STRUCT(FederationImage, (),
                      (authority, restarts, records, log_end, causes, members, farewells))

}  // namespace triad::rtig
