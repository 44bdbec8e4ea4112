/* What calls of library functions read and write. */
#include <string.h>

#include "analyzer/lower/access/effect.h"
#include "analyzer/lower/access/note.h"
#include "analyzer/lower/access/place.h"
#include "analyzer/lower/control/external.h"
#include "analyzer/lower/control/step.h"
#include "analyzer/lower/mpi/mpi_call.h"

/* What a function of the library does: as in effects.def. */
struct effect {
  const char *name;
  const char *modes;
  unsigned bytes;
  unsigned times;
};

/* Return what the function "name" of the library does, NULL where that is not
 * known. */
static const struct effect *find_known(const char *name) {
  static const struct effect KNOWN[] = {
#define LCM_EFFECT(name, modes, bytes, times) {name, modes, bytes, times},
#include "analyzer/text/effects.def"
#undef LCM_EFFECT
  };
  for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++)
    if (!strcmp(KNOWN[i].name, name))
      return &KNOWN[i];
  return NULL;
}

/* Return the name of the function of the library that the function "name" of
 * the compiler stands for: __builtin_memcpy, __builtin___memcpy_chk. */
static const char *plain_name(struct lcm_lowering *l, const char *name) {
  if (strncmp(name, "__builtin_", 10) != 0)
    return name;
  const char *plain = name + 10;
  const size_t n = strlen(plain);
  return n > 6 && !strncmp(plain, "__", 2) && !strcmp(plain + n - 4, "_chk")
             ? lcm_intern_n(l->ctx, plain + 2, n - 6)
             : plain;
}

/* Return whether the function "name" of the compiler puts a result where its
 * last argument points: __builtin_add_overflow, __builtin_subcll. */
static bool is_overflow(const char *name) {
  static const char *const SUMS[] = {"add", "sub", "mul"};
  const char *plain = strncmp(name, "__builtin_", 10) ? "" : name + 10;
  plain += *plain == 's' && strncmp(plain, "sub", 3) != 0;
  plain += *plain == 'u';
  for (size_t i = 0; i < sizeof SUMS / sizeof *SUMS; i++)
    if (!strncmp(plain, SUMS[i], 3))
      return strstr(plain, "_overflow") || plain[3] == 'c';
  return false;
}

/* Return whether the function "name" of the compiler reads or writes nothing
 * that its arguments point to. */
static bool is_pure_builtin(const char *name) {
  static const char *const PURE[] = {
      "prefetch",       "assume_aligned", "expect",       "object_size",
      "constant_p",     "va_start",       "va_end",       "frame_address",
      "return_address", "choose_expr",    "assume",       "unreachable",
      "is_aligned",     "align_up",       "va_arg",       "dynamic_object_size",
      "alloca",         "offsetof",       "classify_type"};
  for (size_t i = 0; i < sizeof PURE / sizeof *PURE; i++)
    if (!strncmp(name + 10, PURE[i], strlen(PURE[i])))
      return true;
  return false;
}

/* Return what the function "name" does, NULL where that is not known. */
static const struct effect *find(struct lcm_lowering *l, const char *name) {
  static const struct effect LAST = {"overflow", "--w", 0, 0};
  static const struct effect CARRY = {"carry", "---w", 0, 0};
  static const struct effect NONE = {"builtin", "-", 0, 0};
  static const struct effect ATOMIC = {"atomic", "b-", 0, 0};
  const struct effect *known = find_known(plain_name(l, name));
  if (known)
    return known;
  if (is_overflow(name))
    return strstr(name, "_overflow") ? &LAST : &CARRY;
  if (!strncmp(name, "__sync_", 7))
    return &ATOMIC;
  return !strncmp(name, "__builtin_", 10) && is_pure_builtin(name) ? &NONE
                                                                   : NULL;
}

/* Return what "effect" (NULL: nobody knows) does to argument number "i". */
static enum lcm_mode mode_of(const struct effect *effect, size_t i) {
  if (!effect)
    return LCM_MODE_UPDATE;
  const size_t last = strlen(effect->modes) - 1;
  switch (effect->modes[i < last ? i : last]) {
  case 'r':
    return LCM_MODE_READ;
  case 'w':
    return LCM_MODE_WRITE;
  case 'b':
    return LCM_MODE_UPDATE;
  }
  return LCM_MODE_NONE;
}

