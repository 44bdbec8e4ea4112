/* The text on shapes: titles, tooltips, escapes, widths of letters. */
#include <stdlib.h>
#include <string.h>

#include "render/picture/measures.h"
#include "render/picture/text.h"
#include "render/table/table.h"

/* What takes more than this share of the time runs several times at once. */
static const double TOGETHER = 1.0005;

enum { LEAF_LETTERS = 40, FRAME_LETTERS = 52, TIP_LETTERS = 160 };

/* Return the length in bytes of the UTF-8 character at "text", 0 where there
 * is none. */
static size_t character(const char *text) {
  return lcm_utf8_length(text, strnlen(text, 4));
}

/* Append the character of "n" bytes at "text"; '?' for what is no text. */
static void put_character(lcm_buf *buf, const char *text, size_t n) {
  if (n && !lcm_utf8_is_control(text, n))
    lcm_buf_add(buf, text, n);
  else
    lcm_buf_putc(buf, '?');
}

/* Return the width of the ASCII character "c" in thousandths of the size of
 * the letters: the wider one of Helvetica and DejaVu Sans, which most systems
 * without the former show in its place. */
static unsigned letter(unsigned char c, bool bold) {
  static const unsigned short WIDTHS[2][95] = {
      {318, 401, 460, 838, 637,  951, 780, 275, 391, 391, 500, 838, 318, 361,
       318, 337, 637, 637, 637,  637, 637, 637, 637, 637, 637, 637, 337, 337,
       838, 838, 838, 556, 1015, 685, 687, 722, 771, 667, 611, 778, 752, 295,
       500, 667, 558, 863, 749,  788, 667, 788, 722, 667, 611, 732, 685, 989,
       686, 667, 686, 391, 337,  391, 838, 556, 500, 613, 635, 550, 635, 616,
       353, 635, 634, 278, 278,  580, 278, 975, 634, 612, 635, 635, 412, 521,
       393, 634, 592, 818, 592,  592, 525, 637, 337, 637, 838},
      {349, 457, 521, 838, 696,  1002, 873, 307,  458, 458, 523, 838, 380, 416,
       380, 366, 696, 696, 696,  696,  696, 696,  696, 696, 696, 696, 400, 400,
       838, 838, 838, 581, 1015, 774,  763, 734,  831, 684, 684, 821, 837, 373,
       500, 775, 638, 996, 837,  851,  733, 851,  771, 721, 683, 813, 774, 1104,
       771, 725, 726, 458, 366,  458,  838, 556,  500, 675, 716, 593, 716, 679,
       436, 716, 712, 343, 343,  666,  343, 1042, 712, 688, 716, 716, 494, 596,
       479, 712, 652, 924, 646,  652,  583, 712,  366, 712, 838}};
  return c >= 0x20 && c < 0x7f ? WIDTHS[bold][c - 0x20] : 640;
}

double lcm_letters_width(const char *text, double size, bool bold) {
  double width = 0;
  for (; *text; text++) {
    const unsigned char c = (unsigned char)*text;
    if (c < 0x80)
      width += letter(c, bold);
    else if (c >= 0xe0)
      width += 1000;
    else if (c >= 0xc3)
      width += bold ? 900 : 800;
    else if ((c & 0xc0) != 0x80)
      width += 400;
  }
  return width * size / 1000 * 1.01;
}

void lcm_put_html(lcm_buf *buf, const char *text) {
  while (*text) {
    const size_t n = character(text);
    switch (*text) {
    case '&':
      lcm_buf_puts(buf, "&amp;");
      break;
    case '<':
      lcm_buf_puts(buf, "&lt;");
      break;
    case '>':
      lcm_buf_puts(buf, "&gt;");
      break;
    case '"':
      lcm_buf_puts(buf, "&quot;");
      break;
    default:
      put_character(buf, text, n);
    }
    text += n ? n : 1;
  }
}

void lcm_put_quoted(lcm_buf *buf, const char *text) {
  lcm_buf_putc(buf, '"');
  while (text && *text) {
    const size_t n = character(text);
    switch (*text) {
    case '"':
      lcm_buf_puts(buf, "\\\"");
      break;
    case '\\':
      lcm_buf_puts(buf, "\\\\");
      break;
    case '&':
      lcm_buf_puts(buf, "&amp;");
      break;
    case '\n':
      lcm_buf_puts(buf, "\\n");
      break;
    default:
      put_character(buf, text, n);
    }
    text += n ? n : 1;
  }
  lcm_buf_putc(buf, '"');
}

