/* What a prediction does not know or assumes, as text. */
#include <stdlib.h>
#include <string.h>

#include "render/text/unknown.h"

/* What is not known of a node, by what would settle it; the order is that of
 * the report. */
enum gap {
  GAP_RECURSION,
  GAP_LOOP,
  GAP_BRANCH,
  GAP_TURN,
  GAP_EVEN,
  GAP_EARLY,
  GAP_EXIT,
  GAP_CALL,
  GAP_ARGUMENT,
  GAP_LIBRARY,
  GAP_COST,
  GAP_OPAQUE,
  GAP_BROKEN,
  GAP_OTHER,
  GAP_COUNT
};

/* A name and how often it is met. */
struct tally {
  const char *name;
  size_t n;
};

/* Unknown nodes that the same thing would settle. */
struct group {
  enum gap gap;
  const char *name; /* the variable, or NULL */
  size_t parallel;  /* how many of them are parallel loops */
  double share;     /* of the time, in the one of them with most of it */
  /* functions, the most frequent first once they are sorted */
  LCM_LIST(struct tally) called;
  LCM_LIST(lcm_loc) places; /* of the nodes */
  LCM_LIST(lcm_loc) loops;  /* that they are early exits of */
  /* further groups of the same name, numbers in the same list */
  LCM_LIST(size_t) also;
  bool told; /* another group has this one among those */
};

typedef LCM_LIST(struct group) group_list;

enum {
  MOST_NAMES = 4,  /* functions named in one line */
  MOST_PLACES = 4, /* places named in one line */
  MOST_GROUPS = 8  /* spoken of on their own */
};

/* The share of the time that is spoken of. */
static const double MATTERS = 0.01;

/* Return whether "unknown" is there for "reason". */
static bool is_for(const struct lcm_unknown *unknown, const char *reason) {
  return unknown->reason && !strcmp(unknown->reason, reason);
}

/* Return what is not known of "unknown". */
static enum gap gap_of(const struct lcm_unknown *unknown) {
  switch (unknown->node ? (int)unknown->node->kind : LCM_NODE_COUNT) {
  case LCM_NODE_LOOP:
  case LCM_NODE_WHILE:
  case LCM_NODE_PARLOOP:
    return GAP_LOOP;
  case LCM_NODE_BRANCH:
    return is_for(unknown, LCM_REASON_TURN)   ? GAP_TURN
           : is_for(unknown, LCM_REASON_EVEN) ? GAP_EVEN
           : unknown->node->marks.ends        ? GAP_EARLY
           : unknown->node->marks.exit        ? GAP_EXIT
                                              : GAP_BRANCH;
  case LCM_NODE_CALL:
    return lcm_node_attribute(unknown->node, "why") ? GAP_ARGUMENT : GAP_CALL;
  case LCM_NODE_FRAGMENT:
    return is_for(unknown, LCM_REASON_ONCE)   ? GAP_LOOP
           : is_for(unknown, LCM_REASON_EVEN) ? GAP_EVEN
           : lcm_unknown_calls(unknown)       ? GAP_LIBRARY
                                              : GAP_COST;
  case LCM_NODE_OPAQUE:
    return lcm_unknown_is_recursion(unknown)             ? GAP_RECURSION
           : lcm_node_attribute(unknown->node, "broken") ? GAP_BROKEN
                                                         : GAP_OPAQUE;
  }
  return GAP_OTHER;
}

/* Return the function that the node of "unknown" calls, or NULL. */
static const char *called_by(const struct lcm_unknown *unknown, enum gap gap) {
  if (gap == GAP_RECURSION)
    return lcm_node_attribute(unknown->node, "recursion");
  if (gap == GAP_LIBRARY)
    return lcm_unknown_calls(unknown);
  if (gap != GAP_CALL && gap != GAP_ARGUMENT)
    return NULL;
  const char *colon = strrchr(unknown->node->u.call.callee, ':');
  return colon ? colon + 1 : unknown->node->u.call.callee;
}

