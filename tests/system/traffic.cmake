# Traffic of all kinds between federates, with and without shared memory, and with kills: see
# traffic/CMakeLists.txt.
add_subdirectory(traffic)
