// File of a suspended membership (RTIextensions::suspendMembership): the encoded
// wire::SuspendedMembership with a checksum. Whoever has it can continue as the federate, so only
// its user may read it.
#pragma once

#include <string>

#include "transport/posix/unique_fd.hpp"
#include "wire/error.hpp"
#include "wire/messages/recovery_messages.hpp"

namespace triad::api {

// A file that is being made. It is removed unless it is completed.
class SuspensionFile {
 public:
  // Creates an empty file. Refuses a path that exists.
  static wire::Result<SuspensionFile> create(std::string path);
  SuspensionFile(SuspensionFile&&) = default;
  SuspensionFile& operator=(SuspensionFile&&) = delete;
  ~SuspensionFile();

  // Writes the membership to the disk. Called once.
  wire::Result<void> complete(const wire::SuspendedMembership& membership);

 private:
  SuspensionFile(std::string path, transport::UniqueFd file)
      : path_(std::move(path)), file_(std::move(file)) {}

  std::string path_;
  transport::UniqueFd file_;  // invalid if the file is complete
};

// Reads such a file. The error says what is wrong with it.
wire::Result<wire::SuspendedMembership> read_suspension_file(const std::string& path);

}  // namespace triad::api
