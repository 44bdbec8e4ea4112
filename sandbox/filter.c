/* Filters of system calls: programs of the kernel's own small machine, which
 * looks at the number of a call and at its arguments. */
#include "sandbox/filter.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The machine that numbers of calls are for; 0 where there is no filter. */
#if defined(__x86_64__) && !defined(__ILP32__)
enum { MACHINE = 1, HAS_SECOND_TABLE = 1 };
static const uint32_t ARCHITECTURE = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
enum { MACHINE = 1, HAS_SECOND_TABLE = 0 };
static const uint32_t ARCHITECTURE = AUDIT_ARCH_AARCH64;
#else
enum { MACHINE = 0, HAS_SECOND_TABLE = 0 };
static const uint32_t ARCHITECTURE = 0;
#endif

/* Numbers of calls from here on are those of x32. */
static const uint32_t SECOND_TABLE = 0x40000000;

/* Numbers that the headers of the C library may lack. */
enum {
  CLONE3 = 435,
  CLOSE_RANGE = 436,
  OPENAT2 = 437,
  FACCESSAT2 = 439,
  RSEQ_X86 = 334,
  RSEQ_ARM = 293
};

/* Calls that a reader may make. */
static const int READER[] = {SYS_read,
                             SYS_readv,
                             SYS_pread64,
                             SYS_write,
                             SYS_writev,
                             SYS_close,
                             SYS_fstat,
                             SYS_newfstatat,
                             SYS_statx,
                             SYS_statfs,
                             SYS_fstatfs,
                             SYS_faccessat,
                             SYS_readlinkat,
                             SYS_getdents64,
                             SYS_getcwd,
                             SYS_lseek,
                             SYS_mmap,
                             SYS_mprotect,
                             SYS_munmap,
                             SYS_mremap,
                             SYS_madvise,
                             SYS_brk,
                             SYS_fadvise64,
                             SYS_rt_sigaction,
                             SYS_rt_sigprocmask,
                             SYS_rt_sigreturn,
                             SYS_rt_sigpending,
                             SYS_sigaltstack,
                             SYS_restart_syscall,
                             SYS_futex,
                             SYS_set_robust_list,
                             SYS_get_robust_list,
                             SYS_set_tid_address,
                             SYS_membarrier,
                             SYS_exit,
                             SYS_exit_group,
                             SYS_gettid,
                             SYS_getpid,
                             SYS_getppid,
                             SYS_getuid,
                             SYS_geteuid,
                             SYS_getgid,
                             SYS_getegid,
                             SYS_sched_yield,
                             SYS_sched_getaffinity,
                             SYS_clock_gettime,
                             SYS_clock_getres,
                             SYS_clock_nanosleep,
                             SYS_nanosleep,
                             SYS_gettimeofday,
                             SYS_getrusage,
                             SYS_times,
                             SYS_uname,
                             SYS_sysinfo,
                             SYS_getrandom,
                             SYS_ppoll,
                             SYS_getcpu,
                             CLOSE_RANGE,
                             FACCESSAT2,
#if defined(__x86_64__)
                             SYS_stat,
                             SYS_lstat,
                             SYS_access,
                             SYS_readlink,
                             SYS_poll,
                             SYS_time,
                             SYS_getrlimit,
                             SYS_arch_prctl,
                             RSEQ_X86
#else
                             RSEQ_ARM
#endif
};

/* Calls that tools may not make. */
static const int REFUSED[] = {SYS_socket,
                              SYS_socketpair,
                              SYS_connect,
                              SYS_bind,
                              SYS_ptrace,
                              SYS_process_vm_readv,
                              SYS_process_vm_writev,
                              SYS_mount,
                              SYS_umount2,
                              SYS_pivot_root,
                              SYS_chroot,
                              SYS_setns,
                              SYS_unshare,
                              SYS_bpf,
                              SYS_perf_event_open,
                              SYS_init_module,
                              SYS_finit_module,
                              SYS_delete_module,
                              SYS_keyctl,
                              SYS_add_key,
                              SYS_request_key,
                              SYS_userfaultfd,
                              SYS_open_by_handle_at,
                              SYS_reboot,
                              SYS_swapon,
                              SYS_swapoff,
                              SYS_sethostname,
                              SYS_settimeofday,
                              SYS_clock_settime,
                              SYS_fchmod,
                              SYS_fchmodat,
                              SYS_fchown,
                              SYS_fchownat,
                              SYS_setxattr,
                              SYS_lsetxattr,
                              SYS_fsetxattr,
                              SYS_removexattr,
                              SYS_lremovexattr,
                              SYS_fremovexattr,
                              SYS_utimensat,
                              SYS_truncate,
                              425 /* io_uring_setup */,
                              428 /* open_tree */,
                              429 /* move_mount */,
                              430 /* fsopen */,
                              452 /* fchmodat2 */,
#if defined(__x86_64__)
                              SYS_chmod,
                              SYS_chown,
                              SYS_lchown,
                              SYS_utime,
                              SYS_utimes,
                              SYS_futimesat
#endif
};

/* Calls that make, move and remove files. */
static const int FILES[] = {
    SYS_mkdirat,   SYS_mknodat,  SYS_linkat, SYS_symlinkat, SYS_unlinkat,
    SYS_renameat2,
#if defined(__x86_64__)
    SYS_mkdir,     SYS_mknod,    SYS_link,   SYS_symlink,   SYS_unlink,
    SYS_rename,    SYS_renameat, SYS_rmdir,  SYS_creat
#endif
};

