/* Directives of OpenMP in a text that changes. */
#include "study/patch/directive.h"

#include <string.h>

struct lcm_patch_directive *lcm_directive_at(struct lcm_patch_source *source,
                                             size_t at) {
  for (size_t i = 0; i < source->directives.n; i++)
    if (source->directives.at[i].begin == at &&
        !source->directives.at[i].dropped)
      return &source->directives.at[i];
  return NULL;
}

struct lcm_patch_directive *lcm_directive_add(struct lcm_patch_source *source,
                                              size_t at, const char *name) {
  const struct lcm_patch_directive one = {
      .begin = at, .end = at, .name = name, .changed = true};
  LCM_LIST_ADD(lcm_ctx_arena(source->ctx), &source->directives, one);
  return &source->directives.at[source->directives.n - 1];
}

/* ---- clauses ------------------------------------------------------------- */

const char *lcm_directive_clause(const struct lcm_patch_directive *directive,
                                 const char *name) {
  for (size_t i = 0; i < directive->clauses.n; i++)
    if (!strcmp(directive->clauses.at[i].name, name))
      return directive->clauses.at[i].args ? directive->clauses.at[i].args : "";
  return NULL;
}

void lcm_directive_unset(struct lcm_patch_directive *directive,
                         const char *name) {
  size_t kept = 0;
  for (size_t i = 0; i < directive->clauses.n; i++)
    if (strcmp(directive->clauses.at[i].name, name) != 0)
      directive->clauses.at[kept++] = directive->clauses.at[i];
  directive->changed = directive->changed || kept < directive->clauses.n;
  directive->clauses.n = kept;
}

void lcm_directive_put(struct lcm_patch_source *source,
                       struct lcm_patch_directive *directive, const char *name,
                       const char *args) {
  const struct lcm_clause one = {name, args};
  LCM_LIST_ADD(lcm_ctx_arena(source->ctx), &directive->clauses, one);
  directive->changed = true;
}

void lcm_directive_set(struct lcm_patch_source *source,
                       struct lcm_patch_directive *directive, const char *name,
                       const char *args) {
  for (size_t i = 0; i < directive->clauses.n; i++) {
    if (strcmp(directive->clauses.at[i].name, name) != 0)
      continue;
    directive->clauses.at[i].args = args;
    directive->changed = true;
    return;
  }
  lcm_directive_put(source, directive, name, args);
}

bool lcm_directive_copies(const struct lcm_patch_directive *directive) {
  static const char *const COPIES[] = {"private", "firstprivate", "linear",
                                       "copyin", "allocate"};
  for (size_t i = 0; i < sizeof COPIES / sizeof *COPIES; i++)
    if (lcm_directive_clause(directive, COPIES[i]))
      return true;
  return false;
}

/* ---- text ---------------------------------------------------------------- */

/* How long a line of a directive may be. */
enum { WIDTH = 80 };

/* Append "word" to "out", in a line of its own where it does not fit into the
 * one that begins at "*line". */
static void put_word(lcm_buf *out, size_t *line, const char *indent,
                     const char *word) {
  if (out->len - *line + strlen(word) + 3 > WIDTH && out->len > *line) {
    lcm_buf_puts(out, " \\\n");
    *line = out->len;
    lcm_buf_printf(out, "%s   ", indent);
  }
  lcm_buf_printf(out, " %s", word);
}

/* Return "args" as people write them: a blank behind commas and colons that
 * stand in no brackets. */
static const char *spaced(lcm_ctx *ctx, const char *args) {
  lcm_buf out = {0};
  int depth = 0;
  for (const char *at = args; *at; at++) {
    depth += (*at == '(' || *at == '[') - (*at == ')' || *at == ']');
    lcm_buf_putc(&out, *at);
    if (!depth && (*at == ',' || *at == ':') && at[1] && at[1] != ' ')
      lcm_buf_putc(&out, ' ');
  }
  const char *text = lcm_intern(ctx, out.text ? out.text : "");
  lcm_buf_free(&out);
  return text;
}

const char *lcm_directive_text(lcm_ctx *ctx,
                               const struct lcm_patch_directive *directive,
                               const char *indent) {
  lcm_buf out = {0};
  size_t line = 0;
  lcm_buf_printf(&out, "#pragma omp %s", directive->name);
  for (size_t i = 0; i < directive->clauses.n; i++) {
    const struct lcm_clause *one = &directive->clauses.at[i];
    const char *word = one->args
                           ? lcm_arena_printf(lcm_ctx_arena(ctx), "%s(%s)",
                                              one->name, spaced(ctx, one->args))
                           : one->name;
    put_word(&out, &line, indent, word);
  }
  const char *text = lcm_arena_strndup(lcm_ctx_arena(ctx), out.text, out.len);
  lcm_buf_free(&out);
  return text;
}

/* Return whether directives of "source" begin their lines, whatever they come
 * before: the first one does. */
static bool at_margin(const struct lcm_patch_source *source) {
  for (size_t i = 0; i < source->directives.n; i++) {
    const struct lcm_patch_directive *one = &source->directives.at[i];
    if (one->end > one->begin)
      return !one->begin || source->text[one->begin - 1] == '\n';
  }
  return false;
}

/* Return where the line "line" of "source" begins, or the first of the comments
 * `// lcm:` right above it, which speak of the statement there. */
static size_t above_comments(const struct lcm_patch_source *source,
                             size_t line) {
  static const char BEGIN[] = "// lcm:";
  size_t at = line;
  while (at) {
    size_t before = 0;
    const char *indent = lcm_source_indent(&before, source, at - 1);
    if (strncmp(source->text + before + strlen(indent), BEGIN,
                sizeof BEGIN - 1) != 0)
      break;
    at = before;
  }
  return at;
}

/* Make the new directive "one" a change of the text. */
static void settle_new(struct lcm_patch_source *source,
                       const struct lcm_patch_directive *one) {
  lcm_arena *arena = lcm_ctx_arena(source->ctx);
  size_t line = 0;
  const char *indent = lcm_source_indent(&line, source, one->begin);
  const char *before = at_margin(source) ? "" : indent;
  const char *text = lcm_directive_text(source->ctx, one, before);
  if (lcm_source_is_first(source, one->begin))
    lcm_source_insert(source, above_comments(source, line),
                      lcm_arena_printf(arena, "%s%s\n", before, text));
  else
    lcm_source_insert(
        source, one->begin,
        lcm_arena_printf(arena, "\n%s%s\n%s", before, text, indent));
}

void lcm_directives_settle(struct lcm_patch_source *source) {
  for (size_t i = 0; i < source->directives.n; i++) {
    struct lcm_patch_directive *one = &source->directives.at[i];
    size_t line = 0;
    const char *indent = lcm_source_indent(&line, source, one->begin);
    if (one->dropped && one->end > one->begin) {
      lcm_source_delete(source, one->begin, one->end);
    } else if (one->changed && !one->dropped && one->end == one->begin) {
      settle_new(source, one);
    } else if (one->changed && !one->dropped) {
      const struct lcm_patch_change change = {
          .begin = one->begin,
          .end = one->end,
          .text = lcm_directive_text(source->ctx, one, indent)};
      LCM_LIST_ADD(lcm_ctx_arena(source->ctx), &source->changes, change);
    }
    one->changed = one->dropped = false;
  }
}
