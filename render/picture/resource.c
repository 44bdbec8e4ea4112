/* The resources of a model beside its shapes. */
#include <math.h>
#include <string.h>

#include "render/picture/measures.h"
#include "render/picture/paint.h"
#include "render/picture/resource.h"
#include "render/picture/svg_part.h"
#include "render/picture/text.h"
#include "render/table/table.h"

enum { APART = 70, LEAST = 72, TALL = 34, BETWEEN = 14, LETTERS = 40 };

/* A resource as it is drawn. */
struct lcm_stand {
  const lcm_resource *resource;
  const char *title;
  const char *detail;
  bool binds; /* it sets the bound */
  /* what uses it: leaves, and frames of what holds it */
  LCM_LIST(const lcm_shape *) users;
  double y;
  double w;
};

/* Return "name", or "name[0..P - 1]", of "resource". */
static const char *title_of(lcm_ctx *ctx, const lcm_resource *resource) {
  lcm_buf buf = {0};
  lcm_buf_puts(&buf, resource->name);
  for (size_t i = 0; i < resource->n_ranges; i++)
    lcm_buf_printf(&buf, "%s%s..%s", i ? ", " : "[",
                   lcm_text_expr(ctx, resource->ranges[i].from),
                   lcm_text_expr(ctx, resource->ranges[i].to));
  lcm_buf_puts(&buf, resource->n_ranges ? "]" : "");
  return lcm_text_shorten(ctx, lcm_cell_take(ctx, &buf), LETTERS);
}

/* Return what is known of "resource": units, discipline and load. */
static const char *detail_of(lcm_ctx *ctx, const struct lcm_picture *picture,
                             const lcm_resource *resource) {
  const lcm_prediction *prediction = picture->prediction;
  const lcm_point *point =
      prediction ? &prediction->points[picture->point] : NULL;
  const struct lcm_load *load = NULL;
  lcm_buf buf = {0};
  for (size_t i = 0; point && i < point->n_loads; i++)
    if (point->loads[i].resource == resource)
      load = &point->loads[i];
  if (!resource->multiplicity)
    lcm_buf_puts(&buf, "unlimited");
  else if (load)
    lcm_buf_printf(&buf, "%.15g unit%s", load->units,
                   load->units == 1 ? "" : "s");
  else
    lcm_buf_printf(&buf, "units: %s",
                   lcm_text_expr(ctx, resource->multiplicity));
  lcm_buf_puts(&buf, resource->discipline == LCM_PS ? ", shared" : "");
  if (load) {
    lcm_buf_puts(&buf, " \u00b7 load ");
    lcm_put_seconds(&buf, prediction, load->load);
  }
  return lcm_text_shorten(ctx, lcm_cell_take(ctx, &buf), LETTERS);
}

/* Return whether "binding", spelled with its subscript, is an element of
 * "resource". */
static bool is_binding(const lcm_resource *resource, const char *binding) {
  const size_t n = strlen(resource->name);
  return binding && !strncmp(binding, resource->name, n) &&
         (!binding[n] || binding[n] == '[');
}

static bool has_resources(const lcm_node *node) {
  return node &&
         (node->kind == LCM_NODE_USE || node->kind == LCM_NODE_USING ||
          node->kind == LCM_NODE_ACQUIRE || node->kind == LCM_NODE_RELEASE);
}

/* Note what "node", drawn as "shape", acts on. */
static void note_node(lcm_ctx *ctx, struct lcm_shelf *shelf,
                      const lcm_shape *shape, const lcm_node *node) {
  if (!has_resources(node))
    return;
  for (size_t i = 0; i < shelf->n; i++)
    for (size_t k = 0; k < node->u.resource.n_instances; k++)
      if (node->u.resource.instances[k].name ==
          shelf->stands[i].resource->name) {
        LCM_LIST_ADD(lcm_ctx_arena(ctx), &shelf->stands[i].users, shape);
        break;
      }
}

/* Note what uses resources in "shape". */
static void note_users(lcm_ctx *ctx, struct lcm_shelf *shelf,
                       const lcm_shape *shape) {
  if (!shape->function && (shape->framed || !shape->n_parts))
    note_node(ctx, shelf, shape, shape->node);
  for (size_t i = 0; i < shape->n_parts; i++)
    note_users(ctx, shelf, shape->parts[i]);
}

