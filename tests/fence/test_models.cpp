// Whether each model of our own builder is what it claims to be.
#include <doctest/doctest.h>

#include "fence/model.h"
#include "support/models.h"
TEST_CASE("each ready model is sound, or refused as it says") {
  for (const auto& ready : npuspec::test::ready_models()) {
    CAPTURE(ready.name);
    const npuspec::test::Bytes bytes = ready.spec.build();
    if (ready.expect == npuspec::test::Expect::kNoModel) {
      CHECK_THROWS_AS(npuspec::fence::Model(ready.name, bytes), npuspec::fence::ModelError);
    } else {
      CHECK_NOTHROW(npuspec::fence::Model(ready.name, bytes));
    }
  }
}
