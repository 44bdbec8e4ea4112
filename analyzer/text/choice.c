/* Choices among two as text: what macros make of them. */
#include "analyzer/text/choice.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Return "p" without the parentheses around it. */
static struct lcm_choice_text stripped(struct lcm_choice_text p) {
  while (p.end - p.begin > 1 && *p.begin == '(') {
    const char *at = p.begin;
    int depth = 0;
    do
      depth += *at == '(' ? 1 : *at == ')' ? -1 : 0;
    while (depth && ++at < p.end);
    if (at + 1 != p.end)
      return p;
    p.begin++;
    p.end--;
  }
  return p;
}

/* Return the first of the characters "wanted" in "p" that stands in no
 * parentheses, and is no part of another operator; NULL for none. */
static const char *outside(struct lcm_choice_text p, const char *wanted) {
  int depth = 0;
  for (const char *at = p.begin; at < p.end; at++) {
    depth += strchr("([", *at) ? 1 : strchr(")]", *at) ? -1 : 0;
    const bool doubled = at > p.begin && (at[-1] == *at || at[-1] == '-');
    if (!depth && strchr(wanted, *at) && !doubled && at[1] != *at)
      return at;
  }
  return NULL;
}

/* Return whether "p" and "q" are the same but for parentheses. */
static bool is_equal(struct lcm_choice_text p, struct lcm_choice_text q) {
  p = stripped(p);
  q = stripped(q);
  return p.end - p.begin == q.end - q.begin && p.end > p.begin &&
         !memcmp(p.begin, q.begin, (size_t)(p.end - p.begin));
}

char lcm_choice_in_text(struct lcm_choice_text p,
                        struct lcm_choice_text place) {
  p = stripped(p);
  const char *ask = outside(p, "?");
  const struct lcm_choice_text rest = {ask ? ask + 1 : p.end, p.end};
  const char *colon = ask ? outside(rest, ":") : NULL;
  const struct lcm_choice_text cond =
      stripped((struct lcm_choice_text){p.begin, ask});
  const char *op = colon ? outside(cond, "<>") : NULL;
  if (!op)
    return 0;
  const struct lcm_choice_text left = {cond.begin, op};
  const struct lcm_choice_text right = {op + 1 + (op[1] == '='), cond.end};
  const struct lcm_choice_text yes = {rest.begin, colon};
  const struct lcm_choice_text no = {colon + 1, rest.end};
  if (is_equal(yes, no) || (!is_equal(yes, place) && !is_equal(no, place)))
    return 0;
  if (is_equal(left, yes) && is_equal(right, no))
    return *op;
  if (is_equal(left, no) && is_equal(right, yes))
    return *op == '<' ? '>' : '<';
  return 0;
}
