/* Reads archives of OTF2 with the library of that format: regions, messages,
 * collectives.  The parameters of callbacks are what the library says. */
#include "trace/read/archive.h"

#ifdef LCM_OTF2
#include <math.h>
#include <otf2/otf2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/structure/structure.h"
#include "trace/table.h"

/* The members of a group. */
struct otf2_group {
  uint64_t *members;
  uint32_t n;
};

/* An archive being read. */
struct otf2_archive {
  struct trace_log *log;
  OTF2_Reader *reader;
  lcm_map strings;   /* by number + 1: which of "texts" */
  lcm_map locations; /* likewise: which actor */
  lcm_map regions;   /* likewise: which name */
  lcm_map groups;
  lcm_map comms; /* likewise: the number of the group */
  LCM_LIST(const char *) texts;
  LCM_LIST(struct otf2_group) members;
  LCM_LIST(uint64_t) location_ids; /* of the actors */
  uint64_t all;                    /* the group of all locations of MPI, + 1 */
  double resolution;               /* ticks in a second */
  uint64_t offset;
  struct trace_table counts;      /* x: messages so far between two */
  struct trace_table collectives; /* a: when the last began, x: who, y: whether
                                     it is a message already */
  double *begun;                  /* by actor: when its collective began */
  size_t n_begun;
  char message[256]; /* what the library says is wrong */
};

/* Return the number "ref" as a key. */
static const void *key_of(uint64_t ref) {
  return (const void *)(uintptr_t)(ref + 1);
}

/* Let "ref" stand for "value" in "map". */
static void put(struct otf2_archive *a, lcm_map *map, uint64_t ref,
                size_t value) {
  lcm_map_put(lcm_ctx_arena(a->log->ctx), map, key_of(ref), value);
}

/* Return the text of string "ref". */
static const char *text_of(const struct otf2_archive *a, OTF2_StringRef ref) {
  size_t i = 0;
  return lcm_map_get(&a->strings, key_of(ref), &i) ? a->texts.at[i] : "?";
}

/* ---- definitions ---------------------------------------------------------
 */

/* Take the clock. */
static OTF2_CallbackCode take_clock(void *user, uint64_t resolution,
                                    uint64_t offset, uint64_t length,
                                    uint64_t real) {
  struct otf2_archive *a = user;
  (void)length;
  (void)real;
  a->resolution = resolution ? (double)resolution : 1;
  a->offset = offset;
  return OTF2_CALLBACK_SUCCESS;
}

/* Take a string. */
static OTF2_CallbackCode take_string(void *user, OTF2_StringRef self,
                                     const char *text) {
  struct otf2_archive *a = user;
  put(a, &a->strings, self, a->texts.n);
  LCM_LIST_ADD(lcm_ctx_arena(a->log->ctx), &a->texts,
               lcm_intern(a->log->ctx, text));
  return OTF2_CALLBACK_SUCCESS;
}

/* Take a location: an actor. */
static OTF2_CallbackCode take_location(void *user, OTF2_LocationRef self,
                                       OTF2_StringRef name,
                                       OTF2_LocationType type, uint64_t events,
                                       OTF2_LocationGroupRef group) {
  struct otf2_archive *a = user;
  (void)events;
  (void)group;
  const char *text = text_of(a, name);
  if (type == OTF2_LOCATION_TYPE_METRIC)
    return OTF2_CALLBACK_SUCCESS;
  const uint32_t actor = trace_actor_add(
      a->log, *text && strcmp(text, "?") != 0
                  ? text
                  : lcm_arena_printf(lcm_ctx_arena(a->log->ctx), "location %u",
                                     (unsigned)self));
  put(a, &a->locations, self, actor);
  LCM_LIST_ADD(lcm_ctx_arena(a->log->ctx), &a->location_ids, self);
  return OTF2_CALLBACK_SUCCESS;
}

/* Return the name of a region called "text" with the role "role". */
static uint32_t region_name(struct otf2_archive *a, const char *text,
                            OTF2_RegionRole role) {
  switch (role) {
  case OTF2_REGION_ROLE_COLL_ONE2ALL:
  case OTF2_REGION_ROLE_COLL_ALL2ONE:
  case OTF2_REGION_ROLE_COLL_ALL2ALL:
  case OTF2_REGION_ROLE_COLL_OTHER:
  case OTF2_REGION_ROLE_BARRIER:
  case OTF2_REGION_ROLE_IMPLICIT_BARRIER:
    return trace_name_of(a->log, text, TRACE_WAIT, LCM_CAT_LI);
  case OTF2_REGION_ROLE_CRITICAL:
  case OTF2_REGION_ROLE_ATOMIC:
  case OTF2_REGION_ROLE_TASK_WAIT:
    return trace_name_of(a->log, text, TRACE_WAIT, LCM_CAT_SL);
  default:
    return trace_name_guess(a->log, text, NULL);
  }
}

