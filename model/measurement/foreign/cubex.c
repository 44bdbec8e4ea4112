/* Reading profiles of Cube (.cubex): an archive (tar) of anchor.xml, which
 * names metrics, regions, nodes of the call tree and locations, and of two
 * files for each metric: N.index, the numbers of the nodes that have values,
 * and N.data, the values of these nodes, one for each location. */
#include "model/measurement/foreign/cubex.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "model/measurement/foreign/tally.h"
#include "model/measurement/foreign/xml.h"
#include "model/measurement/scan.h"

/* Parts of archives: blocks, and where in a header things are. */
enum {
  BLOCK = 512,
  NAME_LENGTH = 100,
  SIZE_AT = 124,
  SIZE_LENGTH = 12,
  MAGIC_AT = 257
};

/* A metric. */
struct metric {
  const char *id;
  const char *type;
  const char *name;
  const char *dtype;
  const char *unit;
};

/* A node of the call tree. */
struct cnode {
  const char *id;
  const char *callee; /* the number of its region */
  size_t parent;      /* its own number for a root */
  double value;
};

/* A profile. */
struct cubex {
  struct lcm_reading *reading;
  struct metric time; /* the metric, id NULL for none */
  LCM_LIST(struct metric) open;
  LCM_LIST(struct cnode) nodes;
  LCM_LIST(size_t) path; /* nodes that are open */
  lcm_map node_of;       /* from ids, as words */
  LCM_LIST(const char *) regions;
  lcm_map region_of;
  const char *region; /* that is open, or NULL */
  size_t locations;
};

bool lcm_measured_is_cubex(const struct lcm_measured_look *look) {
  return look->all.len >= BLOCK &&
         !memcmp(look->all.text + MAGIC_AT, "ustar", 5);
}

/* Report what is wrong with the archive; return false. */
static bool refuse(const struct cubex *all, const char *what) {
  lcm_report(all->reading->ctx, LCM_DIAG_MEASUREMENT,
             (lcm_loc){all->reading->file, 0, 0, 0, 0}, "%s", what);
  return false;
}

/* Return the size that the "header" of a member says. */
static size_t size_of(const char *header) {
  size_t size = 0;
  for (size_t i = 0; i < SIZE_LENGTH; i++) {
    const char c = header[SIZE_AT + i];
    if (c >= '0' && c <= '7')
      size = size * 8 + (size_t)(c - '0');
  }
  return size;
}

/* Put the member "name" of the archive "text" into "*out"; false where it is
 * not there as a whole. */
static bool find(struct lcm_measured_text *out, struct lcm_measured_text text,
                 const char *name) {
  const size_t n = strlen(name);
  size_t at = 0;
  while (text.len - at >= BLOCK && text.text[at]) {
    const char *header = text.text + at;
    const size_t size = size_of(header);
    if (size > text.len - at - BLOCK)
      return false;
    *out = (struct lcm_measured_text){header + BLOCK, size};
    if (n < NAME_LENGTH && !memcmp(header, name, n + 1))
      return true;
    const size_t blocks = BLOCK + (size + BLOCK - 1) / BLOCK * BLOCK;
    if (blocks > text.len - at)
      return false;
    at += blocks;
  }
  return false;
}

/* ---- anchor.xml ----------------------------------------------------------
 */

/* Return the attribute "name" of the tag, interned; "" where it has none. */
static const char *attribute(struct cubex *all, const struct lcm_xml *xml,
                             const char *name) {
  const char *text = "";
  size_t n = 0;
  (void)lcm_xml_attribute(xml, name, &text, &n);
  return lcm_measured_name(all->reading->ctx, text, n);
}

/* Return the text before the tag, interned, without the quoting of XML. */
static const char *text_of(struct cubex *all, const struct lcm_xml *xml) {
  static const struct {
    const char *word;
    char c;
  } QUOTED[] = {{"&lt;", '<'},
                {"&gt;", '>'},
                {"&amp;", '&'},
                {"&quot;", '"'},
                {"&apos;", '\''}};
  lcm_buf buf = {0};
  const char *end = xml->text + xml->n_text;
  for (const char *at = xml->text; at < end;) {
    size_t length = 1;
    char c = *at;
    for (size_t i = 0; i < sizeof QUOTED / sizeof *QUOTED && *at == '&'; i++) {
      const size_t n = strlen(QUOTED[i].word);
      if ((size_t)(end - at) >= n && !memcmp(at, QUOTED[i].word, n)) {
        length = n;
        c = QUOTED[i].c;
        break;
      }
    }
    lcm_buf_putc(&buf, c);
    at += length;
  }
  const char *text =
      lcm_measured_name(all->reading->ctx, buf.text ? buf.text : "", buf.len);
  lcm_buf_free(&buf);
  return text;
}

