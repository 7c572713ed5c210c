// What the generated C says, for tests in C++: each function is compiled as C and knows only the generated headers.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct policy_c_cell {
  bool valid;
  bool fired;
  bool keep_warm;
  bool reset;
  uint32_t warm;
  uint32_t size;
  int marker;
} policy_c_cell;

policy_c_cell policy_c_decide(int profile, int from, int to, int chain, int last_chain, uint32_t knobs);
uint32_t policy_c_table_entry(uint32_t index);
uint32_t policy_c_table_size(void);
uint32_t policy_c_raw(int profile, int from, int to, uint32_t knobs);

const char* policy_c_mode_name(int mode);
bool policy_c_find_mode(const char* name, int* mode);
const char* policy_c_profile_name(int profile);
bool policy_c_find_profile(const char* name, int* profile);
const char* policy_c_site_name(int site);
int policy_c_site_profile(int site);
bool policy_c_find_site(const char* name, int* site);
int policy_c_sites(void);
const char* policy_c_knob_name(int knob);
const char* policy_c_knob_env(int knob);
uint32_t policy_c_knobs_from(char* (*get)(const char* name));
uint32_t policy_c_default_knobs(void);

// The vectors: how many do not come out; *count is how many there are.
int policy_c_wrong_vectors(int* count);

#ifdef __cplusplus
}
#endif
