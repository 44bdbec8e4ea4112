/* Statements that commas join: `a = 1, b = 2;` is as good as two. */
#include <ctype.h>
#include <string.h>

#include "analyzer/clang/commas.h"
#include "base/find.h"

/* The file that is gone through. */
struct file {
  const char *text;
  size_t len;
};

/* Return whether "ast" joins two expressions by a comma. */
static bool is_comma(const struct file *file, const lcm_ast *ast) {
  const lcm_ast *left = ast->first;
  const lcm_ast *right = left ? left->next : NULL;
  if (ast->kind != LCM_AST_OTHER || ast->op || !right || right->next ||
      left->end >= right->begin || right->begin > file->len)
    return false;
  for (size_t i = left->end; i < right->begin; i++)
    if (file->text[i] != ',' && !isspace((unsigned char)file->text[i]))
      return false;
  return memchr(file->text + left->end, ',', right->begin - left->end) != NULL;
}

/* Return whether all that the commas of "ast" join are changes of places that
 * stand in the file as they are. */
static bool is_of_changes(const struct file *file, const lcm_ast *ast) {
  if (is_comma(file, ast))
    return is_of_changes(file, ast->first) && is_of_changes(file, ast->last);
  return ast->in_place &&
         (ast->kind == LCM_AST_ASSIGN || ast->kind == LCM_AST_UPDATE);
}

/* Return whether nothing that may speak of what comes next stands between
 * "begin" and "end". */
static bool is_free(const struct file *file, size_t begin, size_t end) {
  const size_t n = begin < end && end <= file->len ? end - begin : 0;
  return !n || (!memchr(file->text + begin, '#', n) &&
                !lcm_find(file->text + begin, n, "lcm:"));
}

/* Return where the line ends in which the offset "at" is. */
static size_t end_of_line(const struct file *file, size_t at) {
  while (at < file->len && file->text[at] != '\n')
    at++;
  return at;
}

/* Put what the commas of "ast" join in its place: "*link" leads to it. */
static void replace(const struct file *file, lcm_ast **link, lcm_ast *ast) {
  lcm_ast *left = ast->first;
  lcm_ast *right = ast->last;
  left->parent = right->parent = ast->parent;
  right->next = ast->next;
  left->next = right;
  *link = left;
  if (ast->parent->last == ast)
    ast->parent->last = right;
  if (is_comma(file, left))
    replace(file, link, left);
}

/* Split the statements of "ast" and of all below it. */
static void split(const struct file *file, lcm_ast *ast) {
  lcm_ast **link = &ast->first;
  size_t before = ast->begin;
  if (!(ast->holds & LCM_AST_HOLDS_CHANGE))
    return;
  for (lcm_ast *at = ast->first; at; link = &at->next, at = at->next) {
    if (ast->kind == LCM_AST_COMPOUND && is_comma(file, at) &&
        is_of_changes(file, at) &&
        is_free(file, before, end_of_line(file, at->end))) {
      replace(file, link, at);
      at = *link;
    }
    before = at->end;
    split(file, at);
  }
}

void lcm_commas_split(lcm_ast *top, const char *text, size_t len) {
  const struct file file = {text, len};
  for (lcm_ast *at = top; at; at = at->next)
    if (at->kind == LCM_AST_FUNCTION)
      split(&file, at);
}