/* Return the height at which "stand" is nearest to its users, infinite where
 * there are none. */
static double middle_of(const struct lcm_stand *stand) {
  double sum = 0;
  for (size_t i = 0; i < stand->users.n; i++)
    sum += stand->users.at[i]->y + stand->users.at[i]->h / 2;
  return stand->users.n ? sum / (double)stand->users.n : INFINITY;
}

/* Sort the resources of "shelf" by where their users are. */
static void sort(struct lcm_shelf *shelf) {
  for (size_t i = 1; i < shelf->n; i++)
    for (size_t k = i;
         k && middle_of(&shelf->stands[k]) < middle_of(&shelf->stands[k - 1]);
         k--) {
      const struct lcm_stand stand = shelf->stands[k];
      shelf->stands[k] = shelf->stands[k - 1];
      shelf->stands[k - 1] = stand;
    }
}

struct lcm_shelf lcm_shelf_place(lcm_ctx *ctx,
                                 const struct lcm_picture *picture,
                                 const lcm_shape *root) {
  const lcm_program *program = picture->program;
  const lcm_prediction *prediction = picture->prediction;
  struct lcm_shelf shelf = {.left = root->w + APART};
  if (!program || !program->is_model || !program->n_resources)
    return shelf;
  shelf.stands =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), struct lcm_stand, program->n_resources);
  for (size_t i = 0; i < program->n_resources; i++) {
    const lcm_resource *of = &program->resources[i];
    struct lcm_stand *stand = &shelf.stands[shelf.n++];
    stand->resource = of;
    stand->title = title_of(ctx, of);
    stand->detail = detail_of(ctx, picture, of);
    stand->binds = prediction &&
                   is_binding(of, prediction->points[picture->point].binding);
    stand->w =
        fmax(fmax(lcm_letters_width(stand->title, LCM_PIC_TITLE, true),
                  lcm_letters_width(stand->detail, LCM_PIC_DETAIL, false)) +
                 2.0 * LCM_PIC_PAD,
             LEAST);
    shelf.w = fmax(shelf.w, stand->w);
  }
  note_users(ctx, &shelf, root);
  sort(&shelf);
  double y = 0;
  for (size_t i = 0; i < shelf.n; i++) {
    const double middle = middle_of(&shelf.stands[i]) - (double)TALL / 2;
    shelf.stands[i].y = isinf(middle) ? y : fmax(y, middle);
    y = shelf.stands[i].y + TALL + BETWEEN;
  }
  shelf.h = y - BETWEEN;
  return shelf;
}

/* Append the point "x", "y". */
static void put_spot(lcm_buf *buf, double x, double y) {
  lcm_buf_short(buf, round(x * 100) / 100, 9);
  lcm_buf_putc(buf, ',');
  lcm_buf_short(buf, round(y * 100) / 100, 9);
}

/* Append the resource number "i" of "shelf". */
static void put_stand(lcm_buf *buf, const struct lcm_shelf *shelf, size_t i,
                      double base) {
  const struct lcm_stand *stand = &shelf->stands[i];
  lcm_buf_printf(buf, "r%zu [shape=box, style=\"filled\", pos=\"", i + 1);
  put_spot(buf, shelf->left + stand->w / 2, base - stand->y - TALL / 2.0);
  lcm_buf_puts(buf, "\", width=");
  lcm_buf_short(buf, stand->w / 72, 6);
  lcm_buf_puts(buf, ", height=");
  lcm_buf_short(buf, TALL / 72.0, 6);
  lcm_buf_printf(buf,
                 ", fillcolor=\"#FFF9DB\", color=\"%s\", penwidth=%s, tooltip=",
                 stand->binds ? LCM_COLOUR_BINDING : "#9AA3AC",
                 stand->binds ? "2.4" : "1");
  lcm_put_quoted(buf, stand->resource->description
                          ? stand->resource->description
                          : stand->title);
  lcm_buf_printf(buf, ", label=<<FONT POINT-SIZE=\"%d\"><B>", LCM_PIC_TITLE);
  lcm_put_html(buf, stand->title);
  lcm_buf_printf(buf, "</B></FONT><BR/><FONT POINT-SIZE=\"%d\">",
                 LCM_PIC_DETAIL);
  lcm_put_html(buf, stand->detail);
  lcm_buf_puts(buf, "</FONT>>];\n");
}

