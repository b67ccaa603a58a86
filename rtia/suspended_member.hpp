// State of a suspended membership: everything that another process needs to continue it. It comes
// from a file, so a state that does not fit is refused. Ambassador writes and reads it
// (ambassador_suspension.cpp). Private to rtia/.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/saved.hpp"
#include "rtia/member_recovery.hpp"
#include "wire/record.hpp"

namespace triad::rtia {

struct SuspendedMember {
  std::uint32_t protocol_version = 0;  // of the program that has written it
  std::string joined_as;               // federate type and federation, for texts
  std::string time_type;
  std::string fed_in_force;  // text about the FED in force
  wire::RulesAtRouter rules;
  MemberRecovery::Absence absence;
  wire::Position position = 0;  // of the last record that the member has sent
  wire::Position log_position = 0;
  wire::Buffer model;                  // core::encode() of the object model
  wire::Buffer image;                  // wire::RestoreImage
  std::vector<wire::Buffer> requests;  // records that may have to be sent again
  std::vector<wire::Buffer> data;
};
BOOST_DESCRIBE_STRUCT(SuspendedMember, (),
                      (protocol_version, joined_as, time_type, fed_in_force, rules, absence,
                       position, log_position, model, image, requests, data))

}  // namespace triad::rtia
