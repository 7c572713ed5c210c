#define _POSIX_C_SOURCE 200809L
#define _FILE_OFFSET_BITS 64
#include "mode/rknpu/system.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { kNsPerSecond = 1000000000 };

static int real_open(void* self, const char* path, int flags) {
  (void)self;
  return open(path, flags);
}

static int real_close(void* self, int fd) {
  (void)self;
  return close(fd);
}

static int real_ioctl(void* self, int fd, unsigned long request, void* argument) {
  (void)self;
  return ioctl(fd, request, argument);
}

static void* real_mmap(void* self, void* at, size_t bytes, int protection, int flags, int fd, uint64_t offset) {
  (void)self;
  return mmap(at, bytes, protection, flags, fd, (off_t)offset);
}

static int real_munmap(void* self, void* at, size_t bytes) {
  (void)self;
  return munmap(at, bytes);
}

static ssize_t real_read(void* self, int fd, void* to, size_t bytes) {
  (void)self;
  return read(fd, to, bytes);
}

static int real_readdir(void* self, const char* folder, ork_rknpu_each_name each, void* to) {
  (void)self;
  DIR* names = opendir(folder);
  if (names == NULL) return -1;
  for (;;) {
    errno = 0;
    const struct dirent* name = readdir(names);
    if (name == NULL) break;
    each(to, name->d_name);
  }
  int failed = errno;
  if (closedir(names) != 0 && failed == 0) failed = errno;
  errno = failed;
  return failed == 0 ? 0 : -1;
}

static int real_poll(void* self, int fd, int timeout_ms) {
  (void)self;
  struct pollfd one = {.fd = fd, .events = POLLIN};
  int ready = poll(&one, 1, timeout_ms);
  if (ready == 1 && (one.revents & POLLIN) == 0) {
    errno = EIO;
    return -1;
  }
  return ready;
}

static int64_t real_now_ns(void* self) {
  (void)self;
  struct timespec now = {0};
  (void)clock_gettime(CLOCK_MONOTONIC, &now); /* cannot fail: the clock exists, and the address is ours */
  return (int64_t)now.tv_sec * kNsPerSecond + now.tv_nsec;
}

static void real_sleep_ns(void* self, int64_t ns) {
  (void)self;
  if (ns <= 0) return;
  struct timespec left = {.tv_sec = (time_t)(ns / kNsPerSecond), .tv_nsec = (long)(ns % kNsPerSecond)};
  while (nanosleep(&left, &left) != 0 && errno == EINTR) {
  }
}

const ork_rknpu_system* ork_rknpu_real_system(void) {
  static const ork_rknpu_system real = {
      .self = NULL,
      .open = real_open,
      .close = real_close,
      .ioctl = real_ioctl,
      .mmap = real_mmap,
      .munmap = real_munmap,
      .read = real_read,
      .readdir = real_readdir,
      .poll = real_poll,
      .now_ns = real_now_ns,
      .sleep_ns = real_sleep_ns,
  };
  return &real;
}

int ork_rknpu_ioctl(const ork_rknpu_system* system, int fd, unsigned long request, void* argument) {
  int done;
  do {
    done = system->ioctl(system->self, fd, request, argument);
  } while (done == -1 && (errno == EINTR || errno == EAGAIN));
  return done;
}
