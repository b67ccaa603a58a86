#include "libRTI/src/fed_time_type.hpp"

#include <dlfcn.h>
#include <link.h>
#include <RTI.hh>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <typeinfo>

#include "core/double_time.hpp"
#include "files/line_output.hpp"

// Defined only by Triad's libFedTime; null if another library replaces it.
extern "C" __attribute__((weak)) void triad_fedtime_assign(RTI::FedTime& time, double value);

extern "C" const triad::core::TimeType* triad_federation_time_type() {
  return &triad::api::federation_time_type();
}

namespace triad::api {

namespace {

using Owned = std::unique_ptr<RTI::FedTime>;

// Calls `ask`. If the federate's FedTime throws, reports that and returns `fallback`.
template <class Answer, class Ask>
Answer asked(const char* what, Answer fallback, Ask&& ask) {
  static std::atomic<std::uint64_t> thrown{0};  // Count for this question.
  std::string name;
  try {
    return ask();
  } catch (const RTI::Exception& e) {
    name = std::string(" ") + e._name;
  } catch (...) {
  }
  if (const std::uint64_t times = ++thrown; files::is_logged_occurrence(times)) {
    files::print_line("triad: libFedTime threw" + name + " when asked for " + what +
                      files::occurrences_suffix(times));
  }
  return fallback;
}

Owned decoded(wire::Bytes encoded) {
  return Owned(RTI::FedTimeFactory::decode(DecodableTime(encoded).data()));
}

core::Time encoded(const RTI::FedTime& time) {
  std::array<char, wire::kTimeBytesMax> bytes{};
  const int length = time.encodedLength();
  if (length <= 0 || length > static_cast<int>(bytes.size())) return {};
  time.encode(bytes.data());
  return core::Time(std::as_bytes(std::span(bytes)).first(static_cast<std::size_t>(length)));
}

class ForeignTime final : public core::TimeType {
 public:
  ForeignTime() {
    const Owned zero(RTI::FedTimeFactory::makeZero());
    const RTI::FedTime& time = *zero;
    name_ =
        std::string(typeid(time).name()) + " in " + std::to_string(time.encodedLength()) + " bytes";
  }

  std::string_view name() const override { return name_; }

  bool is_valid(wire::Bytes bytes) const override {
    if (bytes.empty() || bytes.size() > wire::kTimeBytesMax) return false;
    try {
      const Owned time = decoded(bytes);
      return time != nullptr && time->encodedLength() == static_cast<int>(bytes.size()) &&
             *time == *time;
    } catch (...) {
      return false;
    }
  }

  // The federate's += may wrap at the end of its range. Such a sum is infinite. `b` is not
  // negative.
  core::Time sum(const core::Time& a, const core::Time& b) const override {
    if (is_infinite(a) || is_infinite(b)) return infinity();
    return asked("a sum of times", a, [&] {
      const Owned result = decoded(a.bytes());
      *result += *decoded(b.bytes());
      if (*result < *decoded(a.bytes())) return infinity();
      return encoded(*result);
    });
  }

  // The federate's times may be unsigned. No difference is below zero, where its -= would wrap.
  core::Time difference(const core::Time& a, const core::Time& b) const override {
    if (is_infinite(a)) return a;
    if (less(a, b)) return zero();
    return asked("a difference of times", a, [&] {
      const Owned result = decoded(a.bytes());
      *result -= *decoded(b.bytes());
      return encoded(*result);
    });
  }

  core::Time zero() const override {
    return asked("zero", core::Time(),
                 [] { return encoded(*Owned(RTI::FedTimeFactory::makeZero())); });
  }

  core::Time infinity() const override {
    return asked("positive infinity", core::Time(), [] {
      const Owned time(RTI::FedTimeFactory::makeZero());
      time->setPositiveInfinity();
      return encoded(*time);
    });
  }

  std::string text(const core::Time& time) const override {
    return asked("a printable string", std::string("?"), [&] {
      const Owned printed = decoded(time.bytes());
      const int length = printed->getPrintableLength();
      if (length <= 0 || length > 4096) return std::string("?");
      std::string text(static_cast<std::size_t>(length) + 1, '\0');
      printed->getPrintableString(text.data());
      return std::string(text.c_str());
    });
  }

 private:
  int compare_times(const core::Time& a, const core::Time& b) const override {
    return asked("an order of times", 0, [&] {
      const Owned left = decoded(a.bytes());
      const Owned right = decoded(b.bytes());
      if (*left < *right) return -1;
      return *left == *right ? 0 : 1;
    });
  }

  std::string name_;
};

struct Library {
  const void* base = nullptr;
  std::string file;  // Empty: the program itself.
};

Library library_of(const void* address) {
  Dl_info info{};
  void* map = nullptr;
  if (dladdr1(address, &info, &map, RTLD_DL_LINKMAP) == 0) return {};
  return {info.dli_fbase, static_cast<const link_map*>(map)->l_name};
}

Library time_library() {
  return library_of(reinterpret_cast<const void*>(&RTI::FedTimeFactory::makeZero));
}

}  // namespace

DecodableTime::DecodableTime(wire::Bytes encoded) {
  const auto count = std::min(encoded.size(), wire::kTimeBytesMax);
  std::ranges::transform(encoded.first(count), bytes_.begin(),
                         [](std::byte b) { return static_cast<char>(b); });
}

// Compares the library of the factory, because a federate may define its own FedTimeFactory and
// still be linked with Triad's libFedTime.
bool is_foreign_time() {
  const void* const marker = reinterpret_cast<const void*>(&triad_fedtime_assign);
  if (marker == nullptr) return true;
  return library_of(marker).base != time_library().base;
}

wire::Result<std::vector<std::string>> time_libraries() {
  std::vector<std::string> files;
  for (const std::string& name :
       {time_library().file,
        library_of(reinterpret_cast<const void*>(&triad_federation_time_type)).file}) {
    std::error_code fault;
    files.push_back(std::filesystem::canonical(name, fault).string());
    if (fault || files.back().find_first_of(": ") != std::string::npos) {
      return wire::error(
          wire::ErrorCode::RTIinternalError,
          "this federate has a libFedTime of its own, and an rtia process can load neither it nor "
          "libRTI-NG out of the federate's program nor from a path with a colon or a blank (\"" +
              name + "\"): use RTI_RTIA=embedded");
    }
  }
  return files;
}

bool assign_time(RTI::FedTime& time, wire::Bytes encoded) {
  static const bool doubles = !is_foreign_time();
  if (!doubles || !core::DoubleTime().is_valid(encoded)) return false;
  triad_fedtime_assign(time, core::DoubleTime::decode(core::Time(encoded)));
  return true;
}

const core::TimeType& federation_time_type() {
  static const core::DoubleTime of_triad;
  if (!is_foreign_time()) return of_triad;
  static const ForeignTime foreign;
  return foreign;
}

}  // namespace triad::api
