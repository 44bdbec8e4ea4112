/* SPDX-License-Identifier: MIT
 *
 * Reads the raw file of a profiled run into memory, checks its records and
 * indexes them. */
#include "profiler/raw/read.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *lcm_raw_site_kind(uint32_t kind) {
  static const char *const names[LCM_RAW_SITE_KINDS] = {
      "program",   "gap",       "parallel",   "loop",      "sections",
      "single",    "workshare", "distribute", "taskloop",  "masked",
      "barrier",   "task",      "taskwait",   "taskgroup", "critical",
      "ordered",   "lock",      "reduction",  "thread",    "join",
      "condition", "semaphore", "tag",        "loop",      "sections",
      "sync",      "message",   "collective"};
  return kind < LCM_RAW_SITE_KINDS ? names[kind] : "?";
}

const char *lcm_raw_role(uint32_t role) {
  static const char *const names[] = {"main", "vacant", "worker", "thread",
                                      "other"};
  return role < sizeof names / sizeof *names ? names[role] : "?";
}

/* Return the text that "format" gives, on the heap, NULL where memory is
 * short. */
__attribute__((format(printf, 1, 2))) static char *say(const char *format,
                                                       ...) {
  va_list list;
  va_start(list, format);
  char *text = NULL;
  if (vasprintf(&text, format, list) < 0)
    text = NULL;
  va_end(list);
  return text;
}

/* Add the message "text", which is taken, to "file". */
static void tell(lcm_raw_file *file, char *text) {
  const size_t last = sizeof file->messages / sizeof *file->messages - 1;
  size_t i = 0;
  while (i < last && file->messages[i])
    i++;
  if (i < last)
    file->messages[i] = text;
  else
    free(text);
}

/* How many records of which kind there are, and the highest ids. */
typedef struct lcm_raw_count {
  size_t n[LCM_RAW_TIMES + 1];
  size_t sites, threads;
} lcm_raw_count;

/* Return the least size of a record of "kind", 0 where there is none such. */
static size_t least_size(uint32_t kind) {
  static const size_t sizes[LCM_RAW_TIMES + 1] = {0,
                                                  sizeof(lcm_raw_text),
                                                  sizeof(lcm_raw_module),
                                                  sizeof(lcm_raw_site),
                                                  sizeof(lcm_raw_thread),
                                                  sizeof(lcm_raw_cell),
                                                  sizeof(lcm_raw_samples),
                                                  sizeof(lcm_raw_intervals),
                                                  sizeof(lcm_raw_times)};
  return kind <= LCM_RAW_TIMES ? sizes[kind] : 0;
}

/* Return how many bytes follow the fixed part of "record" by what it says. */
static size_t tail_size(const lcm_raw_record *record) {
  const void *at = record;
  switch (record->kind) {
  case LCM_RAW_TEXT:
    return ((const lcm_raw_text *)at)->length;
  case LCM_RAW_MODULE:
    return ((const lcm_raw_module *)at)->path_length;
  case LCM_RAW_SITE:
    return ((const lcm_raw_site *)at)->name_length;
  case LCM_RAW_SAMPLES:
    return ((const lcm_raw_samples *)at)->capacity * sizeof(lcm_raw_sample);
  case LCM_RAW_INTERVALS:
    return ((const lcm_raw_intervals *)at)->n * sizeof(lcm_raw_interval);
  case LCM_RAW_NONE:
  case LCM_RAW_THREAD:
  case LCM_RAW_CELL:
  case LCM_RAW_TIMES:
    return 0;
  }
  return 0;
}

/* Return whether "record", of which "room" bytes are there, is whole and what
 * it says of itself is possible. */
static bool is_sound(const lcm_raw_record *record, size_t room) {
  const size_t least = least_size(record->kind);
  return least && record->size >= least && record->size <= room &&
         record->size % 16 == 0 && tail_size(record) <= record->size - least;
}

/* Call "each" with the records of "file" in order and "user".  Note in "file"
 * where it is cut. */
