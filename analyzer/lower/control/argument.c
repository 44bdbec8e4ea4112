/* The arguments of a call: their text, their values and what they point to. */
#include <ctype.h>
#include <string.h>

#include "analyzer/lower/access/note.h"
#include "analyzer/lower/control/argument.h"
#include "analyzer/lower/control/order.h"
#include "analyzer/lower/control/syntax.h"
#include "analyzer/lower/values/elements/elements.h"
#include "analyzer/lower/values/fits.h"
#include "analyzer/lower/values/names.h"
#include "analyzer/lower/values/value.h"

/* The arguments of a call; pointers: which of them are some; places: what
 * "n_places" of them point to, none where none points anywhere. */
struct arguments {
  LCM_LIST(const lcm_expr *) values;
  lcm_section *places;
  size_t n_places;
  LCM_LIST(bool) pointers;
};

/* Return the offset behind the parenthesis that opens the arguments of the
 * call "ast"; its end where a macro makes it. */
static size_t arguments_from(const struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *callee = ast->first;
  size_t at = callee && callee->end > ast->begin ? callee->end : ast->begin;
  if (callee && callee->kind == LCM_AST_REF) {
    const size_t n = strlen(callee->name);
    if (ast->begin + n > l->len ||
        memcmp(l->text + callee->begin, callee->name, n) != 0)
      return ast->end;
    at = callee->begin + n;
  }
  for (; at < ast->end; at++)
    if (l->text[at] == '(')
      return at + 1;
  return ast->end;
}

/* Return the offset of the last byte of the comment that begins at "at" in
 * "text", which has "end" bytes; "at" where none does. */
static size_t comment_end(const char *text, size_t at, size_t end) {
  const bool line = at + 1 < end && text[at] == '/' && text[at + 1] == '/';
  const bool block = at + 1 < end && text[at] == '/' && text[at + 1] == '*';
  const size_t from = at;
  while (line && at + 1 < end && text[at + 1] != '\n')
    at++;
  for (at += block ? 3 : 0; block && at < end; at++)
    if (text[at] == '/' && text[at - 1] == '*')
      return at;
  return block ? from : at;
}

/* Return the offset in "text", which has "end" bytes, where the argument from
 * "at" on ends. */
static size_t argument_end(const char *text, size_t at, size_t end) {
  int nesting = 0;
  for (; at < end; at++) {
    const size_t comment = comment_end(text, at, end);
    const char c = comment > at ? ' ' : text[at];
    at = comment;
    if (!nesting && (c == ',' || c == ')'))
      return at;
    if (c == '"' || c == '\'')
      for (at++; at < end && text[at] != c; at++)
        at += text[at] == '\\';
    nesting += c == '(' || c == '[' || c == '{';
    nesting -= c == ')' || c == ']' || c == '}';
  }
  return end;
}

bool lcm_call_argument_text(size_t ends[2], const struct lcm_lowering *l,
                            const lcm_ast *ast, size_t i) {
  size_t at = arguments_from(l, ast);
  for (; at < ast->end; i--) {
    const size_t end = argument_end(l->text, at, ast->end);
    if (!i) {
      ends[0] = at + strspn(l->text + at, " \t\n");
      ends[1] = end;
      return ends[0] < end;
    }
    if (end >= ast->end || l->text[end] == ')')
      return false;
    at = end + 1;
  }
  return false;
}

/* Return the text behind the parenthesis that opens the arguments of the call
 * of "name" in "text", or NULL. */
static const char *arguments_in(const char *text, const char *name) {
  const size_t n = strlen(name);
  for (const char *at = strstr(text, name); at; at = strstr(at + 1, name)) {
    const char *behind = at + n + strspn(at + n, " \t\r\n");
    const bool whole =
        at == text || !(isalnum((unsigned char)at[-1]) || at[-1] == '_');
    if (whole && *behind == '(')
      return behind + 1;
  }
  return NULL;
}

/* Return how many bytes the source of the call "ast" has: of a macro that makes
 * it, with its arguments. */
static size_t source_length(const struct lcm_lowering *l, const lcm_ast *ast) {
  const size_t n = ast->end < l->len ? ast->end : l->len;
  size_t at = ast->begin;
  while (at < l->len &&
         (isalnum((unsigned char)l->text[at]) || l->text[at] == '_'))
    at++;
  while (at < l->len && isspace((unsigned char)l->text[at]))
    at++;
  if (at < l->len && l->text[at] == '(') {
    do
      at = argument_end(l->text, at + 1, l->len);
    while (at < l->len && l->text[at] == ',');
    at += at < l->len;
  }
  return (at > n ? at : n) - ast->begin;
}

/* Return the text behind the parenthesis that opens the arguments of the call
 * "ast": as it stands where a macro leaves it alone, or as macros make it; NULL
 * where that cannot be found. */
