/* What a difference comes to, in a sentence. */
#include "render/text/difference/headline.h"

#include <math.h>

/* Times longer by this share are written as a factor. */
static const double FACTOR_FROM = 0.9995;

void lcm_put_change(lcm_buf *buf, double share) {
  if (isnan(share)) {
    lcm_buf_puts(buf, "-");
  } else if (share >= FACTOR_FROM) {
    lcm_buf_puts(buf, "x ");
    lcm_buf_short(buf, share + 1, 3);
  } else {
    lcm_buf_puts(buf, share > 0 ? "+" : "");
    lcm_put_percent(buf, share);
  }
}

/* Append what stands between two statements of a headline. */
static void put_next(lcm_buf *buf) {
  if (buf->len)
    lcm_buf_puts(buf, "; ");
}

/* Append how far "share" of the old time is from none: "14 %", "x 2.5". */
static void put_extent(lcm_buf *buf, double share) {
  if (share >= FACTOR_FROM)
    lcm_put_change(buf, share);
  else
    lcm_put_percent(buf, fabs(share));
}

/* Append at how many points of "d" the new revision is "word", which it is
 * where revision "winner" is the fastest, and by how much at most. */
static void put_points(lcm_buf *buf, const lcm_difference *d, size_t winner,
                       const char *word) {
  const lcm_comparison *c = d->comparison;
  const size_t n = c->grid->n_points;
  size_t count = 0;
  size_t most = 0;
  for (size_t i = 0; i < n; i++)
    if (lcm_outcome_is_known(c, i) && !lcm_outcome_is_tie(c, i) &&
        c->winners[i] == winner) {
      const bool more =
          fabs(lcm_difference_at(d, i)) > fabs(lcm_difference_at(d, most));
      most = count++ && !more ? most : i;
    }
  if (!count)
    return;
  put_next(buf);
  if (count < n)
    lcm_buf_printf(buf, "%s at %zu of %zu points, by up to ", word, count, n);
  else
    lcm_buf_printf(buf, "%s%s", word,
                   n == 1 ? " by " : " at every point, by up to ");
  put_extent(buf, lcm_difference_at(d, most));
  lcm_buf_puts(buf, n == 1 ? " at " : " (");
  lcm_put_point(buf, c->grid, most, c->variants[LCM_NEW]->points[most].p);
  lcm_buf_puts(buf, n == 1 ? "" : ")");
}

/* Append where the times of both revisions are the same, or not known. */
static void put_rest(lcm_buf *buf, const lcm_difference *d) {
  const lcm_comparison *c = d->comparison;
  const size_t n = c->grid->n_points;
  size_t ties = 0;
  size_t unknown = 0;
  for (size_t i = 0; i < n; i++) {
    ties += lcm_outcome_is_known(c, i) && lcm_outcome_is_tie(c, i);
    unknown += !lcm_outcome_is_known(c, i);
  }
  if (!ties && !unknown)
    return;
  put_next(buf);
  if (ties == n)
    lcm_buf_puts(buf, "as fast as before");
  else if (ties)
    lcm_buf_printf(buf, "as fast as before at %zu", ties);
  if (unknown)
    lcm_buf_printf(buf, "%sof no known time at %zu of %zu points",
                   ties ? "; " : "", unknown, n);
}

/* Append how many contracts of "d" have "fate". */
static void put_fate(lcm_buf *buf, const lcm_difference *d, lcm_fate fate) {
  const size_t n = lcm_difference_fates(d, fate);
  if (!n)
    return;
  put_next(buf);
  lcm_buf_printf(buf, "%zu contract%s %s", n, n == 1 ? "" : "s",
                 lcm_fate_name(fate));
}

/* Append with which variables the time of "d" grows otherwise than before. */
static void put_growth(lcm_buf *buf, const lcm_difference *d) {
  for (size_t i = 0; i < d->n_growths; i++) {
    if (!d->growths[i].worse && !d->growths[i].better)
      continue;
    put_next(buf);
    lcm_buf_printf(buf, "grows %s with %s",
                   d->growths[i].worse ? "faster" : "slower",
                   d->growths[i].name);
  }
}

/* Append what of growth and contracts of "d" did not change, and that nobody
 * knows how the time grows. */
static void put_same(lcm_buf *buf, const lcm_difference *d) {
  const bool kept = d->n_contracts &&
                    lcm_difference_fates(d, LCM_FATE_SAME) == d->n_contracts;
  bool grows = d->n_growths > 0;
  bool known = !d->comparison->undecided || !d->n_growths;
  for (size_t i = 0; i < d->n_growths; i++) {
    grows = grows && !d->growths[i].worse && !d->growths[i].better;
    known = known && !isnan(d->growths[i].exponents[LCM_NEW]);
  }
  if (!known)
    lcm_buf_puts(buf, "; nobody can say how it grows");
  grows = grows && known;
  if (grows || kept)
    lcm_buf_printf(buf, "; %s%s%s as before", grows ? "growth" : "",
                   grows && kept ? " and " : "", kept ? "contracts" : "");
}

void lcm_put_difference(lcm_buf *buf, lcm_ctx *ctx, const lcm_difference *d) {
  const lcm_comparison *c = d->comparison;
  lcm_buf line = {0};
  if (c->undecided) {
    lcm_buf_puts(&line, "nobody can say whether new is slower: what has no "
                        "cost is not the same in both");
  } else {
    put_points(&line, d, LCM_OLD, "slower");
    put_points(&line, d, LCM_NEW, "faster");
    put_rest(&line, d);
  }
  put_growth(&line, d);
  for (lcm_fate fate = 0; fate < LCM_FATE_SAME; fate++)
    put_fate(&line, d, fate);
  put_same(&line, d);
  if (!c->undecided)
    lcm_buf_puts(buf, lcm_basis_time_is(&c->basis)
                          ? "as far as is known, new is "
                          : "new is ");
  lcm_buf_printf(buf, "%s\n", lcm_cell_take(ctx, &line));
  lcm_put_basis(buf, &c->basis, true);
}
