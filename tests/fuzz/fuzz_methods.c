#include <math.h>
#include <string.h>

#include "base/ctx.h"
#include "composer/predict/predict.h"
#include "model/lcs/parse.h"
#include "model/link/link.h"
#include "model/structure/structure.h"
#include "tests/fuzz/fuzz.h"

/* How deep structures are, and how many nodes they have at most. */
enum { DEPTH = 6, NODES = 30 };

/* A structure being made of bytes. */
struct making {
  const uint8_t *data;
  size_t len;
  size_t at;
  unsigned nodes;
  unsigned loops; /* around the present node */
  bool team;      /* it is executed by the members of a team */
  bool shared;    /* it is inside of what they share */
  bool locked;    /* a lock is held */
  lcm_buf text;
};

/* Return the next byte, below "n"; 0 behind the last. */
static unsigned choose(struct making *m, unsigned n) {
  return m->at < m->len ? m->data[m->at++] % n : 0;
}

static void put_node(struct making *m, unsigned depth);

/* Put "begin", nodes and the brace that closes it. */
static void put_inside(struct making *m, unsigned depth, const char *begin) {
  lcm_buf_puts(&m->text, begin);
  lcm_buf_puts(&m->text, " {\n");
  put_node(m, depth + 1);
  lcm_buf_puts(&m->text, "}\n");
}

/* Put a fragment whose time is a number of quarters of a second, which may
 * depend on n, on the innermost index and on the member. */
static void put_fragment(struct making *m) {
  const unsigned kind = choose(m, 8);
  lcm_buf_printf(&m->text, "fragment {\nmodel pc ((%u", choose(m, 9));
  if (kind & 1)
    lcm_buf_puts(&m->text, " + n");
  if (kind & 2 && m->loops)
    lcm_buf_printf(&m->text, " + 2*i%u", m->loops);
  if (kind & 4 && m->team)
    lcm_buf_puts(&m->text, " + 3*thread");
  lcm_buf_puts(&m->text, ")*(0.25 s))\n}\n");
}

/* Put several nodes one after the other. */
static void put_series(struct making *m, unsigned depth) {
  const unsigned n = 1 + choose(m, 3);
  lcm_buf_puts(&m->text, "series {\n");
  for (unsigned i = 0; i < n; i++)
    put_node(m, depth + 1);
  lcm_buf_puts(&m->text, "}\n");
}

/* Put a loop as "begin" says with "attributes". */
static void put_loop(struct making *m, unsigned depth, const char *begin,
                     const char *attributes) {
  const unsigned to = choose(m, 6);
  m->loops++;
  lcm_buf_printf(&m->text, "%s for=i%u(0, %s%u) %s {\n", begin, m->loops,
                 choose(m, 2) ? "n - " : "", to, attributes);
  put_node(m, depth + 1);
  lcm_buf_puts(&m->text, "}\n");
  m->loops--;
}

/* Put a loop that the team shares, and perhaps the barrier behind it. */
static void put_shared_loop(struct making *m, unsigned depth) {
  static const char *const SCHEDULES[] = {
      "schedule=static worksharing",
      "schedule=static chunk=(1) worksharing",
      "schedule=static chunk=(2) worksharing",
      "schedule=dynamic worksharing",
      "schedule=dynamic chunk=(2) worksharing",
      "schedule=guided worksharing"};
  lcm_buf_puts(&m->text, "series {\n");
  m->shared = true;
  put_loop(m, depth, "parloop", SCHEDULES[choose(m, 6)]);
  m->shared = false;
  lcm_buf_puts(&m->text, choose(m, 4) ? "barrier\n}\n" : "}\n");
}

/* Put sections, of which each member takes some. */
static void put_sections(struct making *m, unsigned depth) {
  const unsigned n = 1 + choose(m, 4);
  lcm_buf_puts(&m->text, "series {\nparallel worksharing {\n");
  m->shared = true;
  for (unsigned i = 0; i < n; i++)
    put_inside(m, depth, "series");
  m->shared = false;
  lcm_buf_puts(&m->text, "}\nbarrier\n}\n");
}

/* Put a branch, decided by n, whose other way may be empty. */
static void put_branch(struct making *m, unsigned depth) {
  lcm_buf_puts(&m->text, "branch {\n");
  lcm_buf_printf(&m->text, "series if=(%u < n) {\n", choose(m, 8));
  put_node(m, depth + 1);
  lcm_buf_puts(&m->text, "}\n");
  if (choose(m, 2))
    put_inside(m, depth, "series");
  lcm_buf_puts(&m->text, "}\n");
}

