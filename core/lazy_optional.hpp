// A part of an object that hardly any of many objects has: a pointer's size until it is first
// changed, and read as an empty one until then.
#pragma once

#include <memory>

namespace triad::core {

template <class T>
class LazyOptional {
 public:
  // Makes it, if there is none.
  T& edit() {
    if (value_ == nullptr) value_ = std::make_unique<T>();
    return *value_;
  }
  // Null if nobody has changed it.
  T* if_there() { return value_.get(); }
  const T* if_there() const { return value_.get(); }
  void clear() { value_.reset(); }

  const T& operator*() const { return value_ == nullptr ? kNone : *value_; }
  const T* operator->() const { return &**this; }

 private:
  inline static const T kNone{};
  std::unique_ptr<T> value_;
};

}  // namespace triad::core
