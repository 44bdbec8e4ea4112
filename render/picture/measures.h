/* Lengths in pictures: gaps, room for lines, sizes of letters. */
#pragma once

/* Measures of the picture. */
enum {
  LCM_PIC_GAP = 18,    /* between parts one below the other */
  LCM_PIC_BESIDE = 16, /* between parts side by side */
  LCM_PIC_PAD = 10,    /* between a frame and its parts */
  LCM_PIC_FORK = 20,   /* room for the lines that fork and join */
  LCM_PIC_GUTTER = 40, /* between columns */
  LCM_PIC_ABOVE = 16,  /* a column, and below it, for the lines between them */
  LCM_PIC_BELOW = 8,
  LCM_PIC_TITLE = 11, /* size of the letters */
  LCM_PIC_DETAIL = 9, /* of smaller ones */
  LCM_PIC_BAR = 4,    /* height of the bar of categories */
  LCM_PIC_MARGIN = 8  /* around the text of a leaf, left and right */
};
