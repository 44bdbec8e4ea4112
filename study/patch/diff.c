/* Unified diffs: the shortest way from one text to another, line by line
 * (Myers, "An O(ND) Difference Algorithm and Its Variations", Algorithmica 1,
 * 1986, section 3). */
#include <string.h>

#include "study/patch/diff.h"

/* The lines of a text. */
struct lines {
  const char **at; /* "n", and the end of the text behind them */
  size_t n;
};

/* Two texts that are compared. */
struct texts {
  lcm_ctx *ctx;
  struct lines a;
  struct lines b;
  bool *gone;  /* lines of "a" that "b" has not */
  bool *fresh; /* lines of "b" that "a" has not */
};

/* Put the lines of the "len" bytes at "text" into "*out". */
static void split(struct lines *out, lcm_ctx *ctx, const char *text,
                  size_t len) {
  LCM_LIST(const char *) all = {0};
  const char *at = text;
  while (at < text + len) {
    const char *end = memchr(at, '\n', (size_t)(text + len - at));
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &all, at);
    at = end ? end + 1 : text + len;
  }
  LCM_LIST_ADD(lcm_ctx_arena(ctx), &all, text + len);
  *out = (struct lines){all.at, all.n - 1};
}

/* Return whether line "i" of the first text is line "k" of the second. */
static bool same(const struct texts *t, size_t i, size_t k) {
  const size_t n = (size_t)(t->a.at[i + 1] - t->a.at[i]);
  return n == (size_t)(t->b.at[k + 1] - t->b.at[k]) &&
         !memcmp(t->a.at[i], t->b.at[k], n);
}

/* How far paths of "d" differences get: for each diagonal from -d to d the
 * line
 * of the first text. */
struct front {
  long *at;
  long d;
};

/* Return where a path on diagonal "k" with one difference more than those of
 * "before" begins; "*down": it takes a line of the second text. */
static long begin_of(bool *down, const struct front *before, long k) {
  const long d = before->d + 1;
  const long left = k - 1 >= -before->d ? before->at[k - 1 + before->d] : -1;
  const long right = k + 1 <= before->d ? before->at[k + 1 + before->d] : -1;
  *down = k == -d || (k != d && left < right);
  return *down ? right : left + 1;
}

/* Follow equal lines on diagonal "k" from line "i" on; return where they
 * end. */
static long follow(const struct texts *t, long i, long k) {
  while (i < (long)t->a.n && i - k < (long)t->b.n &&
         same(t, (size_t)i, (size_t)(i - k)))
    i++;
  return i;
}

/* Return a front of "d" differences behind those of "before". */
static struct front advance(const struct texts *t, const struct front *before) {
  struct front next = {.d = before->d + 1};
  next.at = LCM_NEW_ARRAY(lcm_ctx_arena(t->ctx), long, 2 * next.d + 1);
  for (long k = -next.d; k <= next.d; k++)
    next.at[k + next.d] = -1;
  for (long k = -next.d; k <= next.d; k += 2) {
    bool down = false;
    const long i = begin_of(&down, before, k);
    if (i >= 0 && i <= (long)t->a.n && i - k >= 0 && i - k <= (long)t->b.n)
      next.at[k + next.d] = follow(t, i, k);
  }
  return next;
}

/* Note which lines differ, the last of the "n" fronts at "fronts" having
 * reached the ends of both texts. */
static void walk_back(struct texts *t, const struct front *fronts, size_t n) {
  long k = (long)t->a.n - (long)t->b.n;
  while (n-- > 1) {
    bool down = false;
    const long i = begin_of(&down, &fronts[n - 1], k);
    if (down)
      t->fresh[i - k - 1] = true;
    else
      t->gone[i - 1] = true;
    k += down ? 1 : -1;
  }
}

/* Find out which lines of "t" differ. */
static void compare(struct texts *t) {
  LCM_LIST(struct front) fronts = {0};
  lcm_arena *arena = lcm_ctx_arena(t->ctx);
  const long end = (long)t->a.n - (long)t->b.n;
  struct front front = {.at = LCM_NEW_ARRAY(arena, long, 1)};
  front.at[0] = follow(t, 0, 0);
  LCM_LIST_ADD(arena, &fronts, front);
  while (end < -front.d || end > front.d ||
         front.at[end + front.d] < (long)t->a.n) {
    front = advance(t, &front);
    LCM_LIST_ADD(arena, &fronts, front);
  }
  walk_back(t, fronts.at, fronts.n);
}

/* Return whether a line of "text" begins at "at". */
static bool is_line(const char *text, size_t at) {
  return !at || text[at - 1] == '\n';
}

/* Return how many bytes at the end of "file" are whole lines that stay, not
 * counting the first "begin" bytes. */
