/* The interactive monitor of simulations written in C. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "simulator/kernel.h"
#include "simulator/look.h"
#include "simulator/pam_monitor.h"
#include "simulator/resource.h"

/* The rest of a command line. */
struct words {
  char *at;
};

/* Return the next word of "words", or NULL. */
static char *next_word(struct words *words) {
  char *word = words->at + strspn(words->at, " \t\r\n");
  const size_t length = strcspn(word, " \t\r\n");
  if (!length)
    return NULL;
  words->at = word + length + (word[length] != '\0');
  word[length] = '\0';
  return word;
}

/* Return the process called "name"; NULL, and say so, where there is none. */
static pam_proc *find_process(const char *name) {
  pam_proc *p = lcm_pam_system()->first;
  while (name && p && (p->target || strcmp(p->name, name) != 0))
    p = p->next;
  if (!name || !p)
    printf("no process %s\n", name ? name : "named");
  return name ? p : NULL;
}

/* Return the semaphore called "name"; NULL, and say so, where there is none. */
static pam_sema *find_sema(const char *name) {
  const struct pam_system *system = lcm_pam_system();
  for (size_t i = 0; name && i < system->semas.n; i++)
    if (!system->semas.at[i]->freed && !strcmp(system->semas.at[i]->name, name))
      return system->semas.at[i];
  printf("no semaphore %s\n", name ? name : "named");
  return NULL;
}

/* Print the queue "list" of "n" processes of the semaphore called "name"; its
 * "credit" where nobody waits. */
static void print_queue(const char *name, lcm_process *const *list, size_t n,
                        long long credit) {
  const struct pam_system *system = lcm_pam_system();
  printf("    %s:", name);
  for (size_t i = 0; i < n; i++) {
    const pam_proc *p = lcm_process_extra(list[i]);
    printf("%s %s (%e)", i ? " " : "", p->name,
           lcm_process_time(system->sim, list[i]));
  }
  if (!n)
    printf(" <+%lld>", credit);
  printf("\n");
}

/* Command "i": print all queues. */
static void inspect(struct words *words) {
  const struct pam_system *system = lcm_pam_system();
  lcm_process **list;
  (void)words;
  size_t n = lcm_sim_scheduled(&list, system->sim);
  printf("\n");
  print_queue(system->ready.name, list, n, 0);
  for (size_t i = 0; i < system->semas.n; i++) {
    const pam_sema *s = system->semas.at[i];
    if (s->freed)
      continue;
    n = lcm_sim_queued(&list, system->sim, s->resource);
    print_queue(s->name, list, n,
                (long long)lcm_sim_free_units(system->sim, s->resource));
  }
  printf("\n");
}

/* Command "l": set the level. */
static void set_level(struct words *words) {
  const char *level = next_word(words);
  if (level)
    pam_level(atoi(level));
  else
    printf("l <level>\n");
}

/* Command "q": end the program. */
static void quit(struct words *words) {
  (void)words;
  (void)fflush(stdout);
  exit(EXIT_SUCCESS);
}

/* Command "d": let time pass. */
static void delay(struct words *words) {
  const char *itv = next_word(words);
  if (itv)
    (void)lcm_pam_delay(strtod(itv, NULL));
  else
    printf("d <itv>\n");
}

/* Command "k": end processes. */
static void kill_named(struct words *words) {
  const char *name;
  bool me = false;
  while ((name = next_word(words))) {
    pam_proc *p = find_process(name);
    me = me || p == pam_me();
    if (p && p != pam_me())
      lcm_pam_kill(p);
  }
  if (me)
    lcm_pam_kill(pam_me());
}

/* What a forked monitor does. */
static void monitor(void) { lcm_pam_monitor("monitor"); }

/* Command "f": fork monitors. */
static void fork_named(struct words *words) {
  const char *name;
  while ((name = next_word(words)))
    (void)lcm_pam_fork(lcm_arena_strdup(&lcm_pam_system()->arena, name),
                       monitor, 0);
}

/* Command "s": let another process run that is scheduled now. */
static void change(struct words *words) {
  (void)words;
  if (!lcm_pam_switch())
    printf("nobody else is scheduled now\n");
}

