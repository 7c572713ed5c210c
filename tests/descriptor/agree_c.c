#include "agree.h"
#include "quanttess_gen.h"
#include "quanttess_workers_gen.h"
#include "rknpu_gen.h"

#define IN(name) name##_in_c
#include "agree_body.h"
