// Where an Ambassador puts the records that it wants sent. The host implements it over a link;
// tests over memory. Called only from within calls of the Ambassador; must not call back into it.
#pragma once

#include "core/audience.hpp"
#include "wire/record.hpp"

namespace triad::rtia {

class Uplink {
 public:
  virtual ~Uplink() = default;

  // One complete record, header included; the bytes are the Ambassador's and valid during the call.
  virtual void send(const core::Audience& audience, wire::Bytes record) = 0;
  // Where members read each other's records directly: this one has not said yet how far it has, and
  // is to wake up and say it.
  virtual void remind(wire::FederateHandle /*federate*/) {}
};

}  // namespace triad::rtia
