// The Region objects of one RTIambassador. A region is its token; a Region is a view of it which
// the RTI owns and which the federate may delete all the same, for the HLA's header says both: that
// ends the view and leaves the region. There is one object of a region, which createRegion and each
// getRegion hand out; its view ends when it has been deleted as often. What the federate hands over
// is looked up by its address before it is used, so a Region of somebody else, or one that is gone,
// is unknown and harmless.
#pragma once

#include <RTI.hh>
#include <deque>
#include <map>
#include <memory>
#include <new>
#include <vector>

#include "wire/messages/ddm_messages.hpp"

namespace triad::api {

// A region as its federate sees it: bounds set, and bounds notified last.
struct RegionView {
  explicit RegionView(const wire::RegionDescription& description);

  wire::RegionHandle handle;
  wire::SpaceHandle space;
  std::size_t extents = 0;
  std::vector<wire::DimensionHandle> dimensions;
  std::vector<wire::Range> set;
  std::vector<wire::Range> notified;
};

class RegionBook;

class RegionObject final : public RTI::Region {
 public:
  // Without a book: another federate's, for the length of a callback.
  RegionObject(std::shared_ptr<RegionView> view, std::shared_ptr<RegionBook> book);
  ~RegionObject() override = default;
  RegionObject(const RegionObject&) = delete;
  RegionObject& operator=(const RegionObject&) = delete;

  RTI::ULong getRangeLowerBound(RTI::ExtentIndex, RTI::DimensionHandle) const override;
  RTI::ULong getRangeUpperBound(RTI::ExtentIndex, RTI::DimensionHandle) const override;
  void setRangeLowerBound(RTI::ExtentIndex, RTI::DimensionHandle, RTI::ULong) override;
  void setRangeUpperBound(RTI::ExtentIndex, RTI::DimensionHandle, RTI::ULong) override;
  RTI::ULong getRangeLowerBoundNotificationLimit(RTI::ExtentIndex,
                                                 RTI::DimensionHandle) const override;
  RTI::ULong getRangeUpperBoundNotificationLimit(RTI::ExtentIndex,
                                                 RTI::DimensionHandle) const override;
  RTI::SpaceHandle getSpaceHandle() const RTI_NOEXCEPT override;
  RTI::ULong getNumberOfExtents() const RTI_NOEXCEPT override;

  const std::shared_ptr<RegionView>& view() const { return view_; }

  // A federate's `delete` comes here instead of to the destructor: the object may have been handed
  // out more than once, and its address is to stay unknown for a while after the last time.
  static void operator delete(RegionObject* object, std::destroying_delete_t);
  static void destroy(RegionObject* object);

 private:
  std::size_t range(RTI::ExtentIndex extent, RTI::DimensionHandle dimension) const;

  const std::shared_ptr<RegionView> view_;
  const std::shared_ptr<RegionBook> book_;
};

class RegionBook : public std::enable_shared_from_this<RegionBook> {
 public:
  RTI::Region* add(const wire::RegionDescription& description);
  // Null: none of this federate's.
  std::shared_ptr<RegionView> find(const RTI::Region* region) const;
  // Hands out a Region of the federate's region of that token; null if there is none.
  RTI::Region* hand_out(wire::RegionHandle token);
  // The federate has deleted what it was handed out.
  void take_back(RegionObject* object);
  // What a call is to name: a handle that no region has if there is none.
  wire::RegionHandle handle(const RTI::Region* region) const;

  // The federation has been restored: the region is as it was saved, whatever has been set here.
  void renew(const wire::RegionDescription& description);
  std::vector<wire::RegionHandle> tokens() const;

  // The region has been deleted. Its Region object lives on for a while: federates exist that
  // delete it as well.
  void retire(wire::RegionHandle token);
  // The federate is no member any more: all its regions have ended.
  void retire_all();
  // Ends all objects that the federate has not deleted; none may be used afterwards.
  void close();

 private:
  void end(RegionObject* object);

  static constexpr std::size_t kEndedMax = 1000;

  struct Entry {
    std::shared_ptr<RegionView> view;
    RegionObject* object = nullptr;  // null: the federate has deleted it
    std::size_t handed_out = 0;      // so often, and not deleted
  };
  std::map<wire::RegionHandle, Entry> regions_;
  std::map<const RTI::Region*, RegionObject*> objects_;  // of those
  std::deque<RegionObject*> ended_;
};

}  // namespace triad::api
