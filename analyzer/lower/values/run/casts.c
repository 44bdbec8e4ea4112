/* Casts that stand before floating-point numbers. */
#include "analyzer/lower/values/run/casts.h"

#include <ctype.h>
#include <string.h>

/* Return the offset behind the parentheses of which the cast before
 * what stands from "ast->begin" to "ast->end" consists, 0 where there is
 * none. */
static size_t cast_before(const struct lcm_lowering *l, const lcm_ast *ast) {
  const char *text = l->text;
  size_t before = ast->begin;
  size_t behind = ast->end;
  for (;;) {
    while (before && isspace((unsigned char)text[before - 1]))
      before--;
    if (!before || text[before - 1] != '(')
      return before && text[before - 1] == ')' ? before : 0;
    while (behind < l->len && isspace((unsigned char)text[behind]))
      behind++;
    if (behind >= l->len || text[behind] != ')')
      return 0;
    before--;
    behind++;
  }
}

enum lcm_cast lcm_cast_find(unsigned char *range, const struct lcm_lowering *l,
                            const lcm_ast *ast) {
  static const struct {
    const char *name;
    enum lcm_cast cast;
    unsigned bits;
    bool natural;
  } TYPES[] = {{"(int)", LCM_CAST_WHOLE, 32, false},
               {"(long)", LCM_CAST_WHOLE, 64, false},
               {"(unsigned)", LCM_CAST_WHOLE, 32, true},
               {"(size_t)", LCM_CAST_WHOLE, 64, true},
               {"(unsigned int)", LCM_CAST_WHOLE, 32, true},
               {"(long int)", LCM_CAST_WHOLE, 64, false},
               {"(unsigned long)", LCM_CAST_WHOLE, 64, true},
               {"(long long)", LCM_CAST_WHOLE, 64, false},
               {"(int64_t)", LCM_CAST_WHOLE, 64, false},
               {"(int32_t)", LCM_CAST_WHOLE, 32, false},
               {"(double)", LCM_CAST_DOUBLE, 0, false},
               {"(float)", LCM_CAST_FLOAT, 0, false}};
  const size_t end = cast_before(l, ast);
  for (size_t i = 0; end && i < sizeof TYPES / sizeof *TYPES; i++) {
    const size_t n = strlen(TYPES[i].name);
    if (n > end || memcmp(l->text + end - n, TYPES[i].name, n) != 0)
      continue;
    const lcm_ast outer = {.begin = (unsigned)(end - n), .end = ast->end};
    if (cast_before(l, &outer))
      return LCM_CAST_OTHER;
    *range = TYPES[i].bits ? lcm_ast_range(TYPES[i].bits, TYPES[i].natural) : 0;
    return TYPES[i].cast;
  }
  return end ? LCM_CAST_OTHER : LCM_CAST_NONE;
}
