#include <stdio.h>

#include "mode/context.h"

const char* ork_npu_error_name(int result, char text[32]) {
  switch (-result) {
    case ORK_NPU_GONE:
      return "context-gone";
    case ORK_NPU_IN_USE:
      return "context-in-use";
    case ORK_NPU_ENDED:
      return "device-ended";
    case ORK_NPU_NO_RESET:
      return "reset-did-not-happen";
    case ORK_NPU_NO_PROFILE:
      return "unknown-profile";
    case ORK_NPU_NO_MARKER:
      return "unknown-marker";
    case ORK_NPU_NO_CHAIN:
      return "unknown-chain-kind";
    case ORK_NPU_NO_ENTRY:
      return "not-entered-by-this-row";
    case ORK_NPU_NO_KNOB:
      return "unknown-knob";
    case ORK_NPU_BAD_KNOB:
      return "not-a-value-of-this-knob";
    case ORK_NPU_KNOB_RANGE:
      return "knob-out-of-range";
    case ORK_NPU_FULL:
      return "too-many-contexts";
    case ORK_NPU_WEDGED:
      return "wedged";
    case ORK_NPU_NOT_WRITTEN:
      return "output-not-written";
    case ORK_NPU_OVERTAKEN:
      return "overtaken-by-a-reset";
    case ORK_NPU_STILL_RUNNING:
      return "still-running";
    default:
      snprintf(text, 32, "errno %d", -result);
      return text;
  }
}
