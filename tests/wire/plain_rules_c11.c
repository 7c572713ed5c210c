#include "ethos_u_stream_split_vectors_gen.h"
#include "wire/plain_rules.h"

#define RULE(name) c11_##name
#include "wire/plain_rules.inc"

#define COUNT(group) \
  ((int)(sizeof ethos_u_stream_split_##group##_vectors / sizeof ethos_u_stream_split_##group##_vectors[0]))
#define EACH(group, arguments)                                                                        \
  for (int i = 0; i < COUNT(group); i++) {                                                            \
    const ethos_u_stream_split_##group##_vector* vector = &ethos_u_stream_split_##group##_vectors[i]; \
    wrong += ethos_u_stream_split_check_##group arguments != vector->fault;                           \
  }

int c11_vectors(void) {
  return COUNT(position) + COUNT(prepare_counts) + COUNT(prepare) + COUNT(within) + COUNT(across) + COUNT(inputs) +
         COUNT(pair_order) + COUNT(rewiring) + COUNT(placement) + COUNT(boundaries) + COUNT(sidecar_counts) +
         COUNT(sidecar_range) + COUNT(sidecar_end);
}

int c11_vectors_wrong(void) {
  int wrong = 0;
  EACH(position, (&vector->cut))
  EACH(prepare_counts, (&vector->node))
  EACH(prepare, (&vector->a, &vector->b))
  EACH(within, (&vector->a, &vector->b))
  EACH(across, (&vector->out, &vector->other))
  EACH(inputs, (&vector->t))
  EACH(pair_order, (&vector->a, &vector->b))
  EACH(rewiring, (&vector->u))
  EACH(placement, (&vector->at))
  EACH(boundaries, (&vector->b))
  EACH(sidecar_counts, (&vector->s))
  EACH(sidecar_range, (&vector->s))
  EACH(sidecar_end, (&vector->s))
  return wrong;
}
