/* What the programs of the tutorial share: frames of n x n pixels, kept packed
 * as differences between neighbours. */
#ifndef TUTORIAL_PACK_H
#define TUTORIAL_PACK_H

typedef unsigned char byte;

#define REACH 8

/* Put frames that are the same on every machine into "packed". */
void fill(int n, int frames, byte packed[frames][n][n]);

/* Unpack "from" into "to"; every pixel needs the one before. */
void unpack(int n, byte from[n][n], byte to[n][n]);

/* Pack "from" into "to". */
void pack(int n, byte from[n][n], byte to[n][n]);

/* Return the mean of the pixels of "row" around "j", REACH to either side. */
byte across(int n, byte row[n], int j);

/* Return the mean of the pixels of "a" around row "i", in column "j". */
byte down(int n, byte a[n][n], int i, int j);

/* Return how many of "packed" are not what fill() made, blurred. */
int check(int n, int frames, byte packed[frames][n][n]);

#endif