/* Count "name" in the functions of "group". */
static void count_call(lcm_ctx *ctx, struct group *group, const char *name) {
  size_t i = 0;
  while (i < group->called.n && strcmp(group->called.at[i].name, name) != 0)
    i++;
  if (i == group->called.n) {
    const struct tally tally = {name, 0};
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &group->called, tally);
  }
  struct tally found = group->called.at[i];
  found.n++;
  for (; i > 0 && group->called.at[i - 1].n < found.n; i--)
    group->called.at[i] = group->called.at[i - 1];
  group->called.at[i] = found;
}

/* Return why nobody knows what the function costs whose name has "n" letters at
 * "name", of those that "why" speaks of: alone, or behind its name where it is
 * one of "several"; NULL where that is not said. */
static const char *reason_of(lcm_ctx *ctx, const char *why, const char *name,
                             size_t n, bool several) {
  const char *at = why;
  if (!why || !several)
    return why;
  while (at && !(!strncmp(at, name, n) && !strncmp(at + n, ": ", 2))) {
    at = strstr(at, "; ");
    at = at ? at + 2 : NULL;
  }
  if (!at)
    return NULL;
  const char *end = strstr(at, "; ");
  at += n + 2;
  return lcm_arena_strndup(lcm_ctx_arena(ctx), at,
                           end ? (size_t)(end - at) : strlen(at));
}

/* Count the functions in "called", "f(), g" of several, which the node of
 * "unknown" calls, in "group", each with the reason why nobody knows what it
 * costs. */
static void count_calls(lcm_ctx *ctx, struct group *group, const char *called,
                        const struct lcm_unknown *unknown) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const char *why = unknown->node->kind == LCM_NODE_CALL
                        ? lcm_node_attribute(unknown->node, "why")
                        : lcm_unknown_why(unknown);
  const bool several = strstr(called, "(), ") != NULL;
  for (const char *at = called; *at;) {
    const char *end = strstr(at, "(), ");
    const size_t n = end ? (size_t)(end - at) : strlen(at);
    const char *reason = reason_of(ctx, why, at, n, several);
    count_call(ctx, group,
               lcm_arena_printf(arena, "%.*s%s%s", (int)n, at,
                                reason ? ": " : "", reason ? reason : ""));
    at += end ? n + strlen("(), ") : n;
  }
}

/* Return whether the recursion "unknown" is of the function of "group"; true of
 * what is no recursion. */
static bool same_called(const struct group *group,
                        const struct lcm_unknown *unknown) {
  return group->gap != GAP_RECURSION ||
         !strcmp(group->called.at[0].name, called_by(unknown, GAP_RECURSION));
}

/* Return the group of "unknown" in "groups", a new one where there is none. */
static struct group *group_for(lcm_ctx *ctx, group_list *groups,
                               const struct lcm_unknown *unknown,
                               enum gap gap) {
  const bool named = gap == GAP_LOOP || gap == GAP_BRANCH || gap == GAP_EXIT ||
                     gap == GAP_COST || gap == GAP_EVEN;
  const char *name =
      gap == GAP_EARLY       ? lcm_node_attribute(unknown->node, "trips")
      : gap == GAP_RECURSION ? lcm_node_attribute(unknown->node, "depends")
      : named                ? unknown->name
      : gap == GAP_OTHER     ? unknown->reason
                             : NULL;
  for (size_t i = 0; i < groups->n; i++)
    if (groups->at[i].gap == gap && same_called(&groups->at[i], unknown) &&
        (groups->at[i].name == name ||
         (name && groups->at[i].name && !strcmp(groups->at[i].name, name))))
      return &groups->at[i];
  const struct group group = {.gap = gap, .name = name};
  LCM_LIST_ADD(lcm_ctx_arena(ctx), groups, group);
  return &groups->at[groups->n - 1];
}

/* Return where the loop is that "unknown", perhaps a part with more statements,
 * is about. */
static lcm_loc loop_place(const struct lcm_unknown *unknown) {
  lcm_loc place = unknown->loc;
  const bool named = unknown->node && place.line && unknown->name &&
                     unknown->node->kind == LCM_NODE_FRAGMENT;
  const char *at = named ? lcm_node_attribute(unknown->node, "trips") : NULL;
  const size_t n = at ? strlen(unknown->name) : 0;
  while (at && (strncmp(at, unknown->name, n) != 0 || at[n] != '@')) {
    at = strchr(at, ' ');
    at = at ? at + 1 : NULL;
  }
  if (at)
    place.line = (unsigned)strtoul(at + n + 1, NULL, 10);
  return place;
}

