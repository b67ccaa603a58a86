// The Region objects of one RTIambassador. A token identifies a region; a Region object is a view
// of it.
//
// The RTI owns the views, but the federate may also delete them, because the HLA header permits
// both. A deletion ends the view, not the region. createRegion and each getRegion return the same
// object for a region, and its view ends when it has been deleted as often as it was returned. An
// address from the federate is looked up before it is used, so an unknown or deleted Region is
// refused safely.
#pragma once

#include <RTI.hh>
#include <deque>
#include <map>
#include <memory>
#include <new>
#include <vector>

#include "wire/messages/ddm_messages.hpp"

namespace triad::api {

// A region from its federate's view: the bounds set locally, and the bounds of the last
// notification.
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
  // Shares the region's view. `book` is null for another federate's region, during a callback.
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

  // Handles the federate's `delete`, in place of the destructor. The object may have been
  // returned several times. Its memory is kept for a while, so that its address is not reused.
  static void operator delete(RegionObject* object, std::destroying_delete_t);
  // Destroys the object and frees its memory.
  static void destroy(RegionObject* object);

 private:
  std::size_t range(RTI::ExtentIndex extent, RTI::DimensionHandle dimension) const;

  const std::shared_ptr<RegionView> view_;
  const std::shared_ptr<RegionBook> book_;
};

class RegionBook : public std::enable_shared_from_this<RegionBook> {
 public:
  // Adds a region and returns its object.
  RTI::Region* add(const wire::RegionDescription& description);
  // Returns the view of a region; null if the address is not a region of this federate.
  std::shared_ptr<RegionView> find(const RTI::Region* region) const;
  // Returns the Region object for the token; null if this federate has no such region.
  RTI::Region* object_for(wire::RegionHandle token);
  // Records that the federate has deleted an object it received.
  void record_deletion(RegionObject* object);
  // Returns the handle for a call to the RTI; an undefined handle if the address is unknown.
  wire::RegionHandle handle(const RTI::Region* region) const;

  // Resets the region to its state in the save, after a restore.
  void restore_region(const wire::RegionDescription& description);
  std::vector<wire::RegionHandle> tokens() const;

  // Handles the deletion of a region. Its Region object is kept for a while, because some federates
  // delete it as well.
  void retire(wire::RegionHandle token);
  // Ends all regions, after the federate's resignation.
  void retire_all();
  // Destroys all objects that the federate has not deleted. None may be used afterwards.
  void close();

 private:
  void end_object(RegionObject* object);

  static constexpr std::size_t kEndedMax = 1000;

  struct Entry {
    std::shared_ptr<RegionView> view;
    RegionObject* object = nullptr;  // Null after the federate has deleted it.
    std::size_t handed_out = 0;      // Times returned, minus times deleted.
  };
  std::map<wire::RegionHandle, Entry> regions_;
  std::map<const RTI::Region*, RegionObject*> objects_;  // Objects of the entries, by address.
  std::deque<RegionObject*> ended_;
};

}  // namespace triad::api
