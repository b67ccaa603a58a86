# The commands of docs/user-guide.md, on one host and on two: see hosts/run_guide.py.
add_subdirectory(hosts)