/* Return where the loop starts that the early exit "node" at "place" may
 * end. */
static lcm_loc ended_by(const lcm_node *node, lcm_loc place) {
  const char *line = lcm_node_attribute(node, "loop");
  if (line)
    place.line = (unsigned)strtoul(line, NULL, 10);
  return place;
}

/* Put the unknown nodes of "prediction" into groups. */
static void find_groups(lcm_ctx *ctx, group_list *groups,
                        const lcm_prediction *prediction) {
  for (size_t i = 0; i < prediction->n_unknown; i++) {
    const struct lcm_unknown *unknown = &prediction->unknown[i];
    const enum gap gap = gap_of(unknown);
    struct group *group = group_for(ctx, groups, unknown, gap);
    const char *called = called_by(unknown, gap);
    lcm_loc place = gap == GAP_LOOP ? loop_place(unknown) : unknown->loc;
    if (!place.file)
      place.file = unknown->id ? unknown->id : "?";
    if (called)
      count_calls(ctx, group, called, unknown);
    if (unknown->share > group->share)
      group->share = unknown->share;
    group->parallel +=
        gap == GAP_LOOP && unknown->node->kind == LCM_NODE_PARLOOP;
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &group->places, place);
    if (gap == GAP_EARLY)
      LCM_LIST_ADD(lcm_ctx_arena(ctx), &group->loops,
                   ended_by(unknown->node, place));
  }
}

/* Return whether "a" comes before "b" in the report. */
static bool is_before(const struct group *a, const struct group *b) {
  const bool last = a->gap == GAP_EXIT;
  if (last != (b->gap == GAP_EXIT) && a->share >= MATTERS &&
      b->share >= MATTERS)
    return !last;
  if (a->share >= MATTERS || b->share >= MATTERS)
    return a->share > b->share;
  if (a->gap != b->gap)
    return a->gap < b->gap;
  if (a->parallel != b->parallel)
    return a->parallel > b->parallel;
  return a->places.n > b->places.n;
}

/* Sort "groups" as they are reported. */
static void sort_groups(group_list *groups) {
  for (size_t i = 1; i < groups->n; i++) {
    const struct group group = groups->at[i];
    size_t at = i;
    for (; at > 0 && is_before(&group, &groups->at[at - 1]); at--)
      groups->at[at] = groups->at[at - 1];
    groups->at[at] = group;
  }
}

/* Return whether a value for the variable of "group" settles it. */
static bool is_by_value(const struct group *group) {
  return group->name && (group->gap == GAP_LOOP || group->gap == GAP_BRANCH ||
                         group->gap == GAP_EVEN || group->gap == GAP_EXIT ||
                         group->gap == GAP_COST);
}

/* Let the first of the groups of each name in "groups", which are sorted, speak
 * for the others. */
static void join_groups(lcm_ctx *ctx, group_list *groups) {
  for (size_t i = 0; i < groups->n; i++)
    for (size_t k = i + 1;
         k < groups->n && is_by_value(&groups->at[i]) && !groups->at[i].told;
         k++)
      if (is_by_value(&groups->at[k]) &&
          !strcmp(groups->at[k].name, groups->at[i].name)) {
        LCM_LIST_ADD(lcm_ctx_arena(ctx), &groups->at[i].also, k);
        groups->at[k].told = true;
      }
}

/* Append "1 loop" or "3 loops". */
static void put_count(lcm_buf *buf, size_t n, const char *what) {
  lcm_buf_printf(buf, "%zu %s%s", n, what, n == 1 ? "" : "s");
}

/* Append the functions that "group" calls, in parentheses. */
static void put_called(lcm_buf *buf, const struct group *group) {
  for (size_t i = 0; i < group->called.n && i < MOST_NAMES; i++)
    lcm_buf_printf(buf, "%s%s", i ? ", " : " (", group->called.at[i].name);
  if (group->called.n > MOST_NAMES)
    lcm_buf_printf(buf, ", %zu more", group->called.n - MOST_NAMES);
  lcm_buf_puts(buf, group->called.n ? ")" : "");
}

