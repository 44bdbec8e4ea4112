#define REPEAT 8
#include "step.h"
void other(void);

void other(void) { all(3); }
