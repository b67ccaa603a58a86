// RTIfedTime and the factory: arithmetic, order, encoding, text, and what is refused.
#include <gtest/gtest.h>
#include <fedtime.hh>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
const double kNotANumber = std::nan("");

std::string text_of(double value) {
  RTIfedTime time(value);
  std::string text(static_cast<std::size_t>(time.getPrintableLength()), 'x');
  time.getPrintableString(text.data());
  EXPECT_EQ(text.back(), '\0');
  text.pop_back();
  return text;
}

std::vector<unsigned char> encoded(const RTI::FedTime& time) {
  std::vector<unsigned char> bytes(static_cast<std::size_t>(time.encodedLength()));
  time.encode(reinterpret_cast<char*>(bytes.data()));
  return bytes;
}

std::unique_ptr<RTI::FedTime> decoded(const std::vector<unsigned char>& bytes) {
  return std::unique_ptr<RTI::FedTime>(
      RTI::FedTimeFactory::decode(reinterpret_cast<const char*>(bytes.data())));
}

// A time of another class, as another libFedTime would have: it answers, but is no RTIfedTime.
class TickCount : public RTI::FedTime {
 public:
  void setZero() override {}
  RTI::Boolean isZero() override { return RTI::RTI_TRUE; }
  void setEpsilon() override {}
  void setPositiveInfinity() override {}
  RTI::Boolean isPositiveInfinity() override { return RTI::RTI_FALSE; }
  RTI::FedTime& operator+=(const RTI::FedTime&) override { return *this; }
  RTI::FedTime& operator-=(const RTI::FedTime&) override { return *this; }
  RTI::Boolean operator<=(const RTI::FedTime&) const override { return RTI::RTI_TRUE; }
  RTI::Boolean operator<(const RTI::FedTime&) const override { return RTI::RTI_TRUE; }
  RTI::Boolean operator>=(const RTI::FedTime&) const override { return RTI::RTI_TRUE; }
  RTI::Boolean operator>(const RTI::FedTime&) const override { return RTI::RTI_TRUE; }
  RTI::Boolean operator==(const RTI::FedTime&) const override { return RTI::RTI_TRUE; }
  RTI::FedTime& operator=(const RTI::FedTime&) override { return *this; }
  int encodedLength() const override { return 0; }
  void encode(char*) const override {}
  int getPrintableLength() const override { return 6; }
  void getPrintableString(char* text) override { strcpy(text, "ticks"); }
};

TEST(RtiFedTime, BeginsAtZero) {
  RTIfedTime time;
  EXPECT_TRUE(time.isZero());
  EXPECT_EQ(time.getTime(), 0.0);
  std::unique_ptr<RTI::FedTime> made(RTI::FedTimeFactory::makeZero());
  EXPECT_TRUE(made->isZero());
  EXPECT_TRUE(*made == time);
}

TEST(RtiFedTime, IsBuiltFromADoubleAnotherTimeAndItsBase) {
  const RTIfedTime time(12.5);
  const RTI::FedTime& base = time;
  EXPECT_EQ(RTIfedTime(time).getTime(), 12.5);
  EXPECT_EQ(RTIfedTime(base).getTime(), 12.5);
  EXPECT_EQ(RTIfedTime(3).getTime(), 3.0);
}

TEST(RtiFedTime, TellsTheNextDoubleFromATime) {
  const RTIfedTime time(1.0);
  const RTIfedTime next(std::nextafter(1.0, 2.0));
  const RTI::FedTime& base = next;
  EXPECT_FALSE(time == next);
  EXPECT_TRUE(time != next);
  EXPECT_TRUE(time < next);
  EXPECT_TRUE(time <= base);
  EXPECT_TRUE(base > time);
  EXPECT_TRUE(base >= time);
  EXPECT_FALSE(base == time);
  EXPECT_TRUE(base == next);
  EXPECT_TRUE(time == 1.0);
  EXPECT_TRUE(time != 2.0);
  EXPECT_TRUE(time < 2.0);
  EXPECT_TRUE(time >= 1.0);
}

TEST(RtiFedTime, CalculatesWithTimesAndDoublesOnEitherSide) {
  RTIfedTime six(6.0);
  const RTIfedTime two(2.0);
  const RTI::FedTime& base = two;
  EXPECT_EQ((six + base).getTime(), 8.0);
  EXPECT_EQ((six - base).getTime(), 4.0);
  EXPECT_EQ((six * base).getTime(), 12.0);
  EXPECT_EQ((six / base).getTime(), 3.0);
  EXPECT_EQ((two + 6.0).getTime(), 8.0);
  EXPECT_EQ((two - 6.0).getTime(), -4.0);
  EXPECT_EQ((6.0 + base).getTime(), 8.0);
  EXPECT_EQ((6.0 - base).getTime(), 4.0);
  EXPECT_EQ((6.0 * base).getTime(), 12.0);
  EXPECT_EQ((6.0 / base).getTime(), 3.0);
  six += base;
  six -= 1.0;
  six *= base;
  six /= 7.0;
  EXPECT_EQ(six.getTime(), 2.0);
  six = 5.0;
  six = base;
  EXPECT_EQ(six.getTime(), 2.0);
}

