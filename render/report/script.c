/* The closed forms of the page as functions of its script: of the time, of each
 * category, of where they hold. */
#include <string.h>

#include "model/expr/expr.h"
#include "render/report/script.h"
#include "render/table/table.h"

/* Letters that all functions have at most; all of parts; one of these. */
enum { MOST_LETTERS = 60000, MOST_PART_LETTERS = 150000, MOST_LONG = 4000 };

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

/* Return the number of variables that the script has forms of, and put their
 * names into "*names". */
static size_t names_of(const char *const **names, const struct lcm_page *page) {
  lcm_arena *arena = lcm_ctx_arena(page->ctx);
  expr_list all = forms_of(page);
  for (size_t i = 0; i < page->n_part_forms; i++)
    LCM_LIST_ADD(arena, &all, page->part_forms[i]);
  return lcm_expr_names_all(names, page->ctx, all.at, all.n);
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
  const char *const *names = NULL;
  const size_t n = names_of(&names, page);
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
  lcm_buf_putc(buf, '(');
  for (size_t i = 0; i < n; i++) {
    lcm_buf_puts(buf, i ? "," : "");
    lcm_put_script_name(buf, names[i]);
  }
  lcm_buf_puts(buf, n_parts ? ")=>{" : ")=>");
  for (size_t i = 0; i < n_parts; i++) {
    lcm_buf_puts(buf, "const ");
    lcm_put_script_name(buf, parts[i].name);
    lcm_buf_putc(buf, '=');
    lcm_put_script(buf, parts[i].is);
    lcm_buf_puts(buf, ";\n");
  }
  lcm_buf_puts(buf, n_parts ? "return " : "");
  lcm_put_script(buf, told);
  lcm_buf_puts(buf, n_parts ? ";}" : "");
}

/* Forms that parts are made of being gathered: each once, without numbers that
 * it is multiplied by. */
struct part_forms {
  struct lcm_page *page;
  lcm_map ids;   /* by id of an occurrence: the number of its forms */
  lcm_map known; /* of a form: 1 + its number; 0: it is too long */
  expr_list all;
  size_t letters;
};

/* Return how many letters "e" has as a function. */
static size_t length_of(const struct lcm_page *page, const lcm_expr *e) {
  lcm_buf text = {0};
  put_function(&text, page->ctx, e, NULL, 0);
  const size_t n = text.len;
  lcm_buf_free(&text);
  return n;
}

/* Put the number of the form "e" into "*out"; false where the page has no room
 * for it. */
static bool number_of(size_t *out, struct part_forms *g, const lcm_expr *e) {
  lcm_arena *arena = lcm_ctx_arena(g->page->ctx);
  size_t at = 0;
  if (!lcm_map_get(&g->known, e, &at)) {
    const size_t n = length_of(g->page, e);
    const bool fits = n <= MOST_LONG && g->letters + n <= MOST_PART_LETTERS;
    if (fits) {
      LCM_LIST_ADD(arena, &g->all, e);
      g->letters += n;
    }
    at = fits ? g->all.n : 0;
    lcm_map_put(arena, &g->known, e, at);
  }
  *out = at - 1;
  return at > 0;
}

/* Append "e" as factor and number of a form of "g"; false where the page has no
 * room for it. */
static bool put_factor(lcm_buf *row, struct part_forms *g, const lcm_expr *e) {
  lcm_rat factor;
  double value = 0;
  size_t at = 0;
  const lcm_expr *core = lcm_expr_core(g->page->ctx, &factor, e);
  if (core && !number_of(&at, g, core))
    return false;
  (void)lcm_expr_is_number(e, &value);
  lcm_put_script_number(row, core ? lcm_rat_double(factor) : value, 0);
  if (core)
    lcm_buf_printf(row, ",%zu", at);
  else
    lcm_buf_puts(row, ",-1");
  return true;
}

/* Append how the part with "form" is made of the forms of "g"; false, and
 * nothing, where there is no room for these. */
static bool put_made(struct part_forms *g, const struct lcm_part_form *form) {
  lcm_buf row = {0};
  bool fits = true;
  lcm_buf_putc(&row, '[');
  if (!form->time || !put_factor(&row, g, form->time))
    lcm_buf_puts(&row, "0,-2");
  for (size_t c = 0; fits && c < g->page->n_cats; c++) {
    double value = 1;
    if (lcm_expr_is_number(form->cats[c], &value) && value == 0)
      continue;
    lcm_buf_printf(&row, ",%zu,", c);
    fits = put_factor(&row, g, form->cats[c]);
  }
  lcm_buf_putc(&row, ']');
  if (fits)
    lcm_buf_puts(g->page->buf, lcm_cell_take(g->page->ctx, &row));
  lcm_buf_free(&row);
  return fits;
}

void lcm_page_part_forms(struct lcm_page *page) {
  const lcm_prediction *prediction = page->of->prediction;
  struct part_forms g = {.page = page};
  size_t at = 0;
  for (size_t i = 0; i < prediction->n_part_forms; i++)
    lcm_map_put(lcm_ctx_arena(page->ctx), &g.ids,
                lcm_intern(page->ctx, prediction->part_forms[i].id), i);
  lcm_buf_puts(page->buf, "\"made\":[");
  for (size_t i = 0; i < page->n_parts; i++) {
    const char *id = lcm_intern(page->ctx, page->parts[i].occurrence->id);
    lcm_buf_puts(page->buf, i ? ",\n" : "");
    if (!lcm_map_get(&g.ids, id, &at) ||
        !put_made(&g, &prediction->part_forms[at]))
      lcm_buf_puts(page->buf, "0");
  }
  lcm_buf_puts(page->buf, "],\n");
  page->part_forms = g.all.at;
  page->n_part_forms = g.all.n;
}

/* Append the functions "all" of the "n" variables "names" as "var NAME". */
static void put_functions(struct lcm_page *page, const char *name,
                          const expr_list *all, const char *const *names,
                          size_t n) {
  lcm_buf_printf(page->buf, "var %s = [", name);
  for (size_t i = 0; i < all->n; i++) {
    lcm_buf_puts(page->buf, i ? ",\n" : "");
    put_function(page->buf, page->ctx, all->at[i], names, n);
  }
  lcm_buf_puts(page->buf, "];\n");
}

void lcm_page_forms(struct lcm_page *page) {
  expr_list all = forms_of(page);
  expr_list parts = {0};
  const char *const *names = NULL;
  const size_t n = names_of(&names, page);
  size_t letters = 0;
  for (size_t i = 0; i < all.n; i++)
    letters += length_of(page, all.at[i]);
  if (letters >= MOST_LETTERS)
    all.n = 0;
  for (size_t i = 0; i < page->n_part_forms; i++)
    LCM_LIST_ADD(lcm_ctx_arena(page->ctx), &parts, page->part_forms[i]);
  put_functions(page, "lcmForms", &all, names, n);
  put_functions(page, "lcmPartForms", &parts, names, n);
}
