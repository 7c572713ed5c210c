// The functions of agree.h over the generated functions of C, which those of OpenCL C read as C have the names of.
#define X(name) lets[n++] = (uint64_t)quanttess_##name(&d);
#define XI(name, count) \
  for (uint8_t i = 0; i < count; ++i) lets[n++] = (uint64_t)quanttess_##name(&d, i);

uint32_t IN(quanttess)(const uint8_t* bytes, uint32_t state, uint64_t* lets) {
  struct quanttess_descriptor d;
  quanttess_unpack(bytes, &d);
  uint32_t code = (uint32_t)quanttess_check(&d, state);
  if (code != 0) return code;
  int n = 0;
  NPUSPEC_LETS(X, XI)
  return 0;
}

uint32_t IN(quanttess_worker)(const uint8_t* bytes, uint32_t state, uint32_t workers) {
  struct quanttess_descriptor d;
  quanttess_unpack(bytes, &d);
  return (uint32_t)quanttess_workers_select(&d, state, workers);
}

void IN(quanttess_repack)(const uint8_t* bytes, uint8_t* to) {
  struct quanttess_descriptor d;
  quanttess_unpack(bytes, &d);
  quanttess_pack(&d, to);
}

#define JUDGE(index, name)                     \
  case index: {                                \
    struct rknpu_##name d;                     \
    rknpu_##name##_unpack(bytes, &d);          \
    return (uint32_t)rknpu_##name##_check(&d); \
  }

uint32_t IN(rknpu)(int which, const uint8_t* bytes) {
  switch (which) {
    JUDGE(0, submit)
    JUDGE(1, action)
    JUDGE(2, mem_create)
    JUDGE(3, mem_map)
    JUDGE(4, mem_destroy)
    JUDGE(5, mem_sync)
    JUDGE(6, drm_version)
    default:
      return UINT32_MAX;
  }
}
