/* Revisions of a program in a git history.  git is run without a shell, and
 * with an index of our own. */
#include "cmd/revisions.h"

#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fs.h"
#include "cmd/options.h"

/* So many folders are open at a time while one is removed. */
enum { OPEN_FOLDERS = 32 };

/* Run git with the arguments "argv", NULL at the end, in "folder" (NULL: here);
 * return what it says without the newline at the end, NULL where it fails. */
static const char *ask(lcm_ctx *ctx, const char *folder,
                       const char *const *argv) {
  const struct lcm_child child = {.argv = argv, .directory = folder};
  char *text = NULL;
  size_t len = 0;
  int status = 0;
  if (lcm_child_run(&text, &len, &status, ctx, &child) || status)
    return NULL;
  while (len && text[len - 1] == '\n')
    text[--len] = '\0';
  return text;
}

/* Return the hash of the commit that "revision" names; NULL, and a message,
 * where there is none. */
static const char *commit_of(lcm_ctx *ctx, const char *revision) {
  const char *name =
      lcm_arena_printf(lcm_ctx_arena(ctx), "%s^{commit}", revision);
  const char *const argv[] = {"git",     "rev-parse", "--verify",
                              "--quiet", name,        NULL};
  const char *hash = revision[0] == '-' ? NULL : ask(ctx, NULL, argv);
  if (!hash)
    command_complain("there is no commit '%s'", revision);
  return hash;
}

/* Put the commits from "good" to "bad" into "out"; LCM_EUSAGE, and a message,
 * where the first is no ancestor of the other. */
static lcm_status list(struct revisions *out, const char *good,
                       const char *bad) {
  lcm_arena *arena = lcm_ctx_arena(out->ctx);
  const char *const before[] = {"git", "merge-base", "--is-ancestor",
                                good,  bad,          NULL};
  const char *range = lcm_arena_printf(arena, "%s..%s", good, bad);
  const char *const argv[] = {"git", "rev-list", "--reverse", "--first-parent",
                              range, "--",       NULL};
  LCM_LIST(const char *) all = {0};
  const char *text =
      ask(out->ctx, NULL, before) ? ask(out->ctx, NULL, argv) : NULL;
  LCM_LIST_ADD(arena, &all, good);
  while (text && *text) {
    const size_t n = strcspn(text, "\n");
    const char *one = lcm_intern_n(out->ctx, text, n);
    LCM_LIST_ADD(arena, &all, one);
    text += n + (text[n] == '\n');
  }
  out->commits = all.at;
  out->n = all.n;
  if (all.n > 1)
    return LCM_OK;
  command_complain("%.12s is no ancestor of %.12s", good, bad);
  return LCM_EUSAGE;
}

/* Make the temporary folder of "out". */
static lcm_status make_place(struct revisions *out) {
  const char *folder = getenv("TMPDIR");
  char *place =
      lcm_arena_printf(lcm_ctx_arena(out->ctx), "%s/lcm-bisect-XXXXXX",
                       folder && *folder ? folder : "/tmp");
  if (!mkdtemp(place)) {
    command_complain("there is no place for temporary files: %s", place);
    return LCM_EIO;
  }
  out->place = place;
  return LCM_OK;
}

lcm_status revisions_open(struct revisions *out, lcm_ctx *ctx, const char *good,
                          const char *bad) {
  static const char *const TOP[] = {"git", "rev-parse", "--show-toplevel",
                                    NULL};
  static const char *const PREFIX[] = {"git", "rev-parse", "--show-prefix",
                                       NULL};
  *out = (struct revisions){
      .ctx = ctx, .top = ask(ctx, NULL, TOP), .prefix = ask(ctx, NULL, PREFIX)};
  if (!out->top || !out->prefix) {
    command_complain("this is no work tree of git");
    return LCM_EUSAGE;
  }
  const char *first = commit_of(ctx, good);
  const char *last = first ? commit_of(ctx, bad) : NULL;
  const lcm_status status = last ? list(out, first, last) : LCM_EUSAGE;
  return status ? status : make_place(out);
}

/* Remove "path", of which all below is gone. */
static int remove_one(const char *path, const struct stat *state, int kind,
                      struct FTW *walk) {
  (void)state;
  (void)kind;
  (void)walk;
  (void)remove(path);
  return 0;
}

lcm_status revisions_take(const char **folder, const struct revisions *r,
                          size_t i) {
  lcm_arena *arena = lcm_ctx_arena(r->ctx);
  const char *index =
      lcm_arena_printf(arena, "GIT_INDEX_FILE=%s/index", r->place);
  const char *prefix = lcm_arena_printf(arena, "--prefix=%s/tree/", r->place);
  const char *const read[] = {"env",       index,         "git",
                              "read-tree", r->commits[i], NULL};
  const char *const write[] = {
      "env", index, "git", "checkout-index", "-a", "-q", "-f", prefix, NULL};
  *folder = lcm_arena_printf(arena, "%s/tree/%s", r->place, r->prefix);
  if (ask(r->ctx, r->top, read) && ask(r->ctx, r->top, write))
    return LCM_OK;
  command_complain("git cannot write the files of %.12s", r->commits[i]);
  return LCM_EIO;
}

void revisions_drop(const struct revisions *r) {
  const char *tree =
      lcm_arena_printf(lcm_ctx_arena(r->ctx), "%s/tree", r->place);
  (void)nftw(tree, remove_one, OPEN_FOLDERS, FTW_DEPTH | FTW_PHYS);
}

const char *revisions_title(const struct revisions *r, size_t i) {
  const char *const argv[] = {"git",
                              "show",
                              "-s",
                              "--no-show-signature",
                              "--date=short",
                              "--format=%h %s (%an, %ad)",
                              r->commits[i],
                              "--",
                              NULL};
  const char *title = ask(r->ctx, NULL, argv);
  return title ? title : r->commits[i];
}

void revisions_close(const struct revisions *r) {
  if (r->place)
    (void)nftw(r->place, remove_one, OPEN_FOLDERS, FTW_DEPTH | FTW_PHYS);
}
