// A save of a federation execution: what the RTIG keeps of it, each member's part as its RTIA
// encoded it, and the bytes of the file that holds both. Pure: who writes files is the RTIG's host.
//
// The file: eight bytes of magic, u32 version of this layout, u32 version of the protocol (which
// the parts depend on), u64 length of what follows, u64 checksum (CRC-64) of it, the encoded
// SavedFederation. A file that is not whole, or not of these versions, is refused with a text that
// says so.
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
  std::uint64_t position = 0;  // of its last record
  std::vector<SavedLease> leases;
  std::vector<std::string> reserved_names;
  std::uint64_t report_period_ms = 0;  // of its Manager.Federate object; 0: none
  std::string part;                    // its RTIA's
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
  std::string release;  // of Triad, for people
  std::string fed;
  std::uint64_t model_fingerprint = 0;
  std::string time_type;
  std::string time_text;  // of a timed save, for people; else empty
  std::uint64_t log_position = 0;
  std::uint32_t last_federate = 0;
  std::uint64_t next_object = 1;
  ObjectHandle federation_object;  // Manager.Federation; zero: the FED has no such class
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
// Tells two object models apart by what their FED files say.
std::uint64_t fingerprint(ObjectModel model);

wire::Buffer encode_file(const SavedFederation& saved);
// What the beginning of a file says of it, unchecked.
struct SaveSummary {
  std::string federation;
  std::string label;
  std::string release;
  std::string fed;
};
inline constexpr std::size_t kSummaryBytesMax = std::size_t{64} << 10;
// Of the first kSummaryBytesMax bytes of a file, or all.
wire::Result<SaveSummary> summarize_file(wire::Bytes beginning);

// The error's text says what is wrong with the file.
wire::Result<SavedFederation> decode_file(wire::Bytes file);

}  // namespace triad::core
