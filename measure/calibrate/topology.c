/* Which processors share a core, a cache and a socket. */
#include <omp.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "measure/calibrate/topology.h"

/* Return the whole number in the file "name" about where "cpu" is, or
 * "otherwise". */
static long read_place(const char *name, int cpu, long otherwise) {
  char path[256];
  long value = otherwise;
  snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/topology/%s", cpu,
           name);
  FILE *file = fopen(path, "r");
  if (file && fscanf(file, "%ld", &value) != 1)
    value = otherwise;
  if (file)
    fclose(file);
  return value;
}

/* Return how many processors the list "0-3,8" names. */
static int count_list(const char *list) {
  int n = 0;
  while (*list) {
    int from = 0;
    int to = 0;
    int used = 0;
    if (sscanf(list, "%d%n", &from, &used) != 1)
      return n;
    list += used;
    to = from;
    if (*list == '-' && sscanf(list + 1, "%d%n", &to, &used) == 1)
      list += 1 + used;
    n += to - from + 1;
    list += *list == ',';
  }
  return n;
}

/* Read the first line of the file "name" of cache "index" of "cpu". */
static int read_cache_line(char *out, size_t size, int cpu, int index,
                           const char *name) {
  char path[256];
  snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/cache/index%d/%s",
           cpu, index, name);
  FILE *file = fopen(path, "r");
  const int good = file && fgets(out, (int)size, file) != NULL;
  if (file)
    fclose(file);
  return good;
}

/* Find the caches of data of "cpu", of whose core "siblings" logical
 * processors are a part. */
static void find_caches(struct topology *out, int cpu, int siblings) {
  char line[256];
  for (int i = 0; i < 16 && out->n_caches < MAX_LEVELS; i++) {
    struct cache cache = {0, 0, 1};
    char unit = ' ';
    if (!read_cache_line(line, sizeof line, cpu, i, "type"))
      return;
    if (!strncmp(line, "Instruction", 11) ||
        !read_cache_line(line, sizeof line, cpu, i, "level") ||
        sscanf(line, "%d", &cache.level) != 1 ||
        !read_cache_line(line, sizeof line, cpu, i, "size") ||
        sscanf(line, "%lf%c", &cache.size, &unit) < 1)
      continue;
    cache.size *= unit == 'K' ? 1024 : unit == 'M' ? 1048576 : 1;
    if (read_cache_line(line, sizeof line, cpu, i, "shared_cpu_list"))
      cache.shared_by = count_list(line) / siblings;
    if (cache.shared_by < 1)
      cache.shared_by = 1;
    if (!out->n_caches || cache.size > out->caches[out->n_caches - 1].size)
      out->caches[out->n_caches++] = cache;
  }
}

/* The place of a logical processor. */
struct cpu_place {
  long socket;
  long core;
};

/* Return whether "place" is among the "n" at "places". */
static int is_known(struct cpu_place place, const struct cpu_place *places,
                    int n) {
  for (int i = 0; i < n; i++)
    if (places[i].socket == place.socket && places[i].core == place.core)
      return 1;
  return 0;
}

/* Put core "cpu" behind those of its socket, or behind all. */
static void add_core(struct topology *out, struct cpu_place *places, int cpu,
                     struct cpu_place place) {
  int at = out->n;
  while (at > 0 && places[at - 1].socket > place.socket) {
    places[at] = places[at - 1];
    out->cpus[at] = out->cpus[at - 1];
    at--;
  }
  places[at] = place;
  out->cpus[at] = cpu;
  out->n++;
}

void find_topology(struct topology *out) {
  struct cpu_place places[MAX_PROCESSORS];
  cpu_set_t set;
  *out = (struct topology){.sockets = 1};
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set))
    CPU_SET(0, &set);
  for (int cpu = 0; cpu < CPU_SETSIZE && out->n < MAX_PROCESSORS; cpu++) {
    if (!CPU_ISSET(cpu, &set))
      continue;
    const struct cpu_place place = {read_place("physical_package_id", cpu, 0),
                                    read_place("core_id", cpu, cpu)};
    out->logical++;
    if (!is_known(place, places, out->n))
      add_core(out, places, cpu, place);
  }
  for (int i = 1; i < out->n; i++)
    out->sockets += places[i].socket != places[i - 1].socket;
  while (out->per_socket < out->n &&
         places[out->per_socket].socket == places[0].socket)
    out->per_socket++;
  find_caches(out, out->cpus[0],
              out->n && out->logical > out->n ? out->logical / out->n : 1);
  out->memory = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
}

void pin_team(const struct topology *topology, int p) {
#pragma omp parallel num_threads(p)
  {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(topology->cpus[omp_get_thread_num() % topology->n], &set);
    (void)sched_setaffinity(0, sizeof set, &set);
  }
}