/* Append the way out: a value for the variable of "group", or "comment". */
static void put_way(lcm_buf *buf, const struct group *group,
                    const char *comment) {
  if (group->name)
    lcm_buf_printf(buf, ": give -D %s=...", group->name);
  else
    lcm_buf_printf(buf, ": say `// lcm: %s`", comment);
}

/* Append that "n" of "what" are taken so. */
static void put_taken(lcm_buf *buf, size_t n, const char *what,
                      const char *so) {
  put_count(buf, n, what);
  lcm_buf_printf(buf, " %s taken %s", n == 1 ? "is" : "are", so);
}

/* As put_gap, of nodes whose cost is not known. */
static void put_cost_gap(lcm_buf *buf, const struct group *group) {
  const bool call = group->gap == GAP_CALL || group->gap == GAP_ARGUMENT;
  put_count(buf, group->places.n, call ? "call" : "place");
  lcm_buf_puts(buf, group->gap == GAP_CALL ? " of functions from elsewhere"
                    : group->gap == GAP_ARGUMENT
                        ? " of functions that say what they cost"
                    : group->gap == GAP_LIBRARY
                        ? " with library calls of unknown cost"
                        : " of unknown cost");
  put_called(buf, group);
  if (group->gap == GAP_CALL)
    lcm_buf_puts(buf, ": add their files, or say `// lcm: model time = T`");
  else
    put_way(buf, group, "model time = T");
}

/* Append what is not known of the nodes of "group" and what would settle
 * it. */
static void put_gap(lcm_buf *buf, const struct group *group) {
  const size_t n = group->places.n;
  switch (group->gap) {
  case GAP_LOOP:
    put_count(buf, n, group->parallel == n ? "parallel loop" : "loop");
    if (group->parallel && group->parallel < n)
      lcm_buf_printf(buf, ", %zu of them parallel,", group->parallel);
    lcm_buf_puts(buf, n == 1 ? " is" : " are");
    lcm_buf_puts(buf, " taken to run once");
    put_way(buf, group, "count N");
    break;
  case GAP_TURN:
    lcm_buf_printf(buf,
                   "%zu branch%s by chance around locks, tasks or "
                   "messages count%s as one outcome, which is far from the "
                   "mean: `--distribution` has it",
                   n, n == 1 ? "" : "es", n == 1 ? "s" : "");
    break;
  case GAP_EVEN:
    lcm_buf_puts(buf, "conditions in ");
    put_count(buf, n, "place");
    lcm_buf_puts(buf, " are taken as likely as not");
    put_way(buf, group, "prob X");
    break;
  case GAP_EARLY:
    put_count(buf, n, "early exit");
    lcm_buf_puts(buf, n == 1 ? " ends" : " end");
    lcm_buf_puts(buf, " a loop at an unknown iteration: it counts as if it ran "
                      "to its end; say `// lcm: count N`");
    if (group->name)
      lcm_buf_printf(buf, " or give -D %s=...", group->name);
    break;
  case GAP_BRANCH:
  case GAP_EXIT:
    put_taken(buf, n, group->gap == GAP_EXIT ? "early exit" : "condition",
              group->gap == GAP_EXIT ? "as never" : "as true");
    put_way(buf, group, "prob X");
    break;
  case GAP_RECURSION:
    lcm_buf_printf(buf, "the recursion of '%s' counts as one level: ",
                   group->called.at[0].name);
    if (group->name)
      lcm_buf_printf(buf, "give -D %s=..., or ", group->name);
    lcm_buf_printf(buf, "say `// lcm: size %s(...)` where it calls itself",
                   group->called.at[0].name);
    break;
  case GAP_CALL:
  case GAP_ARGUMENT:
  case GAP_LIBRARY:
  case GAP_COST:
    put_cost_gap(buf, group);
    break;
  case GAP_OPAQUE:
    put_count(buf, n, "place");
    lcm_buf_puts(buf, " that could not be modelled (see the warnings)");
    put_way(buf, group, "model time = T");
    break;
  case GAP_BROKEN:
    lcm_buf_printf(buf,
                   "what is missing of %zu function%s whose files have errors "
                   "(see the messages)",
                   n, n == 1 ? "" : "s");
    break;
  case GAP_OTHER:
  case GAP_COUNT:
    lcm_buf_puts(buf, group->name ? group->name : "no cost");
    break;
  }
}

