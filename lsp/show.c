/* What is known of a document as the editor shows it. */
#include "lsp/show.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "render/table/table.h"

/* Parts that take less of the time than this get no hint. */
static const double LEAST = 0.01;

/* Severities of the protocol. */
enum { ERROR = 1, WARNING, INFORMATION, HINT };

/* Return the member "key" of "json" as a text, "" for none. */
static const char *text_of(const lcm_json *json, const char *key) {
  const char *text = lcm_json_text(lcm_json_get(json, key));
  return text ? text : "";
}

/* Return the member "key" of "json" as a number, 0 for none. */
static double number_of(const lcm_json *json, const char *key) {
  double value = 0;
  return lcm_json_number(&value, lcm_json_get(json, key)) ? value : 0;
}

/* Return the line of "json" (from 1; 1 where there is none). */
static size_t line_of(const lcm_json *json) {
  const double line = number_of(json, "line");
  return line >= 1 ? (size_t)line : 1;
}

/* Return the range from "column" (from 1; 0: the first that is no blank) of
 * line "line" of "document" to the end of that line. */
static lcm_json *rest_of_line(const struct lcm_document *document, size_t line,
                              size_t column) {
  size_t len = 0;
  lcm_document_line(&len, &document->text, line - 1);
  return lcm_range_json(lcm_document_position(&document->text, line, column),
                        lcm_document_position(&document->text, line, len + 1));
}

/* ---- diagnostics --------------------------------------------------------- */

/* Return a diagnostic of "document" at line "line". */
static lcm_json *diagnostic(const struct lcm_document *document, size_t line,
                            size_t column, int severity, const char *id,
                            const char *message) {
  return LCM_JSON_NEW({"range", rest_of_line(document, line, column)},
                      {"severity", lcm_json_real(severity)},
                      {"code", LCM_JSON(id)}, {"source", LCM_JSON("lcm")},
                      {"message", LCM_JSON(message)});
}

/* Return the severity called "name". */
static int severity_of(const char *name) {
  return !strcmp(name, "error")     ? ERROR
         : !strcmp(name, "warning") ? WARNING
                                    : INFORMATION;
}

LCM_GIVE lcm_json *lcm_show_diagnostics(const struct lcm_document *document) {
  const lcm_json *all = lcm_json_get(document->found, "diagnostics");
  const lcm_json *findings = lcm_json_get(document->advice, "findings");
  lcm_json *out = lcm_json_array();
  for (size_t i = 0; i < lcm_json_size(all); i++) {
    const lcm_json *one = lcm_json_at(all, i);
    lcm_json_add(out, diagnostic(document, line_of(one),
                                 (size_t)number_of(one, "column"),
                                 severity_of(text_of(one, "severity")),
                                 text_of(one, "id"), text_of(one, "message")));
  }
  for (size_t i = 0; i < lcm_json_size(findings); i++) {
    const lcm_json *one = lcm_json_at(findings, i);
    lcm_json_add(out, diagnostic(document, line_of(one), 0, HINT,
                                 text_of(one, "id"), text_of(one, "message")));
  }
  return out;
}

/* ---- lenses and hints ---------------------------------------------------- */

/* Append what "node" takes: "4.2 ms, 18 % of the time, 30 % lost to li". */
static void put_node(lcm_buf *buf, const lcm_json *node) {
  lcm_put_time(buf, number_of(node, "time"));
  lcm_buf_puts(buf, ", ");
  lcm_put_percent(buf, number_of(node, "share"));
  lcm_buf_puts(buf, " of the time");
  if (*text_of(node, "lost")) {
    lcm_buf_puts(buf, ", ");
    lcm_put_percent(buf, number_of(node, "lost_share"));
    lcm_buf_printf(buf, " lost, most to %s",
                   lcm_amount_title(text_of(node, "lost")));
  }
  if (lcm_json_is_true(lcm_json_get(node, "critical")))
    lcm_buf_puts(buf, ", critical");
}

