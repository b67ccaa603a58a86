// Tests of the exception classes: members that federates read, copies, clones and text.
#include <gtest/gtest.h>
#include <RTI.hh>

#include <cstring>
#include <memory>
#include <set>
#include <sstream>
#include <string>

namespace {

TEST(Exception, CarriesItsNameAndACopyOfItsReason) {
  char reason[] = "too late";
  const RTI::FederationTimeAlreadyPassed exception(reason);
  reason[0] = 'x';
  EXPECT_STREQ(exception._name, "FederationTimeAlreadyPassed");
  EXPECT_EQ(exception._name, RTI::FederationTimeAlreadyPassed::_ex);
  EXPECT_STREQ(exception._reason, "too late");
  EXPECT_EQ(exception._serial, 0u);
}

TEST(Exception, TakesANullReasonAsAnEmptyOne) {
  const char* none = nullptr;
  EXPECT_STREQ(RTI::NameNotFound(none)._reason, "");
  EXPECT_STREQ(RTI::NameNotFound(7ul)._reason, "");
  EXPECT_EQ(RTI::NameNotFound(7ul)._serial, 7u);
  EXPECT_STREQ(RTI::NameNotFound(7ul, "here")._reason, "here");
}

TEST(Exception, IsCaughtByItsClassAndByTheRoot) {
  try {
    throw RTI::ObjectNotKnown("17");
  } catch (const RTI::ObjectNotKnown& caught) {
    EXPECT_STREQ(caught._reason, "17");
  }
  try {
    throw RTI::ObjectNotKnown("18");
  } catch (RTI::Exception& caught) {
    char* reason = caught._reason;
    EXPECT_STREQ(reason, "18");
    EXPECT_STREQ(caught._name, "ObjectNotKnown");
  }
}

TEST(Exception, CopiesAreIndependent) {
  RTI::SaveInProgress first(3ul, "one");
  RTI::SaveInProgress second(first);
  EXPECT_NE(first._reason, second._reason);
  EXPECT_STREQ(second._reason, "one");
  EXPECT_EQ(second._serial, 3u);
  RTI::SaveInProgress third("other");
  third = first;
  EXPECT_STREQ(third._reason, "one");
  const RTI::SaveInProgress& same = third;
  third = same;
  EXPECT_STREQ(third._reason, "one");
}

TEST(Exception, AssignmentThroughTheRootKeepsTheName) {
  RTI::SaveInProgress save("saving");
  RTI::Exception& root = save;
  const RTI::RestoreInProgress restoring("restoring");
  const RTI::Exception& other = restoring;
  root = other;
  EXPECT_STREQ(save._name, "SaveInProgress");
  EXPECT_STREQ(save._reason, "restoring");
}

TEST(Exception, ClonesAndThrowsItselfAsItsOwnClass) {
  const RTI::InvalidLookahead original(5ul, "negative");
  const std::unique_ptr<RTI::Exception> clone(original.cloneSelf());
  EXPECT_EQ(clone->_serial, 5u);
  EXPECT_STREQ(clone->_name, "InvalidLookahead");
  EXPECT_THROW(clone->throwSelf(), RTI::InvalidLookahead);
}

TEST(Exception, PrintsItsNameAndReason) {
  RTI::CouldNotOpenFED exception("no such file");
  const RTI::Exception* pointer = &exception;
  std::ostringstream stream;
  stream << exception << '|' << &exception << '|' << pointer;
  EXPECT_EQ(stream.str(),
            "CouldNotOpenFED: no such file|CouldNotOpenFED: no such file|"
            "CouldNotOpenFED: no such file");
  EXPECT_EQ(exception.displayMe(), "CouldNotOpenFED: no such file");
  stream.str("");
  stream << static_cast<RTI::Exception*>(nullptr);
  EXPECT_EQ(stream.str(), "no exception");
}

template <class A>
bool thrown_as_itself() {
  try {
    A("x").throwSelf();
  } catch (const A& caught) {
    return caught._name == A::_ex;
  } catch (...) {
  }
  return false;
}

TEST(Exception, EveryClassHasItsOwnNameAndNumber) {
  std::set<std::string> names;
  std::set<long> numbers;
#define CHECK_EXCEPTION(A)                       \
  EXPECT_STREQ(RTI::A("")._name, #A);            \
  EXPECT_TRUE(thrown_as_itself<RTI::A>()) << #A; \
  names.insert(RTI::A::_ex);                     \
  numbers.insert(RTI::A::type);
  RTI_FOR_EACH_EXCEPTION(CHECK_EXCEPTION)
#undef CHECK_EXCEPTION
  EXPECT_EQ(names.size(), 79u);
  EXPECT_EQ(numbers.size(), 79u);
}

}  // namespace
