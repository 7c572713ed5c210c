#include "mode/knobs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const rk3588_mode_transition_knob* ork_knobs_row(int knob) {
  if (knob < 0 || knob >= ORK_KNOBS) return NULL;
  return knob < RK3588_MODE_TRANSITION_KNOBS
             ? &rk3588_mode_transition_knobs[knob]
             : &rk3588_mode_transition_runtime_knobs[knob - RK3588_MODE_TRANSITION_KNOBS];
}

static bool is_flag(const rk3588_mode_transition_knob* row) {
  return row->parse == RK3588_MODE_TRANSITION_PARSE_NUMBER || row->parse == RK3588_MODE_TRANSITION_PARSE_PRESENCE;
}

static ork_knobs_status number_of(const char* text, int64_t* number) {
  const char* digits = text + (*text == '-');
  if (*digits < '0' || *digits > '9') return ORK_KNOBS_BAD_TEXT; /* strtoll would skip spaces, and take a plus */
  char* end = NULL;
  errno = 0;
  *number = strtoll(text, &end, 10);
  if (*end != '\0') return ORK_KNOBS_BAD_TEXT;
  return errno == ERANGE ? ORK_KNOBS_OUT_OF_RANGE : ORK_KNOBS_OK;
}

static ork_knobs_status flag_of(const char* text, int64_t* number) {
  if (strcmp(text, "true") == 0 || strcmp(text, "false") == 0) {
    *number = text[0] == 't';
    return ORK_KNOBS_OK;
  }
  ork_knobs_status status = number_of(text, number);
  *number = *number >= 1;
  return status;
}

static ork_knobs_status scaled(const rk3588_mode_transition_knob* row, const char* text, int64_t* number) {
  int64_t counted = 0;
  ork_knobs_status status = number_of(text, &counted);
  if (status != ORK_KNOBS_OK) return status;
  if (counted > INT64_MAX / row->unit || counted < INT64_MIN / row->unit) return ORK_KNOBS_OUT_OF_RANGE;
  *number = counted * row->unit;
  return *number < row->least || *number > row->most ? ORK_KNOBS_OUT_OF_RANGE : ORK_KNOBS_OK;
}

static ork_knobs_status parse(const rk3588_mode_transition_knob* row, const char* text, int64_t* number) {
  if (strlen(text) >= ORK_KNOB_TEXT) return ORK_KNOBS_TOO_LONG;
  if (is_flag(row)) return flag_of(text, number);
  if (row->parse == RK3588_MODE_TRANSITION_PARSE_TEXT) return *text == '\0' ? ORK_KNOBS_BAD_TEXT : ORK_KNOBS_OK;
  return scaled(row, text, number);
}

static void put(ork_knob_value* value, const char* text, int64_t number, ork_knob_from from) {
  value->number = number;
  value->from = from;
  snprintf(value->text, sizeof value->text, "%s", text);
}

void ork_knobs_init(ork_knobs* knobs) {
  memset(knobs, 0, sizeof *knobs);
  for (int i = 0; i < ORK_KNOBS; ++i) {
    const rk3588_mode_transition_knob* row = ork_knobs_row(i);
    put(&knobs->values[i], row->initial_text, row->initial, ORK_KNOB_DEFAULT);
  }
}

static ork_knobs_status read_one(ork_knobs* knobs, int knob, const char* text) {
  const rk3588_mode_transition_knob* row = ork_knobs_row(knob);
  int64_t number = 0;
  if (row->parse == RK3588_MODE_TRANSITION_PARSE_PRESENCE) {
    number = 1; /* whatever it says, as the presence test of the original */
  } else {
    ork_knobs_status status = parse(row, text, &number);
    if (status != ORK_KNOBS_OK) return status;
  }
  put(&knobs->values[knob], text, number, ORK_KNOB_ENVIRONMENT);
  return ORK_KNOBS_OK;
}

ork_knobs_status ork_knobs_read(ork_knobs* knobs, char* (*get)(const char* name), const char** which) {
  ork_knobs_init(knobs);
  for (int i = 0; get != NULL && i < ORK_KNOBS; ++i) {
    const char* text = get(ork_knobs_row(i)->env);
    if (text == NULL) continue;
    ork_knobs_status status = read_one(knobs, i, text);
    if (status == ORK_KNOBS_OK) continue;
    ork_knobs_init(knobs);
    if (which != NULL) *which = ork_knobs_row(i)->env;
    return status;
  }
  return ORK_KNOBS_OK;
}

ork_knobs_status ork_knobs_set(ork_knobs* knobs, const char* name, const char* text) {
  if (name == NULL) return ORK_KNOBS_UNKNOWN;
  if (text == NULL) return ORK_KNOBS_BAD_TEXT;
  for (int i = 0; i < ORK_KNOBS; ++i) {
    const rk3588_mode_transition_knob* row = ork_knobs_row(i);
    if (strcmp(row->name, name) != 0) continue;
    int64_t number = 0;
    ork_knobs_status status = parse(row, text, &number);
    if (status == ORK_KNOBS_OK) put(&knobs->values[i], text, number, ORK_KNOB_CALL);
    return status;
  }
  return ORK_KNOBS_UNKNOWN;
}

const char* ork_knobs_status_text(ork_knobs_status status) {
  switch (status) {
    case ORK_KNOBS_OK:
      return "ok";
    case ORK_KNOBS_UNKNOWN:
      return "unknown knob";
    case ORK_KNOBS_BAD_TEXT:
      return "not a value of this knob";
    case ORK_KNOBS_OUT_OF_RANGE:
      return "out of range";
    case ORK_KNOBS_TOO_LONG:
      return "too long a text";
  }
  return NULL;
}

uint32_t ork_knobs_setting(const ork_knobs* knobs) {
  uint32_t setting = 0;
  for (int i = 0; i < RK3588_MODE_TRANSITION_KNOBS; ++i) setting |= knobs->values[i].number != 0 ? 1u << i : 0;
  return setting;
}

uint32_t ork_knobs_suppressed(const ork_knobs* knobs) {
  uint32_t columns = 0;
  for (int i = 0; i < ORK_KNOBS; ++i) columns |= knobs->values[i].number != 0 ? ork_knobs_row(i)->suppresses : 0;
  return columns;
}

int64_t ork_knobs_number(const ork_knobs* knobs, int runtime_knob) {
  return knobs->values[RK3588_MODE_TRANSITION_KNOBS + runtime_knob].number;
}

const char* ork_knobs_text(const ork_knobs* knobs, int runtime_knob) {
  return knobs->values[RK3588_MODE_TRANSITION_KNOBS + runtime_knob].text;
}

int ork_knobs_line(const ork_knobs* knobs, int knob, char* line, size_t size) {
  const rk3588_mode_transition_knob* row = ork_knobs_row(knob);
  if (row == NULL) return -1;
  const ork_knob_value* value = &knobs->values[knob];
  switch (value->from) {
    case ORK_KNOB_ENVIRONMENT:
      return snprintf(line, size, "%s=%s (environment %s)", row->name, value->text, row->env);
    case ORK_KNOB_CALL:
      return snprintf(line, size, "%s=%s (call)", row->name, value->text);
    case ORK_KNOB_DEFAULT:
      break;
  }
  return snprintf(line, size, "%s=%s (default)", row->name, value->text);
}
