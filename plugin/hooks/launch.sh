#!/bin/sh
# Starts the Python program of one hook: launch.sh NAME. Without Python 3.9 or newer nothing happens, and whatever
# happens the exit code is 0: another one would mean something to the host.
# -I -S: nothing of the user's Python is loaded, and it starts twice as fast.
hooks=${0%/*}
case ${OS:-} in
Windows_NT)
  # `python3` may be a stub there that opens a shop, and a line of output may end in more than a line feed.
  asked='import sys; sys.version_info >= (3, 9) and sys.stdout.write("1")'
  for python in py python3 python; do
    if [ "$("$python" -c "$asked" 2>/dev/null </dev/null)" = 1 ]; then
      "$python" -I -S "$hooks/$1.py" 2>/dev/null
      exit 0
    fi
  done
  ;;
*)
  for python in python3 python; do
    if command -v "$python" >/dev/null 2>&1; then
      "$python" -I -S "$hooks/$1.py" 2>/dev/null
      exit 0
    fi
  done
  ;;
esac
exit 0
