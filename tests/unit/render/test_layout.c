#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "base/ctx.h"
#include "render/picture/layout.h"
#include "render/picture/layout_whole.h"

enum { TREES = 80, MOST_DEPTH = 9, CATS = LCM_CAT_USER };

/* A structure with the occurrences of a run of it.
 * nodes     made; visible: those that are no series without a name
 * random    the state of the sequence of random numbers */
struct made {
  lcm_ctx *ctx;
  uint64_t random;
  size_t left;
  size_t nodes;
  size_t visible;
  lcm_occurrence *occurrences;
  lcm_function function;
  lcm_program program;
  lcm_point point;
  lcm_prediction prediction;
  struct lcm_picture picture;
};

/* Return the next number below "n". */
static unsigned draw(struct made *m, unsigned n) {
  m->random = m->random * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(m->random >> 33) % n;
}

/* Return a node of "kind" called "label", in the line of its number, and note
 * its occurrence with "share" of the time, on the critical path or not. */
static lcm_node *node_of(struct made *m, lcm_node_kind kind, const char *label,
                         unsigned depth) {
  static const double NO_CATS[CATS] = {0};
  const unsigned line = (unsigned)m->nodes + 1;
  lcm_node *node = lcm_node_new(
      m->ctx, kind, (lcm_loc){.file = "src/a.c", .line = line, .column = 3});
  node->label = label;
  m->visible += kind != LCM_NODE_SERIES;
  m->occurrences[m->nodes++] = (lcm_occurrence){.node = node,
                                                .function = &m->function,
                                                .depth = depth,
                                                .visits = 1,
                                                .cats = NO_CATS,
                                                .processors = 1};
  return node;
}

/* Give occurrence "i" a share of the time, on the critical path or not. */
static void cost(struct made *m, size_t i, double share, bool critical) {
  m->occurrences[i].share = share;
  m->occurrences[i].time = 10 * share;
  m->occurrences[i].critical = critical;
}

/* Return a tree of at most "left" nodes that takes "share" of the time. */
static lcm_node *random_tree(struct made *m, unsigned depth, double share) {
  static const lcm_node_kind INNER[] = {LCM_NODE_SERIES, LCM_NODE_PARALLEL,
                                        LCM_NODE_TEAM, LCM_NODE_BRANCH,
                                        LCM_NODE_SERIES};
  static const char *const LABELS[] = {"f()", "a longer label for a node", "x"};
  const bool inner = depth < MOST_DEPTH && (depth < 2 || draw(m, 3));
  const lcm_node_kind kind = inner         ? INNER[draw(m, 5)]
                             : draw(m, 12) ? LCM_NODE_FRAGMENT
                                           : LCM_NODE_BARRIER;
  const size_t at = m->nodes;
  lcm_node *node = node_of(m, kind, LABELS[draw(m, 3)], depth);
  cost(m, at, share, draw(m, 2));
  if (!inner)
    return node;
  const unsigned wanted = draw(m, 10) ? 1 + draw(m, 6) : 1 + draw(m, 90);
  const lcm_node **children =
      LCM_NEW_ARRAY(lcm_ctx_arena(m->ctx), const lcm_node *, wanted);
  node->children = children;
  for (unsigned i = 0; i < wanted && m->left; i++) {
    m->left--;
    children[node->n_children++] =
        random_tree(m, depth + 1, share * draw(m, 1000) / 1000);
  }
  return node;
}

/* Begin a structure of at most "n" nodes in "m". */
static void begin(struct made *m, size_t n, uint64_t seed) {
  *m = (struct made){.random = seed, .left = n};
  m->ctx = lcm_ctx_new(NULL);
  m->occurrences = LCM_NEW_ARRAY(lcm_ctx_arena(m->ctx), lcm_occurrence, n + 2);
}

/* Make "m", whose function is "body", ready to be drawn. */
static void finish(struct made *m, const lcm_node *body) {
  m->function = (lcm_function){.key = "main", .name = "main", .body = body};
  m->program = (lcm_program){
      .functions = &m->function, .n_functions = 1, .entry = m->function.key};
  m->point =
      (lcm_point){.occurrences = m->occurrences, .n_occurrences = m->nodes};
  m->prediction = (lcm_prediction){.points = &m->point, .n_cats = CATS};
  m->picture = (struct lcm_picture){.program = &m->program,
                                    .prediction = &m->prediction};
}

/* Put the random structure of "seed", of at most "n" nodes, into "m". */
static void make(struct made *m, size_t n, uint64_t seed) {
  begin(m, n, seed * 7919);
  finish(m, random_tree(m, 0, 1));
}

