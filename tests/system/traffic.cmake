# Traffic of all kinds between federates that share memory, or not, or die: see traffic/CMakeLists.txt.
add_subdirectory(traffic)
