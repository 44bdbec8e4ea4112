# liblcmodel, shared (liblcmodel.so) and static (liblcmodel.a), both of the
# objects of the folders that the library needs.  Nothing is visible outside but
# what api/lcm.h declares: in the shared one by a version script, in the static
# one because it holds a single object whose other symbols are local.
set(lcmodel_objects)
foreach(folder base model annotations incore sandbox analyzer pamela simulator
    composer fit analyzer_load annotations_annotate study render profiler
    measure api)
  list(APPEND lcmodel_objects $<TARGET_OBJECTS:lcm_${folder}>)
endforeach()
set(lcmodel_map "${CMAKE_SOURCE_DIR}/api/lcmodel.map")

add_library(lcmodel SHARED ${lcmodel_objects})
set_target_properties(lcmodel PROPERTIES LINKER_LANGUAGE C
  VERSION "${PROJECT_VERSION}" SOVERSION "${PROJECT_VERSION_MAJOR}"
  LINK_DEPENDS "${lcmodel_map}")
target_link_options(lcmodel PRIVATE "-Wl,--version-script=${lcmodel_map}")
target_link_libraries(lcmodel PRIVATE PkgConfig::JANSSON PkgConfig::XXHASH
  PkgConfig::GSL GMP::GMP ISL::ISL ${CMAKE_DL_LIBS} Threads::Threads m)
target_include_directories(lcmodel INTERFACE
  "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")

# The linker itself joins the objects, for a compiler would make LTO bytecode of
# those that have both kinds of code.
set(lcmodel_object "${CMAKE_BINARY_DIR}/lcmodel.o")
set(lcmodel_archive "${CMAKE_BINARY_DIR}/liblcmodel.a")
add_custom_command(OUTPUT "${lcmodel_archive}"
  COMMAND "${CMAKE_LINKER}" -r -o "${lcmodel_object}" "${lcmodel_objects}"
  COMMAND "${CMAKE_OBJCOPY}" --wildcard "--keep-global-symbol=liblcm_*"
    "--remove-section=.gnu.lto_*" "--remove-section=.gnu.debuglto_*"
    "${lcmodel_object}"
  COMMAND "${CMAKE_COMMAND}" -E rm -f "${lcmodel_archive}"
  COMMAND "${CMAKE_AR}" crs "${lcmodel_archive}" "${lcmodel_object}"
  DEPENDS ${lcmodel_objects} COMMAND_EXPAND_LISTS VERBATIM
  COMMENT "Making liblcmodel.a")
add_custom_target(lcmodel_static ALL DEPENDS "${lcmodel_archive}")