/* Append the places of "group": the file once, then lines. */
static void put_places(lcm_buf *buf, lcm_ctx *ctx, const struct group *group) {
  const char *file = NULL;
  for (size_t i = 0; i < group->places.n && i < MOST_PLACES; i++) {
    const lcm_loc *at = &group->places.at[i];
    const bool again = file && at->line && !strcmp(file, at->file);
    lcm_buf_puts(buf, i ? ", " : "");
    if (again)
      lcm_buf_printf(buf, "%u", at->line);
    else
      lcm_buf_puts(buf, lcm_text_place(ctx, *at));
    file = at->file;
  }
  if (group->places.n > MOST_PLACES)
    lcm_buf_printf(buf, ", %zu more", group->places.n - MOST_PLACES);
}

/* Return the length of the word at "at": to the next blank that stands in no
 * backquotes. */
static size_t word_length(const char *at) {
  size_t n = 0;
  bool quoted = false;
  for (; at[n] && (at[n] != ' ' || quoted); n++)
    quoted = quoted != (at[n] == '`');
  return n;
}

/* Append "text" as a paragraph, indented, no wider than "style" says. */
static void put_paragraph(lcm_buf *buf, const char *text,
                          const struct lcm_style *style) {
  const size_t width = style && style->width ? style->width : 80;
  size_t used = 2;
  lcm_buf_puts(buf, "  ");
  for (const char *at = text; *at;) {
    const size_t n = word_length(at);
    if (at > text && used + 1 + n > width) {
      lcm_buf_puts(buf, "\n    ");
      used = 4;
    } else if (at > text) {
      lcm_buf_putc(buf, ' ');
      used++;
    }
    lcm_buf_printf(buf, "%.*s", (int)n, at);
    used += n;
    at += n + strspn(at + n, " ");
  }
  lcm_buf_putc(buf, '\n');
}

/* Append the groups from number "from" on that are not "told" by others as one
 * paragraph. */
static void put_rest(lcm_buf *buf, const group_list *groups, size_t from) {
  size_t n = 0;
  size_t k = 0;
  for (size_t i = from; i < groups->n; i++) {
    const struct group *group = &groups->at[i];
    n += group->told ? 0 : group->places.n;
    for (size_t j = 0; j < group->also.n; j++)
      n += groups->at[group->also.at[j]].places.n;
  }
  lcm_buf_printf(buf, "%zu more places", n);
  for (size_t i = from; i < groups->n && k < MOST_NAMES; i++)
    if (groups->at[i].name && !groups->at[i].told &&
        groups->at[i].gap != GAP_OTHER)
      lcm_buf_printf(buf, "%s%s", k++ ? ", " : ", of ", groups->at[i].name);
  lcm_buf_puts(buf, ": `lcm predict --unknowns FILE` lists all");
}

/* Append what else hangs on the variable of "group". */
static void put_also(lcm_buf *buf, lcm_ctx *ctx, const group_list *groups,
                     const struct group *group) {
  static const char *const WHAT[GAP_COUNT] = {
      [GAP_LOOP] = "loop",         [GAP_BRANCH] = "condition",
      [GAP_EVEN] = "condition",    [GAP_EXIT] = "early exit",
      [GAP_COST] = "unknown cost",
  };
  for (size_t i = 0; i < group->also.n; i++) {
    const struct group *other = &groups->at[group->also.at[i]];
    lcm_buf_puts(buf, !i                      ? "; this settles "
                      : i + 1 < group->also.n ? ", "
                                              : " and ");
    put_count(buf, other->places.n, WHAT[other->gap]);
    lcm_buf_puts(buf, " (");
    put_places(buf, ctx, other);
    lcm_buf_putc(buf, ')');
  }
  lcm_buf_puts(buf, group->also.n ? ", too" : "");
}

