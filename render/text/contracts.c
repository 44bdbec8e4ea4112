/* Whether the contracts of a program hold, as text. */
#include "render/text/contracts.h"

/* Append "n" contracts that "are" so, where there are any. */
static void put_some(lcm_buf *buf, size_t n, const char *one,
                     const char *several) {
  if (n)
    lcm_buf_printf(buf, "%s%zu %s", buf->len ? ", " : "", n,
                   n == 1 ? one : several);
}

/* Append what "results" come to. */
static void put_headline(lcm_buf *buf, const lcm_contract_results *results) {
  const size_t broken = lcm_contracts_count(results, LCM_VERDICT_BROKEN);
  const size_t open = lcm_contracts_count(results, LCM_VERDICT_OPEN);
  const size_t held = lcm_contracts_count(results, LCM_VERDICT_HOLDS);
  if (!results->n)
    lcm_buf_puts(buf, "there are no contracts; `// lcm: expect efficiency >= "
                      "0.8 at p = 16` is one");
  else if (held == results->n)
    lcm_buf_printf(
        buf, held == 1 ? "the contract holds" : "all %zu contracts hold", held);
  else {
    put_some(buf, broken, "contract is broken", "contracts are broken");
    put_some(buf, open, "cannot be said", "cannot be said");
    put_some(buf, held, "holds", "hold");
  }
  lcm_buf_puts(buf, "\n");
}

/* Add the row of "one". */
static void add_row(struct lcm_table *table,
                    const struct lcm_contract_result *one) {
  static const lcm_look LOOKS[] = {LCM_LOOK_GOOD, LCM_LOOK_BAD, LCM_LOOK_BOLD};
  lcm_table_look(table, lcm_verdict_name(one->verdict), LOOKS[one->verdict]);
  lcm_table_cell(table, one->of->text);
  lcm_table_cell(table, *one->found ? one->found : "-");
  lcm_table_cell(table, lcm_text_place(table->ctx, one->of->loc));
  lcm_table_cell(table, one->cause.file ? lcm_text_place(table->ctx, one->cause)
                                        : "-");
}

LCM_GIVE char *lcm_render_contracts(lcm_ctx *ctx,
                                    const lcm_contract_results *results,
                                    lcm_format format,
                                    const struct lcm_style *style) {
  struct lcm_table table = {.ctx = ctx};
  lcm_buf buf = {0};
  if (format == LCM_FORMAT_TEXT)
    put_headline(&buf, results);
  lcm_table_texts(&table, "verdict");
  lcm_table_texts(&table, "contract");
  lcm_table_texts(&table, "found");
  lcm_table_texts(&table, "where");
  lcm_table_texts(&table, "cause");
  for (size_t i = 0; i < results->n; i++)
    add_row(&table, &results->at[i]);
  if (results->n || format != LCM_FORMAT_TEXT)
    lcm_table_print(&buf, &table, format, style);
  return lcm_buf_take(&buf);
}
