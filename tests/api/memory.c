/* Every allocation of a few requests fails once: each request then says that
 * it is out of memory or does without, and what was made before it stays
 * usable.  Linked with --wrap for the allocating functions. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/lcm.h"

static const char TEXT[] =
    "lcs 1\n"
    "param n value=(8)\n"
    "function main {\n"
    "  series {\n"
    "    fragment name=head {\n"
    "      model time (n*(2 +/- 0.1)*1 s)\n"
    "    }\n"
    "    team {\n"
    "      parloop name=steps for=i(1, 100) worksharing {\n"
    "        model time (0.1 s) per=iteration\n"
    "        fragment\n"
    "      }\n"
    "    }\n"
    "  }\n"
    "}\n";

static long left = -1;

void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *at, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *at, size_t size);

/* Return whether this allocation is the one to fail. */
static int fails(void) { return left >= 0 && left-- == 0; }

/* As malloc, calloc and realloc, but that one of them fails. */
void *__wrap_malloc(size_t size) {
  return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t n, size_t size) {
  return fails() ? NULL : __real_calloc(n, size);
}

void *__wrap_realloc(void *at, size_t size) {
  return fails() ? NULL : __real_realloc(at, size);
}

/* Parse, edit, compare, print; return the first code that is not LIBLCM_OK. */
static liblcm_code work(const liblcm_program *given) {
  const char *grid = "p=1:4";
  const struct liblcm_predict_options options = {
      .grid = &grid, .n_grid = 1, .nodes = 1, .formula = 1};
  const struct liblcm_edit edit = {"head", LIBLCM_EDIT_MODEL, "time",
                                   "n * 1 s"};
  liblcm_program *parsed = NULL;
  liblcm_program *edited = NULL;
  liblcm_comparison *comparison = NULL;
  char *json = NULL;
  liblcm_log *log = liblcm_log_new(NULL, NULL);
  liblcm_code code =
      liblcm_program_parse(&parsed, "t.lcs", TEXT, strlen(TEXT), log);
  if (!code)
    code = liblcm_program_edit(&edited, given, &edit, 1, log);
  if (!code) {
    const struct liblcm_variant variants[] = {{"a", parsed}, {"b", edited}};
    code = liblcm_compare(&comparison, variants, 2, &options, log);
  }
  if (!code)
    code = liblcm_comparison_json(&json, comparison);
  liblcm_text_free(json);
  liblcm_comparison_free(comparison);
  liblcm_program_free(edited);
  liblcm_program_free(parsed);
  liblcm_log_free(log);
  return code;
}

int main(void) {
  liblcm_program *given = NULL;
  long n = 0;
  long refused = 0;
  if (liblcm_program_parse(&given, "t.lcs", TEXT, strlen(TEXT), NULL))
    return 1;
  for (int done = 0; !done; n++) {
    left = n;
    const liblcm_code code = work(given);
    done = left >= 0;
    left = -1;
    if (code && code != LIBLCM_ERROR_MEMORY) {
      printf("allocation %ld: %s\n", n, liblcm_code_text(code));
      return 1;
    }
    refused += code != LIBLCM_OK;
    if (done && code)
      return 1;
  }
  if (work(given)) {
    puts("does not recover");
    return 1;
  }
  liblcm_program_free(given);
  printf("%ld allocations, %ld of them needed\n", n, refused);
  return refused > 10 ? 0 : 1;
}
