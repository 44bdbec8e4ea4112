/* Expressions as they are written, for the labels of nodes. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "pamela/label.h"

/* Return the random quantity whose name "text" begins with, or NULL. */
static const struct lcm_draw *draw_at(const struct pml *p, const char *text) {
  for (size_t i = 0; i < p->draws.n; i++) {
    const char *name = p->draws.at[i].name;
    const size_t n = strlen(name);
    if (!strncmp(text, name, n) && !isdigit((unsigned char)text[n]))
      return &p->draws.at[i];
  }
  return NULL;
}

/* Append "draw" as it is written. */
static void put_draw(struct pml *p, lcm_buf *buf, const struct lcm_draw *draw) {
  lcm_buf_puts(buf, lcm_draw_word(draw->kind));
  for (size_t i = 0; i < draw->n_args; i++) {
    lcm_buf_puts(buf, i ? ", " : "(");
    pml_put_label(p, buf, draw->args[i]);
  }
  lcm_buf_puts(buf, draw->n_args ? ")" : "");
}

void pml_put_label(struct pml *p, lcm_buf *buf, const lcm_expr *e) {
  char *text = e ? lcm_expr_to_str(e, LCM_READER) : NULL;
  for (const char *at = text; at && *at;) {
    const bool quoted = *at == '`';
    const struct lcm_draw *draw =
        p->draws.n && (quoted || isalpha((unsigned char)*at))
            ? draw_at(p, at + quoted)
            : NULL;
    if (draw) {
      put_draw(p, buf, draw);
      at += strlen(draw->name) + 2 * (size_t)quoted;
    } else
      lcm_buf_putc(buf, *at++);
  }
  free(text);
}