/* Take a region. */
static OTF2_CallbackCode
take_region(void *user, OTF2_RegionRef self, OTF2_StringRef name,
            OTF2_StringRef canonical, OTF2_StringRef description,
            OTF2_RegionRole role, OTF2_Paradigm paradigm, OTF2_RegionFlag flags,
            OTF2_StringRef file, uint32_t first, uint32_t last) {
  struct otf2_archive *a = user;
  (void)canonical;
  (void)description;
  (void)paradigm;
  (void)flags;
  const struct trace_place place = {first ? text_of(a, file) : NULL, first,
                                    last};
  put(a, &a->regions, self,
      trace_name_at(a->log, region_name(a, text_of(a, name), role), &place));
  return OTF2_CALLBACK_SUCCESS;
}

/* Take a group. */
static OTF2_CallbackCode take_group(void *user, OTF2_GroupRef self,
                                    OTF2_StringRef name, OTF2_GroupType type,
                                    OTF2_Paradigm paradigm,
                                    OTF2_GroupFlag flags, uint32_t n,
                                    const uint64_t *members) {
  struct otf2_archive *a = user;
  (void)name;
  (void)flags;
  lcm_arena *arena = lcm_ctx_arena(a->log->ctx);
  struct otf2_group group = {LCM_NEW_ARRAY(arena, uint64_t, n + 1), n};
  memcpy(group.members, members, n * sizeof *members);
  if (type == OTF2_GROUP_TYPE_COMM_LOCATIONS && paradigm == OTF2_PARADIGM_MPI)
    a->all = a->members.n + 1;
  put(a, &a->groups, self, a->members.n);
  LCM_LIST_ADD(arena, &a->members, group);
  return OTF2_CALLBACK_SUCCESS;
}

/* Take a communicator. */
static OTF2_CallbackCode take_comm(void *user, OTF2_CommRef self,
                                   OTF2_StringRef name, OTF2_GroupRef group,
                                   OTF2_CommRef parent, OTF2_CommFlag flags) {
  struct otf2_archive *a = user;
  (void)name;
  (void)parent;
  (void)flags;
  put(a, &a->comms, self, group);
  return OTF2_CALLBACK_SUCCESS;
}

/* Return the location of rank "rank" of communicator "comm": through its group
 * and that of all ranks, or as locations are numbered where these are not
 * there. */
static uint64_t location_of(const struct otf2_archive *a, OTF2_CommRef comm,
                            uint32_t rank) {
  size_t ref = 0;
  size_t i = 0;
  uint64_t at = rank;
  if (lcm_map_get(&a->comms, key_of(comm), &ref) &&
      lcm_map_get(&a->groups, key_of(ref), &i) && rank < a->members.at[i].n)
    at = a->members.at[i].members[rank];
  if (a->all && at < a->members.at[a->all - 1].n)
    return a->members.at[a->all - 1].members[at];
  return at < a->location_ids.n ? a->location_ids.at[at] : at;
}

/* ---- events --------------------------------------------------------------
 */

/* Add "event" of "location" at "time". */
static void add(struct otf2_archive *a, OTF2_LocationRef location,
                OTF2_TimeStamp time, struct trace_event event) {
  size_t actor = 0;
  if (!lcm_map_get(&a->locations, key_of(location), &actor))
    return;
  event.actor = (uint32_t)actor;
  event.time = ((double)time - (double)a->offset) / a->resolution;
  event.rank = 1;
  trace_add(a->log, &event);
}

/* Return the name of region "region". */
static uint32_t name_of(struct otf2_archive *a, OTF2_RegionRef region) {
  size_t name = 0;
  return lcm_map_get(&a->regions, key_of(region), &name)
             ? (uint32_t)name
             : trace_name_of(a->log, "?", TRACE_WORK, LCM_CAT_PC);
}

/* Take that a region is entered. */
static OTF2_CallbackCode take_enter(OTF2_LocationRef location,
                                    OTF2_TimeStamp time, void *user,
                                    OTF2_AttributeList *list,
                                    OTF2_RegionRef region) {
  struct otf2_archive *a = user;
  (void)list;
  add(a, location, time,
      (struct trace_event){
          .kind = TRACE_BEGIN, .name = name_of(a, region), .value = NAN});
  return OTF2_CALLBACK_SUCCESS;
}

