/* Reading profiles of pprof (protocol buffers). */
#include "model/measurement/foreign/pprof.h"

#include <math.h>
#include <string.h>

#include "model/measurement/foreign/protobuf.h"
#include "model/measurement/foreign/tally.h"
#include "model/measurement/scan.h"

/* Fields of messages, as profile.proto numbers them. */
enum {
  PROFILE_SAMPLE_TYPE = 1,
  PROFILE_SAMPLE = 2,
  PROFILE_LOCATION = 4,
  PROFILE_FUNCTION = 5,
  PROFILE_STRING = 6,
  PROFILE_DURATION = 10,
  TYPE_TYPE = 1,
  TYPE_UNIT = 2,
  SAMPLE_LOCATION = 1,
  SAMPLE_VALUE = 2,
  LOCATION_ID = 1,
  LOCATION_ADDRESS = 3,
  LOCATION_LINE = 4,
  LINE_FUNCTION = 1,
  FUNCTION_ID = 1,
  FUNCTION_NAME = 2,
  FUNCTION_FILE = 4
};

/* What a value of samples is: numbers of strings. */
struct type {
  uint64_t name;
  uint64_t unit;
};

/* A function: numbers of strings. */
struct function {
  uint64_t name;
  uint64_t file;
};

/* A place in the code. */
struct location {
  uint64_t function; /* the innermost one; 0 unknown */
  uint64_t address;
};

/* The profile. */
struct pprof {
  struct lcm_reading *reading;
  LCM_LIST(struct lcm_protobuf) strings;
  LCM_LIST(struct type) types;
  LCM_LIST(struct function) functions;
  LCM_LIST(struct location) locations;
  lcm_map function_of; /* from ids, which are not 0 */
  lcm_map location_of;
  double duration; /* nanoseconds; NAN unknown */
  size_t wrong;    /* samples that were left out */
};

/* Return whether "field" can be one of a profile. */
static bool is_fitting(const struct lcm_protobuf_field *field) {
  static const char KINDS[] = "-bbbbbbnnnnbn*n";
  const char kind =
      field->number < sizeof KINDS - 1 ? KINDS[field->number] : '-';
  return kind == '*' || kind == (field->packed ? 'b' : 'n');
}

/* Return whether "wire" is what a value of samples is: two numbers at most. */
static bool is_type(struct lcm_protobuf wire) {
  struct lcm_protobuf_field field;
  bool good = wire.at < wire.end;
  while (good && lcm_protobuf_next(&wire, &field))
    good = !field.packed && (field.number == 1 || field.number == 2);
  return good && wire.at == wire.end;
}

bool lcm_measured_is_pprof(const struct lcm_measured_look *look) {
  const unsigned char *bytes = (const unsigned char *)look->all.text;
  struct lcm_protobuf wire = {bytes, bytes + look->all.len};
  struct lcm_protobuf_field field;
  enum { FIRST = 8 };
  bool typed = false;
  bool good = true;
  for (int i = 0; i < FIRST && good && lcm_protobuf_next(&wire, &field); i++) {
    good = is_fitting(&field);
    if (field.number != PROFILE_SAMPLE_TYPE)
      continue;
    typed = is_type(field.inside);
    good = good && typed;
  }
  return good && typed;
}

/* Return string number "i" of "all", interned. */
static const char *string_of(const struct pprof *all, uint64_t i) {
  if (i >= all->strings.n)
    return lcm_intern(all->reading->ctx, "");
  const struct lcm_protobuf *bytes = &all->strings.at[i];
  return lcm_measured_name(all->reading->ctx, (const char *)bytes->at,
                           (size_t)(bytes->end - bytes->at));
}

/* Let "id" stand for "value" in "map". */
static void put_id(struct pprof *all, lcm_map *map, uint64_t id, size_t value) {
  if (id)
    lcm_map_put(lcm_ctx_arena(all->reading->ctx), map,
                (const void *)(uintptr_t)id, value);
}

