// Ownership management (HLA 1.3 clause 7): calls, the RTIG's decisions and callbacks.
//
// The RTIG decides who owns what, and says so in its log by AttributeOwnershipTransferred alone. It
// takes an attribute from nobody who has not given it up: by a call (divestiture, release response,
// unpublication), by leaving, or, where it has offered it and somebody wants it, by
// AttributesYielded, which its RTIA sends when it has told its federate. Such a record is the cause
// in the stamp of the transfer, so that whatever the old owner sent before is handled before.
#pragma once

#include <string_view>
#include <vector>

#include "wire/codec.hpp"

namespace triad::wire {

// Calls that become requests to the RTIG; where it is not said otherwise, with no more than that.
struct UnconditionalAttributeOwnershipDivestiture {
  using Reply = void;
  ObjectHandle object;
  AttributeSet attributes;
};
BOOST_DESCRIBE_STRUCT(UnconditionalAttributeOwnershipDivestiture, (), (object, attributes))

// Also a record of the log: everybody may have to be asked to assume what is offered.
struct NegotiatedAttributeOwnershipDivestiture {
  using Reply = void;
  ObjectHandle object;
  AttributeSet attributes;
  std::string_view tag;
};
BOOST_DESCRIBE_STRUCT(NegotiatedAttributeOwnershipDivestiture, (), (object, attributes, tag))

// Also a record of the log.
struct CancelNegotiatedAttributeOwnershipDivestiture {
  using Reply = void;
  ObjectHandle object;
  AttributeSet attributes;
};
BOOST_DESCRIBE_STRUCT(CancelNegotiatedAttributeOwnershipDivestiture, (), (object, attributes))

// The RTIA fills in the class at which its federate knows the instance: what it publishes there is
// what it may own.
struct AttributeOwnershipAcquisition {
  using Reply = void;
  ObjectHandle object;
  ObjectClassHandle known_class;
  AttributeSet attributes;
  std::string_view tag;
};
BOOST_DESCRIBE_STRUCT(AttributeOwnershipAcquisition, (), (object, known_class, attributes, tag))

struct AttributeOwnershipAcquisitionIfAvailable {
  using Reply = void;
  ObjectHandle object;
  ObjectClassHandle known_class;
  AttributeSet attributes;
};
BOOST_DESCRIBE_STRUCT(AttributeOwnershipAcquisitionIfAvailable, (),
                      (object, known_class, attributes))

// Answered by the transfer, or by Accepted where nobody wants any of them any more.
struct AttributeOwnershipReleaseResponse {
  using Reply = AttributeSet;
  ObjectHandle object;
  AttributeSet attributes;
};
BOOST_DESCRIBE_STRUCT(AttributeOwnershipReleaseResponse, (), (object, attributes))

// Answered by Accepted, behind the confirmation for what is cancelled at once.
struct CancelAttributeOwnershipAcquisition {
  using Reply = void;
  ObjectHandle object;
  AttributeSet attributes;
};
BOOST_DESCRIBE_STRUCT(CancelAttributeOwnershipAcquisition, (), (object, attributes))

struct QueryAttributeOwnership {
  using Reply = void;
  ObjectHandle object;
  AttributeHandle attribute;
};
BOOST_DESCRIBE_STRUCT(QueryAttributeOwnership, (), (object, attribute))

// Log record: who owns these attributes from now on. Zero: nobody.
struct AttributeTransfer {
  FederateHandle federate;
  ObjectClassHandle known_class;  // at which the new owner knows the instance
  AttributeSet attributes;
};
BOOST_DESCRIBE_STRUCT(AttributeTransfer, (), (federate, known_class, attributes))

struct AttributeOwnershipTransferred {
  ObjectHandle object;
  std::vector<AttributeTransfer> transfers;
  bool untold = false;  // by the MOM: no federate is told by a callback
};
BOOST_DESCRIBE_STRUCT(AttributeOwnershipTransferred, (), (object, transfers, untold))

// The RTIG to an owner: somebody wants what it offers, it is to yield it. The second takes that
// back, as nobody wants it any more; if the owner has not yielded by then it answers
// AttributesKept.
struct YieldAttributes {
  ObjectHandle object;
  AttributeSet attributes;
};
BOOST_DESCRIBE_STRUCT(YieldAttributes, (), (object, attributes))

struct KeepAttributes {
  ObjectHandle object;
  AttributeSet attributes;
};
BOOST_DESCRIBE_STRUCT(KeepAttributes, (), (object, attributes))

struct AttributesYielded {
  ObjectHandle object;
  AttributeSet attributes;
};
BOOST_DESCRIBE_STRUCT(AttributesYielded, (), (object, attributes))

struct AttributesKept {
  ObjectHandle object;
  AttributeSet attributes;
};
BOOST_DESCRIBE_STRUCT(AttributesKept, (), (object, attributes))

// An RTIA to the RTIG: its federate does not know the instance any more and wants nothing of it.
struct AcquisitionsAbandoned {
  ObjectHandle object;
};
BOOST_DESCRIBE_STRUCT(AcquisitionsAbandoned, (), (object))

// Callbacks. All but the first three come from the RTIG as they are.
struct RequestAttributeOwnershipAssumption {
  ObjectHandle object;
  AttributeSet attributes;
  std::string_view tag;
};
BOOST_DESCRIBE_STRUCT(RequestAttributeOwnershipAssumption, (), (object, attributes, tag))

struct AttributeOwnershipDivestitureNotification {
  ObjectHandle object;
  AttributeSet attributes;
};
BOOST_DESCRIBE_STRUCT(AttributeOwnershipDivestitureNotification, (), (object, attributes))

struct AttributeOwnershipAcquisitionNotification {
  ObjectHandle object;
  AttributeSet attributes;
};
BOOST_DESCRIBE_STRUCT(AttributeOwnershipAcquisitionNotification, (), (object, attributes))

struct AttributeOwnershipUnavailable {
  ObjectHandle object;
  AttributeSet attributes;
};
BOOST_DESCRIBE_STRUCT(AttributeOwnershipUnavailable, (), (object, attributes))

struct RequestAttributeOwnershipRelease {
  ObjectHandle object;
  AttributeSet attributes;
  std::string_view tag;
};
BOOST_DESCRIBE_STRUCT(RequestAttributeOwnershipRelease, (), (object, attributes, tag))

struct ConfirmAttributeOwnershipAcquisitionCancellation {
  ObjectHandle object;
  AttributeSet attributes;
};
BOOST_DESCRIBE_STRUCT(ConfirmAttributeOwnershipAcquisitionCancellation, (), (object, attributes))

struct InformAttributeOwnership {
  ObjectHandle object;
  AttributeHandle attribute;
  FederateHandle owner;
};
BOOST_DESCRIBE_STRUCT(InformAttributeOwnership, (), (object, attribute, owner))

struct AttributeIsNotOwned {
  ObjectHandle object;
  AttributeHandle attribute;
};
BOOST_DESCRIBE_STRUCT(AttributeIsNotOwned, (), (object, attribute))

struct AttributeOwnedByRTI {
  ObjectHandle object;
  AttributeHandle attribute;
};
BOOST_DESCRIBE_STRUCT(AttributeOwnedByRTI, (), (object, attribute))

}  // namespace triad::wire
