// Sets of attribute handles and federate handles, as the API's factories make them and callbacks
// carry them. Used by the services and the callback dispatcher of libRTI. The sets do not check
// that handles are defined; the services do.
#pragma once

#include <RTI.hh>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace triad::api {

// Wire form of a handle beyond 32 bits. No federation defines this handle, so the service refuses
// it with AttributeNotDefined or similar.
inline constexpr std::uint32_t kUndefinedHandle = 0xFFFFFFFF;

// Limit on the members of a set. A larger creation hint is refused.
inline constexpr std::size_t kSetSizeMax = std::size_t{1} << 20;

constexpr std::uint32_t wire_handle(RTI::ULong handle) {
  return handle < kUndefinedHandle ? static_cast<std::uint32_t>(handle) : kUndefinedHandle;
}

// Handles without duplicates, in the order in which they were added. clear() keeps the memory.
class HandleList {
 public:
  void reserve(std::size_t members) { handles_.reserve(members); }
  [[nodiscard]] std::span<const RTI::ULong> handles() const { return handles_; }
  [[nodiscard]] bool contains(RTI::ULong handle) const;
  // Returns the member at an index. Throws ArrayIndexOutOfBounds.
  [[nodiscard]] RTI::ULong at(RTI::ULong index) const;

  // Adds a handle, unless it is a member. Returns false if the list is full.
  [[nodiscard]] bool add(RTI::ULong handle);
  // Removes a handle. Returns false if it is not a member.
  [[nodiscard]] bool remove(RTI::ULong handle);
  void clear();
  // Replaces the members by `handles`, which must not contain duplicates.
  void assign(std::span<const std::uint32_t> handles);

 private:
  std::vector<RTI::ULong> handles_;
  // Upper bound of all members, so that handles added in ascending order need no search.
  RTI::ULong highest_ = 0;
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

  // Return or change the handles, for use within libRTI.
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

  // Return or change the handles, for use within libRTI.
  [[nodiscard]] std::span<const RTI::ULong> handles() const { return list_.handles(); }
  void assign(std::span<const std::uint32_t> handles) { list_.assign(handles); }
  void reserve(std::size_t members) { list_.reserve(members); }

 private:
  HandleList list_;
};

// Copies the members of any set, also of a class that the federate has derived, in wire form.
// Replaces the content of `out`.
void copy_handles(const RTI::AttributeHandleSet& set, std::vector<std::uint32_t>& out);
void copy_handles(const RTI::FederateHandleSet& set, std::vector<std::uint32_t>& out);

// Returns the number of members for which to reserve memory, for a creation hint up to kSetSizeMax.
constexpr std::size_t first_capacity(RTI::ULong count) {
  constexpr RTI::ULong kFirstCapacityMax = 1024;
  return count < kFirstCapacityMax ? count : kFirstCapacityMax;
}

[[noreturn]] void throw_index_out_of_bounds(RTI::ULong index, std::size_t size);

}  // namespace triad::api
