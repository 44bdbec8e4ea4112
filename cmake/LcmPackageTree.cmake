# Runs before packages are made of what is installed: what Debian's policy says
# of manual pages and of /usr/share/doc.
if(NOT CPACK_GENERATOR STREQUAL DEB)
  return()
endif()

# lcm_compress(FILE): FILE.gz instead of FILE, the same bytes at any time.
function(lcm_compress file)
  execute_process(COMMAND gzip -9n "${file}" COMMAND_ERROR_IS_FATAL ANY)
endfunction()

foreach(component IN LISTS CPACK_COMPONENTS_ALL)
  string(TOUPPER "${component}" name)
  set(root "${CPACK_TEMPORARY_DIRECTORY}/${component}/usr")
  set(doc "${root}/share/doc/${CPACK_DEBIAN_${name}_PACKAGE_NAME}")
  file(GLOB pages "${root}/share/man/man1/*.1")
  foreach(page IN LISTS pages)
    lcm_compress("${page}")
  endforeach()
  file(REMOVE "${doc}/COPYING" "${doc}/LICENSE.md")
  file(COPY "${CPACK_LCM_SOURCE}/packaging/debian/copyright"
    DESTINATION "${doc}")
  configure_file("${CPACK_LCM_SOURCE}/packaging/debian/changelog.in"
    "${doc}/changelog" @ONLY)
  configure_file("${CPACK_LCM_SOURCE}/CHANGELOG.md" "${doc}/NEWS" COPYONLY)
  lcm_compress("${doc}/changelog")
  lcm_compress("${doc}/NEWS")
endforeach()
