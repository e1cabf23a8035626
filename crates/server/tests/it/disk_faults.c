// A disk with faults, for io_errors.rs: loaded before the C library it stands between SQLite and the system, and lets writing, flushing and
// cutting of the database's files fail while the file that GROGNARD_DISK_FAULTS names tells it to: "KINDS N", where each kind is a letter
// and about one call of these kinds in N is hit, by a fixed schedule.
//   w  nothing is written      h  half of it is written, and an error reported      p  half of it is written, and that is said
//   s  a flush fails           t  a file is not cut
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static unsigned calls;

// The letter of the fault that hits a call on this file, if one does; `kinds` are those that could.
static char fault(int fd, const char *kinds) {
    char link[40], path[512], wanted[16], text[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    if (!strstr(path, "grognard.sqlite")) return 0;
    const char *control = getenv("GROGNARD_DISK_FAULTS");
    int file = control ? open(control, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return 0;
    length = read(file, text, sizeof text - 1);
    close(file);
    text[length > 0 ? length : 0] = 0;
    unsigned one_in;
    if (sscanf(text, "%15s %u", wanted, &one_in) != 2 || one_in == 0) return 0;
    char kind = wanted[strcspn(wanted, kinds)];
    if (!kind) return 0;
    // Which calls are hit must not march in step with what a commit does.
    unsigned mixed = __atomic_add_fetch(&calls, 1, __ATOMIC_SEQ_CST);
    mixed = (mixed ^ mixed >> 16) * 0x85ebca6bu;
    mixed = (mixed ^ mixed >> 13) * 0xc2b2ae35u;
    return (mixed ^ mixed >> 16) % one_in == 0 ? kind : 0;
}

static ssize_t failed(void) {
    errno = EIO;
    return -1;
}

// What `call` does with `count` bytes, or part of it.
#define WRITE(call)                                   \
    switch (fault(fd, "whp")) {                       \
    case 'w': return failed();                        \
    case 'h': count = count / 2; (void)!call; return failed(); \
    case 'p': count = (count + 1) / 2;                \
    }                                                 \
    return call;
#define REAL(result, name, ...)                       \
    static result (*real)(__VA_ARGS__);               \
    if (!real) real = (result(*)(__VA_ARGS__))dlsym(RTLD_NEXT, name);

ssize_t write(int fd, const void *from, size_t count) {
    REAL(ssize_t, "write", int, const void *, size_t)
    WRITE(real(fd, from, count))
}
ssize_t pwrite(int fd, const void *from, size_t count, off_t at) {
    REAL(ssize_t, "pwrite", int, const void *, size_t, off_t)
    WRITE(real(fd, from, count, at))
}
ssize_t pwrite64(int fd, const void *from, size_t count, off64_t at) {
    REAL(ssize_t, "pwrite64", int, const void *, size_t, off64_t)
    WRITE(real(fd, from, count, at))
}
#define WHOLE(name, kinds, type, ...)                 \
    REAL(int, #name, type)                            \
    return fault(fd, kinds) ? (int)failed() : real(__VA_ARGS__);
#define TYPES(...) __VA_ARGS__
int fsync(int fd) { WHOLE(fsync, "s", int, fd) }
int fdatasync(int fd) { WHOLE(fdatasync, "s", int, fd) }
int ftruncate(int fd, off_t size) { WHOLE(ftruncate, "t", TYPES(int, off_t), fd, size) }
int ftruncate64(int fd, off64_t size) { WHOLE(ftruncate64, "t", TYPES(int, off64_t), fd, size) }