/* Take that a region is left. */
static OTF2_CallbackCode take_leave(OTF2_LocationRef location,
                                    OTF2_TimeStamp time, void *user,
                                    OTF2_AttributeList *list,
                                    OTF2_RegionRef region) {
  struct otf2_archive *a = user;
  (void)list;
  add(a, location, time,
      (struct trace_event){
          .kind = TRACE_END, .name = name_of(a, region), .value = NAN});
  return OTF2_CALLBACK_SUCCESS;
}

/* Who sends what to whom. */
struct otf2_envelope {
  uint64_t from;
  uint64_t to;
  OTF2_CommRef comm;
  uint32_t tag;
};

/* Return the number of the next message of "e" of those that are sent, or
 * received ("side"): the messages between two do not overtake. */
static uint64_t next_id(struct otf2_archive *a, const struct otf2_envelope *e,
                        uint64_t side) {
  const uint64_t pair =
      trace_id(trace_id(trace_id(e->from + 1, e->to), e->comm), e->tag);
  struct trace_slot *slot = trace_table_put(&a->counts, trace_id(pair, side));
  return slot ? trace_id(pair, 16 + (uint64_t)slot->x++) : 0;
}

/* Take that a message leaves. */
static OTF2_CallbackCode take_send(OTF2_LocationRef location,
                                   OTF2_TimeStamp time, void *user,
                                   OTF2_AttributeList *list, uint32_t receiver,
                                   OTF2_CommRef comm, uint32_t tag,
                                   uint64_t length) {
  struct otf2_archive *a = user;
  (void)list;
  const struct otf2_envelope e = {location, location_of(a, comm, receiver),
                                  comm, tag};
  add(a, location, time,
      (struct trace_event){.kind = TRACE_CREATE,
                           .name = TRACE_NONE,
                           .value = (double)length,
                           .id = next_id(a, &e, 0)});
  return OTF2_CALLBACK_SUCCESS;
}

/* Take that a message leaves, of which the sender does not wait. */
static OTF2_CallbackCode take_isend(OTF2_LocationRef location,
                                    OTF2_TimeStamp time, void *user,
                                    OTF2_AttributeList *list, uint32_t receiver,
                                    OTF2_CommRef comm, uint32_t tag,
                                    uint64_t length, uint64_t request) {
  (void)request;
  return take_send(location, time, user, list, receiver, comm, tag, length);
}

/* Take that a message has come. */
static OTF2_CallbackCode take_recv(OTF2_LocationRef location,
                                   OTF2_TimeStamp time, void *user,
                                   OTF2_AttributeList *list, uint32_t sender,
                                   OTF2_CommRef comm, uint32_t tag,
                                   uint64_t length) {
  struct otf2_archive *a = user;
  (void)list;
  const struct otf2_envelope e = {location_of(a, comm, sender), location, comm,
                                  tag};
  add(a, location, time,
      (struct trace_event){.kind = TRACE_RECEIVE,
                           .name = TRACE_NONE,
                           .value = (double)length,
                           .id = next_id(a, &e, 1)});
  return OTF2_CALLBACK_SUCCESS;
}

/* Take that a message has come that was asked for before. */
static OTF2_CallbackCode take_irecv(OTF2_LocationRef location,
                                    OTF2_TimeStamp time, void *user,
                                    OTF2_AttributeList *list, uint32_t sender,
                                    OTF2_CommRef comm, uint32_t tag,
                                    uint64_t length, uint64_t request) {
  (void)request;
  return take_recv(location, time, user, list, sender, comm, tag, length);
}

/* Take that a location begins a collective. */
static OTF2_CallbackCode take_together(OTF2_LocationRef location,
                                       OTF2_TimeStamp time, void *user,
                                       OTF2_AttributeList *list) {
  struct otf2_archive *a = user;
  size_t actor = 0;
  (void)list;
  if (lcm_map_get(&a->locations, key_of(location), &actor) &&
      actor < a->n_begun)
    a->begun[actor] = (double)time;
  return OTF2_CALLBACK_SUCCESS;
}

/* Take that a location ends a collective: who was last lets the others go on,
 * as if by a message. */
