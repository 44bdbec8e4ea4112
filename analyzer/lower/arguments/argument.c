/* What a program does that gets no arguments, nothing from its environment, and
 * none of the files that it can do without. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "analyzer/lower/arguments/argument.h"
#include "analyzer/lower/values/local.h"

const lcm_expr *lcm_argument_none(struct lcm_lowering *l, const lcm_expr *e,
                                  const char *count) {
  const lcm_expr *one = lcm_expr_int(l->ctx, 1);
  const struct lcm_subst none[] = {{count, one},
                                   {lcm_name_of_source(l->ctx, count), one}};
  double number = 0;
  const lcm_expr *value = e ? lcm_expr_subst(l->ctx, e, none, 2) : NULL;
  return value && lcm_expr_is_number(value, &number) ? value : NULL;
}

const lcm_expr *lcm_argument_default(struct lcm_lowering *l,
                                     const lcm_expr *e) {
  const lcm_ast *count =
      l->function && l->function->name && !strcmp(l->function->name, "main")
          ? l->function->first
          : NULL;
  double number = 0;
  if (!e || !count || count->kind != LCM_AST_PARAM || !count->name ||
      lcm_lower_is_given(l, count->name) || lcm_expr_is_number(e, &number))
    return NULL;
  return lcm_argument_none(l, e, count->name);
}

/* What is or is not found outside of the program: a variable of the
 * environment, a file. */
struct seeking {
  struct lcm_lowering *l;
  lcm_map others; /* variables that hold something else, too */
};

/* Return whether the text of "ast" begins with "begin". */
static bool begins_with(const struct lcm_lowering *l, const lcm_ast *ast,
                        const char *begin) {
  const size_t n = strlen(begin);
  return ast->begin + n <= l->len && !memcmp(l->text + ast->begin, begin, n);
}

/* Return the name, in quotes, of what the call "ast" asks for outside of the
 * program, which it may not find: getenv("N"), fopen("file", "r"); NULL for
 * anything else. */
static const lcm_ast *asked_of(const struct lcm_lowering *l,
                               const lcm_ast *ast) {
  const lcm_ast *what = ast->kind == LCM_AST_CALL && ast->is_system && ast->name
                            ? ast->first->next
                            : NULL;
  if (!what || !begins_with(l, what, "\"") ||
      (strcmp(ast->name, "getenv") != 0 &&
       (strcmp(ast->name, "fopen") != 0 || !what->next ||
        !begins_with(l, what->next, "\"r"))))
    return NULL;
  return what;
}

/* Return the variable that "ast" gives what is found outside of the program,
 * NULL for none. */
static const lcm_ast *holder_of(const struct lcm_lowering *l,
                                const lcm_ast *ast) {
  const bool set = ast->kind == LCM_AST_VAR || ast->kind == LCM_AST_ASSIGN;
  const lcm_ast *to = ast->kind == LCM_AST_VAR ? ast : ast->first;
  return set && ast->last && ast->last != to && asked_of(l, ast->last) &&
                 (to == ast || to->kind == LCM_AST_REF) && to->key
             ? to
             : NULL;
}

/* Return whether "ast" is a null pointer. */
static bool is_null(const struct lcm_lowering *l, const lcm_ast *ast) {
  return begins_with(l, ast, "NULL") ||
         (ast->end == ast->begin + 1 && begins_with(l, ast, "0"));
}

/* Return the name, in quotes, of what "ast" is, or holds, that may be found
 * outside of the program, where that can do without it; NULL for none. */
static const lcm_ast *lacked(const struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *holder = ast->kind == LCM_AST_REF ? ast : holder_of(l, ast);
  size_t found = 0;
  if (!holder || !holder->key)
    return holder ? NULL : asked_of(l, ast);
  return lcm_map_get(&l->globals.absent, holder->key, &found) && found > 1
             ? (const lcm_ast *)(uintptr_t)found
             : NULL;
}

/* Return what the operator of two operands "ast" is where one of them, which is
 * 0 or a null pointer, equals the other ("value" 0) or not; -1 where it does
 * not ask for that. */
static int compared(const struct lcm_lowering *l, const lcm_ast *ast,
                    int value) {
  const char *at = l->text + ast->first->end;
  if (ast->first->end > ast->last->begin || ast->last->begin > l->len)
    return -1;
  const char *end = l->text + ast->last->begin;
  while (at < end && *at != '=' && *at != '!')
    at++;
  if (at + 1 >= end || at[1] != '=')
    return -1;
  return *at == '=' ? !value : value;
}

/* Return the key under which the text in "ast" is known, a variable or a member
 * of one; NULL for other places. */