/* Calls that open files, and which argument says how. */
static const struct {
  int number;
  unsigned argument;
} OPENS[] = {{SYS_openat, 2},
#if defined(__x86_64__)
             {SYS_open, 1}
#endif
};

#define COUNT(a) (sizeof(a) / sizeof *(a))

/* A filter being written. */
struct filter {
  struct sock_filter at[512];
  unsigned short n;
};

/* Append an instruction. */
static void put(struct filter *f, uint16_t code, uint32_t k, uint8_t yes,
                uint8_t no) {
  if (f->n < COUNT(f->at))
    f->at[f->n++] = (struct sock_filter){code, yes, no, k};
}

/* Append that the filter ends with "verdict". */
static void end(struct filter *f, uint32_t verdict) {
  put(f, BPF_RET | BPF_K, verdict, 0, 0);
}

/* Return the verdict that a call fails with "error". */
static uint32_t failing(int error) {
  return SECCOMP_RET_ERRNO | ((uint32_t)error & SECCOMP_RET_DATA);
}

/* Append that the call "number" ends with "verdict". */
static void decide(struct filter *f, int number, uint32_t verdict) {
  put(f, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)number, 0, 1);
  end(f, verdict);
}

/* Append that all of "n" calls end with "verdict". */
static void decide_all(struct filter *f, const int *numbers, size_t n,
                       uint32_t verdict) {
  for (size_t i = 0; i < n; i++)
    decide(f, numbers[i], verdict);
}

/* A condition on the argument number "argument": it has one of the bits
 * "bits", or is "bits" where "equal". */
struct condition {
  unsigned argument;
  uint32_t bits;
  bool equal;
};

/* Append that the call "number" ends with "yes" under the condition "c", else
 * with "no". */
static void decide_by(struct filter *f, int number, struct condition c,
                      uint32_t yes, uint32_t no) {
  const uint32_t offset = (uint32_t)(offsetof(struct seccomp_data, args) +
                                     c.argument * sizeof(uint64_t));
  put(f, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)number, 0, 4);
  put(f, BPF_LD | BPF_W | BPF_ABS, offset, 0, 0);
  put(f, BPF_JMP | (c.equal ? BPF_JEQ : BPF_JSET) | BPF_K, c.bits, 0, 1);
  end(f, yes);
  end(f, no);
}

/* Begin with that calls of other tables of numbers end the process, and load
 * the number. */
static void begin(struct filter *f) {
  f->n = 0;
  put(f, BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch), 0, 0);
  put(f, BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0);
  end(f, SECCOMP_RET_KILL_PROCESS);
  put(f, BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr), 0, 0);
  if (!HAS_SECOND_TABLE)
    return;
  put(f, BPF_JMP | BPF_JGE | BPF_K, SECOND_TABLE, 0, 1);
  end(f, SECCOMP_RET_KILL_PROCESS);
}

/* Append the opening of files: with one of "bits" it fails. */
static void decide_opens(struct filter *f, uint32_t bits) {
  for (size_t i = 0; i < COUNT(OPENS); i++) {
    const struct condition writes = {OPENS[i].argument, bits, false};
    decide_by(f, OPENS[i].number, writes, failing(EACCES), SECCOMP_RET_ALLOW);
  }
  decide(f, OPENAT2, failing(ENOSYS));
}

/* Give the kernel the filter "f", for all threads of the process; return
 * whether it took it. */
static bool install(struct filter *f) {
  const struct sock_fprog program = {f->n, f->at};
  return f->n < COUNT(f->at) && !syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
                                         SECCOMP_FILTER_FLAG_TSYNC, &program);
}

bool lcm_filter_tools(bool files) {
  struct filter f;
  if (!MACHINE)
    return false;
  begin(&f);
  decide_all(&f, REFUSED, COUNT(REFUSED), failing(EPERM));
  if (!files) {
    decide_all(&f, FILES, COUNT(FILES), failing(EPERM));
    decide_opens(&f, O_CREAT | O_TRUNC | (O_TMPFILE & ~O_DIRECTORY));
  }
  end(&f, SECCOMP_RET_ALLOW);
  return install(&f);
}

bool lcm_filter_reader(void) {
  const uint32_t yes = SECCOMP_RET_ALLOW;
  const uint32_t no = failing(EPERM);
  const struct condition thread = {0, CLONE_THREAD, false};
  const struct condition own = {0, (uint32_t)getpid(), true};
  const struct condition owner = {1, 8, false};
  const struct condition terminal = {1, TCGETS, true};
  const struct condition name = {0, PR_SET_NAME, true};
  const struct condition none = {2, 0, true};
  struct filter f;
  if (!MACHINE)
    return false;
  begin(&f);
  decide_all(&f, READER, COUNT(READER), yes);
  decide_opens(&f, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND |
                       (O_TMPFILE & ~O_DIRECTORY));
  decide_by(&f, SYS_clone, thread, yes, no);
  decide_by(&f, SYS_tgkill, own, yes, no);
  decide_by(&f, SYS_fcntl, owner, no, yes);
  decide_by(&f, SYS_ioctl, terminal, yes, failing(ENOTTY));
  decide_by(&f, SYS_prctl, name, yes, no);
  decide_by(&f, SYS_prlimit64, none, yes, no);
  decide(&f, SYS_execve, no);
  decide(&f, SYS_execveat, no);
  end(&f, failing(ENOSYS));
  return install(&f);
}