/* Append the line from "user" to the resource number "i" of "shelf". */
static void put_use(lcm_buf *buf, const struct lcm_shelf *shelf, size_t i,
                    const lcm_shape *user, double base) {
  const struct lcm_stand *stand = &shelf->stands[i];
  const lcm_shape *node = user;
  const double x = user->x + user->w;
  const double y = base - user->y - (user->framed ? 12 : user->h / 2);
  const double end = base - stand->y - TALL / 2.0;
  while (node->n_parts)
    node = node->parts[0];
  lcm_buf_printf(buf,
                 "n%u -> r%zu [style=dashed, arrowhead=none, color=\"%s\", "
                 "penwidth=%s, pos=\"",
                 node->id, i + 1, stand->binds ? LCM_COLOUR_BINDING : "#9AA3AC",
                 stand->binds ? "1.4" : "0.9");
  put_spot(buf, x, y);
  lcm_buf_putc(buf, ' ');
  put_spot(buf, (x + shelf->left) / 2, y);
  lcm_buf_putc(buf, ' ');
  put_spot(buf, (x + shelf->left) / 2, end);
  lcm_buf_putc(buf, ' ');
  put_spot(buf, shelf->left, end);
  lcm_buf_puts(buf, "\"];\n");
}

void lcm_put_shelf(lcm_buf *buf, const struct lcm_shelf *shelf, double base) {
  for (size_t i = 0; i < shelf->n; i++) {
    put_stand(buf, shelf, i, base);
    for (size_t k = 0; k < shelf->stands[i].users.n; k++)
      put_use(buf, shelf, i, shelf->stands[i].users.at[k], base);
  }
}

/* Append the resource "stand" at "left" as SVG. */
static void put_stand_svg(lcm_buf *buf, const struct lcm_stand *stand,
                          double left, double top) {
  const double y = top + stand->y;
  struct lcm_spot at = {left + stand->w / 2, y + 14};
  lcm_buf_puts(buf, "<g><title>");
  lcm_put_html(buf, stand->resource->description ? stand->resource->description
                                                 : stand->title);
  lcm_buf_printf(buf, "</title><rect class=\"fu%s\"",
                 stand->binds ? " bi" : "");
  lcm_picture_at(buf, "x", left);
  lcm_picture_at(buf, "y", y);
  lcm_picture_at(buf, "width", stand->w);
  lcm_picture_at(buf, "height", TALL);
  lcm_buf_puts(buf, "/>");
  lcm_picture_text(buf, at, "b m", stand->title);
  at.y += 13;
  lcm_picture_text(buf, at, "d m", stand->detail);
  lcm_buf_puts(buf, "</g>\n");
}

/* Append the line from "user" to the resource "stand" at "left" as SVG. */
static void put_use_svg(lcm_buf *buf, const struct lcm_stand *stand,
                        double left, double top, const lcm_shape *user) {
  const double x = user->x + user->w;
  const double y = top + user->y + (user->framed ? 12 : user->h / 2);
  const double end = top + stand->y + TALL / 2.0;
  lcm_buf_printf(buf, "<path class=\"us%s\" d=\"M", stand->binds ? " bi" : "");
  lcm_picture_length(buf, x);
  lcm_picture_length(buf, y);
  lcm_buf_puts(buf, " C");
  lcm_picture_length(buf, (x + left) / 2);
  lcm_picture_length(buf, y);
  lcm_picture_length(buf, (x + left) / 2);
  lcm_picture_length(buf, end);
  lcm_picture_length(buf, left);
  lcm_picture_length(buf, end);
  lcm_buf_puts(buf, "\"/>\n");
}

void lcm_put_shelf_svg(lcm_buf *buf, const struct lcm_shelf *shelf,
                       double top) {
  for (size_t i = 0; i < shelf->n; i++) {
    const struct lcm_stand *stand = &shelf->stands[i];
    put_stand_svg(buf, stand, shelf->left, top);
    for (size_t k = 0; k < stand->users.n; k++)
      put_use_svg(buf, stand, shelf->left, top, stand->users.at[k]);
  }
}
