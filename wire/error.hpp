// Errors as values. The codes are the HLA 1.3 exceptions by name, because every refusal inside ends
// as one of them at the HLA border, where libRTI holds the one table from code to exception class.
// Used by core, rtia, rtig and on the wire (Refused); nothing here throws.
#pragma once

#include <boost/system/result.hpp>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

// The 79 exceptions of the HLA 1.3 C++ API, as CODE(name).
#define TRIAD_HLA_EXCEPTIONS(CODE)               \
  CODE(ArrayIndexOutOfBounds)                    \
  CODE(AsynchronousDeliveryAlreadyDisabled)      \
  CODE(AsynchronousDeliveryAlreadyEnabled)       \
  CODE(AttributeAcquisitionWasNotCanceled)       \
  CODE(AttributeAcquisitionWasNotRequested)      \
  CODE(AttributeAlreadyBeingAcquired)            \
  CODE(AttributeAlreadyBeingDivested)            \
  CODE(AttributeAlreadyOwned)                    \
  CODE(AttributeDivestitureWasNotRequested)      \
  CODE(AttributeNotDefined)                      \
  CODE(AttributeNotKnown)                        \
  CODE(AttributeNotOwned)                        \
  CODE(AttributeNotPublished)                    \
  CODE(ConcurrentAccessAttempted)                \
  CODE(CouldNotDiscover)                         \
  CODE(CouldNotOpenFED)                          \
  CODE(CouldNotRestore)                          \
  CODE(DeletePrivilegeNotHeld)                   \
  CODE(DimensionNotDefined)                      \
  CODE(EnableTimeConstrainedPending)             \
  CODE(EnableTimeConstrainedWasNotPending)       \
  CODE(EnableTimeRegulationPending)              \
  CODE(EnableTimeRegulationWasNotPending)        \
  CODE(ErrorReadingFED)                          \
  CODE(EventNotKnown)                            \
  CODE(FederateAlreadyExecutionMember)           \
  CODE(FederateInternalError)                    \
  CODE(FederateLoggingServiceCalls)              \
  CODE(FederateNotExecutionMember)               \
  CODE(FederateOwnsAttributes)                   \
  CODE(FederateWasNotAskedToReleaseAttribute)    \
  CODE(FederatesCurrentlyJoined)                 \
  CODE(FederationExecutionAlreadyExists)         \
  CODE(FederationExecutionDoesNotExist)          \
  CODE(FederationTimeAlreadyPassed)              \
  CODE(HandleValuePairMaximumExceeded)           \
  CODE(InteractionClassNotDefined)               \
  CODE(InteractionClassNotKnown)                 \
  CODE(InteractionClassNotPublished)             \
  CODE(InteractionClassNotSubscribed)            \
  CODE(InteractionParameterNotDefined)           \
  CODE(InteractionParameterNotKnown)             \
  CODE(InvalidExtents)                           \
  CODE(InvalidFederationTime)                    \
  CODE(InvalidHandleValuePairSetContext)         \
  CODE(InvalidLookahead)                         \
  CODE(InvalidOrderingHandle)                    \
  CODE(InvalidRegionContext)                     \
  CODE(InvalidResignAction)                      \
  CODE(InvalidRetractionHandle)                  \
  CODE(InvalidTransportationHandle)              \
  CODE(MemoryExhausted)                          \
  CODE(NameNotFound)                             \
  CODE(ObjectAlreadyRegistered)                  \
  CODE(ObjectClassNotDefined)                    \
  CODE(ObjectClassNotKnown)                      \
  CODE(ObjectClassNotPublished)                  \
  CODE(ObjectClassNotSubscribed)                 \
  CODE(ObjectNotKnown)                           \
  CODE(OwnershipAcquisitionPending)              \
  CODE(RTIinternalError)                         \
  CODE(RegionInUse)                              \
  CODE(RegionNotKnown)                           \
  CODE(RestoreInProgress)                        \
  CODE(RestoreNotRequested)                      \
  CODE(SaveInProgress)                           \
  CODE(SaveNotInitiated)                         \
  CODE(SpaceNotDefined)                          \
  CODE(SpecifiedSaveLabelDoesNotExist)           \
  CODE(SynchronizationPointLabelWasNotAnnounced) \
  CODE(TimeAdvanceAlreadyInProgress)             \
  CODE(TimeAdvanceWasNotInProgress)              \
  CODE(TimeConstrainedAlreadyEnabled)            \
  CODE(TimeConstrainedWasNotEnabled)             \
  CODE(TimeRegulationAlreadyEnabled)             \
  CODE(TimeRegulationWasNotEnabled)              \
  CODE(UnableToPerformSave)                      \
  CODE(ValueCountExceeded)                       \
  CODE(ValueLengthExceeded)

namespace triad::wire {

#define TRIAD_ENUMERATOR(name) name,
enum class ErrorCode : std::uint8_t { TRIAD_HLA_EXCEPTIONS(TRIAD_ENUMERATOR) };
#undef TRIAD_ENUMERATOR

#define TRIAD_COUNT(name) +1
inline constexpr std::size_t kErrorCodes = 0 TRIAD_HLA_EXCEPTIONS(TRIAD_COUNT);
#undef TRIAD_COUNT

// The exception's class name, e.g. "ObjectNotKnown".
std::string_view name_of(ErrorCode code);

// A refusal: which exception, and a text for people (what was wrong, where, what to do).
struct Error {
  ErrorCode code = ErrorCode::RTIinternalError;
  std::string text;
};

template <class T>
using Result = boost::system::result<T, Error>;

inline Error error(ErrorCode code, std::string text) {
  return Error{code, std::move(text)};
}

// Boost.System asks for this where value() is called on an error: a mistake of ours, never a
// user's.
[[noreturn]] inline void throw_exception_from_error(const Error& e, const boost::source_location&) {
  throw std::logic_error("unchecked error: " + e.text);
}

}  // namespace triad::wire
