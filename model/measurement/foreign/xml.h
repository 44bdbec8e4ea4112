/* Scanning XML: its tags, one after the other. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* A tag, and the text before it. */
struct lcm_xml {
  const char *at; /* at, end: behind the tag, and the end of the text */
  const char *end;
  const char *name; /* of the element, "n_name" bytes */
  size_t n_name;
  const char *attributes; /* "n_attributes" bytes */
  size_t n_attributes;
  const char *text; /* between the tag before and this one */
  size_t n_text;
  bool closes; /* it ends an element; with "empty" it begins one, too */
  bool empty;
};

/* Go to the next tag; false at the end, and where there is a '<' without its
 * '>'.  Remarks and declarations are left out. */
bool lcm_xml_next(struct lcm_xml *xml);

/* Return whether the tag is of the element "name". */
bool lcm_xml_is(const struct lcm_xml *xml, const char *name);

/* Put the value of the attribute "name" of the tag into "*out" and "*n"; false
 * where it has none. */
bool lcm_xml_attribute(const struct lcm_xml *xml, const char *name,
                       const char **out, size_t *n);
