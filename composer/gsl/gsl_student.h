/* Student's t distribution (GSL, in composer/gsl/gsl_student.c). */
#pragma once

/* Return the value that Student's t with "freedom" degrees of freedom is
 * within, to both sides of 0, with probability "level". */
double lcm_student_two_sided(double level, double freedom);
