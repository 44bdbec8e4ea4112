/* JSON values to text, indented so that short ones take one line. */
#pragma once

#include "base/json.h"

/* Return the text of "value" with a newline at the end: indented by two, what
 * fits on a line on one (all of it where it is nested too deeply for lines);
 * the caller frees it, and "value" is freed.  NULL where memory ran out. */
LCM_GIVE char *lcm_json_print(LCM_TAKE lcm_json *value);

/* Append "text" as a JSON string ('?' for bytes that are no UTF-8), "value" as
 * a JSON number, null where it is not finite. */
void lcm_json_put_string(lcm_buf *buf, const char *text);
void lcm_json_put_number(lcm_buf *buf, double value);
