# The library of the Open Trace Format 2, with which `lcm trace` reads archives:
# OTF2::OTF2.  Debian has it as libopen-trace-format2-dev.
find_path(OTF2_INCLUDE_DIR otf2/otf2.h)
find_library(OTF2_LIBRARY open-trace-format2)
if(NOT OTF2_LIBRARY)
  find_library(OTF2_LIBRARY otf2)
endif()
# Version 3 and later, which tell callbacks of flags of communicators.
if(OTF2_INCLUDE_DIR)
  file(STRINGS "${OTF2_INCLUDE_DIR}/otf2/OTF2_Definitions.h" otf2_flags
    REGEX "OTF2_CommFlag" LIMIT_COUNT 1)
  if(NOT otf2_flags)
    set(OTF2_INCLUDE_DIR OTF2_INCLUDE_DIR-NOTFOUND)
  endif()
endif()
include(FindPackageHandleStandardArgs)
set(OTF2_FIND_QUIETLY TRUE)
find_package_handle_standard_args(OTF2 DEFAULT_MSG OTF2_LIBRARY OTF2_INCLUDE_DIR)
if(OTF2_FOUND AND NOT TARGET OTF2::OTF2)
  add_library(OTF2::OTF2 UNKNOWN IMPORTED)
  set_target_properties(OTF2::OTF2 PROPERTIES
    IMPORTED_LOCATION "${OTF2_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${OTF2_INCLUDE_DIR}")
endif()