static void for_each(lcm_raw_file *file,
                     void (*each)(const lcm_raw_record *record, void *user),
                     void *user) {
  size_t at = LCM_RAW_HEADER_SIZE;
  while (at + sizeof(lcm_raw_record) <= file->size) {
    const size_t chunk_end = (at / LCM_RAW_CHUNK + 1) * LCM_RAW_CHUNK;
    const size_t end = chunk_end < file->size ? chunk_end : file->size;
    const lcm_raw_record *record = (const void *)(file->bytes + at);
    if (record->kind == LCM_RAW_NONE && record->size == 0) {
      at = chunk_end;
    } else if (record->kind == LCM_RAW_NONE && record->size % 16 == 0 &&
               record->size <= end - at) {
      at += record->size;
    } else if (is_sound(record, end - at)) {
      each(record, user);
      at += record->size;
    } else {
      file->cut = true;
      at = chunk_end;
    }
  }
}

/* Count "record" in the lcm_raw_count "user". */
static void count_record(const lcm_raw_record *record, void *user) {
  lcm_raw_count *count = user;
  const void *at = record;
  count->n[record->kind]++;
  if (record->kind == LCM_RAW_SITE) {
    const size_t id = ((const lcm_raw_site *)at)->id;
    count->sites = id + 1 > count->sites ? id + 1 : count->sites;
  } else if (record->kind == LCM_RAW_THREAD) {
    const size_t id = ((const lcm_raw_thread *)at)->id;
    count->threads = id + 1 > count->threads ? id + 1 : count->threads;
  }
}

/* Put "record" into the lists of the lcm_raw_file "user". */
static void keep_record(const lcm_raw_record *record, void *user) {
  lcm_raw_file *file = user;
  const void *at = record;
  switch (record->kind) {
  case LCM_RAW_TEXT:
    file->texts[file->n_texts++] = at;
    break;
  case LCM_RAW_MODULE:
    file->modules[file->n_modules++] = at;
    break;
  case LCM_RAW_SITE:
    file->sites[((const lcm_raw_site *)at)->id] = at;
    break;
  case LCM_RAW_THREAD:
    file->threads[((const lcm_raw_thread *)at)->id] = at;
    break;
  case LCM_RAW_CELL:
    file->cells[file->n_cells++] = at;
    break;
  case LCM_RAW_SAMPLES:
    file->samples[file->n_samples++] = at;
    break;
  case LCM_RAW_INTERVALS:
    file->intervals[file->n_intervals++] = at;
    break;
  case LCM_RAW_TIMES:
    file->times[file->n_times++] = at;
    break;
  }
}

/* Make the lists of "file" for what "count" says; false where memory is
 * short. */
static bool make_lists(lcm_raw_file *file, const lcm_raw_count *count) {
  const size_t *n = count->n;
  file->n_sites = count->sites;
  file->n_threads = count->threads;
  file->sites = calloc(count->sites + 1, sizeof *file->sites);
  file->threads = calloc(count->threads + 1, sizeof *file->threads);
  file->open_ns = calloc(count->threads + 1, sizeof *file->open_ns);
  file->cells = calloc(n[LCM_RAW_CELL] + 1, sizeof *file->cells);
  file->texts = calloc(n[LCM_RAW_TEXT] + 1, sizeof *file->texts);
  file->modules = calloc(n[LCM_RAW_MODULE] + 1, sizeof *file->modules);
  file->samples = calloc(n[LCM_RAW_SAMPLES] + 1, sizeof *file->samples);
  file->intervals = calloc(n[LCM_RAW_INTERVALS] + 1, sizeof *file->intervals);
  file->times = calloc(n[LCM_RAW_TIMES] + 1, sizeof *file->times);
  return file->sites && file->threads && file->open_ns && file->cells &&
         file->texts && file->modules && file->samples && file->intervals &&
         file->times;
}

/* Drop the cells of "file" whose site or thread was lost. */
static void drop_orphans(lcm_raw_file *file) {
  size_t n = 0;
  for (size_t i = 0; i < file->n_cells; i++) {
    const lcm_raw_cell *cell = file->cells[i];
    if (cell->site < file->n_sites && file->sites[cell->site] &&
        cell->thread < file->n_threads && file->threads[cell->thread])
      file->cells[n++] = cell;
    else
      file->cut = true;
  }
  file->n_cells = n;
}

