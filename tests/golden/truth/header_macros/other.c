#define REPEAT 16
#include "step.h"
void other(void);

void other(void) { all(3); }
