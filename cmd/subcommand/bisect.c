/* lcm bisect: the first commit that breaks a contract: each commit is checked
 * by an lcm of its own, which may die of what does not compile. */
#include "cmd/subcommand/bisect.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "base/json_parse.h"
#include "cmd/common.h"
#include "cmd/options.h"
#include "cmd/revisions.h"

/* What a commit is. */
enum mark { UNTRIED, GOOD, BAD, SKIPPED };

/* A search for the first bad commit. */
struct bisecting {
  struct command *command;
  struct revisions revisions;
  LCM_LIST(const char *) check; /* the command for one commit, without NULL */
  lcm_json **found; /* by commit: what is found of contracts; NULL: nothing */
  enum mark *marks; /* by commit */
  size_t tried;
};

/* Return the signal, one of those that main holds back, by which the user stops
 * the search; 0: there is none. */
static int stopped(void) {
  static const int SIGNALS[] = {SIGINT, SIGTERM, SIGHUP};
  sigset_t pending;
  sigpending(&pending);
  for (size_t i = 0; i < sizeof SIGNALS / sizeof *SIGNALS; i++)
    if (sigismember(&pending, SIGNALS[i]))
      return SIGNALS[i];
  return 0;
}

/* Add "option" with "value", where it has one, to the command for commits. */
static void add_value(struct bisecting *b, enum option option,
                      const char *value) {
  lcm_arena *arena = lcm_ctx_arena(b->command->ctx);
  if (!value)
    return;
  LCM_LIST_ADD(arena, &b->check, command_option_name(option));
  LCM_LIST_ADD(arena, &b->check, value);
}

/* Return the file "name" from the root on, as it is itself where it is none. */
static const char *absolute(lcm_ctx *ctx, const char *name) {
  char *path = name ? realpath(name, NULL) : NULL;
  const char *kept = path ? lcm_intern(ctx, path) : name;
  free(path);
  return kept;
}

/* Make the command that checks the contracts of one commit. */
static void make_check(struct bisecting *b) {
  static const char *const FIRST[] = {
      "/proc/self/exe", "check", "--expect", "-q", "--format", "json"};
  static const enum option SAME[] = {OPT_ENTRY, OPT_INCORE, OPT_VARIANT};
  struct command *command = b->command;
  lcm_arena *arena = lcm_ctx_arena(command->ctx);
  const char *machine = command_machine(command);
  for (size_t i = 0; i < sizeof FIRST / sizeof *FIRST; i++)
    LCM_LIST_ADD(arena, &b->check, FIRST[i]);
  add_value(b, OPT_MACHINE, machine ? absolute(command->ctx, machine) : "none");
  add_value(b, OPT_CONTRACTS,
            absolute(command->ctx, command->values[OPT_CONTRACTS]));
  for (size_t i = 0; i < sizeof SAME / sizeof *SAME; i++)
    add_value(b, SAME[i], command->values[SAME[i]]);
  for (size_t i = 0; i < command->defines.n; i++)
    add_value(b, OPT_DEFINE, command->defines.at[i]);
  for (size_t i = 2; i < command->inputs.n; i++)
    LCM_LIST_ADD(arena, &b->check, command->inputs.at[i]);
  if (command->n_flags)
    LCM_LIST_ADD(arena, &b->check, "--");
  for (size_t i = 0; i < command->n_flags; i++)
    LCM_LIST_ADD(arena, &b->check, command->flags[i]);
  LCM_LIST_ADD(arena, &b->check, NULL);
}

/* Put the contracts of commit "i", with what is found of them, into the search;
 * none where it cannot be analysed. */
static lcm_status check(struct bisecting *b, size_t i) {
  lcm_ctx *ctx = b->command->ctx;
  struct lcm_child child = {.argv = b->check.at, .heeds = true};
  char *text = NULL;
  size_t len = 0;
  int ended = 0;
  lcm_status status = revisions_take(&child.directory, &b->revisions, i);
  status = status ? status : lcm_child_run(&text, &len, &ended, ctx, &child);
  revisions_drop(&b->revisions);
  b->tried++;
  if (stopped())
    return LCM_EUSAGE;
  if (status || !len ||
      (ended != EXIT_DONE && ended != EXIT_ERRORS && ended != EXIT_OPEN))
    return status;
  return lcm_json_parse(&b->found[i], ctx, "lcm check", text, len);
}

/* Return the contracts of commit "i"; NULL where it could not be analysed. */
static const lcm_json *contracts_of(const struct bisecting *b, size_t i) {
  return b->found[i] ? lcm_json_get(b->found[i], "contracts") : NULL;
}

/* Return the first contract of commit "i" whose text is "wanted"; NULL where
 * there is none. */
static const lcm_json *contract_of(const struct bisecting *b, size_t i,
                                   const char *wanted) {
  for (size_t k = 0; k < lcm_json_size(contracts_of(b, i)); k++) {
    const lcm_json *one = lcm_json_at(contracts_of(b, i), k);
    if (!strcmp(lcm_json_text(lcm_json_get(one, "contract")), wanted))
      return one;
  }
  return NULL;
}

/* Return whether the verdict on "contract", which may be NULL, is "verdict". */
static bool is(const lcm_json *contract, const char *verdict) {
  const char *text =
      contract ? lcm_json_text(lcm_json_get(contract, "verdict")) : NULL;
  return text && !strcmp(text, verdict);
}

/* Return what commit "i" has of a contract that is broken at the end and not at
 * the beginning, with "verdict" itself; NULL where there is none. */