/* Return whether "a" and "b" have room in common. */
static bool overlap(const lcm_shape *a, const lcm_shape *b) {
  const double e = 1e-6;
  return a->x + e < b->x + b->w && b->x + e < a->x + a->w &&
         a->y + e < b->y + b->h && b->y + e < a->y + a->h;
}

/* Return whether the spot "at" is in "shape" or on its edge. */
static bool is_in(const lcm_shape *shape, struct lcm_spot at) {
  const double e = 1e-6;
  return at.x >= shape->x - e && at.x <= shape->x + shape->w + e &&
         at.y >= shape->y - e && at.y <= shape->y + shape->h + e;
}

/* Fail unless "good" holds of shape "id" of the structure of "seed". */
static void demand(bool good, uint64_t seed, unsigned id, const char *what) {
  if (!good)
    fail_msg("seed %llu, shape %u: %s", (unsigned long long)seed, id, what);
}

/* Check that the parts of "shape" are in it, apart, and its own; that its text
 * has room. */
static void check_shape(const lcm_shape *shape, uint64_t seed) {
  const double text = fmax(shape->title.width, shape->detail.width);
  if (shape->framed || !shape->n_parts)
    demand(shape->w >= text && shape->h > 0, seed, shape->id, "text cut off");
  for (size_t i = 0; i < shape->n_parts; i++) {
    const lcm_shape *part = shape->parts[i];
    demand(part->parent == shape, seed, part->id, "of another parent");
    demand(is_in(shape, (struct lcm_spot){part->x, part->y}) &&
               is_in(shape,
                     (struct lcm_spot){part->x + part->w, part->y + part->h}),
           seed, part->id, "not inside its parent");
    for (size_t k = 0; k < i; k++)
      demand(!overlap(part, shape->parts[k]), seed, part->id,
             "overlaps a neighbour");
  }
}

/* Check that all the curves of "wire" stay in the shape that holds both ends,
 * begin at the one and end at the other. */
static void check_wire(const struct lcm_wire *wire, uint64_t seed) {
  const lcm_shape *around =
      wire->kind == LCM_WIRE_FORK ? wire->from : wire->from->parent;
  assert_int_equal(wire->n_spots % 3, 1);
  demand(is_in(wire->from, wire->spots[0]), seed, wire->from->id,
         "a line begins elsewhere");
  demand(is_in(wire->to, wire->tip), seed, wire->to->id,
         "a line ends elsewhere");
  for (size_t i = 0; i < wire->n_spots; i++)
    demand(is_in(around, wire->spots[i]), seed, around->id,
           "a line leaves its frame");
}

/* Return how many nodes the boxes of "layout" stand for: how many are folded
 * where "folded", without those whose title a box has. */
static size_t held(const lcm_layout *layout, bool folded) {
  size_t n = 0;
  for (size_t i = 0; i < layout->n_shapes; i++)
    if (layout->shapes[i]->kind == LCM_SHAPE_FOLDED)
      n += folded ? layout->shapes[i]->count : 0;
    else
      n += !folded && layout->shapes[i]->tooltip;
  for (size_t i = 0; i < layout->n_shapes && folded; i++) {
    const lcm_shape *shape = layout->shapes[i];
    if (shape->kind == LCM_SHAPE_FOLDED && shape->node &&
        shape->node->kind != LCM_NODE_SERIES)
      n--;
  }
  return n;
}

/* Check all that holds of any layout. */
static void check_layout(const lcm_layout *layout, uint64_t seed) {
  assert_ptr_equal(layout->shapes[0], layout->root);
  assert_null(layout->root->parent);
  for (size_t i = 0; i < layout->n_shapes; i++) {
    const lcm_shape *shape = layout->shapes[i];
    assert_int_equal(shape->id, i + 1);
    if (shape->parent)
      assert_true(shape->parent->id < shape->id);
    check_shape(shape, seed);
  }
  for (size_t i = 0; i < layout->n_wires; i++)
    check_wire(&layout->wires[i], seed);
  assert_int_equal(held(layout, true), layout->n_folded);
}

/* In random pictures, folded or not, parts are apart and in their frames, lines
 * too; what is folded is counted, and no more is shown than asked for. */