/* Take a tag of metrics. */
static void take_metric(struct cubex *all, const struct lcm_xml *xml) {
  lcm_arena *arena = lcm_ctx_arena(all->reading->ctx);
  if (lcm_xml_is(xml, "metric") && !xml->closes && !xml->empty) {
    LCM_LIST_ADD(arena, &all->open,
                 ((struct metric){.id = attribute(all, xml, "id"),
                                  .type = attribute(all, xml, "type"),
                                  .name = "",
                                  .dtype = "",
                                  .unit = ""}));
    return;
  }
  if (!all->open.n || !xml->closes)
    return;
  struct metric *metric = &all->open.at[all->open.n - 1];
  if (lcm_xml_is(xml, "uniq_name"))
    metric->name = text_of(all, xml);
  else if (lcm_xml_is(xml, "dtype"))
    metric->dtype = text_of(all, xml);
  else if (lcm_xml_is(xml, "uom"))
    metric->unit = text_of(all, xml);
  if (!strcmp(metric->name, "time"))
    all->time = *metric;
  all->open.n -= lcm_xml_is(xml, "metric");
}

/* Take a tag of regions. */
static void take_region(struct cubex *all, const struct lcm_xml *xml) {
  lcm_arena *arena = lcm_ctx_arena(all->reading->ctx);
  if (lcm_xml_is(xml, "region"))
    all->region = xml->closes || xml->empty ? NULL : attribute(all, xml, "id");
  if (!all->region || !xml->closes || !lcm_xml_is(xml, "name"))
    return;
  lcm_map_put(arena, &all->region_of, all->region, all->regions.n);
  LCM_LIST_ADD(arena, &all->regions, text_of(all, xml));
}

/* Take a tag of the call tree. */
static void take_node(struct cubex *all, const struct lcm_xml *xml) {
  lcm_arena *arena = lcm_ctx_arena(all->reading->ctx);
  const size_t i = all->nodes.n;
  if (!lcm_xml_is(xml, "cnode"))
    return;
  if (xml->closes) {
    all->path.n -= all->path.n > 0;
    return;
  }
  const struct cnode node = {
      .id = attribute(all, xml, "id"),
      .callee = attribute(all, xml, "calleeId"),
      .parent = all->path.n ? all->path.at[all->path.n - 1] : i};
  lcm_map_put(arena, &all->node_of, node.id, i);
  LCM_LIST_ADD(arena, &all->nodes, node);
  if (!xml->empty)
    LCM_LIST_ADD(arena, &all->path, i);
}

/* Read anchor.xml. */
static void read_anchor(struct cubex *all, struct lcm_measured_text text) {
  struct lcm_xml xml = {.at = text.text, .end = text.text + text.len};
  while (lcm_xml_next(&xml)) {
    take_metric(all, &xml);
    take_region(all, &xml);
    take_node(all, &xml);
    all->locations += lcm_xml_is(&xml, "location") && !xml.closes;
  }
}

/* ---- values --------------------------------------------------------------
 */

/* Return the "n" bytes at "bytes" as a number, the least first unless
 * "swapped". */
static uint64_t number_at(const char *bytes, size_t n, bool swapped) {
  uint64_t value = 0;
  for (size_t i = 0; i < n; i++) {
    const unsigned char c = (unsigned char)bytes[swapped ? i : n - 1 - i];
    value = value << 8 | c;
  }
  return value;
}

/* Return the value at "bytes" of metric "time". */
static double value_at(const struct cubex *all, const char *bytes,
                       bool swapped) {
  const uint64_t bits = number_at(bytes, 8, swapped);
  double value = 0;
  if (!strcmp(all->time.dtype, "UINT64"))
    return (double)bits;
  memcpy(&value, &bits, sizeof value);
  return value;
}

