/* What the members of structures hold all the time: members that a program sets
 * once, or always to the same.
 *
 * Functions say in the attribute LCM_MEMBERS what they do to members, in words
 * between semicolons; those of a file, too, are with its first function.  M is
 * the key of a member, S of a structure ("M" begins with that), O an offset.
 * Variables at file scope, and members of one to which nothing points, have
 * keys of their own, and the same words.
 *
 *   P NAME M    the name is the member in expressions of the function
 *   R M|S O     it reads the member, or one or another of S
 *   W M O E     it sets the member to E, once in each call
 *   A M O       likewise, to what is not known
 *   E M O E     likewise, unless an argument of the program gives it a value
 *   D M O E     likewise, maybe never or often
 *   B M O E     a list of initializers does
 *   U M         it may change to what is not known
 *   Z M|S O     one begins with zeros, O = 0: before the run
 *   S S         members may change unseen
 *   X S NAME    a variable with some is defined elsewhere; where no file says
 *               so, and the program lacks no function, one without functions
 *               does, and what it begins with is not known
 *   N NAME      it is defined here
 *   G S F       a pointer to one is given to the function F
 *   H S F       likewise, and no pointers lie in it
 *   V A B       B (f#0: parameter 0 of f; *P#0: of what a call through the
 *               pointer P goes to; ?: any pointer to void; !: what writes to
 *               it) gets the pointer to void that A (%: to something else) is,
 *               or leads to
 *   Y S B 0 H   B gets a pointer to the structure S, which begins with a H
 *   T S B O H   the pointer to void B becomes one to the structure S, which
 *               begins with a H (-: it lies in another)
 *   F NAME      the variable is known by its name
 *   C NAME      the parameter changes
 *   Q = 0 E     it returns E, made of its parameters and of names as above
 *   L - O       it may be left, or go elsewhere
 *   M V         the variable V is a structure, or a pointer to one, and gets
 *               what calls return alone (=: what it returns is)
 *   J V O X     it gets what the call at O returns; X: memory for it alone
 *   c V O X     the call at O gets it; X: in a loop that V outlives
 *   I M O V     the W or A of M at O is of the structure of V
 *   K V         it returns V, or nothing
 *   a *         a structure to which a pointer leads gets the value of
 *               another */
#pragma once

#include "model/link/returned.h"

#define LCM_MEMBERS "members"

/* Return "program" with LETs for what calls return, and, where it is "whole",
 * with params for the members that hold one value from
 * when they are set, as far as that is known. */
const lcm_program *lcm_members_settle(lcm_ctx *ctx, const lcm_program *program,
                                      bool whole);
