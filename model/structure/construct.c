/* The list of parallel constructs of a code base (`--constructs`). */
#include "model/structure/construct.h"

#include <stdlib.h>
#include <string.h>

#include "base/json_print.h"

/* Return the order of two numbers. */
static int order(unsigned a, unsigned b) { return (a > b) - (a < b); }

/* Order constructs by file, line, column. */
static int construct_order(const void *a, const void *b) {
  const lcm_construct *x = a;
  const lcm_construct *y = b;
  int by = strcmp(x->loc.file, y->loc.file);
  by = by ? by : order(x->loc.line, y->loc.line);
  by = by ? by : order(x->loc.column, y->loc.column);
  return by ? by : order(x->loc.begin, y->loc.begin);
}

void lcm_constructs_sort(lcm_construct *constructs, size_t n) {
  if (n)
    qsort(constructs, n, sizeof *constructs, construct_order);
}

/* Append "text" as a field; CSV quotes what needs it, TSV replaces tabs. */
static void add_field(lcm_buf *buf, const char *text, char separator) {
  const bool quote = separator == ',' && strpbrk(text, ",\"\n");
  lcm_buf_puts(buf, quote ? "\"" : "");
  for (; *text; text++) {
    if (*text == '"' && quote)
      lcm_buf_putc(buf, '"');
    lcm_buf_putc(buf, *text == '\t' || *text == '\n' ? ' ' : *text);
  }
  lcm_buf_puts(buf, quote ? "\"" : "");
}

LCM_GIVE char *lcm_constructs_to_table(const lcm_construct *constructs,
                                       size_t n, char separator) {
  lcm_buf buf = {0};
  lcm_buf_printf(&buf, "file%cline%cmodel%cconstruct%cclauses\n", separator,
                 separator, separator, separator);
  for (size_t i = 0; i < n; i++) {
    add_field(&buf, constructs[i].loc.file, separator);
    lcm_buf_printf(&buf, "%c%u%c%s%c%s%c", separator, constructs[i].loc.line,
                   separator, constructs[i].model, separator,
                   constructs[i].construct, separator);
    add_field(&buf, constructs[i].clauses, separator);
    lcm_buf_putc(&buf, '\n');
  }
  return lcm_buf_take(&buf);
}

LCM_GIVE char *lcm_constructs_to_json(lcm_ctx *ctx,
                                      const lcm_construct *constructs,
                                      size_t n) {
  (void)ctx;
  lcm_json *list = lcm_json_array();
  for (size_t i = 0; i < n; i++) {
    lcm_json_add(list,
                 LCM_JSON_NEW({"file", LCM_JSON(constructs[i].loc.file)},
                              {"line", LCM_JSON(constructs[i].loc.line)},
                              {"model", LCM_JSON(constructs[i].model)},
                              {"construct", LCM_JSON(constructs[i].construct)},
                              {"clauses", LCM_JSON(constructs[i].clauses)},
                              {"inactive", LCM_JSON(constructs[i].inactive)}));
  }
  return lcm_json_print(LCM_JSON_NEW({"schema", LCM_JSON("lcm-constructs/1")},
                                     {"constructs", list}));
}
