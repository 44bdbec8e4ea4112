/* Documents that are taken for programs or traces: what they are, and which
 * command reads them. */
#include "model/measurement/document.h"

#include <string.h>

#include "model/measurement/scan.h"

/* A kind of document: a row of documents.def. */
struct document {
  const char *schema; /* NULL: a trace */
  const char *mark;   /* of a trace */
  const char *what;
  const char *writer;
  const char *reader;
};

static const struct document DOCUMENTS[] = {
#define LCM_DOCUMENT(schema, what, writer, reader)                             \
  {schema, NULL, what, writer, reader},
#define LCM_TRACE(mark, what)                                                  \
  {NULL, mark, what, NULL, "'lcm trace %s' shows what is in it"},
#include "model/measurement/documents.def"
#undef LCM_DOCUMENT
#undef LCM_TRACE
};

/* What the members of a JSON document say. */
struct said {
  const char *schema; /* NULL: nothing */
  bool chrome;        /* they are of a trace for Chrome */
};

/* Take the member "key" of a document; go on where it says nothing. */
static bool take_member(struct lcm_scan *scan, const char *key, void *user) {
  struct said *said = user;
  if (!strcmp(key, "schema"))
    return lcm_scan_peek(scan) == '"' && lcm_scan_string(scan, &said->schema) &&
           false;
  said->chrome = !strcmp(key, "traceEvents");
  return !said->chrome && lcm_scan_skip(scan);
}

/* Take the member "key" of an element of a list, as take_member. */
static bool take_event(struct lcm_scan *scan, const char *key, void *user) {
  struct said *said = user;
  said->chrome = !strcmp(key, "ph");
  return !said->chrome && lcm_scan_skip(scan);
}

/* Look at the first element of a list. */
static bool take_element(struct lcm_scan *scan, const char *key, void *user) {
  (void)key;
  if (lcm_scan_peek(scan) == '{')
    (void)lcm_scan_object(scan, take_event, user);
  return false;
}

/* Return what the text says of itself. */
static struct said look(lcm_ctx *ctx, const char *name, const char *head,
                        size_t len) {
  struct said said = {NULL, false};
  struct lcm_scan scan = lcm_scan_whole(ctx, lcm_intern(ctx, name), head, len);
  const bool loud = lcm_ctx_mute(ctx, true);
  const char first = lcm_scan_peek(&scan);
  if (first == '{')
    (void)lcm_scan_object(&scan, take_member, &said);
  else if (first == '[')
    (void)lcm_scan_array(&scan, take_element, &said);
  lcm_ctx_mute(ctx, loud);
  return said;
}

/* Return whether a text that says "said" of itself is one of "kind". */
static bool is_kind(const struct document *kind, const struct said *said,
                    const char *head, size_t len) {
  const size_t n = strlen(kind->schema ? kind->schema : kind->mark);
  if (!kind->schema)
    return n ? len >= n && !memcmp(head, kind->mark, n) : said->chrome;
  return said->schema && !strncmp(said->schema, kind->schema, n) &&
         said->schema[n] == '/';
}

/* Report that the file "name" is of "kind", not what is "wanted". */
static void refuse(lcm_ctx *ctx, const char *name, const struct document *kind,
                   const char *wanted) {
  const lcm_loc at = {.file = lcm_intern(ctx, name)};
  const char *reader = kind->reader;
  const char *hole = reader ? strstr(reader, "%s") : NULL;
  if (hole)
    lcm_report(ctx, LCM_DIAG_USAGE, at, "this is %s, not %s: %.*s%s%s",
               kind->what, wanted, (int)(hole - reader), reader, name,
               hole + 2);
  else
    lcm_report(ctx, LCM_DIAG_USAGE, at,
               "this is %s, not %s: '%s' wrote it for other programs; no "
               "command reads it",
               kind->what, wanted, kind->writer);
}

bool lcm_document_refuse(lcm_ctx *ctx, const char *name, const char *head,
                         size_t len, const char *wanted) {
  const struct said said = look(ctx, name, head, len);
  const struct document *found = NULL;
  for (size_t i = 0; i < sizeof DOCUMENTS / sizeof *DOCUMENTS && !found; i++)
    if (is_kind(&DOCUMENTS[i], &said, head, len))
      found = &DOCUMENTS[i];
  if (!found || (!found->schema && !strcmp(wanted, "a trace")))
    return false;
  refuse(ctx, name, found, wanted);
  return true;
}