/* Return a lens with "title" above line "line" of "document". */
static lcm_json *lens(const struct lcm_document *document, size_t line,
                      const char *title) {
  const struct lcm_position at =
      lcm_document_position(&document->text, line, 0);
  lcm_json *command =
      LCM_JSON_NEW({"title", LCM_JSON(title)}, {"command", LCM_JSON("")});
  return LCM_JSON_NEW({"range", lcm_range_json(at, at)}, {"command", command});
}

LCM_GIVE lcm_json *lcm_show_lenses(const struct lcm_document *document) {
  const lcm_json *nodes = lcm_json_get(document->found, "nodes");
  const char *headline = text_of(document->found, "headline");
  lcm_json *out = lcm_json_array();
  if (*headline)
    lcm_json_add(out, lens(document, 1, headline));
  for (size_t i = 0; i < lcm_json_size(nodes); i++) {
    const lcm_json *node = lcm_json_at(nodes, i);
    lcm_buf title = {0};
    if (!lcm_json_is_true(lcm_json_get(node, "parallel")))
      continue;
    put_node(&title, node);
    lcm_buf_printf(&title, " (p = %g)", number_of(document->found, "p"));
    lcm_json_add(out,
                 lens(document, line_of(node), title.text ? title.text : ""));
    lcm_buf_free(&title);
  }
  return out;
}

LCM_GIVE lcm_json *lcm_show_hints(const struct lcm_document *document,
                                  size_t from, size_t to) {
  const lcm_json *nodes = lcm_json_get(document->found, "nodes");
  lcm_json *out = lcm_json_array();
  for (size_t i = 0; i < lcm_json_size(nodes); i++) {
    const lcm_json *node = lcm_json_at(nodes, i);
    const size_t line = line_of(node);
    size_t len = 0;
    lcm_buf label = {0};
    if (!lcm_json_is_true(lcm_json_get(node, "shown")) ||
        number_of(node, "share") < LEAST || line - 1 < from || line - 1 > to)
      continue;
    lcm_document_line(&len, &document->text, line - 1);
    lcm_put_time(&label, number_of(node, "time"));
    lcm_buf_puts(&label, ", ");
    lcm_put_percent(&label, number_of(node, "share"));
    lcm_json_add(
        out, LCM_JSON_NEW({"position", lcm_position_json(lcm_document_position(
                                           &document->text, line, len + 1))},
                          {"label", LCM_JSON(label.text ? label.text : "")},
                          {"paddingLeft", lcm_json_bool(true)}));
    lcm_buf_free(&label);
  }
  return out;
}

/* Return the closed form of the run that begins in line "line" (from 0) of
 * "document", "" where none is known. */
static const char *formula_of(const struct lcm_document *document,
                              size_t line) {
  for (size_t i = 0; i < lcm_json_size(document->formulas); i++) {
    const lcm_json *one = lcm_json_at(document->formulas, i);
    if (line_of(one) - 1 == line)
      return text_of(one, "text");
  }
  return "";
}

LCM_GIVE char *lcm_show_hover(const struct lcm_document *document,
                              size_t line) {
  const lcm_json *nodes = lcm_json_get(document->found, "nodes");
  const char *formula = formula_of(document, line);
  lcm_buf out = {0};
  for (size_t i = 0; i < lcm_json_size(nodes); i++) {
    const lcm_json *node = lcm_json_at(nodes, i);
    if (line_of(node) - 1 != line || !*text_of(node, "label"))
      continue;
    lcm_buf_printf(&out, "%s`%s`: ", out.len ? "\n\n" : "",
                   text_of(node, "label"));
    put_node(&out, node);
    lcm_buf_printf(&out, "; cost: %s", text_of(node, "provenance"));
    if (*formula && lcm_json_is_true(lcm_json_get(node, "whole")))
      lcm_buf_printf(&out, "\n\n```\ntime = %s\n```", formula);
  }
  if (!out.len)
    return NULL;
  lcm_buf_printf(&out, "\n\np = %g", number_of(document->found, "p"));
  return lcm_buf_take(&out);
}

/* ---- actions ------------------------------------------------------------- */

/* Return the action "title" of "kind" that inserts "text" before line "line"
 * of "document", as far to the right as that begins. */