/* Return when anything was last written in "file". */
static uint64_t last_seen(const lcm_raw_file *file) {
  uint64_t seen = file->header->seen_ns;
  for (size_t i = 0; i < file->n_threads; i++)
    if (file->threads[i] && file->threads[i]->since_ns > seen)
      seen = file->threads[i]->since_ns;
  return seen;
}

/* Find what the threads of "file", whose program did not end, were at when it
 * was last seen. */
static void find_open(lcm_raw_file *file) {
  const uint64_t seen = last_seen(file);
  for (size_t i = 0; i < file->n_threads; i++) {
    const lcm_raw_thread *thread = file->threads[i];
    if (!thread || thread->state > LCM_RAW_WAITING ||
        thread->site >= file->n_sites || !file->sites[thread->site] ||
        thread->category >= LCM_RAW_CATEGORIES)
      continue;
    file->open_ns[i] = (seen - thread->since_ns) * thread->processors;
    file->sum_ns += file->open_ns[i];
  }
}

/* Sum what the cells of "file" have, and find how long it measured. */
static void sum_up(lcm_raw_file *file) {
  for (size_t i = 0; i < file->n_cells; i++)
    for (size_t k = 0; k < LCM_RAW_CATEGORIES; k++)
      file->sum_ns += file->cells[i]->ns[k];
  file->elapsed_ns = file->header->measured_ns;
  if (file->ended)
    return;
  if (file->header->mode == 0)
    find_open(file);
  file->elapsed_ns = file->sum_ns / file->header->p;
}

/* Return whether the process "pid" is there. */
static bool is_alive(int pid) {
  return pid > 0 && (kill(pid, 0) == 0 || errno == EPERM);
}

/* Tell in "file" how its program ended, where that was not by itself. */
static void tell_end(lcm_raw_file *file) {
  const lcm_raw_header *header = file->header;
  const double end = 1e-9 * (double)file->elapsed_ns;
  if (header->state == LCM_RAW_CRASHED)
    tell(file, say("the program was ended by signal %d (%s) after %.3f s",
                   header->signal, strsignal(header->signal), end));
  else if (header->state == LCM_RAW_RUNNING && is_alive(header->pid))
    tell(file, say("the program still runs: this is what it has done in its "
                   "first %.3f s",
                   end));
  else if (header->state == LCM_RAW_RUNNING)
    tell(file, say("the program was killed, or crashed where that could not be "
                   "noted: it was last seen after %.3f s",
                   end));
  if (file->cut)
    tell(file, say("the file is cut short or damaged: what could be read is "
                   "used"));
}

/* Tell in "file" what the runtime had to say. */
static void tell_texts(lcm_raw_file *file) {
  for (size_t i = 0; i < file->n_texts; i++)
    if (file->texts[i]->what == LCM_RAW_MESSAGE)
      tell(file,
           say("%.*s", (int)file->texts[i]->length, file->texts[i]->text));
}

/* Tell in "file" what its flags mean. */
static void tell_flags(lcm_raw_file *file) {
  static const struct {
    uint32_t flag;
    const char *text;
  } flags[] = {
      {LCM_RAW_DISK_FULL,
       "there was no room for the file to grow: what came later is charged to "
       "the constructs around it, and is not in samples and timeline"},
      {LCM_RAW_OVERSUBSCRIBED,
       "more threads wanted to compute than there were processors"},
      {LCM_RAW_DENSE,
       "events followed each other so fast that measuring them took more than "
       "2 % of the time"},
      {LCM_RAW_NO_OMPT,
       "the program uses an OpenMP library that cannot be observed (libgomp): "
       "run it under libomp"},
      {LCM_RAW_TIMELINE_FULL,
       "the timeline has the beginning of the run only, its room being full"},
      {LCM_RAW_DEEP, "constructs are nested deeper than can be followed"},
      {LCM_RAW_FORKED, "child processes of the program were not measured"},
      {LCM_RAW_MISMATCH,
       "ends of regions or locks came without their beginnings"},
      {LCM_RAW_AT_ONCE,
       "gcc's target constructs were executed at once and by one team, as "
       "LLVM's OpenMP library has none of them: what nowait, depend and "
       "num_teams gain is not in the times"}};
  for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
    if (file->header->flags & flags[i].flag)
      tell(file, say("%s", flags[i].text));
  if (file->header->flags & LCM_RAW_SUM_OFF)
    tell(file,
         say("the categories miss p times the measured time by %" PRId64 " ns",
             file->header->residual_ns));
}