/* ---- tables --------------------------------------------------------------
 */

/* Read what a value of samples is. */
static void read_type(struct pprof *all, struct lcm_protobuf wire) {
  struct lcm_protobuf_field field;
  struct type type = {0, 0};
  while (lcm_protobuf_next(&wire, &field))
    if (field.number == TYPE_TYPE)
      type.name = field.value;
    else if (field.number == TYPE_UNIT)
      type.unit = field.value;
  LCM_LIST_ADD(lcm_ctx_arena(all->reading->ctx), &all->types, type);
}

/* Read a function. */
static void read_function(struct pprof *all, struct lcm_protobuf wire) {
  struct lcm_protobuf_field field;
  struct function function = {0, 0};
  uint64_t id = 0;
  while (lcm_protobuf_next(&wire, &field))
    if (field.number == FUNCTION_ID)
      id = field.value;
    else if (field.number == FUNCTION_NAME)
      function.name = field.value;
    else if (field.number == FUNCTION_FILE)
      function.file = field.value;
  put_id(all, &all->function_of, id, all->functions.n);
  LCM_LIST_ADD(lcm_ctx_arena(all->reading->ctx), &all->functions, function);
}

/* Return the function that a line is in. */
static uint64_t function_of_line(struct lcm_protobuf wire) {
  struct lcm_protobuf_field field;
  uint64_t function = 0;
  while (lcm_protobuf_next(&wire, &field))
    if (field.number == LINE_FUNCTION)
      function = field.value;
  return function;
}

/* Read a location; of its lines the first is of the function that was inlined
 * into the others. */
static void read_location(struct pprof *all, struct lcm_protobuf wire) {
  struct lcm_protobuf_field field;
  struct location location = {0, 0};
  uint64_t id = 0;
  while (lcm_protobuf_next(&wire, &field))
    if (field.number == LOCATION_ID)
      id = field.value;
    else if (field.number == LOCATION_ADDRESS)
      location.address = field.value;
    else if (field.number == LOCATION_LINE && !location.function)
      location.function = function_of_line(field.inside);
  put_id(all, &all->location_of, id, all->locations.n);
  LCM_LIST_ADD(lcm_ctx_arena(all->reading->ctx), &all->locations, location);
}

/* Read all but the samples; false where the bytes are no profile. */
static bool read_tables(struct pprof *all, struct lcm_protobuf wire) {
  struct lcm_protobuf_field field;
  while (lcm_protobuf_next(&wire, &field))
    if (field.number == PROFILE_SAMPLE_TYPE)
      read_type(all, field.inside);
    else if (field.number == PROFILE_LOCATION)
      read_location(all, field.inside);
    else if (field.number == PROFILE_FUNCTION)
      read_function(all, field.inside);
    else if (field.number == PROFILE_STRING)
      LCM_LIST_ADD(lcm_ctx_arena(all->reading->ctx), &all->strings,
                   field.inside);
    else if (field.number == PROFILE_DURATION && field.value)
      all->duration = (double)field.value;
  return wire.at == wire.end;
}

/* ---- samples -------------------------------------------------------------
 */

/* Return the number of the value that is a time, 0 where none is, and put the
 * seconds that 1 is into "*seconds", 0 where it is no time. */
static size_t find_time(const struct pprof *all, double *seconds) {
  static const struct {
    const char *word;
    double seconds;
  } UNITS[] = {{"nanoseconds", 1e-9},
               {"microseconds", 1e-6},
               {"milliseconds", 1e-3},
               {"seconds", 1}};
  *seconds = 0;
  for (size_t i = 0; i < all->types.n; i++)
    for (size_t k = 0; k < sizeof UNITS / sizeof *UNITS; k++)
      if (!strcmp(string_of(all, all->types.at[i].unit), UNITS[k].word)) {
        *seconds = UNITS[k].seconds;
        return i;
      }
  return 0;
}