void lcm_put_link(lcm_buf *buf, const char *prefix, lcm_loc loc) {
  static const char PLAIN[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuv"
                              "wxyz0123456789-._~/:+,=@";
  lcm_buf_printf(buf, "\"%s", prefix);
  for (const char *c = loc.file; *c; c++)
    if (strchr(PLAIN, *c))
      lcm_buf_putc(buf, *c);
    else
      lcm_buf_printf(buf, "%%%02X", (unsigned)(unsigned char)*c);
  if (loc.line)
    lcm_buf_printf(buf, "#L%u", loc.line);
  lcm_buf_putc(buf, '"');
}

/* ---- what shapes say ----------------------------------------------------- */

/* Return "text" in at most "letters" letters of "size" points as a line. */
static struct lcm_line line_of(lcm_ctx *ctx, const char *text, size_t letters,
                               double size) {
  const char *kept = lcm_text_shorten(ctx, text, letters);
  return (struct lcm_line){
      kept, lcm_letters_width(kept, size, size > LCM_PIC_DETAIL)};
}

/* Return "12.3 ms . 45 %" with a dot half way up; of tasks that run at the same
 * time, which together may take longer than the whole, their sum. */
static const char *cost_text(lcm_ctx *ctx, const lcm_prediction *prediction,
                             const lcm_shape *shape) {
  lcm_buf buf = {0};
  lcm_put_seconds(&buf, prediction, shape->time);
  if (shape->share > TOGETHER) {
    lcm_buf_puts(&buf, " on all processors");
    return lcm_cell_take(ctx, &buf);
  }
  lcm_buf_puts(&buf, " \u00b7 ");
  lcm_put_percent(&buf, shape->share);
  return lcm_cell_take(ctx, &buf);
}

/* Shapes being described. */
struct describing {
  lcm_ctx *ctx;
  const struct lcm_picture *picture;
  lcm_loc *unknown; /* the places without a cost, sorted; n_unknown of them */
  size_t n_unknown;
};

/* Compare the places at "a" and "b". */
static int compare_places(const void *a, const void *b) {
  const lcm_loc *x = a;
  const lcm_loc *y = b;
  const int files = strcmp(x->file ? x->file : "", y->file ? y->file : "");
  if (files || x->line != y->line)
    return files ? files : x->line < y->line ? -1 : 1;
  return (x->column > y->column) - (x->column < y->column);
}

/* Note where the prediction lacks costs. */
static void note_unknown(struct describing *d) {
  const lcm_prediction *prediction = d->picture->prediction;
  d->n_unknown = prediction ? prediction->n_unknown : 0;
  d->unknown = LCM_NEW_ARRAY(lcm_ctx_arena(d->ctx), lcm_loc, d->n_unknown + 1);
  for (size_t i = 0; i < d->n_unknown; i++)
    d->unknown[i] = prediction->unknown[i].loc;
  qsort(d->unknown, d->n_unknown, sizeof *d->unknown, compare_places);
}

/* Return whether the cost of "node" is not known. */
static bool is_unknown(const struct describing *d, const lcm_node *node) {
  return bsearch(&node->loc, d->unknown, d->n_unknown, sizeof *d->unknown,
                 compare_places) != NULL;
}

/* Return whether "shape" is a call in the function that it calls. */
static bool is_again(const lcm_shape *shape) {
  if (!shape->node || shape->node->kind != LCM_NODE_CALL || shape->n_parts ||
      !shape->node->u.call.callee)
    return false;
  for (const lcm_shape *at = shape->parent; at; at = at->parent)
    if (at->node && at->node->kind == LCM_NODE_CALL &&
        at->node->u.call.callee &&
        !strcmp(at->node->u.call.callee, shape->node->u.call.callee))
      return true;
  return false;
}

/* Set the second line of "shape": cost and share, where there is a cost; where
 * one is missing, that. */
static void set_detail(const struct describing *d, lcm_shape *shape) {
  const char *text = NULL;
  if (shape->time > 0)
    text = cost_text(d->ctx, d->picture->prediction, shape);
  else if (shape->node && is_unknown(d, shape->node))
    text = "no cost";
  else if (shape->occurrence && is_again(shape))
    text = "again: counted above";
  if (text)
    shape->detail = line_of(d->ctx, text, LEAF_LETTERS, LCM_PIC_DETAIL);
}

/* Append the categories of "o" that are not zero. */
static void tip_cats(lcm_buf *buf, const lcm_prediction *prediction,
                     const lcm_occurrence *o) {
  const struct lcm_loss loss = lcm_loss_of(prediction, o->cats);
  for (size_t c = 0; c < prediction->n_cats && loss.total > 0; c++) {
    if (!(o->cats[c] > loss.total * 1e-9))
      continue;
    lcm_buf_puts(buf, "\n");
    lcm_put_percent(buf, o->cats[c] / loss.total);
    lcm_buf_printf(buf, " %s", lcm_loss_title(prediction, c));
  }
}

/* Append what "prediction" says of "o". */
static void tip_cost(lcm_buf *buf, const lcm_prediction *prediction,
                     const lcm_occurrence *o) {
  lcm_buf_puts(buf, "\n");
  lcm_put_seconds(buf, prediction, o->time);
  lcm_buf_puts(buf, ", ");
  lcm_put_percent(buf, o->share);
  lcm_buf_puts(buf, " of the time, ");
  lcm_buf_short(buf, o->visits, 6);
  lcm_buf_printf(buf, o->visits == 1 ? " visit" : " visits");
  if (!prediction->is_model) {
    lcm_buf_puts(buf, ", ");
    lcm_buf_short(buf, o->processors, 4);
    lcm_buf_printf(buf, o->processors == 1 ? " processor" : " processors");
  }
  tip_cats(buf, prediction, o);
  if (o->provenance)
    lcm_buf_printf(buf, "\ncost: %s", o->provenance);
  if (o->critical)
    lcm_buf_puts(buf, "\non the critical path");
}

/* Append which edits of "program" were made of "node", and what they rest
 * on. */
static void tip_edits(lcm_buf *buf, const lcm_program *program,
                      const lcm_node *node) {
  const char *edit = NULL;
  for (size_t i = 0; program && i < program->n_premises; i++) {
    const struct lcm_premise *premise = &program->premises[i];
    if (!premise->at.file || !node->loc.file ||
        compare_places(&premise->at, &node->loc))
      continue;
    if (!edit || strcmp(edit, premise->edit) != 0)
      lcm_buf_printf(buf, "\nedited: %s", premise->edit);
    edit = premise->edit;
    lcm_buf_printf(buf, "\n%s: %s", premise->proved ? "proved" : "assumed",
                   premise->text);
  }
}

/* Return the tooltip of "shape". */
static const char *tip_of(lcm_ctx *ctx, const struct lcm_picture *picture,
                          const lcm_shape *shape) {
  static const char *const PER[] = {"", " per iteration", " per run"};
  lcm_buf buf = {0};
  const lcm_node *node = shape->node;
  const char *place = lcm_text_place(ctx, node->loc);
  lcm_buf_puts(&buf,
               lcm_text_shorten(ctx, lcm_node_title(ctx, node), TIP_LETTERS));
  if (node->name && node->label)
    lcm_buf_printf(&buf, "\n%s",
                   lcm_text_shorten(ctx, node->label, TIP_LETTERS));
  lcm_buf_printf(&buf, "\n%s%s%s", lcm_node_word(node->kind),
                 *place ? ", " : "", place);
  if (shape->occurrence)
    tip_cost(&buf, picture->prediction, shape->occurrence);
  for (size_t i = 0; i < node->n_models; i++)
    lcm_buf_printf(&buf, "\nmodel %s%s = %s", node->models[i].category,
                   PER[node->models[i].per],
                   lcm_text_shorten(ctx,
                                    lcm_text_drawn(ctx, picture->program,
                                                   node->models[i].expr),
                                    TIP_LETTERS));
  if (node->kind == LCM_NODE_OPAQUE && node->u.opaque.reason)
    lcm_buf_printf(&buf, "\nnot modelled: %s", node->u.opaque.reason);
  tip_edits(&buf, picture->program, node);
  return lcm_cell_take(ctx, &buf);
}

/* Return how many of the nodes in "shape" have a cost that is not known. */
static size_t count_unknown(const struct describing *d,
                            const lcm_shape *shape) {
  size_t n = 0;
  for (size_t i = 0; i < shape->folded.n; i++)
    n += is_unknown(d, shape->folded.at[i]);
  return n;
}

/* Return "and 14 small parts, 0.3 %". */
static const char *small_text(const struct describing *d,
                              const lcm_shape *shape) {
  lcm_buf buf = {0};
  lcm_buf_printf(&buf, "and %zu small part%s, ", shape->count,
                 shape->count == 1 ? "" : "s");
  lcm_put_percent(&buf, shape->share);
  return lcm_cell_take(d->ctx, &buf);
}

/* Say below the title of the gathered "shape" how many of its parts have no
 * cost, if any. */
static void set_unknown(const struct describing *d, lcm_shape *shape) {
  const size_t unknown = count_unknown(d, shape);
  if (unknown)
    shape->detail = line_of(
        d->ctx,
        lcm_arena_printf(lcm_ctx_arena(d->ctx), "%zu without a cost", unknown),
        LEAF_LETTERS, LCM_PIC_DETAIL);
}

/* Return "34 nodes, 2.1 % of the time", without a time where there is none. */
static const char *folded_text(const struct describing *d,
                               const lcm_shape *shape) {
  lcm_buf buf = {0};
  if (shape->gathered)
    return small_text(d, shape);
  lcm_buf_printf(&buf, "%zu node%s", shape->count,
                 shape->count == 1 ? "" : "s");
  if (shape->time > 0) {
    lcm_buf_puts(&buf, ", ");
    lcm_put_percent(&buf, shape->share);
    lcm_buf_puts(&buf, " of the time");
  }
  return lcm_cell_take(d->ctx, &buf);
}

/* Describe the folded "shape": by the title of what is folded, where that is
 * one thing, and by how much it is. */
static void describe_folded(const struct describing *d, lcm_shape *shape) {
  const lcm_node *node = shape->node;
  const char *text = folded_text(d, shape);
  const bool plain =
      node && node->kind == LCM_NODE_SERIES && !node->name && !node->label;
  const char *title = shape->title.text ? shape->title.text
                      : !node || plain  ? text
                                        : lcm_node_title(d->ctx, node);
  shape->title = line_of(d->ctx, title, LEAF_LETTERS, LCM_PIC_DETAIL);
  if (title != text && shape->count > 1 && !shape->gathered)
    shape->detail = line_of(d->ctx, text, LEAF_LETTERS, LCM_PIC_DETAIL);
  else if (shape->gathered && title == text)
    set_unknown(d, shape);
  else if (title != text)
    set_detail(d, shape);
  const char *cost =
      shape->time > 0 ? cost_text(d->ctx, d->picture->prediction, shape) : "";
  shape->tooltip =
      lcm_arena_printf(lcm_ctx_arena(d->ctx), "%s\n%zu folded%s%s",
                       node ? tip_of(d->ctx, d->picture, shape) : text,
                       shape->count, *cost ? ": " : "", cost);
}

/* Describe "shape". */
static void describe(const struct describing *d, lcm_shape *shape) {
  if (shape->kind == LCM_SHAPE_FOLDED) {
    describe_folded(d, shape);
    return;
  }
  const char *title = shape->title.text ? shape->title.text
                                        : lcm_node_title(d->ctx, shape->node);
  shape->title =
      line_of(d->ctx, title, shape->framed ? FRAME_LETTERS : LEAF_LETTERS,
              LCM_PIC_TITLE);
  if (shape->occurrence)
    set_detail(d, shape);
  shape->tooltip = tip_of(d->ctx, d->picture, shape);
  if (shape->count)
    shape->tooltip = lcm_arena_printf(
        lcm_ctx_arena(d->ctx), "%s\n%zu parts that take no time are not drawn",
        shape->tooltip, shape->count);
}

void lcm_shapes_describe(lcm_ctx *ctx, const struct lcm_picture *picture,
                         lcm_shape *const *shapes, size_t n) {
  struct describing d = {.ctx = ctx, .picture = picture};
  note_unknown(&d);
  for (size_t i = 0; i < n; i++) {
    const lcm_shape_kind kind = shapes[i]->kind;
    if ((kind != LCM_SHAPE_STACK && kind != LCM_SHAPE_ROW) || shapes[i]->framed)
      describe(&d, shapes[i]);
  }
}
