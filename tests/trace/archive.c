/* Writes an archive of OTF2 with two ranks, as Score-P does: a message for
 * which the receiver waits, and a barrier for which the other one does.  With
 * RANKS it writes what standard input says: in the order of time, lines of
 * "enter RANK NS 0 0", "leave RANK NS 0 0", "send RANK NS TO TAG" and "recv
 * RANK NS FROM TAG", of the region "main".
 *
 * usage: archive FOLDER [RANKS] */
#include <inttypes.h>
#include <otf2/otf2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TWO = 2, MOST = 64 };

/* The regions, and the strings behind their names. */
enum { MAIN, SEND, RECV, BARRIER, REGIONS };
enum { EMPTY = REGIONS, WORLD, SOURCE, RANK };

/* Let buffers be written when they are full. */
static OTF2_FlushType before(void *user, OTF2_FileType type,
                             OTF2_LocationRef location, void *data,
                             bool final) {
  (void)user;
  (void)type;
  (void)location;
  (void)data;
  (void) final;
  return OTF2_FLUSH;
}

/* Return no time: nothing is noted of writing. */
static OTF2_TimeStamp after(void *user, OTF2_FileType type,
                            OTF2_LocationRef location) {
  (void)user;
  (void)type;
  (void)location;
  return 0;
}

/* Write what rank 0 does: main 0..10 s, in it a send 2..3 of 1000 bytes and a
 * barrier 5..9. */
static void write_first(OTF2_EvtWriter *w) {
  OTF2_EvtWriter_Enter(w, NULL, 1000, MAIN);
  OTF2_EvtWriter_Enter(w, NULL, 3000, SEND);
  OTF2_EvtWriter_MpiSend(w, NULL, 3000, 1, 0, 7, 1000);
  OTF2_EvtWriter_Leave(w, NULL, 4000, SEND);
  OTF2_EvtWriter_Enter(w, NULL, 6000, BARRIER);
  OTF2_EvtWriter_MpiCollectiveBegin(w, NULL, 6000);
  OTF2_EvtWriter_MpiCollectiveEnd(w, NULL, 10000, OTF2_COLLECTIVE_OP_BARRIER, 0,
                                  OTF2_COLLECTIVE_ROOT_NONE, 0, 0);
  OTF2_EvtWriter_Leave(w, NULL, 10000, BARRIER);
  OTF2_EvtWriter_Leave(w, NULL, 11000, MAIN);
}

/* Write what rank 1 does: main 0..10 s, in it a receive 1..4 and a barrier
 * 8..9. */
static void write_second(OTF2_EvtWriter *w) {
  OTF2_EvtWriter_Enter(w, NULL, 1000, MAIN);
  OTF2_EvtWriter_Enter(w, NULL, 2000, RECV);
  OTF2_EvtWriter_MpiRecv(w, NULL, 5000, 0, 0, 7, 1000);
  OTF2_EvtWriter_Leave(w, NULL, 5000, RECV);
  OTF2_EvtWriter_Enter(w, NULL, 9000, BARRIER);
  OTF2_EvtWriter_MpiCollectiveBegin(w, NULL, 9000);
  OTF2_EvtWriter_MpiCollectiveEnd(w, NULL, 10000, OTF2_COLLECTIVE_OP_BARRIER, 0,
                                  OTF2_COLLECTIVE_ROOT_NONE, 0, 0);
  OTF2_EvtWriter_Leave(w, NULL, 10000, BARRIER);
  OTF2_EvtWriter_Leave(w, NULL, 11000, MAIN);
}

/* Write what standard input says to the files of "ranks" ranks. */
static int write_given(OTF2_Archive *archive, uint32_t ranks) {
  char what[8];
  OTF2_LocationRef rank = 0;
  OTF2_TimeStamp time = 0;
  uint32_t other = 0;
  uint32_t tag = 0;
  while (scanf("%7s %" SCNu64 " %" SCNu64 " %" SCNu32 " %" SCNu32, what, &rank,
               &time, &other, &tag) == 5) {
    OTF2_EvtWriter *w =
        rank < ranks ? OTF2_Archive_GetEvtWriter(archive, rank) : NULL;
    if (!w)
      return 1;
    if (!strcmp(what, "enter"))
      OTF2_EvtWriter_Enter(w, NULL, time, MAIN);
    else if (!strcmp(what, "leave"))
      OTF2_EvtWriter_Leave(w, NULL, time, MAIN);
    else if (!strcmp(what, "send"))
      OTF2_EvtWriter_MpiSend(w, NULL, time, other, 0, tag, 8);
    else
      OTF2_EvtWriter_MpiRecv(w, NULL, time, other, 0, tag, 8);
  }
  return !feof(stdin);
}

/* Write the strings and regions: of main, lines 10 to 40 of heat.c, and of what
 * it calls there. */