static size_t same_end(const struct lcm_patch_file *file, size_t begin) {
  const size_t least = file->len < file->old_len ? file->len : file->old_len;
  size_t n = 0;
  while (n + begin < least &&
         file->old[file->old_len - 1 - n] == file->text[file->len - 1 - n])
    n++;
  while (n && (!is_line(file->old, file->old_len - n) ||
               !is_line(file->text, file->len - n)))
    n--;
  return n;
}

void lcm_patch_span(struct lcm_patch_span *out,
                    const struct lcm_patch_file *file) {
  const size_t least = file->len < file->old_len ? file->len : file->old_len;
  size_t begin = 0;
  *out = (struct lcm_patch_span){.from = 1};
  for (size_t i = 0; i < least && file->old[i] == file->text[i]; i++)
    if (file->old[i] == '\n') {
      begin = i + 1;
      out->from++;
    }
  const size_t end = same_end(file, begin);
  out->to = out->from;
  for (size_t i = begin; i < file->old_len - end; i++)
    out->to += file->old[i] == '\n';
  out->text = file->text + begin;
  out->len = file->len - end - begin;
}

/* ---- printing ------------------------------------------------------------ */

enum { AROUND = 3 };

/* Append line "i" of "lines" behind "mark". */
static void put_line(lcm_buf *out, char mark, const struct lines *lines,
                     size_t i) {
  const size_t n = (size_t)(lines->at[i + 1] - lines->at[i]);
  lcm_buf_putc(out, mark);
  lcm_buf_add(out, lines->at[i], n);
  if (!n || lines->at[i][n - 1] != '\n')
    lcm_buf_puts(out, "\n\\ No newline at end of file\n");
}

/* A part of both texts: the lines from "i" to "i_end" of the first and from "k"
 * to "k_end" of the second. */
struct hunk {
  size_t i;
  size_t i_end;
  size_t k;
  size_t k_end;
};

/* Append "h" of "t". */
static void put_hunk(lcm_buf *out, const struct texts *t,
                     const struct hunk *h) {
  lcm_buf_printf(out, "@@ -%zu,%zu +%zu,%zu @@\n", h->i + (h->i_end > h->i),
                 h->i_end - h->i, h->k + (h->k_end > h->k), h->k_end - h->k);
  size_t i = h->i;
  size_t k = h->k;
  while (i < h->i_end || k < h->k_end) {
    if (i < h->i_end && t->gone[i]) {
      put_line(out, '-', &t->a, i++);
    } else if (k < h->k_end && t->fresh[k]) {
      put_line(out, '+', &t->b, k++);
    } else {
      put_line(out, ' ', &t->a, i++);
      k++;
    }
  }
}

/* Go on in "h" to the end of the differences that begin there, with equal lines
 * behind; return whether there are any. */
static bool next_hunk(struct hunk *h, const struct texts *t) {
  size_t equal = 0;
  size_t i = h->i_end;
  size_t k = h->k_end;
  while (i < t->a.n && k < t->b.n && !t->gone[i] && !t->fresh[k])
    i++, k++;
  if (i >= t->a.n && k >= t->b.n)
    return false;
  const size_t before = i - h->i_end < AROUND ? i - h->i_end : AROUND;
  h->i = i - before;
  h->k = k - before;
  while ((i < t->a.n || k < t->b.n) && equal < 2 * AROUND) {
    const bool gone = i < t->a.n && t->gone[i];
    const bool fresh = !gone && k < t->b.n && t->fresh[k];
    equal = gone || fresh ? 0 : equal + 1;
    i += !fresh;
    k += !gone;
  }
  const size_t extra = equal > AROUND ? equal - AROUND : 0;
  h->i_end = i - extra;
  h->k_end = k - extra;
  return true;
}

/* Append what changes in "file" to "out". */
static void diff_file(lcm_buf *out, lcm_ctx *ctx,
                      const struct lcm_patch_file *file) {
  struct texts t = {.ctx = ctx};
  struct hunk hunk = {0};
  const char *slash = *file->path == '/' ? "" : "/";
  split(&t.a, ctx, file->old, file->old_len);
  split(&t.b, ctx, file->text, file->len);
  t.gone = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), bool, t.a.n + 1);
  t.fresh = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), bool, t.b.n + 1);
  compare(&t);
  lcm_buf_printf(out, "--- a%s%s\n+++ b%s%s\n", slash, file->path, slash,
                 file->path);
  while (next_hunk(&hunk, &t))
    put_hunk(out, &t, &hunk);
}

void lcm_patch_diff(lcm_buf *out, lcm_ctx *ctx, const struct lcm_patch *patch) {
  for (size_t i = 0; i < patch->n_files; i++)
    diff_file(out, ctx, &patch->files[i]);
}
