#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mode/rknpu/internal.h"

/* The nodes of a folder that may be the NPU's. */
typedef struct candidate {
  bool card;
  uint32_t number;
} candidate;

typedef struct candidates {
  candidate* rows;
  size_t count;
  size_t room;
  bool no_memory;
} candidates;

/* What a scan saw, for the error of one that found nothing. */
typedef struct scan {
  char seen[700];
  size_t used;
  int denied; /* errno of the last node that may not be opened; 0: none */
  int failed; /* errno of the last node that failed */
  bool other; /* a node of another driver */
} scan;

static void note(scan* all, const char* node, const ork_rknpu_error* said) {
  int more = snprintf(all->seen + all->used, sizeof(all->seen) - all->used, "%s%s: %s", all->used > 0 ? "; " : "", node,
                      said->text);
  if (more > 0) all->used += (size_t)more;
  if (all->used >= sizeof(all->seen)) all->used = sizeof(all->seen) - 1; /* full: the first nodes must do */
  if (said->status == ORK_RKNPU_DENIED) all->denied = said->number;
  if (said->status == ORK_RKNPU_SYSTEM || said->status == ORK_RKNPU_UNTRUE) all->failed = said->number;
  if (said->status == ORK_RKNPU_OTHER_DRIVER) all->other = true;
}

/* A number without leading zeros or anything after it. */
static bool read_number(const char* text, uint32_t* number) {
  if (text[0] < '0' || text[0] > '9' || (text[0] == '0' && text[1] != '\0')) return false;
  uint32_t value = 0;
  for (; *text != '\0'; ++text) {
    if (*text < '0' || *text > '9' || value > UINT16_MAX) return false;
    value = value * 10 + (uint32_t)(*text - '0');
  }
  *number = value;
  return true;
}

static bool is_candidate(const char* name, candidate* one) {
  static const char kCard[] = RKNPU_CARD_PREFIX;
  static const char kRender[] = RKNPU_RENDER_PREFIX;
  if (strncmp(name, kRender, strlen(kRender)) == 0) {
    one->card = false;
    return read_number(name + strlen(kRender), &one->number) && one->number >= RKNPU_RENDER_FIRST;
  }
  one->card = true;
  return strncmp(name, kCard, strlen(kCard)) == 0 && read_number(name + strlen(kCard), &one->number) &&
         one->number < RKNPU_CARDS;
}

static void take(void* to, const char* name) {
  candidates* all = to;
  candidate one;
  if (!is_candidate(name, &one)) return;
  if (all->count == all->room) {
    size_t room = all->room == 0 ? 8 : 2 * all->room;
    candidate* rows = realloc(all->rows, room * sizeof(*rows));
    if (rows == NULL) {
      all->no_memory = true;
      return;
    }
    all->rows = rows;
    all->room = room;
  }
  all->rows[all->count++] = one;
}

/* Render nodes first, since they need no master; each by number. */
static int compare(const void* left, const void* right) {
  const candidate* a = left;
  const candidate* b = right;
  if (a->card != b->card) return a->card ? 1 : -1;
  return a->number < b->number ? -1 : a->number > b->number ? 1 : 0;
}

/* Asks who drives an open node: first for the lengths, then for the name. The date and the description are left out. */
static int ask_driver(const ork_rknpu_system* system, int fd, ork_rknpu_identity* identity, ork_rknpu_error* error) {
  char name[32] = {0};
  struct rknpu_drm_version version;
  uint8_t wire[sizeof(version)];
  rknpu_drm_version_init(&version);
  rknpu_drm_version_pack(&version, wire);
  if (ork_rknpu_ioctl(system, fd, RKNPU_IOCTL_DRM_VERSION, wire) != 0) {
    int number = errno;
    bool no_drm = number == ENOTTY || number == EINVAL;
    return ork_rknpu_fail(error, no_drm ? ORK_RKNPU_OTHER_DRIVER : ORK_RKNPU_SYSTEM, number, "%s: DRM VERSION: %s",
                          no_drm ? "no DRM device" : "cannot ask for its driver", strerror(number));
  }
  rknpu_drm_version_unpack(wire, &version);
  uint64_t length = version.name_len < sizeof(name) - 1 ? version.name_len : sizeof(name) - 1;
  rknpu_drm_version_init(&version);
  version.name_len = length;
  version.name = (uint64_t)(uintptr_t)name;
  rknpu_drm_version_pack(&version, wire);
  if (ork_rknpu_ioctl(system, fd, RKNPU_IOCTL_DRM_VERSION, wire) != 0) {
    int number = errno;
    return ork_rknpu_fail(error, ORK_RKNPU_SYSTEM, number, "cannot ask for its driver: DRM VERSION: %s",
                          strerror(number));
  }
  rknpu_drm_version_unpack(wire, &version);
  if (strcmp(name, RKNPU_DRIVER_NAME) != 0) {
    return ork_rknpu_fail(error, ORK_RKNPU_OTHER_DRIVER, ENODEV, "its driver is '%s', not '%s'", name,
                          RKNPU_DRIVER_NAME);
  }
  identity->major = version.version_major;
  identity->minor = version.version_minor;
  identity->patch = version.patchlevel;
  return 0;
}

/* A node that makes a buffer works. */
static int prove_node(const ork_rknpu_system* system, int fd, ork_rknpu_error* error) {
  struct rknpu_mem_create made;
  rknpu_mem_create_init(&made);
  made.flags = RKNPU_MEM_BUFFER;
  made.size = RKNPU_PROBE_BYTES;
  if (ork_rknpu_call_create(system, fd, &made, error) != 0) return -1;
  if (made.handle == 0) {
    return ork_rknpu_fail(error, ORK_RKNPU_UNTRUE, EIO, "MEM_CREATE made a buffer without a handle");
  }
  return ork_rknpu_call_destroy(system, fd, made.handle, made.obj_addr, error);
}