/* Return the paragraph about the group number "i" of "groups", the first of
 * those that have "rest". */
static const char *paragraph_of(lcm_ctx *ctx, const group_list *groups,
                                size_t i, bool rest) {
  const struct group *group = &groups->at[i];
  lcm_buf text = {0};
  if (!rest && group->share >= MATTERS) {
    lcm_put_percent(&text, group->share);
    lcm_buf_puts(&text, " of the time: ");
  }
  if (rest)
    put_rest(&text, groups, i);
  else if (group->gap == GAP_OTHER) {
    put_places(&text, ctx, group);
    lcm_buf_puts(&text, ": ");
    put_gap(&text, group);
  } else {
    put_gap(&text, group);
    lcm_buf_puts(&text, " (");
    put_places(&text, ctx, group);
    lcm_buf_putc(&text, ')');
    put_also(&text, ctx, groups, group);
  }
  return lcm_cell_take(ctx, &text);
}

/* Return whether "name" is that of how often loops run which something ends. */
static bool is_trips(const char *name) {
  const char *dot = name ? strrchr(name, '.') : NULL;
  return dot && !strcmp(dot, ".trips");
}

void lcm_put_unknown(lcm_buf *buf, lcm_ctx *ctx,
                     const lcm_prediction *prediction,
                     const struct lcm_style *style) {
  group_list groups = {0};
  size_t n = 0;
  bool trips = false;
  if (!prediction->n_unknown)
    return;
  find_groups(ctx, &groups, prediction);
  sort_groups(&groups);
  join_groups(ctx, &groups);
  lcm_buf_puts(buf, "\nnot in these times:\n");
  for (size_t i = 0; i < groups.n && n <= MOST_GROUPS; i++) {
    if (groups.at[i].told)
      continue;
    put_paragraph(buf, paragraph_of(ctx, &groups, i, n == MOST_GROUPS), style);
    trips = trips || is_trips(groups.at[i].name);
    n++;
  }
  if (trips)
    put_paragraph(buf, "X.trips is how often a loop runs whose end X decides",
                  style);
}

void lcm_put_hinges(lcm_buf *buf, lcm_ctx *ctx,
                    const lcm_prediction *prediction,
                    const struct lcm_style *style) {
  enum { MOST = 3 };
  size_t rest = 0;
  double most = 0;
  if (prediction->n_hinges)
    lcm_buf_puts(buf, "\ntaken as likely as not, with the time at the last "
                      "point where it never and\nalways holds:\n");
  for (size_t i = 0; i < prediction->n_hinges; i++) {
    const struct lcm_hinge *hinge = &prediction->hinges[i];
    lcm_buf text = {0};
    if (i >= MOST || hinge->n > 1) {
      rest += hinge->n;
      most = hinge->share > most ? hinge->share : most;
      continue;
    }
    lcm_put_time(&text, hinge->least);
    lcm_buf_puts(&text, " to ");
    lcm_put_time(&text, hinge->most);
    lcm_buf_printf(&text, ", the %s at %s",
                   hinge->name ? "condition" : "alternatives of the switch",
                   lcm_text_place(ctx, hinge->loc));
    if (hinge->name)
      lcm_buf_printf(&text, ": give -D %s=..., or say `// lcm: prob X`",
                     hinge->name);
    put_paragraph(buf, lcm_cell_take(ctx, &text), style);
  }
  if (!rest)
    return;
  lcm_buf_printf(buf, "  %zu more, at most ", rest);
  lcm_put_percent(buf, most);
  lcm_buf_puts(buf, " each\n");
}

/* Return whether a group of "groups" before number "i" has its name. */
static bool is_told(const group_list *groups, size_t i) {
  for (size_t k = 0; k < i; k++)
    if (groups->at[k].name && groups->at[k].gap != GAP_OTHER &&
        !strcmp(groups->at[k].name, groups->at[i].name))
      return true;
  return false;
}

/* Append the variable of group number "i" of "groups" as a line to fill in,
 * below what is not known without it. */