static void write_names(OTF2_GlobalDefWriter *w) {
  static const char *const names[] = {"main",           "MPI_Send", "MPI_Recv",
                                      "MPI_Barrier",    "",         "world",
                                      "/home/me/heat.c"};
  static const struct {
    OTF2_RegionRole role;
    uint32_t first, last;
  } regions[] = {{OTF2_REGION_ROLE_FUNCTION, 10, 40},
                 {OTF2_REGION_ROLE_POINT2POINT, 20, 20},
                 {OTF2_REGION_ROLE_POINT2POINT, 22, 22},
                 {OTF2_REGION_ROLE_BARRIER, 0, 0}};
  for (OTF2_StringRef i = 0; i < RANK; i++)
    OTF2_GlobalDefWriter_WriteString(w, i, names[i]);
  for (OTF2_RegionRef i = 0; i < REGIONS; i++)
    OTF2_GlobalDefWriter_WriteRegion(
        w, i, i, i, EMPTY, regions[i].role,
        i ? OTF2_PARADIGM_MPI : OTF2_PARADIGM_USER, OTF2_REGION_FLAG_NONE,
        regions[i].first ? SOURCE : EMPTY, regions[i].first, regions[i].last);
}

/* Write what the numbers stand for, of "n" ranks; the clock has so many "ticks"
 * a second. */
static void write_definitions(OTF2_GlobalDefWriter *w, uint32_t n,
                              uint64_t ticks) {
  uint64_t ranks[MOST];
  char name[16];
  OTF2_GlobalDefWriter_WriteClockProperties(w, ticks, ticks == 1000 ? 1000 : 0,
                                            11000, 0);
  write_names(w);
  OTF2_GlobalDefWriter_WriteSystemTreeNode(w, 0, EMPTY, EMPTY,
                                           OTF2_UNDEFINED_SYSTEM_TREE_NODE);
  for (uint32_t i = 0; i < n; i++) {
    ranks[i] = i;
    (void)snprintf(name, sizeof name, "rank %u", (unsigned)i);
    OTF2_GlobalDefWriter_WriteString(w, RANK + i, name);
    OTF2_GlobalDefWriter_WriteLocationGroup(w, i, RANK + i,
                                            OTF2_LOCATION_GROUP_TYPE_PROCESS, 0,
                                            OTF2_UNDEFINED_LOCATION_GROUP);
    OTF2_GlobalDefWriter_WriteLocation(w, i, RANK + i,
                                       OTF2_LOCATION_TYPE_CPU_THREAD, 9, i);
  }
  OTF2_GlobalDefWriter_WriteGroup(w, 0, EMPTY, OTF2_GROUP_TYPE_COMM_LOCATIONS,
                                  OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE, n,
                                  ranks);
  OTF2_GlobalDefWriter_WriteGroup(w, 1, EMPTY, OTF2_GROUP_TYPE_COMM_GROUP,
                                  OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE, n,
                                  ranks);
  OTF2_GlobalDefWriter_WriteComm(w, 0, WORLD, 1, OTF2_UNDEFINED_COMM,
                                 OTF2_COMM_FLAG_NONE);
}

/* Write the archive. */
int main(int argc, char **argv) {
  static OTF2_FlushCallbacks flush = {before, after};
  const uint32_t ranks = argc == 3 ? (uint32_t)atoi(argv[2]) : TWO;
  int wrong = argc < 2 || argc > 3 || ranks < 1 || ranks > MOST;
  OTF2_Archive *archive =
      wrong ? NULL
            : OTF2_Archive_Open(argv[1], "traces", OTF2_FILEMODE_WRITE,
                                1024 * 1024, 4 * 1024 * 1024,
                                OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
  if (!archive)
    return 1;
  OTF2_Archive_SetFlushCallbacks(archive, &flush, NULL);
  OTF2_Archive_SetSerialCollectiveCallbacks(archive);
  OTF2_Archive_OpenEvtFiles(archive);
  if (argc == 3) {
    wrong = write_given(archive, ranks);
  } else {
    write_first(OTF2_Archive_GetEvtWriter(archive, 0));
    write_second(OTF2_Archive_GetEvtWriter(archive, 1));
  }
  for (OTF2_LocationRef i = 0; i < ranks; i++)
    OTF2_Archive_CloseEvtWriter(archive, OTF2_Archive_GetEvtWriter(archive, i));
  OTF2_Archive_CloseEvtFiles(archive);
  OTF2_GlobalDefWriter *w = OTF2_Archive_GetGlobalDefWriter(archive);
  write_definitions(w, ranks, argc == 3 ? 1000000000 : 1000);
  OTF2_Archive_CloseGlobalDefWriter(archive, w);
  return OTF2_Archive_Close(archive) || wrong ? 1 : 0;
}
