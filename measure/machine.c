/* What surrounds the runs: machine, processors, how busy they are. */
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "base/host.h"
#include "measure/machine.h"

/* Put the first line of the file "path" into the "size" bytes at "line"; false
 * where there is none. */
static bool first_line(char *line, int size, const char *path) {
  FILE *file = fopen(path, "re");
  const bool read = file && fgets(line, size, file);
  if (file)
    fclose(file);
  if (read)
    line[strcspn(line, "\n")] = '\0';
  return read;
}

/* Append the processors of "set" to "buf": "0-3,8". */
static void put_processors(lcm_buf *buf, const cpu_set_t *set) {
  const char *separator = "";
  for (int i = 0; i < CPU_SETSIZE; i++) {
    int last = i;
    if (!CPU_ISSET(i, set))
      continue;
    while (last + 1 < CPU_SETSIZE && CPU_ISSET(last + 1, set))
      last++;
    lcm_buf_printf(buf, "%s%d", separator, i);
    if (last > i)
      lcm_buf_printf(buf, "-%d", last);
    separator = ",";
    i = last;
  }
}

/* Append what the environment says of "name", where it says something. */
static void put_variable(lcm_buf *buf, const char *name) {
  const char *value = getenv(name);
  if (value && *value)
    lcm_buf_printf(buf, ", %s=%s", name, value);
}

void profile_machine_read(struct profile_machine *out, lcm_ctx *ctx) {
  struct utsname names;
  char governor[64];
  cpu_set_t set;
  lcm_buf machine = {0};
  lcm_buf affinity = {0};
  CPU_ZERO(&set);
  const long online = sysconf(_SC_NPROCESSORS_ONLN);
  out->cores = online > 0 ? (size_t)online : 1;
  lcm_buf_puts(&machine, uname(&names) ? "?" : names.nodename);
  lcm_buf_puts(&machine, ", ");
  lcm_host_put_processor(&machine);
  lcm_buf_printf(&machine, ", %zu processor%s", out->cores,
                 out->cores == 1 ? "" : "s");
  lcm_buf_puts(&affinity, "cpus ");
  if (!sched_getaffinity(0, sizeof set, &set)) {
    put_processors(&affinity, &set);
    out->cores = (size_t)CPU_COUNT(&set);
  }
  put_variable(&affinity, "OMP_PROC_BIND");
  put_variable(&affinity, "OMP_PLACES");
  put_variable(&affinity, "GOMP_CPU_AFFINITY");
  put_variable(&affinity, "KMP_AFFINITY");
  if (first_line(governor, sizeof governor,
                 "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"))
    lcm_buf_printf(&affinity, ", governor %s", governor);
  out->machine = lcm_ctx_text(ctx, &machine);
  out->affinity = lcm_ctx_text(ctx, &affinity);
}

/* Return the processor-seconds that /proc/stat counts as spent, also by other
 * guests of the host. */
static double busy_seconds(void) {
  char line[256];
  const char *at = line;
  double busy = 0;
  if (!first_line(line, sizeof line, "/proc/stat") || strncmp(line, "cpu ", 4))
    return 0;
  at += 4;
  for (int column = 0; column < 8; column++) {
    const char *end = at;
    const double value = lcm_strtod(at + strspn(at, " "), &end);
    const bool idle = column == 3 || column == 4;
    busy += idle ? 0 : value;
    at = end;
  }
  return busy / (double)sysconf(_SC_CLK_TCK);
}

struct profile_load profile_load_now(void) {
  struct profile_load load = {busy_seconds(), 0};
  const long n = sysconf(_SC_NPROCESSORS_ONLN);
  for (long i = 0; i < n; i++) {
    char path[96];
    char line[64];
    snprintf(path, sizeof path,
             "/sys/devices/system/cpu/cpu%ld/thermal_throttle/"
             "core_throttle_count",
             i);
    if (!first_line(line, sizeof line, path))
      break;
    load.throttles += (double)strtoull(line, NULL, 10);
  }
  return load;
}
