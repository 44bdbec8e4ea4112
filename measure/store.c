/* The file of records that a sweep goes on from. */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fs.h"
#include "measure/plan.h"
#include "measure/record.h"
#include "measure/store.h"
#include "measure/words.h"

/* Report that the system refuses to "what" the output of "store". */
static lcm_status refuse(const struct profile_store *store, const char *what) {
  lcm_report(store->ctx, LCM_DIAG_IO, (lcm_loc){.file = store->path},
             "cannot %s: %s", what, strerror(errno));
  return LCM_EIO;
}

/* Return whether "a" and "b" are of one run. */
static bool is_same_run(const lcm_measurement *a, const lcm_measurement *b) {
  bool same = a->n_params == b->n_params && a->repetition == b->repetition;
  for (size_t i = 0; i < a->n_params && same; i++)
    same = a->params[i].name == b->params[i].name &&
           a->params[i].value == b->params[i].value;
  return same;
}

/* Keep the records of "all" but for those of a run at the end of which the
 * record of the whole is missing; return whether there are such. */
static bool keep_whole(struct profile_store *store,
                       const lcm_measurements *all) {
  size_t last = all->n;
  for (size_t i = 0; i < all->n; i++)
    if (!*all->at[i].fragment)
      last = i;
  for (size_t i = 0; i < all->n; i++) {
    const lcm_measurement *one = &all->at[i];
    const bool behind = last == all->n || i > last;
    const bool partial = behind && one->program &&
                         (last == all->n || !is_same_run(one, &all->at[last]));
    if (!partial)
      LCM_LIST_ADD(lcm_ctx_arena(store->ctx), &store->records, *one);
  }
  return store->records.n < all->n;
}

/* Return what the command line of "store" runs with the values of "one"; NULL
 * where that cannot be said. */
static const char *program_of(const struct profile_store *store,
                              const lcm_measurement *one) {
  const struct profile_point point = {.params = one->params,
                                      .n_params = one->n_params};
  const char *program = NULL;
  const char *path = NULL;
  const bool muted = lcm_ctx_mute(store->ctx, true);
  const lcm_status status = profile_words_program(&program, &path, store->ctx,
                                                  store->options, &point);
  (void)lcm_ctx_mute(store->ctx, muted);
  return status ? NULL : program;
}

/* Return whether all runs in "store" are of its program; say so where they are
 * not. */
static bool is_of_program(const struct profile_store *store) {
  for (size_t i = 0; i < store->records.n; i++) {
    const char *program = store->records.at[i].program;
    const char *now = program_of(store, &store->records.at[i]);
    if (program && now && strcmp(program, now) != 0) {
      lcm_report(store->ctx, LCM_DIAG_OTHER_PROGRAM,
                 (lcm_loc){.file = store->path},
                 "its runs are of another program or build (%s, now %s): "
                 "remove it, or write to another file",
                 program, now);
      return false;
    }
  }
  return true;
}

/* Count the runs of "store" as runs of the points of "plan". */
static void count_runs(struct profile_store *store, struct profile_plan *plan) {
  for (size_t i = 0; i < store->records.n; i++) {
    const lcm_measurement *one = &store->records.at[i];
    struct profile_point *point =
        *one->fragment ? NULL
                       : profile_plan_find(plan, one->params, one->n_params);
    if (!point)
      continue;
    if (one->repetition >= (double)point->next)
      point->next = (size_t)one->repetition + 1;
    if (profile_has_flag(one->flags, "cut"))
      continue;
    LCM_LIST_ADD(lcm_ctx_arena(store->ctx), &point->elapsed, one->elapsed);
    store->found++;
  }
}

lcm_status profile_store_write(struct profile_store *store) {
  const lcm_measurements all = {store->records.at, store->records.n};
  char *text = lcm_measurements_print(store->ctx, &all, LCM_MEASURED_JSONL);
  if (!text)
    return LCM_ENOMEM;
  const lcm_status status =
      lcm_file_write(store->ctx, store->path, text, strlen(text));
  free(text);
  return status;
}

/* Read what "store" has already; a run that was being written when somebody
 * pulled the plug goes. */
static lcm_status read_runs(struct profile_store *store,
                            struct profile_plan *plan) {
  char *text = NULL;
  size_t len = 0;
  lcm_measurements all = {0};
  const size_t warnings = lcm_diag_count(store->ctx, LCM_WARNING);
  const size_t errors = lcm_diag_count(store->ctx, LCM_ERROR);
  lcm_status status = lcm_file_read(&text, &len, store->ctx, store->path);
  if (!status && len)
    status = lcm_measurements_parse(&all, store->ctx, store->path, text, len,
                                    LCM_MEASURED_JSONL);
  if (status == LCM_EPARSE && lcm_diag_count(store->ctx, LCM_ERROR) == errors)
    status = LCM_OK;
  if (status || lcm_diag_count(store->ctx, LCM_ERROR) > errors)
    return status ? status : LCM_EPARSE;
  const bool partial = keep_whole(store, &all);
  if (!is_of_program(store))
    return LCM_EUSAGE;
  count_runs(store, plan);
  return partial || lcm_diag_count(store->ctx, LCM_WARNING) > warnings ||
                 (len && text[len - 1] != '\n')
             ? profile_store_write(store)
             : LCM_OK;
}

lcm_status profile_store_open(struct profile_store *store,
                              struct profile_plan *plan) {
  struct stat about;
  const char *path = store->path;
  store->fd = -1;
  if (!path)
    return LCM_OK;
  if (!strcmp(path, "-")) {
    store->fd = STDOUT_FILENO;
    return LCM_OK;
  }
  const bool exists = !stat(path, &about);
  store->regular = !exists || S_ISREG(about.st_mode);
  const lcm_status status =
      exists && store->regular ? read_runs(store, plan) : LCM_OK;
  if (status)
    return status;
  store->fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (store->fd < 0)
    return refuse(store, "write it");
  if (flock(store->fd, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK) {
    lcm_report(store->ctx, LCM_DIAG_IO, (lcm_loc){.file = path},
               "another lcm writes it");
    return LCM_EIO;
  }
  return LCM_OK;
}

lcm_status profile_store_add(struct profile_store *store,
                             const lcm_measurements *records) {
  for (size_t i = 0; i < records->n; i++)
    LCM_LIST_ADD(lcm_ctx_arena(store->ctx), &store->records, records->at[i]);
  store->added++;
  if (store->fd < 0)
    return LCM_OK;
  char *text = lcm_measurements_print(store->ctx, records, LCM_MEASURED_JSONL);
  if (!text)
    return LCM_ENOMEM;
  const bool written = lcm_write_all(store->fd, text, strlen(text)) &&
                       (!store->regular || !fsync(store->fd));
  free(text);
  return written ? LCM_OK : refuse(store, "write it");
}

void profile_store_close(struct profile_store *store) {
  if (store->fd > STDOUT_FILENO)
    close(store->fd);
  store->fd = -1;
}