/* Return argument number "i" of the call "ast", from 0; NULL where it has
 * none. */
static const lcm_ast *argument(const lcm_ast *ast, size_t i) {
  const lcm_ast *at = ast->first ? ast->first->next : NULL;
  for (; at && i; i--)
    at = at->next;
  return at;
}

/* Return the value of "ast", also where it is a product with sizeof of an
 * expression; NULL where it is not known. */
static const lcm_expr *bytes_of(struct lcm_collection *c, const lcm_ast *ast) {
  const lcm_expr *e = lcm_place_expr(c, ast->begin, ast->end);
  if (e || ast->end > c->l->len)
    return e;
  if (ast->kind == LCM_AST_SIZEOF && ast->first && ast->first->size > 0)
    return lcm_expr_int(c->l->ctx, ast->first->size);
  if (ast->kind != LCM_AST_OTHER || !ast->first ||
      ast->first->next != ast->last)
    return NULL;
  for (size_t i = ast->first->end; i < ast->last->begin; i++)
    if (!strchr(" \t\n()*", c->l->text[i]))
      return NULL;
  return lcm_expr_mul(c->l->ctx, bytes_of(c, ast->first),
                      bytes_of(c, ast->last));
}

/* Return how many elements of "size" bytes the call "ast" touches; NULL where
 * that is not known. */
static const lcm_expr *elements(struct lcm_collection *c,
                                const struct effect *effect, const lcm_ast *ast,
                                long long size) {
  double value = 0;
  const lcm_ast *count =
      effect && effect->bytes ? argument(ast, effect->bytes - 1) : NULL;
  if (!count || size <= 0)
    return NULL;
  const lcm_expr *bytes = bytes_of(c, count);
  const lcm_ast *times =
      effect->times ? argument(ast, effect->times - 1) : NULL;
  const lcm_expr *often = times ? bytes_of(c, times) : NULL;
  if (effect->times)
    bytes = bytes && often ? lcm_expr_mul(c->l->ctx, bytes, often) : NULL;
  const lcm_expr *n =
      bytes ? lcm_expr_div(c->l->ctx, bytes, lcm_expr_int(c->l->ctx, size))
            : NULL;
  const bool whole = n && (!lcm_expr_is_number(n, &value) ||
                           value == (double)(long long)value);
  return whole ? n : NULL;
}

/* Return whether the function with "effect" touches one thing where an argument
 * points that it names no number of bytes for. */
static bool touches_one(const struct effect *effect) {
  return effect &&
         (!strcmp(effect->name, "overflow") || !strcmp(effect->name, "carry") ||
          !strcmp(effect->name, "atomic"));
}

/* Return the bytes of what "object" points at, where it is an address. */
static long long size_of_address(struct lcm_object *object,
                                 const lcm_ast *arg) {
  const bool address =
      object->n && object->steps[object->n - 1].field &&
      !strcmp(object->steps[object->n - 1].field, LCM_FIELD_ADDRESS);
  if (!address)
    return 0;
  object->n--;
  return arg->kind == LCM_AST_ADDRESS && arg->first ? arg->first->size : 0;
}

/* Note what the call "ast", which does "effect", does to "object", to which its
 * argument "arg" points. */
static void touch(struct lcm_collection *c, const lcm_ast *ast,
                  const lcm_ast *arg, const struct effect *effect,
                  struct lcm_object object, enum lcm_mode mode) {
  long long size = lcm_place_element(c->l, &object);
  const long long alone = size_of_address(&object, arg);
  if (alone) {
    size = alone;
    if (!effect)
      object.why = "a function is called of which nothing is known";
  } else {
    const lcm_expr *n = touches_one(effect) ? lcm_expr_int(c->l->ctx, 1)
                                            : elements(c, effect, ast, size);
    lcm_place_advance(c->l, &object, lcm_expr_int(c->l->ctx, 0), n);
    size = n ? size : 0;
    if (!n)
      object.why = effect ? LCM_EFFECT_NEEDED
                          : "a function is called of which nothing is known";
  }
  lcm_access_note(c, &object, mode, size, arg);
}

/* Return whether the function "name" touches nothing but what threads wait
 * on. */
