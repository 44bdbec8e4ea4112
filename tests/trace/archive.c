/* Writes an archive of OTF2 with two ranks, as Score-P does: a message for
 * which the receiver waits, and a barrier for which the other one does.
 *
 * usage: archive FOLDER */
#include <otf2/otf2.h>
#include <stdio.h>

enum { RANKS = 2, MAIN = 0, SEND = 1, RECV = 2, BARRIER = 3, EMPTY = 4 };

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

/* Write what the numbers stand for; the clock has 1000 ticks a second. */
static void write_definitions(OTF2_GlobalDefWriter *w) {
  static const char *const names[] = {"main",        "MPI_Send", "MPI_Recv",
                                      "MPI_Barrier", "",         "rank 0",
                                      "rank 1",      "world"};
  static const OTF2_RegionRole roles[] = {
      OTF2_REGION_ROLE_FUNCTION, OTF2_REGION_ROLE_POINT2POINT,
      OTF2_REGION_ROLE_POINT2POINT, OTF2_REGION_ROLE_BARRIER};
  const uint64_t ranks[RANKS] = {0, 1};
  OTF2_GlobalDefWriter_WriteClockProperties(w, 1000, 1000, 11000, 0);
  for (OTF2_StringRef i = 0; i < 8; i++)
    OTF2_GlobalDefWriter_WriteString(w, i, names[i]);
  for (OTF2_RegionRef i = 0; i < 4; i++)
    OTF2_GlobalDefWriter_WriteRegion(w, i, i, i, EMPTY, roles[i],
                                     i ? OTF2_PARADIGM_MPI : OTF2_PARADIGM_USER,
                                     OTF2_REGION_FLAG_NONE, EMPTY, 0, 0);
  OTF2_GlobalDefWriter_WriteSystemTreeNode(w, 0, EMPTY, EMPTY,
                                           OTF2_UNDEFINED_SYSTEM_TREE_NODE);
  for (uint32_t i = 0; i < RANKS; i++) {
    OTF2_GlobalDefWriter_WriteLocationGroup(w, i, 5 + i,
                                            OTF2_LOCATION_GROUP_TYPE_PROCESS, 0,
                                            OTF2_UNDEFINED_LOCATION_GROUP);
    OTF2_GlobalDefWriter_WriteLocation(w, i, 5 + i,
                                       OTF2_LOCATION_TYPE_CPU_THREAD, 9, i);
  }
  OTF2_GlobalDefWriter_WriteGroup(w, 0, EMPTY, OTF2_GROUP_TYPE_COMM_LOCATIONS,
                                  OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE,
                                  RANKS, ranks);
  OTF2_GlobalDefWriter_WriteGroup(w, 1, EMPTY, OTF2_GROUP_TYPE_COMM_GROUP,
                                  OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE,
                                  RANKS, ranks);
  OTF2_GlobalDefWriter_WriteComm(w, 0, 7, 1, OTF2_UNDEFINED_COMM,
                                 OTF2_COMM_FLAG_NONE);
}

/* Write the archive. */
int main(int argc, char **argv) {
  static OTF2_FlushCallbacks flush = {before, after};
  OTF2_Archive *archive =
      argc == 2 ? OTF2_Archive_Open(argv[1], "traces", OTF2_FILEMODE_WRITE,
                                    1024 * 1024, 4 * 1024 * 1024,
                                    OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE)
                : NULL;
  if (!archive)
    return 1;
  OTF2_Archive_SetFlushCallbacks(archive, &flush, NULL);
  OTF2_Archive_SetSerialCollectiveCallbacks(archive);
  OTF2_Archive_OpenEvtFiles(archive);
  for (OTF2_LocationRef i = 0; i < RANKS; i++) {
    OTF2_EvtWriter *w = OTF2_Archive_GetEvtWriter(archive, i);
    if (i)
      write_second(w);
    else
      write_first(w);
    OTF2_Archive_CloseEvtWriter(archive, w);
  }
  OTF2_Archive_CloseEvtFiles(archive);
  OTF2_GlobalDefWriter *w = OTF2_Archive_GetGlobalDefWriter(archive);
  write_definitions(w);
  OTF2_Archive_CloseGlobalDefWriter(archive, w);
  return OTF2_Archive_Close(archive) ? 1 : 0;
}
