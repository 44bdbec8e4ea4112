/* JSON text, value by value. */
#include "trace/read/json.h"

#include <ctype.h>
#include <string.h>

enum { DEPTH = 512, KEY = 64 };

int trace_json_peek(struct trace_input *in) {
  int c = trace_peek(in);
  while (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
    in->line += c == '\n';
    in->at++;
    c = trace_peek(in);
  }
  return c;
}

enum trace_json trace_json_expect(struct trace_input *in, int c) {
  const int found = trace_json_peek(in);
  if (found != c)
    return found < 0 ? TRACE_JSON_CUT : TRACE_JSON_BAD;
  in->at++;
  return TRACE_JSON_OK;
}

/* Append the byte "c" to "text", which has "*n". */
static void put(struct trace_text text, size_t *n, int c) {
  if (*n + 1 < text.room)
    text.at[(*n)++] = (char)c;
}

/* Append the character "code" in UTF-8. */
static void put_code(struct trace_text text, size_t *n, unsigned code) {
  if (code < 0x80) {
    put(text, n, (int)code);
    return;
  }
  if (code < 0x800) {
    put(text, n, (int)(0xC0 | code >> 6));
  } else {
    put(text, n, (int)(0xE0 | code >> 12));
    put(text, n, (int)(0x80 | (code >> 6 & 0x3F)));
  }
  put(text, n, (int)(0x80 | (code & 0x3F)));
}

/* Read what is behind a backslash. */
static enum trace_json escape(struct trace_input *in, struct trace_text text,
                              size_t *n) {
  static const char FROM[] = "bfnrt";
  static const char TO[] = "\b\f\n\r\t";
  const int c = trace_next(in);
  const char *found = c > 0 ? strchr(FROM, c) : NULL;
  unsigned code = 0;
  if (c != 'u') {
    put(text, n, found ? TO[found - FROM] : c);
    return c < 0 ? TRACE_JSON_CUT : TRACE_JSON_OK;
  }
  for (int i = 0; i < 4; i++) {
    const int digit = trace_next(in);
    if (digit < 0 || !isxdigit(digit))
      return digit < 0 ? TRACE_JSON_CUT : TRACE_JSON_BAD;
    code = code * 16 +
           (unsigned)(isdigit(digit) ? digit - '0' : tolower(digit) - 'a' + 10);
  }
  put_code(text, n, code >= 0xD800 && code < 0xE000 ? '?' : code ? code : '?');
  return TRACE_JSON_OK;
}

enum trace_json trace_json_string(struct trace_input *in,
                                  struct trace_text text) {
  enum trace_json found = trace_json_expect(in, '"');
  size_t n = 0;
  if (found)
    return found;
  for (int c = trace_next(in); c != '"'; c = trace_next(in)) {
    if (c < 0)
      return TRACE_JSON_CUT;
    if (c != '\\')
      put(text, &n, c ? c : '?');
    else if ((found = escape(in, text, &n)))
      return found;
  }
  if (text.room)
    text.at[n] = '\0';
  return TRACE_JSON_OK;
}

enum trace_json trace_json_scalar(struct trace_input *in,
                                  struct trace_text text) {
  size_t n = 0;
  int c = trace_json_peek(in);
  if (c == '"')
    return trace_json_string(in, text);
  while (c > 0 && (isalnum(c) || strchr("+-._", c))) {
    put(text, &n, c);
    in->at++;
    c = trace_peek(in);
  }
  text.at[n] = '\0';
  return c < 0 ? TRACE_JSON_CUT : n ? TRACE_JSON_OK : TRACE_JSON_BAD;
}

/* Read the value that begins with "c", which is no string; return how many
 * levels deeper the text is behind it, DEPTH where it is no value. */
static int step(struct trace_input *in, int c) {
  char word[KEY];
  const struct trace_text text = {word, sizeof word};
  if (c < 0 || !strchr("[]{},:", c))
    return trace_json_scalar(in, text) == TRACE_JSON_BAD ? DEPTH : 0;
  in->at++;
  return c == '[' || c == '{' ? 1 : c == ']' || c == '}' ? -1 : 0;
}

enum trace_json trace_json_skip(struct trace_input *in) {
  int depth = 0;
  do {
    const int c = trace_json_peek(in);
    if (c < 0)
      return TRACE_JSON_CUT;
    if (c == '"') {
      const enum trace_json found =
          trace_json_string(in, (struct trace_text){NULL, 0});
      if (found)
        return found;
    } else {
      depth += step(in, c);
    }
    if (depth < 0 || depth >= DEPTH)
      return TRACE_JSON_BAD;
  } while (depth);
  return TRACE_JSON_OK;
}

enum trace_json trace_json_object(struct trace_input *in,
                                  trace_json_member *member, void *user) {
  char key[KEY];
  enum trace_json found = trace_json_expect(in, '{');
  if (!found && trace_json_peek(in) == '}')
    return trace_json_expect(in, '}');
  while (!found) {
    found = trace_json_string(in, (struct trace_text){key, sizeof key});
    found = found ? found : trace_json_expect(in, ':');
    found = found ? found : member(in, key, user);
    if (found || trace_json_peek(in) == '}')
      break;
    found = trace_json_expect(in, ',');
  }
  return found ? found : trace_json_expect(in, '}');
}