static lcm_json *insertion(const struct lcm_document *document, size_t line,
                           const char *title, const char *kind,
                           const char *text) {
  size_t len = 0;
  const size_t start = lcm_document_line(&len, &document->text, line - 1);
  const struct lcm_position at =
      lcm_document_position(&document->text, line, 1);
  size_t blank = 0;
  lcm_buf buf = {0};
  while (blank < len && strchr(" \t", document->text.text[start + blank]))
    blank++;
  if (blank && *text != '#')
    lcm_buf_add(&buf, document->text.text + start, blank);
  lcm_buf_printf(&buf, "%s\n", text);
  lcm_json *edits = lcm_json_array();
  lcm_json_add(edits,
               LCM_JSON_NEW({"range", lcm_range_json(at, at)},
                            {"newText", LCM_JSON(buf.text ? buf.text : "")}));
  lcm_buf_free(&buf);
  return LCM_JSON_NEW(
      {"title", LCM_JSON(title)}, {"kind", LCM_JSON(kind)},
      {"edit",
       LCM_JSON_NEW({"changes", LCM_JSON_NEW({document->uri, edits})})});
}

/* Return the action that makes the edit of "finding" in the text of
 * "document". */
static lcm_json *rewriting(const struct lcm_document *document,
                           const lcm_json *finding) {
  const lcm_json *change = lcm_json_get(finding, "change");
  const struct lcm_position from = lcm_document_position(
      &document->text, (size_t)number_of(change, "from"), 1);
  const struct lcm_position to = lcm_document_position(
      &document->text, (size_t)number_of(change, "to"), 1);
  lcm_buf title = {0};
  lcm_json *edits = lcm_json_array();
  lcm_buf_printf(&title, "%s (lcm)", text_of(finding, "edit"));
  lcm_json_add(edits,
               LCM_JSON_NEW({"range", lcm_range_json(from, to)},
                            {"newText", LCM_JSON(text_of(change, "text"))}));
  lcm_json *action = LCM_JSON_NEW(
      {"title", LCM_JSON(title.text ? title.text : "")},
      {"kind", LCM_JSON("refactor.rewrite")},
      {"edit",
       LCM_JSON_NEW({"changes", LCM_JSON_NEW({document->uri, edits})})});
  lcm_buf_free(&title);
  return action;
}

/* Add the actions of the findings about lines from "from" to "to" of
 * "document" to "out". */
static void add_findings(lcm_json *out, const struct lcm_document *document,
                         size_t from, size_t to) {
  const lcm_json *findings = lcm_json_get(document->advice, "findings");
  for (size_t i = 0; i < lcm_json_size(findings); i++) {
    const lcm_json *one = lcm_json_at(findings, i);
    const size_t line = line_of(one);
    if (line - 1 >= from && line - 1 <= to && lcm_json_get(one, "change"))
      lcm_json_add(out, rewriting(document, one));
  }
}

LCM_GIVE lcm_json *lcm_show_actions(const struct lcm_document *document,
                                    size_t from, size_t to) {
  const lcm_json *loops = lcm_json_get(document->advice, "loops");
  const lcm_json *nodes = lcm_json_get(document->found, "nodes");
  lcm_json *out = lcm_json_array();
  for (size_t i = 0; i < lcm_json_size(loops); i++) {
    const lcm_json *loop = lcm_json_at(loops, i);
    const size_t line = line_of(loop);
    if (line - 1 >= from && line - 1 <= to && *text_of(loop, "pragma"))
      lcm_json_add(out, insertion(document, line, text_of(loop, "title"),
                                  "refactor.rewrite", text_of(loop, "pragma")));
  }
  add_findings(out, document, from, to);
  for (size_t i = 0; i < lcm_json_size(nodes); i++) {
    const lcm_json *node = lcm_json_at(nodes, i);
    const size_t line = line_of(node);
    if (line - 1 < from || line - 1 > to ||
        !lcm_json_is_true(lcm_json_get(node, "shown")))
      continue;
    lcm_buf text = {0};
    lcm_buf_puts(&text, "// lcm: model time = ");
    lcm_put_time(&text, number_of(node, "time"));
    lcm_json_add(out, insertion(document, line, "Say what this costs (lcm)",
                                "refactor", text.text ? text.text : ""));
    lcm_buf_free(&text);
    break;
  }
  return out;
}
