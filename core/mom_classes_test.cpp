// Tests the binding of MOM classes to an object model, and writing and reading of values.
#include "core/mom_classes.hpp"

#include <gtest/gtest.h>

#include "core/federation_state.hpp"
#include "core/test_model.hpp"
#include "fed-parser/standard_mom.hpp"

namespace triad::core::mom {
namespace {

using test::kOne;

ObjectModel model_with_mom() {
  ObjectModel model = test::test_model();
  fed::add_standard_classes(model);
  return model;
}

wire::Bytes bytes(std::string_view text) {
  return std::as_bytes(std::span(text));
}

TEST(MomText, ReadsWithAndWithoutTheEndingNul) {
  EXPECT_EQ(text_of(bytes("17")), "17");
  EXPECT_EQ(text_of(bytes(std::string_view("17\0", 3))), "17");
  EXPECT_EQ(text_of({}), "");
}

TEST(MomText, WritesTruthAndReadsEverySpellingOfIt) {
  EXPECT_EQ(text(true), "True");
  EXPECT_EQ(text(false), "False");
  for (const char* word : {"true", "TRUE", "1", "RTI_TRUE", " True "}) {
    EXPECT_EQ(read_bool(word), true) << word;
  }
  for (const char* word : {"false", "0", "rti_false"}) EXPECT_EQ(read_bool(word), false) << word;
  for (const char* word : {"", "yes", "2"}) EXPECT_EQ(read_bool(word), std::nullopt) << word;
}

TEST(MomText, SeparatesHandlesByCommas) {
  using wire::AttributeHandle;
  EXPECT_EQ(text(wire::AttributeSet{AttributeHandle(7), AttributeHandle(3)}), "3,7");
  EXPECT_EQ(text(wire::AttributeSet{}), "");
  EXPECT_EQ(read_handles("3, 7 ,12"), (std::vector<std::uint32_t>{3, 7, 12}));
  EXPECT_EQ(read_handles(""), std::vector<std::uint32_t>{});
  for (const char* list : {"3,", ",", "3;4", "x", "-1", "5000000000"}) {
    EXPECT_EQ(read_handles(list), std::nullopt) << list;
  }
}

TEST(MomText, WritesAPairWithASlashAndSeveralWithCommas) {
  std::string list;
  add_pair(list, 12, "3");
  add_pair(list, 15, "active");
  EXPECT_EQ(list, "12/3,15/active");
}

TEST(MomText, ReadsSecondsAsAtLeastAMillisecondUnlessZero) {
  using std::chrono::milliseconds;
  EXPECT_EQ(read_seconds("2"), milliseconds(2000));
  EXPECT_EQ(read_seconds("0.25"), milliseconds(250));
  EXPECT_EQ(read_seconds("0"), milliseconds(0));
  // Rounded up, because zero would mean no period.
  EXPECT_EQ(read_seconds("0.0001"), milliseconds(1));
  for (const char* word : {"-1", "nan", "inf", "1e30", "soon", ""}) {
    EXPECT_EQ(read_seconds(word), std::nullopt) << word;
  }
}

TEST(MomText, ReadsWordsInAnyCaseAndSpelling) {
  EXPECT_EQ(read_transportation("Best Effort"), wire::Transportation::best_effort);
  EXPECT_EQ(read_transportation("best_effort"), wire::Transportation::best_effort);
  EXPECT_EQ(read_transportation("RELIABLE"), wire::Transportation::reliable);
  EXPECT_EQ(read_transportation("besteffort"), std::nullopt);
  EXPECT_EQ(read_ordering("Timestamp"), wire::Ordering::timestamp);
  EXPECT_EQ(read_ordering("receive"), wire::Ordering::receive);
  EXPECT_EQ(read_owned("Unowned"), false);
  EXPECT_EQ(read_owned("owned"), true);
  for (const auto action :
       {wire::ResignAction::release_attributes, wire::ResignAction::delete_objects,
        wire::ResignAction::delete_objects_and_release_attributes, wire::ResignAction::no_action}) {
    EXPECT_EQ(read_resign_action(enum_text(action)), action);
    EXPECT_EQ(read_resign_action(std::to_string(static_cast<int>(action))), action);
  }
  EXPECT_EQ(read_resign_action("DELETE_OBJECTS"), wire::ResignAction::delete_objects);
  EXPECT_EQ(read_resign_action("5"), std::nullopt);
}

TEST(MomText, EndsEveryValueWithANul) {
  Values values;
  values.add(ParameterHandle(4), "abc");
  values.add(ParameterHandle(), "nowhere to be put");
  EXPECT_EQ(values.list().count, 1u);
  const auto found = find_bytes(values.list(), ParameterHandle(4));
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->size(), 4u);
  EXPECT_EQ(find_text(values.list(), ParameterHandle(4)), "abc");
  EXPECT_EQ(find_text(values.list(), ParameterHandle(5)), std::nullopt);
}

TEST(MomHandles, AreThoseOfTheObjectModel) {
  const ObjectModel model = model_with_mom();
  const Handles handles(model);
  EXPECT_EQ(model.path(handles.federation()), "ObjectRoot.Manager.Federation");
  EXPECT_EQ(model.path(handles.federate()), "ObjectRoot.Manager.Federate");
  EXPECT_EQ(handles.handle_of(FederateAttribute::LBTS),
            model.attribute(handles.federate(), "LBTS"));
  EXPECT_TRUE(handles.handle_of(FederateAttribute::ObjectsReflected));
  for (std::size_t i = 1; i < kInteractions; ++i) {
    const auto interaction = static_cast<Interaction>(i);
    ASSERT_TRUE(handles.handle_of(interaction)) << name_of(interaction);
    EXPECT_EQ(handles.interaction_of(handles.handle_of(interaction)), interaction);
    EXPECT_TRUE(handles.parameter(interaction, "Federate"));
    EXPECT_NE(is_command(interaction), is_report(interaction));
  }
  EXPECT_EQ(handles.interaction_of(test::kShot), Interaction::none);
  EXPECT_TRUE(handles.is_management(handles.federate()));
  EXPECT_FALSE(handles.is_management(test::kTank));
  EXPECT_EQ(kInteractions - 1, 4u + 10u + 14u + 32u);
}

TEST(MomHandles, AreZeroWhereTheModelHasNoMom) {
  const ObjectModel model = test::test_model();
  const Handles handles(model);
  EXPECT_FALSE(handles.federation());
  EXPECT_FALSE(handles.federate());
  EXPECT_FALSE(handles.handle_of(Interaction::Alert));
  EXPECT_FALSE(handles.parameter(Interaction::Alert, "AlertID"));
  EXPECT_FALSE(handles.is_management(test::kTank));
}

TEST(MomObjects, ComeAndGoWithTheMember) {
  Federation federation(model_with_mom());
  const ObjectHandle manager(5);
  federation.apply(wire::FederateJoined{kOne, "one", false, manager});
  ASSERT_TRUE(
      federation.apply(wire::kRtiOwner, federation.management().registration_of_manager(manager)));
  ASSERT_NE(federation.objects().find(manager), nullptr);
  EXPECT_EQ(federation.objects().find(manager)->owner(AttributeHandle(1)), wire::kRtiOwner);

  Federation copy(model_with_mom());
  ASSERT_TRUE(copy.restore(snapshot_of(federation)));
  EXPECT_EQ(copy.member(kOne)->manager, manager);
  EXPECT_NE(copy.objects().find(manager), nullptr);

  const auto changes =
      federation.apply(wire::FederateResigned{kOne, wire::ResignAction::no_action, false, {}});
  EXPECT_EQ(changes.deleted, std::vector{manager});
  EXPECT_TRUE(changes.released.empty());
}

}  // namespace
}  // namespace triad::core::mom