static void layouts_hold_their_parts(void **state) {
  static const size_t MOST[] = {0, 300, 40, 7, 1};
  static const double SHARES[] = {0, 0.01, 0.3};
  (void)state;
  for (uint64_t seed = 1; seed <= TREES; seed++) {
    struct made m;
    make(&m, seed % 8 ? 90 : 2500, seed);
    m.picture.most = MOST[seed % 5];
    m.picture.fold = SHARES[seed % 3];
    m.picture.depth = seed % 7 ? 0 : 3;
    const lcm_layout *layout = lcm_layout_new(m.ctx, &m.picture);
    check_layout(layout, seed);
    assert_int_equal(layout->n_nodes, m.visible);
    size_t boxes = 0;
    for (size_t i = 0; i < layout->n_shapes; i++)
      boxes += layout->shapes[i]->tooltip != NULL;
    if (m.picture.most)
      demand(boxes <= m.picture.most + 1, seed, (unsigned)boxes, "too many");
    if (!m.picture.most && m.picture.fold == 0 && !m.picture.depth)
      assert_int_equal(layout->n_folded, 0);
    lcm_ctx_free(m.ctx);
  }
}

/* The same structure has the same layout in any context. */
static void layouts_are_deterministic(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= 10; seed++) {
    struct made m[2];
    const lcm_layout *layouts[2];
    for (int i = 0; i < 2; i++) {
      make(&m[i], 800, seed);
      (void)lcm_arena_alloc(lcm_ctx_arena(m[i].ctx), 8, i ? 70000 : 16);
      m[i].picture.most = 100;
      layouts[i] = lcm_layout_new(m[i].ctx, &m[i].picture);
    }
    assert_int_equal(layouts[0]->n_shapes, layouts[1]->n_shapes);
    for (size_t k = 0; k < layouts[0]->n_shapes; k++) {
      const lcm_shape *a = layouts[0]->shapes[k];
      const lcm_shape *b = layouts[1]->shapes[k];
      assert_true(a->kind == b->kind && a->count == b->count);
      assert_memory_equal(&a->x, &b->x, sizeof a->x);
      assert_memory_equal(&a->y, &b->y, sizeof a->y);
      assert_memory_equal(&a->w, &b->w, sizeof a->w);
      assert_memory_equal(&a->h, &b->h, sizeof a->h);
    }
    lcm_ctx_free(m[0].ctx);
    lcm_ctx_free(m[1].ctx);
  }
}

/* Return the seconds of the processor that a flat structure of "n" nodes takes,
 * at best of three. */
static double seconds_of(size_t n) {
  double best = INFINITY;
  for (int i = 0; i < 3; i++) {
    struct made m;
    begin(&m, n, 1);
    lcm_node *body = node_of(&m, LCM_NODE_SERIES, NULL, 0);
    const lcm_node **children =
        LCM_NEW_ARRAY(lcm_ctx_arena(m.ctx), const lcm_node *, n);
    cost(&m, 0, 1, true);
    for (size_t k = 0; k < n; k++) {
      children[k] = node_of(&m, LCM_NODE_FRAGMENT, "x", 1);
      cost(&m, k + 1, 1.0 / (double)n, true);
    }
    body->children = children;
    body->n_children = n;
    finish(&m, body);
    const clock_t start = clock();
    const lcm_layout *layout = lcm_layout_new(m.ctx, &m.picture);
    best = fmin(best, (double)(clock() - start) / CLOCKS_PER_SEC);
    assert_int_equal(layout->n_wires, n - 1);
    lcm_ctx_free(m.ctx);
  }
  return best;
}

/* Eight times the nodes take less than half as much again as in proportion to
 * their number and its logarithm: a square would be 64 times. */
static void layouts_take_linear_time(void **state) {
  (void)state;
  const double few = seconds_of(5000);
  const double many = seconds_of(40000);
  if (many > 20 * few + 0.01)
    fail_msg("%g s for 5000 nodes, %g s for 40000", few, many);
}

/* Put three phases below "m": "cheap" of 1 % with 30 fragments, "busy" of 90 %
 * with three (lines 34 to 36) of 80, 9.5 and 0.5 %, and "quick" of 9 %, off the
 * critical path, with 30. */