/* Return what the function at location "id" is called. */
static const char *name_at(const struct pprof *all, uint64_t id) {
  lcm_ctx *ctx = all->reading->ctx;
  size_t i = 0;
  size_t k = 0;
  if (!id || !lcm_map_get(&all->location_of, (const void *)(uintptr_t)id, &i))
    return lcm_intern(ctx, "?");
  const struct location *location = &all->locations.at[i];
  if (!location->function ||
      !lcm_map_get(&all->function_of,
                   (const void *)(uintptr_t)location->function, &k))
    return lcm_intern(ctx,
                      lcm_arena_printf(lcm_ctx_arena(ctx), "0x%llx",
                                       (unsigned long long)location->address));
  const char *name = string_of(all, all->functions.at[k].name);
  const char *file = string_of(all, all->functions.at[k].file);
  return *file ? LCM_INTERN_JOINED(ctx, file, ":", name) : name;
}

/* Put number "i" of the numbers of "field", of which "*seen" came before, into
 * "*out", where it is among them. */
static void pick(const struct lcm_protobuf_field *field, size_t i, size_t *seen,
                 uint64_t *out) {
  struct lcm_protobuf inside = field->inside;
  uint64_t value = field->value;
  bool more = !field->packed || lcm_protobuf_number(&inside, &value);
  while (more) {
    if ((*seen)++ == i)
      *out = value;
    more = field->packed && lcm_protobuf_number(&inside, &value);
  }
}

/* Read a sample, whose value number "which" counts, into "tally". */
static void read_sample(struct pprof *all, struct lcm_tally *tally,
                        struct lcm_protobuf wire, size_t which) {
  struct lcm_protobuf_field field;
  uint64_t location = 0;
  uint64_t value = 0;
  size_t locations = 0;
  size_t values = 0;
  while (lcm_protobuf_next(&wire, &field))
    if (field.number == SAMPLE_LOCATION)
      pick(&field, 0, &locations, &location);
    else if (field.number == SAMPLE_VALUE)
      pick(&field, which, &values, &value);
  if (wire.at != wire.end || values <= which || value > INT64_MAX)
    all->wrong++;
  else
    lcm_tally_add(tally, name_at(all, location), (double)value, 0);
}

/* Report what was left out of "all". */
static void report(const struct pprof *all, bool whole) {
  const lcm_loc at = {all->reading->file, 0, 0, 0, 0};
  if (!whole)
    lcm_report(all->reading->ctx, LCM_DIAG_CUT, at,
               "the bytes end in the midst of the profile, or are no profile "
               "of pprof; what follows is left out");
  if (all->wrong)
    lcm_report(all->reading->ctx, LCM_DIAG_MEASUREMENT, at,
               "%zu samples have no value, or a negative one; they are left "
               "out",
               all->wrong);
}

void lcm_measured_read_pprof(struct lcm_reading *reading,
                             struct lcm_measured_text text) {
  struct pprof all = {.reading = reading, .duration = NAN};
  struct lcm_tally tally = lcm_tally_new(reading);
  const unsigned char *bytes = (const unsigned char *)text.text;
  struct lcm_protobuf wire = {bytes, bytes + text.len};
  struct lcm_protobuf_field field;
  const bool whole = read_tables(&all, wire);
  struct lcm_tally_unit unit = {0};
  const size_t which = find_time(&all, &unit.seconds);
  while (lcm_protobuf_next(&wire, &field))
    if (field.number == PROFILE_SAMPLE)
      read_sample(&all, &tally, field.inside, which);
  unit.name = all.types.n ? string_of(&all, all.types.at[which].name) : "";
  unit.name = *unit.name ? unit.name : "value";
  if (!unit.seconds && reading->as->unit > 0)
    unit.seconds = reading->as->unit;
  tally.elapsed = all.duration * 1e-9;
  report(&all, whole);
  lcm_tally_give(&tally, &unit);
}