static const char *text_key(const struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *base = ast->kind == LCM_AST_MEMBER ? ast->first : NULL;
  if (ast->kind == LCM_AST_REF)
    return ast->is_local ? ast->key : NULL;
  return base && base->kind == LCM_AST_REF && base->is_local && base->key &&
                 base->is_record && ast->name
             ? LCM_INTERN_JOINED(l->ctx, base->key, ".", ast->name)
             : NULL;
}

/* Return the text that "ast" is as it is written, without quotes; NULL where it
 * is none, or one with signs that are written otherwise. */
static const char *written(const struct lcm_lowering *l, const lcm_ast *ast) {
  const size_t n = ast->end - ast->begin;
  if (ast->kind != LCM_AST_LITERAL || ast->end > l->len || n < 2 ||
      l->text[ast->begin] != '"' || l->text[ast->end - 1] != '"' ||
      memchr(l->text + ast->begin, '\\', n) ||
      memchr(l->text + ast->begin + 1, '"', n - 2))
    return NULL;
  return lcm_intern_n(l->ctx, l->text + ast->begin + 1, n - 2);
}

/* Return the text that "ast" is or holds, NULL where that is not known. */
static const char *text_of(const struct lcm_lowering *l, const lcm_ast *ast) {
  const char *key = text_key(l, ast);
  size_t found = 0;
  return key && lcm_map_get(&l->globals.texts, key, &found) && found
             ? (const char *)(uintptr_t)found
             : written(l, ast);
}

/* Return whether the texts that the call "ast" compares differ, -1 where it
 * compares none or they are not known. */
static int differ(const struct lcm_lowering *l, const lcm_ast *ast) {
  const bool exact = ast->name && !strcmp(ast->name, "strcmp");
  const lcm_ast *a = ast->first ? ast->first->next : NULL;
  if (!ast->is_system || !a || !a->next ||
      (!exact && (!ast->name || strcmp(ast->name, "strcasecmp") != 0)))
    return -1;
  const char *one = text_of(l, a);
  const char *other = text_of(l, a->next);
  if (!one || !other)
    return -1;
  return (exact ? strcmp(one, other) : strcasecmp(one, other)) != 0;
}

int lcm_argument_found(const struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *a = ast->first;
  const lcm_ast *b = a ? a->next : NULL;
  if (lacked(l, ast))
    return 0;
  if (ast->kind == LCM_AST_CALL && l->globals.texts.n)
    return differ(l, ast);
  if (ast->kind == LCM_AST_AND || ast->kind == LCM_AST_OR) {
    const int first = a ? lcm_argument_found(l, a) : -1;
    const int second = first >= 0 && b ? lcm_argument_found(l, b) : -1;
    const bool both = ast->kind == LCM_AST_AND;
    return first < 0 ? -1 : first != both ? first : second;
  }
  if (ast->kind != LCM_AST_OTHER || !a)
    return -1;
  const int value = lcm_argument_found(l, is_null(l, a) && b ? b : a);
  if (value < 0 || !b)
    return value >= 0 && begins_with(l, ast, "!") ? !value : -1;
  return is_null(l, a) || is_null(l, b) ? compared(l, ast, value) : -1;
}

/* Note the variables in and below "ast" that hold what is found outside of the
 * program ("take"), or something else, too. */
static void note_holders(struct seeking *s, const lcm_ast *ast, bool take) {
  lcm_arena *arena = lcm_ctx_arena(s->l->ctx);
  const lcm_ast *to = ast->kind == LCM_AST_VAR ? ast : ast->first;
  const lcm_ast *holder = holder_of(s->l, ast);
  const bool sets =
      lcm_ast_is_change(ast) || (ast->kind == LCM_AST_VAR && ast->first);
  size_t known = 0;
  if (take && holder && !lcm_map_get(&s->others, holder->key, &known) &&
      (holder == ast || holder->is_local))
    lcm_map_put(arena, &s->l->globals.absent, holder->key,
                (size_t)(uintptr_t)asked_of(s->l, ast->last));
  if (!take && sets && !holder && to && to->key)
    lcm_map_put(arena, &s->others, to->key, 1);
  for (const lcm_ast *at = ast->first; at; at = at->next)
    note_holders(s, at, take);
}

void lcm_argument_seek(struct lcm_lowering *l, const lcm_ast *function) {
  struct seeking s = {.l = l};
  note_holders(&s, function, false);
  note_holders(&s, function, true);
}

