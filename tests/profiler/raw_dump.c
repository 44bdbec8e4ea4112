/* Prints a raw file of the profiler as JSON.
 *
 * usage: raw_dump FILE */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "profiler/raw/read.h"

/* Print "text", of "length" bytes, as a JSON string. */
static void print_string(const char *text, size_t length) {
  putchar('"');
  for (size_t i = 0; i < length && text[i]; i++) {
    const unsigned char c = (unsigned char)text[i];
    if (c == '"' || c == '\\')
      printf("\\%c", c);
    else if (c < ' ')
      printf("\\u%04x", c);
    else
      putchar(c);
  }
  putchar('"');
}

/* Print the header of "file". */
static void print_header(const lcm_raw_file *file) {
  const lcm_raw_header *header = file->header;
  printf("\"state\": %u, \"signal\": %d, \"status\": %d, \"flags\": %u,\n",
         header->state, header->signal, header->status, header->flags);
  printf("\"p\": %u, \"p_given\": %u, \"peak\": %u, \"rank\": %d,\n", header->p,
         header->p_given, header->threads_peak, header->rank);
  printf("\"cores\": %u, \"allowed\": %u, \"mode\": %u,\n", header->cores,
         header->allowed, header->mode);
  printf("\"elapsed\": %" PRIu64 ", \"sum\": %" PRIu64
         ", \"residual\": %" PRId64 ", \"end\": %" PRIu64 ",\n",
         file->elapsed_ns, file->sum_ns, header->residual_ns, header->end_ns);
  printf("\"events\": %" PRIu64 ", \"event_ns\": %g, \"counters\": %u,\n",
         header->events, header->event_ns, header->counters);
  printf("\"sample_ns\": %" PRIu64 ", \"sample_cost_ns\": %g,\n",
         header->interval_ns, header->sample_cost_ns);
  printf("\"sampled_by\": %u,\n", header->sampled_by);
  printf("\"switches\": %" PRIu64 ", \"forced\": %" PRIu64
         ", \"faults\": %" PRIu64 ", \"migrations\": %" PRIu64 ",\n",
         header->switches_voluntary, header->switches_forced,
         header->faults_minor, header->migrations);
  printf("\"ended\": %s, \"cut\": %s, \"library\": ",
         file->ended ? "true" : "false", file->cut ? "true" : "false");
  print_string(header->omp_library, sizeof header->omp_library);
  printf(",\n\"messages\": [");
  for (size_t i = 0; file->messages[i]; i++) {
    printf("%s\n  ", i ? "," : "");
    print_string(file->messages[i], (size_t)-1);
  }
  printf("],\n");
}

/* Print the sites of "file". */
static void print_sites(const lcm_raw_file *file) {
  printf("\"sites\": [");
  const char *comma = "";
  for (size_t i = 0; i < file->n_sites; i++) {
    const lcm_raw_site *site = file->sites[i];
    if (!site)
      continue;
    uint64_t offset = 0;
    const lcm_raw_module *module =
        lcm_raw_find_module(file, site->address, &offset);
    printf("%s\n  {\"id\": %u, \"kind\": \"%s\", \"parent\": %u, "
           "\"previous\": %u, \"next\": %u, \"tag\": %" PRIu64
           ", \"offset\": %" PRIu64 ", \"name\": ",
           comma, site->id, lcm_raw_site_kind(site->kind), site->parent,
           site->previous, site->next, site->tag, offset);
    print_string(site->name, site->name_length);
    printf(", \"module\": ");
    print_string(module ? module->path : "", module ? module->path_length : 0);
    printf("}");
    comma = ",";
  }
  printf("],\n");
}