static bool is_harmless(const char *name) {
  static const char *const PREFIXES[] = {
      "omp_",  "pthread_", "sem_",      "mtx_",         "cnd_",
      "thrd_", "atomic_",  "__atomic_", "__c11_atomic_"};
  for (size_t i = 0; i < sizeof PREFIXES / sizeof *PREFIXES; i++)
    if (!strncmp(name, PREFIXES[i], strlen(PREFIXES[i])))
      return true;
  return false;
}

/* Return whether the function "name", which does what "effect" says (NULL:
 * nobody knows), does nothing but to what it is given: it neither keeps
 * anything from call to call nor speaks with the world. What those of SHARING
 * return lies in memory that all threads share, or they change what others read
 * (POSIX, and "MT-Unsafe" of glibc). */
static bool keeps_nothing(const struct lcm_collection *c, const char *name,
                          const struct effect *effect) {
  static const char *const KEEPING[] = {
      "printf", "fprintf", "puts",    "fputs",   "fopen",   "fclose",
      "fflush", "perror",  "fread",   "fwrite",  "scanf",   "fscanf",
      "rand",   "random",  "drand48", "lrand48", "mrand48", "putchar",
      "putc",   "fputc",   "getchar", "getc",    "fgetc",   "fgets",
      "strtok", "srand",   "exit",    "abort",   "_exit",   "_Exit"};
  static const char *const SHARING[] = {
      "localtime",     "gmtime",        "ctime",     "asctime",
      "strerror",      "strsignal",     "setenv",    "putenv",
      "unsetenv",      "clearenv",      "setlocale", "localeconv",
      "tmpnam",        "ttyname",       "ptsname",   "crypt",
      "encrypt",       "setkey",        "hcreate",   "hsearch",
      "hdestroy",      "getopt",        "getlogin",  "getopt_long",
      "l64a",          "ecvt",          "fcvt",      "getopt_long_only",
      "getpwnam",      "getpwuid",      "getpwent",  "getgrnam",
      "getgrgid",      "getgrent",      "getdate",   "getservbyname",
      "gethostbyname", "gethostbyaddr", "inet_ntoa", "getprotobyname",
      "mblen",         "mbtowc",        "wctomb",    "getutxent"};
  const char *plain = plain_name(c->l, name);
  for (size_t i = 0; i < sizeof KEEPING / sizeof *KEEPING; i++)
    if (!strcmp(KEEPING[i], plain))
      return false;
  for (size_t i = 0; i < sizeof SHARING / sizeof *SHARING; i++)
    if (!strcmp(SHARING[i], plain))
      return false;
  static const char *const LEAVING[] = {"trap", "abort", "exit", "longjmp"};
  const char *builtin = strncmp(name, "__builtin_", 10) ? NULL : name + 10;
  for (size_t i = 0; builtin && i < sizeof LEAVING / sizeof *LEAVING; i++)
    if (!strcmp(LEAVING[i], builtin))
      return false;
  return effect || builtin || !strncmp(name, "omp_get_", 8) ||
         lcm_external_of(c->l, name);
}

void lcm_effect_note(struct lcm_collection *c, const lcm_ast *ast) {
  struct lcm_objects objects;
  const char *name = ast->name ? ast->name : "";
  const struct effect *effect = ast->is_function ? find(c->l, name) : NULL;
  size_t i = 0;
  if (is_harmless(name) || lcm_call_mpi(c->l, ast))
    return;
  if (!c->keeps && !keeps_nothing(c, name, effect))
    c->keeps = *name ? name : "a function";
  c->priced = ast->is_system && lcm_external_of(c->l, name);
  c->atomic = effect && !strcmp(effect->name, "atomic");
  for (const lcm_ast *arg = argument(ast, 0); arg; arg = arg->next, i++) {
    const enum lcm_mode mode = mode_of(effect, i);
    if (!mode || (!arg->is_pointer && arg->kind != LCM_AST_ADDRESS))
      continue;
    lcm_place_pointee(&objects, c, arg);
    c->filling.several = objects.n > 1;
    for (size_t k = 0; k < objects.n; k++)
      touch(c, ast, arg, effect, objects.at[k], mode);
    c->filling.several = false;
  }
  c->priced = c->atomic = false;
}
