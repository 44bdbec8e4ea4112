/* The token at hand of a model that is read, and errors there. */
#pragma once

#include "pamela/pamela_internal.h"

/* Return the token at hand, and the one "by" further on. */
const struct pml_token *pml_here(const struct pml *p);
const struct pml_token *pml_ahead(const struct pml *p, size_t by);

/* Return the place of token "at" of the text at hand; pml_span: from it to the
 * token before the one at hand. */
lcm_loc pml_place(const struct pml *p, size_t at);
lcm_loc pml_span(const struct pml *p, size_t at);

/* Return whether the token at hand is "kind", or the name "word"; pml_accept
 * and pml_accept_word also go on behind it. */
bool pml_is_at(const struct pml *p, pml_kind kind);
bool pml_accept(struct pml *p, pml_kind kind);
bool pml_accept_word(struct pml *p, const char *word);

/* As pml_accept; anything else is reported as not "what". */
bool pml_expect(struct pml *p, pml_kind kind, const char *what);

/* Report that "expected" was expected at the token at hand. */
void pml_fail(struct pml *p, const char *expected);

/* Report "id" at "loc", once, and end the reading with "status". */
void pml_error(struct pml *p, lcm_status status, lcm_diag_id id, lcm_loc loc,
               const char *fmt, ...) LCM_PRINTF(5, 6);

/* Return the declared name "name" (interned), or NULL; a family of equations
 * NAME[3] is found by pml_find_family alone, beside an equation NAME. */
struct pml_name *pml_find(struct pml *p, const char *name);
struct pml_name *pml_find_family(struct pml *p, const char *name);

/* Return the word for "is", with its article: "a resource". */
const char *pml_is_word(pml_is is);

/* Let "name" be visible as "kind" from here on. */
void pml_scope_add(struct pml *p, const char *name, pml_scope_kind kind);

/* Return whether "name" is visible here as an argument, index or local. */
bool pml_scope_has(const struct pml *p, const char *name);

/* Say that the loop number "depth", counted from 1, has ended: what is pending
 * in it belongs to the one around it, and is reported where there is none. */
void pml_loop_end(struct pml *p);

/* Return the number at hand that must be whole, into "*value"; false after an
 * error. */
bool pml_whole(struct pml *p, long long *value, const char *what);

/* Go to what "name" stands for. */
void pml_go_to(struct pml *p, const struct pml_name *name);
