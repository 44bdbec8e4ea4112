/* In which format results are written, and how text looks. */
#pragma once

#include <stdbool.h>

typedef enum lcm_format {
  LCM_FORMAT_TEXT,
  LCM_FORMAT_JSON,
  LCM_FORMAT_CSV,
  LCM_FORMAT_TSV
} lcm_format;

/* How text looks. */
struct lcm_style {
  bool colour;    /* use terminal colours */
  unsigned width; /* of the terminal in columns; 0: 80 */
  bool fits;      /* tables that are wider are divided */
};
