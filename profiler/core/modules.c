/* SPDX-License-Identifier: MIT
 *
 * Which files are loaded where. */
#include "profiler/core/modules.h"
#include "profiler/core/modules_internal.h"

#include <elf.h>
#include <link.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Return whether the file "path" is none of the program's own: it lies with the
 * libraries of the system, or is an OpenMP or MPI library, or ours. */
static bool is_system(const char *path) {
  static const char *const folders[] = {"/lib/", "/lib64/", "/lib32/",
                                        "/usr/lib", "linux-vdso"};
  static const char *const names[] = {"libomp",  "libgomp",  "libiomp",
                                      "libmpi",  "libmpich", "libopen-",
                                      "libpmix", "liblcm-"};
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
    if (strncmp(path, folders[i], strlen(folders[i])) == 0)
      return true;
  const char *slash = strrchr(path, '/');
  const char *name = slash ? slash + 1 : path;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strncmp(name, names[i], strlen(names[i])) == 0)
      return true;
  return false;
}

/* Find the build id in the note at "note", of "size" bytes; return its length
 * and set "*id", or 0. */
static uint32_t find_id(const unsigned char *note, size_t size,
                        const unsigned char **id) {
  while (size >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) head;
    memcpy(&head, note, sizeof head);
    const size_t name = (head.n_namesz + 3u) & ~(size_t)3;
    const size_t body = (head.n_descsz + 3u) & ~(size_t)3;
    const size_t whole = sizeof head + name + body;
    if (whole > size)
      return 0;
    if (head.n_type == NT_GNU_BUILD_ID && head.n_namesz == 4 &&
        memcmp(note + sizeof head, "GNU", 4) == 0) {
      *id = note + sizeof head + name;
      return head.n_descsz < 20 ? head.n_descsz : 20;
    }
    note += whole;
    size -= whole;
  }
  return 0;
}

/* Write the record of the module that "info" describes, whose file is "path"
 * and whose code is "range". */
static void record_module(lcm_profiled_run *run,
                          const struct dl_phdr_info *info, const char *path,
                          const lcm_module_range *range) {
  const size_t length = strlen(path);
  lcm_raw_module *record = lcm_store_room(&run->store, sizeof *record + length);
  if (!record)
    return;
  record->base = info->dlpi_addr;
  record->start = range->start;
  record->end = range->end;
  record->user = range->user;
  record->fixed = info->dlpi_addr == 0;
  for (size_t i = 0; i < info->dlpi_phnum && !record->id_length; i++) {
    const unsigned char *id = NULL;
    const ElfW(Phdr) *part = &info->dlpi_phdr[i];
    if (part->p_type == PT_NOTE)
      record->id_length = find_id(
          (const void *)(info->dlpi_addr + part->p_vaddr), part->p_memsz, &id);
    if (record->id_length)
      memcpy(record->id, id, record->id_length);
  }
  record->path_length = (uint32_t)length;
  memcpy(record->path, path, length);
  lcm_store_commit(record, LCM_RAW_MODULE);
}

/* Note the module that "info" describes in the lcm_profiled_run "user". */
static int note_module(struct dl_phdr_info *info, size_t size, void *user) {
  (void)size;
  lcm_profiled_run *run = user;
  lcm_module_range range = {UINTPTR_MAX, 0, false};
  for (size_t i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[i];
    if (part->p_type != PT_LOAD || !(part->p_flags & PF_X))
      continue;
    const uintptr_t start = info->dlpi_addr + part->p_vaddr;
    range.start = start < range.start ? start : range.start;
    range.end =
        start + part->p_memsz > range.end ? start + part->p_memsz : range.end;
  }
  const uint32_t n = atomic_load(&run->n_modules);
  if (!range.end || n == LCM_MAX_MODULES || lcm_module_at(run, range.start))
    return 0;
  char exe[4096];
  const char *path = info->dlpi_name;
  if (!path || !*path) {
    const ssize_t got = readlink("/proc/self/exe", exe, sizeof exe - 1);
    exe[got > 0 ? got : 0] = 0;
    path = exe;
    range.user = n == 0;
  } else {
    range.user = !is_system(path);
  }
  const char *slash = strrchr(path, '/');
  const char *name = slash ? slash + 1 : path;
  run->has_libgomp = run->has_libgomp || strncmp(name, "libgomp", 7) == 0;
  run->has_ompt = run->has_ompt || strncmp(name, "libomp.", 7) == 0 ||
                  strncmp(name, "libiomp", 7) == 0;
  record_module(run, info, path, &range);
  run->modules[n] = range;
  atomic_store(&run->n_modules, n + 1);
  return 0;
}

void lcm_modules_scan(lcm_profiled_run *run) {
  lcm_lock(&run->lock);
  if (!run->modules)
    run->modules = lcm_keep(LCM_MAX_MODULES * sizeof *run->modules);
  if (run->modules)
    dl_iterate_phdr(note_module, run);
  lcm_unlock(&run->lock);
}

const lcm_module_range *lcm_module_at(const lcm_profiled_run *run,
                                      uintptr_t address) {
  const uint32_t n = atomic_load(&run->n_modules);
  for (uint32_t i = 0; i < n; i++)
    if (address >= run->modules[i].start && address < run->modules[i].end)
      return &run->modules[i];
  return NULL;
}

bool lcm_is_user(const void *address) {
  lcm_profiled_run *run = lcm_the_run();
  const lcm_module_range *range = lcm_module_at(run, (uintptr_t)address);
  if (!range && atomic_load(&run->on)) {
    lcm_modules_scan(run);
    range = lcm_module_at(run, (uintptr_t)address);
  }
  return range && range->user;
}
