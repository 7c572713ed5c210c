/* A matmul cut for several cores by columns, and items dealt round the cores: what multi-core paths share. */
#pragma once

#include "mode/paths/plan.h"

/* Adds the parts of one matmul, core by core, in whole N tiles, and returns how many cores got some. */
uint32_t ork_split_columns(ork_plan* plan, enum rk3588_op op, const ork_mm* mm, uint32_t pass, bool adds, bool apart);

/* One submit of them all, from the first core's own task array. */
void ork_split_batch(ork_plan* plan, uint32_t cores);

/* One submit a core, each from its own. */
void ork_split_batches(ork_plan* plan);

/* How items lie in submits: one each; one a core; one for all. */
typedef enum ork_deal { ORK_DEAL_EACH, ORK_DEAL_BY_CORE, ORK_DEAL_ALL } ork_deal;

void ork_deal_items(ork_plan* plan, enum rk3588_op op, const ork_mm* items, uint32_t count, ork_deal deal);
