# Runs before packages are made of what is installed.  For Debian: what its policy
# says of manual pages and of /usr/share/doc.  For RPM: manual pages compressed,
# the licence in each package that can be installed alone, libraries that may be
# executed, without which rpm looks into none of them.
if(NOT CPACK_GENERATOR MATCHES "^(DEB|RPM)$")
  return()
endif()

# lcm_compress(FILE): FILE.gz instead of FILE, the same bytes at any time.
function(lcm_compress file)
  execute_process(COMMAND gzip -9n "${file}" COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# lcm_debian_docs(DOC): what Debian wants in the folder DOC.
function(lcm_debian_docs doc)
  file(REMOVE "${doc}/COPYING" "${doc}/LICENSE.md")
  file(COPY "${CPACK_LCM_SOURCE}/packaging/debian/copyright"
    DESTINATION "${doc}")
  configure_file("${CPACK_LCM_SOURCE}/packaging/debian/changelog.in"
    "${doc}/changelog" @ONLY)
  configure_file("${CPACK_LCM_SOURCE}/CHANGELOG.md" "${doc}/NEWS" COPYONLY)
  lcm_compress("${doc}/changelog")
  lcm_compress("${doc}/NEWS")
endfunction()

foreach(component IN LISTS CPACK_COMPONENTS_ALL)
  string(TOUPPER "${component}" name)
  set(root "${CPACK_TEMPORARY_DIRECTORY}/${component}/usr")
  file(GLOB pages "${root}/share/man/man1/*.1")
  foreach(page IN LISTS pages)
    lcm_compress("${page}")
  endforeach()
  if(CPACK_GENERATOR STREQUAL DEB)
    lcm_debian_docs("${root}/share/doc/${CPACK_DEBIAN_${name}_PACKAGE_NAME}")
    continue()
  endif()
  if(component STREQUAL liblcmodel)
    file(COPY "${CPACK_LCM_SOURCE}/COPYING" "${CPACK_LCM_SOURCE}/LICENSE.md"
      DESTINATION "${root}/share/doc/${component}")
  endif()
  file(GLOB_RECURSE libraries "${root}/lib*/*.so" "${root}/lib*/*.so.*")
  foreach(library IN LISTS libraries)
    if(NOT IS_SYMLINK "${library}")
      file(CHMOD "${library}" PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE
        GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
    endif()
  endforeach()
endforeach()
