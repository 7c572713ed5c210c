#include "ethos_u_stream_split_gen.clh"
#include "wire/plain_rules.h"

#define RULE(name) opencl_##name
#include "wire/plain_rules.inc"
