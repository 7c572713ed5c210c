#include "ethos_u_stream_split_gen.h"
#include "wire/plain_rules.h"

#define RULE(name) c11_##name
#include "wire/plain_rules.inc"
