/* What is wrong with a program, and the end of a run. */
#include "chares/fail.h"

#include <stdarg.h>
#include <stdlib.h>

enum { TEXT = 1000, NAME = 200 };

void lcm_md_stop(struct md_run *run) {
  atomic_store(&run->stop, true);
  for (int i = 0; run->threads && i < run->processors; i++) {
    (void)pthread_mutex_lock(&run->all[i].inbox->mutex);
    (void)pthread_cond_signal(&run->all[i].inbox->wake);
    (void)pthread_mutex_unlock(&run->all[i].inbox->mutex);
  }
}

const char *lcm_md_chare_name(const md *m, int entry) {
  const struct md_program *program = m->run->program;
  return program->chares[program->entries[entry].chare].name;
}

const char *lcm_md_entry_name(const md *m, int entry) {
  return m->run->program->entries[entry].name;
}

const char *lcm_md_word(enum md_kind kind) {
  static const char *const words[] = {
#define MD_KIND(name, word, counted) word,
#include "chares/messages.def"
#undef MD_KIND
  };
  return words[kind];
}

const char *lcm_md_what(char *text, size_t size, const md *m,
                        const md_message *message) {
  const struct md_program *program = m->run->program;
  const enum md_kind kind = message->kind;
  if (kind <= MD_KIND_OFFICE && kind != MD_KIND_BOOT)
    (void)snprintf(text, size, "%s@%s", lcm_md_chare_name(m, message->entry),
                   lcm_md_entry_name(m, message->entry));
  else if (kind >= MD_KIND_COLLECT && (int)message->slot < program->n_variables)
    (void)snprintf(text, size, "%s", program->variables[message->slot].name);
  else
    (void)snprintf(text, size, "-");
  return text;
}

void lcm_md_fail(md *m, const char *format, ...) {
  struct md_run *run = m->run;
  char text[TEXT];
  char what[NAME] = "";
  va_list args;
  va_start(args, format);
  (void)vsnprintf(text, sizeof text, format, args);
  va_end(args);
  (void)pthread_mutex_lock(&run->error_mutex);
  if (!run->error) {
    run->error = malloc(TEXT + NAME + NAME);
    if (run->error && m->present->in_entry)
      (void)snprintf(run->error, TEXT + NAME + NAME, "%s: processor %d, %s: %s",
                     run->program->name, m->index,
                     lcm_md_what(what, sizeof what, m, m->present->message),
                     text);
    else if (run->error)
      (void)snprintf(run->error, TEXT + NAME + NAME, "%s: processor %d: %s",
                     run->program->name, m->index, text);
  }
  (void)pthread_mutex_unlock(&run->error_mutex);
  atomic_store(&run->failed, true);
  lcm_md_stop(run);
}