/* Command "x": end the present process. */
static void leave(struct words *words) {
  (void)words;
  lcm_pam_kill(pam_me());
}

/* Command "a": make a semaphore. */
static void allocate(struct words *words) {
  const char *name = next_word(words);
  const char *credit = next_word(words);
  if (name && credit)
    (void)lcm_pam_alloc(lcm_arena_strdup(&lcm_pam_system()->arena, name),
                        atoi(credit));
  else
    printf("a <name> <crd>\n");
}

/* Command "p". */
static void down(struct words *words) {
  pam_sema *s = find_sema(next_word(words));
  if (s)
    (void)lcm_pam_P(s);
}

/* Command "v". */
static void up(struct words *words) {
  pam_sema *s = find_sema(next_word(words));
  if (s)
    lcm_pam_V(s);
}

/* Command "e": delete semaphores. */
static void free_named(struct words *words) {
  const char *name;
  while ((name = next_word(words))) {
    pam_sema *s = find_sema(name);
    if (s)
      lcm_pam_free(s);
  }
}

/* Command "o": post an interrupt. */
static void post(struct words *words) {
  pam_proc *p = find_process(next_word(words));
  const char *itv = next_word(words);
  if (p && itv)
    lcm_pam_post(p, strtod(itv, NULL));
  else
    printf("o <name> <itv>\n");
}

/* Command "n": take the first interrupt back. */
static void cancel(struct words *words) {
  pam_proc *p = lcm_pam_interrupted();
  (void)words;
  if (p)
    lcm_pam_cancel(p);
  else
    printf("no interrupt is posted\n");
}

/* A command of the monitor. */
struct monitor_command {
  char letter;
  bool waits; /* its caller may have to wait */
  void (*run)(struct words *words);
  const char *help;
};

static const struct monitor_command commands[] = {
    {'i', false, inspect, "i: inspect semaphore queues"},
    {'l', false, set_level, "l <level>: set tracing level"},
    {'q', false, quit, "q: quit"},
    {'d', true, delay, "d <itv>: delay current process"},
    {'k', true, kill_named, "k <names>: kill processes"},
    {'f', false, fork_named, "f <names>: fork other monitors"},
    {'s', true, change, "s: switch context"},
    {'x', true, leave, "x: exit current process"},
    {'a', false, allocate, "a <name> <crd>: allocate semaphore"},
    {'p', true, down, "p <name>: apply P operation"},
    {'v', false, up, "v <name>: apply V operation"},
    {'e', false, free_named, "e <names>: free semaphores"},
    {'o', false, post, "o <name> <itv>: post interrupt"},
    {'n', false, cancel, "n: cancel interrupt"},
};

/* Print what can be said to the monitor. */
static void print_menu(void) {
  printf("c: continue\n");
  for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
    printf("%s\n", commands[i].help);
}

/* Run the command "word". */
static void obey(const char *word, struct words *words) {
  size_t i = 0;
  while (i < sizeof commands / sizeof *commands &&
         (commands[i].letter != *word || word[1]))
    i++;
  if (i == sizeof commands / sizeof *commands)
    print_menu();
  else if (lcm_pam_system()->stuck && commands[i].waits)
    printf("all processes wait: only v, f and q help\n");
  else
    commands[i].run(words);
}

void lcm_pam_monitor(const char *prompt) {
  char line[256];
  for (;;) {
    printf("%e (%s) %s > ", pam_time(), pam_name(pam_me()), prompt);
    (void)fflush(stdout);
    if (!fgets(line, sizeof line, stdin)) {
      printf("\n");
      exit(lcm_pam_system()->stuck ? EXIT_FAILURE : EXIT_SUCCESS);
    }
    if (!isatty(STDIN_FILENO))
      printf("%s%s", line, strchr(line, '\n') ? "" : "\n");
    struct words words = {line};
    const char *word = next_word(&words);
    if (!word)
      continue;
    if (!strcmp(word, "c"))
      return;
    obey(word, &words);
  }
}
