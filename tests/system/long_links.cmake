# The program long_link, and benchmarks/long-links over it: see long_links/long_link_test.py.
add_subdirectory(long_links)
