/* Reading the JSON of Hatchet: call trees with metrics. */
#include "model/measurement/foreign/hatchet.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "model/measurement/foreign/tally.h"
#include "model/measurement/scan.h"

/* How deep a tree may be. */
enum { DEEPEST = 1000 };

/* The tree. */
struct hatchet {
  struct lcm_tally tally;
  int depth;
};

/* A node being read. */
struct node {
  struct hatchet *all;
  lcm_loc at;
  const char *name;
  const char *file;
  double line;
  double own;       /* its time without the children; NAN unknown */
  double inclusive; /* with them; NAN unknown */
  double children;  /* theirs, with their children */
};

/* Read the member "key" of the frame of the node "user". */
static bool read_frame(struct lcm_scan *scan, const char *key, void *user) {
  struct node *node = user;
  const bool text = lcm_scan_peek(scan) == '"';
  if (!strcmp(key, "name") && text)
    return lcm_scan_string(scan, &node->name);
  if (!strcmp(key, "file") && text)
    return lcm_scan_string(scan, &node->file);
  if (!strcmp(key, "line") && !text)
    return lcm_scan_number(scan, &node->line);
  return lcm_scan_skip(scan);
}

/* Read the metric "key" of the node "user". */
static bool read_metric(struct lcm_scan *scan, const char *key, void *user) {
  struct node *node = user;
  if (!strcmp(key, "time"))
    return lcm_scan_number(scan, &node->own);
  if (!strcmp(key, "time (inc)"))
    return lcm_scan_number(scan, &node->inclusive);
  return lcm_scan_skip(scan);
}

static bool read_node(struct lcm_scan *scan, const char *key, void *user);

/* Read the member "key" of the node "user". */
static bool read_member(struct lcm_scan *scan, const char *key, void *user) {
  struct node *node = user;
  const char c = lcm_scan_peek(scan);
  if (!strcmp(key, "frame") && c == '{')
    return lcm_scan_object(scan, read_frame, node);
  if (!strcmp(key, "name") && c == '"')
    return lcm_scan_string(scan, &node->name);
  if (!strcmp(key, "metrics") && c == '{')
    return lcm_scan_object(scan, read_metric, node);
  if (!strcmp(key, "children") && c == '[')
    return lcm_scan_array(scan, read_node, node);
  return lcm_scan_skip(scan);
}

/* Return what "node" is called. */
static const char *name_of(lcm_ctx *ctx, const struct node *node) {
  if (node->name)
    return node->name;
  if (node->file && node->line >= 1)
    return lcm_intern(ctx, lcm_arena_printf(lcm_ctx_arena(ctx), "%s:%.0f",
                                            node->file, node->line));
  return lcm_intern(ctx, node->file ? node->file : "?");
}

/* Add what was read of "node". */
static void add(struct lcm_scan *scan, const struct node *node) {
  double own = node->own;
  if (isnan(own) && !isnan(node->inclusive))
    own = fmax(node->inclusive - node->children, 0);
  if (own < 0 || isinf(own))
    lcm_report(scan->ctx, LCM_DIAG_MEASUREMENT, node->at,
               "the time of %s is %s; the record is left out",
               name_of(scan->ctx, node), own < 0 ? "negative" : "infinite");
  else if (!isnan(own))
    lcm_tally_add(&node->all->tally, name_of(scan->ctx, node), own,
                  node->at.line);
}

/* Read a node, of the tree or a child: "user" is its parent, which all have,
 * as the tree has one, too. */
static bool read_node(struct lcm_scan *scan, const char *key, void *user) {
  struct node *parent = user;
  struct node node = {.all = parent->all, .own = NAN, .inclusive = NAN};
  (void)key;
  (void)lcm_scan_peek(scan);
  node.at = lcm_scan_place(scan, scan->at);
  if (++node.all->depth > DEEPEST)
    return lcm_scan_fail(scan, scan->at, "nested too deeply");
  if (!lcm_scan_object(scan, read_member, &node))
    return false;
  node.all->depth--;
  add(scan, &node);
  parent->children += isnan(node.inclusive) ? node.children : node.inclusive;
  return true;
}

/* Return what follows "c", and blanks, at "at" of a text up to "end"; "end"
 * where there is something else. */
static const char *behind(const char *at, const char *end, char c) {
  if (at == end || *at != c)
    return end;
  do
    at++;
  while (at < end && isspace((unsigned char)*at));
  return at;
}

bool lcm_measured_is_hatchet(const struct lcm_measured_look *look) {
  static const char *const KEYS[] = {"\"frame\"", "\"metrics\"",
                                     "\"children\""};
  const char *end = look->head.text + look->head.len;
  const char *at = behind(behind(look->head.text, end, '['), end, '{');
  bool found = false;
  for (size_t i = 0; i < sizeof KEYS / sizeof *KEYS && !found; i++) {
    const size_t n = strlen(KEYS[i]);
    found = (size_t)(end - at) >= n && !memcmp(at, KEYS[i], n);
  }
  return found;
}

void lcm_measured_read_hatchet(struct lcm_reading *reading,
                               struct lcm_measured_text text) {
  const double unit = reading->as->unit > 0 ? reading->as->unit : 1;
  struct hatchet all = {.tally = lcm_tally_new(reading)};
  struct node root = {.all = &all};
  struct lcm_scan scan =
      lcm_scan_whole(reading->ctx, reading->file, text.text, text.len);
  (void)lcm_scan_array(&scan, read_node, &root);
  lcm_tally_give(&all.tally, &(struct lcm_tally_unit){unit, NULL, 1});
}