static const lcm_json *watched(const struct bisecting *b, size_t i,
                               const char *verdict) {
  const size_t last = b->revisions.n - 1;
  for (size_t k = 0; k < lcm_json_size(contracts_of(b, last)); k++) {
    const lcm_json *one = lcm_json_at(contracts_of(b, last), k);
    const char *text = lcm_json_text(lcm_json_get(one, "contract"));
    const lcm_json *here = contract_of(b, i, text);
    if (is(one, "broken") && !is(contract_of(b, 0, text), "broken") &&
        is(here, verdict))
      return here;
  }
  return NULL;
}

/* Try commit "i": it is bad where it breaks what is broken at the end. */
static lcm_status try(struct bisecting *b, size_t i) {
  const lcm_status status = check(b, i);
  b->marks[i] = !b->found[i]                      ? SKIPPED
                : watched(b, i, "broken")         ? BAD
                : watched(b, i, "cannot be said") ? SKIPPED
                                                  : GOOD;
  return status;
}

/* Return the untried commit nearest to the middle between "good" and "bad"; 0
 * where there is none. */
static size_t next_of(const struct bisecting *b, size_t good, size_t bad) {
  const size_t middle = good + (bad - good) / 2;
  for (size_t by = 0; by < bad - good; by++) {
    if (middle + by < bad && b->marks[middle + by] == UNTRIED)
      return middle + by;
    if (middle > good + by && b->marks[middle - by] == UNTRIED)
      return middle - by;
  }
  return 0;
}

/* Narrow the commits between "*good" and "*bad" until none is untried. */
static lcm_status search(struct bisecting *b, size_t *good, size_t *bad) {
  lcm_status status = LCM_OK;
  for (size_t i = next_of(b, *good, *bad); i && !status;
       i = next_of(b, *good, *bad)) {
    status = try(b, i);
    if (b->marks[i] == GOOD)
      *good = i;
    else if (b->marks[i] == BAD)
      *bad = i;
  }
  return status;
}

/* Append the contract that commit "i" breaks, where and why. */
static void put_contract(lcm_buf *buf, const struct bisecting *b, size_t i) {
  const lcm_json *one = watched(b, i, "broken");
  const lcm_json *at = lcm_json_get(one, "at");
  double line = 0;
  (void)lcm_json_number(&line, lcm_json_get(at, "line"));
  const char *file = lcm_json_text(lcm_json_get(at, "file"));
  lcm_buf_printf(buf, "broken: '%s' (%s:%.0f): %s\n",
                 lcm_json_text(lcm_json_get(one, "contract")), file ? file : "",
                 line, lcm_json_text(lcm_json_get(one, "why")));
}

/* Write what was found: the first bad commit is "bad", or one of those behind
 * "good" that could not be tried. */
static lcm_status tell(const struct bisecting *b, size_t good, size_t bad) {
  const struct revisions *r = &b->revisions;
  lcm_buf buf = {0};
  if (bad == good + 1)
    lcm_buf_printf(&buf, "first broken by %s\n", revisions_title(r, bad));
  else
    lcm_buf_printf(&buf,
                   "first broken by one of %zu commits, of which %zu cannot be "
                   "analysed or judged; the last of them is %s\n",
                   bad - good, bad - good - 1, revisions_title(r, bad));
  put_contract(&buf, b, bad);
  lcm_buf_printf(&buf, "the last before that is good: %s\n",
                 revisions_title(r, good));
  lcm_buf_printf(&buf, "%zu of %zu commits checked\n", b->tried, r->n);
  return command_write(b->command, lcm_buf_take(&buf));
}

/* Check both ends; LCM_EPARSE, and a message, where the contracts of the first
 * are broken or those of the last are not. */
static lcm_status check_ends(struct bisecting *b) {
  const size_t last = b->revisions.n - 1;
  lcm_status status = check(b, last);
  status = status ? status : check(b, 0);
  if (status || watched(b, last, "broken"))
    return status;
  if (!b->found[last] || !b->found[0])
    command_say("lcm: error: the program at %.12s cannot be analysed: see `lcm "
                "check --expect` there\n",
                b->revisions.commits[b->found[last] ? 0 : last]);
  else
    command_say("lcm: error: no contract is broken at %.12s that is not broken "
                "at %.12s, too\n",
                b->revisions.commits[last], b->revisions.commits[0]);
  return LCM_EPARSE;
}

/* Search in the history of "b" and tell what is found; return the exit
 * status. */
static int bisect(struct bisecting *b) {
  const size_t n = b->revisions.n;
  lcm_arena *arena = lcm_ctx_arena(b->command->ctx);
  size_t good = 0;
  size_t bad = n - 1;
  b->found = LCM_NEW_ARRAY(arena, lcm_json *, n);
  b->marks = LCM_NEW_ARRAY(arena, enum mark, n);
  lcm_status status = check_ends(b);
  status = status ? status : search(b, &good, &bad);
  status = status ? status : tell(b, good, bad);
  for (size_t i = 0; i < n; i++)
    lcm_json_free(b->found[i]);
  const int finished = command_finish(b->command, status);
  return !finished && bad > good + 1 ? EXIT_OPEN : finished;
}

int run_bisect(struct command *command) {
  struct bisecting b = {.command = command};
  if (command->inputs.n < 3) {
    command_complain("bisect needs a good commit, a bad one, and what is read");
    return EXIT_USAGE;
  }
  make_check(&b);
  const lcm_status status = revisions_open(
      &b.revisions, command->ctx, command->inputs.at[0], command->inputs.at[1]);
  const int ended = status ? EXIT_USAGE : bisect(&b);
  revisions_close(&b.revisions);
  const int signal = stopped();
  if (signal)
    command_say("lcm: interrupted; nothing was written\n");
  return signal ? 128 + signal : ended;
}