/* Return what is wrong with the header of the "size" bytes at "bytes", or
 * NULL. */
static char *check_header(const unsigned char *bytes, size_t size) {
  const lcm_raw_header *header = (const void *)bytes;
  if (size < sizeof header->magic ||
      memcmp(header->magic, LCM_RAW_MAGIC, sizeof header->magic) != 0)
    return say(size ? "this is no raw file of the profiler"
                    : "the file is empty");
  if (size < LCM_RAW_HEADER_SIZE)
    return say("the file is cut short: %zu bytes, not even its header", size);
  if (header->version != LCM_RAW_VERSION)
    return say("the file has version %u, expected %u", header->version,
               LCM_RAW_VERSION);
  if (header->n_categories < LCM_RAW_FIRST_USER ||
      header->n_categories > LCM_RAW_CATEGORIES || header->p == 0)
    return say("the header of the file is damaged");
  return NULL;
}

char *lcm_raw_parse(lcm_raw_file *out, unsigned char *bytes, size_t size) {
  *out = (lcm_raw_file){0};
  char *wrong = check_header(bytes, size);
  if (wrong) {
    free(bytes);
    return wrong;
  }
  out->bytes = bytes;
  out->size = size;
  out->header = (const void *)bytes;
  out->cut = size < out->header->file_size;
  out->ended = out->header->state != LCM_RAW_RUNNING;
  lcm_raw_count count = {0};
  for_each(out, count_record, &count);
  const size_t most = size / 16;
  if (count.sites > most || count.threads > most) {
    lcm_raw_close(out);
    return say("the file is damaged");
  }
  if (!make_lists(out, &count)) {
    lcm_raw_close(out);
    return say("not enough memory");
  }
  for_each(out, keep_record, out);
  drop_orphans(out);
  sum_up(out);
  tell_end(out);
  tell_flags(out);
  tell_texts(out);
  return NULL;
}

/* Read all of the open file "fd" into "*bytes", "*size"; false: errno says
 * why. */
static bool read_all(int fd, unsigned char **bytes, size_t *size) {
  struct stat info;
  if (fstat(fd, &info) != 0)
    return false;
  size_t room = (size_t)info.st_size;
  *bytes = malloc(room + 1);
  *size = 0;
  while (*bytes && *size < room) {
    const ssize_t got = read(fd, *bytes + *size, room - *size);
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0)
      return false;
    if (got == 0)
      break;
    *size += (size_t)got;
  }
  return *bytes != NULL;
}

char *lcm_raw_open(lcm_raw_file *out, const char *path) {
  *out = (lcm_raw_file){0};
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return say("%s", strerror(errno));
  unsigned char *bytes = NULL;
  size_t size = 0;
  const bool read = read_all(fd, &bytes, &size);
  char *wrong = read ? NULL : say("%s", strerror(errno));
  close(fd);
  if (!read) {
    free(bytes);
    return wrong;
  }
  return lcm_raw_parse(out, bytes, size);
}

void lcm_raw_close(lcm_raw_file *file) {
  free(file->bytes);
  free(file->sites);
  free(file->threads);
  free(file->cells);
  free(file->texts);
  free(file->modules);
  free(file->samples);
  free(file->intervals);
  free(file->times);
  free(file->open_ns);
  for (size_t i = 0; i < sizeof file->messages / sizeof *file->messages; i++)
    free(file->messages[i]);
  *file = (lcm_raw_file){0};
}

const lcm_raw_module *lcm_raw_find_module(const lcm_raw_file *file,
                                          uint64_t address, uint64_t *offset) {
  for (size_t i = 0; i < file->n_modules; i++) {
    const lcm_raw_module *module = file->modules[i];
    if (address >= module->start && address < module->end) {
      *offset = module->fixed ? address : address - module->base;
      return module;
    }
  }
  *offset = address;
  return NULL;
}
