// The object model of the scenario tests with the classes of the MOM.
#pragma once

#include "core/object_model.hpp"
#include "core/test_model.hpp"
#include "fed-parser/standard_mom.hpp"

namespace triad::test {

inline core::ObjectModel model_with_mom() {
  core::ObjectModel model = core::test::test_model();
  fed::add_standard_classes(model);
  return model;
}

}  // namespace triad::test
