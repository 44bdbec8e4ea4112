/* What the times of a result rest on: the sentences that stand beside every
 * headline. */
#include "render/table/basis.h"

#include <math.h>
#include <string.h>

#include "render/table/number.h"

/* What costs nothing where no machine is described. */
static const char FREE[] = "threads, messages and shared memory are free";

/* Append the size "value": all its digits where it is a whole number that six
 * of them do not tell, such as 1048576. */
static void put_size(lcm_buf *buf, double value) {
  enum { FEW = 6, ALL = 15 };
  const double least = pow(10, fmax(0, floor(log10(fabs(value))) + 1 - FEW));
  const bool exact = value == floor(value) && fabs(value) < 1e15;
  lcm_buf_short(buf, value, exact && fmod(value, least) != 0 ? ALL : FEW);
}

void lcm_put_basis(lcm_buf *buf, const struct lcm_basis *basis, bool unknown) {
  const char *between = "";
  const size_t n = basis->without_cost;
  if (!basis->told)
    return;
  for (size_t i = 0; i < basis->n_defaults; i++) {
    if (strchr(basis->defaults[i].name, '['))
      continue;
    lcm_buf_printf(buf, "%s%s = ", *between ? ", " : "for ",
                   lcm_name_asked(basis->defaults[i].name));
    put_size(buf, basis->defaults[i].value);
    between = "; ";
  }
  if (*between)
    lcm_buf_puts(buf, " (by default)");
  if (basis->machine)
    lcm_buf_printf(buf, "%son %s", between, basis->machine);
  else if (basis->teams || basis->nominal)
    lcm_buf_printf(buf, "%sno machine is described%s%s%s: %s%s%s", between,
                   basis->no_machine ? " (" : "",
                   basis->no_machine ? basis->no_machine : "",
                   basis->no_machine ? ")" : "",
                   basis->nominal ? "each operation is taken as 1 ns" : "",
                   basis->nominal && basis->teams ? "; " : "",
                   basis->teams ? FREE : "");
  between = basis->machine || basis->teams || basis->nominal ? "; " : between;
  if (basis->measured > 0) {
    lcm_buf_printf(buf,
                   "%sassumed: more processors than its %g share the bandwidth "
                   "that was measured with these",
                   between, basis->measured);
    between = "; ";
  }
  if (unknown && n)
    lcm_buf_printf(buf, "%s%zu place%s without a cost", between, n,
                   n == 1 ? "" : "s");
  between = unknown && n ? "; " : between;
  for (size_t i = 0; i < basis->n_beyond; i++) {
    const struct lcm_beyond *range = &basis->beyond[i];
    lcm_buf_printf(buf, "%s%s is far outside of ", between, range->name);
    lcm_buf_short(buf, range->low, 6);
    lcm_buf_puts(buf, "..");
    lcm_buf_short(buf, range->high, 6);
    between = "; ";
  }
  if (*between)
    lcm_buf_putc(buf, '\n');
}

/* Append "seconds", which are not known better, with two digits. */
static void put_roughly(lcm_buf *buf, double seconds) {
  const double unit = seconds > 0 ? pow(10, floor(log10(seconds)) - 1) : 1;
  lcm_put_time(buf, round(seconds / unit) * unit);
}

void lcm_put_source_interval(lcm_buf *buf,
                             const struct lcm_source_interval *interval) {
  if (!interval)
    return;
  lcm_buf_puts(buf, "costs come from the source: of 10 such programs 9 take ");
  lcm_buf_puts(buf, isfinite(interval->high) ? "" : "at least ");
  put_roughly(buf, interval->low);
  lcm_buf_puts(buf, isfinite(interval->high) ? " to " : "");
  if (isfinite(interval->high))
    put_roughly(buf, interval->high);
  lcm_buf_putc(buf, '\n');
}

/* Append that threads wait for each other in library functions, where they
 * do, and "where" more is said of that. */
static void put_shared(lcm_buf *buf, const lcm_prediction *prediction,
                       const char *where) {
  for (size_t i = 0; i < prediction->n_unknown; i++) {
    const struct lcm_unknown *unknown = &prediction->unknown[i];
    if (!unknown->in_team || !unknown->node || !unknown->node->marks.shares)
      continue;
    const bool turns = !unknown->node->marks.calls;
    lcm_buf_printf(buf,
                   "but the threads take turns in %s(), %s nothing "
                   "here: %s\n",
                   lcm_unknown_calls(unknown),
                   turns ? "and waiting costs" : "which costs", where);
    return;
  }
}

/* Things that count in some way. */
struct counted {
  size_t n;
  size_t parallel;  /* how many of them are */
  const char *what; /* one of them */
  const char *how;  /* they count */
  const char *all;  /* several of them; NULL: what, with an s */
};

/* Append "counted", and "where" more is said of them. */
static void put_counted(lcm_buf *buf, const struct counted *counted,
                        const char *where) {
  const size_t n = counted->n;
  if (!n)
    return;
  lcm_buf_puts(buf, "but ");
  lcm_buf_printf(buf, "%zu %s%s", n,
                 n > 1 && counted->all ? counted->all : counted->what,
                 n == 1 || counted->all ? "" : "s");
  if (counted->parallel)
    lcm_buf_printf(buf, " (%zu parallel)", counted->parallel);
  lcm_buf_printf(buf, " count%s as %s: %s\n", n == 1 ? "s" : "", counted->how,
                 where);
}

