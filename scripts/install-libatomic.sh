#!/bin/sh
# Installs the one system library that the Node from npm needs beyond those of a bare Debian. `npm ci` runs this when
# that Node does not start (the script `prepare` of package.json).
if [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
  apt-get update -qq && apt-get install -y -qq --no-install-recommends libatomic1 > /dev/null && exec node --version
fi
echo 'Node does not start. If it misses libatomic.so.1, install it: apt-get install libatomic1 (Debian, Ubuntu), dnf install libatomic (Fedora).' >&2
exit 1
