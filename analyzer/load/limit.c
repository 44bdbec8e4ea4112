/* Limits of processor time and memory of a process that analyses C. */
#include <sys/resource.h>
#include <sys/time.h>

#include "analyzer/load/limit.h"

/* Seconds of processor time for the analysis of a unit, and the address space
 * of a process that analyses, in bytes. */
static const rlim_t SECONDS = 120;
static const rlim_t MEMORY = (rlim_t)8 << 30;

/* Sanitizers map far more memory than they use. */
#if defined(__SANITIZE_ADDRESS__)
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif

/* Set the soft limit of "resource" to "value", at most the hard one. */
static void limit(int resource, rlim_t value) {
  struct rlimit limits;
  if (getrlimit((__rlimit_resource_t)resource, &limits))
    return;
  limits.rlim_cur = value < limits.rlim_max ? value : limits.rlim_max;
  (void)setrlimit((__rlimit_resource_t)resource, &limits);
}

void lcm_limit_process(bool on, unsigned seconds) {
  struct rusage used;
  (void)getrusage(RUSAGE_SELF, &used);
  const rlim_t spent = (rlim_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec);
  limit(RLIMIT_CPU,
        on ? spent + 1 + (seconds ? seconds : SECONDS) : RLIM_INFINITY);
  if (!SANITIZED)
    limit(RLIMIT_AS, on ? MEMORY : RLIM_INFINITY);
}
