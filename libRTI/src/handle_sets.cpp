// Implements the sets of handle_sets.hpp.
#include "libRTI/src/handle_sets.hpp"

#include <algorithm>
#include <memory>
#include <new>
#include <string>

namespace triad::api {

namespace {

RTI::Boolean boolean(bool value) {
  return value ? RTI::RTI_TRUE : RTI::RTI_FALSE;
}

std::string full_text() {
  return "a set holds at most " + std::to_string(kSetSizeMax) + " handles";
}

template <class Set>
void copy_members(const Set& set, std::vector<std::uint32_t>& out) {
  out.clear();
  const RTI::ULong size = set.size();
  out.reserve(size);
  for (RTI::ULong i = 0; i < size; ++i) {
    out.push_back(wire_handle(set.getHandle(i)));
  }
}

template <class Impl>
Impl* create_set(RTI::ULong count) {
  if (count > kSetSizeMax) {
    throw RTI::ValueCountExceeded(
        (std::to_string(count) + " handles asked for; " + full_text()).c_str());
  }
  try {
    auto set = std::make_unique<Impl>();
    set->reserve(first_capacity(count));
    return set.release();
  } catch (const std::bad_alloc&) {
    throw RTI::MemoryExhausted("no memory for a set of handles");
  }
}

}  // namespace

void throw_index_out_of_bounds(RTI::ULong index, std::size_t size) {
  throw RTI::ArrayIndexOutOfBounds(("index " + std::to_string(index) + " in a set of " +
                                    std::to_string(size) + "; indexes count from 0")
                                       .c_str());
}

bool HandleList::contains(RTI::ULong handle) const {
  return handle <= highest_ &&
         std::find(handles_.begin(), handles_.end(), handle) != handles_.end();
}

RTI::ULong HandleList::at(RTI::ULong index) const {
  if (index >= handles_.size()) {
    throw_index_out_of_bounds(index, handles_.size());
  }
  return handles_[index];
}

bool HandleList::add(RTI::ULong handle) {
  if (contains(handle)) {
    return true;
  }
  if (handles_.size() >= kSetSizeMax) {
    return false;
  }
  handles_.push_back(handle);
  highest_ = std::max(highest_, handle);
  return true;
}

bool HandleList::remove(RTI::ULong handle) {
  const auto found = std::find(handles_.begin(), handles_.end(), handle);
  if (found == handles_.end()) {
    return false;
  }
  handles_.erase(found);
  return true;
}

void HandleList::clear() {
  handles_.clear();
  highest_ = 0;
}

void HandleList::assign(std::span<const std::uint32_t> handles) {
  handles_.assign(handles.begin(), handles.end());
  highest_ = handles.empty() ? 0 : *std::max_element(handles_.begin(), handles_.end());
}

void AttributeHandleSetImpl::add(RTI::AttributeHandle h) {
  if (!list_.add(h)) {
    throw RTI::ArrayIndexOutOfBounds(full_text().c_str());
  }
}

void AttributeHandleSetImpl::remove(RTI::AttributeHandle h) {
  if (!list_.remove(h)) {
    throw RTI::AttributeNotDefined(
        ("attribute handle " + std::to_string(h) + " is not in the set").c_str());
  }
}

RTI::Boolean AttributeHandleSetImpl::isEmpty() const {
  return boolean(list_.handles().empty());
}

RTI::Boolean AttributeHandleSetImpl::isMember(RTI::AttributeHandle h) const {
  return boolean(list_.contains(h));
}

void FederateHandleSetImpl::add(RTI::FederateHandle h) {
  if (!list_.add(h)) {
    throw RTI::ValueCountExceeded(full_text().c_str());
  }
}

void FederateHandleSetImpl::remove(RTI::FederateHandle h) {
  if (!list_.remove(h)) {
    throw RTI::ArrayIndexOutOfBounds(
        ("federate handle " + std::to_string(h) + " is not in the set").c_str());
  }
}

RTI::Boolean FederateHandleSetImpl::isMember(RTI::FederateHandle h) const {
  return boolean(list_.contains(h));
}

void copy_handles(const RTI::AttributeHandleSet& set, std::vector<std::uint32_t>& out) {
  copy_members(set, out);
}

void copy_handles(const RTI::FederateHandleSet& set, std::vector<std::uint32_t>& out) {
  copy_members(set, out);
}

}  // namespace triad::api

RTI::AttributeHandleSet* RTI::AttributeHandleSetFactory::create(ULong count) {
  return triad::api::create_set<triad::api::AttributeHandleSetImpl>(count);
}

RTI::FederateHandleSet* RTI::FederateHandleSetFactory::create(ULong count) {
  return triad::api::create_set<triad::api::FederateHandleSetImpl>(count);
}