/* Put the values in "data" of the nodes in "index" into "all". */
static bool read_values(struct cubex *all, struct lcm_measured_text index,
                        struct lcm_measured_text data) {
  enum {
    INDEX = 11,
    ONE = 4,
    ORDER = INDEX + ONE + 3,
    HEAD = ORDER + 4,
    DATA = 10
  };
  const size_t row = 8 * all->locations;
  if (data.len > 11 && !memcmp(data.text, "ZCUBEX.DATA", 11))
    return refuse(all, "its values are compressed, which is not read");
  if (index.len < HEAD || memcmp(index.text, "CUBEX.INDEX", INDEX) != 0 ||
      data.len < DATA || memcmp(data.text, "CUBEX.DATA", DATA) != 0)
    return refuse(all, "the values of time do not begin as they should");
  const bool swapped = number_at(index.text + INDEX, ONE, false) != 1;
  const size_t n = (size_t)number_at(index.text + ORDER, 4, swapped);
  if (!row || n > (index.len - HEAD) / 4 || n > (data.len - DATA) / row)
    return refuse(all, "there are fewer values of time than are announced");
  for (size_t i = 0; i < n; i++) {
    const uint64_t id = number_at(index.text + HEAD + 4 * i, 4, swapped);
    size_t k = 0;
    const char *word = lcm_arena_printf(lcm_ctx_arena(all->reading->ctx),
                                        "%llu", (unsigned long long)id);
    if (!lcm_map_get(&all->node_of, lcm_intern(all->reading->ctx, word), &k))
      continue;
    for (size_t l = 0; l < all->locations; l++)
      all->nodes.at[k].value +=
          value_at(all, data.text + DATA + row * i + 8 * l, swapped);
  }
  return true;
}

/* Find and put the values of the metric into "all"; false, and a diagnostic,
 * where they cannot be had. */
static bool read_metric(struct cubex *all, struct lcm_measured_text text) {
  lcm_arena *arena = lcm_ctx_arena(all->reading->ctx);
  struct lcm_measured_text index;
  struct lcm_measured_text data;
  if (!all->time.id)
    return refuse(all, "it has no metric time");
  if (strcmp(all->time.dtype, "DOUBLE") != 0 &&
      strcmp(all->time.dtype, "UINT64") != 0)
    return refuse(all, "the values of time are neither DOUBLE nor UINT64");
  if (!find(&index, text, lcm_arena_printf(arena, "%s.index", all->time.id)) ||
      !find(&data, text, lcm_arena_printf(arena, "%s.data", all->time.id)))
    return refuse(all, "the values of time are not in the archive");
  return read_values(all, index, data);
}

/* Return the seconds that 1 is. */
static double unit_of(const struct cubex *all) {
  const char *unit = all->time.unit;
  return !strcmp(unit, "msec")   ? 1e-3
         : !strcmp(unit, "usec") ? 1e-6
         : !strcmp(unit, "nsec") ? 1e-9
                                 : 1;
}

/* Add what the nodes spent themselves to "tally". */
static void add_nodes(struct cubex *all, struct lcm_tally *tally) {
  const bool inclusive = !strcmp(all->time.type, "INCLUSIVE");
  double *own =
      LCM_NEW_ARRAY(lcm_ctx_arena(all->reading->ctx), double, all->nodes.n + 1);
  size_t wrong = 0;
  for (size_t i = 0; i < all->nodes.n; i++) {
    own[i] += all->nodes.at[i].value;
    if (inclusive && all->nodes.at[i].parent != i)
      own[all->nodes.at[i].parent] -= all->nodes.at[i].value;
  }
  for (size_t i = 0; i < all->nodes.n; i++) {
    const double near = 1e-9 * fabs(all->nodes.at[i].value);
    size_t k = 0;
    if (!isfinite(own[i]) || own[i] < -near ||
        !lcm_map_get(&all->region_of, all->nodes.at[i].callee, &k))
      wrong++;
    else
      lcm_tally_add(tally, all->regions.at[k], fmax(own[i], 0), 0);
  }
  if (wrong)
    lcm_report(all->reading->ctx, LCM_DIAG_MEASUREMENT,
               (lcm_loc){all->reading->file, 0, 0, 0, 0},
               "%zu nodes have no region, or a time that makes no sense; they "
               "are left out",
               wrong);
}

void lcm_measured_read_cubex(struct lcm_reading *reading,
                             struct lcm_measured_text text) {
  struct cubex all = {.reading = reading};
  struct lcm_tally tally = lcm_tally_new(reading);
  struct lcm_measured_text anchor;
  if (!find(&anchor, text, "anchor.xml")) {
    (void)refuse(&all, "there is no anchor.xml in the archive");
    return;
  }
  read_anchor(&all, anchor);
  if (!read_metric(&all, text))
    return;
  add_nodes(&all, &tally);
  lcm_tally_give(&tally, &(struct lcm_tally_unit){unit_of(&all), NULL,
                                                  (double)all.locations});
  lcm_measured_give_ranks(reading, all.locations);
}
