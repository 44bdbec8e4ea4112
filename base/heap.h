/* How malloc() gets its memory from the system. */
#pragma once

/* Make malloc() of this process, which has one thread yet and ends once its
 * work is done, serve all threads from one heap that grows in large steps and
 * gives nothing back before the end: large syntax trees then take fewer calls
 * of the system.  Does nothing with C libraries other than GNU's. */
void lcm_heap_prepare(void);
