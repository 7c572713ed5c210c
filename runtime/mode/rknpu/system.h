/* Every system call that the RKNPU backend makes, as a table: a test puts a simulated kernel there.
 *
 * Each function takes `self` first, and is otherwise the call that it is named after: same arguments, same results, -1
 * and errno for a failure. The table is copied when a device is opened; what `self` points to must live until it is
 * closed. Calls come from whichever thread uses the device, one at a time.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One name of a folder. */
typedef void (*ork_rknpu_each_name)(void* to, const char* name);

typedef struct ork_rknpu_system {
  void* self;
  int (*open)(void* self, const char* path, int flags);
  int (*close)(void* self, int fd);
  int (*ioctl)(void* self, int fd, unsigned long request, void* argument);
  void* (*mmap)(void* self, void* at, size_t bytes, int protection, int flags, int fd, uint64_t offset);
  int (*munmap)(void* self, void* at, size_t bytes);
  ssize_t (*read)(void* self, int fd, void* to, size_t bytes);
  int (*readdir)(void* self, const char* folder, ork_rknpu_each_name each, void* to); /* all names, in any order */
  int (*poll)(void* self, int fd, int timeout_ms); /* until fd may be read. 1: it may; 0: the time is over */
  int64_t (*now_ns)(void* self);                   /* never goes back */
  void (*sleep_ns)(void* self, int64_t ns);
} ork_rknpu_system;

/* The system that this runs on. */
const ork_rknpu_system* ork_rknpu_real_system(void);

/* An ioctl that is made again while it fails with EINTR or EAGAIN, as libdrm does: a DRM driver says so when nothing
 * was done yet. */
int ork_rknpu_ioctl(const ork_rknpu_system* system, int fd, unsigned long request, void* argument);

#ifdef __cplusplus
}
#endif
