# liblcm, shared (liblcm.so) and static (liblcm.a), both of the objects of the
# folders that the library needs.  Nothing is visible outside but what
# api/lcm.h declares: in the shared one by a version script, in the static one
# because it holds a single object whose other symbols are local.
set(liblcm_objects)
foreach(folder base model annotations incore sandbox analyzer pamela simulator
    composer fit analyzer_load annotations_annotate study render profiler
    measure api)
  list(APPEND liblcm_objects $<TARGET_OBJECTS:lcm_${folder}>)
endforeach()
set(liblcm_map "${CMAKE_SOURCE_DIR}/api/lcm.map")

add_library(liblcm SHARED ${liblcm_objects})
set_target_properties(liblcm PROPERTIES OUTPUT_NAME lcm LINKER_LANGUAGE C
  VERSION "${PROJECT_VERSION}" SOVERSION "${PROJECT_VERSION_MAJOR}"
  LINK_DEPENDS "${liblcm_map}")
target_link_options(liblcm PRIVATE "-Wl,--version-script=${liblcm_map}")
target_link_libraries(liblcm PRIVATE PkgConfig::JANSSON PkgConfig::XXHASH
  PkgConfig::GSL GMP::GMP ISL::ISL LibClang::LibClang Threads::Threads m)
target_include_directories(liblcm INTERFACE "${CMAKE_SOURCE_DIR}/api")

set(liblcm_object "${CMAKE_BINARY_DIR}/liblcm.o")
set(liblcm_archive "${CMAKE_BINARY_DIR}/liblcm.a")
add_custom_command(OUTPUT "${liblcm_archive}"
  COMMAND "${CMAKE_C_COMPILER}" -r -nostdlib -o "${liblcm_object}"
    "${liblcm_objects}"
  COMMAND "${CMAKE_OBJCOPY}" --wildcard "--keep-global-symbol=liblcm_*"
    "${liblcm_object}"
  COMMAND "${CMAKE_COMMAND}" -E rm -f "${liblcm_archive}"
  COMMAND "${CMAKE_AR}" crs "${liblcm_archive}" "${liblcm_object}"
  DEPENDS ${liblcm_objects} COMMAND_EXPAND_LISTS VERBATIM
  COMMENT "Making liblcm.a")
add_custom_target(liblcm_static ALL DEPENDS "${liblcm_archive}")
