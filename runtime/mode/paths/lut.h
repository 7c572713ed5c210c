/* Look-up tables as a context knows them: which one a core holds, since when. */
#pragma once

#include "mode/paths/plan.h"

bool ork_lut_is_loaded(const ork_context* context, uint8_t core, const ork_ew* ew);
void ork_lut_loaded(ork_context* context, uint8_t core, const ork_ew* ew);
bool ork_is_lut(const ork_ew* ew); /* has one */