static const char *arguments_of(struct lcm_lowering *l, const lcm_ast *ast) {
  const size_t n = source_length(l, ast);
  const char *plain = arguments_in(
      lcm_arena_strndup(lcm_ctx_arena(l->ctx), l->text + ast->begin, n),
      ast->name);
  if (ast->in_place && plain)
    return plain;
  const char *made = arguments_in(
      lcm_lower_preprocessed(l, ast->begin, ast->begin + n), ast->name);
  const bool once = plain && !arguments_in(plain, ast->name);
  if (!made || (once && !arguments_in(made, ast->name)))
    return plain;
  for (size_t k = lcm_order_among(ast); k && made; k--)
    made = arguments_in(made, ast->name);
  return made;
}

const char *lcm_call_trimmed(struct lcm_lowering *l, const char *text,
                             size_t n) {
  while (n && isspace((unsigned char)text[n - 1]))
    n--;
  while (n && isspace((unsigned char)*text)) {
    text++;
    n--;
  }
  return lcm_intern_n(l->ctx, text, n);
}

void lcm_call_texts(lcm_text_list *out, struct lcm_lowering *l,
                    const lcm_ast *ast) {
  const char *text = arguments_of(l, ast);
  while (text && *text && *text != ')') {
    const size_t n = argument_end(text, 0, strlen(text));
    LCM_LIST_ADD(lcm_ctx_arena(l->ctx), out, lcm_call_trimmed(l, text, n));
    text += n + (text[n] == ',');
  }
  if (out->n != ast->n_args)
    out->n = 0;
}

/* Make room in "arguments" for "n" of them. */
static void make_room(struct arguments *arguments, lcm_arena *arena, size_t n) {
  arguments->values.at = LCM_NEW_ARRAY(arena, const lcm_expr *, n);
  arguments->pointers.at = LCM_NEW_ARRAY(arena, bool, n);
  arguments->values.cap = arguments->pointers.cap = n;
}

/* Note that the next of the "n" arguments points to "place"; no room is taken
 * before one points anywhere. */
static void add_place(struct arguments *arguments, lcm_arena *arena, size_t n,
                      const lcm_section *place) {
  const size_t at = arguments->values.n;
  const size_t room = n > at ? n : at + 1;
  if (!place->datum && !arguments->n_places)
    return;
  if (room > arguments->n_places) {
    lcm_section *all = LCM_NEW_ARRAY(arena, lcm_section, room);
    if (arguments->n_places)
      memcpy(all, arguments->places, arguments->n_places * sizeof *all);
    arguments->places = all;
    arguments->n_places = room;
  }
  arguments->places[at] = *place;
}

/* Return whether argument "i" of the call "ast" becomes a whole number: that is
 * what the function of the file takes. */
static bool takes_whole(const struct lcm_lowering *l, const lcm_ast *ast,
                        size_t i) {
  const lcm_ast *at = NULL;
  for (const lcm_ast *top = l->syntax->top; top && !at; top = top->next)
    if (top->kind == LCM_AST_FUNCTION && top->name == ast->name)
      at = top->first;
  for (; at && (at->kind != LCM_AST_PARAM || i); at = at->next)
    i -= at->kind == LCM_AST_PARAM;
  return at && at->range;
}

/* Take the arguments of the call "ast" from its text. */
static void read_arguments(struct arguments *out, struct lcm_lowering *l,
                           const lcm_ast *ast) {
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  const lcm_ast *syntax = lcm_syntax_arguments(ast);
  if (ast->n_args)
    make_room(out, arena, ast->n_args);
  for (size_t at = arguments_from(l, ast); at < ast->end;) {
    const size_t end = argument_end(l->text, at, ast->end);
    while (syntax && syntax->begin < at)
      syntax = syntax->next;
    const bool pointer = syntax && syntax->begin < end && syntax->is_pointer;
    const lcm_section none = {.datum = NULL};
    const lcm_section place = pointer ? lcm_lower_place(l, syntax) : none;
    if (strspn(l->text + at, " \t\n") < end - at) {
      add_place(out, arena, ast->n_args, &place);
      const bool own = syntax && syntax->begin < end;
      const lcm_expr *value = own && takes_whole(l, ast, out->values.n)
                                  ? lcm_lower_whole(l, syntax, at, end)
                                  : lcm_lower_expr(l, at, end);
      if (own)
        value = lcm_fits_value(l, syntax, value);
      LCM_LIST_ADD(arena, &out->values, value);
      LCM_LIST_ADD(arena, &out->pointers, pointer);
    }
    if (end >= ast->end || l->text[end] == ')')
      return;
    at = end + 1;
  }
}

/* Put into "arguments" what is known of those of the call "ast" that a macro
 * makes. */