static OTF2_CallbackCode take_parted(OTF2_LocationRef location,
                                     OTF2_TimeStamp time, void *user,
                                     OTF2_AttributeList *list,
                                     OTF2_CollectiveOp operation,
                                     OTF2_CommRef comm, uint32_t root,
                                     uint64_t sent, uint64_t received) {
  struct otf2_archive *a = user;
  size_t actor = 0;
  (void)list;
  (void)operation;
  (void)root;
  (void)sent;
  (void)received;
  if (!lcm_map_get(&a->locations, key_of(location), &actor) ||
      actor >= a->n_begun)
    return OTF2_CALLBACK_SUCCESS;
  const struct otf2_envelope e = {location, UINT64_MAX, comm, 0};
  struct trace_slot *turn =
      trace_table_put(&a->counts, trace_id(trace_id(e.from + 1, comm), 5));
  const uint64_t id = trace_id(trace_id(comm, 7), turn ? turn->x++ : 0);
  struct trace_slot *slot = trace_table_put(&a->collectives, id);
  if (slot && (!slot->y || a->begun[actor] > slot->a)) {
    slot->a = a->begun[actor];
    slot->x = (uint32_t)actor;
    slot->y = 1;
  }
  add(a, location, time,
      (struct trace_event){.kind = TRACE_RECEIVE,
                           .name = TRACE_NONE,
                           .value = NAN,
                           .id = id,
                           .lasts = 1});
  return OTF2_CALLBACK_SUCCESS;
}

/* Add the messages by which those who are last let others go on. */
static void add_collectives(struct otf2_archive *a) {
  for (size_t i = 0; i < a->collectives.cap && !a->log->streamed; i++) {
    const struct trace_slot *slot = &a->collectives.at[i];
    if (slot->key)
      add(a, a->location_ids.at[slot->x], (OTF2_TimeStamp)slot->a,
          (struct trace_event){.kind = TRACE_CREATE,
                               .name = TRACE_NONE,
                               .value = NAN,
                               .id = slot->key});
  }
}

/* ---- the archive --------------------------------------------------------- */

/* Keep what the library says is wrong. */
static LCM_PRINTF(6, 0) OTF2_ErrorCode
    keep_error(void *user, const char *file, uint64_t line,
               const char *function, OTF2_ErrorCode code, const char *format,
               va_list values) {
  struct otf2_archive *a = user;
  (void)file;
  (void)line;
  (void)function;
  if (!*a->message)
    (void)vsnprintf(a->message, sizeof a->message, format, values);
  return code;
}

/* Report that the archive is wrong. */
static lcm_status wrong(const struct otf2_archive *a, const char *what) {
  lcm_report(a->log->ctx, LCM_DIAG_MEASUREMENT,
             (lcm_loc){.file = lcm_intern(a->log->ctx, a->log->file)},
             "%s of this archive of OTF2 cannot be read%s%s", what,
             *a->message ? ": " : "", lcm_ctx_shown(a->log->ctx, a->message));
  return LCM_EPARSE;
}

/* Read the definitions. */
static lcm_status read_definitions(struct otf2_archive *a) {
  OTF2_GlobalDefReader *reader = OTF2_Reader_GetGlobalDefReader(a->reader);
  OTF2_GlobalDefReaderCallbacks *calls = OTF2_GlobalDefReaderCallbacks_New();
  uint64_t n = 0;
  if (!reader || !calls)
    return wrong(a, "the definitions");
  OTF2_GlobalDefReaderCallbacks_SetClockPropertiesCallback(calls, take_clock);
  OTF2_GlobalDefReaderCallbacks_SetStringCallback(calls, take_string);
  OTF2_GlobalDefReaderCallbacks_SetLocationCallback(calls, take_location);
  OTF2_GlobalDefReaderCallbacks_SetRegionCallback(calls, take_region);
  OTF2_GlobalDefReaderCallbacks_SetGroupCallback(calls, take_group);
  OTF2_GlobalDefReaderCallbacks_SetCommCallback(calls, take_comm);
  OTF2_ErrorCode code =
      OTF2_Reader_RegisterGlobalDefCallbacks(a->reader, reader, calls, a);
  OTF2_GlobalDefReaderCallbacks_Delete(calls);
  if (!code)
    code = OTF2_Reader_ReadAllGlobalDefinitions(a->reader, reader, &n);
  return code || !a->location_ids.n ? wrong(a, "the definitions") : LCM_OK;
}

