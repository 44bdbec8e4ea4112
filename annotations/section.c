/* Parsing array sections such as `a[k][0:n]`. */
#include <ctype.h>
#include <string.h>

#include "annotations/cexpr.h"
#include "annotations/section.h"

/* A section being parsed. */
struct parser {
  lcm_ctx *ctx;
  const struct lcm_expr_source *source;
  size_t at;
};

/* Report that the text is no section. */
static lcm_status fail(struct parser *p, const char *expected) {
  lcm_loc at = p->source->at;
  at.column += (unsigned)p->at;
  if (p->source->quiet)
    return LCM_EPARSE;
  lcm_report(p->ctx, LCM_DIAG_SYNTAX, at, "expected %s in a section", expected);
  return LCM_EPARSE;
}

/* Skip blanks; return the character there. */
static char peek(struct parser *p) {
  while (p->at < p->source->len &&
         isspace((unsigned char)p->source->text[p->at]))
    p->at++;
  return p->at < p->source->len ? p->source->text[p->at] : '\0';
}

/* Return the offset of the first of "stops" outside brackets, from "from". */
static size_t find(const struct parser *p, size_t from, const char *stops) {
  int nesting = 0;
  size_t i = from;
  for (; i < p->source->len; i++) {
    const char c = p->source->text[i];
    if (nesting == 0 && strchr(stops, c))
      break;
    nesting += c == '(' || c == '[';
    nesting -= c == ')' || c == ']';
  }
  return i;
}

/* Parse the expression between the offsets "from" and "to"; empty gives
 * NULL. */
static lcm_status parse_part(const lcm_expr **out, struct parser *p,
                             size_t from, size_t to) {
  const struct lcm_expr_source *whole = p->source;
  struct lcm_expr_source source = *whole;
  while (from < to && isspace((unsigned char)whole->text[from]))
    from++;
  while (to > from && isspace((unsigned char)whole->text[to - 1]))
    to--;
  *out = NULL;
  if (from == to)
    return LCM_OK;
  source.text += from;
  source.len = to - from;
  source.at.column += (unsigned)from;
  source.at.begin += (unsigned)from;
  return lcm_cexpr_parse(out, p->ctx, &source, whole->quiet);
}

/* Parse one subscript `[lower:length]` or `[index]`. */
static lcm_status parse_subscript(struct lcm_extent *out, struct parser *p) {
  const size_t open = ++p->at;
  const size_t close = find(p, open, "]");
  if (close == p->source->len)
    return fail(p, "']'");
  const size_t colon = find(p, open, ":]");
  const bool range = colon < close;
  lcm_status status = parse_part(&out->lower, p, open, colon);
  if (!status && range)
    status = parse_part(&out->length, p, colon + 1, close);
  if (!status && !range && !out->lower)
    status = fail(p, "a subscript");
  if (!range)
    out->length = lcm_expr_int(p->ctx, 1);
  else if (!out->lower && out->length)
    out->lower = lcm_expr_int(p->ctx, 0);
  p->at = close + 1;
  if (status && p->source->quiet) {
    *out = (struct lcm_extent){NULL, NULL, NULL};
    return LCM_OK;
  }
  return status;
}

/* Take the identifier that stands next; "" where none does. */
static const char *take_name(struct parser *p) {
  (void)peek(p);
  const size_t start = p->at;
  while (p->at < p->source->len &&
         (isalnum((unsigned char)p->source->text[p->at]) ||
          p->source->text[p->at] == '_'))
    p->at++;
  return lcm_intern_n(p->ctx, p->source->text + start, p->at - start);
}

/* The steps of a section. */
typedef LCM_LIST(struct lcm_extent) step_list;

/* Take the member that stands next, `.x` or `->x`, into "steps". */
static lcm_status take_member(step_list *steps, struct parser *p) {
  struct lcm_extent step = {lcm_expr_int(p->ctx, 0), lcm_expr_int(p->ctx, 1),
                            NULL};
  if (p->source->text[p->at] == '-')
    LCM_LIST_ADD(lcm_ctx_arena(p->ctx), steps, step);
  p->at += p->source->text[p->at] == '-' ? 2 : 1;
  step = (struct lcm_extent){NULL, NULL, take_name(p)};
  if (!*step.field)
    return fail(p, "a member");
  LCM_LIST_ADD(lcm_ctx_arena(p->ctx), steps, step);
  return LCM_OK;
}

/* Return whether a member stands next. */
static bool at_member(struct parser *p) {
  const char c = peek(p);
  return c == '.' || (c == '-' && p->at + 1 < p->source->len &&
                      p->source->text[p->at + 1] == '>');
}

/* Take all steps of "section" into "steps". */
static lcm_status take_steps(step_list *steps, struct parser *p,
                             lcm_section *section) {
  lcm_status status = LCM_OK;
  while (!status && (peek(p) == '[' || at_member(p))) {
    struct lcm_extent extent = {NULL, NULL, NULL};
    if (at_member(p)) {
      status = take_member(steps, p);
      continue;
    }
    status = parse_subscript(&extent, p);
    section->exact = section->exact && extent.lower && extent.length;
    LCM_LIST_ADD(lcm_ctx_arena(p->ctx), steps, extent);
  }
  return status;
}

lcm_status lcm_section_parse(lcm_section *out, lcm_ctx *ctx,
                             const struct lcm_expr_source *source,
                             const struct lcm_scope *scope) {
  struct parser p = {.ctx = ctx, .source = source};
  step_list steps = {0};
  lcm_section section = {.exact = true, .loc = source->at};
  while (peek(&p) == '*' || peek(&p) == '&')
    p.at++;
  section.datum = take_name(&p);
  if (!*section.datum || isdigit((unsigned char)*section.datum))
    return fail(&p, "a variable");
  section.key = section.datum;
  lcm_status status = take_steps(&steps, &p, &section);
  if (!status && p.at < source->len)
    status = fail(&p, "'['");
  section.extents = steps.at;
  section.n_extents = steps.n;
  if (!status && scope && scope->datum)
    status = scope->datum(&section, section.datum, scope->user);
  if (!status)
    *out = section;
  return status;
}
