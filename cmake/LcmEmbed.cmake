# lcm_embed(TARGET NAME FILE): TARGET has the bytes of FILE, with a NUL behind
# them, as `const char NAME[]`.
function(lcm_embed target name file)
  set(source "${CMAKE_BINARY_DIR}/embedded/${name}.c")
  file(READ "${file}" bytes HEX)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
  file(CONFIGURE OUTPUT "${source}" @ONLY CONTENT
    "extern const char @name@[];\nconst char @name@[] = {@bytes@0};\n")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
  target_sources(${target} PRIVATE "${source}")
endfunction()
