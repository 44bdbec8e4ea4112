#!/bin/sh
# Builds the site of the documents into build/site, with mkdocs and
# mkdocs-material (Debian packages of these names); a link that leads nowhere is
# an error.  Pictures are made by lcm and, of pages, by Chromium.
# usage: scripts/site.sh [LCM]   (build/release/lcm if not given)
set -eu
cd "$(dirname "$0")/.."
lcm=${1:-build/release/lcm}
for tool in mkdocs python3 "$lcm"; do
  command -v "$tool" >/dev/null || {
    echo "site: there is no $tool; see CONTRIBUTING.md" >&2
    exit 1
  }
done
rm -rf build/site-source build/site
python3 scripts/site.py build/site-source
python3 scripts/screenshots.py "$lcm" build/site-source/pictures
mkdocs build --strict --quiet --config-file docs/mkdocs.yml
echo "build/site/index.html"
