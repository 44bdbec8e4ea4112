/* Documents that are open in the editor: their text as it is there. */
#pragma once

#include "base/json.h"

/* A place in a document as the protocol has it: from 0, characters in units of
 * UTF-16. */
struct lcm_position {
  size_t line;
  size_t character;
};

/* An open document. */
struct lcm_document {
  char *uri;
  char *path; /* of the file; NULL: it is none */
  lcm_buf text;
  long version;
  /* what is known of it (lsp.h), of the text as it was; NULL: nothing */
  lcm_json *found;
  lcm_json *formulas;
  lcm_json *advice;
};

/* Return the path that "uri" names, NULL where it is no file; the caller frees
 * it. */
LCM_GIVE char *lcm_uri_path(const char *uri);

/* Return the offset in "text" of "position", the nearest that there is. */
size_t lcm_document_offset(const lcm_buf *text, struct lcm_position position);

/* Return the position of the byte "column" (from 1; 0: the first that is no
 * blank) of line "line" (from 1) in "text". */
struct lcm_position lcm_document_position(const lcm_buf *text, size_t line,
                                          size_t column);

/* Return the offset of line "line" (from 0) of "text", and put its length
 * without the end of the line into "*len". */
size_t lcm_document_line(size_t *len, const lcm_buf *text, size_t line);

/* Apply "changes" (of didChange) to "document". */
void lcm_document_change(struct lcm_document *document,
                         const lcm_json *changes);

/* Read "position" of the protocol from "json". */
struct lcm_position lcm_position_read(const lcm_json *json);

/* Return "position" as JSON; the range from "from" to "to" as JSON. */
LCM_GIVE lcm_json *lcm_position_json(struct lcm_position position);
LCM_GIVE lcm_json *lcm_range_json(struct lcm_position from,
                                  struct lcm_position to);

/* Let what is known of "document" be gone: it is looked at anew. */
void lcm_document_forget(struct lcm_document *document);

/* Free what "document" holds. */
void lcm_document_free(struct lcm_document *document);
