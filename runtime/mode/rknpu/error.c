#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

#include "mode/rknpu/internal.h"

const char* ork_rknpu_status_name(ork_rknpu_status status) {
  static const char* const names[] = {
      [ORK_RKNPU_OK] = "ok",
      [ORK_RKNPU_NO_NODE] = "no-node",
      [ORK_RKNPU_DENIED] = "denied",
      [ORK_RKNPU_OTHER_DRIVER] = "other-driver",
      [ORK_RKNPU_OTHER_SOC] = "other-soc",
      [ORK_RKNPU_OTHER_VERSION] = "other-version",
      [ORK_RKNPU_NO_PROGRAMS] = "no-programs",
      [ORK_RKNPU_REFUSED] = "refused",
      [ORK_RKNPU_UNTRUE] = "untrue",
      [ORK_RKNPU_SYSTEM] = "system",
  };
  return (size_t)status < sizeof(names) / sizeof(names[0]) ? names[status] : NULL;
}

int ork_rknpu_fail(ork_rknpu_error* error, ork_rknpu_status status, int number, const char* form, ...) {
  if (error != NULL) {
    error->status = status;
    error->number = number;
    va_list arguments;
    va_start(arguments, form);
    (void)vsnprintf(error->text, sizeof(error->text), form, arguments); /* too long: cut, which is fine for words */
    va_end(arguments);
  }
  errno = number;
  return -1;
}
