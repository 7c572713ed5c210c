/* What a run path is about to do: its parts (one task each, with where operands come from and results go) and its
 * batches (one submit each). A path fills a plan after it entered, and runs it; the plan owns nothing but its lists.
 *
 * Limits are the driver's: a batch has no more tasks than a commit takes, and its register commands fit their buffer.
 */
#pragma once

#include "mode/context_state.h"
#include "mode/paths/paths.h"

/* Rows of a host array, in bytes. */
typedef struct ork_window {
  uint64_t row;   /* from a row to the next */
  uint64_t width; /* of a row that is meant */
  uint32_t rows;
} ork_window;

typedef struct ork_part {
  ork_work work; /* its spans are laid out when the plan runs */
  ork_lane* lane;
  const uint8_t* a;
  const uint8_t* b;
  uint8_t* c;
  ork_window a_window;
  ork_window b_window;
  ork_window c_window;
  bool adds; /* to what c holds */
} ork_part;

typedef struct ork_batch {
  uint32_t first; /* of its parts */
  uint32_t count;
  uint32_t core_mask;
  ork_lane* tasks;     /* whose task array it is */
  uint32_t first_task; /* there */
  bool is_built;       /* the array holds its descriptors already: the shared one of a single-core matmul */
} ork_batch;

typedef struct ork_use {
  ork_lane* lane;
  uint64_t a_bytes;
  uint64_t c_bytes;
} ork_use;

enum { ORK_USES = RK3588_CORE_SLOTS + 1 };

typedef struct ork_plan {
  ork_context* context;
  ork_part* parts;
  uint32_t count;
  uint32_t room;
  ork_batch* batches;
  uint32_t batch_count;
  uint32_t batch_room;
  ork_use uses[ORK_USES];
  uint32_t use_count;
  uint32_t flags; /* of the jobs */
  uint32_t timeout_ms;
  bool tolerates;      /* a failed run but the last */
  int tolerated;       /* what such a run said; the error after all where the output was not written */
  ork_lane* also_warm; /* what counts as warm at the end beside what was used; or null */
  int error;           /* the first that adding had; running returns it */
} ork_plan;

void ork_plan_begin(ork_plan* plan, ork_context* context);
void ork_plan_end(ork_plan* plan);

/* Where a matmul is cut: columns first..last, passes of at most `pass` columns of a. */
typedef struct ork_cut {
  uint32_t first;
  uint32_t last;
  uint32_t pass;
  bool adds;  /* to c */
  bool apart; /* each pass has a c of its own, one behind the other */
} ork_cut;

ork_cut ork_whole(const ork_mm* mm); /* all columns, in the passes that the device takes */

void ork_plan_matmul(ork_plan* plan, enum rk3588_op op, const ork_mm* mm, ork_cut cut, uint8_t core, ork_lane* lane);
void ork_plan_element_wise(ork_plan* plan, const ork_ew* ew, uint8_t core, ork_lane* lane);
void ork_plan_load(ork_plan* plan, const ork_ew* ew, uint8_t core, ork_lane* lane);

/* A submit of all parts since the last one. */
void ork_plan_batch(ork_plan* plan, ork_lane* tasks, uint32_t first_task, uint32_t core_mask, bool is_built);

/* A submit of the next `count` of them. */
void ork_plan_batch_of(ork_plan* plan, uint32_t count, ork_lane* tasks, uint32_t first_task, uint32_t core_mask);

/* A submit for each of them. */
void ork_plan_batch_each(ork_plan* plan, ork_lane* tasks, uint32_t first_task, uint32_t core_mask, bool is_built);

int ork_plan_run(ork_plan* plan);

/* Checks before a path enters. */
bool ork_is_mm(enum rk3588_family type, const ork_mm* mm);
bool ork_are_mm(enum rk3588_family type, const ork_mm* items, uint32_t count);
bool ork_is_ew(const ork_ew* ew);

/* Enters with a site's row: the mode of the data's type, or, for a row that keeps the marker, the current one. */
int ork_enter_site(ork_context* context, int site, enum rk3588_mode_transition_type type, int chain);

/* What most paths begin with: the context, checked arguments, an entry; null: *error is the path's result. */
typedef struct ork_entry {
  int site;
  enum rk3588_mode_transition_type type;
  int chain;
} ork_entry;
ork_context* ork_path_begin(ork_npu npu, bool is_sound, ork_entry entry, int* result);

/* Ends it: what ork_plan_run says, the plan and the context. */
int ork_path_finish(ork_npu npu, ork_plan* plan);

uint8_t ork_single_core(const ork_context* context);
uint32_t ork_max_cores(const ork_context* context);
uint32_t ork_mask_of_first(uint32_t cores); /* the core mask of the first one, two or three */
uint32_t ork_mask_of(uint8_t core);

/* lane.c: what a lane needs for a plan. */
int ork_lane_tasks(ork_context* context,
                   ork_lane* lane); /* task array and command buffer; the first task is a matmul's */
int ork_lane_buffers(ork_context* context, const ork_use* use); /* an output that is made anew is cold */
int ork_lane_write_task(const ork_lane* lane, uint32_t index, uint32_t kind, uint64_t command_at);
int ork_lane_sync_tasks(ork_context* context, const ork_lane* lane, uint32_t first, uint32_t count);
uint32_t ork_task_kind(const ork_work* work);