TEST(RtiFedTime, MovesOnByEpsilonThroughoutALongRun) {
  RTIfedTime epsilon;
  epsilon.setEpsilon();
  EXPECT_TRUE(epsilon.isEpsilon());
  EXPECT_TRUE(epsilon > 0.0);
  for (const double time : {0.0, 1.0, 3600.0, 86400.0 * 100}) {
    EXPECT_TRUE(RTIfedTime(time) + epsilon > RTIfedTime(time)) << time;
  }
}

TEST(RtiFedTime, HasAnInfinityBeyondEveryTime) {
  RTIfedTime infinity;
  infinity.setPositiveInfinity();
  EXPECT_TRUE(infinity.isPositiveInfinity());
  EXPECT_TRUE(infinity > RTIfedTime(std::numeric_limits<double>::max()));
  EXPECT_TRUE((infinity + 1.0).isPositiveInfinity());
  EXPECT_FALSE(RTIfedTime(1.0).isPositiveInfinity());
}

TEST(RtiFedTime, EncodesAsEightBigEndianBytes) {
  EXPECT_EQ(encoded(RTIfedTime(1.0)), (std::vector<unsigned char>{0x3F, 0xF0, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(encoded(RTIfedTime(-2.5)), (std::vector<unsigned char>{0xC0, 0x04, 0, 0, 0, 0, 0, 0}));
}

TEST(RtiFedTime, DecodesWhatItEncoded) {
  for (const double value : {0.0, 1.0, -1.0 / 3, 1e-300, 1.7e308, kInfinity}) {
    EXPECT_TRUE(*decoded(encoded(RTIfedTime(value))) == RTIfedTime(value)) << value;
  }
}

TEST(RtiFedTime, PrintsTheShortestTextThatReadsBack) {
  EXPECT_EQ(text_of(0.0), "0");
  EXPECT_EQ(text_of(-0.0), "0");
  EXPECT_EQ(text_of(10.0), "10");
  EXPECT_EQ(text_of(12.5), "12.5");
  EXPECT_EQ(text_of(0.1), "0.1");
  EXPECT_EQ(text_of(100000.0), "100000");
  EXPECT_EQ(text_of(-0.000001), "-0.000001");
  EXPECT_EQ(text_of(1e-9), "1e-09");
  EXPECT_EQ(text_of(1e22), "1e+22");
  EXPECT_EQ(text_of(kInfinity), "inf");
  for (const double value : {1.0 / 3, -1.2345678901234567e-6, 99999999999999984.0,
                             -2.2250738585072014e-308, 123456789.123456789, 0.3}) {
    EXPECT_EQ(std::strtod(text_of(value).c_str(), nullptr), value) << text_of(value);
  }
}

TEST(RtiFedTime, PrintsToAStreamAlsoAsItsBase) {
  const RTIfedTime time(12.5);
  const RTI::FedTime& base = time;
  std::ostringstream stream;
  stream << time << ' ' << base << ' ' << TickCount();
  EXPECT_EQ(stream.str(), "12.5 12.5 ticks");
}

TEST(RtiFedTime, RefusesArithmeticWithoutAResultAndStaysAsItWas) {
  RTIfedTime time(kInfinity);
  EXPECT_THROW(time -= RTIfedTime(kInfinity), RTI::InvalidFederationTime);
  EXPECT_THROW(time *= 0.0, RTI::InvalidFederationTime);
  EXPECT_TRUE(time.isPositiveInfinity());
  time = 1.0;
  EXPECT_THROW(time /= 0.0, RTI::InvalidFederationTime);
  EXPECT_THROW(time + kNotANumber, RTI::InvalidFederationTime);
  EXPECT_THROW(time = kNotANumber, RTI::InvalidFederationTime);
  EXPECT_THROW(time = RTIfedTime(kNotANumber), RTI::InvalidFederationTime);
  EXPECT_EQ(time.getTime(), 1.0);
}

TEST(RtiFedTime, RefusesToCompareWhatIsNotANumber) {
  const RTIfedTime time(1.0);
  const RTIfedTime undefined(kNotANumber);
  EXPECT_THROW((void)(time < undefined), RTI::InvalidFederationTime);
  EXPECT_THROW((void)(undefined == time), RTI::InvalidFederationTime);
  EXPECT_THROW((void)(time >= kNotANumber), RTI::InvalidFederationTime);
}

TEST(RtiFedTime, RefusesTimesOfAnotherClass) {
  RTIfedTime time(1.0);
  const TickCount ticks;
  const RTI::FedTime& base = ticks;
  EXPECT_THROW(time += base, RTI::InvalidFederationTime);
  EXPECT_THROW((void)(time < base), RTI::InvalidFederationTime);
  EXPECT_THROW(RTIfedTime{base}, RTI::InvalidFederationTime);
}

TEST(RtiFedTime, AcceptsTimesOfAClassDerivedFromIt) {
  class Stamp : public RTIfedTime {
   public:
    using RTIfedTime::RTIfedTime;
  };
  const Stamp stamp(2.0);
  const RTI::FedTime& base = stamp;
  EXPECT_EQ((RTIfedTime(1.0) + base).getTime(), 3.0);
}

TEST(FedTimeOfAFederate, MayLeaveAssignmentOfItsOwnKindToTheCompiler) {
  TickCount left;
  const TickCount right;
  left = right;
  EXPECT_TRUE(left == right);
}

}  // namespace
