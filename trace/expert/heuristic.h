/* Closed forms for what a restructuring gains (Sinha 1994, chapter 6), where
 * misprints of the thesis are corrected.  Advice predicts instead; they say
 * where to begin to look, and check what was predicted. */
#pragma once

#include <stddef.h>

/* Data that one processor makes and another uses. */
struct lcm_handover {
  double make; /* make, use: time for all of it on either side */
  double use;
  double send; /* send, receive: processor time of one message on either side */
  double receive;
  double latency;  /* of one message */
  double transfer; /* time for all of the data on its way */
};

/* Return the time from the beginning to the end of "h" in "parts" messages of
 * equal size: the slowest of making, using and moving a part sets the pace.
 * Equations (6.1) and (6.2) are printed with the wrong sign of the cost of
 * messages. */
double lcm_handover_time(const struct lcm_handover *h, double parts);

/* Return the number of messages, at most "most", with which "h" is done
 * first. */
size_t lcm_handover_parts(const struct lcm_handover *h, size_t most);

/* Return how much sooner "n" messages are there as one, each of which costs
 * "send" and has "latency". */
double lcm_combining_gain(double send, double latency, size_t n);

/* A time for which nothing changes. */
struct lcm_stretch {
  double length; /* of it */
  double fixed;  /* processors that execute work that was bound to them */
  /* processors that execute work that may be placed anywhere */
  double moved;
  double available; /* how much of that there is, executed or not */
};

/* How well work that may be placed anywhere was placed on "p" processors, as
 * means over time (equations 6.5 to 6.7). */
struct lcm_placing {
  double utilization; /* share of all processors that execute it */
  double of_free;     /* of those without bound work (6.5) */
  double of_work;     /* share of the available work that is executed (6.6) */
  /* share of what could be executed, work and free processors given (6.7); 1
   * while nothing could be */
  double effective;
};

/* Return how well work was placed on "p" processors in the "n" stretches "s".
 */
struct lcm_placing lcm_placing_of(const struct lcm_stretch *s, size_t n,
                                  double p);

/* Work in pieces: "time" for all, "pieces", and what handing out one costs. */
struct lcm_parcels {
  double time;
  double pieces;
  double cost;
};

/* Return what "p" processors save when "work" comes in pieces of "grain"
 * instead.  Heuristic 5 is printed with the grain in the place of the cost. */
double lcm_grain_gain(const struct lcm_parcels *work, double grain, double p);

/* Return what is lost at most where "p" processors have "counts" pieces of
 * work: of the mean time "grain" each, all in all (heuristic 7). */
double lcm_count_loss(const double *counts, size_t p, double grain);

/* Return the same where all have as many, "n" together, but pieces of the mean
 * times "grains" (heuristic 8). */
double lcm_grain_loss(const double *grains, size_t p, double n);

/* Return what "p" processors save where a chain, of which one processor after
 * the other executed a part, "length" together, could be divided, less the
 * work "overlap" that went on beside it (heuristic 4). */
double lcm_chain_gain(double length, double overlap, double p);
