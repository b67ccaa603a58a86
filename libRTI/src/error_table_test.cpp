#include "libRTI/src/error_table.hpp"

#include <gtest/gtest.h>

#include <RTI.hh>
#include <set>
#include <stdexcept>
#include <string>

namespace triad::api {
namespace {

TEST(ErrorTable, HasAnExceptionOfItsOwnNameForEveryCode) {
  std::set<std::string> names;
  for (std::size_t i = 0; i < wire::kErrorCodes; ++i) {
    const auto code = static_cast<wire::ErrorCode>(i);
    try {
      throw_as_exception({code, "because"}, "service");
    } catch (const RTI::Exception& e) {
      EXPECT_EQ(e._name, wire::name_of(code));
      EXPECT_STREQ(e._reason, "service: because");
      names.insert(e._name);
    }
  }
  EXPECT_EQ(names.size(), 79u);
}

TEST(ErrorTable, ThrowsTheClassItself) {
  EXPECT_THROW(throw_as_exception({wire::ErrorCode::ObjectNotKnown, ""}, "s"), RTI::ObjectNotKnown);
  EXPECT_THROW(throw_as_exception({wire::ErrorCode::ValueLengthExceeded, ""}, "s"),
               RTI::ValueLengthExceeded);
}

TEST(ErrorTable, QuotesNothingThatControlsTheTerminalOfWhoPrintsIt) {
  try {
    throw_as_exception({wire::ErrorCode::ObjectNotKnown, "no 'a\x1b[2J\xc2\x9b\u202e'"}, "s");
  } catch (const RTI::Exception& e) {
    EXPECT_STREQ(e._reason, "s: no 'a\\x1b[2J\\xc2\\x9b\\xe2\\x80\\xae'");
  }
}

TEST(ErrorTable, TakesANumberBeyondTheTableForAnInternalError) {
  EXPECT_THROW(throw_as_exception({static_cast<wire::ErrorCode>(250), ""}, "s"),
               RTI::RTIinternalError);
}

template <class Thrown>
void rethrow(const Thrown& thrown) {
  try {
    throw thrown;
  } catch (...) {
    rethrow_as_exception("service");
  }
}

TEST(ErrorTable, LetsAnHlaExceptionOfTheFederatesOwnTimePass) {
  EXPECT_THROW(rethrow(RTI::InvalidFederationTime("x")), RTI::InvalidFederationTime);
}

TEST(ErrorTable, TurnsAnyOtherExceptionIntoAnInternalError) {
  EXPECT_THROW(rethrow(std::runtime_error("x")), RTI::RTIinternalError);
  EXPECT_THROW(rethrow(std::bad_alloc()), RTI::RTIinternalError);
  EXPECT_THROW(rethrow(17), RTI::RTIinternalError);
}

}  // namespace
}  // namespace triad::api
