# lcm_embed(TARGET NAME FILE...): TARGET has the bytes of the files, one behind
# the other, with a NUL behind them, as `const char NAME[]`.
function(lcm_embed target name)
  set(source "${CMAKE_BINARY_DIR}/embedded/${name}.c")
  set(bytes "")
  foreach(file ${ARGN})
    file(READ "${file}" part HEX)
    string(REGEX REPLACE "(..)" "0x\\1," part "${part}")
    string(APPEND bytes "${part}")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
  endforeach()
  file(CONFIGURE OUTPUT "${source}" @ONLY CONTENT
    "extern const char @name@[];\nconst char @name@[] = {@bytes@0};\n")
  target_sources(${target} PRIVATE "${source}")
endfunction()
