/* Drawing DOT with Graphviz into SVG, PNG or PDF. */
#include "render/graphviz/draw.h"

#include <cgraph.h>
#include <gvc.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* From this length in points of its longer side a bitmap is drawn with a point
 * of the picture for each point of the paper, below with two. */
enum { LARGE = 3000 };

bool lcm_draw_knows(const char *type) {
  return !strcmp(type, "svg") || !strcmp(type, "png") || !strcmp(type, "pdf");
}

/* Append what Graphviz said last to "message", as one line. */
static void take_complaint(lcm_buf *message, const char *otherwise) {
  char *last = aglasterr();
  const char *text = last ? last : otherwise;
  for (; *text; text++)
    lcm_buf_putc(message, strchr("\r\n\t", *text) ? ' ' : *text);
  while (message->len && message->text[message->len - 1] == ' ')
    message->text[--message->len] = '\0';
  free(last);
}

/* Return whether every node of "g" has a position. */
static bool is_placed(Agraph_t *g) {
  char pos[] = "pos";
  for (Agnode_t *n = agfstnode(g); n; n = agnxtnode(g, n)) {
    const char *value = agget(n, pos);
    if (!value || !*value)
      return false;
  }
  return agfstnode(g) != NULL;
}

/* Return the longer side of "g" in points as its bounding box says, 0 where it
 * has none. */
static double longest_side(Agraph_t *g) {
  char key[] = "bb";
  double box[4] = {0, 0, 0, 0};
  const char *text = agget(g, key);
  for (size_t i = 0; text && i < 4; i++) {
    const char *end = text;
    box[i] = lcm_strtod(text, &end);
    if (end == text)
      return 0;
    text = end + (*end == ',');
  }
  const double w = box[2] - box[0];
  const double h = box[3] - box[1];
  return w > h ? w : h;
}

/* Make a bitmap of "g" fine enough to be read, where it is not large. */
static void set_resolution(Agraph_t *g) {
  char key[] = "dpi";
  char value[] = "144";
  char none[] = "";
  const char *set = agget(g, key);
  if ((!set || !*set) && longest_side(g) < LARGE)
    agsafeset(g, key, value, none);
}

/* Give the document in "picture" the first second of 2000 as the date of its
 * creation, so that the same graph makes the same bytes. */
static void fix_date(lcm_buf *picture) {
  static const char MARK[] = "/CreationDate (D:";
  static const char DATE[] = "20000101000000";
  const size_t n = sizeof MARK - 1;
  for (size_t i = 0; i + n + sizeof DATE <= picture->len; i++) {
    if (memcmp(picture->text + i, MARK, n) != 0)
      continue;
    char *digit = picture->text + i + n;
    for (size_t k = 0; k < sizeof DATE - 1; k++)
      if (strchr("0123456789", digit[k]))
        digit[k] = DATE[k];
    return;
  }
}

/* Lay out and draw "g" as "type" into "*picture". */
static lcm_status draw_graph(lcm_buf *picture, GVC_t *gvc, Agraph_t *g,
                             const char *type) {
  char *data = NULL;
  unsigned len = 0;
  if (!strcmp(type, "png"))
    set_resolution(g);
  if (gvLayout(gvc, g, is_placed(g) ? "nop2" : "dot"))
    return LCM_EIO;
  const int failed = gvRenderData(gvc, g, type, &data, &len);
  if (!failed && data)
    lcm_buf_add(picture, data, len);
  if (data)
    gvFreeRenderData(data);
  gvFreeLayout(gvc, g);
  if (!strcmp(type, "pdf"))
    fix_date(picture);
  return failed || !picture->len || agerrors() >= AGERR ? LCM_EIO : LCM_OK;
}

lcm_status lcm_draw(lcm_buf *picture, lcm_buf *message, FILE *in,
                    const char *type) {
  lcm_status status = LCM_EPARSE;
  (void)agseterr(AGMAX);
  GVC_t *gvc = gvContext();
  Agraph_t *g = agread(in, NULL);
  Agraph_t *more = g ? agread(in, NULL) : NULL;
  if (!g || more || agerrors() >= AGERR)
    take_complaint(message, g ? "more than one graph" : "there is no graph");
  else {
    status = draw_graph(picture, gvc, g, type);
    if (status || agerrors())
      take_complaint(message, "Graphviz could not draw the graph");
  }
  if (more)
    agclose(more);
  if (g)
    agclose(g);
  gvFreeContext(gvc);
  return status;
}

/* Return the number of the attribute "name" of the picture "svg", its first; 0
 * where it has none. */
static double side_of(const char *svg, const char *name) {
  const char *at = strstr(svg, name);
  const char *end = NULL;
  return at ? lcm_strtod(at + strlen(name), &end) : 0;
}

/* Return a graph of one node that is the picture "svg", which the file "path"
 * has. */
static Agraph_t *graph_of(const char *svg, const char *path) {
  enum { POINTS = 72 };
  lcm_buf dot = {0};
  lcm_buf_printf(&dot,
                 "graph p { graph [pad=0, margin=0, bgcolor=white]; n ["
                 "shape=none, label=\"\", margin=0, fixedsize=true, "
                 "imagescale=true, width=%.4f, height=%.4f, image=\"%s\"]; }",
                 side_of(svg, " width=\"") / POINTS,
                 side_of(svg, " height=\"") / POINTS, path);
  Agraph_t *g = dot.failed ? NULL : agmemread(dot.text);
  lcm_buf_free(&dot);
  return g;
}

/* Write "svg" into a file of its own, whose name is put into "path", "size"
 * characters; return whether that went well. */
static bool write_apart(char *path, size_t size, const lcm_buf *svg) {
  static const char HEAD[] = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  const char *place = getenv("TMPDIR");
  (void)snprintf(path, size, "%s/lcm-XXXXXX",
                 place && place[0] == '/' && !strpbrk(place, "\"\\") ? place
                                                                     : "/tmp");
  const int file = mkstemp(path);
  FILE *out = file < 0 ? NULL : fdopen(file, "w");
  if (!out)
    return false;
  fputs(HEAD, out);
  (void)fwrite(svg->text, 1, svg->len, out);
  const bool failed = ferror(out);
  return !fclose(out) && !failed;
}

/* Draw "svg", which the file "path" has, as "type" into "*picture". */
static lcm_status draw_apart(lcm_buf *picture, const lcm_buf *svg,
                             const char *path, const char *type) {
  GVC_t *gvc = gvContext();
  Agraph_t *g = graph_of(svg->text, path);
  lcm_status status = g ? draw_graph(picture, gvc, g, type) : LCM_EIO;
  if (agerrors())
    status = LCM_EIO;
  if (g)
    agclose(g);
  gvFreeContext(gvc);
  return status;
}

lcm_status lcm_draw_svg(lcm_buf *picture, lcm_buf *message, FILE *in,
                        const char *type) {
  char path[4096];
  char part[4096];
  lcm_buf svg = {0};
  size_t n = 0;
  lcm_status status = LCM_EIO;
  (void)agseterr(AGMAX);
  while ((n = fread(part, 1, sizeof part, in)))
    lcm_buf_add(&svg, part, n);
  const bool sized = svg.len && side_of(svg.text, " width=\"") > 0;
  if (sized && write_apart(path, sizeof path, &svg)) {
    status = draw_apart(picture, &svg, path, type);
    (void)unlink(path);
  }
  if (status)
    take_complaint(message, sized ? "Graphviz has nothing that reads SVG "
                                    "(Debian: libgvc6-plugins-gtk)"
                                  : "there is no picture in SVG");
  lcm_buf_free(&svg);
  return status;
}
