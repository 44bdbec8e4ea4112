/* Pictures in files: in SVG, or in what lcm-render makes of it. */
#pragma once

#include "cmd/command.h"

/* A picture for lcm-render. */
struct command_drawing {
  const char *text;
  size_t len;
  bool is_svg;      /* else it is DOT */
  const char *type; /* that it is to have: svg, png, pdf */
};

/* Have lcm-render draw "drawing" and write it to "file" (NULL: standard
 * output). */
lcm_status command_draw(struct command *command,
                        const struct command_drawing *drawing,
                        const char *file);

/* Return whether the names of files that "command" is to write pictures to end
 * in something that there is, and what it writes takes the place of no source
 * that it reads; else there is a message. */
bool command_check_endings(const struct command *command);

/* Write "svg", which is freed, to "file", as the end of its name says: .png,
 * .pdf, else SVG. */
lcm_status command_write_picture(struct command *command, lcm_buf *svg,
                                 const char *file);
