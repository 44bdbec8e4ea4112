/* Printing expressions, times and random quantities. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "pamela/print_expr.h"
#include "pamela/print_name.h"

/* What symbols of an expression are replaced by, those that are not "names":
 * indices of sums. */
struct replacing {
  struct pml_printer *p;
  lcm_loc loc;
  const char *const *names;
  size_t n_names;
  lcm_map seen; /* expressions that were looked at */
  LCM_LIST(struct lcm_subst) substs;
};

/* Return 1 of dimension "dim". */
static const lcm_expr *one_of(lcm_ctx *ctx, lcm_dim dim) {
  const lcm_expr *second = lcm_expr_unit(ctx, lcm_measure_find("s"));
  const lcm_expr *byte = lcm_expr_unit(ctx, lcm_measure_find("byte"));
  const lcm_expr *flop = lcm_expr_unit(ctx, lcm_measure_find("flop"));
  return lcm_expr_mul(
      ctx, lcm_expr_pow(ctx, second, lcm_expr_ratio(ctx, dim.second, 2)),
      lcm_expr_mul(ctx,
                   lcm_expr_pow(ctx, byte, lcm_expr_ratio(ctx, dim.byte, 2)),
                   lcm_expr_pow(ctx, flop, lcm_expr_ratio(ctx, dim.flop, 2))));
}

/* Return whether "name" is bound in the function at hand. */
static bool is_bound(const struct pml_printer *p, const char *name) {
  for (size_t i = 0; i < p->bound.n; i++)
    if (p->bound.at[i] == name)
      return true;
  return false;
}

void pml_note_free(struct pml_printer *p, const char *name) {
  for (size_t i = 0; i < p->program->n_params; i++)
    if (p->program->params[i].name == name)
      return;
  for (size_t i = 0; i < p->free.n; i++)
    if (p->free.at[i] == name)
      return;
  if (!is_bound(p, name))
    LCM_LIST_ADD(lcm_ctx_arena(p->ctx), &p->free, name);
}

/* Return whether "name" is a name of the expression of "r", no index in it. */
static bool is_free(const struct replacing *r, const char *name) {
  for (size_t i = 0; i < r->n_names; i++)
    if (r->names[i] == name)
      return true;
  return false;
}

/* Replace the symbol "e" by what is printed for it. */
static void replace_symbol(struct replacing *r, const lcm_expr *e) {
  struct pml_printer *p = r->p;
  const char *name = lcm_expr_name(e);
  const struct lcm_draw *draw = lcm_program_draw(p->program, name);
  const lcm_dim dim = lcm_expr_dim(e);
  struct lcm_subst subst = {.name = name};
  if (draw)
    subst.by = lcm_expr_symbol(
        p->ctx,
        lcm_intern(p->ctx,
                   lcm_arena_printf(lcm_ctx_arena(p->ctx), "@draw:%zu",
                                    (size_t)(draw - p->program->draws))),
        LCM_DIM_NONE);
  else {
    const char *printed = pml_printed(p, PML_VALUES, name);
    pml_note_free(p, name);
    if (lcm_dim_equal(dim, LCM_DIM_NONE) && !strcmp(printed, name))
      return;
    subst.by = lcm_expr_mul(
        p->ctx,
        lcm_expr_symbol(p->ctx, lcm_intern(p->ctx, printed), LCM_DIM_NONE),
        one_of(p->ctx, dim));
  }
  LCM_LIST_ADD(lcm_ctx_arena(p->ctx), &r->substs, subst);
}

/* Look at everything in "e". */
static void look(struct replacing *r, const lcm_expr *e) {
  size_t unused = 0;
  if (lcm_map_get(&r->seen, e, &unused))
    return;
  lcm_map_put(lcm_ctx_arena(r->p->ctx), &r->seen, e, 1);
  if (lcm_expr_kind_of(e) == LCM_X_COEF)
    pml_lost(r->p, r->loc, "how uncertain a coefficient is");
  if (lcm_expr_kind_of(e) == LCM_X_SYMBOL && is_free(r, lcm_expr_name(e)))
    replace_symbol(r, e);
  for (size_t i = 0; i < lcm_expr_arity(e); i++)
    look(r, lcm_expr_arg(e, i));
}

/* Return "e" with its symbols as they are printed, in terms of "unit". */
static const lcm_expr *in_terms(struct pml_printer *p, const lcm_expr *e,
                                const lcm_expr *unit, lcm_loc loc) {
  struct replacing r = {.p = p, .loc = loc};
  r.n_names = lcm_expr_names(&r.names, p->ctx, e);
  look(&r, e);
  if (r.substs.n)
    e = lcm_expr_subst(p->ctx, e, r.substs.at, r.substs.n);
  e = unit && e ? lcm_expr_div(p->ctx, e, unit) : e;
  if (e && !lcm_dim_equal(lcm_expr_dim(e), LCM_DIM_NONE)) {
    pml_lost(p, loc, "the dimension of a quantity that is no time");
    e = lcm_expr_div(p->ctx, e, one_of(p->ctx, lcm_expr_dim(e)));
  }
  return e;
}

