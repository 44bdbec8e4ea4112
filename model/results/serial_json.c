/* Why loops are executed by one processor, as JSON (lcm-serial/1). */
#include "model/results/serial_json.h"

#include <math.h>

#include "base/json_print.h"
#include "model/lcs/lcs.h"

/* Return "at"; null where that is nowhere. */
static lcm_json *place_json(lcm_loc at) {
  return at.file ? LCM_JSON_NEW({"file", LCM_JSON(at.file)},
                                {"line", LCM_JSON(at.line)},
                                {"column", LCM_JSON(at.column)})
                 : lcm_json_null();
}

/* Return access number "k" of "reason". */
static lcm_json *access_json(const struct lcm_serial_reason *reason, size_t k) {
  const lcm_loc at = k ? reason->other : reason->at;
  const bool writes = k ? reason->other_writes : reason->writes;
  if (!at.file)
    return lcm_json_null();
  return LCM_JSON_NEW(
      {"at", place_json(at)},
      {"does", LCM_JSON(!reason->datum ? NULL
                        : writes       ? "writes"
                                       : "reads")},
      {"iteration", reason->order ? lcm_json_real((double)reason->rounds[k])
                                  : lcm_json_null()});
}

/* Return the reason "at". */
static lcm_json *reason_json(const void *at) {
  const struct lcm_serial_reason *reason = at;
  return LCM_JSON_NEW(
      {"kind", LCM_JSON(reason->kind)}, {"proved", LCM_JSON(reason->proved)},
      {"datum", LCM_JSON(reason->datum)}, {"text", LCM_JSON(reason->text)},
      {"dependence", LCM_JSON(reason->order)},
      {"first", access_json(reason, 0)}, {"second", access_json(reason, 1)},
      {"help", LCM_JSON(reason->help)});
}

/* Return the clause "at". */
static lcm_json *clause_json(const void *at) {
  const struct lcm_serial_clause *clause = at;
  return LCM_JSON_NEW(
      {"datum", LCM_JSON(clause->datum)}, {"clause", LCM_JSON(clause->clause)},
      {"operator", LCM_JSON(clause->op)}, {"list", LCM_JSON(clause->list)});
}

/* Return the way "at". */
static lcm_json *way_json(const void *at) {
  const struct lcm_serial_way *way = at;
  return LCM_JSON_NEW({"what", LCM_JSON(way->what)},
                      {"edit", LCM_JSON(way->edit)});
}

/* Return the loop "at". */
static lcm_json *loop_json(const void *at) {
  static const char *const VERDICTS[] = {"parallel", "undecided", "serial"};
  const struct lcm_serial_loop *loop = at;
  return LCM_JSON_NEW(
      {"at", place_json(loop->at)}, {"function", LCM_JSON(loop->function)},
      {"label", LCM_JSON(loop->label)}, {"time", LCM_JSON(loop->time)},
      {"share", LCM_JSON(loop->share)}, {"partial", LCM_JSON(loop->partial)},
      {"verdict", LCM_JSON(VERDICTS[loop->verdict])},
      {"reasons", LCM_JSON_LIST(reason_json, loop->reasons, loop->n_reasons)},
      {"left_out", LCM_JSON(loop->n_more)},
      {"complete", LCM_JSON((bool)!loop->cut)},
      {"clauses", LCM_JSON_LIST(clause_json, loop->clauses, loop->n_clauses)},
      {"rounded", LCM_JSON(loop->rounded)},
      {"ways", LCM_JSON_LIST(way_json, loop->ways, loop->n_ways)},
      {"edit", LCM_JSON(loop->edit)});
}

LCM_GIVE char *lcm_serial_to_json(const struct lcm_serial *serial) {
  return lcm_json_print(LCM_JSON_NEW(
      {"schema", LCM_JSON("lcm-serial/1")}, {"p", LCM_JSON(serial->p)},
      {"machine", LCM_JSON(serial->machine)},
      {"no_times", LCM_JSON(serial->lost)},
      {"unread", LCM_JSON(serial->unread)},
      {"loops", LCM_JSON_LIST(loop_json, serial->loops, serial->n)}));
}
