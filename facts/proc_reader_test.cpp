#include "facts/proc_reader.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

namespace triad::facts {
namespace {

TEST(ProcReader, ThisProcessHasFiguresThatAreItsOwn) {
  ProcReader reader;
  const wire::Figures figures = reader.read(wire::FiguresScope::process_and_host);
  ASSERT_TRUE(figures.process);
  EXPECT_EQ(figures.process->process, static_cast<std::uint32_t>(::getpid()));
  EXPECT_EQ(figures.process->threads, 1u);
  EXPECT_GT(figures.process->memory_bytes, std::uint64_t{100'000});
  EXPECT_GE(figures.process->descriptors, 3u);
  EXPECT_FALSE(figures.rtia);
  ASSERT_TRUE(figures.host);
  EXPECT_EQ(figures.host->processors, static_cast<std::uint32_t>(::sysconf(_SC_NPROCESSORS_ONLN)));
  EXPECT_GT(figures.host->memory_bytes, figures.process->memory_bytes);
}

TEST(ProcReader, ADescriptorMoreIsCounted) {
  ProcReader reader;
  const std::uint32_t before = reader.read(wire::FiguresScope::process).process->descriptors;
  const int copy = ::dup(0);
  ASSERT_GE(copy, 0);
  EXPECT_EQ(reader.read(wire::FiguresScope::process).process->descriptors, before + 1);
  ::close(copy);
}

TEST(ProcReader, AnotherProcessIsTheFederateAndThisOneItsRtia) {
  ProcReader reader;
  const auto parent = static_cast<std::uint32_t>(::getppid());
  const wire::Figures figures = reader.read(wire::FiguresScope::process, parent);
  ASSERT_TRUE(figures.process && figures.rtia);
  EXPECT_EQ(figures.process->process, parent);
  EXPECT_EQ(figures.rtia->process, static_cast<std::uint32_t>(::getpid()));
  EXPECT_FALSE(figures.host);
}

TEST(ProcReader, NothingIsReadWithoutAQuestionAndAMissingFolderGivesNoFigures) {
  ProcReader none("/nowhere");
  const wire::Figures figures = none.read(wire::FiguresScope::process_and_host, 1);
  EXPECT_FALSE(figures.process || figures.rtia || figures.host);
  ProcReader reader;
  EXPECT_FALSE(reader.read(wire::FiguresScope::none).process);
}

}  // namespace
}  // namespace triad::facts