/* Print the threads of "file". */
static void print_threads(const lcm_raw_file *file) {
  printf("\"threads\": [");
  const char *comma = "";
  for (size_t i = 0; i < file->n_threads; i++) {
    const lcm_raw_thread *thread = file->threads[i];
    if (!thread)
      continue;
    printf("%s\n  {\"id\": %u, \"role\": \"%s\", \"start\": %" PRIu64
           ", \"end\": %" PRIu64 ", \"since\": %" PRIu64 ", \"open\": %" PRIu64
           ", \"cpu\": %" PRIu64 ", \"switches\": %" PRIu64 ", \"state\": %u}",
           comma, thread->id, lcm_raw_role(thread->role), thread->start_ns,
           thread->end_ns, thread->since_ns, file->open_ns[i], thread->cpu_ns,
           thread->switches_voluntary, thread->state);
    comma = ",";
  }
  printf("],\n");
}

/* Print the cells of "file". */
static void print_cells(const lcm_raw_file *file) {
  printf("\"cells\": [");
  for (size_t i = 0; i < file->n_cells; i++) {
    const lcm_raw_cell *cell = file->cells[i];
    printf("%s\n  {\"thread\": %u, \"site\": %u, \"visits\": %" PRIu64
           ", \"iterations\": %" PRIu64 ", \"elapsed\": %" PRIu64 ", \"ns\": {",
           i ? "," : "", cell->thread, cell->site, cell->visits,
           cell->iterations, cell->elapsed_ns);
    const char *comma = "";
    for (size_t k = 0; k < file->header->n_categories; k++) {
      if (!cell->ns[k])
        continue;
      printf("%s\"%s\": %" PRIu64, comma, file->header->categories[k],
             cell->ns[k]);
      comma = ", ";
    }
    printf("}}");
  }
  printf("],\n");
}

/* Print the samples of "file". */
static void print_samples(const lcm_raw_file *file) {
  printf("\"sampled\": [");
  const char *comma = "";
  for (size_t i = 0; i < file->n_samples; i++) {
    for (size_t k = 0; k < file->samples[i]->capacity; k++) {
      const lcm_raw_sample *sample = &file->samples[i]->at[k];
      uint64_t offset = 0;
      if (!sample->count)
        continue;
      const lcm_raw_module *module =
          lcm_raw_find_module(file, sample->pc, &offset);
      printf("%s\n  {\"site\": %u, \"offset\": %" PRIu64
             ", \"inner\": %s, \"user\": %u, \"count\": %u}",
             comma, sample->site, offset, sample->inner ? "true" : "false",
             module ? module->user : 0, sample->count);
      comma = ",";
    }
  }
  printf("],\n");
}

/* Print how many samples, intervals and nanoseconds in slices "file" has. */
static void print_rest(const lcm_raw_file *file) {
  uint64_t samples = 0, intervals = 0, in_intervals = 0, in_slices = 0;
  for (size_t i = 0; i < file->n_samples; i++)
    for (size_t k = 0; k < file->samples[i]->capacity; k++)
      samples += file->samples[i]->at[k].count;
  for (size_t i = 0; i < file->n_intervals; i++) {
    intervals += file->intervals[i]->n;
    for (size_t k = 0; k < file->intervals[i]->n; k++)
      in_intervals +=
          file->intervals[i]->at[k].end_ns - file->intervals[i]->at[k].begin_ns;
  }
  for (size_t i = 0; i < file->n_times; i++)
    for (size_t k = 0; k < LCM_RAW_SLICES * LCM_RAW_CATEGORIES; k++)
      in_slices +=
          file->times[i]->ns[k / LCM_RAW_CATEGORIES][k % LCM_RAW_CATEGORIES];
  printf("\"samples\": %" PRIu64 ", \"intervals\": %" PRIu64
         ", \"interval_ns\": %" PRIu64 ", \"slice_ns\": %" PRIu64 "}\n",
         samples, intervals, in_intervals, in_slices);
}

int main(int argc, char **argv) {
  if (argc != 2)
    return 2;
  lcm_raw_file file;
  char *wrong = lcm_raw_open(&file, argv[1]);
  if (wrong) {
    fprintf(stderr, "%s: %s\n", argv[1], wrong);
    free(wrong);
    return 1;
  }
  printf("{");
  print_header(&file);
  print_sites(&file);
  print_threads(&file);
  print_cells(&file);
  print_samples(&file);
  print_rest(&file);
  lcm_raw_close(&file);
  return 0;
}
