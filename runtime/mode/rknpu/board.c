#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <fcntl.h>
#include <string.h>

#include "mode/rknpu/internal.h"

/* Reads a whole small file, and ends it with a zero byte. The number of bytes, or -1. */
static ssize_t read_all(const ork_rknpu_system* system, int fd, char* to, size_t room) {
  size_t have = 0;
  while (have < room - 1) {
    ssize_t more = system->read(system->self, fd, to + have, room - 1 - have);
    if (more == 0) break;
    if (more < 0 && errno == EINTR) continue;
    if (more < 0) return -1;
    have += (size_t)more;
  }
  to[have] = '\0';
  return (ssize_t)have;
}

/* "rockchip,rk3588s" is one; "rockchip,rk3568" is not. */
static bool has_soc(const char* names, size_t bytes) {
  for (size_t at = 0; at < bytes; at += strlen(names + at) + 1) {
    if (strstr(names + at, RKNPU_COMPATIBLE) != NULL) return true;
  }
  return false;
}

int ork_rknpu_check_board(const ork_rknpu_system* system, ork_rknpu_identity* identity, ork_rknpu_error* error) {
  char names[1024];
  int fd = system->open(system->self, RKNPU_COMPATIBLE_FILE, O_RDONLY | O_CLOEXEC);
  int number = errno;
  ssize_t bytes = -1;
  if (fd >= 0) {
    bytes = read_all(system, fd, names, sizeof(names));
    number = errno;
    (void)system->close(system->self, fd); /* only read from */
  }
  if (bytes < 0) {
    return ork_rknpu_fail(error, number == ENOENT ? ORK_RKNPU_OTHER_SOC : ORK_RKNPU_SYSTEM, number,
                          "cannot tell whether this board is an %s: %s: %s", RKNPU_COMPATIBLE, RKNPU_COMPATIBLE_FILE,
                          strerror(number));
  }
  memcpy(identity->board, names, strnlen(names, sizeof(identity->board) - 1)); /* zeroed when it was made */
  if (has_soc(names, (size_t)bytes)) return 0;
  for (ssize_t i = 0; i + 1 < bytes; ++i) {
    if (names[i] == '\0') names[i] = ' ';
  }
  return ork_rknpu_fail(error, ORK_RKNPU_OTHER_SOC, ENODEV,
                        "this board is no %s, whose costs and policy the specs describe: %s says '%.200s'",
                        RKNPU_COMPATIBLE, RKNPU_COMPATIBLE_FILE, names);
}
