#ifndef LCM_SPEND_H
#define LCM_SPEND_H

/* Work for "ms" milliseconds. */
void spend(double ms);

#endif
