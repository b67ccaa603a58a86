// The sets of attribute handles and of federate handles that the API's factories make and callbacks
// carry. Used by the service wrappers and the callback dispatcher of libRTI; knows nothing of
// federations: whether a handle is defined is for the service that is given the set.
#pragma once

#include <RTI.hh>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace triad::api {

// What a handle beyond 32 bits becomes on the wire. No federation ever defines it, so the service
// refuses it by name (AttributeNotDefined and the like), as it would the handle itself.
inline constexpr std::uint32_t kUndefinedHandle = 0xFFFFFFFF;

// No set holds more members than this; a creation hint beyond it is taken for a mistake.
inline constexpr std::size_t kSetSizeMax = std::size_t{1} << 20;

constexpr std::uint32_t wire_handle(RTI::ULong handle) {
  return handle < kUndefinedHandle ? static_cast<std::uint32_t>(handle) : kUndefinedHandle;
}

// Handles without repetition, in the order of their first add. Its memory outlives clear().
class HandleList {
 public:
  void reserve(std::size_t members) { handles_.reserve(members); }
  [[nodiscard]] std::span<const RTI::ULong> handles() const { return handles_; }
  [[nodiscard]] bool contains(RTI::ULong handle) const;
  // Throws ArrayIndexOutOfBounds.
  [[nodiscard]] RTI::ULong at(RTI::ULong index) const;

  // False: the list is full. A handle that is there already changes nothing.
  [[nodiscard]] bool add(RTI::ULong handle);
  // False: it is not there.
  [[nodiscard]] bool remove(RTI::ULong handle);
  void clear();
  void assign(std::span<const std::uint32_t> handles);

 private:
  std::vector<RTI::ULong> handles_;
  RTI::ULong highest_ = 0;  // no member is higher: ascending adds need no search
};

class AttributeHandleSetImpl final : public RTI::AttributeHandleSet {
 public:
  AttributeHandleSetImpl() = default;
  AttributeHandleSetImpl(const AttributeHandleSetImpl&) = delete;
  AttributeHandleSetImpl& operator=(const AttributeHandleSetImpl&) = delete;

  RTI::ULong size() const override { return list_.handles().size(); }
  RTI::AttributeHandle getHandle(RTI::ULong i) const override { return list_.at(i); }
  void add(RTI::AttributeHandle h) override;
  void remove(RTI::AttributeHandle h) override;
  void empty() override { list_.clear(); }
  RTI::Boolean isEmpty() const override;
  RTI::Boolean isMember(RTI::AttributeHandle h) const override;

  // Inside libRTI.
  [[nodiscard]] std::span<const RTI::ULong> handles() const { return list_.handles(); }
  void assign(std::span<const std::uint32_t> handles) { list_.assign(handles); }
  void reserve(std::size_t members) { list_.reserve(members); }

 private:
  HandleList list_;
};

class FederateHandleSetImpl final : public RTI::FederateHandleSet {
 public:
  FederateHandleSetImpl() = default;
  FederateHandleSetImpl(const FederateHandleSetImpl&) = delete;
  FederateHandleSetImpl& operator=(const FederateHandleSetImpl&) = delete;

  RTI::ULong size() const override { return list_.handles().size(); }
  RTI::FederateHandle getHandle(RTI::ULong i) const override { return list_.at(i); }
  void add(RTI::FederateHandle h) override;
  void remove(RTI::FederateHandle h) override;
  void empty() override { list_.clear(); }
  RTI::Boolean isMember(RTI::FederateHandle h) const override;

  // Inside libRTI.
  [[nodiscard]] std::span<const RTI::ULong> handles() const { return list_.handles(); }
  void assign(std::span<const std::uint32_t> handles) { list_.assign(handles); }
  void reserve(std::size_t members) { list_.reserve(members); }

 private:
  HandleList list_;
};

// The members of any set, also of a class that the federate derived itself, as the wire has them.
// `out` is overwritten.
void copy_handles(const RTI::AttributeHandleSet& set, std::vector<std::uint32_t>& out);
void copy_handles(const RTI::FederateHandleSet& set, std::vector<std::uint32_t>& out);

// How many members to make room for at once, of a creation hint that is within kSetSizeMax.
constexpr std::size_t first_capacity(RTI::ULong count) {
  constexpr RTI::ULong kFirstCapacityMax = 1024;
  return count < kFirstCapacityMax ? count : kFirstCapacityMax;
}

[[noreturn]] void throw_index_out_of_bounds(RTI::ULong index, std::size_t size);

}  // namespace triad::api