/* Have what locations did opened, with the definitions of each. */
static lcm_status open_locations(struct otf2_archive *a) {
  uint64_t n = 0;
  for (size_t i = 0; i < a->location_ids.n; i++)
    if (OTF2_Reader_SelectLocation(a->reader, a->location_ids.at[i]))
      return wrong(a, "a location");
  const bool definitions = !OTF2_Reader_OpenDefFiles(a->reader);
  if (OTF2_Reader_OpenEvtFiles(a->reader))
    return wrong(a, "the files of events");
  for (size_t i = 0; i < a->location_ids.n; i++) {
    OTF2_DefReader *reader =
        definitions ? OTF2_Reader_GetDefReader(a->reader, a->location_ids.at[i])
                    : NULL;
    if (reader)
      (void)OTF2_Reader_ReadAllLocalDefinitions(a->reader, reader, &n);
    if (reader)
      (void)OTF2_Reader_CloseDefReader(a->reader, reader);
    if (!OTF2_Reader_GetEvtReader(a->reader, a->location_ids.at[i]))
      return wrong(a, "the events of a location");
  }
  if (definitions)
    (void)OTF2_Reader_CloseDefFiles(a->reader);
  *a->message = '\0';
  return LCM_OK;
}

/* Read the events. */
static lcm_status read_events(struct otf2_archive *a) {
  OTF2_GlobalEvtReaderCallbacks *calls = OTF2_GlobalEvtReaderCallbacks_New();
  OTF2_GlobalEvtReader *reader = OTF2_Reader_GetGlobalEvtReader(a->reader);
  uint64_t n = 0;
  if (!calls || !reader)
    return wrong(a, "the events");
  OTF2_GlobalEvtReaderCallbacks_SetEnterCallback(calls, take_enter);
  OTF2_GlobalEvtReaderCallbacks_SetLeaveCallback(calls, take_leave);
  OTF2_GlobalEvtReaderCallbacks_SetMpiSendCallback(calls, take_send);
  OTF2_GlobalEvtReaderCallbacks_SetMpiIsendCallback(calls, take_isend);
  OTF2_GlobalEvtReaderCallbacks_SetMpiRecvCallback(calls, take_recv);
  OTF2_GlobalEvtReaderCallbacks_SetMpiIrecvCallback(calls, take_irecv);
  OTF2_GlobalEvtReaderCallbacks_SetMpiCollectiveBeginCallback(calls,
                                                              take_together);
  OTF2_GlobalEvtReaderCallbacks_SetMpiCollectiveEndCallback(calls, take_parted);
  OTF2_ErrorCode code =
      OTF2_Reader_RegisterGlobalEvtCallbacks(a->reader, reader, calls, a);
  OTF2_GlobalEvtReaderCallbacks_Delete(calls);
  if (!code)
    code = OTF2_Reader_ReadAllGlobalEvents(a->reader, reader, &n);
  (void)OTF2_Reader_CloseGlobalEvtReader(a->reader, reader);
  (void)OTF2_Reader_CloseEvtFiles(a->reader);
  if (code && a->log->n_read) {
    lcm_report(a->log->ctx, LCM_DIAG_CUT,
               (lcm_loc){.file = lcm_intern(a->log->ctx, a->log->file)},
               "the events of this archive of OTF2 end in the midst: what "
               "comes before is shown (%s)",
               lcm_ctx_shown(a->log->ctx, a->message));
    return LCM_OK;
  }
  return code ? wrong(a, "the events") : LCM_OK;
}

/* Read all of the archive. */
static lcm_status read_all(struct otf2_archive *a) {
  if (OTF2_Reader_SetSerialCollectiveCallbacks(a->reader))
    return wrong(a, "the anchor");
  lcm_status status = read_definitions(a);
  a->n_begun = a->location_ids.n;
  a->begun = LCM_NEW_ARRAY(lcm_ctx_arena(a->log->ctx), double, a->n_begun + 1);
  status = status ? status : open_locations(a);
  return status ? status : read_events(a);
}

lcm_status trace_read_archive(struct trace_log *log, const char *file) {
  struct otf2_archive *a =
      LCM_NEW(lcm_ctx_arena(log->ctx), struct otf2_archive);
  a->log = log;
  a->resolution = 1;
  log->format = "OTF2";
  (void)OTF2_Error_RegisterCallback(keep_error, a);
  a->reader = OTF2_Reader_Open(file);
  const lcm_status status = a->reader ? read_all(a) : wrong(a, "the anchor");
  if (a->reader)
    (void)OTF2_Reader_Close(a->reader);
  if (!status)
    add_collectives(a);
  trace_table_free(&a->counts);
  trace_table_free(&a->collectives);
  return status;
}
#endif