/* Return whether "unknown" is an exit from a loop, a function or the program,
 * of which nobody knows whether it is taken. */
static bool is_early(const struct lcm_unknown *unknown) {
  return lcm_unknown_is_guess(unknown) && !lcm_unknown_is_even(unknown) &&
         !lcm_unknown_is_turn(unknown) &&
         (unknown->node->marks.ends || unknown->node->marks.exit);
}

/* Append that little hangs on "n" conditions, of "all" that count as likely as
 * not. */
static void put_little(lcm_buf *buf, const lcm_prediction *prediction, size_t n,
                       size_t all) {
  lcm_buf_printf(buf, "%slittle hangs on ",
                 prediction->basis.without_cost ? "of what has a cost, " : "");
  if (n < all)
    lcm_buf_printf(buf, "%zu of them", n);
  else
    lcm_buf_puts(buf, n == 1 ? "it" : "them");
  lcm_buf_puts(buf, n == 1 ? "" : " together");
}

/* Append that conditions of "prediction" count as likely as not: "even" that
 * are listed one by one, and others, of which it was found how much hangs on
 * them, with the one that matters most; beside these, "others" count as
 * something else. */
static void put_even_ones(lcm_buf *buf, const lcm_prediction *prediction,
                          size_t even, size_t others, const char *where) {
  const size_t guessed = prediction->basis.guessed;
  size_t n = prediction->n_hinges || guessed < others ? 0 : guessed - others;
  for (size_t i = 0; i < prediction->n_hinges; i++)
    n += prediction->hinges[i].n;
  const size_t all = n + even;
  const bool little = n && prediction->hinged && !prediction->n_hinges;
  if (!all)
    return;
  lcm_buf_printf(buf, "but %zu condition%s as likely as not", all,
                 all == 1 ? " counts" : "s count");
  if (prediction->n_hinges) {
    lcm_buf_puts(buf, ", and up to ");
    lcm_put_time(buf, prediction->hinges[0].most - prediction->hinges[0].least);
    lcm_buf_printf(buf, " hang on %s",
                   all == 1                       ? "it"
                   : prediction->hinges[0].n == 1 ? "one"
                                                  : "some together");
  }
  lcm_buf_puts(buf, ": ");
  if (even || prediction->n_hinges)
    lcm_buf_puts(buf, where);
  else if (!little)
    lcm_buf_puts(buf, LCM_DOUBT_LISTED);
  if (little && even)
    lcm_buf_puts(buf, "; ");
  if (little)
    put_little(buf, prediction, n, all);
  lcm_buf_putc(buf, '\n');
}

void lcm_put_time_is(lcm_buf *buf, const struct lcm_basis *basis) {
  const char *word = lcm_time_is_word(lcm_basis_time_is(basis));
  if (basis->wide)
    word = "perhaps";
  const bool open = basis->once || basis->sizes || basis->wide;
  lcm_buf_printf(buf, "%s%s%s", open ? "not known, " : "", word,
                 *word ? " " : "");
}

const char *lcm_time_is_between(const struct lcm_basis *basis,
                                const char *otherwise) {
  return basis->without_cost || basis->once ? "; of what is counted: "
                                            : otherwise;
}

void lcm_put_speedup(lcm_buf *buf, const struct lcm_basis *basis,
                     double speedup, double efficiency) {
  const char *about = lcm_basis_is_estimate(basis) ? "about " : "";
  lcm_buf_printf(buf, "speedup %s", about);
  lcm_buf_short(buf, speedup, 3);
  lcm_buf_printf(buf, ", efficiency %s", about);
  lcm_put_percent(buf, efficiency);
}

void lcm_put_doubt(lcm_buf *buf, const lcm_prediction *prediction,
                   const char *where) {
  struct counted loops = {0, 0, "loop", "run once", NULL};
  struct counted sizes = {0, 0, "place of unknown size", "nothing",
                          "places of unknown size"};
  struct counted deep = {0, 0, "recursion", "one level", NULL};
  struct counted early = {0, 0, "early exit", "never taken", NULL};
  struct counted taken = {0, 0, "condition", "true", NULL};
  struct counted turns = {0, 0, "outcome of chance", "the mean",
                          "outcomes of chance"};
  size_t guesses = 0;
  size_t even = 0;
  const size_t n = prediction->unknown ? prediction->n_unknown : 0;
  for (size_t i = 0; i < n; i++) {
    const struct lcm_unknown *unknown = &prediction->unknown[i];
    loops.n += lcm_unknown_is_loop(unknown);
    deep.n += lcm_unknown_is_recursion(unknown);
    early.n += is_early(unknown);
    turns.n += lcm_unknown_is_turn(unknown);
    guesses += lcm_unknown_is_guess(unknown);
    even += lcm_unknown_is_even(unknown);
    loops.parallel +=
        lcm_unknown_is_loop(unknown) && unknown->node->kind == LCM_NODE_PARLOOP;
  }
  if (n)
    put_shared(buf, prediction, where);
  sizes.n = prediction->basis.sizes;
  put_counted(buf, &loops, where);
  put_counted(buf, &sizes, where);
  put_counted(buf, &deep, where);
  put_counted(buf, &early, where);
  put_counted(buf, &turns, where);
  taken.n = guesses - early.n - even - turns.n;
  put_counted(buf, &taken, where);
  put_even_ones(buf, prediction, even, guesses, where);
}