static void made_arguments(struct arguments *arguments, struct lcm_lowering *l,
                           const lcm_ast *ast) {
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  const lcm_ast *syntax = lcm_syntax_arguments(ast);
  lcm_text_list texts = {0};
  memset(arguments, 0, sizeof *arguments);
  lcm_call_texts(&texts, l, ast);
  for (unsigned i = 0; i < ast->n_args; i++) {
    const lcm_expr *value =
        texts.n ? lcm_lower_text(l, texts.at[i], ast->begin) : NULL;
    if (syntax && value)
      value = lcm_fits_value(l, syntax, value);
    if (syntax && syntax->is_pointer) {
      const lcm_section place = lcm_lower_place(l, syntax);
      add_place(arguments, arena, ast->n_args, &place);
    }
    LCM_LIST_ADD(arena, &arguments->values, value);
    LCM_LIST_ADD(arena, &arguments->pointers, syntax && syntax->is_pointer);
    syntax = syntax ? syntax->next : NULL;
  }
}

/* Return the name of the array at file scope, or the row of one with a number,
 * that "row" is; NULL for others, and where the function changes elements. */
static const char *row_name(struct lcm_lowering *l, const lcm_ast *row) {
  size_t moving = 0;
  if (row->kind == LCM_AST_REF)
    return row->is_array && !row->is_local && row->name &&
                   !lcm_map_get(&l->locals.moving,
                                LCM_INTERN_JOINED(l->ctx, row->name, "[]"),
                                &moving)
               ? row->name
               : NULL;
  const char *name = row->kind == LCM_AST_SUBSCRIPT && row->is_array
                         ? row_name(l, row->first)
                         : NULL;
  const lcm_expr *e = name && row->last->kind == LCM_AST_LITERAL
                          ? lcm_lower_expr(l, row->last->begin, row->last->end)
                          : NULL;
  double k = 0;
  return e && lcm_expr_is_number(e, &k) && k >= 0
             ? lcm_expr_name(lcm_elements_symbol(l->ctx, name, (size_t)k))
             : NULL;
}

/* Add the elements that the function of the call "ast" gets as numbers of their
 * own to "arguments". */
static void add_elements(struct arguments *arguments, struct lcm_lowering *l,
                         const lcm_ast *ast) {
  const lcm_section none = {.datum = NULL};
  const lcm_ast *function =
      ast->is_function ? lcm_elements_reader(l, ast->name) : NULL;
  const lcm_ast *param = function ? function->first : NULL;
  const lcm_ast *row = lcm_syntax_arguments(ast);
  const bool all = arguments->values.n == ast->n_args;
  for (; all && param && param->kind == LCM_AST_PARAM && row;
       param = param->next, row = row->next) {
    const unsigned n = lcm_elements_passed(l, function, param);
    const char *name = n ? row_name(l, row) : NULL;
    for (unsigned k = 0; k < n; k++) {
      add_place(arguments, lcm_ctx_arena(l->ctx), 0, &none);
      LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &arguments->values,
                   name ? lcm_elements_symbol(l->ctx, name, k) : NULL);
      LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &arguments->pointers, true);
    }
  }
}

void lcm_call_add_arguments(struct lcm_lowering *l, lcm_node *node,
                            const lcm_ast *ast) {
  struct arguments arguments = {.values = {0}};
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  read_arguments(&arguments, l, ast);
  if (arguments.values.n != ast->n_args)
    made_arguments(&arguments, l, ast);
  add_elements(&arguments, l, ast);
  if (arguments.pointers.n)
    lcm_map_put(arena, &l->pointers, arguments.values.at,
                (size_t)(uintptr_t)arguments.pointers.at);
  node->u.call.args = arguments.values.at;
  node->u.call.places = arguments.places;
  node->u.call.n_args = arguments.values.n;
}

/* Return whether the key "key" is that of a function called "name". */
static bool is_called(const char *key, const char *name) {
  const char *colon = strrchr(key, ':');
  return !strcmp(colon ? colon + 1 : key, name);
}

void lcm_call_size(struct lcm_lowering *l, lcm_node *node,
                   const struct lcm_meaning *meaning) {
  if (node->kind != LCM_NODE_CALL || !meaning->size_of || node->u.call.sizes ||
      !is_called(node->u.call.callee, meaning->size_of))
    return;
  const size_t n = node->u.call.n_args;
  size_t found = 0;
  size_t used = 0;
  const bool *pointers = lcm_map_get(&l->pointers, node->u.call.args, &found)
                             ? (const bool *)(uintptr_t)found
                             : NULL;
  const lcm_expr **sizes =
      LCM_NEW_ARRAY(lcm_ctx_arena(l->ctx), const lcm_expr *, n + 1);
  for (size_t i = 0; i < n; i++)
    if (meaning->n_sizes == n || !pointers || !pointers[i]) {
      sizes[i] = used < meaning->n_sizes ? meaning->sizes[used] : NULL;
      used++;
    }
  node->u.call.sizes = sizes;
  if (used == meaning->n_sizes)
    return;
  lcm_report(l->ctx, LCM_DIAG_MISPLACED, node->loc,
             "`size` gives %zu values for a call with %zu arguments that are "
             "no pointers",
             meaning->n_sizes, used);
  l->status = LCM_EPARSE;
}