static int open_node(const ork_rknpu_system* system, const char* node, ork_rknpu_error* error) {
  int fd = system->open(system->self, node, O_RDWR | O_CLOEXEC);
  if (fd >= 0) return fd;
  int number = errno;
  switch (number) {
    case EACCES:
    case EPERM:
      return ork_rknpu_fail(error, ORK_RKNPU_DENIED, number, "%s", strerror(number));
    case ENOENT:
    case ENOTDIR:
    case ENXIO:
    case ENODEV:
      return ork_rknpu_fail(error, ORK_RKNPU_NO_NODE, number, "%s", strerror(number));
    default:
      return ork_rknpu_fail(error, ORK_RKNPU_SYSTEM, number, "cannot be opened: %s", strerror(number));
  }
}

/* An open descriptor of a node that is the NPU's. */
static int accept_node(const ork_rknpu_system* system, const char* node, bool prove, ork_rknpu_identity* identity,
                       ork_rknpu_error* error) {
  int fd = open_node(system, node, error);
  if (fd < 0) return -1;
  if (ask_driver(system, fd, identity, error) == 0 && (!prove || prove_node(system, fd, error) == 0)) {
    (void)snprintf(identity->node, sizeof(identity->node), "%s", node);
    return fd;
  }
  (void)system->close(system->self, fd); /* Linux gives the descriptor back whatever close says */
  errno = error->number;
  return -1;
}

static int named(const ork_rknpu_system* system, const char* card, bool prove, ork_rknpu_identity* identity,
                 ork_rknpu_error* error) {
  if (strlen(card) >= sizeof(identity->node)) {
    return ork_rknpu_fail(error, ORK_RKNPU_NO_NODE, ENAMETOOLONG, "the device node '%.40s...' has too long a name",
                          card);
  }
  ork_rknpu_error said = {0};
  int fd = accept_node(system, card, prove, identity, &said);
  if (fd >= 0) return fd;
  return ork_rknpu_fail(error, said.status, said.number,
                        "no NPU at %s, which ORK_NPU_CARD names: %s; name a node of driver '%s', or unset it to look "
                        "for one",
                        card, said.text, RKNPU_DRIVER_NAME);
}

static int list_nodes(const ork_rknpu_system* system, candidates* all, ork_rknpu_error* error) {
  if (system->readdir(system->self, RKNPU_NODE_FOLDER, take, all) != 0) {
    int number = errno;
    ork_rknpu_status status = number == ENOENT || number == ENOTDIR ? ORK_RKNPU_NO_NODE
                              : number == EACCES || number == EPERM ? ORK_RKNPU_DENIED
                                                                    : ORK_RKNPU_SYSTEM;
    return ork_rknpu_fail(error, status, number,
                          "no NPU: cannot read %s: %s; this needs a board with the kernel driver '%s'",
                          RKNPU_NODE_FOLDER, strerror(number), RKNPU_DRIVER_NAME);
  }
  if (all->no_memory) return ork_rknpu_fail(error, ORK_RKNPU_SYSTEM, ENOMEM, "no memory for a list of device nodes");
  if (all->count == 0) {
    return ork_rknpu_fail(error, ORK_RKNPU_NO_NODE, ENODEV,
                          "no NPU: %s has no %s%d or later and no %s0 to %s%d; load the kernel driver '%s'",
                          RKNPU_NODE_FOLDER, RKNPU_RENDER_PREFIX, RKNPU_RENDER_FIRST, RKNPU_CARD_PREFIX,
                          RKNPU_CARD_PREFIX, RKNPU_CARDS - 1, RKNPU_DRIVER_NAME);
  }
  qsort(all->rows, all->count, sizeof(all->rows[0]), compare);
  return 0;
}

static int nothing_found(const scan* all, ork_rknpu_error* error) {
  if (all->denied != 0) {
    return ork_rknpu_fail(error, ORK_RKNPU_DENIED, all->denied,
                          "no NPU that may be opened: %s; add this user to the group that owns the node", all->seen);
  }
  ork_rknpu_status status = all->failed != 0 ? ORK_RKNPU_SYSTEM
                            : all->other     ? ORK_RKNPU_OTHER_DRIVER
                                             : ORK_RKNPU_NO_NODE;
  return ork_rknpu_fail(error, status, all->failed != 0 ? all->failed : ENODEV,
                        "no NPU: %s; load the kernel driver '%s', or name its node in ORK_NPU_CARD", all->seen,
                        RKNPU_DRIVER_NAME);
}

int ork_rknpu_find(const ork_rknpu_system* system, const char* card, bool prove, ork_rknpu_identity* identity,
                   ork_rknpu_error* error) {
  if (card != NULL && card[0] != '\0') return named(system, card, prove, identity, error);
  candidates nodes = {0};
  scan all = {0};
  int fd = list_nodes(system, &nodes, error);
  if (fd == 0) {
    fd = -1;
    for (size_t i = 0; i < nodes.count && fd < 0; ++i) {
      char node[sizeof(identity->node)];
      (void)snprintf(node, sizeof(node), "%s/%s%u", RKNPU_NODE_FOLDER,
                     nodes.rows[i].card ? RKNPU_CARD_PREFIX : RKNPU_RENDER_PREFIX, nodes.rows[i].number);
      ork_rknpu_error said = {0};
      fd = accept_node(system, node, prove, identity, &said);
      if (fd < 0) note(&all, node, &said);
    }
    if (fd < 0) (void)nothing_found(&all, error);
  }
  free(nodes.rows);
  if (fd < 0) errno = error->number;
  return fd;
}
