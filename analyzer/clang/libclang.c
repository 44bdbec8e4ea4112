/* libclang: loaded when the first file is parsed. */
#include "analyzer/clang/libclang.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "analyzer/clang/libclang_calls.h"
#include "base/fs.h"

struct lcm_libclang lcm_libclang;

/* Where each function's pointer lies. */
static const struct function {
  const char *name;
  void *at;
} FUNCTIONS[] = {
#define CLANG(name) {#name, &(name)},
#include "analyzer/clang/libclang.def"
#undef CLANG
};

/* Whether it is loaded: once, and why not where it is not. */
static pthread_once_t once = PTHREAD_ONCE_INIT;
static char failure[512];

/* Return the library that is asked for, or that was built with and is there;
 * NULL where the system is to look for it. */
static const char *wanted(void) {
  const char *asked = getenv("LCM_LIBCLANG");
  if (asked && *asked)
    return asked;
  return lcm_path_exists(LCM_LIBCLANG_FILE) ? LCM_LIBCLANG_FILE : NULL;
}

/* Keep why it could not be loaded. */
static void fail(void) {
  const char *why = dlerror();
  strncpy(failure, why ? why : "unknown reason", sizeof failure - 1);
}

/* Load it and find all its functions. */
static void load(void) {
  const char *file = wanted();
  void *library =
      dlopen(file ? file : LCM_LIBCLANG_NAME, RTLD_LAZY | RTLD_LOCAL);
  if (!library) {
    fail();
    return;
  }
  for (size_t i = 0; i < sizeof FUNCTIONS / sizeof *FUNCTIONS; i++) {
    void *function = dlsym(library, FUNCTIONS[i].name);
    if (!function) {
      fail();
      return;
    }
    memcpy(FUNCTIONS[i].at, &function, sizeof function);
  }
}

lcm_status lcm_libclang_load(lcm_ctx *ctx) {
  pthread_once(&once, load);
  if (!*failure)
    return LCM_OK;
  lcm_report(ctx, LCM_DIAG_IO, (lcm_loc){0},
             "cannot load libclang, which reads C: %s; install %s, or name its "
             "file in $LCM_LIBCLANG",
             failure, LCM_LIBCLANG_NAME);
  return LCM_EIO;
}

const char *lcm_libclang_identity(lcm_ctx *ctx) {
  struct stat about;
  const char *file = lcm_libclang_file(ctx);
  if (!file || stat(file, &about))
    return "";
  return lcm_arena_printf(lcm_ctx_arena(ctx), "%s %jd %jd", file,
                          (intmax_t)about.st_size, (intmax_t)about.st_mtime);
}

const char *lcm_libclang_file(lcm_ctx *ctx) {
  Dl_info about;
  void *function = NULL;
  memcpy(&function, &lcm_libclang, sizeof function);
  if (function && dladdr(function, &about) && about.dli_fname)
    return lcm_intern(ctx, about.dli_fname);
  const char *file = wanted();
  return file ? lcm_intern(ctx, file) : NULL;
}
