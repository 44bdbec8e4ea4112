/* Choices among two as text: what macros make of them. */
#pragma once

/* A part of a text without spaces. */
struct lcm_choice_text {
  const char *begin;
  const char *end;
};

/* Return which of the place "place" and something else the text `c ? y : n` in
 * "p" is: '>' the larger, '<' the smaller, 0 something else. */
char lcm_choice_in_text(struct lcm_choice_text p, struct lcm_choice_text place);
