// The headers for the device, read as C.
#include "agree.h"
#include "quanttess_gen.clh"
#include "quanttess_workers_gen.clh"
#include "rknpu_gen.clh"

#define IN(name) name##_in_opencl
#include "agree_body.h"
