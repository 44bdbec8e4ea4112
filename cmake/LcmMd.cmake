# liblcmodel-md.a, the run-time library for message-driven programs.  Nothing is
# visible outside but what md.h declares, as in liblcmodel-pam.a.
file(GLOB md_sources CONFIGURE_DEPENDS "chares/*.c")
add_library(md_parts OBJECT ${md_sources})
target_include_directories(md_parts PRIVATE "${CMAKE_SOURCE_DIR}")
target_link_libraries(md_parts PRIVATE lcm_warnings)
if(LCM_LTO AND CMAKE_C_COMPILER_ID STREQUAL GNU)
  target_compile_options(md_parts PRIVATE -fno-lto)
endif()

set(md_object "${CMAKE_BINARY_DIR}/md.o")
set(md_archive "${CMAKE_BINARY_DIR}/liblcmodel-md.a")
add_custom_command(OUTPUT "${md_archive}"
  COMMAND "${CMAKE_LINKER}" -r -o "${md_object}" "$<TARGET_OBJECTS:md_parts>"
  COMMAND "${CMAKE_OBJCOPY}" --wildcard "--keep-global-symbol=md_*"
    "${md_object}"
  COMMAND "${CMAKE_COMMAND}" -E rm -f "${md_archive}"
  COMMAND "${CMAKE_AR}" crs "${md_archive}" "${md_object}"
  DEPENDS $<TARGET_OBJECTS:md_parts> COMMAND_EXPAND_LISTS VERBATIM
  COMMENT "Making liblcmodel-md.a")
add_custom_target(md_static ALL DEPENDS "${md_archive}")
add_library(md INTERFACE)
add_dependencies(md md_static)
target_include_directories(md INTERFACE "${CMAKE_SOURCE_DIR}/chares")
target_link_libraries(md INTERFACE "${md_archive}" Threads::Threads m)
