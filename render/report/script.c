/* The closed forms of the page as functions of its script: of the time, of each
 * category, of where they hold. */
#include <string.h>

#include "model/expr/expr.h"
#include "render/report/script.h"
#include "render/table/table.h"

/* Letters that all functions have at most. */
enum { MOST_LETTERS = 60000 };

typedef LCM_LIST(const lcm_expr *) expr_list;

/* Return the closed forms of "page": time, categories, conditions. */
static expr_list forms_of(const struct lcm_page *page) {
  const lcm_prediction *prediction = page->of->prediction;
  lcm_arena *arena = lcm_ctx_arena(page->ctx);
  expr_list all = {0};
  if (!prediction || !prediction->formula || !prediction->cat_formulas)
    return all;
  LCM_LIST_ADD(arena, &all, prediction->formula);
  for (size_t c = 0; c < prediction->n_cats; c++)
    LCM_LIST_ADD(arena, &all, prediction->cat_formulas[c]);
  for (size_t i = 0; i < prediction->n_conditions; i++)
    LCM_LIST_ADD(arena, &all, prediction->conditions[i]);
  return all;
}

/* Append the range of the variable "name" where the program declares one. */
static void put_range(struct lcm_page *page, const char *name) {
  const lcm_program *program = page->of->program;
  for (size_t i = 0; program && i < program->n_params; i++) {
    const lcm_param *param = &program->params[i];
    double low = 0;
    double high = 0;
    if (strcmp(param->name, name) != 0 || !param->low || !param->high ||
        !lcm_expr_is_number(param->low, &low) ||
        !lcm_expr_is_number(param->high, &high))
      continue;
    lcm_buf_putc(page->buf, ',');
    lcm_put_script_number(page->buf, low, 0);
    lcm_buf_putc(page->buf, ',');
    lcm_put_script_number(page->buf, high, 0);
    return;
  }
}

/* Append the number of the variable "name" in the grid, or its value and its
 * range. */
static void put_symbol(struct lcm_page *page, const char *name) {
  const lcm_prediction *prediction = page->of->prediction;
  const lcm_grid *grid = prediction->grid;
  lcm_buf_puts(page->buf, "[");
  lcm_put_script_text(page->buf, name);
  for (size_t j = 0; j < grid->n_names; j++)
    if (grid->names[j] == name) {
      lcm_buf_printf(page->buf, ",%zu,null]", j);
      return;
    }
  lcm_buf_puts(page->buf, ",-1,");
  for (size_t i = 0; i < prediction->basis.n_defaults; i++)
    if (!strcmp(prediction->basis.defaults[i].name, name)) {
      lcm_put_script_number(page->buf, prediction->basis.defaults[i].value, 0);
      put_range(page, name);
      lcm_buf_puts(page->buf, "]");
      return;
    }
  lcm_buf_puts(page->buf, "null]");
}

void lcm_page_symbols(struct lcm_page *page) {
  const expr_list all = forms_of(page);
  const char *const *names = NULL;
  const size_t n = lcm_expr_names_all(&names, page->ctx, all.at, all.n);
  lcm_buf_puts(page->buf, "\"symbols\":[");
  for (size_t i = 0; i < n; i++) {
    lcm_buf_puts(page->buf, i ? "," : "");
    put_symbol(page, names[i]);
  }
  lcm_buf_puts(page->buf, "],\n");
}

/* Append "e" as a function of the "n" variables "names". */
static void put_function(lcm_buf *buf, lcm_ctx *ctx, const lcm_expr *e,
                         const char *const *names, size_t n) {
  const struct lcm_shared *parts = NULL;
  size_t n_parts = 0;
  const lcm_expr *told = lcm_expr_share(&parts, &n_parts, ctx, e);
  lcm_buf_puts(buf, "function(");
  for (size_t i = 0; i < n; i++) {
    lcm_buf_puts(buf, i ? "," : "");
    lcm_put_script_name(buf, names[i]);
  }
  lcm_buf_puts(buf, "){");
  for (size_t i = 0; i < n_parts; i++) {
    lcm_buf_puts(buf, "const ");
    lcm_put_script_name(buf, parts[i].name);
    lcm_buf_putc(buf, '=');
    lcm_put_script(buf, parts[i].is);
    lcm_buf_puts(buf, ";\n");
  }
  lcm_buf_puts(buf, "return ");
  lcm_put_script(buf, told);
  lcm_buf_puts(buf, ";}");
}

void lcm_page_forms(struct lcm_page *page) {
  const expr_list all = forms_of(page);
  const char *const *names = NULL;
  const size_t n = lcm_expr_names_all(&names, page->ctx, all.at, all.n);
  lcm_buf text = {0};
  for (size_t i = 0; i < all.n && text.len < MOST_LETTERS; i++) {
    lcm_buf_puts(&text, i ? ",\n" : "");
    put_function(&text, page->ctx, all.at[i], names, n);
  }
  if (!all.n || text.len >= MOST_LETTERS) {
    lcm_buf_puts(page->buf, "var lcmForms = [];\n");
    lcm_buf_free(&text);
    return;
  }
  lcm_buf_printf(page->buf, "var lcmForms = [%s];\n",
                 lcm_cell_take(page->ctx, &text));
}
