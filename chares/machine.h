/* What simulated processors cost: machines that have a name, and files. */
#pragma once

#include "chares/md.h"

enum { MD_WRONG_TEXT = 300 };

/* Put the costs of the machine "name", or of the file of that name, into
 * "*machine", for "p" processors; return 0, or -1 with what is wrong in
 * "wrong", of MD_WRONG_TEXT bytes. */
int lcm_md_machine_read(struct md_machine *machine, const char *name, int p,
                        char *wrong);