static void make_phases(struct made *m) {
  static const char *const NAMES[] = {"cheap", "busy", "quick"};
  static const double SHARES[] = {0.01, 0.9, 0.09};
  static const double PARTS[] = {0.8, 0.095, 0.005};
  begin(m, 70, 1);
  lcm_arena *arena = lcm_ctx_arena(m->ctx);
  lcm_node *body = node_of(m, LCM_NODE_SERIES, NULL, 0);
  cost(m, 0, 1, true);
  const lcm_node **phases = LCM_NEW_ARRAY(arena, const lcm_node *, 3);
  body->children = phases;
  body->n_children = 3;
  for (size_t i = 0; i < 3; i++) {
    lcm_node *phase = node_of(m, LCM_NODE_TEAM, NAMES[i], 1);
    cost(m, m->nodes - 1, SHARES[i], i < 2);
    const size_t n = i == 1 ? 3 : 30;
    const lcm_node **parts = LCM_NEW_ARRAY(arena, const lcm_node *, n);
    for (size_t k = 0; k < n; k++) {
      parts[k] = node_of(m, LCM_NODE_FRAGMENT, "part", 2);
      cost(m, m->nodes - 1, i == 1 ? PARTS[k] : SHARES[i] / 30, i < 2);
    }
    phase->children = parts;
    phase->n_children = n;
    phases[i] = phase;
  }
  finish(m, body);
}

/* Return part "i" of the picture of "m". */
static const lcm_shape *part_of(struct made *m, size_t i) {
  const lcm_layout *layout = lcm_layout_new(m->ctx, &m->picture);
  check_layout(layout, 0);
  assert_true(i < layout->root->n_parts);
  return layout->root->parts[i];
}

/* Of few shapes the critical path and what takes most have the first; the rest
 * is counted. */
static void what_matters_is_shown(void **state) {
  (void)state;
  struct made m;
  make_phases(&m);
  m.picture.most = 8;
  const lcm_shape *cheap = part_of(&m, 0);
  const lcm_shape *busy = part_of(&m, 1);
  const lcm_shape *quick = part_of(&m, 2);
  assert_int_equal(cheap->kind, LCM_SHAPE_FOLDED);
  assert_string_equal(cheap->title.text, "cheap");
  assert_string_equal(cheap->detail.text, "31 nodes, 1 % of the time");
  assert_int_equal(busy->n_parts, 3);
  assert_int_equal(busy->parts[0]->kind, LCM_SHAPE_LEAF);
  assert_int_equal(quick->kind, LCM_SHAPE_FOLDED);
  assert_string_equal(quick->detail.text, "31 nodes, 9 % of the time");
  m.picture.most = 2;
  const lcm_shape *all = part_of(&m, 0);
  assert_int_equal(all->kind, LCM_SHAPE_FOLDED);
  assert_int_equal(all->count, 66);
  assert_string_equal(all->title.text, "66 nodes, 100 % of the time");
  lcm_ctx_free(m.ctx);
}

/* Places are unfolded whatever they cost: by line and by name. */
static void places_are_unfolded(void **state) {
  static const char *const PLACES[] = {"a.c:2", "src/a.c:2", "cheap",
                                       "src/a.c:20"};
  (void)state;
  for (size_t i = 0; i < 4; i++) {
    struct made m;
    size_t n = 0;
    make_phases(&m);
    m.picture.most = 8;
    m.picture.unfold = &PLACES[i];
    m.picture.n_unfold = 1;
    const lcm_shape *cheap = part_of(&m, 0);
    if (i < 3)
      assert_int_equal(cheap->n_parts, 30);
    else
      assert_int_equal(cheap->n_parts, 3);
    for (size_t k = 0; k < cheap->n_parts; k++)
      n += cheap->parts[k]->kind == LCM_SHAPE_FOLDED;
    assert_int_equal(n, i < 3 ? 0 : 2);
    assert_int_equal(lcm_diag_count(m.ctx, LCM_WARNING), 0);
    lcm_ctx_free(m.ctx);
  }
}

/* What is nested deeper than the depth is folded; the boxes that it is folded
 * into are those of the phases, which are there. */
static void depth_is_kept(void **state) {
  (void)state;
  struct made m;
  make_phases(&m);
  m.picture.depth = 1;
  for (size_t i = 0; i < 3; i++) {
    const lcm_shape *phase = part_of(&m, i);
    assert_int_equal(phase->kind, LCM_SHAPE_FOLDED);
    assert_int_equal(phase->count, i == 1 ? 4 : 31);
  }
  assert_int_equal(lcm_layout_new(m.ctx, &m.picture)->n_folded, 30 + 3 + 30);
  m.picture.depth = 2;
  assert_int_equal(part_of(&m, 2)->n_parts, 30);
  assert_int_equal(lcm_layout_new(m.ctx, &m.picture)->n_folded, 0);
  lcm_ctx_free(m.ctx);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(layouts_hold_their_parts),
      cmocka_unit_test(layouts_are_deterministic),
      cmocka_unit_test(layouts_take_linear_time),
      cmocka_unit_test(what_matters_is_shown),
      cmocka_unit_test(places_are_unfolded),
      cmocka_unit_test(depth_is_kept)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