static void put_param(lcm_buf *buf, lcm_ctx *ctx, const group_list *groups,
                      size_t i) {
  const char *name = groups->at[i].name;
  if (is_told(groups, i))
    return;
  lcm_buf_putc(buf, '\n');
  for (size_t k = i; k < groups->n; k++) {
    const struct group *group = &groups->at[k];
    if (!group->name || group->gap == GAP_OTHER || group->gap == GAP_EARLY ||
        strcmp(group->name, name) != 0)
      continue;
    static const char *const WHAT[GAP_COUNT] = {[GAP_LOOP] = "loop",
                                                [GAP_BRANCH] = "condition",
                                                [GAP_EXIT] = "early exit",
                                                [GAP_COST] = "cost"};
    lcm_buf_puts(buf, "# ");
    put_count(buf, group->places.n,
              WHAT[group->gap] ? WHAT[group->gap] : "place");
    lcm_buf_puts(buf, ": ");
    put_places(buf, ctx, group);
    lcm_buf_putc(buf, '\n');
  }
  lcm_buf_printf(buf, "# param %s =\n", name);
}

/* Append what the groups of loops ("loops") or of conditions which no variable
 * settles have to fill in, each place once. */
static void put_blanks(lcm_buf *buf, lcm_ctx *ctx, const group_list *groups,
                       bool loops) {
  LCM_LIST(const char *) told = {0};
  for (size_t i = 0; i < groups->n; i++) {
    const struct group *group = &groups->at[i];
    const bool early = group->gap == GAP_EARLY;
    const bool loop = early || group->gap == GAP_LOOP;
    const bool choice = group->gap == GAP_BRANCH || group->gap == GAP_EXIT;
    for (size_t k = 0; k < group->places.n; k++) {
      const char *place =
          lcm_text_place(ctx, early ? group->loops.at[k] : group->places.at[k]);
      size_t known = 0;
      while (known < told.n && strcmp(told.at[known], place) != 0)
        known++;
      if (!(loops ? loop : choice) || (group->name && !early) || known < told.n)
        continue;
      if (!told.n)
        lcm_buf_puts(buf, loops ? "\n# how often these loops run each time\n"
                                : "\n# how probable these conditions are\n");
      lcm_buf_printf(buf, "# at %s\n#   %s\n", place, loops ? "count" : "prob");
      LCM_LIST_ADD(lcm_ctx_arena(ctx), &told, place);
    }
  }
}

/* Append what hangs on conditions that nobody knows, to be filled in. */
static void put_hinges(lcm_buf *buf, lcm_ctx *ctx,
                       const lcm_prediction *prediction) {
  if (prediction->n_hinges)
    lcm_buf_puts(buf, "\n# how probable these conditions are, which are taken "
                      "as likely as not\n");
  for (size_t i = 0; i < prediction->n_hinges; i++) {
    const struct lcm_hinge *hinge = &prediction->hinges[i];
    lcm_buf_puts(buf, "# ");
    lcm_put_percent(buf, hinge->share);
    lcm_buf_puts(buf, " of the time hangs on ");
    if (hinge->n > 1)
      lcm_buf_printf(buf, "%zu, the first:\n", hinge->n);
    else
      lcm_buf_puts(buf, "it:\n");
    lcm_buf_printf(buf, "# at %s\n#   prob\n", lcm_text_place(ctx, hinge->loc));
  }
}

char *lcm_render_unknowns(lcm_ctx *ctx, const lcm_prediction *prediction) {
  lcm_buf buf = {0};
  group_list groups = {0};
  find_groups(ctx, &groups, prediction);
  sort_groups(&groups);
  lcm_buf_puts(&buf,
               "# What is not known, with what hangs on it. Fill in what you "
               "know, take the '#'\n# off there, and give the file back with "
               "--models.\n");
  for (size_t i = 0; i < groups.n; i++)
    if (groups.at[i].name &&
        (groups.at[i].gap < GAP_EARLY || groups.at[i].gap == GAP_EXIT ||
         groups.at[i].gap == GAP_COST))
      put_param(&buf, ctx, &groups, i);
  put_blanks(&buf, ctx, &groups, true);
  put_blanks(&buf, ctx, &groups, false);
  put_hinges(&buf, ctx, prediction);
  return lcm_buf_take(&buf);
}
