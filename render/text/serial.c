/* Why loops are executed by one processor, as text. */
#include "render/text/serial.h"

#include <math.h>
#include <string.h>

/* Append the time that the run spends in "loop"; a small part of one that is
 * not all known says nothing. */
static void put_time(lcm_buf *buf, const struct lcm_serial_loop *loop) {
  const double little = 0.01;
  if (isnan(loop->share))
    return;
  if (loop->partial && loop->share < little) {
    lcm_buf_puts(buf, ", time not known");
    return;
  }
  lcm_buf_puts(buf, ", ");
  lcm_put_percent(buf, loop->share);
  lcm_buf_puts(buf, " of the time (");
  lcm_put_time(buf, loop->time);
  lcm_buf_puts(buf, loop->partial ? ", without what has no time)" : ")");
}

/* Append the clauses that variables of "loop" take. */
static void put_clauses(lcm_buf *buf, const struct lcm_serial_loop *loop) {
  if (!loop->n_clauses)
    return;
  lcm_buf_puts(buf, "   takes:   ");
  for (size_t i = 0; i < loop->n_clauses; i++) {
    const struct lcm_serial_clause *clause = &loop->clauses[i];
    lcm_buf_printf(buf, "%s%s(%s%s%s)", i ? ", " : "", clause->clause,
                   clause->op ? clause->op : "", clause->op ? ": " : "",
                   clause->list);
  }
  if (loop->rounded)
    lcm_buf_puts(buf, "; sums are rounded in another order");
  for (size_t i = 0; i < loop->n_clauses; i++)
    if (loop->clauses[i].open)
      lcm_buf_printf(buf,
                     strcmp(loop->clauses[i].clause, "linear")
                         ? "; N: how many elements of '%s' are added to"
                         : "; N: by how much an iteration moves '%s'",
                     loop->clauses[i].datum);
    else if (loop->clauses[i].member)
      lcm_buf_printf(buf, "; %s: stands in for '%s' in the loop",
                     loop->clauses[i].list, loop->clauses[i].datum);
  lcm_buf_putc(buf, '\n');
}

/* Append reason "i" of "loop". */
static void put_reason(lcm_buf *buf, const struct lcm_serial_loop *loop,
                       size_t i) {
  const struct lcm_serial_reason *reason = &loop->reasons[i];
  lcm_buf_printf(buf, "   %s %s: %s\n", i ? "        " : "because:",
                 reason->proved ? "proved" : "not decided", reason->text);
  if (reason->help)
    lcm_buf_printf(buf, "              against it: %s\n", reason->help);
}

/* Append what would help "loop". */
static void put_ways(lcm_buf *buf, const struct lcm_serial_loop *loop) {
  for (size_t i = 0; i < loop->n_ways; i++) {
    const struct lcm_serial_way *way = &loop->ways[i];
    lcm_buf_printf(buf, "   %s %s\n", i ? "        " : "or:     ", way->what);
    if (way->edit)
      lcm_buf_printf(buf, "              --edit \"%s\"\n", way->edit);
  }
}

/* Append "loop", which is number "number". */
static void put_loop(lcm_buf *buf, const struct lcm_serial_loop *loop,
                     size_t number, const struct lcm_style *style) {
  static const char *const VERDICTS[] = {
      "could run in parallel",
      "whether it could run in parallel is not decided",
      "cannot run in parallel as it is: proved"};
  lcm_put_look(buf, style, LCM_LOOK_BOLD);
  lcm_buf_printf(buf, "%zu. %s:%u:%u: %s", number,
                 loop->at.file ? loop->at.file : "?", loop->at.line,
                 loop->at.column, loop->label ? loop->label : "loop");
  lcm_put_look(buf, style, LCM_LOOK_PLAIN);
  if (loop->function)
    lcm_buf_printf(buf, " in %s()", loop->function);
  put_time(buf, loop);
  lcm_buf_printf(buf, "\n   %s\n", VERDICTS[loop->verdict]);
  for (size_t i = 0; i < loop->n_reasons; i++)
    put_reason(buf, loop, i);
  if (loop->n_more)
    lcm_buf_printf(buf, "            and %s%zu more\n",
                   loop->cut ? "at least " : "", loop->n_more);
  put_clauses(buf, loop);
  if (loop->verdict == LCM_SERIAL_FREE)
    lcm_buf_printf(buf,
                   "   do:      --edit \"%s\"; `lcm advise` says what that "
                   "gains\n",
                   loop->edit);
  put_ways(buf, loop);
}

LCM_GIVE char *lcm_render_serial(const struct lcm_serial *serial,
                                 const struct lcm_style *style) {
  lcm_buf buf = {0};
  if (!serial->n && serial->unread)
    lcm_buf_puts(&buf, "no loop was found that one processor executes\n");
  else if (!serial->n)
    lcm_buf_puts(&buf, "no loop that one processor executes matters\n");
  else if (serial->lost)
    lcm_buf_printf(&buf,
                   "loops that one processor executes, in the order of the "
                   "source: %s\n",
                   serial->lost);
  else
    lcm_buf_printf(&buf,
                   "loops that one processor executes, by their share of the "
                   "time with p = %g%s%s\n",
                   serial->p, serial->machine ? ", on " : "",
                   serial->machine ? serial->machine : "");
  if (serial->unread)
    lcm_buf_printf(&buf,
                   "not all of %s could be read (see the errors): loops may be "
                   "missing\n",
                   serial->unread);
  for (size_t i = 0; i < serial->n; i++) {
    lcm_buf_putc(&buf, '\n');
    put_loop(&buf, &serial->loops[i], i + 1, style);
  }
  return lcm_buf_take(&buf);
}