/* Append the random quantity number "i". */
static void put_draw(struct pml_printer *p, size_t i) {
  const struct lcm_draw *draw = &p->program->draws[i];
  lcm_buf_puts(&p->buf, lcm_draw_word(draw->kind));
  for (size_t k = 0; k < draw->n_args; k++) {
    lcm_buf_puts(&p->buf, k ? ", " : "(");
    pml_put_expr(p, draw->args[k], draw->loc);
  }
  lcm_buf_puts(&p->buf, draw->n_args ? ")" : "");
}

/* Append the name between backquotes at "text"; return where it ends. */
static const char *put_quoted(struct pml_printer *p, const char *text) {
  static const char DRAW[] = "@draw:";
  const char *end = strchr(text + 1, '`');
  const size_t n = (size_t)(end - text) - 1;
  if (!strncmp(text + 1, DRAW, sizeof DRAW - 1))
    put_draw(p, strtoul(text + sizeof DRAW, NULL, 10));
  else
    lcm_buf_add(&p->buf, text + 1, n);
  return end + 1;
}

/* Return where the value of the coefficient at "text", `(k = 2 +/- 0.1)`,
 * begins; NULL where there is none. */
static const char *coefficient(const char *text) {
  const char *value = text + 1;
  const char *end = NULL;
  if (*value == '"') {
    const char *quote = strchr(value + 1, '"');
    value = quote && !strncmp(quote + 1, " = ", 3) ? quote + 4 : value;
  } else {
    while (isalnum((unsigned char)*value) || *value == '_' || *value == '.')
      value++;
    value = strncmp(value, " = ", 3) ? text + 1 : value + 3;
  }
  (void)lcm_strtod(value, &end);
  return end != value && !strncmp(end, " +/- ", 5) ? value : NULL;
}

/* Return where the unit that begins at the blank "text" ends, as in `2 s`,
 * `3 flop*byte^2`; "text" where there is none.  All units there stand for 1. */
static const char *behind_unit(const char *text) {
  static const char *const WORDS[] = {"flop", "byte", "s"};
  const char *end = text;
  for (const char *at = text; *at == ' ' || (*at == '*' && end != text);
       at = end) {
    const char *before = end;
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
      const size_t n = strlen(WORDS[i]);
      if (!strncmp(at + 1, WORDS[i], n) && !isalnum((unsigned char)at[n + 1]) &&
          at[n + 1] != '_')
        end = at + n + 1;
    }
    if (end == before)
      break;
    if (*end == '^')
      end += 1 + strspn(end + 1, "0123456789.");
  }
  return end;
}

/* Append "text", an expression of the comment language, in that of models. */
static void translate(struct pml_printer *p, const char *text) {
  const char *const start = text;
  while (*text) {
    const char *value = *text == '(' ? coefficient(text) : NULL;
    if (*text == '`')
      text = put_quoted(p, text);
    else if (value) {
      const char *end = value;
      (void)lcm_strtod(value, &end);
      lcm_buf_putc(&p->buf, '(');
      lcm_buf_add(&p->buf, value, (size_t)(end - value));
      text = strchr(end, ')');
    } else if (*text == ' ' && text > start &&
               isdigit((unsigned char)text[-1]) && behind_unit(text) != text)
      text = behind_unit(text);
    else {
      lcm_buf_putc(&p->buf, *text == '[' ? '(' : *text == ']' ? ')' : *text);
      text++;
    }
  }
}

/* Say so where "text" holds one random quantity twice: in a model it will be
 * two. */
static void check_draws(struct pml_printer *p, const char *text, lcm_loc loc) {
  for (const char *at = strstr(text, "`@draw:"); at;
       at = strstr(at, "`@draw:")) {
    const size_t n = (size_t)(strchr(at + 1, '`') - at) + 1;
    const char *name = lcm_arena_strndup(lcm_ctx_arena(p->ctx), at, n);
    at += n;
    if (strstr(at, name)) {
      pml_lost(p, loc, "that a random quantity is the same in several places");
      return;
    }
  }
}

/* Append "e" in terms of "unit". */
static void put(struct pml_printer *p, const lcm_expr *e, const lcm_expr *unit,
                lcm_loc loc) {
  const lcm_expr *pure = e ? in_terms(p, e, unit, loc) : NULL;
  char *text = pure ? lcm_expr_to_str(pure, LCM_TEXT) : NULL;
  if (!text)
    pml_lost(p, loc, "an expression that is not known");
  check_draws(p, text ? text : "0", loc);
  translate(p, text ? text : "0");
  free(text);
}

void pml_put_expr(struct pml_printer *p, const lcm_expr *e, lcm_loc loc) {
  put(p, e, NULL, loc);
}

void pml_put_time(struct pml_printer *p, const lcm_expr *e, lcm_loc loc) {
  put(p, e, p->unit, loc);
}