/* Put what only a team has: shared loops, sections, barriers, locks. */
static void put_of_team(struct making *m, unsigned depth) {
  switch (choose(m, m->shared || m->locked ? 2 : 5)) {
  case 0:
    put_fragment(m);
    break;
  case 1:
    if (m->locked) {
      put_fragment(m);
      break;
    }
    m->locked = true;
    put_inside(m, depth, "using of=lock");
    m->locked = false;
    break;
  case 2:
    put_shared_loop(m, depth);
    break;
  case 3:
    put_sections(m, depth);
    break;
  default:
    lcm_buf_puts(&m->text, "barrier\n");
  }
}

/* Put a team of p members. */
static void put_team(struct making *m, unsigned depth) {
  m->team = true;
  put_inside(m, depth, "team size=(p)");
  m->team = false;
}

/* Put a node. */
static void put_node(struct making *m, unsigned depth) {
  if (depth > DEPTH || m->nodes++ > NODES) {
    put_fragment(m);
    return;
  }
  switch (choose(m, 6)) {
  case 0:
    put_fragment(m);
    break;
  case 1:
    put_series(m, depth);
    break;
  case 2:
    put_loop(m, depth, "loop", "");
    break;
  case 3:
    put_branch(m, depth);
    break;
  default:
    if (m->team)
      put_of_team(m, depth);
    else
      put_team(m, depth);
  }
}

/* Return the program that "m" makes, or NULL: it is empty. */
static const lcm_program *make(lcm_ctx *ctx, struct making *m) {
  const lcm_program *unit = NULL;
  const lcm_program *program = NULL;
  lcm_buf_puts(&m->text, "lcs 1\nparam n value=(4)\n"
                         "resource lock multiplicity=(1) lock\n"
                         "function main {\n");
  put_series(m, 0);
  lcm_buf_puts(&m->text, "}\n");
  fuzz_require(
      !lcm_program_parse(&unit, ctx, "f.lcs", m->text.text, m->text.len),
      "what is made parses");
  fuzz_require(!lcm_program_link(&program, ctx, &unit, 1, NULL, false),
               "and links");
  return program;
}

/* Return the point of "program" that "options" predict. */
static const lcm_point *predict(lcm_ctx *ctx, const lcm_program *program,
                                const lcm_grid *grid,
                                const struct lcm_predict_options *options) {
  const lcm_prediction *prediction = NULL;
  lcm_ctx_refill(ctx);
  return lcm_predict(&prediction, ctx, program, grid, options)
             ? NULL
             : &prediction->points[0];
}

/* Return whether "a" and "b" are equal but for rounding. */
static bool near(double a, double b) {
  return fabs(a - b) <= 1e-9 * fmax(1, fmax(fabs(a), fabs(b)));
}

/* Say "what" is broken with "m" where not "holds". */
static void require(const struct making *m, bool holds, const char *what) {
  if (!holds)
    fprintf(stderr, "%s\n", m->text.text);
  fuzz_require(holds, what);
}

/* The bytes are a structure, n and p.  Composition by its closed form, by
 * execution, and simulation give the same time; the bound is not above it. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len) {
  const struct lcm_options budget = {.max_work = 1000000};
  lcm_ctx *ctx = lcm_ctx_new(&budget);
  struct making m = {.data = data, .len = len};
  const lcm_grid *grid = NULL;
  char texts[2][16];
  (void)snprintf(texts[0], sizeof texts[0], "n=%u", choose(&m, 10));
  (void)snprintf(texts[1], sizeof texts[1], "p=%u", 1 + choose(&m, 8));
  const char *const specs[] = {texts[0], texts[1]};
  const lcm_program *program = make(ctx, &m);
  fuzz_require(!lcm_grid_parse(&grid, ctx, specs, 2), "the grid parses");
  const struct lcm_predict_options all = {
      .methods = LCM_METHOD_COMPOSE | LCM_METHOD_BOUND | LCM_METHOD_SIMULATE,
      .check = true};
  const struct lcm_predict_options closed = {.methods = LCM_METHOD_COMPOSE};
  const lcm_point *point = predict(ctx, program, grid, &all);
  const lcm_point *form = predict(ctx, program, grid, &closed);
  require(&m, !point || form, "what is predicted is predicted");
  if (point) {
    require(&m, near(point->time, point->composed),
            "simulation and composition agree");
    require(&m, near(point->composed, form->time),
            "the closed form and execution agree");
    require(&m,
            !point->bounds || point->bounds->reason ||
                !(point->bounds->time > point->time + 1e-9 * point->time),
            "the bound is not above the time");
  }
  free(lcm_buf_take(&m.text));
  lcm_ctx_free(ctx);
  return 0;
}
