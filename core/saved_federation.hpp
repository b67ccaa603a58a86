// Save of a federation execution: the RTIG's state, each member's part as its RTIA encoded it, and
// the format of the file with both. Pure: the RTIG's host, the program rtig or a test, writes the
// file.
//
// File: eight bytes of magic, u32 version of this layout, u32 protocol version (on which the parts
// depend), u64 length of the rest, u64 checksum (CRC-64) of the rest, the encoded SavedFederation.
// A file that is incomplete or of another version is refused with a text that gives the reason.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/federation_state.hpp"
#include "core/ownership.hpp"
#include "wire/codec.hpp"
#include "wire/error.hpp"

namespace triad::core {

struct SavedLease {
  std::uint64_t first = 0;
  std::uint64_t end = 0;
};
BOOST_DESCRIBE_STRUCT(SavedLease, (), (first, end))

struct SavedMember {
  FederateHandle federate;
  std::string federate_type;
  std::uint64_t position = 0;  // position of its last record
  std::vector<SavedLease> leases;
  std::vector<std::string> reserved_names;
  std::uint64_t report_period_ms = 0;  // period of its Manager.Federate object; 0: none
  std::string part;                    // encoded by its RTIA
};
BOOST_DESCRIBE_STRUCT(SavedMember, (),
                      (federate, federate_type, position, leases, reserved_names, report_period_ms,
                       part))

struct SavedPoint {
  std::string label;
  std::string tag;
  bool everyone = false;
  std::vector<FederateHandle> participants;
  std::vector<FederateHandle> achieved;
};
BOOST_DESCRIBE_STRUCT(SavedPoint, (), (label, tag, everyone, participants, achieved))

struct SavedNegotiation {
  ObjectHandle object;
  NegotiationSnapshot negotiation;
};
BOOST_DESCRIBE_STRUCT(SavedNegotiation, (), (object, negotiation))

struct SavedDeletion {
  ObjectHandle object;
  wire::Retraction retraction;
};
BOOST_DESCRIBE_STRUCT(SavedDeletion, (), (object, retraction))

struct SavedFederation {
  std::string federation;
  std::string label;
  std::string release;  // release of Triad, for messages
  std::string fed;
  std::uint64_t model_fingerprint = 0;
  std::string time_type;
  std::string time_text;  // time of a timed save, for messages; empty otherwise
  std::uint64_t log_position = 0;
  std::uint32_t last_federate = 0;
  std::uint64_t next_object = 1;
  ObjectHandle federation_object;  // Manager.Federation; zero: not declared in the FED file
  std::uint64_t last_alert = 0;
  FederationSnapshot state;
  std::vector<SavedMember> members;
  std::vector<SavedPoint> points;
  std::vector<SavedNegotiation> negotiations;
  std::vector<SavedDeletion> deletions;
};
BOOST_DESCRIBE_STRUCT(SavedFederation, (),
                      (federation, label, release, fed, model_fingerprint, time_type, time_text,
                       log_position, last_federate, next_object, federation_object, last_alert,
                       state, members, points, negotiations, deletions))

std::uint64_t fingerprint(wire::Bytes bytes);
// Returns a number that differs for object models of different content.
std::uint64_t fingerprint(ObjectModel model);

wire::Buffer encode_file(const SavedFederation& saved);
// Summary from the beginning of a file, without checks of the rest.
struct SaveSummary {
  std::string federation;
  std::string label;
  std::string release;
  std::string fed;
};
inline constexpr std::size_t kSummaryBytesMax = std::size_t{64} << 10;
// Decodes the summary at the beginning of a file. `beginning` has the first kSummaryBytesMax bytes
// of the file, or all if there are fewer.
wire::Result<SaveSummary> summarize_file(wire::Bytes beginning);

// Decodes and checks a whole file. On failure the error's text describes the fault in the file.
wire::Result<SavedFederation> decode_file(wire::Bytes file);

}  // namespace triad::core
