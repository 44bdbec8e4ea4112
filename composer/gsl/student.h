/* Student's t distribution (GSL, in composer/gsl/gsl_student.c). */
#ifndef LCM_COMPOSER_STUDENT_H
#define LCM_COMPOSER_STUDENT_H

#ifdef __cplusplus
extern "C" {
#endif

/* Return the value that Student's t with "freedom" degrees of freedom is
 * within, to both sides of 0, with probability "level". */
double lcm_student_two_sided(double level, double freedom);

#ifdef __cplusplus
}
#endif

#endif
