// Optional value for members that few of many objects have. Takes the size of a pointer until it is
// first changed, and reads as an empty value until then.
#pragma once

#include <memory>

namespace triad::core {

template <class T>
class LazyOptional {
 public:
  // Returns the value, creating it if necessary.
  T& edit() {
    if (value_ == nullptr) value_ = std::make_unique<T>();
    return *value_;
  }
  // Returns null if the value was never created.
  T* value_if_created() { return value_.get(); }
  const T* value_if_created() const { return value_.get(); }
  void clear() { value_.reset(); }

  const T& operator*() const { return value_ == nullptr ? kEmpty : *value_; }
  const T* operator->() const { return &**this; }

 private:
  inline static const T kEmpty{};
  std::unique_ptr<T> value_;
};

}  // namespace triad::core
