/* Scanning XML: its tags, one after the other. */
#include "model/measurement/foreign/xml.h"

#include <ctype.h>
#include <string.h>

/* Return the place behind "what" at or behind "at", "end" where it is not
 * there. */
static const char *behind(const char *at, const char *end, const char *what) {
  const size_t n = strlen(what);
  for (; (size_t)(end - at) >= n; at++)
    if (!memcmp(at, what, n))
      return at + n;
  return end;
}

/* Return whether the text at "at" begins with "what". */
static bool begins(const char *at, const char *end, const char *what) {
  const size_t n = strlen(what);
  return (size_t)(end - at) >= n && !memcmp(at, what, n);
}

/* Take the tag that begins at "at" and ends before "stop". */
static void take(struct lcm_xml *xml, const char *at, const char *stop) {
  xml->closes = at < stop && *at == '/';
  xml->empty = stop > at && stop[-1] == '/' && !xml->closes;
  at += xml->closes;
  stop -= xml->empty;
  xml->name = at;
  while (at < stop && !isspace((unsigned char)*at))
    at++;
  xml->n_name = (size_t)(at - xml->name);
  xml->attributes = at;
  xml->n_attributes = (size_t)(stop - at);
}

bool lcm_xml_next(struct lcm_xml *xml) {
  xml->text = xml->at;
  while (xml->at < xml->end) {
    const char *open = memchr(xml->at, '<', (size_t)(xml->end - xml->at));
    if (!open)
      return false;
    if (begins(open, xml->end, "<!--"))
      xml->at = behind(open, xml->end, "-->");
    else if (begins(open, xml->end, "<?") || begins(open, xml->end, "<!"))
      xml->at = behind(open, xml->end, ">");
    else {
      const char *close = memchr(open, '>', (size_t)(xml->end - open));
      if (!close)
        return false;
      xml->n_text = (size_t)(open - xml->text);
      take(xml, open + 1, close);
      xml->at = close + 1;
      return true;
    }
    xml->text = xml->at;
  }
  return false;
}

bool lcm_xml_is(const struct lcm_xml *xml, const char *name) {
  return xml->n_name == strlen(name) && !memcmp(xml->name, name, xml->n_name);
}

bool lcm_xml_attribute(const struct lcm_xml *xml, const char *name,
                       const char **out, size_t *n) {
  const char *end = xml->attributes + xml->n_attributes;
  const size_t length = strlen(name);
  for (const char *at = xml->attributes; at < end;) {
    while (at < end && isspace((unsigned char)*at))
      at++;
    const char *key = at;
    while (at < end && *at != '=')
      at++;
    const bool found =
        (size_t)(at - key) == length && !memcmp(key, name, length);
    const char quote = end - at > 1 ? at[1] : '\0';
    if (quote != '"' && quote != '\'')
      return false;
    const char *value = at + 2;
    const char *stop = memchr(value, quote, (size_t)(end - value));
    if (!stop)
      return false;
    if (found) {
      *out = value;
      *n = (size_t)(stop - value);
      return true;
    }
    at = stop + 1;
  }
  return false;
}