void lcm_argument_need(struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *holder = ast->kind == LCM_AST_REF ? ast : holder_of(l, ast);
  if (holder && lacked(l, ast))
    lcm_map_put(lcm_ctx_arena(l->ctx), &l->globals.absent, holder->key, 1);
  for (const lcm_ast *at = ast->first; at; at = at->next)
    lcm_argument_need(l, at);
}

void lcm_argument_lack(struct lcm_lowering *l, const char *function,
                       const lcm_ast *ast) {
  const lcm_ast *what = lacked(l, ast);
  for (const lcm_ast *at = ast->first; at; at = at->next)
    lcm_argument_lack(l, function, at);
  if (!what)
    return;
  const bool file = what->next;
  const struct lcm_lacking lacking = {
      function,
      lcm_intern(l->ctx,
                 lcm_arena_printf(lcm_ctx_arena(l->ctx),
                                  file ? "there is no file %.*s"
                                       : "the environment has no variable %.*s",
                                  (int)(what->end - what->begin) - 2,
                                  l->text + what->begin + 1))};
  for (size_t i = 0; i < l->globals.lacking.n; i++)
    if (l->globals.lacking.at[i].text == lacking.text &&
        l->globals.lacking.at[i].function == function)
      return;
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &l->globals.lacking, lacking);
}

/* Note that the text in the place "to" is "text", NULL: not known. */
static void put_text(struct lcm_lowering *l, const lcm_ast *to,
                     const char *text) {
  const char *key = text_key(l, to);
  if (key)
    lcm_map_put(lcm_ctx_arena(l->ctx), &l->globals.texts, key,
                (size_t)(uintptr_t)text);
}

/* Put the sign that "ast", `x[2] = 'a'`, writes behind those before it in x;
 * return false where it does not do that. */
static bool put_sign(struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *to = ast->first;
  const lcm_ast *index = to->last;
  const char *sign = l->text + ast->last->begin;
  const size_t n = ast->last->end - ast->last->begin;
  if (to->kind != LCM_AST_SUBSCRIPT || index->kind != LCM_AST_LITERAL ||
      ast->last->end > l->len || n < 3 || *sign != '\'')
    return false;
  const char *key = text_key(l, to->first);
  size_t found = 0;
  const char *text = key && lcm_map_get(&l->globals.texts, key, &found) && found
                         ? (const char *)(uintptr_t)found
                         : "";
  const size_t at = strtoul(l->text + index->begin, NULL, 10);
  if (n == 3 && at == strlen(text))
    text = lcm_intern(
        l->ctx, lcm_arena_printf(lcm_ctx_arena(l->ctx), "%s%c", text, sign[1]));
  else if (n != 4 || sign[1] != '\\' || sign[2] != '0' || at != strlen(text))
    text = NULL;
  put_text(l, to->first, text);
  return true;
}

/* Return whether "ast", which holds a text, is only read where it stands. */
static bool is_text_read(const lcm_ast *ast) {
  static const char *const NAMES[] = {"strcmp", "strcasecmp", "strlen",
                                      "printf", "fprintf",    "puts"};
  const lcm_ast *call = ast->parent;
  if (!call || call->kind != LCM_AST_CALL || !call->is_system || !call->name)
    return false;
  for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
    if (!strcmp(call->name, NAMES[i]))
      return true;
  return false;
}

/* Note what "ast" and what is below it may do to texts. */
static void spoil_texts(struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *to = ast->first;
  if (text_key(l, ast) && !is_text_read(ast))
    put_text(l, ast, NULL);
  if (ast->kind == LCM_AST_ADDRESS && to && to->is_record)
    l->globals.texts = (lcm_map){0};
  for (const lcm_ast *at = ast->kind == LCM_AST_MEMBER ? NULL : to; at;
       at = at->next)
    spoil_texts(l, at);
}

void lcm_argument_text(struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *to = ast->first;
  const bool copy = ast->kind == LCM_AST_CALL && ast->is_system && ast->name &&
                    !strcmp(ast->name, "strcpy");
  const char *text = ast->last ? written(l, ast->last) : NULL;
  if (ast->kind == LCM_AST_ASSIGN && to && put_sign(l, ast))
    return;
  spoil_texts(l, ast);
  if (copy && to && to->next && ast->last != to->next)
    put_text(l, to->next, text);
  else if (ast->kind == LCM_AST_ASSIGN && to && ast->last != to)
    put_text(l, to, text);
  for (const lcm_ast *at = ast->kind == LCM_AST_DECLSTMT ? to : NULL; at;
       at = at->next)
    if (at->kind == LCM_AST_VAR && at->last && at->key)
      lcm_map_put(lcm_ctx_arena(l->ctx), &l->globals.texts, at->key,
                  (size_t)(uintptr_t)written(l, at->last));
}
